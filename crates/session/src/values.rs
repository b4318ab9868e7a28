//! The values of all legal moves of a position, as plain data.

use ninefold_core::Phrase;
use serde::{Deserialize, Serialize};

pub use ninefold_solve::{Source, Unit};

/// The values of all legal moves for the player to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveValues {
    /// Whether everything is proved.
    pub exact: bool,
    /// The source of the values.
    pub source: Source,
    /// The unit of the values.
    pub unit: Unit,
    /// A caveat for the reader.
    pub note: Option<String>,
    /// The same in parts, for translation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caveat: Option<Phrase>,
    /// The player whose search it is, if one was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The value of the position; null once the game is over.
    pub value: Option<i32>,
    /// The plies to the end with best play, if known.
    pub plies: Option<u32>,
    /// Each player's expected share of the point.
    pub share: Vec<f32>,
    /// Every legal move, in the promised order.
    pub moves: Vec<MoveValue>,
    /// The best moves.
    pub best: Vec<String>,
    /// The search depth.
    pub depth: Option<u32>,
    /// The nodes searched.
    pub nodes: u64,
}

/// The value of a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveValue {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// Its value for the player to move.
    pub value: i32,
    /// `W`, `D` or `L` if the result is certain.
    pub letter: Option<char>,
    /// The plies to the end with best play, this one included, if known.
    pub plies: Option<u32>,
    /// The expected share of the point for its player afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<f32>,
    /// The depth in turns of the search that judged it; null if it is proved by other means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Each player's share of the point afterwards, with more than two players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shares: Option<Vec<f32>>,
}

impl MoveValue {
    /// A move with a value estimated by a search.
    pub(crate) fn estimate(text: String, value: i32) -> MoveValue {
        MoveValue { text, value, letter: None, plies: None, share: None, depth: None, shares: None }
    }
}

/// `W`, `D` or `L` for a value of this sign.
pub(crate) fn letter(value: i32) -> char {
    match value.signum() {
        1 => 'W',
        0 => 'D',
        _ => 'L',
    }
}
