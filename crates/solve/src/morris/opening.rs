//! Published counts of the first plies, for checking tables of the placing phase.

use ninefold_core::Player;
use ninefold_games::morris::Point;

use super::book::Counted;
use super::file::TableError;
use super::sample::{Combinations, position};
use super::tables::{Tables, Value};

/// The last layer that is counted; later ones take too long.
const LAST: u32 = 5;

/// Counts the boards of the first plies, and returns the differences from the published counts.
pub(super) fn compare(tables: &Tables) -> Result<Vec<String>, TableError> {
    let mut problems = Vec::new();
    for (placed, published) in (0..=LAST).zip(Counted::PUBLISHED) {
        let Counted { boards, white: first, black: second } = published;
        let wins = [first, second];
        let (white, black) = (placed.div_ceil(2), placed / 2);
        let mover = Player::new((placed % 2) as usize);
        let (mut count, mut found) = (0, [0; 2]);
        for men in Combinations::new(white, Point::COUNT as u32) {
            for others in Combinations::new(black, Point::COUNT as u32 - white) {
                let mut board = ['.'; Point::COUNT];
                for (point, symbol) in board.iter_mut().enumerate() {
                    if men >> point & 1 != 0 {
                        *symbol = 'w';
                    }
                }
                let free = board.iter_mut().filter(|symbol| **symbol == '.').enumerate();
                for (_, symbol) in free.filter(|(number, _)| others >> number & 1 != 0) {
                    *symbol = 'b';
                }
                count += 1;
                match tables.value(&position(&board, placed, mover))? {
                    Some(Value::Win) => found[mover.index()] += 1,
                    Some(Value::Loss) => found[mover.other().index()] += 1,
                    _ => {}
                }
            }
        }
        if (count, found) != (boards, wins) {
            problems.push(format!(
                "{placed} men placed: White wins {} and Black {} of {count} boards, published {} and {} of {boards}",
                found[0], found[1], wins[0], wins[1]
            ));
        }
    }
    Ok(problems)
}
