//! Solves positions of 3-6-9 with few empty cells.

use std::time::Duration;

use ninefold_core::{Rules, Stopwatch};
use ninefold_games::three_six_nine::{Cell, Cells, ThreeSixNine};

use crate::Budget;
use crate::cpu::Cpu;

use super::ending::{Ending, LANES, live_and_idle};
use super::table::{Means, Table};

/// The result of the solver. Values are leads of the player to move from here on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The value of the position.
    pub value: i32,
    /// The value of every move, in generation order; empty if the game is over.
    pub moves: Vec<(Cell, i32)>,
    /// Best play to the end, always the first best move.
    pub line: Vec<Cell>,
    /// The number of subsets of the table.
    pub subsets: u64,
    /// The time taken.
    pub elapsed: Duration,
}

/// Why there is no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// The table would need this many bytes, which is more than allowed.
    Memory(u128),
    /// It would take longer than allowed, or was stopped.
    Spent,
}

/// Solves the position with these stones.
///
/// ```
/// use ninefold_games::three_six_nine::ThreeSixNine;
/// use ninefold_solve::three_six_nine::{Budget, solve};
///
/// let game = ThreeSixNine::new(3, [1, 2, 3]);
/// let solution = solve(&game, 0, &Budget::default(), &mut |_| {}).unwrap();
/// assert_eq!(solution.value, 4);
/// assert_eq!(solution.line[0], game.cell(1, 1));
/// ```
pub fn solve(
    game: &ThreeSixNine,
    stones: Cells,
    budget: &Budget,
    watch: &mut dyn FnMut(u64),
) -> Result<Solution, Unsolved> {
    solve_on(Cpu::detect(), game, stones, budget, watch)
}

/// Like [`solve`], with this version of the inner loop. A node of the budget is a vector of 64 subsets, which takes
/// about as long as a position of a search. If the time clearly will not suffice, nothing is attempted.
pub fn solve_on(
    cpu: Cpu,
    game: &ThreeSixNine,
    stones: Cells,
    budget: &Budget,
    watch: &mut dyn FnMut(u64),
) -> Result<Solution, Unsolved> {
    let start = Stopwatch::start(&budget.stop);
    let [mut order, idle] = live_and_idle(game, stones);
    // Two idle cells cancel each other out, so one stands for all: it is empty if their number is odd.
    order.extend(idle.first());
    // 64 cells exceed any memory, so from here on a subset fits into a word.
    let bytes = Table::bytes(order.len(), game.points_left(stones));
    if bytes > budget.memory as u128 {
        return Err(Unsolved::Memory(bytes));
    }
    // Cells of the last rows become lanes: neighbours there share lines.
    order.reverse();
    let ending = Ending::new(game, stones, &order);
    let subsets = 1_u64 << ending.bits();
    if budget.nodes.is_some_and(|most| subsets / LANES as u64 > most) {
        return Err(Unsolved::Spent);
    }
    let means = Means { cpu, start: &start, budget };
    let table = Table::fill(&ending, &means, watch).map_err(|_| Unsolved::Spent)?;
    let judge = Judge { game, stones, ending, table };
    let mut line = Vec::new();
    let mut now = stones;
    while let Some((cell, _)) = first_best(&judge.moves(now)) {
        line.push(cell);
        now |= 1 << game.move_index(cell);
    }
    let value = judge.value(stones);
    let moves = judge.moves(stones);
    Ok(Solution { value, moves, line, subsets, elapsed: start.elapsed() })
}

/// The first of the moves with the largest value.
pub(super) fn first_best(moves: &[(Cell, i32)]) -> Option<(Cell, i32)> {
    let best = moves.iter().map(|&(_, value)| value).max()?;
    moves.iter().find(|&&(_, value)| value == best).copied()
}

/// Looks up positions after the one that the table was made for.
struct Judge<'a> {
    game: &'a ThreeSixNine,
    stones: Cells,
    ending: Ending,
    table: Table,
}

impl Judge<'_> {
    /// The value of a later position. Cells without a bit in the table count by their parity.
    fn value(&self, stones: Cells) -> i32 {
        let [live, idle] = live_and_idle(self.game, self.stones);
        let empty = |cell: &&u8| stones >> **cell & 1 == 0;
        let odd = idle.iter().filter(empty).count() % 2 == 1;
        let bits = self.ending.cells.iter().enumerate();
        let set = bits.filter(|(_, cell)| match live.contains(cell) {
            true => empty(cell),
            false => odd,
        });
        self.table.value(set.fold(0, |all, (bit, _)| all | 1 << bit))
    }

    fn moves(&self, stones: Cells) -> Vec<(Cell, i32)> {
        let mut moves = Vec::new();
        let size = self.game.size();
        for index in (0..size * size).filter(|index| stones >> index & 1 == 0) {
            let cell = self.game.cell(index / size, index % size);
            let gain = i32::from(self.game.gain(stones, cell));
            moves.push((cell, gain - self.value(stones | 1 << index)));
        }
        moves
    }
}
