//! A cup: a scheduled tournament among connected entrants, within a league. The next games follow
//! from those played, so only the plan is stored.

use std::collections::BTreeMap;

use ninefold_arena::{EntrantPlan, Plan, Schedule, SetResult};
use ninefold_core::mix;
use serde::{Deserialize, Serialize};

use super::game::{FinishedGame, sets};
use super::pairing::{opening_seed, rotated};

/// The schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CupKind {
    /// A number of rounds between neighbours in the standings who have not met.
    Swiss,
    /// The loser of a meeting is out.
    Knockout,
    /// Every player meets every other.
    RoundRobin,
}

impl CupKind {
    /// Its name in addresses and sheets.
    pub(crate) fn name(self) -> &'static str {
        match self {
            CupKind::Swiss => "swiss",
            CupKind::Knockout => "knockout",
            CupKind::RoundRobin => "round_robin",
        }
    }
}

/// The settings of a cup, fixed at its start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct CupPlan {
    pub(crate) kind: CupKind,
    /// The numbers of its entrants, best first.
    pub(crate) entrants: Vec<usize>,
    /// The number of rounds of a Swiss tournament.
    pub(crate) rounds: usize,
    /// The number of openings per meeting; each is played from every seat.
    pub(crate) sets: usize,
    /// The seed of its openings.
    pub(crate) seed: u64,
    /// Whether the league ends after it.
    #[serde(rename = "final")]
    pub(crate) is_final: bool,
}

/// A meeting at one opening, which is played from every seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Meeting {
    /// Its number in the cup.
    pub(crate) set: u64,
    /// Its round, from 0.
    pub(crate) round: usize,
    /// The seed of the opening.
    pub(crate) opening: u64,
    /// The players by seat in its first game.
    pub(crate) players: Vec<usize>,
}

impl Meeting {
    /// The players by seat in one of its games.
    pub(crate) fn seats(&self, rotation: usize) -> Vec<usize> {
        rotated(&self.players, rotation)
    }
}

/// The progress of a cup.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Progress {
    /// All known meetings, played or not.
    pub(crate) meetings: Vec<Meeting>,
    /// The winner, once it is over.
    pub(crate) winner: Option<usize>,
}

/// How many more openings a drawn knockout meeting gets; after them the higher rated player
/// advances.
const MORE_SETS: u64 = 2;
/// The set numbers reserved for a knockout pair, and for a round.
const SETS_A_PAIR: u64 = 100;
const SETS_A_ROUND: u64 = 100_000;

impl CupPlan {
    /// Its progress after these games, which are its own.
    pub(crate) fn progress(&self, seats: usize, games: &[&FinishedGame]) -> Progress {
        let mut by_set: BTreeMap<u64, Vec<&FinishedGame>> = BTreeMap::new();
        for game in games {
            let set = game.meta.cup.map_or(0, |(_, set)| set);
            by_set.entry(set).or_default().push(game);
        }
        match self.kind {
            CupKind::Knockout => self.knockout(&by_set),
            CupKind::Swiss | CupKind::RoundRobin => self.by_plan(seats, &by_set),
        }
    }

    /// The points of all entrants in these games, in their order. An entrant who sits out a round
    /// of a Swiss tournament gets an even share of it, as in the arena: one point per opening.
    pub(crate) fn points(&self, meetings: &[Meeting], games: &[&FinishedGame]) -> Vec<f64> {
        let rounds = match self.kind {
            CupKind::Swiss => meetings.iter().map(|meeting| meeting.round + 1).max().unwrap_or(0),
            CupKind::Knockout | CupKind::RoundRobin => 0,
        };
        let of = |entrant: &usize| -> f64 {
            let plays = |round: usize| {
                let mut of_round = meetings.iter().filter(|meeting| meeting.round == round);
                of_round.any(|meeting| meeting.players.contains(entrant))
            };
            let sat_out = (0..rounds).filter(|&round| !plays(round)).count();
            let won: f64 = games.iter().filter_map(|game| game.points_of(*entrant)).sum();
            won + (sat_out * self.sets) as f64
        };
        self.entrants.iter().map(of).collect()
    }

    /// Follows the arena's plan, with the entrants by index.
    fn by_plan(&self, seats: usize, by_set: &BTreeMap<u64, Vec<&FinishedGame>>) -> Progress {
        let entrants = EntrantPlan::numbered(self.entrants.iter().map(ToString::to_string));
        let plan = Plan {
            schedule: match self.kind {
                CupKind::Swiss => Schedule::Swiss { rounds: self.rounds },
                _ => Schedule::RoundRobin,
            },
            sets: self.sets,
            seed: self.seed,
            ..Plan::usual("", seats, entrants)
        };
        let seeds: Vec<u64> =
            (0..plan.openings() as u64).map(|number| self.opening(number)).collect();
        let place = |entrant: usize| {
            self.entrants.iter().position(|&number| number == entrant).unwrap_or_default()
        };
        let (mut meetings, mut earlier) = (Vec::new(), Vec::<SetResult>::new());
        for round in 0..plan.stages() {
            let jobs = plan.jobs(0, round, &earlier, &seeds);
            let mut results = Vec::new();
            for job in &jobs {
                let played = by_set.get(&job.set).map_or(&[][..], Vec::as_slice);
                if played.len() == seats {
                    let mut set = sets(played.iter().copied(), place);
                    set.truncate(1);
                    results.extend(set.into_iter().map(|set| SetResult { set: job.set, ..set }));
                }
                meetings.push(Meeting {
                    set: job.set,
                    round,
                    opening: job.seed,
                    players: job.entrants.iter().map(|&place| self.entrants[place]).collect(),
                });
            }
            if results.len() < jobs.len() {
                return Progress { meetings, winner: None };
            }
            earlier.extend(results);
        }
        let games: Vec<&FinishedGame> = by_set.values().flatten().copied().collect();
        let points = self.points(&meetings, &games);
        let points = |entrant: usize| points[place(entrant)];
        // Among equals the one rated higher at the start wins.
        let best = self.entrants.iter().rev().copied();
        let winner = best.max_by(|&one, &other| points(one).total_cmp(&points(other)));
        Progress { meetings, winner }
    }

    fn opening(&self, number: u64) -> u64 {
        opening_seed(self.seed ^ mix(number + 1))
    }

    fn knockout(&self, by_set: &BTreeMap<u64, Vec<&FinishedGame>>) -> Progress {
        let mut meetings = Vec::new();
        let mut left: Vec<Option<usize>> = bracket(self.entrants.len().next_power_of_two())
            .into_iter()
            .map(|place| self.entrants.get(place).copied())
            .collect();
        let mut round = 0;
        while left.len() > 1 {
            let mut winners = Vec::new();
            let mut is_decided = true;
            for (pair, both) in left.chunks(2).enumerate() {
                let winner = match (both[0], both[1]) {
                    (Some(one), Some(other)) => {
                        let first = round as u64 * SETS_A_ROUND + pair as u64 * SETS_A_PAIR;
                        self.decided([one, other], first, round, by_set, &mut meetings)
                    }
                    (alone, None) | (None, alone) => alone,
                };
                is_decided &= winner.is_some();
                winners.push(winner);
            }
            if !is_decided {
                return Progress { meetings, winner: None };
            }
            left = winners;
            round += 1;
        }
        Progress { meetings, winner: left.first().copied().flatten() }
    }

    /// Which of two players advances, once known; adds the games that are still missing.
    fn decided(
        &self,
        both: [usize; 2],
        first: u64,
        round: usize,
        by_set: &BTreeMap<u64, Vec<&FinishedGame>>,
        meetings: &mut Vec<Meeting>,
    ) -> Option<usize> {
        let mut lead = 0.0;
        for set in 0..self.sets as u64 + MORE_SETS {
            if set >= self.sets as u64 && lead != 0.0 {
                break;
            }
            let number = first + set;
            let opening = self.opening(number);
            meetings.push(Meeting { set: number, round, opening, players: both.to_vec() });
            let played = by_set.get(&number).map_or(&[][..], Vec::as_slice);
            if played.len() < 2 {
                return None;
            }
            let of = |entrant: usize| -> f64 {
                played.iter().filter_map(|game| game.points_of(entrant)).sum()
            };
            lead += of(both[0]) - of(both[1]);
        }
        let higher = self.entrants.iter().find(|entrant| both.contains(entrant)).copied();
        match lead {
            ahead if ahead > 0.0 => Some(both[0]),
            behind if behind < 0.0 => Some(both[1]),
            _ => higher,
        }
    }
}

/// The seeding of a knockout that lets the best two meet only in the last round: 0, 3, 1, 2 for
/// four.
fn bracket(size: usize) -> Vec<usize> {
    let mut places = vec![0];
    while places.len() < size {
        let count = 2 * places.len();
        places = places.iter().flat_map(|&place| [place, count - 1 - place]).collect();
    }
    places
}

#[cfg(test)]
mod tests {
    use super::super::game::LeagueMeta;
    use super::*;

    fn plan(kind: CupKind, entrants: &[usize]) -> CupPlan {
        let entrants = entrants.to_vec();
        CupPlan { kind, entrants, rounds: 3, sets: 1, seed: 5, is_final: false }
    }

    fn played(meeting: &Meeting, rotation: usize, winner: Option<usize>) -> FinishedGame {
        let entrants = meeting.seats(rotation);
        let points = entrants.iter().map(|&entrant| match winner {
            Some(winner) => f64::from(u8::from(winner == entrant)),
            None => 0.5,
        });
        FinishedGame {
            id: String::new(),
            points: points.collect(),
            meta: LeagueMeta {
                entrants,
                rotation,
                opening: meeting.opening,
                cup: Some((1, meeting.set)),
                ..LeagueMeta::default()
            },
            reason: String::new(),
            fault: None,
            last_words: None,
            plies: 0,
            begun: 0,
            ended: 0,
            pace: Vec::new(),
        }
    }

    /// Plays a cup to its end; `winner` decides the meetings. Returns the meetings and the winner.
    fn play(plan: &CupPlan, winner: impl Fn(&Meeting) -> Option<usize>) -> Progress {
        let mut games: Vec<FinishedGame> = Vec::new();
        for _ in 0..100 {
            let progress = plan.progress(2, &games.iter().collect::<Vec<_>>());
            if progress.winner.is_some() {
                return progress;
            }
            let done = |meeting: &Meeting| {
                games.iter().any(|game| game.meta.cup == Some((1, meeting.set)))
            };
            let next: Vec<Meeting> =
                progress.meetings.into_iter().filter(|meeting| !done(meeting)).collect();
            assert!(!next.is_empty(), "something is to be played");
            for meeting in next {
                for rotation in 0..2 {
                    games.push(played(&meeting, rotation, winner(&meeting)));
                }
            }
        }
        panic!("it never ends");
    }

    #[test]
    fn the_best_two_can_meet_at_the_end_only() {
        assert_eq!(bracket(4), [0, 3, 1, 2]);
        assert_eq!(bracket(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }

    #[test]
    fn a_knockout_of_six_has_two_byes_and_the_lowest_number_wins_it() {
        let plan = plan(CupKind::Knockout, &[1, 2, 3, 4, 5, 6]);
        let cup = play(&plan, |meeting| meeting.players.iter().min().copied());
        assert_eq!(cup.winner, Some(1));
        let rounds = |round| cup.meetings.iter().filter(|meeting| meeting.round == round).count();
        assert_eq!([rounds(0), rounds(1), rounds(2)], [2, 2, 1]);
    }

    #[test]
    fn a_knockout_that_stays_level_is_decided_by_the_rating() {
        let plan = plan(CupKind::Knockout, &[7, 3]);
        let cup = play(&plan, |_| None);
        assert_eq!((cup.winner, cup.meetings.len()), (Some(7), 3), "two more openings, then 7");
    }

    #[test]
    fn everybody_meets_everybody_once_in_a_round_robin() {
        let plan = plan(CupKind::RoundRobin, &[4, 9, 2, 7]);
        let cup = play(&plan, |meeting| meeting.players.iter().max().copied());
        assert_eq!((cup.winner, cup.meetings.len()), (Some(9), 6));
    }

    /// 3 sits out first, then wins both of its games against the winner of the other meeting: with
    /// one point for sitting out it wins, as the pairing itself counts.
    #[test]
    fn who_sits_out_in_a_swiss_of_three_has_an_even_share() {
        let plan = CupPlan { rounds: 2, ..plan(CupKind::Swiss, &[1, 2, 3]) };
        let cup = play(&plan, |meeting| meeting.players.iter().max().copied());
        assert_eq!(cup.winner, Some(3));
    }

    #[test]
    fn in_a_swiss_of_four_nobody_meets_twice() {
        let plan = plan(CupKind::Swiss, &[4, 9, 2, 7]);
        let cup = play(&plan, |meeting| meeting.players.iter().max().copied());
        assert_eq!(cup.winner, Some(9));
        let mut pairs: Vec<Vec<usize>> = cup
            .meetings
            .iter()
            .map(|meeting| {
                let mut pair = meeting.players.clone();
                pair.sort_unstable();
                pair
            })
            .collect();
        pairs.sort();
        pairs.dedup();
        assert_eq!((cup.meetings.len(), pairs.len()), (6, 6), "three rounds of two");
    }
}
