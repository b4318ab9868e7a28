//! Positions as `x../.../... 0-0 2` and moves as `row,column` from 1.

use ninefold_core::{
    Notation, Player, PositionError, Rules, parse_number, parse_player, parse_rows, split_parts,
};

use super::{Cell, State, ThreeSixNine};

/// The maximum points a player may ever have, including those still to be won. It ensures that every position that
/// can be written can be parsed again, however the game continues.
const MOST_POINTS: u32 = 20_000;

impl Notation for ThreeSixNine {
    fn move_text(&self, mv: Cell) -> String {
        let (row, column) = self.place(mv);
        format!("{},{}", row + 1, column + 1)
    }

    fn position_form(&self) -> String {
        format!("{} 0-0 1", vec![".".repeat(self.size()); self.size()].join("/"))
    }

    fn position_text(&self, state: &State) -> String {
        let symbol = |row, column| {
            let stone = state.stones >> self.cell(row, column).0 & 1 != 0;
            if stone { 'x' } else { '.' }
        };
        let row = |row| (0..self.size()).map(|column| symbol(row, column)).collect();
        let rows: Vec<String> = (0..self.size()).map(row).collect();
        let [first, second] = state.points;
        let over = self.outcome(state).is_some();
        let player = if over { 0 } else { state.mover.number() };
        format!("{} {first}-{second} {player}", rows.join("/"))
    }

    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        let [board, points, player] = split_parts(text, || self.position_form())?;
        let rows = parse_rows(board, &vec![self.size(); self.size()], ".x")?;
        let symbols = rows.into_iter().flatten().enumerate();
        let stones = symbols.fold(0, |all, (cell, symbol)| all | u128::from(symbol == 'x') << cell);
        let (first, second) = points
            .split_once('-')
            .ok_or_else(|| PositionError::field("points", points, "two numbers such as 0-0"))?;
        let most = MOST_POINTS - self.points_left(stones);
        let points = [
            parse_number("points of player 1", first, 0..=most)? as u16,
            parse_number("points of player 2", second, 0..=most)? as u16,
        ];
        let full = stones == self.board();
        let mover = if full && player == "0" { Player::FIRST } else { parse_player(player, 2)? };
        Ok(State { stones, points, mover: if full { Player::FIRST } else { mover } })
    }
}
