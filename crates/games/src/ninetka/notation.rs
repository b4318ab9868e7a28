//! Positions as the paper's 11 × 11 matrix and a player, moves as the coordinates `i,j` of a slot.

use ninefold_core::{
    MAX_PLAYERS, Notation, Player, PositionError, Rules, parse_player, parse_rows, split_parts,
};

use super::geometry::{INNER, SECTIONS, SLOT_COUNT, Slot, Square};
use super::{Ninetka, State};

/// The side of the matrix.
const SIDE: usize = 11;
const NEUTRAL: char = '5';

impl Notation for Ninetka {
    fn move_text(&self, mv: Slot) -> String {
        let (i, j) = mv.place();
        format!("{i},{j}")
    }

    fn position_form(&self) -> String {
        self.position_text(&self.start(0))
    }

    fn position_text(&self, state: &State) -> String {
        let symbol = |i, j| {
            let holds = |player: &Player| match (Slot::at(i, j), Square::at(i, j)) {
                (Some(slot), _) => state.slots[player.index()] & slot.set() != 0,
                (_, Some(square)) => state.squares[player.index()] & square.set() != 0,
                _ => false,
            };
            let neutral =
                Square::at(i, j).is_some_and(|square| state.neutrals() & square.set() != 0);
            match Player::all(self.players()).find(holds) {
                Some(player) => ['1', '2', '3', '4'][player.index()],
                None if neutral => NEUTRAL,
                None => '0',
            }
        };
        let row = |i| (0..SIDE).map(|j| symbol(i, j)).collect();
        let rows: Vec<String> = (0..SIDE).map(row).collect();
        let over = self.outcome(state).is_some();
        let player = if over { 0 } else { self.to_move(state).number() };
        format!("{} {player}", rows.join("/"))
    }

    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        let [board, player] = split_parts(text, || self.position_form())?;
        let rows = parse_rows(board, &[SIDE; SIDE], "012345")?;
        let state = self.counters(&rows)?;
        let over = self.outcome(&state).is_some();
        if over && player == "0" {
            return Ok(state);
        }
        let first = parse_player(player, self.players())?;
        Ok(self.state(state.slots, state.squares, state.neutrals(), first))
    }
}

impl Ninetka {
    /// Parses the counters of a matrix, with the first player to move.
    fn counters(&self, rows: &[Vec<char>]) -> Result<State, PositionError> {
        let (mut slots, mut squares) = ([0; MAX_PLAYERS], [0; MAX_PLAYERS]);
        let mut neutrals = 0;
        for (i, row) in rows.iter().enumerate() {
            for (j, &symbol) in row.iter().enumerate() {
                let owner = symbol.to_digit(10).unwrap_or_default() as usize;
                match (owner, Slot::at(i, j), Square::at(i, j)) {
                    (0, ..) => {}
                    (5, _, Some(square)) => neutrals |= square.set(),
                    (owner, Some(slot), _) if owner <= self.players() => {
                        slots[owner - 1] |= slot.set();
                    }
                    (owner, _, Some(square)) if owner <= self.players() => {
                        squares[owner - 1] |= square.set();
                    }
                    _ => return Err(self.misplaced(symbol, i, j)),
                }
            }
        }
        for section in SECTIONS {
            if (neutrals & section & INNER).count_ones() != 1 || (neutrals & !INNER) != 0 {
                return Err(PositionError::Impossible(
                    "each section has exactly one neutral counter (5), not on row or column 1 or 9"
                        .into(),
                ));
            }
        }
        let mut placed = 0;
        for player in Player::all(self.players()) {
            let beside = slots[player.index()].count_ones();
            let inside = squares[player.index()].count_ones();
            placed += (beside + inside) as usize;
            if beside + inside > self.share() {
                return Err(PositionError::Impossible(format!(
                    "player {player} has {} counters, with {} players each has {}",
                    beside + inside,
                    self.players(),
                    self.share(),
                )));
            }
        }
        let inside = squares.iter().any(|own| *own != 0);
        if inside && placed < SLOT_COUNT {
            return Err(PositionError::Impossible(format!(
                "counters are on the board though only {placed} of {SLOT_COUNT} are placed"
            )));
        }
        Ok(self.state(slots, squares, neutrals, Player::FIRST))
    }

    fn misplaced(&self, symbol: char, i: usize, j: usize) -> PositionError {
        PositionError::Impossible(match symbol {
            NEUTRAL => format!("a neutral counter (5) stands at {i},{j} beside the board"),
            _ if Slot::at(i, j).is_none() && Square::at(i, j).is_none() => {
                format!("a counter stands in the corner {i},{j}")
            }
            _ => format!("player {symbol} at {i},{j} is not one of {} players", self.players()),
        })
    }
}
