//! The openings of sets.

use std::collections::BTreeSet;

use ninefold_core::{Agent, Game, Notation, Path, Random, RandomAgent, mix, room_for};
use serde::{Deserialize, Serialize};

use crate::Job;

/// A chosen opening: a position, or the game's start if there is none, and moves from there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OpeningLine {
    /// The position as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves as text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

impl OpeningLine {
    /// The path of the line; `None` if it is not valid for this game, or ends it.
    pub fn path<G: Notation>(&self, game: &G, seed: u64) -> Option<Path<G>> {
        let start = match &self.position {
            Some(text) => game.parse_position(text).ok()?,
            None => game.start(seed),
        };
        let mut path = Path::new(game.clone(), start);
        for text in &self.moves {
            path.play_text(text).ok()?;
        }
        path.outcome().is_none().then_some(path)
    }
}

/// The first position of a job's games: after its line, or after random moves.
pub(crate) fn start_of<G: Notation>(game: &G, job: &Job) -> Option<Path<G>> {
    match &job.line {
        Some(line) => line.path(game, job.seed),
        None => Some(opening(game, job.seed, job.opening)),
    }
}

/// The game's start for a seed, followed by this many random legal moves, or fewer if they would end the game.
pub fn opening<G: Game>(game: &G, seed: u64, plies: u32) -> Path<G> {
    let mut path = Path::new(game.clone(), game.start(seed));
    let mut agent = RandomAgent::new(Random::stream(seed, 0), None);
    for _ in 0..plies {
        let Some(mv) = agent.choose(&path) else { break };
        path.play(mv);
        if path.outcome().is_some() {
            path.undo();
            break;
        }
    }
    path
}

/// The seeds of a run's openings. No two lead to positions that are images of each other under the board's
/// symmetries, as long as others can be found.
pub fn opening_seeds<G: Game>(game: &G, seed: u64, plies: u32, sets: usize) -> Vec<u64> {
    /// The maximum number of attempts before a repetition is accepted.
    const ATTEMPTS: u64 = 64;
    let mut seen = BTreeSet::new();
    let mut exhausted = false;
    let mut draw = |set: u64| {
        let first = mix(seed ^ mix(set));
        if exhausted {
            return first;
        }
        for attempt in 0..ATTEMPTS {
            let seed = if attempt == 0 { first } else { mix(first ^ attempt) };
            if seen.insert(game.canonical(opening(game, seed, plies).state())) {
                return seed;
            }
        }
        exhausted = true;
        first
    };
    let mut seeds = room_for("a plan", sets);
    seeds.extend((0..sets as u64).map(&mut draw));
    seeds
}
