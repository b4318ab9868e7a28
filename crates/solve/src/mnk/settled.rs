//! Empty boards whose proofs take too long to wait for.

use std::time::Duration;

use super::{MoveValues, Solution};
use crate::Caveat;

/// Drawn empty boards and the number of positions of the proof: `ninefold solve mnk:8,8,5` recounts them.
///
/// On each of them the second player holds as Breaker, without threats. A player who can hold a board can hold
/// every board contained in it, upright or turned, since all of its lines are lines of the larger one, and also
/// with more in a row required to win. (If a draw needs threats, as on 8,4,4, or if a player wins, nothing follows
/// for other boards: an additional line may help either side.)
const DRAWN: [([usize; 3], u64); 6] = [
    ([8, 7, 5], 296_455),
    ([8, 8, 5], 27_341_216),
    ([9, 7, 5], 16_116_086),
    ([10, 6, 5], 26_112_130),
    ([12, 5, 5], 38_291_309),
    ([10, 10, 6], 15_515_901),
];

/// The source of a board's known draw: the first board of the list that contains it.
pub(super) fn known_draw([rows, columns, k]: [usize; 3]) -> Option<Caveat> {
    let sides = |one: usize, other: usize| [one.min(other), one.max(other)];
    let [short, long] = sides(rows, columns);
    let contains = |&&([rows, columns, least], _): &&([usize; 3], u64)| {
        let [low, high] = sides(rows, columns);
        short <= low && long <= high && k >= least
    };
    let (size, positions) = DRAWN.iter().find(contains)?;
    let [rows, columns, least] = size;
    let (game, positions) = (format!("mnk:{rows},{columns},{least}"), *positions);
    let same = sides(*rows, *columns) == [short, long] && *least == k;
    Some(match same {
        true => Caveat::Settled { game, positions },
        false => Caveat::Contained { game, positions },
    })
}

/// The answer on an empty board that is known to be drawn.
///
/// Every first move draws: a stone never hurts, so no player does worse with one than without, and the first player
/// can only draw; the second cannot win either, because the first could use the same strategy.
pub(super) fn drawn([rows, columns, _]: [usize; 3]) -> (Solution, MoveValues) {
    let middle = rows / 2 * columns + columns / 2;
    let (nodes, elapsed) = (0, Duration::ZERO);
    let solution =
        Solution { value: Some(0), best: Some(middle), line: vec![middle], nodes, elapsed };
    (solution, (0..rows * columns).map(|cell| (cell, Some(0))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_drawn_within_a_drawn_one() {
        let game = |size| match known_draw(size)? {
            Caveat::Settled { game, .. } => Some((true, game)),
            Caveat::Contained { game, .. } => Some((false, game)),
            _ => None,
        };
        let found = |same: bool, name: &str| Some((same, name.to_owned()));
        assert_eq!(game([8, 8, 5]), found(true, "mnk:8,8,5"));
        assert_eq!(game([5, 12, 5]), found(true, "mnk:12,5,5"));
        assert_eq!(game([7, 7, 5]), found(false, "mnk:8,7,5"));
        assert_eq!(game([8, 8, 6]), found(false, "mnk:8,8,5"));
        assert_eq!(game([7, 9, 6]), found(false, "mnk:9,7,5"));
        assert_eq!(game([10, 9, 6]), found(false, "mnk:10,10,6"));
        // Larger boards, or fewer in a row: unknown.
        for open in [[9, 8, 5], [8, 8, 4], [13, 5, 5], [11, 10, 6], [11, 6, 5]] {
            assert_eq!(game(open), None, "{open:?}");
        }
    }
}
