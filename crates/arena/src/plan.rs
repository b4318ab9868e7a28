//! The plan of a tournament as plain data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Job, OpeningLine, SetResult, Sprt, TimeControl, schedule};

/// A participant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntrantPlan {
    /// The name shown in every table.
    pub name: String,
    /// The player specification.
    pub player: String,
}

/// Which entrants meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// All entrants meet: every possible table.
    RoundRobin,
    /// The first `challengers` entrants meet all others, who do not meet each other.
    Gauntlet {
        /// The number of challengers.
        challengers: usize,
    },
    /// Swiss rounds, each between neighbours in the standings that have not met yet.
    Swiss {
        /// The number of rounds.
        rounds: usize,
    },
}

/// The plan of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The game's full specification.
    pub game: String,
    /// The number of seats at a table.
    pub seats: usize,
    /// The participants.
    pub entrants: Vec<EntrantPlan>,
    /// Which entrants meet.
    pub schedule: Schedule,
    /// The number of sets per table; in a Swiss tournament, per table and round.
    pub sets: usize,
    /// The seed of openings and players.
    pub seed: u64,
    /// The number of random moves in an opening.
    pub opening: u32,
    /// The number of moves, including the opening, after which a game counts as a draw.
    pub plies: u32,
    /// The entrant whose rating is 0.
    pub anchor: usize,
    /// Whether a game ends as soon as its result is certain.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adjudicate: bool,
    /// Whether to record the time of every move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub times: bool,
    /// Whether tables of three and four are played in every cyclic order, opening by opening. Plans of earlier
    /// versions have only one order.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub orders: bool,
    /// Chosen openings, used in turn instead of random moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub book: Vec<OpeningLine>,
    /// Whether players keep the seats of the table: one game per set.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fixed_seats: bool,
    /// When a match between two players stops early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// The time that everybody has for a game, and what a move adds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
}

impl EntrantPlan {
    /// Names these players after their specifications; repeated ones get a number: `level:3 #2`.
    pub fn numbered(players: impl IntoIterator<Item = String>) -> Vec<EntrantPlan> {
        let mut entrants: Vec<EntrantPlan> = Vec::new();
        for player in players {
            let taken = entrants.iter().filter(|entrant| entrant.player == player).count();
            let name = match taken {
                0 => player.clone(),
                _ => format!("{player} #{}", taken + 1),
            };
            entrants.push(EntrantPlan { name, player });
        }
        entrants
    }
}

/// The default number of games per entrant and table.
const USUAL_GAMES: usize = 20;

impl Plan {
    /// The default tournament: all entrants meet, and ratings are relative to the last one.
    pub fn usual(game: &str, seats: usize, entrants: Vec<EntrantPlan>) -> Plan {
        Plan {
            game: game.to_owned(),
            seats,
            anchor: entrants.len().saturating_sub(1),
            entrants,
            schedule: Schedule::RoundRobin,
            sets: USUAL_GAMES.div_ceil(seats),
            seed: 0,
            opening: 4,
            plies: 1000,
            adjudicate: false,
            times: false,
            orders: seats > 2,
            book: Vec::new(),
            fixed_seats: false,
            sprt: None,
            clock: None,
        }
    }

    /// The number of stages; the tables of each are known once the previous ones are finished.
    pub fn stages(&self) -> usize {
        match self.schedule {
            Schedule::Swiss { rounds } => rounds,
            _ => 1,
        }
    }

    /// The number of games in a set: one per rotation of the seats, unless they are fixed.
    pub fn games_a_set(&self) -> usize {
        if self.fixed_seats { 1 } else { self.seats }
    }

    /// The opening with this number, if openings are chosen.
    fn line(&self, number: usize) -> Option<&OpeningLine> {
        self.book.get(number % self.book.len().max(1))
    }

    /// Whether this plan includes all games of an earlier plan: it only adds openings or players, rounds to a Swiss
    /// tournament, or a higher limit of games to a test.
    pub fn extends(&self, earlier: &Plan) -> bool {
        let stripped = |plan: &Plan| Plan {
            entrants: Vec::new(),
            sets: 0,
            anchor: 0,
            schedule: match plan.schedule {
                Schedule::Swiss { .. } => Schedule::Swiss { rounds: 0 },
                schedule => schedule,
            },
            ..plan.clone()
        };
        // The pairings of a Swiss round depend on all participants, and its openings on their number per round. A
        // test is between two players.
        let swiss = matches!(self.schedule, Schedule::Swiss { .. });
        let same_players = self.entrants.len() == earlier.entrants.len();
        self.entrants.starts_with(&earlier.entrants)
            && (same_players || !swiss && self.sprt.is_none())
            && (self.sets == earlier.sets || !swiss && self.sets > earlier.sets)
            && self.stages() >= earlier.stages()
            && stripped(self) == stripped(earlier)
    }

    /// The number of openings of the whole run.
    pub fn openings(&self) -> usize {
        self.stages() * self.sets
    }

    /// The maximum number of sets of the whole run.
    pub fn set_count(&self) -> u64 {
        let tables = match self.schedule {
            Schedule::Swiss { rounds } => rounds.saturating_mul(self.entrants.len() / self.seats),
            _ => schedule::tables(self, &[]).len(),
        };
        tables.saturating_mul(self.sets) as u64
    }

    /// The sets of a stage, given the results of all previous stages and the seeds of the openings. All tables of a
    /// stage have the same openings.
    pub fn jobs(&self, run: u64, stage: usize, earlier: &[SetResult], seeds: &[u64]) -> Vec<Job> {
        let first = earlier.len() as u64;
        let tables = schedule::tables(self, earlier);
        let openings = &seeds[stage * self.sets..(stage + 1) * self.sets];
        let numbered = openings.iter().zip(stage * self.sets..);
        let ordered = |table: &[usize], number: usize| match self.orders {
            true => schedule::in_order(table, number),
            false => table.to_vec(),
        };
        let sets = numbered.flat_map(|(seed, number)| {
            tables.iter().map(move |table| (*seed, number, ordered(table, number)))
        });
        sets.zip(first..)
            .map(|((seed, number, table), set)| Job {
                run,
                set,
                seed,
                games: self.games_a_set() as u32,
                game: self.game.clone(),
                opening: self.opening,
                plies: self.plies,
                players: table.iter().map(|&e| self.entrants[e].player.clone()).collect(),
                entrants: table,
                line: self.line(number).cloned(),
                adjudicate: self.adjudicate,
                times: self.times,
                clock: self.clock,
            })
            .collect()
    }
}

/// Renumbers the results of an earlier run for a run that extends it, matching opening and table. `jobs` are those
/// of the new run, `earlier` those of the old one, each in one stage.
pub fn taken_over(jobs: &[Job], earlier: &[Job], results: &[SetResult]) -> Vec<SetResult> {
    let place = |job: &Job| (job.seed, job.entrants.clone());
    let numbers: BTreeMap<_, u64> = jobs.iter().map(|job| (place(job), job.set)).collect();
    let known: BTreeMap<u64, &Job> = earlier.iter().map(|job| (job.set, job)).collect();
    let run = jobs.first().map_or(0, |job| job.run);
    let renumbered = |result: &SetResult| {
        let set = *numbers.get(&place(known.get(&result.set)?))?;
        Some(SetResult { run, set, games: result.games.clone() })
    };
    results.iter().filter_map(renumbered).collect()
}
