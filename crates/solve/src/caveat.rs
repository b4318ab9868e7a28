//! Caveats that accompany a proved value.

use std::fmt;

use ninefold_core::Phrase;

/// A limitation of a proved value, or a remark about it. A value without a caveat is certain for the game as it is
/// played.
///
/// ```
/// use ninefold_solve::Caveat;
///
/// let caveat = Caveat::Assured { points: 8, by: "5,5".into() };
/// assert!(caveat.to_string().starts_with("8 points more than the opponent are sure by 5,5"));
/// assert!(Caveat::FORMS.contains(&&*caveat.phrase().form));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Caveat {
    /// The value ignores the draw rules, although some are in force.
    PureGame,
    /// The same, where the win is known to take longer than a countdown has left.
    TooLate {
        /// How many plies the win takes.
        plies: u32,
        /// How many are left of the countdown.
        left: u32,
    },
    /// In a game of three or four players, the value holds even if all others cooperate.
    AgainstAll,
    /// The value is unknown, but this lead is certain.
    Assured {
        /// The lead over the opponent in points.
        points: i32,
        /// The first move.
        by: String,
    },
    /// The value is unknown, but the opponent is certain of this lead.
    Held {
        /// The lead over the player to move in points.
        points: i32,
    },
    /// In a game of three or four players, who wins if each player plays for its own win.
    Selfish {
        /// The number of the winner.
        winner: usize,
        /// Whether the others cannot prevent it.
        forced: bool,
    },
    /// The empty board was proved a draw earlier, by the authors of this program.
    Settled {
        /// The game, as an argument of `ninefold solve`.
        game: String,
        /// The number of positions of the proof.
        positions: u64,
    },
    /// The empty board is part of a larger one that was proved a draw earlier.
    Contained {
        /// The larger game, as an argument of `ninefold solve`.
        game: String,
        /// The number of positions of its proof.
        positions: u64,
    },
    /// The whole game was recomputed and agrees with the book.
    ComputedAnew {
        /// The number of classes of positions in the book.
        classes: usize,
        /// The maximum number of stones in any of them.
        stones: u32,
    },
}

const PURE_GAME: &str = "the value of the pure game, without countdowns and repetition";
const TOO_LATE: &str =
    "the value of the pure game: its win takes {0} plies, and a countdown has {1} left";
const AGAINST_ALL: &str = "at least this much, even if all others play against whoever is on turn";
const ASSURED: &str =
    "{0} points more than the opponent are sure by {1} and then answering every stone by its image";
const HELD: &str = "the opponent is sure of {0} points more by answering every stone by its image";
const FORCED: &str = "player {0} wins when everybody plays for the own win and takes the first of equal moves; \
                      it is forced, whatever the others do";
const UNFORCED: &str = "player {0} wins when everybody plays for the own win and takes the first of equal moves; \
                        others who cannot win themselves could choose otherwise";
const SETTLED: &str = "{0} was proved a draw by this program in {1} positions (ninefold solve)";
const CONTAINED: &str = "every line here contains one of {0}, which was proved a draw by this program in {1} \
                         positions (ninefold solve)";
const COMPUTED_ANEW: &str =
    "all 2^36 sets computed anew; the book agrees in all {0} classes of at most {1} stones";

impl Caveat {
    /// The messages of all caveats, for translators.
    pub const FORMS: [&'static str; 10] = [
        PURE_GAME,
        TOO_LATE,
        AGAINST_ALL,
        ASSURED,
        HELD,
        FORCED,
        UNFORCED,
        SETTLED,
        CONTAINED,
        COMPUTED_ANEW,
    ];

    /// The caveat as a translatable phrase.
    pub fn phrase(&self) -> Phrase {
        match self {
            Caveat::PureGame => Phrase::of(PURE_GAME),
            Caveat::TooLate { plies, left } => Phrase::of(TOO_LATE).with(*plies).with(*left),
            Caveat::AgainstAll => Phrase::of(AGAINST_ALL),
            Caveat::Assured { points, by } => Phrase::of(ASSURED).with(*points).with(by.clone()),
            Caveat::Held { points } => Phrase::of(HELD).with(*points),
            Caveat::Selfish { winner, forced: true } => Phrase::of(FORCED).with(*winner),
            Caveat::Selfish { winner, forced: false } => Phrase::of(UNFORCED).with(*winner),
            Caveat::Settled { game, positions } => {
                Phrase::of(SETTLED).with(game.clone()).with(*positions)
            }
            Caveat::Contained { game, positions } => {
                Phrase::of(CONTAINED).with(game.clone()).with(*positions)
            }
            Caveat::ComputedAnew { classes, stones } => {
                Phrase::of(COMPUTED_ANEW).with(*classes).with(*stones)
            }
        }
    }
}

/// The English text.
impl fmt::Display for Caveat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.phrase().fmt(f)
    }
}
