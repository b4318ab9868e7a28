//! Matches and tournaments between players of any game.
//!
//! A match is a number of *sets*. Every set begins with an opening of its own and is played once in
//! every rotation of the seats, so that neither the opening nor the seat favours anybody. A game
//! depends on the seed of the match and its own number alone: any number of threads plays the same
//! games.
//!
//! Five things are apart from each other: a [`Plan`] says who meets whom, a [`Job`] is a set that any
//! machine can play, a [`RunHandle`] lets [`Executor`] play jobs and a [`ResultSink`] keep each before it
//! counts, the ratings and tests say what the results mean, and printing is left to others.
//!
//! Nothing here names a game or an algorithm.

mod evolution;
mod executor;
mod game;
mod job;
mod linear;
mod match_plan;
mod normal;
mod opening;
mod plackett_luce;
mod plan;
mod rating;
mod run;
mod schedule;
mod score;
mod score_table;
mod set;
mod sprt;
mod stages;
mod standings;
mod verify;

pub use evolution::{
    Birth, Evolution, EvolutionPlan, Gene, Generation, Individual, Method, POINTS_A_WIN,
};
pub use executor::{ExecuteError, Executor, Play, Stage, Take, ThreadExecutor};
pub use game::{Adjudicator, Ends, PlayedGame, Ruling, play_game};
pub use job::{GameResult, Job, SetResult};
pub use match_plan::{Entrant, MatchPlan};
pub use normal::normal_below;
pub use opening::{opening, opening_seeds};
pub use plackett_luce::plackett_luce;
pub use plan::{EntrantPlan, Plan, Schedule};
pub use rating::Ratings;
pub use run::{ALL_PLAYED, Discard, End, Progress, ResultSink, RunHandle, SinkError, StageSource};
pub use score::{Estimate, elo, wilson};
pub use score_table::{CrossTable, Row, Tally, cross_table, rows};
pub use set::play_set;
pub use sprt::{Pentanomial, Sprt, Verdict};
pub use stages::{FixedJobs, Tournament};
pub use standings::{Encounter, Standings, TestState, encounter, seat_shares, test_state};
pub use verify::{WrongResult, verify_set};
