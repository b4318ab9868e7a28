//! What Maker can still fill in each lane, as the states of a machine that is built on demand.

use std::collections::HashMap;

use ninefold_core::scramble;

use super::cells::{Set, bit, cells, first, has};
use super::grid::Grid;

/// The number of the state in which a lane has no edge left, the same for all lanes.
pub(super) const DEAD: u32 = 0;

/// A transition that was not asked for yet.
const UNKNOWN: u32 = u32::MAX;

/// The weight of an edge without cells; one with e cells weighs 2^−e of it.
pub(super) const FULL: u32 = 1 << 20;

/// What an edge of so many cells weighs.
fn weight(cells: u32) -> u32 {
    FULL.checked_shr(cells).unwrap_or(0).max(1)
}

/// What a lane offers Maker: its edges, none of which contains another.
///
/// A window is live as long as Breaker has no stone in it; its edge is the cells that Maker still has to
/// fill. An edge that contains another matters to nobody: whoever fills it has filled the other, and
/// whoever blocks the other has blocked it. So a lane is told by its least edges alone, and lanes with
/// different stones and the same least edges are one state.
#[derive(Clone, Debug)]
pub(super) struct LaneState {
    /// The cells of all edges.
    pub cover: Set,
    /// The cells in two edges of this lane or more.
    pub multiple: Set,
    /// The cells that alone make an edge: a stone of Maker's there completes a line.
    pub one: Set,
    /// The weight of all edges together.
    pub weight: u32,
    /// The edges, in the order of the lane.
    pub edges: Box<[Set]>,
    /// Whether an edge has two cells.
    pub two: bool,
    /// Where this state's part of the tables below begins.
    next: u32,
}

/// The states of all lanes that have come up, and where stones lead from each.
pub(super) struct Lanes {
    states: Vec<LaneState>,
    /// For each state and place of its lane, where a stone of Breaker's and one of Maker's lead.
    next: Vec<u32>,
    /// For each state and place of its lane, the weight of the edges there.
    weights: Vec<u32>,
    /// For each state, what it adds to the key of a position under each symmetry.
    keys: Vec<u128>,
    symmetries: usize,
    known: HashMap<(u32, Box<[Set]>), u32>,
    start: Box<[u32]>,
}

/// A position of the Maker–Breaker game without the turn: the state of each lane.
///
/// Stones that matter to no edge are forgotten, so that positions which differ only by them are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Position {
    pub lanes: Box<[u32]>,
}

impl Position {
    /// The lanes with an edge, and their states.
    #[inline]
    pub fn live(&self) -> impl Iterator<Item = (usize, u32)> {
        self.lanes.iter().copied().enumerate().filter(|&(_, state)| state != DEAD)
    }
}

impl Lanes {
    pub fn new(grid: &Grid) -> Lanes {
        let mut lanes = Lanes {
            states: Vec::new(),
            next: Vec::new(),
            weights: Vec::new(),
            keys: Vec::new(),
            symmetries: grid.symmetries.len(),
            known: HashMap::new(),
            start: Box::default(),
        };
        lanes.add(grid, None, Box::default());
        let start = (0..grid.lanes.len()).map(|lane| {
            let windows = grid.lanes[lane].cells.windows(grid.k);
            let edges: Vec<Set> =
                windows.map(|window| window.iter().fold(0, |set, &cell| set | bit(cell))).collect();
            lanes.named(grid, lane, edges)
        });
        lanes.start = start.collect();
        lanes
    }

    /// The position without stones.
    pub fn start(&self) -> Position {
        Position { lanes: self.start.clone() }
    }

    /// A state by its number.
    #[inline]
    pub fn state(&self, state: u32) -> &LaneState {
        &self.states[state as usize]
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Puts a stone.
    pub fn put(&mut self, grid: &Grid, position: &mut Position, cell: u32, maker: bool) {
        for at in &grid.through[cell as usize] {
            let state = &mut position.lanes[at.lane as usize];
            if *state != DEAD {
                let slot = self.states[*state as usize].next + at.place;
                let known = self.next[2 * slot as usize + usize::from(maker)];
                *state = match known {
                    UNKNOWN => self.learn(grid, *state, at.lane as usize, cell, maker, slot),
                    known => known,
                };
            }
        }
    }

    #[cold]
    fn learn(
        &mut self,
        grid: &Grid,
        state: u32,
        lane: usize,
        cell: u32,
        maker: bool,
        slot: u32,
    ) -> u32 {
        let edges = self.states[state as usize].edges.iter();
        let edges: Vec<Set> = match maker {
            true => edges.map(|edge| edge & !bit(cell)).collect(),
            false => edges.copied().filter(|&edge| !has(edge, cell)).collect(),
        };
        let next = self.named(grid, lane, edges);
        self.next[2 * slot as usize + usize::from(maker)] = next;
        next
    }

    /// The state with the least of these edges.
    fn named(&mut self, grid: &Grid, lane: usize, edges: Vec<Set>) -> u32 {
        let least = |(index, edge): &(usize, Set)| {
            let contains = |(other, part): (usize, &Set)| {
                other != *index && part & !edge == 0 && (part != edge || other < *index)
            };
            !edges.iter().enumerate().any(contains)
        };
        let mut kept: Vec<Set> =
            edges.iter().copied().enumerate().filter(least).map(|(_, edge)| edge).collect();
        kept.sort_by_key(|&edge| first(edge));
        let kept: Box<[Set]> = kept.into();
        if kept.is_empty() {
            return DEAD;
        }
        let key = (lane as u32, kept);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let number = self.add(grid, Some(lane), key.1.clone());
        self.known.insert(key, number);
        number
    }

    fn add(&mut self, grid: &Grid, lane: Option<usize>, edges: Box<[Set]>) -> u32 {
        let (mut cover, mut multiple, mut one, mut two, mut sum) = (0, 0, 0, false, 0);
        for &edge in &edges {
            multiple |= cover & edge;
            cover |= edge;
            match edge.count_ones() {
                1 => one |= edge,
                2 => two = true,
                _ => {}
            }
            sum += weight(edge.count_ones());
        }
        for symmetry in 0..self.symmetries {
            let key = |&edge: &Set| edge_key(grid.image(edge, symmetry));
            self.keys.push(edges.iter().map(key).fold(0, u128::wrapping_add));
        }
        let next = self.weights.len() as u32;
        for &cell in lane.map_or(&[][..], |lane| &grid.lanes[lane].cells) {
            let through = edges.iter().filter(|&&edge| has(edge, cell));
            self.weights.push(through.map(|edge| weight(edge.count_ones())).sum());
        }
        self.next.resize(2 * self.weights.len(), UNKNOWN);
        self.states.push(LaneState { cover, multiple, one, weight: sum, edges, two, next });
        self.states.len() as u32 - 1
    }

    /// The weight of all edges.
    pub fn weight(&self, position: &Position) -> u32 {
        position.live().map(|(_, state)| self.state(state).weight).sum()
    }

    /// For each cell, the weight of its edges together.
    pub fn cell_weights(&self, grid: &Grid, position: &Position) -> [u32; 128] {
        let mut weights = [0; 128];
        for (lane, state) in position.live() {
            let from = self.state(state).next as usize;
            for (&cell, weight) in grid.lanes[lane].cells.iter().zip(&self.weights[from..]) {
                weights[cell as usize] += weight;
            }
        }
        weights
    }

    /// The key of a position, the same for all its images, and the symmetry that leads to the image
    /// the key was made of.
    ///
    /// The key is a sum of random numbers, one for each edge, so it tells the edges and nothing else. A table keeps 64 of the
    /// 128 bits and takes its bucket from the others, 20 of them at 256 MiB: 84 bits in all. One of the four entries of a bucket
    /// is taken for another position once in 2⁶² looks, so of five billion searches of a billion looks each one would be
    /// wrong by chance. A written proof holds without any key.
    pub fn key(&self, position: &Position, maker: bool, symmetric: bool) -> (u128, usize) {
        let count = if symmetric { self.symmetries } else { 1 };
        let mut sums = [0_u128; 8];
        for (_, state) in position.live() {
            let from = state as usize * self.symmetries;
            for (sum, key) in sums.iter_mut().zip(&self.keys[from..from + count]) {
                *sum = sum.wrapping_add(*key);
            }
        }
        let least = (0..count).min_by_key(|&symmetry| sums[symmetry]).unwrap_or(0);
        let turn = if maker { 0 } else { 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834 };
        (sums[least] ^ turn, least)
    }
}

/// A random number for a set of cells.
fn edge_key(edge: Set) -> u128 {
    let (low, high) = (edge as u64, (edge >> 64) as u64);
    let part =
        |seed: u64| scramble(scramble(low ^ seed).wrapping_add(scramble(high ^ !seed)) ^ seed);
    u128::from(part(0x243f_6a88_85a3_08d3)) << 64 | u128::from(part(0x1319_8a2e_0370_7344))
}

/// The pairs and triples an edge list is made of, for those who look for threats.
pub(super) fn pairs(state: &LaneState) -> impl Iterator<Item = Set> {
    state.edges.iter().copied().filter(|edge| edge.count_ones() == 2)
}

/// The two cells of a pair.
pub(super) fn ends(pair: Set) -> (u32, u32) {
    let mut both = cells(pair);
    (both.next().unwrap_or_default(), both.next().unwrap_or_default())
}
