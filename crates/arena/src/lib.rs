//! Matches and tournaments between players of any game.
//!
//! A match is a number of *sets*. Every set has its own opening and is played once in every rotation of the seats,
//! so that neither the opening nor the seat favours any player. A game depends only on the seed of the match and
//! its own number, so any number of threads plays the same games.
//!
//! The crate separates five concerns: a [`Plan`] says who meets whom, a [`Job`] is a set that any machine can play,
//! a [`RunHandle`] lets an [`Executor`] play jobs and a [`ResultSink`] store each result before it counts, and the
//! ratings and tests interpret the results. Printing is left to other crates.
//!
//! Nothing in this crate names a particular game or algorithm.
//!
//! ```
//! use ninefold_arena::{Ends, opening, play_game};
//! use ninefold_core::{Agent, Random, RandomAgent};
//! use ninefold_games::mnk::Mnk;
//!
//! // One game between two random players, after an opening of two moves.
//! let path = opening(&Mnk::<1>::new(3, 3, 3), 7, 2);
//! let mut agents: Vec<Box<dyn Agent<Mnk<1>>>> = Vec::new();
//! for seat in 0..2 {
//!     agents.push(Box::new(RandomAgent::new(Random::stream(7, seat), None)));
//! }
//! let ends = Ends { plies: 100, adjudicator: None, timed: false, clock: None };
//! let played = play_game(path, &mut agents, &ends, &Default::default()).expect("nobody stopped it");
//! assert_eq!(played.points[..2].iter().sum::<f64>(), 1.0);
//! ```

mod clock;
mod coverage;
mod evolution;
mod executor;
mod game;
mod job;
mod linear;
mod logistic;
mod logit;
mod match_plan;
mod normal;
mod notes;
mod opening;
mod plan;
pub mod plots;
mod rating;
mod repeats;
mod run;
mod run_plan;
mod schedule;
mod score;
mod score_table;
mod sequential;
mod set;
mod sprt;
mod stages;
mod standings;
mod summary;
mod verify;

pub use clock::{TimeControl, TimeControlError};
pub use coverage::{Coverage, coverage};
pub use evolution::{
    Birth, Evolution, EvolutionPlan, Gene, Generation, Individual, MUTATION, Method, POINTS_A_WIN,
    Trials,
};
pub use executor::{ExecuteError, Executor, Play, Stage, Take, ThreadExecutor};
pub use game::{Adjudicator, Ends, PlayedGame, Ruling, play_game};
pub use job::{GameResult, Job, SetResult, Trouble, VERSION};
pub use logistic::{Examples, LogisticFit};
pub use match_plan::{Entrant, MatchPlan};
pub use normal::normal_below;
pub use notes::Note;
pub use opening::{OpeningLine, opening, opening_seeds};
pub use plan::{EntrantPlan, Plan, Schedule, taken_over};
pub use rating::{Ratings, UNCHANGED_SEATS};
pub use repeats::{DifferentSets, opening_numbers};
pub use run::{ALL_PLAYED, Discard, End, Progress, ResultSink, RunHandle, SinkError, StageSource};
pub use run_plan::{RunPlan, RunPlanError};
pub use score::{Estimate, elo, signed, wilson};
pub use score_table::{CrossTable, MoveTimes, Row, Tally, cross_table, rows, seats_changed};
pub use set::play_set;
pub use sprt::{Pentanomial, Sprt, Verdict};
pub use stages::{FixedJobs, Tested, Tournament};
pub use standings::{Encounter, Standings, TestState, encounter, seat_shares, test_state};
pub use summary::{elo_difference, match_summary, standings_summary, test_summary};
pub use verify::{WrongResult, verify_set};
