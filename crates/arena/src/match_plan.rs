//! All games of a match.

use ninefold_core::{Agent, mix, room_for};

use crate::Job;
use crate::schedule::in_order;

/// A participant: a function that creates a player for each game from the game's seed and the seat.
pub type Entrant<'a, G> = &'a (dyn Fn(u64, usize) -> Box<dyn Agent<G>> + Sync);

/// The plan of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchPlan {
    /// The seed of openings and players.
    pub seed: u64,
    /// The number of sets; each is one opening, played in every rotation of the seats.
    pub sets: usize,
    /// The number of random moves in an opening.
    pub opening: u32,
    /// The number of moves, including the opening, after which a game counts as a draw.
    pub plies: u32,
}

impl MatchPlan {
    /// The number of games of a match between `players` players.
    pub fn games(&self, players: usize) -> usize {
        self.sets * players
    }

    /// The sets of the match as jobs that any machine can play. Three and four players are seated in every cyclic
    /// order, set by set.
    pub fn jobs(&self, game: &str, players: &[String]) -> Vec<Job> {
        let everybody: Vec<usize> = (0..players.len()).collect();
        let job = |set: usize| {
            let seed = mix(self.seed ^ mix(set as u64));
            let entrants = in_order(&everybody, set);
            Job {
                run: 0,
                set: set as u64,
                seed,
                games: players.len() as u32,
                game: game.to_owned(),
                opening: self.opening,
                plies: self.plies,
                players: entrants.iter().map(|&entrant| players[entrant].clone()).collect(),
                entrants,
                line: None,
                adjudicate: false,
                times: false,
                clock: None,
            }
        };
        let mut jobs = room_for("a plan", self.sets);
        jobs.extend((0..self.sets).map(job));
        jobs
    }
}
