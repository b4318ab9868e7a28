//! What an evaluator counts in positions, as columns of numbers.

use std::fmt::Write;

use ninefold_core::{Explanation, Phrase, Term};

/// What was counted in some positions. Names are kept once: a million positions have the same few.
///
/// ```
/// use ninefold_core::{Account, Explanation, Term};
/// use ninefold_session::{Counts, feature_table};
///
/// let [white, black] = [3, 1].map(|mills| Account::of([Term::new("mills", mills, 40)]));
/// let mut counts = Counts::default();
/// counts.add(&Explanation::of_lead(white, black));
/// assert_eq!(feature_table(&[counts]), (vec!["mills".to_owned()], vec![2.0]));
/// ```
#[derive(Default)]
pub struct Counts {
    columns: Vec<Column>,
    /// The column and the number of everything counted, position by position.
    counted: Vec<(u32, f32)>,
    /// Where each position ends in `counted`.
    ends: Vec<usize>,
}

/// What a column counts.
#[derive(Clone, PartialEq)]
struct Column {
    /// Whose it is, where it is not the lead of the first of two.
    seat: Option<usize>,
    group: Option<Phrase>,
    name: Phrase,
}

impl Counts {
    /// Adds a position: of two players what the first has more, of several what each has.
    pub fn add(&mut self, parts: &Explanation) {
        let several = parts.players.len() > 2;
        for (seat, account) in parts.players.iter().enumerate() {
            let sign = if seat == 1 && !several { -1.0 } else { 1.0 };
            let mut guess = 0;
            for term in &account.terms {
                let column = self.column(several.then_some(seat), term, guess);
                guess = column + 1;
                self.counted.push((column as u32, sign * term.count as f32));
            }
        }
        self.ends.push(self.counted.len());
    }

    /// The number of a column; terms mostly come in the same order, so the next one is tried first.
    fn column(&mut self, seat: Option<usize>, term: &Term, guess: usize) -> usize {
        let is_it = |column: &Column| {
            column.seat == seat && column.name == term.name && column.group == term.group
        };
        if self.columns.get(guess).is_some_and(is_it) {
            return guess;
        }
        self.columns.iter().position(is_it).unwrap_or_else(|| {
            let (group, name) = (term.group.clone(), term.name.clone());
            self.columns.push(Column { seat, group, name });
            self.columns.len() - 1
        })
    }
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

/// Names of columns, in the order in which positions have them, and a row for every position.
pub fn feature_table(pieces: &[Counts]) -> (Vec<String>, Vec<f32>) {
    let mut columns: Vec<&Column> = Vec::new();
    let mut places: Vec<Vec<usize>> = Vec::new();
    for piece in pieces {
        let place = |column| {
            columns.iter().position(|known| *known == column).unwrap_or_else(|| {
                columns.push(column);
                columns.len() - 1
            })
        };
        places.push(piece.columns.iter().map(place).collect());
    }
    let width = columns.len();
    let rows: usize = pieces.iter().map(|piece| piece.ends.len()).sum();
    let mut table = vec![0.0; width * rows];
    let mut rest = &mut table[..];
    for (piece, places) in pieces.iter().zip(&places) {
        let mut begin = 0;
        for &end in &piece.ends {
            let (row, behind) = rest.split_at_mut(width);
            for &(column, count) in &piece.counted[begin..end] {
                row[places[column as usize]] += count;
            }
            (begin, rest) = (end, behind);
        }
    }
    (columns.iter().map(|column| column.text()).collect(), table)
}
