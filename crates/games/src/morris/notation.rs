//! Positions as `.../.../.../....../.../.../... w 9,9` and moves as `d6-d5xc3`.

use ninefold_core::{Notation, Player, PositionError, parse_number, parse_rows};

use super::setup::Setup;
use super::{Morris, Move, Point, State};

/// The number of points in each row.
const ROWS: [usize; 7] = [3, 3, 3, 6, 3, 3, 3];

impl Notation for Morris {
    fn move_text(&self, mv: Move) -> String {
        let start = mv.from().map(|from| format!("{from}-")).unwrap_or_default();
        let taken = mv.taken().map(|taken| format!("x{taken}")).unwrap_or_default();
        format!("{start}{}{taken}", mv.to())
    }

    fn position_form(&self) -> String {
        ".../.../.../....../.../.../... w 9,9".into()
    }

    fn position_text(&self, state: &State) -> String {
        let mut board = String::new();
        for point in Point::all() {
            if point.index() > 0 && point.column() <= Point::new(point.index() - 1).column() {
                board.push('/');
            }
            let owner = Player::all(2).find(|&player| state.men(player) & point.set() != 0);
            board.push(owner.map_or('.', |owner| ['w', 'b'][owner.index()]));
        }
        let side = ['w', 'b'][state.own.player().index()];
        format!("{board} {side} {},{}", state.hand(Player::FIRST), state.hand(Player::SECOND))
    }

    /// A fourth field with countdowns is accepted and ignored: the pure game has none.
    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (board, side, hands) = match fields[..] {
            [board, side, hands] => (board, side, hands),
            [board, side, hands, countdowns] => {
                pair("countdowns", countdowns, "two numbers such as 50,10", 999)?;
                (board, side, hands)
            }
            _ => {
                return Err(PositionError::Fields {
                    text: text.to_owned(),
                    found: fields.len(),
                    wanted: "3 or 4".into(),
                    form: self.position_form(),
                });
            }
        };
        let rows = parse_rows(board, &ROWS, ".wb")?;
        let mut men = [0; 2];
        for (point, symbol) in Point::all().zip(rows.into_iter().flatten()) {
            match symbol {
                'w' => men[0] |= point.set(),
                'b' => men[1] |= point.set(),
                _ => {}
            }
        }
        let mover = match side {
            "w" => Player::FIRST,
            "b" => Player::SECOND,
            _ => return Err(PositionError::field("side to move", side, "w or b")),
        };
        let hands = pair("men in hand", hands, "two numbers such as 9,9", Morris::MEN)?;
        Setup { men, hands, mover }.check()
    }

    fn fen(&self, state: &State, quiet: u32) -> Option<String> {
        Some(super::fen::write(self, state, quiet))
    }

    fn parse_fen(&self, text: &str) -> Result<(State, u32), PositionError> {
        super::fen::read(text)
    }
}

fn pair(
    what: &'static str,
    text: &str,
    wanted: &str,
    most: u32,
) -> Result<[u32; 2], PositionError> {
    let (first, second) =
        text.split_once(',').ok_or_else(|| PositionError::field(what, text, wanted))?;
    Ok([parse_number(what, first, 0..=most)?, parse_number(what, second, 0..=most)?])
}
