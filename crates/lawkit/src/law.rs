//! The laws by name, and what it means to break one.

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
    /// No two legal moves have the same code or the same action, and no action is beyond the last.
    Code,
    /// The texts of the legal moves are different words that find their moves; no other text does.
    MoveText,
    /// The steps of the legal moves are different, on the board, and none begins another.
    Steps,
    /// The end of a game names its rule and gives the table payoffs that make sense.
    Payoffs,
    /// Points go to players of the table; with two players one's lead is the other's arrears.
    Points,
    /// The key follows from the position alone, however it was reached, and tells apart positions
    /// with different moves.
    Key,
    /// A position's text reads back as that very position, and nonsense is refused.
    PositionText,
    /// What a front end draws fits on the board and at the table.
    View,
    /// Every move has a reason, every illegal click a refusal, in forms that are listed; previews fit on
    /// the board.
    Insight,
    /// A move rule leaves at least one legal move, in order.
    MoveRules,
    /// Playing, ending, turns and points look the same in every image of a position.
    Symmetry,
    /// The symmetries are a group that begins with the identity.
    Group,
    /// All images of a position share one representative, which is one of them.
    Canonical,
    /// Taking back restores everything, and no position comes again after an irreversible move.
    Path,
    /// A game written down replays to the same end, and a forged one is refused.
    Record,
    /// The tree has as many leaves as is known.
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

    /// The name in a sentence: "move text".
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

/// A law that a game broke, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The specification of the game.
    pub spec: String,
    /// The law.
    pub law: Law,
    /// The text of the position.
    pub position: String,
    /// What was found there.
    pub detail: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Violation { spec, law, position, detail } = self;
        write!(f, "{spec} breaks the law \"{law}\" at \"{position}\": {detail}")
    }
}

impl Error for Violation {}

/// Nothing, or the first law broken.
pub(crate) type Verdict = Result<(), Violation>;
