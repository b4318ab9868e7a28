//! What exact tables say of moves.

use ninefold_core::{Path, View};
use ninefold_search::StopFlag;

use super::MeasureError;
use crate::best::GameContext;
use crate::judgement::{Effort, Judge};

/// Asks the tables of a folder, and what the program knows without them.
pub(super) struct Truth<'a, G: View> {
    by_tables: Judge<'a, G>,
    by_heart: Judge<'a, G>,
    data: &'a std::path::Path,
}

impl<'a, G: View> Truth<'a, G> {
    pub(super) fn new(
        game: &G,
        spec: &'a str,
        data: &'a std::path::Path,
        stop: &StopFlag,
    ) -> Truth<'a, G> {
        let effort = Effort { stop: stop.clone(), ..Effort::default() };
        let judge = |data| Judge::new(game, GameContext::new(spec, data), &effort);
        Truth { by_tables: judge(Some(data)), by_heart: judge(None), data }
    }

    /// Whether a move is worth less than the position at the end of a path.
    pub(super) fn loses(&mut self, path: &Path<G>, mv: G::Move) -> Result<bool, MeasureError> {
        let exact = self.by_tables.every_proved_move(path).ok_or_else(|| {
            MeasureError::Missing(format!(
                "the tables of {} do not know {}; build them with: ninefold tables build morris --full",
                self.data.display(),
                path.game().position_text(path.state())
            ))
        })?;
        let is_worse = |value| Some(value) < exact.value;
        Ok(exact.moves.iter().any(|verdict| verdict.mv == mv && is_worse(verdict.value)))
    }

    /// Whether every move of the position is known without tables.
    pub(super) fn is_known_by_heart(&mut self, path: &Path<G>) -> bool {
        self.by_heart.every_proved_move(path).is_some()
    }
}
