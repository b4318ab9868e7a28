//! Abstract board games: rules, players from beginner to perfect, matches with error bars, and exact values with
//! proofs. This crate makes everything that the program `ninefold` does available to other programs.
//!
//! ```
//! use ninefold::prelude::*;
//!
//! // Open a game, play, ask the computer for its move.
//! let mut game = ninefold::open("tictactoe")?;
//! game.play("2,2")?;
//! game.seat(&["human".parse()?, "level:3".parse()?])?;
//! let answer = game.think().expect("it is the computer's turn");
//! game.play(&answer)?;
//! assert_eq!(game.status().to_move, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! There are two ways to use a game. A [`Session`](session::Session), as above, is any game opened by its
//! specification: text in, text and plain data out. A [`Path`](core::Path) knows the type of its game; searches,
//! evaluators and your own games work with it:
//!
//! ```
//! use ninefold::prelude::*;
//! use ninefold::games::mnk::Mnk;
//!
//! // Alpha-beta to the end of tic-tac-toe: with best play the game is drawn.
//! let mut path = Path::from_start(Mnk::<1>::new(3, 3, 3));
//! path.play_text("2,2")?;
//! let limits = Limits { depth: Some(9), ..Limits::default() };
//! let found = Search::new(&path, &OutcomeEvaluator, limits, StopFlag::default()).run(Algorithm::AlphaBeta);
//! assert_eq!((found.values[0], found.line.len()), (0, 8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | use | example |
//! |---|---|---|
//! | open any game by its specification | [`open()`], [`open_with`] | `examples/play_level.rs` |
//! | walk a game tree | [`Path`](core::Path), [`perft`](core::perft) | `examples/perft.rs` |
//! | search | [`Search`](search::Search), [`Engine`](search::Engine), [`Mcts`](search::Mcts) | above |
//! | write an evaluator | [`Evaluator`](core::Evaluator), [`UnderDraws`](core::UnderDraws) | `examples/own_evaluator.rs` |
//! | play matches | [`Match`], [`play_match`] | `examples/own_evaluator.rs` |
//! | write a game | [`Rules`](core::Rules) and its companions, [`Family`](core::Family) | `examples/own_game.rs` |
//! | solve a game | [`solve()`], [`prove`], [`check_proof`] | `examples/solve_and_check.rs` |
//!
//! Run an example with `cargo run --release -p ninefold --example perft`. The underlying crates are documented on
//! their own pages: [`core`], [`games`], [`search`], [`arena`], [`solve`](mod@solve), [`session`].

mod exact;
mod matches;
mod open;
pub mod prelude;

pub use ninefold_arena as arena;
pub use ninefold_core as core;
pub use ninefold_games as games;
pub use ninefold_search as search;
pub use ninefold_session as session;
pub use ninefold_solve as solve;

pub use exact::{check_proof, prove, solve};
pub use matches::{Match, MatchError, play_match};
pub use ninefold_session::OpenError;
pub use open::{open, open_with};

/// The examples of the front page, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
