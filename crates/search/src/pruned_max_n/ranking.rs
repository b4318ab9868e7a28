//! In which order the moves of a node are searched, and which are left out.

use std::cmp::Reverse;

/// The moves of every node on the way, each node's above its parent's, with their ceilings.
#[derive(Default)]
pub(super) struct Ranking {
    stack: Vec<Ranked>,
}

/// A move by its index and the value for the mover that it cannot exceed.
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
    /// The next to be searched.
    next: usize,
    /// The one to be searched before all others.
    favourite: Option<usize>,
}

impl Ranking {
    /// Begins the list of a node.
    pub(super) fn open(&self) -> Candidates {
        let start = self.stack.len();
        Candidates { start, next: start, favourite: None }
    }

    /// Adds a move to the list begun last.
    pub(super) fn add(&mut self, index: usize, ceiling: i32) {
        self.stack.push(Ranked { ceiling, index });
    }

    /// The next move worth a search, when the first best so far has this value and index.
    ///
    /// A move is not worth it if its ceiling is less than the value, or equal and its index larger: then
    /// it cannot be the first best.
    pub(super) fn next(
        &mut self,
        candidates: &mut Candidates,
        best: Option<(i32, usize)>,
    ) -> Option<usize> {
        let list = &mut self.stack[candidates.next..];
        if candidates.next == candidates.start {
            // Often the first move ends the matter, so the rest is not sorted before it is needed.
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

    /// Whether moves were left out.
    pub(super) fn left_out(&self, candidates: &Candidates) -> bool {
        candidates.next < self.stack.len()
    }

    /// Forgets the list of a node that is done.
    pub(super) fn close(&mut self, candidates: &Candidates) {
        self.stack.truncate(candidates.start);
    }
}

impl Candidates {
    /// Has the move of this index searched first.
    pub(super) fn favour(&mut self, index: usize) {
        self.favourite = Some(index);
    }
}
