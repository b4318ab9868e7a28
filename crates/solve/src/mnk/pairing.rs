//! Pairing strategies: a proof without search that a side cannot fill a window.

use super::board::Board;
use super::lines::Lines;
use super::word::Word;

/// Disjoint pairs of empty cells such that every live window contains both cells of a pair, if they are found.
///
/// The defender answers a stone on one cell of a pair with the other, and otherwise plays anywhere. No live window
/// is then ever filled, whichever side is to move, because an extra stone never hurts.
///
/// Windows of one line that share two empty cells are served by one pair. They are merged greedily from one end of
/// the line and, if that fails, from the other. Each group needs two cells of its own among those it shares: a
/// bipartite matching, grown by augmenting paths.
pub(super) fn pairing<W: Word>(board: &Board<W>, lines: &Lines<W>, empty: W) -> Option<Vec<W>> {
    [false, true].into_iter().find_map(|backwards| {
        let mut matching = Matching::new();
        let solved = groups(board, lines, empty, backwards, &mut matching) && matching.solve();
        solved.then(|| matching.taken.as_ref()[..matching.count].to_vec())
    })
}

/// Whether [`pairing`] finds one, without listing it.
pub(super) fn is_paired<W: Word>(board: &Board<W>, lines: &Lines<W>, empty: W) -> bool {
    [false, true].into_iter().any(|backwards| {
        let mut matching = Matching::new();
        groups(board, lines, empty, backwards, &mut matching) && matching.solve()
    })
}

/// Merges the live windows into groups; false if a window has fewer than two empty cells or there are too many
/// groups.
fn groups<W: Word>(
    board: &Board<W>,
    lines: &Lines<W>,
    empty: W,
    backwards: bool,
    matching: &mut Matching<W>,
) -> bool {
    let room = empty.count_ones() / 2;
    for (direction, &live) in board.directions().iter().zip(&lines.live) {
        let mut left = live;
        while left != W::EMPTY {
            let first = if backwards { left.last() } else { left.trailing_zeros() };
            left &= !W::bit(first);
            let mut shared = direction.window(first) & empty;
            // Windows farther away than this do not share two cells, and closer ones do not leave the line: a cell
            // where such a window would start has no window of this direction.
            for place in 1..(board.k() as u32).saturating_sub(1) {
                let distance = place * direction.step;
                let next = if backwards { first.wrapping_sub(distance) } else { first + distance };
                if next >= W::BITS {
                    break;
                }
                if left.has(next) {
                    let both = shared & direction.window(next);
                    if both.count_ones() < 2 {
                        break;
                    }
                    shared = both;
                    left &= !W::bit(next);
                }
            }
            if shared.count_ones() < 2 || matching.count as u32 >= room {
                return false;
            }
            matching.choices.as_mut()[matching.count] = shared;
            matching.count += 1;
        }
    }
    true
}

struct Matching<W: Word> {
    count: usize,
    choices: W::PerPair<W>,
    taken: W::PerPair<W>,
    used: W,
    owner: W::PerCell<u8>,
}

impl<W: Word> Matching<W> {
    fn new() -> Matching<W> {
        Matching {
            count: 0,
            choices: W::per_pair(W::EMPTY),
            taken: W::per_pair(W::EMPTY),
            used: W::EMPTY,
            owner: W::per_cell(0),
        }
    }

    /// Gives every group two cells; false if that is impossible.
    fn solve(&mut self) -> bool {
        let choices = &mut self.choices.as_mut()[..self.count];
        let union = choices.iter().fold(W::EMPTY, |union, &choices| union | choices);
        if (union.count_ones() as usize) < 2 * self.count {
            return false;
        }
        choices.sort_unstable_by_key(|choices| choices.count_ones());
        (0..self.count).all(|group| {
            (0..2).all(|_| {
                let mut seen = W::EMPTY;
                self.grow(group, &mut seen)
            })
        })
    }

    fn grow(&mut self, group: usize, seen: &mut W) -> bool {
        let free = self.choices.as_ref()[group] & !self.used;
        if free != W::EMPTY {
            self.give(group, free.lowest());
            return true;
        }
        loop {
            let next = self.choices.as_ref()[group] & !*seen & !self.taken.as_ref()[group];
            if next == W::EMPTY {
                return false;
            }
            let cell = next.lowest();
            *seen |= cell;
            let holder = usize::from(self.owner[cell.trailing_zeros() as usize]);
            if self.grow(holder, seen) {
                self.taken.as_mut()[holder] &= !cell;
                self.give(group, cell);
                return true;
            }
        }
    }

    fn give(&mut self, group: usize, cell: W) {
        self.taken.as_mut()[group] |= cell;
        self.used |= cell;
        self.owner[cell.trailing_zeros() as usize] = group as u8;
    }
}

/// The two cells of a pair.
pub(super) fn ends<W: Word>(pair: W) -> (u32, u32) {
    (pair.trailing_zeros(), pair.last())
}
