//! The part of a game's position that lists show.

use ninefold_core::Seat;
use ninefold_session::{OutcomeView, Session};
use ninefold_store::KeptGame;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// List data of a game's position at a version. Programs that do not know it leave it outdated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Listed {
    version: u64,
    position: Value,
}

impl Listed {
    /// Whether it belongs to this version.
    pub(crate) fn is_of(&self, version: u64) -> bool {
        self.version == version
    }

    /// The data.
    pub(crate) fn into_position(self) -> Value {
        self.position
    }

    /// The stored list data of a game.
    pub(crate) fn of(kept: &KeptGame) -> Option<Listed> {
        serde_json::from_value(kept.extra.get("listed")?.clone()).ok()
    }

    /// How the rules ended the game, if they did.
    pub(crate) fn outcome(&self) -> Option<Value> {
        self.position.get("outcome").filter(|outcome| !outcome.is_null()).cloned()
    }

    /// The list data of a session that is to be stored as this version.
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

/// List data of a position.
#[derive(Serialize)]
struct PositionView {
    to_move: usize,
    sides: Vec<Seat>,
    /// Columns and rows.
    board: [usize; 2],
    outcome: Option<OutcomeView>,
}
