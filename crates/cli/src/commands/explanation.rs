//! Explanations of values, as an aligned table.

use ninefold_session::{Explained, ExplainedPlayer};

/// The column headers.
const HEADS: [&str; 3] = ["count", "weight", "product"];

/// A row: its label, and its numbers, if any.
type Row = (String, [String; 3]);

/// A table for each player, without zero terms, or a heuristic's counts in the shape of the board.
///
/// ```text
/// White                    count  weight  product
///   placing: men               9     100      900
///   sum                                       900
/// ```
pub(super) fn lines(explained: &Explained) -> Vec<String> {
    let rows: Vec<Row> = explained.players.iter().flat_map(rows).collect();
    let name = widest(rows.iter().map(|(name, _)| name.as_str()));
    let numbers: [usize; 3] =
        std::array::from_fn(|index| widest(rows.iter().map(|(_, cells)| cells[index].as_str())));
    let line = |(text, cells): &Row| {
        let mut line = format!("{text:<name$}");
        for (cell, width) in cells.iter().zip(numbers) {
            line.push_str(&format!("  {cell:>width$}"));
        }
        line.trim_end().to_owned()
    };
    let matrix = explained.matrix.iter().flat_map(|matrix| board(matrix));
    rows.iter().map(line).chain(matrix).collect()
}

fn widest<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or_default()
}

fn rows(player: &ExplainedPlayer) -> Vec<Row> {
    let mut rows = vec![(player.seat.clone(), HEADS.map(str::to_owned))];
    for term in player.terms.iter().filter(|term| term.count.as_f64() != Some(0.0)) {
        let group = term.group.as_ref().map(|group| format!("{group}: ")).unwrap_or_default();
        let cells = [term.count.to_string(), term.weight.to_string(), term.product.to_string()];
        rows.push((format!("  {group}{}", term.name), cells));
    }
    rows.push(("  sum".into(), [String::new(), String::new(), player.sum.to_string()]));
    rows
}

/// Numbers by row and column, with a dot for none.
fn board(matrix: &[Vec<Option<i32>>]) -> Vec<String> {
    let text = |cell: &Option<i32>| cell.map_or(".".to_owned(), |count| count.to_string());
    let texts: Vec<Vec<String>> = matrix.iter().map(|row| row.iter().map(text).collect()).collect();
    let width = widest(texts.iter().flatten().map(String::as_str));
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        cells.join(" ")
    };
    texts.iter().map(line).collect()
}
