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
mod genome;
mod level;
mod player;
mod table;
mod values;
mod view;

use ninefold_core::Registry;

pub use analysis::{AnalysedLine, Analysis, AnalysisRequest};
pub use arena::{Arena, PlanError, check_plan, game_record, start_evolution, start_tournament};
pub use bench::{SearchSignature, Signature};
pub use catalogue::{
    Alias, Catalogue, EvaluatorChoice, GameChoice, LevelChoice, ParameterChoice, PlayerChoice,
    PresetChoice, Range,
};
pub use evaluation::{Evaluation, EvaluatorError};
pub use genome::GenomeForm;
pub use level::level_budgets;
pub use ninefold_arena::{Contest, Halt, Played, elo, standings};
pub use ninefold_search::{EngineOptions, Limits, StopFlag};
pub use player::{PlayerError, PlayerKind, PlayerSpec, Programs, player_kinds};
pub use table::{Opener, Origin, Setup, Table, TableError};
pub use values::{MoveValue, MoveValues, Source, Unit, ValuesRequest};
pub use view::{Advice, LegalMove, OutcomeView, Status, TableView};

/// Every kind of game that tables can be opened for.
pub type Games = Registry<Opener>;

/// The games of the project.
pub fn games() -> Games {
    ninefold_games::registry()
}
