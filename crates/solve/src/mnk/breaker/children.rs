//! The open moves of a node, and the node's numbers computed from theirs.

use super::grid::Grid;
use super::sight::Open;
use super::table::{INFINITE, Numbers};

/// A move that is still open.
pub(super) struct Child {
    pub cell: u32,
    pub open: Open,
    pub numbers: Numbers,
    /// Whether an earlier child is an image of this one and represents both.
    pub same: bool,
}

/// Marks each child that is an image of an earlier one.
pub(super) fn mark_images(children: &mut [Child]) {
    for index in 0..children.len() {
        let key = children[index].open.key;
        children[index].same = children[..index].iter().any(|child| child.open.key == key);
    }
}

/// A node's numbers computed from its children's, the child to search next, and the number of the next best.
///
/// The side to move needs one child: its number is the minimum of theirs. The other side must settle all of them.
/// The sum would count positions that several children lead to repeatedly; the maximum, plus one for each of the
/// others, proved to be a better measure ("weak" proof numbers, Ueda et al. 2008).
pub(super) fn gathered(maker: bool, children: &[Child]) -> (Numbers, usize, u32) {
    let (mut least, mut second, mut best, mut largest, mut count) = (INFINITE, INFINITE, 0, 0, 0);
    for (index, child) in children.iter().enumerate().filter(|(_, child)| !child.same) {
        let (own, other) = child.numbers.by_turn(maker);
        largest = largest.max(other);
        count += 1;
        if own < least {
            (second, least, best) = (least, own, index);
        } else {
            second = second.min(own);
        }
    }
    let other = (largest + count - 1).min(INFINITE - 1);
    (Numbers::from_turn(maker, least.min(INFINITE - 1), other), best, second)
}

/// Like [`gathered`], for the first two plies from an empty board.
///
/// All first moves have similar numbers, and so do all replies, so the search would spread over hundreds of pairs
/// of them. Trying one first move after the other, each with the most central reply until that looks a thousand
/// times worse than another, saves more than any cut.
pub(super) fn committed(grid: &Grid, maker: bool, children: &[Child]) -> (Numbers, usize, u32) {
    let (numbers, best, second) = gathered(maker, children);
    if maker {
        let first = children.iter().position(|child| !child.same);
        return (numbers, first.unwrap_or(best), second);
    }
    let central = (0..children.len())
        .filter(|&index| !children[index].same)
        .min_by_key(|&index| grid.distance(children[index].cell))
        .unwrap_or(best);
    let rest =
        children.iter().enumerate().filter(|&(index, child)| index != central && !child.same);
    let second = rest.map(|(_, child)| child.numbers.breaker).min().unwrap_or(INFINITE);
    let second = second.saturating_mul(COMMITMENT).min(INFINITE - 1);
    match children[central].numbers.breaker <= second {
        true => (numbers, central, second),
        false => (numbers, best, INFINITE - 1),
    }
}

/// How many times worse than another the central reply may look before the other is tried.
const COMMITMENT: u32 = 1000;

/// The limits for searching the best child.
///
/// For the side to move, until it is worse by a quarter than the next best (the slack avoids switching back and
/// forth between two children); for the other side, until the node reaches its limit.
pub(super) fn narrowed(maker: bool, limits: Numbers, children: &[Child], second: u32) -> Numbers {
    let (own, other) = limits.by_turn(maker);
    let count = children.iter().filter(|child| !child.same).count() as u32;
    let own = own.min((second + second / 4 + 1).min(INFINITE));
    let other = if other == INFINITE { INFINITE } else { other.saturating_sub(count - 1).max(1) };
    Numbers::from_turn(maker, own, other)
}
