//! What every legal move of a position is worth, as plain data.

use ninefold_core::Phrase;
use serde::{Deserialize, Serialize};

pub use ninefold_solve::{Source, Unit};

/// What every legal move is worth to the player on turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveValues {
    /// Whether all of it is proved.
    pub exact: bool,
    /// Where the values come from.
    pub source: Source,
    /// What the values are counted in.
    pub unit: Unit,
    /// What a reader must know about them.
    pub note: Option<String>,
    /// The same in parts, to be said in another language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caveat: Option<Phrase>,
    /// The player whose search they are, if a certain one was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The value of the position; nothing once the game is over.
    pub value: Option<i32>,
    /// How many plies the game lasts with best play, where that is known.
    pub plies: Option<u32>,
    /// Each player's expected part of the point.
    pub share: Vec<f32>,
    /// Every legal move, in the promised order.
    pub moves: Vec<MoveValue>,
    /// The best of them.
    pub best: Vec<String>,
    /// How far a search looked ahead.
    pub depth: Option<u32>,
    /// The positions looked at.
    pub nodes: u64,
}

/// What a move is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveValue {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// Its value for the player on turn.
    pub value: i32,
    /// `W`, `D` or `L` where the result is certain.
    pub letter: Option<char>,
    /// How many plies the game then lasts with best play, this one included, where that is known.
    pub plies: Option<u32>,
    /// The part of the point that its player may expect after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<f32>,
    /// How many turns the search that judged it looked ahead; nothing where it is proved by other means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Everybody's part of the point after it, where more than two play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shares: Option<Vec<f32>>,
}

impl MoveValue {
    /// A move that a search gives this value.
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
