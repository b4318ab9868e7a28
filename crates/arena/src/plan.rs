//! A tournament as plain data: who, against whom, how often.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Job, OpeningLine, SetResult, Sprt, TimeControl, schedule};

/// Who takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntrantPlan {
    /// The name in every table.
    pub name: String,
    /// How it plays, as a player specification.
    pub player: String,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Everybody meets everybody: every table that can be formed.
    RoundRobin,
    /// The first so many entrants meet all the others, who do not meet each other.
    Gauntlet {
        /// How many are tested.
        challengers: usize,
    },
    /// So many rounds, each between neighbours in the standings who have not met yet.
    Swiss {
        /// How many.
        rounds: usize,
    },
}

/// A tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The game's full specification.
    pub game: String,
    /// How many sit at a table of it.
    pub seats: usize,
    /// Who takes part.
    pub entrants: Vec<EntrantPlan>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// How many sets each table plays, in a Swiss tournament each round.
    pub sets: usize,
    /// The seed of openings and players.
    pub seed: u64,
    /// How many random moves an opening has.
    pub opening: u32,
    /// How many moves a game may have, its opening included, before it counts as a draw.
    pub plies: u32,
    /// The entrant to whom ratings are relative.
    pub anchor: usize,
    /// Whether a game ends as soon as its result is known for certain.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adjudicate: bool,
    /// Whether the time of every move is kept.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub times: bool,
    /// Whether tables of three and four are played in every cyclic order, opening by opening. Plans of earlier versions
    /// know one order only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub orders: bool,
    /// Openings that somebody chose, taken in turn instead of random moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub book: Vec<OpeningLine>,
    /// Whether everybody keeps the seat in which it stands in the table: one game a set.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fixed_seats: bool,
    /// When a match between two stops early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// The time that everybody has for a game, and what a move adds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
}

impl EntrantPlan {
    /// These players under their own names; one that comes again gets a number: `level:3 #2`.
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

/// How many games everybody plays at a table where nobody says otherwise.
const USUAL_GAMES: usize = 20;

impl Plan {
    /// The tournament that is played where nobody says otherwise: everybody meets everybody, ratings are relative to the
    /// last.
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

    /// How many stages there are; the tables of each are known once those before are finished.
    pub fn stages(&self) -> usize {
        match self.schedule {
            Schedule::Swiss { rounds } => rounds,
            _ => 1,
        }
    }

    /// How many games a set has: one a rotation of the seats, unless they are fixed.
    pub fn games_a_set(&self) -> usize {
        if self.fixed_seats { 1 } else { self.seats }
    }

    /// The opening of this number, where they are chosen.
    fn line(&self, number: usize) -> Option<&OpeningLine> {
        self.book.get(number % self.book.len().max(1))
    }

    /// Whether the games of an earlier plan are all games of this one: it only has more openings or more players, a
    /// Swiss tournament more rounds, a test more games at most.
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
        // Who meets whom in a round depends on all who play, and its openings on how many each round has; a test is
        // between two.
        let swiss = matches!(self.schedule, Schedule::Swiss { .. });
        let same_players = self.entrants.len() == earlier.entrants.len();
        self.entrants.starts_with(&earlier.entrants)
            && (same_players || !swiss && self.sprt.is_none())
            && (self.sets == earlier.sets || !swiss && self.sets > earlier.sets)
            && self.stages() >= earlier.stages()
            && stripped(self) == stripped(earlier)
    }

    /// How many openings the whole run has.
    pub fn openings(&self) -> usize {
        self.stages() * self.sets
    }

    /// How many sets the whole run has at most.
    pub fn set_count(&self) -> u64 {
        let tables = match self.schedule {
            Schedule::Swiss { rounds } => rounds.saturating_mul(self.entrants.len() / self.seats),
            _ => schedule::tables(self, &[]).len(),
        };
        tables.saturating_mul(self.sets) as u64
    }

    /// The sets of a stage, given the results of all before it and the seeds of the openings. Every
    /// table of a stage has the same openings.
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

/// The results of an earlier run under the numbers that their sets have in a run that extends it: same opening, same
/// table. `jobs` are those of the new run, `earlier` those of the old one, each in one stage.
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
