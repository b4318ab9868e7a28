//! All ways to serve one lane with pairs.

use super::cells::{Set, bit, cells};

/// The maximum number of ways per number of pairs that are tried for one state of a lane. Long lanes have more;
/// omitting some can only miss a pairing.
const MOST_TRIED: usize = 1000;
/// The maximum number of pairs of a lane beyond the minimum.
const SPARE_PAIRS: usize = 1;
/// The maximum number of pairs of a lane of usual length.
const USUAL_PAIRS: usize = 4;

/// The ways to serve a lane, computed once per state.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    /// The minimal sets of cells, smallest first. The cells of a set are paired in their order along the lane:
    /// first with second, third with fourth and so on.
    pub sets: Vec<Set>,
    /// The cells that occur in them.
    pub wanted: Set,
    /// The number of cells of the smallest set.
    pub least: u32,
}

impl Options {
    /// The ways to serve these edges of a lane, which are in the order of the lane and do not contain each other.
    ///
    /// *Serving* means disjoint pairs of cells such that every edge contains both cells of a pair. The edges are
    /// runs of consecutive cells of the lane (those not yet filled), so both their ends ascend. If two pairs cross
    /// or one encloses the other, a < b < c < d, then the pairs ab and cd serve at least the edges that ac and bd,
    /// or ad and bc, serve: an edge that contains a and c contains b. So pairs of neighbours in the chosen set are
    /// enough, and the set of cells determines the pairs. The first pair must serve the first edge: any other edge
    /// that it serves starts later, and otherwise the next pair would have to serve the first edge, which ends no
    /// earlier than that pair. This is repeated with the first edge that starts after the pair does.
    pub fn new(edges: &[Set]) -> Options {
        let cover = edges.iter().fold(0, |cover, edge| cover | edge);
        let order: Vec<u32> = cells(cover).collect();
        let place = |set: Set, last: bool| {
            let cell =
                if last { Set::BITS - 1 - set.leading_zeros() } else { set.trailing_zeros() };
            order.iter().position(|&other| other == cell).unwrap_or_default()
        };
        let runs: Vec<(usize, usize)> =
            edges.iter().map(|&edge| (place(edge, false), place(edge, true))).collect();
        let mut options = Options::default();
        if edges.iter().any(|edge| edge.count_ones() < 2) {
            return options;
        }
        let mut most = USUAL_PAIRS;
        let mut pairs = 1;
        while pairs <= most.min(order.len() / 2) {
            let mut found = Vec::new();
            let mut tries =
                Tries { runs: &runs, order: &order, left: MOST_TRIED, found: &mut found };
            tries.extend(0, 0, 0, pairs);
            for set in found {
                if !options.sets.iter().any(|part| part & !set == 0) {
                    options.sets.push(set);
                    options.wanted |= set;
                }
            }
            if options.sets.is_empty() {
                most = most.max(pairs + 1 + SPARE_PAIRS);
            } else if options.least == 0 {
                options.least = 2 * pairs as u32;
                most = most.min(pairs + 2 * SPARE_PAIRS + 1);
            }
            pairs += 1;
        }
        options
    }
}

struct Tries<'a> {
    /// The first and last place of each edge.
    runs: &'a [(usize, usize)],
    /// The cells by their places.
    order: &'a [u32],
    left: usize,
    found: &'a mut Vec<Set>,
}

impl Tries<'_> {
    /// Serves the edges from number `edge` on with exactly `pairs` pairs from place `from` on.
    fn extend(&mut self, edge: usize, from: usize, set: Set, pairs: usize) {
        let Some(&(start, end)) = self.runs.get(edge) else {
            if pairs == 0 && self.found.len() < MOST_TRIED {
                self.found.push(set);
            }
            return;
        };
        if pairs == 0 || self.left == 0 || self.found.len() >= MOST_TRIED {
            return;
        }
        self.left -= 1;
        // The later the pair starts, the more edges it serves.
        for low in (start.max(from)..end).rev() {
            let next = edge + self.runs[edge..].iter().take_while(|run| run.0 <= low).count();
            for high in low + 1..=end {
                let both = bit(self.order[low]) | bit(self.order[high]);
                self.extend(next, high + 1, set | both, pairs - 1);
            }
        }
    }
}
