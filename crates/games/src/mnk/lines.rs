//! An evaluation of m,n,k positions: lines that can still be completed.

use ninefold_core::{
    Account, Context, Evaluator, EvaluatorEntry, EvaluatorInfo, Explanation, Phrase, Player, Term,
    Values, zero_sum,
};

use super::{Mnk, State, words};

const LINES: EvaluatorInfo = EvaluatorInfo {
    id: "lines",
    summary: "windows of K cells that only one side can fill; each further stone quadruples their weight",
    parameters: &[],
};

/// The registry entry of `lines`.
pub(super) fn entry<const W: usize>() -> EvaluatorEntry<Mnk<W>> {
    EvaluatorEntry { info: &LINES, build: Box::new(|_, _, _| Box::new(Lines)) }
}

/// Greater than the sum of all windows of the largest board.
const WIN: i32 = 1_000_000_000;
/// The maximum worth of a window.
const LARGEST: u32 = 9;

struct Lines;

impl<const W: usize> Evaluator<Mnk<W>> for Lines {
    fn values(&self, game: &Mnk<W>, state: &State<W>, _context: Context) -> Values {
        if let Some(winner) = state.winner() {
            return zero_sum(if winner == Player::FIRST { WIN } else { -WIN });
        }
        let mut lead = 0;
        each_window(game, state, |player, stones| {
            lead += if player == Player::FIRST { worth(stones) } else { -worth(stones) };
        });
        zero_sum(lead)
    }

    fn judges_ends(&self) -> bool {
        true
    }

    fn explain(&self, game: &Mnk<W>, state: &State<W>, context: Context) -> Explanation {
        if state.winner().is_some() {
            return Explanation::decided(
                2,
                WIN,
                &Evaluator::<Mnk<W>>::values(self, game, state, context),
            );
        }
        let mut counts = [const { [0; LARGEST as usize + 1] }; 2];
        each_window(game, state, |player, stones| {
            counts[player.index()][stones.min(LARGEST) as usize] += 1;
        });
        let [first, second] = counts.map(|counts| {
            let most = game.k().min(LARGEST as usize + 1);
            Account::of((1..most).map(|stones| {
                let name = Phrase::of(words::WINDOWS).with(stones).with(game.k());
                Term::phrased(name, counts[stones], worth(stones as u32))
            }))
        });
        Explanation::of_lead(first, second)
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// The worth of a window with this many stones of one side.
fn worth(stones: u32) -> i32 {
    4_i32.pow(stones.min(LARGEST) - 1)
}

/// Calls `tell` for every window with stones of one side only, with the player and the number of stones.
fn each_window<const W: usize>(game: &Mnk<W>, state: &State<W>, mut tell: impl FnMut(Player, u32)) {
    for (row, column) in game.places() {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            match window(game, state, row, column, down, right).into() {
                (stones @ 1.., 0) => tell(Player::FIRST, stones),
                (0, stones @ 1..) => tell(Player::SECOND, stones),
                _ => {}
            }
        }
    }
}

/// The stones of both sides in the window of K cells from here; `None` if it leaves the board.
fn window<const W: usize>(
    game: &Mnk<W>,
    state: &State<W>,
    row: usize,
    column: usize,
    down: usize,
    right: isize,
) -> [u32; 2] {
    let far = game.k() as isize - 1;
    let end = (row + down * far as usize, column as isize + right * far);
    if end.0 >= game.rows() || !(0..game.columns() as isize).contains(&end.1) {
        return [0; 2];
    }
    let mut counts = [0; 2];
    for step in 0..game.k() {
        let place = column.wrapping_add_signed(right * step as isize);
        let cell = game.cell(row + down * step, place).index();
        for player in Player::all(2) {
            counts[player.index()] += u32::from(state.stones(player).has(cell));
        }
    }
    counts
}
