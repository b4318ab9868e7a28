//! Positions as a row of digits and the player to move, moves as the number of a cell.

use ninefold_core::{Notation, PositionError, Rules, parse_player, parse_rows, split_parts};

use super::{Cell, Skeleton, State};

impl Notation for Skeleton {
    fn move_text(&self, mv: Cell) -> String {
        (mv.0 + 1).to_string()
    }

    fn position_form(&self) -> String {
        self.position_text(&self.start(0))
    }

    fn position_text(&self, state: &State) -> String {
        let symbol = |cell| match state.filled.map(|filled| filled >> cell & 1) {
            [1, _] => '1',
            [_, 1] => '2',
            _ => '0',
        };
        let row: String = (0..self.cells()).map(symbol).collect();
        format!("{row} {}", state.mover)
    }

    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        let [row, player] = split_parts(text, || self.position_form())?;
        let mut state = State { filled: [0; 2], mover: parse_player(player, 2)? };
        for (cell, symbol) in
            parse_rows(row, &[self.cells() as usize], "012")?[0].iter().enumerate()
        {
            if let Some(owner) = ['1', '2'].iter().position(|digit| digit == symbol) {
                state.filled[owner] |= 1 << cell;
            }
        }
        Ok(state)
    }
}
