//! Pairing strategies: a proof without search that a side cannot fill a window.

use super::board::Board;
use super::lines::Lines;

/// The most groups a board may need: more do not fit in 64 cells, two cells each.
const MOST_GROUPS: usize = 32;

/// Disjoint pairs of empty cells such that every live window contains both cells of one, if they are
/// found.
///
/// The defender answers a stone on one cell of a pair with the other, and plays anywhere otherwise; no
/// live window is then ever filled, whoever is to move, for an extra stone never hurts.
///
/// Windows of one line that share two empty cells are served by one pair. They are merged greedily from
/// one end of the line, then, if that fails, from the other; each group needs two cells of its own among
/// those it shares: a bipartite matching, grown by augmenting paths.
pub(super) fn pairing(board: &Board, lines: &Lines, empty: u64) -> Option<Vec<u64>> {
    [false, true].into_iter().find_map(|backwards| {
        let mut matching = Matching::new();
        let solved = groups(board, lines, empty, backwards, &mut matching) && matching.solve();
        solved.then(|| matching.taken[..matching.count].to_vec())
    })
}

/// Whether [`pairing`] finds one, without listing it.
pub(super) fn is_paired(board: &Board, lines: &Lines, empty: u64) -> bool {
    [false, true].into_iter().any(|backwards| {
        let mut matching = Matching::new();
        groups(board, lines, empty, backwards, &mut matching) && matching.solve()
    })
}

/// Merges the live windows into groups; false when a window has no two empty cells or the groups are
/// too many.
fn groups(
    board: &Board,
    lines: &Lines,
    empty: u64,
    backwards: bool,
    matching: &mut Matching,
) -> bool {
    let room = empty.count_ones() / 2;
    for (direction, &live) in board.directions().iter().zip(&lines.live) {
        let mut left = live;
        while left != 0 {
            let first = if backwards { 63 - left.leading_zeros() } else { left.trailing_zeros() };
            left &= !(1 << first);
            let mut shared = direction.window(first) & empty;
            // Windows further away than this do not share two cells, and nearer ones do not leave the
            // line: the cell where such a window would begin has no window of this direction.
            for place in 1..(board.k() as u32).saturating_sub(1) {
                let distance = place * direction.step;
                let next = if backwards { first.wrapping_sub(distance) } else { first + distance };
                if next >= 64 {
                    break;
                }
                if left >> next & 1 != 0 {
                    let both = shared & direction.window(next);
                    if both.count_ones() < 2 {
                        break;
                    }
                    shared = both;
                    left &= !(1 << next);
                }
            }
            if shared.count_ones() < 2 || matching.count as u32 >= room {
                return false;
            }
            matching.choices[matching.count] = shared;
            matching.count += 1;
        }
    }
    true
}

struct Matching {
    count: usize,
    choices: [u64; MOST_GROUPS],
    taken: [u64; MOST_GROUPS],
    used: u64,
    owner: [u8; 64],
}

impl Matching {
    fn new() -> Matching {
        Matching {
            count: 0,
            choices: [0; MOST_GROUPS],
            taken: [0; MOST_GROUPS],
            used: 0,
            owner: [0; 64],
        }
    }

    /// Gives every group two cells; false when that is impossible.
    fn solve(&mut self) -> bool {
        let union = self.choices[..self.count].iter().fold(0, |union, choices| union | choices);
        if (union.count_ones() as usize) < 2 * self.count {
            return false;
        }
        self.choices[..self.count].sort_unstable_by_key(|choices| choices.count_ones());
        (0..self.count).all(|group| {
            (0..2).all(|_| {
                let mut seen = 0;
                self.grow(group, &mut seen)
            })
        })
    }

    fn grow(&mut self, group: usize, seen: &mut u64) -> bool {
        let free = self.choices[group] & !self.used;
        if free != 0 {
            self.give(group, free & free.wrapping_neg());
            return true;
        }
        loop {
            let next = self.choices[group] & !*seen & !self.taken[group];
            if next == 0 {
                return false;
            }
            let cell = next & next.wrapping_neg();
            *seen |= cell;
            let holder = usize::from(self.owner[cell.trailing_zeros() as usize]);
            if self.grow(holder, seen) {
                self.taken[holder] &= !cell;
                self.give(group, cell);
                return true;
            }
        }
    }

    fn give(&mut self, group: usize, cell: u64) {
        self.taken[group] |= cell;
        self.used |= cell;
        self.owner[cell.trailing_zeros() as usize] = group as u8;
    }
}

/// The two cells of a pair.
pub(super) fn ends(pair: u64) -> (u32, u32) {
    (pair.trailing_zeros(), 63 - pair.leading_zeros())
}
