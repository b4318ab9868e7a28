//! The complete search for a pairing: one way to serve each lane, no cell used twice.

use super::cells::{Set, cells, has};
use super::grid::Grid;
use super::lanes::{Lanes, Position};
use super::options::Options;
use crate::cpu::Cpu;

/// The maximum number of ways per lane in a search.
const MOST_OPTIONS: usize = 40;
/// The maximum number of lanes in a search: they are the bits of a word.
const MOST_LANES: usize = 128;
/// The number of choices before a search restarts with what it has learnt about the lanes; it grows by half each
/// time.
const FIRST_ROUND: u32 = 75;
/// The initial weight of a lane, and its increase when it is left without a way.
const STEP: u32 = 16;

/// A search for pairings on one board, with its memory and workspace.
///
/// A pairing gives each lane with edges one of its [`Options`], such that no two lanes share a cell. Two lanes have
/// at most one cell in common, so a pair lies in one lane and serves no other. Nothing is lost by choosing lane by
/// lane, and the search over all choices is complete. Breaker then answers a stone in a pair with the other cell of
/// the pair and otherwise plays anywhere. Every edge contains a pair, so Maker never fills one, whichever side is
/// to move.
pub(super) struct Pairing {
    /// The maximum number of choices of one search. A pairing not found by then counts as missing.
    pub budget: u32,
    /// The ways of each state of a lane, computed on first use.
    options: Vec<Option<Box<Options>>>,
    /// The cells of the last pairing found, lane by lane.
    pub chosen: Vec<Set>,
    /// The cells of the lanes that the last failed search could not serve together; empty if none failed.
    ///
    /// If those lanes cannot be served, they cannot be served after any stone of Maker's, and after a stone of
    /// Breaker's only if it is on one of these cells. Most searches end by their budget, so this is a strong hint
    /// and not a proof; relying on it may miss a pairing but never invents one.
    pub obstacle: Set,
    /// Half of each lane's excess weight at the end of the last failed search it took part in. The same few lanes
    /// are the obstacle in position after position.
    learnt: Vec<u32>,
    /// How each lane was served last, which is tried first.
    served: Vec<Set>,
    cpu: Cpu,
    room: Room,
}

/// A lane in the search.
#[derive(Clone, Copy)]
struct Slot {
    lane: u32,
    state: u32,
    /// The start of its ways in `Room::ways`.
    from: u32,
    weight: u32,
}

/// The workspace of one search.
#[derive(Default)]
struct Room {
    slots: Vec<Slot>,
    /// The selected ways of all slots, one slot after another: only the cells that other lanes can use too, then all.
    ways: Vec<(Set, Set)>,
    /// For each cell and slot through it, the slot and which of its ways use the cell.
    users: Vec<[(u32, u64); 4]>,
    /// For each choice so far, the ways left to each slot.
    left: Vec<u64>,
    scored: Vec<(u32, Set, Set)>,
    trail: Vec<Choice>,
}

/// A choice of the depth-first search: a slot and the ways not tried yet.
#[derive(Clone, Copy)]
struct Choice {
    slot: u32,
    untried: u64,
    taken: u32,
}

impl Pairing {
    pub fn new(budget: u32) -> Pairing {
        Pairing {
            budget,
            options: Vec::new(),
            chosen: Vec::new(),
            obstacle: 0,
            learnt: Vec::new(),
            served: Vec::new(),
            cpu: Cpu::detect(),
            room: Room::default(),
        }
    }

    /// Clears the result of the last search.
    pub fn clear(&mut self) {
        self.chosen.clear();
        self.obstacle = 0;
    }

    /// Whether a pairing is found. Its cells are then in `chosen`; otherwise `obstacle` holds the cells of the
    /// obstacle.
    pub fn find(&mut self, grid: &Grid, lanes: &Lanes, position: &Position) -> bool {
        self.clear();
        if self.options.len() < lanes.len() {
            self.options.resize(lanes.len(), None);
        }
        self.learnt.resize(grid.lanes.len(), 0);
        self.served.resize(grid.lanes.len(), 0);
        self.room.slots.clear();
        for (lane, state) in position.live() {
            let options = self.options[state as usize]
                .get_or_insert_with(|| Box::new(Options::new(&lanes.state(state).edges)));
            if options.sets.is_empty() {
                self.obstacle = lanes.state(state).cover;
                return false;
            }
            let weight = STEP + self.learnt[lane];
            self.room.slots.push(Slot { lane: lane as u32, state, from: 0, weight });
        }
        if self.room.slots.len() > MOST_LANES {
            return false;
        }
        let Pairing { budget, options, chosen, served, cpu, room, .. } = self;
        let found = cpu.run(|| {
            room.settle_the_easy(options, chosen) && {
                room.prepare(grid, options, served);
                room.search(*budget, chosen)
            }
        });
        match found {
            true => self.remember_ways(),
            false => self.remember_obstacle(lanes),
        }
        found
    }

    fn remember_ways(&mut self) {
        for choice in &self.room.trail {
            let slot = self.room.slots[choice.slot as usize];
            self.served[slot.lane as usize] = self.room.ways[(slot.from + choice.taken) as usize].1;
        }
    }

    fn remember_obstacle(&mut self, lanes: &Lanes) {
        let (mut failed, mut all) = (0, 0);
        for slot in &self.room.slots {
            let cover = lanes.state(slot.state).cover;
            all |= cover;
            let learnt = &mut self.learnt[slot.lane as usize];
            if slot.weight > STEP + *learnt {
                failed |= cover;
            }
            *learnt = (slot.weight - STEP) / 2;
        }
        self.obstacle = if failed == 0 { all } else { failed };
    }
}

fn of(options: &[Option<Box<Options>>], state: u32) -> &Options {
    options[state as usize].as_deref().expect("made before the search")
}

impl Room {
    /// Repeatedly serves lanes with cells that no other lane can use; returns false if there are too few cells for
    /// the remaining lanes.
    #[inline(always)]
    fn settle_the_easy(&mut self, options: &[Option<Box<Options>>], chosen: &mut Vec<Set>) -> bool {
        loop {
            let (mut once, mut twice, mut needed) = (0, 0, 0);
            for slot in &self.slots {
                let options = of(options, slot.state);
                twice |= once & options.wanted;
                once |= options.wanted;
                needed += options.least;
            }
            if needed > once.count_ones() {
                return false;
            }
            let before = self.slots.len();
            self.slots.retain(|slot| {
                let options = of(options, slot.state);
                let private = options.wanted & !twice;
                if private & private.wrapping_sub(1) == 0 {
                    return true;
                }
                match options.sets.iter().find(|&&set| set & twice == 0) {
                    Some(&set) => {
                        chosen.push(set);
                        false
                    }
                    None => true,
                }
            });
            if self.slots.len() == before {
                return true;
            }
        }
    }

    /// Selects the most promising ways of each lane: the one that served it last, then those that use few cells
    /// that other lanes can use too. A way is dropped if another uses a subset of the same shared cells and can
    /// replace it.
    #[inline(always)]
    fn prepare(&mut self, grid: &Grid, options: &[Option<Box<Options>>], served: &[Set]) {
        let (mut once, mut twice, mut thrice) = (0, 0, 0);
        for slot in &self.slots {
            let wanted = of(options, slot.state).wanted;
            thrice |= twice & wanted;
            twice |= once & wanted;
            once |= wanted;
        }
        self.ways.clear();
        self.users.clear();
        self.users.resize(grid.cells(), [(u32::MAX, 0); 4]);
        for index in 0..self.slots.len() {
            let slot = self.slots[index];
            self.scored.clear();
            for &set in &of(options, slot.state).sets {
                let score = match set == served[slot.lane as usize] {
                    true => 0,
                    false => {
                        4 * (set & twice).count_ones()
                            + 2 * (set & thrice).count_ones()
                            + set.count_ones()
                    }
                };
                self.scored.push((score, set & twice, set));
            }
            self.scored.sort_unstable_by_key(|&(score, _, _)| score);
            let from = self.ways.len();
            for &(_, shared, set) in &self.scored {
                if self.ways.len() - from == MOST_OPTIONS {
                    break;
                }
                if !self.ways[from..].iter().any(|&(part, _)| part & !shared == 0) {
                    self.ways.push((shared, set));
                }
            }
            self.slots[index].from = from as u32;
            for (way, &(shared, _)) in self.ways[from..].iter().enumerate() {
                for cell in cells(shared) {
                    let users = &mut self.users[cell as usize];
                    let mut at = 0;
                    while users[at].0 != index as u32 && users[at].0 != u32::MAX {
                        at += 1;
                    }
                    users[at].0 = index as u32;
                    users[at].1 |= 1 << way;
                }
            }
        }
    }

    /// Depth first, always serving the lane that is hardest to serve next: one with a single way left, otherwise
    /// the one with the fewest ways for its weight. Lanes left without a way gain weight, and after a round the
    /// search restarts with the learnt weights (Boussemart et al. 2004).
    #[inline(always)]
    fn search(&mut self, budget: u32, chosen: &mut Vec<Set>) -> bool {
        let count = self.slots.len();
        self.trail.clear();
        if count == 0 {
            return true;
        }
        let (mut spent, mut round) = (0, FIRST_ROUND);
        loop {
            let limit = (spent + round).min(budget);
            round += round / 2;
            self.left.clear();
            for index in 0..count {
                let end =
                    self.slots.get(index + 1).map_or(self.ways.len(), |next| next.from as usize);
                let ways = end - self.slots[index].from as usize;
                self.left.push(u64::MAX >> (64 - ways));
            }
            self.trail.clear();
            let first = self.hardest(0, 0);
            self.trail.push(first);
            let mut served = 0_u128;
            while let Some(depth) = self.trail.len().checked_sub(1) {
                let choice = &mut self.trail[depth];
                let slot = choice.slot as usize;
                served &= !(1 << slot);
                if choice.untried == 0 {
                    self.trail.pop();
                    continue;
                }
                if spent == limit {
                    break;
                }
                spent += 1;
                let way = choice.untried.trailing_zeros();
                choice.untried &= choice.untried - 1;
                choice.taken = way;
                served |= 1 << slot;
                if !self.take(depth, slot, way, served) {
                    continue;
                }
                if depth + 1 == count {
                    chosen.extend(self.trail.iter().map(|choice| {
                        self.ways[(self.slots[choice.slot as usize].from + choice.taken) as usize].1
                    }));
                    return true;
                }
                let next = self.hardest(depth + 1, served);
                self.trail.push(next);
            }
            if self.trail.is_empty() || spent >= budget {
                return false;
            }
        }
    }

    /// The ways left to each slot after a choice; false if a slot has none.
    #[inline(always)]
    fn take(&mut self, depth: usize, slot: usize, way: u32, served: u128) -> bool {
        let count = self.slots.len();
        self.left.truncate((depth + 1) * count);
        self.left.extend_from_within(depth * count..);
        let left = &mut self.left[(depth + 1) * count..];
        for cell in cells(self.ways[(self.slots[slot].from + way) as usize].0) {
            for &(user, ways) in &self.users[cell as usize] {
                if user == u32::MAX {
                    break;
                }
                if has(served, user) {
                    continue;
                }
                left[user as usize] &= !ways;
                if left[user as usize] == 0 {
                    self.slots[user as usize].weight += STEP;
                    return false;
                }
            }
        }
        true
    }

    #[inline(always)]
    fn hardest(&self, depth: usize, served: u128) -> Choice {
        let count = self.slots.len();
        let left = &self.left[depth * count..(depth + 1) * count];
        let (mut best, mut least) = (0, u64::MAX);
        for (index, (&ways, slot)) in left.iter().zip(&self.slots).enumerate() {
            if has(served, index as u32) {
                continue;
            }
            if ways & (ways - 1) == 0 {
                best = index;
                break;
            }
            let rank = (u64::from(ways.count_ones()) << 32) / u64::from(slot.weight);
            if rank < least {
                (best, least) = (index, rank);
            }
        }
        Choice { slot: best as u32, untried: left[best], taken: 0 }
    }
}
