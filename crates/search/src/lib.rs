//! Game-tree search, generic over the game and its evaluator.
//!
//! One file an algorithm. The plain ones are those of the papers and are meant to be read; every
//! one returns the first best move in generator order, so that a pruned search and a plain one
//! agree on the move as well as on the value.
//!
//! Nothing here names a game, and nothing prints.

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
pub use trace::{Bound, Level, TraceError, Tree, TreeNode, Visit, trace};
