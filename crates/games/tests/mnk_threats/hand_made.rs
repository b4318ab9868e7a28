//! Positions of gomoku composed by hand, with the win that a player reads from them.

use ninefold_core::Notation;
use ninefold_games::mnk::Mnk;

use crate::forced_wins::is_won;
use crate::threats;

/// The first move and the number of turns of a forced win of `x`, who is on turn, on the top left
/// corner of a board of fifteen by fifteen.
fn win(corner: &[&str]) -> Option<(String, u32)> {
    let row = |row: usize| {
        let cells = corner.get(row).copied().unwrap_or_default().chars();
        let digits = cells.map(|cell| match cell {
            'x' => '1',
            'o' => '2',
            _ => '0',
        });
        digits.chain(std::iter::repeat('0')).take(15).collect::<String>()
    };
    let rows: Vec<String> = (0..15).map(row).collect();
    let game = Mnk::<7>::new(15, 15, 5);
    let state = game.parse_position(&format!("{} 1", rows.join("/"))).expect("a position");
    let threats = threats(&game);
    let win = threats.guide(&game, &state).forced_win(&game, &state, 1000).win?;
    assert!(is_won(&game, &*threats, &state, win.turns), "{win:?}");
    Some((game.move_text(win.mv), win.turns))
}

fn wins(mv: &str, turns: u32) -> Option<(String, u32)> {
    Some((mv.to_owned(), turns))
}

#[test]
fn five_or_six_in_a_row_are_completed() {
    assert_eq!(win(&["oxxxx.o"]), wins("1,6", 1));
    assert_eq!(win(&["oxxx.xxo"]), wins("1,5", 1));
}

#[test]
fn two_fours_at_once_cannot_both_be_blocked() {
    let crossing = ["....o..", "....x..", "....x..", "....x..", "oxxx..."];
    assert_eq!(win(&crossing), wins("5,5", 3));
    // Also on one line: x . x x x . x has a gap on either side.
    assert_eq!(win(&["ox.x.x.xo"]), wins("1,5", 3));
}

#[test]
fn a_four_and_an_open_three_at_once_win_after_the_block() {
    let crossing = [".......", ".......", "oxxx...", "...x...", "..x...."];
    assert_eq!(win(&crossing), wins("3,5", 5));
}

/// A four at 2,5 is blocked at 2,6 and leaves three in column 5. A four at 3,5 is blocked at 1,5 and
/// leaves an open three in row 3. Nothing shorter is there: no two lines cross before.
const LADDER: [&str; 6] =
    [".........", "oxxx.....", ".....xx..", "....x....", "....x....", "....o...."];

fn ladder(row: usize, cells: &'static str) -> Vec<&'static str> {
    let mut rows = LADDER.to_vec();
    rows.resize(rows.len().max(row), "");
    rows[row - 1] = cells;
    rows
}

#[test]
fn one_four_leads_to_the_next() {
    assert_eq!(win(&LADDER), wins("2,5", 7));
}

#[test]
fn a_block_that_is_a_four_itself_ends_the_attack() {
    // The block at 1,5 makes a four of the defender, open or not.
    assert_eq!(win(&ladder(1, ".....ooo.")), None);
    assert_eq!(win(&ladder(1, "o.oo.....")), None);
    // Three stones that are shut in make none.
    assert!(win(&ladder(1, "...x.ooox")).is_some());
}

#[test]
fn a_four_of_the_defender_comes_first() {
    assert_eq!(win(&ladder(9, "oooo")), None);
    // The only cell that blocks it is a four on the column and on the diagonal.
    let crossing = ["o.....", "x..x..", "x.x...", "xx....", ".oooox"];
    assert_eq!(win(&crossing), wins("5,1", 3));
    // Without the diagonal it is one four, and nothing comes after it.
    let single = ["o.....", "x.....", "x.x...", "xx....", ".oooox"];
    assert_eq!(win(&single), None);
}
