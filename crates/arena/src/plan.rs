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
            sprt: None,
        }
    }

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
