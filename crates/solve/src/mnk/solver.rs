//! Computes the value of a position from the answers to two questions.

use super::board::{Board, cells};
use super::follow::{best_play, keeping, resisting};
use super::position::Cuts;
use super::question::questions;
use super::search::Search;
use super::word::Word;
use super::{Budget, Progress, Question, Solution, SolveError};

/// The value of a position, a cell that achieves it, and best play.
///
/// ```
/// use ninefold_core::Player;
/// use ninefold_solve::mnk::{Budget, Question, solve};
///
/// let board = [1, 2, 0, 0, 1, 0, 0, 0, 2];
/// let question = Question { rows: 3, columns: 3, k: 3, board: &board, mover: Player::FIRST };
/// let budget = Budget { memory: 1 << 20, ..Budget::default() };
/// let solution = solve(&question, &budget, &mut |_| {})?;
/// assert_eq!(solution.value, Some(1));
/// assert_eq!(solution.line.len(), 3); // two threats, one block, a line
/// # Ok::<(), ninefold_solve::mnk::SolveError>(())
/// ```
pub fn solve(
    question: &Question,
    budget: &Budget,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Solution, SolveError> {
    solve_with(question, budget, Cuts::ALL, progress)
}

/// Like [`solve`], with only some of the cuts. The value does not depend on them.
pub fn solve_with(
    question: &Question,
    budget: &Budget,
    cuts: Cuts,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Solution, SolveError> {
    match question.is_wide() {
        true => solved::<u128>(question, budget, cuts, progress),
        false => solved::<u64>(question, budget, cuts, progress),
    }
}

fn solved<W: Word>(
    question: &Question,
    budget: &Budget,
    cuts: Cuts,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Solution, SolveError> {
    let (board, stones) = question.read::<W>()?;
    Ok(solution(&mut Search::new(&board, cuts, budget, progress), stones))
}

/// Like [`solve`], with the value of each legal move as far as the same budget allows; no moves if the game is over.
pub fn solve_moves(
    question: &Question,
    budget: &Budget,
    progress: &mut dyn FnMut(&Progress),
) -> Result<(Solution, MoveValues), SolveError> {
    match question.is_wide() {
        true => moves_solved::<u128>(question, budget, progress),
        false => moves_solved::<u64>(question, budget, progress),
    }
}

fn moves_solved<W: Word>(
    question: &Question,
    budget: &Budget,
    progress: &mut dyn FnMut(&Progress),
) -> Result<(Solution, MoveValues), SolveError> {
    let (board, stones) = question.read::<W>()?;
    let mut search = Search::new(&board, Cuts::ALL, budget, progress);
    let found = solution(&mut search, stones);
    let moves = match over(&board, stones) {
        Some(_) => Vec::new(),
        None => values(&mut search, stones),
    };
    Ok((Solution { nodes: search.nodes, elapsed: search.elapsed(), ..found }, moves))
}

/// Cells with the value of a stone there for the player who places it; `None` if it was not proved.
pub type MoveValues = Vec<(usize, Option<i8>)>;

fn solution<W: Word>(search: &mut Search<W>, stones: [W; 2]) -> Solution {
    let (mut value, mut best) = (over(search.board, stones), None);
    if value.is_none() {
        value = asked(search, stones);
        best = value.and_then(|value| best_cell(search, stones, value));
        // Only if the budget is spent is there a value without a cell that preserves it; the value is still valid.
    }
    let line = best
        .map_or_else(Vec::new, |best| best_play(search, stones, value.unwrap_or_default(), best));
    let best = best.map(|cell| cell as usize);
    Solution { value, best, line, nodes: search.nodes, elapsed: search.elapsed() }
}

/// The value of each legal move of an unfinished game.
fn values<W: Word>(search: &mut Search<W>, stones: [W; 2]) -> MoveValues {
    let [wins, loses] = questions(stones);
    let may_win = search.ask(wins) != Some(false);
    let drawn_start = stones == [W::EMPTY; 2] && !may_win;
    let empty = wins.empty(search.board);
    let mut value = |cell: u32| {
        let bit = W::bit(cell);
        if drawn_start {
            // The stone does not hurt: the other player is worse off than a first player, who only draws.
            return Some(0);
        }
        if may_win && search.answer(wins.play(bit))? {
            return Some(1);
        }
        Some(if search.answer(loses.play(bit))? { -1 } else { 0 })
    };
    cells(empty).map(|cell| (cell as usize, value(cell))).collect()
}

/// The value of a finished game for the player to move.
pub(super) fn over<W: Word>(board: &Board<W>, [mover, other]: [W; 2]) -> Option<i8> {
    if board.has_line(mover) {
        Some(1)
    } else if board.has_line(other) {
        Some(-1)
    } else {
        (mover | other == board.all()).then_some(0)
    }
}

/// The value of an unfinished game.
pub(super) fn asked<W: Word>(search: &mut Search<W>, stones: [W; 2]) -> Option<i8> {
    let [wins, loses] = questions(stones);
    if search.ask(wins)? {
        return Some(1);
    }
    // On the empty board the second player cannot win: the first could play anywhere, then follow the winning
    // strategy as if that stone were not there, and the extra stone can only help.
    if stones == [W::EMPTY; 2] {
        return Some(0);
    }
    Some(if search.ask(loses)? { -1 } else { 0 })
}

/// A cell that achieves a value.
fn best_cell<W: Word>(search: &mut Search<W>, stones: [W; 2], value: i8) -> Option<u32> {
    let [wins, loses] = questions(stones);
    match value {
        1 => keeping(search, wins, true),
        0 if stones == [W::EMPTY; 2] => search.board.middle_first().next(),
        0 => keeping(search, loses, false),
        _ => resisting(search, loses),
    }
}

#[cfg(test)]
mod tests {
    use ninefold_core::{Player, scramble};

    use super::*;

    /// The search gives the same results with 128-bit words as with 64-bit words, using the same number of positions.
    #[test]
    fn the_width_of_words_changes_nothing() {
        let mut seed = 5;
        let mut random = |bound: usize| {
            seed = scramble(seed + 1);
            (seed % bound as u64) as usize
        };
        let mut values = [0; 3];
        for round in 0..240 {
            let [rows, columns, k] =
                [[3, 3, 3], [5, 4, 3], [5, 5, 4], [6, 6, 4], [6, 6, 5], [8, 8, 5]][round % 6];
            let cells = rows * columns;
            let mut board = vec![0; cells];
            for stone in 0..cells / 3 + random(cells / 2) {
                board[random(cells)] = (stone % 2) as u8 + 1;
            }
            let mover = Player::FIRST;
            let question = Question { rows, columns, k, board: &board, mover };
            // A node budget, so that a budget that runs out gives the same result too.
            let budget = Budget { memory: 1 << 22, nodes: Some(100_000), ..Budget::default() };
            let Ok(narrow) = solved::<u64>(&question, &budget, Cuts::ALL, &mut |_| {}) else {
                continue; // both have won
            };
            let wide = solved::<u128>(&question, &budget, Cuts::ALL, &mut |_| {}).unwrap();
            assert_eq!((wide.value, wide.best), (narrow.value, narrow.best), "{question:?}");
            assert_eq!((wide.nodes, &wide.line), (narrow.nodes, &narrow.line), "{question:?}");
            if let Some(value) = narrow.value {
                values[(value + 1) as usize] += 1;
            }
        }
        assert!(values.iter().all(|&count| count > 15), "{values:?}");
    }
}
