//! What most programs need: `use ninefold::prelude::*;`.
//!
//! The traits with methods on games and sessions, the types they use, and the searches.

pub use ninefold_arena::{Entrant, Estimate, MatchPlan, Row};
pub use ninefold_core::{
    Agent, Arguments, Clocks, Context, DrawRules, Evaluator, Family, FamilyInfo, Game, Host, Kind,
    Knowledge, Notation, Outcome, OutcomeEvaluator, Parameter, Path, Player, PointsEvaluator,
    Random, RandomAgent, Record, Recurring, Registry, Rules, Symmetric, UnderDraws, Values, View,
    WithDraws, find_move, perft, zero_sum,
};
pub use ninefold_search::{
    Algorithm, Engine, EngineAgent, EngineOptions, Limits, Mcts, MctsOptions, Search, SearchAgent,
    StopFlag,
};
pub use ninefold_session::{Ask, GameKind, Games, OpenError, PlayerSpec, Session, Setup, games};
pub use ninefold_solve::ExactAnswer;

pub use crate::Match;
