//! Pairing: who plays whom next, and when.

use std::time::Duration;

use ninefold_core::{Random, mix};

use super::game::LeagueMeta;

/// A free entrant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Candidate {
    /// The number of the entrant.
    pub(crate) number: usize,
    /// Whether it is a computer of the server, which plays only against visitors.
    pub(crate) is_baseline: bool,
    /// Its rating, if it has one.
    pub(crate) rating: Option<f64>,
    /// The number of its games, including unfinished ones.
    pub(crate) games: u32,
}

/// The cost of a recent meeting, in rating points: another opponent may be this much further away.
const MET: f64 = 90.0;
/// The random component of the distance.
const CHANCE: usize = 120;
/// The distance assumed for an entrant without a rating.
const UNKNOWN: f64 = 100.0;

/// The number of rated games without rests, unless a fair share is less.
const WITHOUT_REST: usize = 200;
/// The fraction of a fair share after which rests double.
const PART: usize = 20;
/// The shortest and the longest rest.
const FIRST_REST: Duration = Duration::from_secs(1);
const LONGEST_REST: Duration = Duration::from_secs(3600);

/// The rest of an entrant after this many rated games, when this many games are shared by this many
/// players: at first none, then a second, which doubles with every twentieth of a fair share. So
/// fast programs are measured within minutes, but do not use up in an evening what is meant for a
/// term.
pub(crate) fn rest(games: usize, room: usize, players: usize) -> Duration {
    let share = (room / players.max(1)).max(1);
    let Some(beyond) = games.checked_sub(WITHOUT_REST.min(share)) else { return Duration::ZERO };
    let doublings = beyond as f64 * PART as f64 / share as f64;
    let seconds = FIRST_REST.as_secs_f64() * doublings.min(64.0).exp2();
    Duration::from_secs_f64(seconds.min(LONGEST_REST.as_secs_f64()))
}

/// Players for a table of `seats`, `None` if too few are free: the one with the fewest games, with
/// those closest in rating whom it has not met recently.
pub(crate) fn next_table(
    free: &[Candidate],
    seats: usize,
    met: impl Fn(usize, usize) -> u32,
    random: &mut Random,
) -> Option<Vec<usize>> {
    let first = free
        .iter()
        .filter(|candidate| !candidate.is_baseline)
        .min_by_key(|candidate| (candidate.games, candidate.number))?;
    let mut table = vec![*first];
    while table.len() < seats {
        let mut nearest: Option<(f64, Candidate)> = None;
        for other in free.iter().filter(|other| table.iter().all(|one| one.number != other.number))
        {
            let far: f64 = table
                .iter()
                .map(|one| {
                    let apart = match (one.rating, other.rating) {
                        (Some(one), Some(other)) => (one - other).abs(),
                        _ => UNKNOWN,
                    };
                    apart + MET * f64::from(met(one.number, other.number))
                })
                .sum();
            let far = far + random.below(CHANCE) as f64;
            if nearest.is_none_or(|(nearest, _)| far < nearest) {
                nearest = Some((far, *other));
            }
        }
        table.push(nearest?.1);
    }
    Some(table.iter().map(|candidate| candidate.number).collect())
}

/// The seats of a table's next game and its opening: an opening that these players have started is
/// played in every rotation before the next; then the one who has started least often starts.
pub(crate) fn seating(
    table: &[usize],
    earlier: &[&LeagueMeta],
    firsts: impl Fn(usize) -> i64,
    seed: u64,
) -> LeagueMeta {
    let mut sorted = table.to_vec();
    sorted.sort_unstable();
    let mut same: Vec<&LeagueMeta> = Vec::new();
    for meta in earlier {
        let mut entrants = meta.entrants.clone();
        entrants.sort_unstable();
        if entrants == sorted && !meta.challenge && meta.cup.is_none() {
            same.push(meta);
        }
    }
    let seats = table.len();
    let unfinished = same.iter().find_map(|meta| {
        let of_opening = || same.iter().filter(|other| other.opening == meta.opening);
        let next = (0..seats).find(|&way| of_opening().all(|other| other.rotation != way))?;
        Some((*meta, next))
    });
    if let Some((meta, rotation)) = unfinished {
        let first = |seat: usize| meta.entrants[(seat + meta.rotation) % seats];
        let base: Vec<usize> = (0..seats).map(first).collect();
        return LeagueMeta {
            entrants: rotated(&base, rotation),
            opening: meta.opening,
            rotation,
            ..LeagueMeta::default()
        };
    }
    let mut order = table.to_vec();
    order.sort_by_key(|&number| (firsts(number), mix(seed ^ number as u64)));
    LeagueMeta { entrants: order, opening: opening_seed(seed), ..LeagueMeta::default() }
}

/// Rotates everybody by this many seats.
pub(crate) fn rotated(base: &[usize], rotation: usize) -> Vec<usize> {
    let seats = base.len();
    (0..seats).map(|seat| base[(seat + seats - rotation % seats) % seats]).collect()
}

/// A seed small enough for a page to write out.
pub(crate) fn opening_seed(seed: u64) -> u64 {
    mix(seed) >> 12
}

#[cfg(test)]
mod tests {
    use super::*;

    fn free(ratings: &[(bool, f64, u32)]) -> Vec<Candidate> {
        let candidate = |(number, &(is_baseline, rating, games)): (usize, &(bool, f64, u32))| {
            Candidate { number, is_baseline, rating: Some(rating), games }
        };
        ratings.iter().enumerate().map(candidate).collect()
    }

    #[test]
    fn whoever_has_played_least_meets_the_nearest() {
        let free =
            free(&[(true, 1500.0, 0), (false, 1800.0, 9), (false, 1000.0, 2), (false, 1210.0, 9)]);
        for seed in 0..20 {
            let table = next_table(&free, 2, |_, _| 0, &mut Random::new(seed)).expect("a table");
            assert_eq!(table, [2, 3], "210 away; the next is 500 away, chance moves by 120");
        }
        let met = |one: usize, other: usize| if one + other == 5 { 6 } else { 0 };
        let table = next_table(&free, 2, met, &mut Random::new(1)).expect("a table");
        assert_eq!(table, [2, 0], "those two have met six times lately");
    }

    #[test]
    fn computers_of_the_server_do_not_meet_each_other() {
        let free = free(&[(true, 1500.0, 0), (true, 1500.0, 0)]);
        assert_eq!(next_table(&free, 2, |_, _| 0, &mut Random::new(1)), None);
        assert_eq!(next_table(&[], 2, |_, _| 0, &mut Random::new(1)), None);
    }

    #[test]
    fn an_opening_is_played_from_every_seat() {
        let mut played: Vec<LeagueMeta> = Vec::new();
        for _ in 0..6 {
            let earlier: Vec<&LeagueMeta> = played.iter().collect();
            let next = seating(&[4, 9, 2], &earlier, |_| 0, played.len() as u64 / 3 + 10);
            played.push(next);
        }
        for set in played.chunks(3) {
            assert!(set.iter().all(|meta| meta.opening == set[0].opening));
            for seat in 0..3 {
                let mut sat: Vec<usize> = set.iter().map(|meta| meta.entrants[seat]).collect();
                sat.sort_unstable();
                assert_eq!(sat, [2, 4, 9], "everybody once on seat {seat}");
            }
        }
        assert_ne!(played[0].opening, played[3].opening);
    }

    /// The time until each has played this many games, however fast they are.
    fn hours(games: usize, room: usize, players: usize) -> f64 {
        (0..games).map(|game| rest(game, room, players).as_secs_f64()).sum::<f64>() / 3600.0
    }

    #[test]
    fn a_league_of_quick_programs_lasts() {
        let room = 18_000;
        assert_eq!(rest(199, room, 2), Duration::ZERO, "first they are measured");
        assert_eq!(rest(200, room, 2), FIRST_REST);
        assert_eq!(rest(650, room, 2), 2 * FIRST_REST, "a twentieth of 9,000 later");
        assert_eq!(rest(usize::MAX, room, 2), LONGEST_REST);
        assert!(hours(9_000, room, 2) > 24.0 * 30.0, "two against computers: a month");
        for players in [10, 30, 60, 200] {
            let each = 2 * room / players;
            assert!(hours(each, room, players) > 24.0, "{players} among themselves: a day");
            let first = (each / 4).min(WITHOUT_REST);
            assert_eq!(hours(first, room, players), 0.0, "{players} begin at once");
        }
        assert_eq!(rest(0, room, 0), Duration::ZERO);
    }

    #[test]
    fn whoever_has_begun_least_often_begins() {
        let first = seating(&[4, 9], &[], |number| if number == 9 { -1 } else { 3 }, 7);
        assert_eq!(first.entrants, [9, 4]);
    }
}
