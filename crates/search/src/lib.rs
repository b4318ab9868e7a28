//! Game-tree search, generic over the game and its evaluator.
//!
//! Each algorithm has its own file. The plain ones follow their papers and are written to be read. Each returns the
//! first best move in generation order, so that pruned and plain searches agree on the move as well as on the
//! value.
//!
//! Nothing in this crate names a particular game or prints output.
//!
//! ```
//! use ninefold_core::{Path, OutcomeEvaluator};
//! use ninefold_games::mnk::Mnk;
//! use ninefold_search::{Algorithm, Engine, EngineOptions, Limits, Search, StopFlag};
//!
//! // The next move can complete three in a row.
//! let mut path = Path::from_start(Mnk::<1>::new(3, 3, 3));
//! for text in ["2,2", "1,2", "1,1", "3,3", "2,1", "3,1"] {
//!     path.play_text(text)?;
//! }
//!
//! // A plain search ...
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! let found = Search::new(&path, &OutcomeEvaluator, limits, StopFlag::default()).run(Algorithm::Minimax);
//!
//! // ... and the strong one, which also reports in how many turns the game is decided.
//! let mut engine = Engine::new(Box::new(OutcomeEvaluator), EngineOptions::default());
//! let report = engine.think(&path, limits, 1, StopFlag::default(), &mut |_| {});
//! assert_eq!(report.lines[0].decided, Some(1));
//! assert_eq!(report.lines[0].moves, found.line);
//! # Ok::<(), ninefold_core::MoveError>(())
//! ```

mod agent;
mod algorithm;
mod alpha_beta;
mod best_reply;
mod engine;
mod limits;
mod max_n;
mod mcts;
mod minimal_window;
mod minimax;
mod paranoid;
mod pruned_max_n;
mod pv;
mod search;
mod trace;

pub use agent::{EngineAgent, SearchAgent};
pub use algorithm::{ALGORITHMS, Algorithm, AlgorithmInfo};
pub use engine::{Engine, EngineOptions, Line, Report, TranspositionTable, Watch};
pub use limits::{Limits, Stopped};
pub use mcts::{Mcts, MctsAgent, MctsOptions, Simulated, Tried};
pub use ninefold_core::StopFlag;
pub use search::{Search, SearchResult};
pub use trace::{Bound, Level, TraceError, Tree, TreeNode, Visit, trace, trace_within};
