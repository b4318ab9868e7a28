//! The standings of a run.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::time::Duration;

use ninefold_core::Fault;
use serde::Serialize;

use crate::clock::told;
use crate::repeats::{Unit, units};
use crate::score::{Cluster, share};
use crate::{Estimate, SetResult};

/// Wins, draws and losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games in which the entrant alone got the point.
    pub wins: u64,
    /// Games in which it shared the point.
    pub draws: u64,
    /// Games in which it got no share.
    pub losses: u64,
}

impl Row {
    /// Its losses by fault, in words: `3 by fault (2 illegal moves, 1 crash)`; `None` if there are none.
    pub fn fault_words(&self) -> Option<String> {
        let kinds: Vec<String> =
            self.fault_kinds.iter().map(|(kind, count)| Fault::words(kind, *count)).collect();
        (self.faults > 0).then(|| format!("{} by fault ({})", self.faults, kinds.join(", ")))
    }
}

impl Tally {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Counts a game by its points.
    pub(crate) fn count(&mut self, points: f64) {
        match points {
            all if all > 0.999 => self.wins += 1,
            none if none < 0.001 => self.losses += 1,
            _ => self.draws += 1,
        }
    }
}

/// How long somebody's moves took.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MoveTimes {
    /// How many moves, the one by which a game was lost on time included.
    pub moves: u64,
    /// The milliseconds of one on average,
    pub mean: f64,
    /// and of the longest.
    pub largest: f64,
}

impl MoveTimes {
    /// The times of these moves in microseconds; nothing if there are none.
    fn of(micros: impl Iterator<Item = u32>) -> Option<MoveTimes> {
        let (mut moves, mut sum, mut largest) = (0, 0, 0);
        for micros in micros {
            moves += 1;
            sum += u64::from(micros);
            largest = largest.max(micros);
        }
        let mean = sum as f64 / moves.max(1) as f64 / 1000.0;
        (moves > 0).then_some(MoveTimes { moves, mean, largest: f64::from(largest) / 1000.0 })
    }
}

/// As it stands in a table: `46.3 ms a move, 1.270 s at most`.
impl fmt::Display for MoveTimes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [mean, largest] = [self.mean, self.largest]
            .map(|milliseconds| told(Duration::from_secs_f64(milliseconds / 1000.0)));
        write!(f, "{mean} a move, {largest} at most")
    }
}

/// The results of an entrant in a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The entrant.
    pub entrant: usize,
    /// Its points.
    pub points: f64,
    /// Wins, draws and losses in all.
    pub total: Tally,
    /// Wins, draws and losses by seat.
    pub seats: Vec<Tally>,
    /// Games it lost by a fault.
    pub faults: u64,
    /// Games lost by a fault, by its kind.
    pub fault_kinds: BTreeMap<String, u64>,
    /// How long its moves took, where that was kept.
    pub times: Option<MoveTimes>,
    /// The number of distinct games: copies count as one.
    pub different: u64,
    /// Its share of the points. The interval comes from the spread between openings, or between sets if there is
    /// only one opening, and its width is that for the distinct games.
    pub share: Estimate,
}

/// The points between entrants: `[a][b]` is the points of A in games with B, and the number of those games.
pub type CrossTable = Vec<Vec<(f64, u64)>>;

/// One row per entrant, in order.
pub fn rows(results: &[SetResult], entrants: usize, seats: usize) -> Vec<Row> {
    rows_of(results, &units(results), entrants, seats)
}

/// The rows for sets whose units are known.
pub(crate) fn rows_of(
    results: &[SetResult],
    units: &[Unit],
    entrants: usize,
    seats: usize,
) -> Vec<Row> {
    let shares = shares_of(results, units, 0..entrants, seats);
    (0..entrants)
        .zip(shares)
        .map(|(entrant, (share, different))| {
            let (mut total, mut by_seat) = (Tally::default(), vec![Tally::default(); seats]);
            let (mut points, mut fault_kinds) = (0.0, BTreeMap::<String, u64>::new());
            for result in results.iter().filter(|result| result.entrants().contains(&entrant)) {
                for game in &result.games {
                    for (seat, got) in game.points.iter().enumerate() {
                        if game.seats[seat] != entrant {
                            continue;
                        }
                        points += got;
                        total.count(*got);
                        by_seat[seat].count(*got);
                        if let Some(kind) =
                            game.fault_kind().filter(|_| game.at_fault() == Some(seat))
                        {
                            *fault_kinds.entry(kind.to_owned()).or_default() += 1;
                        }
                    }
                }
            }
            let faults = fault_kinds.values().sum();
            let seats = by_seat;
            let times = MoveTimes::of(micros(results, entrant));
            Row { entrant, points, total, seats, faults, fault_kinds, times, different, share }
        })
        .collect()
}

/// The microseconds of the moves of an entrant.
fn micros(results: &[SetResult], entrant: usize) -> impl Iterator<Item = u32> {
    let games = results.iter().flat_map(|result| &result.games);
    games.flat_map(move |game| {
        let own = move |seat: u8| game.seats.get(usize::from(seat)) == Some(&entrant);
        game.times.iter().filter(move |(seat, _)| own(*seat)).map(|&(_, micros)| micros)
    })
}

/// The share of the points of each of some entrants, with its interval, and the number of their distinct games.
pub(crate) fn shares(
    results: &[SetResult],
    entrants: Range<usize>,
    seats: usize,
) -> Vec<(Estimate, u64)> {
    shares_of(results, &units(results), entrants, seats)
}

fn shares_of(
    results: &[SetResult],
    units: &[Unit],
    entrants: Range<usize>,
    seats: usize,
) -> Vec<(Estimate, u64)> {
    #[derive(Clone, Default)]
    struct Own {
        clusters: BTreeMap<usize, Cluster>,
        games: usize,
        different: usize,
    }
    let mut all = vec![Own::default(); entrants.len()];
    for (result, unit) in results.iter().zip(units) {
        for entrant in result.entrants() {
            let at = entrant.checked_sub(entrants.start);
            let Some(own) = at.and_then(|at| all.get_mut(at)) else { continue };
            own.games += result.games.len();
            own.different += unit.different;
            let cluster = own.clusters.entry(unit.cluster).or_default();
            cluster.points += result.points_of(entrant);
            cluster.games += result.games.len() as f64;
            cluster.sets += 1.0;
        }
    }
    let share_of = |Own { clusters, games, different }: Own| {
        // The share is that of all games; its uncertainty is that of the distinct ones.
        let part = different as f64 / games.max(1) as f64;
        let clusters: Vec<Cluster> =
            clusters.into_values().map(|cluster| cluster.scaled(part)).collect();
        (share(&clusters, seats), different as u64)
    };
    all.into_iter().map(share_of).collect()
}

/// Whether any of these entrants played on more than one seat. If not, a share may be due to the seat as much as to
/// the player.
pub fn seats_changed(rows: &[Row]) -> bool {
    rows.iter().any(|row| row.seats.iter().filter(|tally| tally.games() > 0).count() > 1)
}

/// The points between each pair of entrants.
pub fn cross_table(results: &[SetResult], entrants: usize) -> CrossTable {
    let mut table = vec![vec![(0.0, 0); entrants]; entrants];
    for game in results.iter().flat_map(|result| &result.games) {
        for (&entrant, &points) in game.seats.iter().zip(&game.points) {
            for &other in game.seats.iter().filter(|other| **other != entrant) {
                let cell: &mut (f64, u64) = &mut table[entrant][other];
                cell.0 += points;
                cell.1 += 1;
            }
        }
    }
    table
}
