//! The standings of a run.

use std::collections::BTreeMap;

use ninefold_core::Fault;

use crate::score::{Cluster, share};
use crate::{Estimate, SetResult};

/// Wins, draws and losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games in which it alone got the point.
    pub wins: u64,
    /// Games whose point it shared.
    pub draws: u64,
    /// Games without a share.
    pub losses: u64,
}

impl Row {
    /// Its losses by fault, in words: `3 by fault (2 illegal move, 1 crashed)`; nothing if there are none.
    pub fn fault_words(&self) -> Option<String> {
        let kinds: Vec<String> = self
            .fault_kinds
            .iter()
            .map(|(kind, count)| format!("{count} {}", Fault::words(kind)))
            .collect();
        (self.faults > 0).then(|| format!("{} by fault ({})", self.faults, kinds.join(", ")))
    }
}

impl Tally {
    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Counts a game by what it brought.
    pub(crate) fn count(&mut self, points: f64) {
        match points {
            all if all > 0.999 => self.wins += 1,
            none if none < 0.001 => self.losses += 1,
            _ => self.draws += 1,
        }
    }
}

/// How an entrant did in a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The entrant.
    pub entrant: usize,
    /// Its points.
    pub points: f64,
    /// Wins, draws and losses in all.
    pub total: Tally,
    /// The same by seat.
    pub seats: Vec<Tally>,
    /// Games it lost by a fault.
    pub faults: u64,
    /// The same by the kind of the fault.
    pub fault_kinds: BTreeMap<String, u64>,
    /// Its share of the points, with the interval from the spread between openings.
    pub share: Estimate,
}

/// The points of each entrant against each other: `[a][b]` is what A got in games with B, and of how many.
pub type CrossTable = Vec<Vec<(f64, u64)>>;

/// One row an entrant, in their order.
pub fn rows(results: &[SetResult], entrants: usize, seats: usize) -> Vec<Row> {
    (0..entrants)
        .map(|entrant| {
            let (mut total, mut by_seat) = (Tally::default(), vec![Tally::default(); seats]);
            let (mut points, mut fault_kinds) = (0.0, BTreeMap::<String, u64>::new());
            let mut clusters: BTreeMap<u64, Cluster> = BTreeMap::new();
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
                let cluster = clusters.entry(result.opening_seed()).or_default();
                cluster.points += result.points_of(entrant);
                cluster.games += result.games.len() as f64;
                cluster.sets += 1.0;
            }
            let faults = fault_kinds.values().sum();
            let clusters: Vec<Cluster> = clusters.into_values().collect();
            Row {
                entrant,
                points,
                total,
                seats: by_seat,
                faults,
                fault_kinds,
                share: share(&clusters, seats),
            }
        })
        .collect()
}

/// Who got how many points in games with whom.
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
