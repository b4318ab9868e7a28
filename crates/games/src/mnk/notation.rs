//! Positions as `120/000/000 1` and moves as `row,column` from 1.

use ninefold_core::{
    Notation, Player, PositionError, Rules, parse_player, parse_rows, split_parts,
};

use super::{Bits, Cell, Mnk, State};

impl<const W: usize> Notation for Mnk<W> {
    fn move_text(&self, mv: Cell) -> String {
        let (row, column) = self.place(mv);
        format!("{},{}", row + 1, column + 1)
    }

    fn position_form(&self) -> String {
        format!("{} 1", vec!["0".repeat(self.columns()); self.rows()].join("/"))
    }

    fn position_text(&self, state: &State<W>) -> String {
        let symbol = |row, column| {
            let cell = self.cell(row, column).index();
            let owner = Player::all(2).find(|&player| state.stones(player).has(cell));
            owner.map_or('0', |owner| ['1', '2'][owner.index()])
        };
        let row = |row| (0..self.columns()).map(|column| symbol(row, column)).collect();
        let rows: Vec<String> = (0..self.rows()).map(row).collect();
        format!("{} {}", rows.join("/"), self.to_move(state))
    }

    fn parse_position(&self, text: &str) -> Result<State<W>, PositionError> {
        let [board, player] = split_parts(text, || self.position_form())?;
        let rows = parse_rows(board, &vec![self.columns(); self.rows()], "012")?;
        let mut stones = [Bits::EMPTY; 2];
        for (row, symbols) in rows.iter().enumerate() {
            for (column, symbol) in symbols.iter().enumerate() {
                let cell = self.cell(row, column).index();
                match symbol {
                    '1' => stones[0].insert(cell),
                    '2' => stones[1].insert(cell),
                    _ => {}
                }
            }
        }
        let mover = parse_player(player, 2)?;
        let both = || PositionError::Impossible(format!("both players have {} in a row", self.k()));
        self.state(stones, mover).ok_or_else(both)
    }
}
