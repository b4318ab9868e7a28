//! Matches and tournaments between players of any game.
//!
//! A match is a number of *sets*. Every set begins with an opening of its own and is played once in
//! every rotation of the seats, so that neither the opening nor the seat favours anybody. A game
//! depends on the seed of the match and its own number alone: any number of threads plays the same
//! games.
//!
//! Five things are apart from each other: a [`Plan`] says who meets whom, a [`Job`] is a set that any
//! machine can play, a [`RunHandle`] lets [`Hands`] play jobs and a [`Keeper`] keep each before it
//! counts, the ratings and tests say what the results mean, and printing is left to others.
//!
//! Nothing here names a game or an algorithm.

mod bout;
mod contest;
mod course;
mod evolution;
mod hands;
mod job;
mod linear;
mod normal;
mod opening;
mod plackett_luce;
mod plan;
mod rating;
mod run;
mod schedule;
mod score;
mod set;
mod sprt;
mod standings;
mod table;
mod verify;

pub use bout::{Adjudicator, Bout, Ends, Ruling, bout};
pub use contest::{Contest, Entrant, Halt};
pub use course::{Fixed, Tournament};
pub use evolution::{
    Birth, Evolution, EvolutionPlan, Gene, Generation, Individual, Method, POINTS_A_WIN,
};
pub use hands::{Hands, Play, Stage, Take, Threads, Trouble};
pub use job::{ChunkResult, GameResult, Job};
pub use normal::normal_below;
pub use opening::{opening, opening_seeds};
pub use plackett_luce::plackett_luce;
pub use plan::{EntrantPlan, Plan, Schedule};
pub use rating::Ratings;
pub use run::{ALL_PLAYED, Course, End, InMemory, KeepError, Keeper, Progress, RunHandle};
pub use score::{Estimate, elo, wilson};
pub use set::play_set;
pub use sprt::{Pentanomial, Sprt, Verdict};
pub use standings::{Encounter, Standings, TestState, encounter, seat_shares, test_state};
pub use table::{CrossTable, Row, Tally, cross_table, rows};
pub use verify::{WrongResult, verify_set};
