//! A tournament as plain data: who, against whom, how often.

use serde::{Deserialize, Serialize};

use crate::{Job, SetResult, Sprt, schedule};

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
    /// When a match between two stops early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

impl Plan {
    /// How many stages there are; the tables of each are known once those before are finished.
    pub fn stages(&self) -> usize {
        match self.schedule {
            Schedule::Swiss { rounds } => rounds,
            _ => 1,
        }
    }

    /// How many openings the whole run has.
    pub fn openings(&self) -> usize {
        self.stages() * self.sets
    }

    /// How many sets the whole run has at most.
    pub fn set_count(&self) -> u64 {
        let tables = match self.schedule {
            Schedule::Swiss { rounds } => rounds * (self.entrants.len() / self.seats),
            _ => schedule::tables(self, &[]).len(),
        };
        (tables * self.sets) as u64
    }

    /// The sets of a stage, given the results of all before it and the seeds of the openings. Every
    /// table of a stage has the same openings.
    pub fn jobs(&self, run: u64, stage: usize, earlier: &[SetResult], seeds: &[u64]) -> Vec<Job> {
        let first = earlier.len() as u64;
        let tables = schedule::tables(self, earlier);
        let openings = &seeds[stage * self.sets..(stage + 1) * self.sets];
        let sets = openings.iter().flat_map(|seed| tables.iter().map(move |table| (*seed, table)));
        sets.zip(first..)
            .map(|((seed, table), set)| Job {
                run,
                set,
                seed,
                games: self.seats as u32,
                game: self.game.clone(),
                opening: self.opening,
                plies: self.plies,
                entrants: table.clone(),
                players: table.iter().map(|&e| self.entrants[e].player.clone()).collect(),
                adjudicate: self.adjudicate,
                times: self.times,
            })
            .collect()
    }
}
