//! Explains why a player cannot win, in a form that can be followed on the board.

use serde::{Deserialize, Serialize};

/// Which players cannot win and why, as far as was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reasons {
    /// How players who cannot win are held.
    pub found: Vec<Reason>,
    /// The numbers of players, from 1, who certainly cannot be held this way: they win, or holding them requires
    /// threats.
    pub not_held: Vec<usize>,
    /// The numbers of players for whom nothing was found within the budget.
    pub open: Vec<usize>,
}

/// How a player who cannot win is held by the opponent, the *holder*.
///
/// A pair is two empty cells of which the holder gets one: whenever the other player takes one of them, the holder
/// takes the other. If every line without a stone of the holder's contains a pair, no line can be completed any
/// more, and the reason is complete. Otherwise the holder has an answer to every move outside the pairs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// The number of the player who cannot win, from 1.
    pub player: usize,
    /// Whether that player is to move.
    pub to_move: bool,
    /// The holder's pairs.
    pub pairs: Vec<[String; 2]>,
    /// Whether the pairs are the complete reason.
    pub complete: bool,
    /// The holder's answers, if the pairs are not.
    pub answers: Vec<ReasonAnswer>,
}

/// An answer of the holder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReasonAnswer {
    /// The moves that it answers; empty if the holder is to move.
    pub to: Vec<String>,
    /// Where the holder plays.
    pub stone: String,
    /// The holder's pairs from there on.
    pub pairs: Vec<[String; 2]>,
    /// Whether these pairs suffice. If not, request the reasons again after the stone.
    pub complete: bool,
}
