//! Maker's remaining edges in each lane, as the states of an automaton that is built on demand.

use std::collections::HashMap;

use ninefold_core::scramble;

use super::cells::{Set, bit, cells, first, has};
use super::grid::Grid;

/// The number of the state without edges, shared by all lanes.
pub(super) const DEAD: u32 = 0;

/// A transition that has not been computed yet.
const UNKNOWN: u32 = u32::MAX;

/// The weight of an edge without cells; one with e cells weighs 2^−e of it.
pub(super) const FULL: u32 = 1 << 20;

/// The weight of an edge with this many cells.
fn weight(cells: u32) -> u32 {
    FULL.checked_shr(cells).unwrap_or(0).max(1)
}

/// Maker's edges in a lane, none of which contains another.
///
/// A window is live as long as Breaker has no stone in it; its edge is the set of cells that Maker still has to
/// fill. An edge that contains another is irrelevant: filling it fills the other, and blocking the other blocks it.
/// So a lane is determined by its minimal edges, and lanes with different stones and the same minimal edges are one
/// state.
#[derive(Clone, Debug)]
pub(super) struct LaneState {
    /// The cells of all edges.
    pub cover: Set,
    /// The cells in two or more edges of this lane.
    pub multiple: Set,
    /// The single-cell edges: a stone of Maker's there completes a line.
    pub one: Set,
    /// The total weight of all edges.
    pub weight: u32,
    /// The edges, in the order of the lane.
    pub edges: Box<[Set]>,
    /// Whether an edge has two cells.
    pub two: bool,
    /// The start of this state's part of the tables below.
    next: u32,
}

/// The states of all lanes so far, and the transitions between them.
pub(super) struct Lanes {
    states: Vec<LaneState>,
    /// For each state and place of its lane, the next state after a stone of Breaker's and after one of Maker's.
    next: Vec<u32>,
    /// For each state and place of its lane, the weight of the edges there.
    weights: Vec<u32>,
    /// For each state, its contribution to the key of a position under each symmetry.
    keys: Vec<u128>,
    symmetries: usize,
    known: HashMap<(u32, Box<[Set]>), u32>,
    start: Box<[u32]>,
}

/// A position of the Maker–Breaker game without the turn: the state of each lane.
///
/// Stones that affect no edge are dropped, so positions that differ only in such stones are equal.
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

    /// The state with this number.
    #[inline]
    pub fn state(&self, state: u32) -> &LaneState {
        &self.states[state as usize]
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Places a stone.
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

    /// The state with the minimal edges among these.
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

    /// The total weight of all edges.
    pub fn weight(&self, position: &Position) -> u32 {
        position.live().map(|(_, state)| self.state(state).weight).sum()
    }

    /// For each cell, the total weight of its edges.
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

    /// The key of a position, the same for all its images, and the symmetry that maps the position to the image
    /// used for the key.
    ///
    /// The key is a sum of random numbers, one for each edge, so it depends on the edges only. A table keeps 64 of
    /// the 128 bits and takes its bucket from the others, 20 of them at 256 MiB: 84 bits in all. One of the four
    /// entries of a bucket is mistaken for another position once in 2⁶² lookups, so about one of five billion
    /// searches with a billion lookups each would be wrong. A written proof does not depend on any key.
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

/// The edges of two cells, for finding threats.
pub(super) fn pairs(state: &LaneState) -> impl Iterator<Item = Set> {
    state.edges.iter().copied().filter(|edge| edge.count_ones() == 2)
}

/// The two cells of a pair.
pub(super) fn ends(pair: Set) -> (u32, u32) {
    let mut both = cells(pair);
    (both.next().unwrap_or_default(), both.next().unwrap_or_default())
}
