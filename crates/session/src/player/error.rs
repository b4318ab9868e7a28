//! Errors in player specifications.

use ninefold_core::{ParameterError, quote};
use thiserror::Error;

use super::player_kinds;
use crate::evaluation::EvaluatorError;

/// Why a specification names no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayerError {
    /// No kind of player has this name.
    #[error("unknown player {}, {}", quote(.name), wanted(.nearest))]
    Kind {
        /// The name given.
        name: String,
        /// The most similar name.
        nearest: Option<&'static str>,
    },
    /// Invalid parameters.
    #[error("player {}: {problem}", quote(.spec))]
    Parameter {
        /// The whole specification.
        spec: String,
        /// What was wrong.
        problem: ParameterError,
    },
    /// Invalid evaluator.
    #[error("player {}: {problem}", quote(.spec))]
    Evaluator {
        /// The whole specification.
        spec: String,
        /// What was wrong.
        problem: EvaluatorError,
    },
    /// The game has no such move rule.
    #[error("player {}: place is {}, {wanted}", quote(.spec), quote(.place))]
    Place {
        /// The whole specification.
        spec: String,
        /// The move rule given.
        place: String,
        /// The rules of the game.
        wanted: String,
    },
    /// The algorithm is for a different number of players.
    #[error("player {}: it is for two players and this game has {players}; maxn, paranoid, brs and mcts are for any number", quote(.spec))]
    Players {
        /// The whole specification.
        spec: String,
        /// The number of players of the game.
        players: usize,
    },
    /// The program is missing.
    #[error("player {}: {problem}", quote(.spec))]
    Program {
        /// The whole specification.
        spec: String,
        /// What was wrong.
        problem: &'static str,
    },
    /// A program where none may be run.
    #[error("player {}: no program may be run here", quote(.spec))]
    NoPrograms {
        /// The whole specification.
        spec: String,
    },
    /// A program whose protocol does not support this game.
    #[error("player {}: {why}", quote(.spec))]
    Unfit {
        /// The whole specification.
        spec: String,
        /// What was wrong.
        why: String,
    },
    /// A program that cannot be started, or exits at once.
    #[error("player {}: {why}{}", quote(.spec), last_words(.said))]
    DoesNotRun {
        /// The whole specification.
        spec: String,
        /// What happened.
        why: String,
        /// Its last lines on standard error.
        said: String,
    },
    /// Not a program where one is required.
    #[error("player {} is no program, wanted one such as cmd(./my-bot)", quote(.spec))]
    NoProgram {
        /// The whole specification.
        spec: String,
    },
    /// Not an engine where one is required.
    #[error("player {} is no engine of a protocol, wanted one such as ugi(./engine), gomocup(./engine) or sanmill(./engine)", quote(.spec))]
    NoEngine {
        /// The whole specification.
        spec: String,
    },
    /// A person was asked for a move.
    #[error("player {}: only a computer can be asked for its move", quote(.spec))]
    Human {
        /// The whole specification.
        spec: String,
    },
    /// The wrong number of players.
    #[error("{game} is for {wanted} players, not {found}")]
    Count {
        /// The number given.
        found: usize,
        /// The game.
        game: String,
        /// The number required.
        wanted: usize,
    },
}

/// The last line that a program said on standard error.
fn last_words(said: &str) -> String {
    let last = said.lines().rev().find(|line| !line.trim().is_empty());
    last.map_or(String::new(), |line| format!("; its last words: {}", line.trim()))
}

fn wanted(nearest: &Option<&'static str>) -> String {
    match nearest {
        Some(name) => format!("did you mean {name}?"),
        None => {
            let ids: Vec<&str> = player_kinds().iter().map(|kind| kind.id).collect();
            format!("wanted one of {}", ids.join(", "))
        }
    }
}
