//! What lists tell of the position of a game.

use ninefold_core::Seat;
use ninefold_session::{OutcomeView, Session};
use ninefold_store::KeptGame;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a list tells of the position of a game at a version. Who keeps the game without knowing of it leaves it behind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Listed {
    version: u64,
    position: Value,
}

impl Listed {
    /// Whether it is about this version.
    pub(crate) fn is_of(&self, version: u64) -> bool {
        self.version == version
    }

    /// What there is to tell.
    pub(crate) fn into_position(self) -> Value {
        self.position
    }

    /// What is kept of the position of a game.
    pub(crate) fn of(kept: &KeptGame) -> Option<Listed> {
        serde_json::from_value(kept.extra.get("listed")?.clone()).ok()
    }

    /// How the rules ended the game, if they did.
    pub(crate) fn outcome(&self) -> Option<Value> {
        self.position.get("outcome").filter(|outcome| !outcome.is_null()).cloned()
    }

    /// What there is to tell of a session that is to be kept as this version.
    pub(crate) fn new(version: u64, session: &dyn Session) -> Listed {
        let view = session.view();
        let position = PositionView {
            to_move: view.to_move,
            sides: view.seats,
            board: [view.layout.columns.len(), view.layout.rows.len()],
            outcome: view.outcome,
        };
        Listed { version, position: serde_json::to_value(position).unwrap_or_default() }
    }
}

/// What a list tells of a position.
#[derive(Serialize)]
struct PositionView {
    to_move: usize,
    sides: Vec<Seat>,
    /// Columns and rows.
    board: [usize; 2],
    outcome: Option<OutcomeView>,
}
