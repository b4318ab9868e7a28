//! Moves that preserve a proved result, and best play made of them.

use super::position::{Position, Sight, look};
use super::question::questions;
use super::search::Search;
use super::word::Word;

/// A cell for the side that is winning its question, after which the answer is still `answer`.
///
/// Children decided by static analysis or the table come first; if all were lost from the table, they are searched
/// again. Returns `None` only if the budget is spent.
pub(super) fn keeping<W: Word>(
    search: &mut Search<W>,
    position: Position<W>,
    answer: bool,
) -> Option<u32> {
    let moves = candidates(search, position);
    remembered(search, position, &moves, answer).or_else(|| {
        moves.into_iter().find(|&cell| search.answer(position.play(W::bit(cell))) == Some(answer))
    })
}

/// Like [`keeping`], without any search.
fn recalled<W: Word>(search: &mut Search<W>, position: Position<W>, answer: bool) -> Option<u32> {
    let moves = candidates(search, position);
    remembered(search, position, &moves, answer)
}

fn remembered<W: Word>(
    search: &mut Search<W>,
    position: Position<W>,
    moves: &[u32],
    answer: bool,
) -> Option<u32> {
    let keeps = |cell: &&u32| search.recall(position.play(W::bit(**cell))) == Some(answer);
    moves.iter().find(keeps).copied()
}

/// A cell for the side that is losing its question: it wins, blocks, or answers existing threats if it can.
pub(super) fn resisting<W: Word>(search: &mut Search<W>, position: Position<W>) -> Option<u32> {
    candidates(search, position).first().copied()
}

/// The empty cells: the side's own completing cells, the other's, the moves worth searching, the rest.
fn candidates<W: Word>(search: &Search<W>, position: Position<W>) -> Vec<u32> {
    let empty = position.empty(search.board);
    let [own, other] = search.completing(&position);
    let open = match look(search.board, search.cuts, &position) {
        Sight::Open(open) => open.moves,
        _ => W::EMPTY,
    };
    let rank = |cell: &u32| {
        let sets = [own, other, open];
        sets.iter().position(|set| set.has(*cell)).unwrap_or(sets.len())
    };
    let middle = search.board.middle_first();
    let mut moves: Vec<u32> = middle.filter(|&cell| empty.has(cell)).collect();
    moves.sort_by_key(rank);
    moves
}

/// Best play, starting with a given cell, from a position of this value for the side to move.
///
/// A decided game is played to its end; a drawn one as long as the moves that keep the draw are in the table.
pub(super) fn best_play<W: Word>(
    search: &mut Search<W>,
    mut stones: [W; 2],
    value: i8,
    best: u32,
) -> Vec<usize> {
    let mut line = Vec::new();
    let mut value = value;
    let mut next = Some(best);
    while let Some(cell) = next {
        line.push(cell as usize);
        let [mover, other] = stones;
        let mover = mover | W::bit(cell);
        if search.board.has_line(mover) || mover | other == search.board.all() {
            break;
        }
        stones = [other, mover];
        value = -value;
        let [wins, loses] = questions(stones);
        next = match value {
            1 => keeping(search, wins, true),
            0 => recalled(search, loses, false),
            _ => resisting(search, loses),
        };
    }
    line
}
