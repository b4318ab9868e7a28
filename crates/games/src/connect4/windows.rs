//! Windows: runs of cells of the winning length, and what both players have in each.

use ninefold_core::Player;

use super::{Cells, ConnectFour, State};

/// Every window of a board.
pub(super) struct Windows {
    all: Vec<Cells>,
    /// For each bit, the windows that contain its cell.
    through: Vec<Vec<Cells>>,
}

/// What one player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Holdings {
    /// The number of windows without discs of the other player, by number of own discs.
    pub open: [u32; MOST],
    /// The empty cells that would complete a line.
    pub completing: Cells,
}

/// Greater than the number of discs in any unfinished window.
pub(super) const MOST: usize = 9;

impl Windows {
    pub fn new(game: &ConnectFour) -> Windows {
        let length = game.line();
        let mut all = Vec::new();
        for (column, row) in
            (0..game.columns()).flat_map(|column| (0..game.rows()).map(move |row| (column, row)))
        {
            for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let place = |far: u32| {
                    let row = row.checked_add_signed(up * far as i32)?;
                    let column = column + right * far;
                    (column < game.columns() && row < game.rows()).then(|| game.cell(column, row))
                };
                let cells: Option<Vec<Cells>> = (0..length).map(place).collect();
                all.extend(cells.map(|cells| cells.into_iter().fold(0, |all, cell| all | cell)));
            }
        }
        let through = |bit: u32| all.iter().copied().filter(|w| w >> bit & 1 != 0).collect();
        Windows { through: (0..u64::BITS).map(through).collect(), all }
    }

    /// The windows through a cell.
    pub fn through(&self, cell: Cells) -> &[Cells] {
        &self.through[cell.trailing_zeros() as usize]
    }

    /// The holdings of both players in a position.
    pub fn holdings(&self, game: &ConnectFour, state: &State) -> [Holdings; 2] {
        let mut both = [Holdings::default(); 2];
        for &window in &self.all {
            let [first, second] = state.discs.map(|discs| window & discs);
            let (player, discs) = match (first, second) {
                (0, 0) => continue,
                (discs, 0) => (Player::FIRST, discs),
                (0, discs) => (Player::SECOND, discs),
                _ => continue,
            };
            let holdings = &mut both[player.index()];
            let count = discs.count_ones();
            holdings.open[count as usize] += 1;
            if count + 1 == game.line() {
                holdings.completing |= window & !discs;
            }
        }
        both
    }
}
