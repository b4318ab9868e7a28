//! Matches between players of any game.
//!
//! A match is a number of *sets*. Every set begins with an opening of its own and is played once in
//! every rotation of the seats, so that neither the opening nor the seat favours anybody. A game
//! depends on the seed of the match and its own number alone: any number of threads plays the same
//! games.
//!
//! Nothing here names a game or an algorithm.

mod bout;
mod contest;
mod opening;
mod score;

pub use bout::{Bout, bout};
pub use contest::{Contest, Entrant, Halt, Played};
pub use opening::opening;
pub use score::{Estimate, Standing, elo, standings};
