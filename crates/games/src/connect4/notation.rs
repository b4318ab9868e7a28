//! Positions as rows of digits from the top, moves as the number of a column.

use ninefold_core::{
    Notation, Player, PositionError, Rules, parse_player, parse_rows, split_parts,
};

use super::{Column, ConnectFour, State};

/// The names of the players.
pub(super) const NAMES: [&str; 2] = ["Red", "Yellow"];

impl Notation for ConnectFour {
    fn move_text(&self, mv: Column) -> String {
        (mv.0 + 1).to_string()
    }

    fn position_form(&self) -> String {
        self.position_text(&self.start(0))
    }

    fn position_text(&self, state: &State) -> String {
        let symbol = |column, row| {
            let cell = self.cell(column, row);
            let owner = Player::all(2).find(|&player| state.discs(player) & cell != 0);
            owner.map_or('0', |owner| ['1', '2'][owner.index()])
        };
        let row = |row| (0..self.columns()).map(|column| symbol(column, row)).collect();
        let rows: Vec<String> = (0..self.rows()).rev().map(row).collect();
        format!("{} {}", rows.join("/"), state.mover)
    }

    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        let [board, player] = split_parts(text, || self.position_form())?;
        let lengths = vec![self.columns() as usize; self.rows() as usize];
        let mut state = State { discs: [0; 2], mover: parse_player(player, 2)? };
        for (row, symbols) in (0..self.rows()).rev().zip(parse_rows(board, &lengths, "012")?) {
            for (column, symbol) in (0..self.columns()).zip(symbols) {
                if let Some(owner) = ['1', '2'].into_iter().position(|digit| digit == symbol) {
                    state.discs[owner] |= self.cell(column, row);
                }
            }
        }
        self.check(&state).map_or(Ok(state), |fault| Err(PositionError::Impossible(fault)))
    }
}

impl ConnectFour {
    /// Why a position cannot be reached by play, if it cannot.
    fn check(&self, state: &State) -> Option<String> {
        let floating = state.all() & !self.row(0) & !(state.all() << 1);
        if floating != 0 {
            let (column, row) = self.place(floating);
            let (column, row) = (column + 1, row + 1);
            return Some(format!("nothing is under the disc in column {column}, row {row}"));
        }
        let [first, second] = state.discs.map(u64::count_ones);
        let ahead = u32::from(state.mover == Player::SECOND);
        if first != second + ahead {
            let [one, other] = NAMES;
            let mover = NAMES[state.mover.index()];
            let discs = if first == 1 { "disc" } else { "discs" };
            return Some(format!(
                "{one} has {first} {discs}, {other} {second}, and {mover} is on turn"
            ));
        }
        let waiting = state.mover.other();
        let line = self.line();
        match [state.mover, waiting].map(|player| self.has_line(state.discs(player))) {
            [true, true] => Some(format!("both players have {line} in a row")),
            [true, false] => {
                let [mover, last] = [state.mover, waiting].map(|player| NAMES[player.index()]);
                Some(format!("{last} moved after {mover} had {line} in a row"))
            }
            _ => None,
        }
    }
}
