//! The order in which the moves of a node are searched, and which are skipped.

use std::cmp::Reverse;

/// The moves of every node on the path, each node's above those of its parent, with their ceilings.
#[derive(Default)]
pub(super) struct Ranking {
    stack: Vec<Ranked>,
}

/// A move by its index, with the ceiling of its value for the mover.
#[derive(Clone, Copy)]
struct Ranked {
    ceiling: i32,
    index: usize,
}

impl Ranked {
    /// Larger ceilings first, then the order of generation.
    fn order(self) -> (Reverse<i32>, usize) {
        (Reverse(self.ceiling), self.index)
    }
}

/// The moves of one node.
pub(super) struct Candidates {
    start: usize,
    /// The next move to search.
    next: usize,
    /// The move to search before all others.
    favourite: Option<usize>,
}

impl Ranking {
    /// Starts the list of a node.
    pub(super) fn open(&self) -> Candidates {
        let start = self.stack.len();
        Candidates { start, next: start, favourite: None }
    }

    /// Adds a move to the most recent list.
    pub(super) fn add(&mut self, index: usize, ceiling: i32) {
        self.stack.push(Ranked { ceiling, index });
    }

    /// The next move worth searching, if the first best so far has this value and index.
    ///
    /// A move is not worth searching if its ceiling is less than the value, or equal with a larger index: then it
    /// cannot be the first best.
    pub(super) fn next(
        &mut self,
        candidates: &mut Candidates,
        best: Option<(i32, usize)>,
    ) -> Option<usize> {
        let list = &mut self.stack[candidates.next..];
        if candidates.next == candidates.start {
            // The first move often decides the node, so the rest is sorted only when needed.
            let first = (0..list.len()).min_by_key(|&place| {
                let ranked = list[place];
                (Some(ranked.index) != candidates.favourite, ranked.order())
            })?;
            list.swap(0, first);
        } else if candidates.next == candidates.start + 1 {
            list.sort_unstable_by_key(|ranked| ranked.order());
        }
        let ranked = list.first()?;
        let hopeful = best.is_none_or(|(value, index)| {
            (Reverse(ranked.ceiling), ranked.index) < (Reverse(value), index)
        });
        candidates.next += usize::from(hopeful);
        hopeful.then_some(ranked.index)
    }

    /// Whether moves were skipped.
    pub(super) fn left_out(&self, candidates: &Candidates) -> bool {
        candidates.next < self.stack.len()
    }

    /// Removes the list of a finished node.
    pub(super) fn close(&mut self, candidates: &Candidates) {
        self.stack.truncate(candidates.start);
    }
}

impl Candidates {
    /// Makes the move of this index the first to be searched.
    pub(super) fn favour(&mut self, index: usize) {
        self.favourite = Some(index);
    }
}
