//! What a reader must know about a proved value, beside the number.

use std::fmt;

use ninefold_core::Phrase;

/// What limits a proved value, or comes with it. A value without one is certain for the game as it is played.
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
    /// The value leaves the draw rules out, though some are in force.
    PureGame,
    /// The same, where the win is known to take longer than a countdown has left.
    TooLate {
        /// How many plies the win takes.
        plies: u32,
        /// How many are left of the countdown.
        left: u32,
    },
    /// Among three or four the value holds even if all others play together.
    AgainstAll,
    /// No value is known, but so much is sure.
    Assured {
        /// How many points more than the opponent.
        points: i32,
        /// The move to begin with.
        by: String,
    },
    /// No value is known, but the opponent is sure of so much.
    Held {
        /// How many points more than the player on turn.
        points: i32,
    },
    /// Among three or four, who wins when everybody plays for the own win.
    Selfish {
        /// The winner's number.
        winner: usize,
        /// Whether the others cannot help it.
        forced: bool,
    },
    /// The empty board was proved a draw before, by whoever made this program.
    Settled {
        /// The game, as it is given to `ninefold solve`.
        game: String,
        /// How many positions the proof took.
        positions: u64,
    },
    /// The empty board is a part of one that was proved a draw before.
    Contained {
        /// The larger game, as it is given to `ninefold solve`.
        game: String,
        /// How many positions its proof took.
        positions: u64,
    },
    /// The whole game was computed, and agrees with the book.
    ComputedAnew {
        /// How many classes of positions the book has.
        classes: usize,
        /// The most stones on the board in any of them.
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
    /// The forms of all caveats, for translators.
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

    /// The sentence in parts.
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

/// In English.
impl fmt::Display for Caveat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.phrase().fmt(f)
    }
}
