//! Every way to serve one lane with pairs.

use super::cells::{Set, bit, cells};

/// The most ways with one number of pairs that are looked at for one state of a lane. Long lanes have more;
/// to leave some out only means that a pairing may be missed.
const MOST_TRIED: usize = 1000;
/// The most pairs a lane is given beyond those it needs.
const SPARE_PAIRS: usize = 1;
/// The most pairs a lane of usual length is given.
const USUAL_PAIRS: usize = 4;

/// The ways to serve a lane, found once for each of its states.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    /// The least sets of cells, those with few cells first. The cells of a set are paired in their order
    /// along the lane: first with second, third with fourth and so on.
    pub sets: Vec<Set>,
    /// The cells that occur in them.
    pub wanted: Set,
    /// How many cells the smallest has.
    pub least: u32,
}

impl Options {
    /// The ways to serve these edges of a lane, which are in the order of the lane and do not contain each
    /// other.
    ///
    /// *Serving* means disjoint pairs of cells such that every edge contains both cells of one. The edges
    /// are runs of consecutive cells of the lane (those not yet filled), so both their ends ascend. Of two pairs
    /// that cross or of which one encloses the other, a < b < c < d, the pairs ab and cd serve at least
    /// the edges that ac and bd, or ad and bc, serve: an edge that contains a and c contains b. So pairs of
    /// neighbours in the chosen set are enough, and a set of cells says it all. Then the first pair must serve
    /// the first edge, for any other edge that it serves begins later, and the first edge ends no
    /// earlier than the next pair, which must serve the first edge otherwise. This is repeated with
    /// the first edge that begins after the pair does.
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
        // The later the pair begins, the more edges it serves.
        for low in (start.max(from)..end).rev() {
            let next = edge + self.runs[edge..].iter().take_while(|run| run.0 <= low).count();
            for high in low + 1..=end {
                let both = bit(self.order[low]) | bit(self.order[high]);
                self.extend(next, high + 1, set | both, pairs - 1);
            }
        }
    }
}
