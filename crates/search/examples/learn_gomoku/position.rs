//! Positions to learn from.

use ninefold_core::{Path, Player, Rules};
use ninefold_games::mnk::Cell;
use ninefold_games::mnk::learnt::{Look, Seen};

use crate::play::{Gomoku, SIDE, near};

/// A position, as far as it is learnt from.
pub(crate) struct Position {
    /// For the player on turn and the other: each combination that is on the board, and on how many empty cells.
    pub(crate) cells: [Vec<(u16, u16)>; 2],
    /// The set of threats.
    pub(crate) mark: u16,
    /// What the search says of it, infinite where somebody wins.
    pub(crate) value: f32,
    /// The part of the point that the player on turn got in the end.
    pub(crate) won: f32,
    /// Whether it is not learnt from, but told how well.
    pub(crate) held_out: bool,
    /// For both the combinations of all cells near a stone, the chosen one first; none where no choice is learnt from.
    pub(crate) choice: Vec<[u16; 2]>,
}

/// One game in so many is held out.
const HELD_OUT: usize = 20;

/// How often each code is there.
fn counted(mut codes: Vec<u16>) -> Vec<(u16, u16)> {
    codes.sort_unstable();
    codes.chunk_by(|one, next| one == next).map(|same| (same[0], same.len() as u16)).collect()
}

/// The combinations of all cells near a stone, that of `chosen` first.
fn choice(path: &Path<Gomoku>, seen: &Seen, chosen: Cell) -> Vec<[u16; 2]> {
    let cells = || seen.cells.iter();
    let first = cells().filter(|(cell, _)| *cell == chosen);
    let others = cells().filter(|(cell, _)| *cell != chosen && near(path, *cell));
    first.chain(others).map(|(_, codes)| *codes).collect()
}

/// The positions of games that stand one a line, as `play` writes them.
pub(crate) fn positions(text: &str) -> Vec<Position> {
    let game = Gomoku::new(SIDE, SIDE, 5);
    let look = Look::new(&game);
    let mut all = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut words = line.split(' ');
        let winner = match words.next() {
            Some("1") => Some(Player::FIRST),
            Some("2") => Some(Player::SECOND),
            _ => None,
        };
        let mut path = Path::from_start(game);
        for (mv, told) in words.filter_map(|word| word.split_once(':')) {
            let mut places = mv.split(',').filter_map(|place| place.parse().ok());
            let (Some(row), Some(column)) = (places.next(), places.next()) else { continue };
            let cell = game.cell(row, column);
            let value: Option<f32> = match told.trim_start_matches('?') {
                "" => None,
                "w" => Some(f32::INFINITY),
                "l" => Some(f32::NEG_INFINITY),
                value => value.parse().ok(),
            };
            let seen = look.at(&game, path.state());
            if let Some(value) = value
                && !seen.decided
            {
                let mover = game.to_move(path.state());
                let codes = |side: usize| {
                    counted(seen.cells.iter().map(|(_, codes)| codes[side]).collect())
                };
                let chosen = seen.calm && !told.starts_with('?') && value > f32::NEG_INFINITY;
                all.push(Position {
                    cells: [codes(0), codes(1)],
                    mark: seen.mark,
                    value,
                    won: winner.map_or(0.5, |winner| f32::from(u8::from(winner == mover))),
                    held_out: number % HELD_OUT == 0,
                    choice: if chosen { choice(&path, &seen, cell) } else { Vec::new() },
                });
            }
            path.play(cell);
        }
    }
    all
}
