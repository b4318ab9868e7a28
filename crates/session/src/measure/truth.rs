//! Exact values of moves from tables.

use ninefold_core::{Host, Path, View};
use ninefold_search::StopFlag;

use super::MeasureError;
use crate::best::GameContext;
use crate::judgement::{Effort, Judge, Known};

/// Checks before the first game that a folder has the tables needed for exact values.
pub(super) fn check_tables(
    game: &str,
    data: &std::path::Path,
    stop: &StopFlag,
) -> Result<(), MeasureError> {
    ninefold_games::registry::<Check<'_>>().open(game, Check { data, stop })?
}

struct Check<'a> {
    data: &'a std::path::Path,
    stop: &'a StopFlag,
}

impl Host for Check<'_> {
    type Output = Result<(), MeasureError>;

    /// Queries the first position that is not known without tables, if every player plays the first
    /// legal move.
    fn receive<G: View>(self, game: G, spec: String) -> Self::Output {
        let mut truth = Truth::new(&game, &spec, self.data, self.stop);
        let mut path = Path::new(game.clone(), game.start(0));
        while path.outcome().is_none() {
            if !truth.is_known_by_heart(&path) {
                return truth.known(&path).map(drop);
            }
            let first = path.legal_moves()[0];
            path.play(first);
        }
        Ok(())
    }
}

/// Queries the tables of a folder, and what the program knows without them.
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

    /// What is proved about the position and its moves.
    fn known(&mut self, path: &Path<G>) -> Result<Known<G::Move>, MeasureError> {
        let known = self.by_tables.proved_moves(path);
        known.exact.then_some(known).ok_or_else(|| {
            MeasureError::Missing(format!(
                "the tables of {} do not know {}; build them with: ninefold tables build morris --full",
                self.data.display(),
                path.game().position_text(path.state())
            ))
        })
    }

    /// Whether a move is worth less than the position at the end of a path; `None` if that is
    /// unknown, for example if a countdown is too short to tell whether a win comes in time.
    pub(super) fn loses(
        &mut self,
        path: &Path<G>,
        mv: G::Move,
    ) -> Result<Option<bool>, MeasureError> {
        let exact = self.known(path)?;
        let proved = exact.moves.iter().find(|verdict| verdict.mv == mv && verdict.is_proved());
        Ok(proved.map(|verdict| Some(verdict.value) < exact.value))
    }

    /// Whether every move of the position is known without tables.
    pub(super) fn is_known_by_heart(&mut self, path: &Path<G>) -> bool {
        self.by_heart.every_proved_move(path).is_some()
    }
}
