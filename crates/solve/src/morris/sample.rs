//! Random and exhaustive selections of positions, made with the rules alone.

use ninefold_core::{Notation, Player, Random};
use ninefold_games::morris::{Morris, Point, State};

use super::rows::next_of_size;

/// A random position with these numbers of men of the two sides and `placed` men placed in total.
///
/// White's number comes first; with 18 men placed both hands are empty.
pub fn random_position(random: &mut Random, men: [u32; 2], placed: u32, mover: Player) -> State {
    let mut points: Vec<Point> = Point::all().collect();
    let mut board = ['.'; Point::COUNT];
    for (side, count) in ['w', 'b'].into_iter().zip(men) {
        for _ in 0..count {
            let point = points.swap_remove(random.below(points.len()));
            board[point.index()] = side;
        }
    }
    position(&board, placed, mover)
}

/// The position of a board given in reading order.
pub(super) fn position(board: &[char; Point::COUNT], placed: u32, mover: Player) -> State {
    let mut rows = String::new();
    for (index, &symbol) in board.iter().enumerate() {
        if index % 3 == 0 && index > 0 && index != 12 {
            rows.push('/');
        }
        rows.push(symbol);
    }
    let hands = [9 - placed.div_ceil(2), 9 - placed / 2];
    let side = ['w', 'b'][mover.index()];
    let text = format!("{rows} {side} {},{}", hands[0], hands[1]);
    Morris::default().parse_position(&text).unwrap_or_else(|error| {
        unreachable!("a board with hands that fit it is a position: {text}: {error}")
    })
}

/// The subsets of one size, as bits, ascending.
pub(super) struct Combinations {
    next: Option<u32>,
    end: u32,
}

impl Combinations {
    /// The subsets with `size` of the lowest `of` bits.
    pub(super) fn new(size: u32, of: u32) -> Combinations {
        Combinations { next: Some((1 << size) - 1), end: 1 << of }
    }
}

impl Iterator for Combinations {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let set = self.next.filter(|&set| set < self.end)?;
        self.next = Some(next_of_size(set)).filter(|&next| next > set);
        Some(set)
    }
}
