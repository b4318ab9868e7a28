//! What an evaluator counts in positions, as columns of numbers.

use std::fmt::Write;

use ninefold_core::{Evaluator, Explanation, Game, Path, Phrase, Term, explain};

/// The columns of what an evaluator counts. They depend on the game and on the evaluator alone, so that tables of any
/// positions have the same.
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
    /// Whose it is, where it is not the lead of the first of two.
    seat: Option<usize>,
    group: Option<Phrase>,
    name: Phrase,
}

impl FeatureColumns {
    /// The columns of an evaluator: of two players what the first has more, of several what each has.
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

    /// What the evaluator counts in a position. Of a game that is over there is nothing to count but what the evaluator
    /// goes on counting: that somebody has won has no column of its own.
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

    /// The number of a column; terms mostly come in the same order, so the next one is tried first.
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

/// Whose column a term of a player belongs to: two players share theirs.
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
