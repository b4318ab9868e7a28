//! The position notation of the program Sanmill, for exchanging positions with it.
//!
//! ```text
//! ********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes
//! inner    middle   outer    │ │ │ │ │ │ │ │ │ └─last mills─┘ │ │ └ move number
//!                            │ │ │ │ │ │ │ └─┴ men to remove   │ └ plies since a capture
//!                            │ │ │ └─┴─┴─┴ white on board, in hand, black likewise
//!                            │ │ └ action p(lace) s(elect) r(emove)         └ mills
//!                            │ └ phase r(eady) p(lacing) m(oving) o(ver)
//!                            └ side
//! ```
//!
//! Rings are written clockwise from the top middle, which is the bit order of a set. A turn is one move in this
//! crate, so a position in the middle of a turn (action `r`) has no equivalent.

use ninefold_core::{Player, PositionError, Rules, parse_number};

use super::setup::Setup;
use super::{Morris, Point, State};

/// The number of fields in a complete text; the last, `ids:nodes`, may be missing.
const FIELDS: usize = 18;
const FORM: &str = "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";

/// Writes a position; `quiet` is the number of plies since the last capture.
pub(super) fn write(game: &Morris, state: &State, quiet: u32) -> String {
    let symbol = |bit: usize| {
        let point = Point::at_bit(bit).set();
        let owner = Player::all(2).find(|&player| state.men(player) & point != 0);
        owner.map_or('*', |owner| ['O', '@'][owner.index()])
    };
    let ring = |ring: usize| (8 * ring..8 * ring + 8).map(symbol).collect::<String>();
    let side = ['w', 'b'][state.own.player().index()];
    let [white, black] = [Player::FIRST, Player::SECOND].map(|player| state.hand(player));
    let phase = match game.outcome(state) {
        Some(_) => 'o',
        None if white + black > 0 => 'p',
        None => 'm',
    };
    let action = if state.own.hand() > 0 { 'p' } else { 's' };
    let [white_men, black_men] =
        [Player::FIRST, Player::SECOND].map(|player| state.men(player).count_ones());
    let number = 1 + (2 * Morris::MEN - white - black) / 2;
    format!(
        "{}/{}/{} {side} {phase} {action} {white_men} {white} {black_men} {black} 0 0 -1 -1 -1 -1 0 {quiet} {number} ids:nodes",
        ring(0),
        ring(1),
        ring(2),
    )
}

/// Parses a position and the number of plies since the last capture.
pub(super) fn read(text: &str) -> Result<(State, u32), PositionError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    if fields.len() != FIELDS && fields.len() != FIELDS - 1 {
        return Err(PositionError::Fields {
            text: text.to_owned(),
            found: fields.len(),
            wanted: format!("{FIELDS}"),
            form: FORM.into(),
        });
    }
    let rings = ninefold_core::parse_rows(fields[0], &[8, 8, 8], "*O@")?;
    let mut men = [0; 2];
    for (bit, symbol) in rings.into_iter().flatten().enumerate() {
        match symbol {
            'O' => men[0] |= 1 << bit,
            '@' => men[1] |= 1 << bit,
            _ => {}
        }
    }
    let mover = match fields[1] {
        "w" => Player::FIRST,
        "b" => Player::SECOND,
        side => return Err(PositionError::field("side to move", side, "w or b")),
    };
    if !["r", "p", "m", "o"].contains(&fields[2]) {
        return Err(PositionError::field("phase", fields[2], "r, p, m or o"));
    }
    if !["p", "s"].contains(&fields[3]) {
        return Err(PositionError::field(
            "action",
            fields[3],
            "p or s: give the position before or after a whole turn",
        ));
    }
    let count = |what, index: usize| parse_number(what, fields[index], 0..=9);
    let on_board = [count("white men on the board", 4)?, count("black men on the board", 6)?];
    let hands = [count("white men in hand", 5)?, count("black men in hand", 7)?];
    if on_board != men.map(u32::count_ones) {
        return Err(PositionError::Impossible(format!(
            "the FEN counts {} white and {} black men on the board but shows {} and {}",
            on_board[0],
            on_board[1],
            men[0].count_ones(),
            men[1].count_ones(),
        )));
    }
    for field in fields[8..15].iter().chain([&fields[16]]) {
        if field.parse::<i64>().is_err() {
            return Err(PositionError::field("a number of the FEN", field, "a whole number"));
        }
    }
    let quiet = parse_number("plies since a capture", fields[15], 0..=u32::MAX)?;
    Ok((Setup { men, hands, mover }.check()?, quiet))
}
