//! Why a player cannot win, in words a reader can follow on the board.

use serde::{Deserialize, Serialize};

/// Who cannot win and why, as far as it was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reasons {
    /// How players who cannot win are held.
    pub found: Vec<Reason>,
    /// The numbers of players, from 1, who certainly cannot be held like this: they win, or threats are needed against them.
    pub not_held: Vec<usize>,
    /// The numbers of players about whom nothing was found within the budget.
    pub open: Vec<usize>,
}

/// How a player who cannot win is held by the other one, the *holder*.
///
/// A pair are two empty cells of which the holder gets one: whenever the other player takes one of them, he takes the
/// other. Where every line without a stone of the holder's contains a pair, no line can be filled any more, and
/// the reason is complete. Otherwise the holder has an answer to every move outside his pairs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// The number of the player who cannot win, from 1.
    pub player: usize,
    /// Whether that player is to move.
    pub to_move: bool,
    /// The pairs that the holder keeps.
    pub pairs: Vec<[String; 2]>,
    /// Whether the pairs are all there is to it.
    pub complete: bool,
    /// The holder's answers, if they are not.
    pub answers: Vec<ReasonAnswer>,
}

/// An answer of the holder's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReasonAnswer {
    /// The moves that it answers; none when the holder is to move.
    pub to: Vec<String>,
    /// Where the holder plays.
    pub stone: String,
    /// The pairs that he keeps from there on.
    pub pairs: Vec<[String; 2]>,
    /// Whether these pairs are all he needs. If not, ask again after his stone.
    pub complete: bool,
}
