//! Where a set begins.

use std::collections::BTreeSet;

use ninefold_core::{Agent, Game, Notation, Path, Random, RandomAgent, mix, room_for};
use serde::{Deserialize, Serialize};

use crate::Job;

/// An opening that somebody chose: a position, the game's start if there is none, and moves from there.
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
    /// The path of the line; nothing if it is none of this game, or ends it.
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

/// Where the games of a job begin: at its line, or after random moves.
pub(crate) fn start_of<G: Notation>(game: &G, job: &Job) -> Option<Path<G>> {
    match &job.line {
        Some(line) => line.path(game, job.seed),
        None => Some(opening(game, job.seed, job.opening)),
    }
}

/// The game's start of a seed with this many random legal moves played, fewer when they would end it.
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

/// The seeds of a run's openings: no two of them lead to positions that are images of each other under
/// the board's symmetries, as long as there are others to be found.
pub fn opening_seeds<G: Game>(game: &G, seed: u64, plies: u32, sets: usize) -> Vec<u64> {
    /// How often another opening is drawn before repetition is accepted.
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
