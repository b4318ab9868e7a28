//! The counts of an evaluator as columns of numbers.

use std::fmt::Write;

use ninefold_core::{Evaluator, Explanation, Game, Path, Phrase, Term, explain};

/// The columns of an evaluator's counts. They depend only on the game and the evaluator, so tables
/// of any positions share them.
///
/// ```
/// use ninefold_core::Path;
/// use ninefold_games::morris::Morris;
/// use ninefold_session::{FeatureColumns, evaluator};
///
/// let game = Morris::default();
/// let mills = evaluator(&game, Some("mills"), 0)?;
/// let columns = FeatureColumns::of(&*mills, &game);
/// // Ten counts in each of three phases.
/// assert_eq!(columns.names().len(), 30);
/// assert_eq!(columns.row(&*mills, &Path::from_start(game)), vec![0.0; 30]);
/// # Ok::<(), ninefold_session::EvaluatorError>(())
/// ```
pub struct FeatureColumns {
    columns: Vec<Column>,
}

/// What a column counts.
#[derive(Clone, PartialEq)]
struct Column {
    /// The player it belongs to, if it is not the first player's lead in a game for two.
    seat: Option<usize>,
    group: Option<Phrase>,
    name: Phrase,
}

impl FeatureColumns {
    /// The columns of an evaluator: with two players the first one's lead, with more the count of
    /// each.
    pub fn of<G: Game>(evaluator: &dyn Evaluator<G>, game: &G) -> FeatureColumns {
        let mut columns = Vec::new();
        let terms = evaluator.terms(game);
        for (player, account) in terms.players.iter().enumerate() {
            for Term { group, name, .. } in account.terms.iter().cloned() {
                let column = Column { seat: seat_of(&terms, player), group, name };
                if !columns.contains(&column) {
                    columns.push(column);
                }
            }
        }
        FeatureColumns { columns }
    }

    /// Their names.
    pub fn names(&self) -> Vec<String> {
        self.columns.iter().map(Column::text).collect()
    }

    /// The counts of a position. In a finished game only terms that the evaluator still counts
    /// appear: the win itself has no column.
    pub fn row<G: Game>(&self, evaluator: &dyn Evaluator<G>, path: &Path<G>) -> Vec<f32> {
        let parts = explain(evaluator, path.game(), path.state(), path.context());
        let mut row = vec![0.0; self.columns.len()];
        let mut guess = 0;
        for (index, account) in parts.players.iter().enumerate() {
            let sign = if index == 1 && parts.players.len() == 2 { -1.0 } else { 1.0 };
            for term in &account.terms {
                let Some(column) = self.find(seat_of(&parts, index), term, guess) else { continue };
                guess = column + 1;
                row[column] += sign * term.count as f32;
            }
        }
        row
    }

    /// The index of a column. Terms mostly come in the same order, so the next column is tried
    /// first.
    fn find(&self, seat: Option<usize>, term: &Term, guess: usize) -> Option<usize> {
        let is_it = |column: &Column| {
            column.seat == seat && column.name == term.name && column.group == term.group
        };
        match self.columns.get(guess).is_some_and(is_it) {
            true => Some(guess),
            false => self.columns.iter().position(is_it),
        }
    }
}

/// The owner of a term's column: two players share theirs.
fn seat_of(parts: &Explanation, player: usize) -> Option<usize> {
    (parts.players.len() > 2).then_some(player)
}

impl Column {
    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(seat) = self.seat {
            let _ = write!(text, "player {seat}: ");
        }
        if let Some(group) = &self.group {
            let _ = write!(text, "{group}: ");
        }
        let _ = write!(text, "{}", self.name);
        text
    }
}
