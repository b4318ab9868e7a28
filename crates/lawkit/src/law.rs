//! The laws by name, and their violations.

use std::error::Error;
use std::fmt;

/// A law that every game must obey.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Law {
    /// Two to four players, and the player to move is one of them.
    Table,
    /// There are no legal moves exactly when the game is over, and generating them only appends.
    Ending,
    /// Legal moves come in strictly ascending order.
    Order,
    /// No two legal moves have the same code or the same action, and every action is within bounds.
    Code,
    /// The texts of the legal moves are distinct words that find their moves; no other text does.
    MoveText,
    /// The step sequences of the legal moves are distinct, lie on the board, and none is a prefix of another.
    Steps,
    /// The end of a game names its rule and has valid payoffs for its number of players.
    Payoffs,
    /// Only players of the game have points; with two players, one's lead is the other's deficit.
    Points,
    /// The key depends on the position alone, however it was reached, and distinguishes positions with different
    /// moves.
    Key,
    /// A position's text parses back to the same position, and nonsense is rejected.
    PositionText,
    /// What a front end draws fits the board and the number of players.
    View,
    /// Every move has an explanation and every illegal click a refusal, in listed forms; previews fit the board.
    Insight,
    /// A move rule allows at least one legal move, in order.
    MoveRules,
    /// Playing, ending, turns and points are the same in every image of a position.
    Symmetry,
    /// The symmetries are a group whose first element is the identity.
    Group,
    /// All images of a position share one representative, which is one of them.
    Canonical,
    /// Undoing restores everything, and no position recurs after an irreversible move.
    Path,
    /// A recorded game replays to the same end, and a forged record is rejected.
    Record,
    /// The tree has the known numbers of leaves.
    Perft,
}

impl Law {
    /// All laws, in the order of declaration.
    pub const ALL: [Law; 19] = [
        Law::Table,
        Law::Ending,
        Law::Order,
        Law::Code,
        Law::MoveText,
        Law::Steps,
        Law::Payoffs,
        Law::Points,
        Law::Key,
        Law::PositionText,
        Law::View,
        Law::Insight,
        Law::MoveRules,
        Law::Symmetry,
        Law::Group,
        Law::Canonical,
        Law::Path,
        Law::Record,
        Law::Perft,
    ];

    /// The name in a message: "move text".
    pub const fn name(self) -> &'static str {
        match self {
            Law::Table => "table",
            Law::Ending => "ending",
            Law::Order => "order",
            Law::Code => "move code",
            Law::MoveText => "move text",
            Law::Steps => "steps",
            Law::Payoffs => "payoffs",
            Law::Points => "points already won",
            Law::Key => "key",
            Law::PositionText => "position text",
            Law::View => "view",
            Law::Insight => "insight",
            Law::MoveRules => "move rules",
            Law::Symmetry => "symmetry",
            Law::Group => "group",
            Law::Canonical => "canonical",
            Law::Path => "path",
            Law::Record => "record",
            Law::Perft => "perft",
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A violation of a law by a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The specification of the game.
    pub spec: String,
    /// The law.
    pub law: Law,
    /// The text of the position in which it occurred.
    pub position: String,
    /// A description of the violation.
    pub detail: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Violation { spec, law, position, detail } = self;
        write!(f, "{spec} breaks the law \"{law}\" at \"{position}\": {detail}")
    }
}

impl Error for Violation {}

/// `Ok`, or the first law violated.
pub(crate) type Verdict = Result<(), Violation>;
