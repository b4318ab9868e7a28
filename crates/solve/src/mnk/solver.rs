//! The value of a position from the answers to two questions.

use super::board::{Board, cells};
use super::follow::{best_play, keeping, resisting};
use super::position::Cuts;
use super::question::questions;
use super::search::Search;
use super::wide::{solve_wide, values_wide};
use super::{Budget, Progress, Question, Solution, SolveError};

/// The value of a position, a cell that achieves it and best play.
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

/// Like [`solve`], with only some of the cuts. The value is the same with any.
pub fn solve_with(
    question: &Question,
    budget: &Budget,
    cuts: Cuts,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Solution, SolveError> {
    if question.is_wide() {
        return solve_wide(question, budget, progress);
    }
    let (board, stones) = question.read()?;
    Ok(solution(&mut Search::new(&board, cuts, budget, progress), stones))
}

/// Like [`solve`], with the value of each legal move, as far as the same budget allows; none once the game is over.
pub fn solve_moves(
    question: &Question,
    budget: &Budget,
    progress: &mut dyn FnMut(&Progress),
) -> Result<(Solution, MoveValues), SolveError> {
    if question.is_wide() {
        let found = solve_wide(question, budget, progress)?;
        let values = values_wide(question, &found);
        return Ok((found, values));
    }
    let (board, stones) = question.read()?;
    let mut search = Search::new(&board, Cuts::ALL, budget, progress);
    let found = solution(&mut search, stones);
    let moves = match over(&board, stones) {
        Some(_) => Vec::new(),
        None => values(&mut search, stones),
    };
    Ok((Solution { nodes: search.nodes, elapsed: search.elapsed(), ..found }, moves))
}

/// Cells with the value of a stone there for whoever puts it; nothing where it was not proved.
pub type MoveValues = Vec<(usize, Option<i8>)>;

fn solution(search: &mut Search, stones: [u64; 2]) -> Solution {
    let (mut value, mut best) = (over(search.board, stones), None);
    if value.is_none() {
        value = asked(search, stones);
        best = value.and_then(|value| best_cell(search, stones, value));
        // Without a cell that keeps it, which only a spent budget explains, the value still stands.
    }
    let line = best
        .map_or_else(Vec::new, |best| best_play(search, stones, value.unwrap_or_default(), best));
    let best = best.map(|cell| cell as usize);
    Solution { value, best, line, nodes: search.nodes, elapsed: search.elapsed() }
}

/// The value of each legal move of a game that is not over.
fn values(search: &mut Search, stones: [u64; 2]) -> MoveValues {
    let [wins, loses] = questions(stones);
    let may_win = search.ask(wins) != Some(false);
    let drawn_start = stones == [0, 0] && !may_win;
    let empty = wins.empty(search.board);
    let mut value = |cell: u32| {
        let bit = 1 << cell;
        if drawn_start {
            // The stone does not hurt: the other player has less than a first player, who only draws.
            return Some(0);
        }
        if may_win && search.answer(wins.play(bit))? {
            return Some(1);
        }
        Some(if search.answer(loses.play(bit))? { -1 } else { 0 })
    };
    cells(empty).map(|cell| (cell as usize, value(cell))).collect()
}

/// The value of a game that is over, for the player to move.
pub(super) fn over(board: &Board, [mover, other]: [u64; 2]) -> Option<i8> {
    if board.has_line(mover) {
        Some(1)
    } else if board.has_line(other) {
        Some(-1)
    } else {
        (mover | other == board.all()).then_some(0)
    }
}

/// The value of a game that is not over.
pub(super) fn asked(search: &mut Search, stones: [u64; 2]) -> Option<i8> {
    let [wins, loses] = questions(stones);
    if search.ask(wins)? {
        return Some(1);
    }
    // On the empty board the second player cannot win: the first could play anywhere, then follow the
    // winning strategy as if that stone were not there, which can only help.
    if stones == [0, 0] {
        return Some(0);
    }
    Some(if search.ask(loses)? { -1 } else { 0 })
}

/// A cell that achieves a value.
fn best_cell(search: &mut Search, stones: [u64; 2], value: i8) -> Option<u32> {
    let [wins, loses] = questions(stones);
    match value {
        1 => keeping(search, wins, true),
        0 if stones == [0, 0] => search.board.middle_first().next(),
        0 => keeping(search, loses, false),
        _ => resisting(search, loses),
    }
}
