//! An evaluation of m,n,k positions: lines that can still be filled.

use ninefold_core::{Context, Evaluator, EvaluatorEntry, EvaluatorInfo, Player, Values, zero_sum};

use super::{Mnk, State};

const LINES: EvaluatorInfo = EvaluatorInfo {
    id: "lines",
    summary: "windows of K cells that one side alone can fill, four times as much a stone",
    parameters: &[],
};

/// The entry of `lines`.
pub(super) fn entry<const W: usize>() -> EvaluatorEntry<Mnk<W>> {
    EvaluatorEntry { info: &LINES, build: Box::new(|_, _, _| Box::new(Lines)) }
}

/// More than all windows of the largest board together.
const WIN: i32 = 1_000_000_000;
/// No window is worth more.
const LARGEST: u32 = 9;

struct Lines;

impl<const W: usize> Evaluator<Mnk<W>> for Lines {
    fn values(&self, game: &Mnk<W>, state: &State<W>, _context: Context) -> Values {
        if let Some(winner) = state.winner() {
            return zero_sum(if winner == Player::FIRST { WIN } else { -WIN });
        }
        let mut lead = 0;
        for (row, column) in game.places() {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                lead += window(game, state, row, column, down, right);
            }
        }
        zero_sum(lead)
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// What the window of K cells from here is worth to the first player; 0 when it leaves the board, is
/// empty or holds stones of both.
fn window<const W: usize>(
    game: &Mnk<W>,
    state: &State<W>,
    row: usize,
    column: usize,
    down: usize,
    right: isize,
) -> i32 {
    let far = game.k() as isize - 1;
    let end = (row + down * far as usize, column as isize + right * far);
    if end.0 >= game.rows() || !(0..game.columns() as isize).contains(&end.1) {
        return 0;
    }
    let mut counts = [0; 2];
    for step in 0..game.k() {
        let place = column.wrapping_add_signed(right * step as isize);
        let cell = game.cell(row + down * step, place).index();
        for player in Player::all(2) {
            counts[player.index()] += u32::from(state.stones(player).has(cell));
        }
    }
    let worth = |stones: u32| 4_i32.pow(stones.min(LARGEST) - 1);
    match (counts[0], counts[1]) {
        (first @ 1.., 0) => worth(first),
        (0, second @ 1..) => -worth(second),
        _ => 0,
    }
}
