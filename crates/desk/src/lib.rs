//! Games without their types: what front ends and scripts talk to.
//!
//! A [`Table`] is a game in progress behind `Box<dyn Table>`: text in, text and plain data out.
//! Types are erased once per user action here, never inside a search.

mod analysis;
mod arena;
mod bench;
mod best;
mod bot;
mod catalogue;
mod evaluation;
mod explanation;
mod fingerprint;
mod genome;
mod insight;
mod judgement;
mod level;
pub mod measure;
mod player;
mod referee;
mod review;
mod share;
mod table;
mod thinker;
mod tree;
mod values;
mod view;

use ninefold_core::Registry;

pub use analysis::{AnalysedLine, Analysis, AnalysisRequest};
pub use arena::{
    Arena, PlanError, check_plan, evolution_course, game_record, match_course, play_match,
    start_evolution, start_tournament, tournament_course,
};
pub use bench::{SearchSignature, Signature};
pub use catalogue::{
    Alias, Catalogue, EvaluatorChoice, GameChoice, LevelChoice, ParameterChoice, PlayerChoice,
    PresetChoice, Range,
};
pub use evaluation::{Evaluation, EvaluatorError};
pub use explanation::{Explained, ExplainedPlayer, ExplainedTerm, ExplainedWords};
pub use fingerprint::rules_fingerprint;
pub use genome::GenomeForm;
pub use insight::{Preview, Why};
pub use judgement::{Effort, Judgements};
pub use level::level_budgets;
pub use ninefold_arena::{Contest, Row, elo, rows, wilson};
pub use ninefold_search::{EngineOptions, Limits, StopFlag};
pub use player::{PlayerError, PlayerKind, PlayerSpec, Programs, player_kinds};
pub use review::{Mistake, Review, ReviewRequest, ReviewedPlayer, ReviewedPly, USUAL_REVIEW_NODES};
pub use table::{Opener, Origin, Setup, Table, TableError};
pub use tree::{
    BoundView, LevelView, NodeState, NodeView, TREE_DEPTHS, TreeError, TreeRequest, TreeView,
};
pub use values::{MoveValue, MoveValues, Source, Unit};
pub use view::{Advice, LegalMove, OutcomeView, Status, TableView, Turn};

/// Every kind of game that tables can be opened for.
pub type Games = Registry<Opener>;

/// The games of the project.
pub fn games() -> Games {
    ninefold_games::registry()
}
