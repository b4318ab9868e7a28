//! All games of a match.

use ninefold_core::{Agent, mix};

use crate::Job;

/// Whoever takes part: makes a player for each of its games, from the game's seed and the seat.
pub type Entrant<'a, G> = &'a (dyn Fn(u64, usize) -> Box<dyn Agent<G>> + Sync);

/// A match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchPlan {
    /// The seed of openings and players.
    pub seed: u64,
    /// How many sets: openings, each played in every rotation of the seats.
    pub sets: usize,
    /// How many random moves an opening has.
    pub opening: u32,
    /// How many moves a game may have after its opening before it counts as a draw.
    pub plies: u32,
}

impl MatchPlan {
    /// How many games a match between this many has.
    pub fn games(&self, players: usize) -> usize {
        self.sets * players
    }

    /// The sets of the match as jobs that any machine can play. `opening_plies` says how many moves the
    /// opening of a seed has.
    pub fn jobs(
        &self,
        game: &str,
        players: &[String],
        opening_plies: &dyn Fn(u64) -> u32,
    ) -> Vec<Job> {
        let job = |set: usize| {
            let seed = mix(self.seed ^ mix(set as u64));
            Job {
                run: 0,
                set: set as u64,
                seed,
                games: players.len() as u32,
                game: game.to_owned(),
                opening: self.opening,
                plies: opening_plies(seed).saturating_add(self.plies),
                entrants: (0..players.len()).collect(),
                players: players.to_vec(),
                adjudicate: false,
                times: false,
            }
        };
        (0..self.sets).map(job).collect()
    }
}
