//! Determines whether the first player can reach a difference of sections: depth first, with a table.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ninefold_core::{StopFlag, Stopwatch};
use ninefold_games::ninetka::Slot;

use super::Budget;
use super::lanes::SLOT_COUNT;
use super::position::Position;
use super::static_bounds::StaticBounds;
use super::table::{Entry, Table};

/// A search was stopped before it was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// The resources used by all threads of a search.
#[derive(Debug)]
pub(super) struct Meter<'a> {
    budget: &'a Budget,
    start: Stopwatch,
    nodes: AtomicU64,
}

/// The number of positions between two polls of the clock.
const BETWEEN_LOOKS: u64 = 1024;

impl<'a> Meter<'a> {
    pub(super) fn new(budget: &'a Budget) -> Meter<'a> {
        Meter { budget, start: Stopwatch::start(&budget.stop), nodes: AtomicU64::new(0) }
    }

    /// The number of positions searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The time taken so far.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Counts a position, or fails if a limit is reached.
    pub(super) fn count(&self) -> Result<u64, Stopped> {
        let nodes = self.nodes.fetch_add(1, Ordering::Relaxed);
        if self.budget.nodes.is_some_and(|most| nodes >= most) {
            return Err(Stopped);
        }
        if nodes.is_multiple_of(BETWEEN_LOOKS) && self.budget.is_over_after(self.elapsed()) {
            return Err(Stopped);
        }
        Ok(nodes)
    }
}

/// One thread of a search.
pub(super) struct Search<'a> {
    table: &'a Table,
    meter: &'a Meter<'a>,
    /// Raised when another thread has found the answer.
    answered: &'a StopFlag,
    /// By player and slot: how often it was the deciding move.
    history: [[u32; SLOT_COUNT]; 2],
    /// Makes each thread order similar moves differently; 0 for the first thread.
    salt: u64,
    /// The moves of all positions on the current path.
    children: Vec<Child>,
    /// The callback for progress reports.
    watch: Option<&'a mut dyn FnMut(u64, Duration)>,
}

/// The number of positions between two progress reports.
const BETWEEN_SIGNS: u64 = 1 << 16;

/// The ordering bonus of the move that decided earlier.
const FIRST: i32 = 1 << 20;
/// History counts are halved beyond this limit, and shifted right by this much before they are added to the guess,
/// which is in thousandths of a section.
const MOST_HISTORY: u32 = 1 << 15;
const HISTORY_SHIFT: u32 = 7;

/// The ordering scores of the moves of a position.
#[derive(Clone, Copy, Default)]
struct Order {
    worth: [i32; MOST_MOVES],
    moves: usize,
}

/// The maximum number of moves of a position: every counter of a player.
const MOST_MOVES: usize = 18;

impl Order {
    fn add(&mut self, worth: i32) {
        self.worth[self.moves] = worth;
        self.moves += 1;
    }

    /// The indices of the moves, the highest score first.
    fn best_first(&self) -> impl Iterator<Item = usize> + use<> {
        let mut indices: [u8; MOST_MOVES] = std::array::from_fn(|index| index as u8);
        indices[..self.moves].sort_unstable_by_key(|&index| -self.worth[usize::from(index)]);
        indices.into_iter().take(self.moves).map(usize::from)
    }
}

/// A move and the position after it.
#[derive(Clone, Copy)]
struct Child {
    slot: u8,
    position: Position,
    bounds: StaticBounds,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        table: &'a Table,
        meter: &'a Meter<'a>,
        answered: &'a StopFlag,
        salt: u64,
        watch: Option<&'a mut dyn FnMut(u64, Duration)>,
    ) -> Search<'a> {
        let history = [[0; SLOT_COUNT]; 2];
        let children = Vec::with_capacity(MOST_MOVES * SLOT_COUNT);
        Search { table, meter, answered, history, salt, children, watch }
    }

    /// Whether the first player ends at least `target` sections ahead with best play by both.
    pub(super) fn reaches(&mut self, position: &Position, target: i32) -> Result<bool, Stopped> {
        let bounds = StaticBounds::at(position);
        match bounds.reaches(target).or_else(|| self.remembered(&bounds, target)) {
            Some(known) => Ok(known),
            None => self.search(position, &bounds, target),
        }
    }

    /// Looks up the table.
    fn remembered(&self, bounds: &StaticBounds, target: i32) -> Option<bool> {
        let entry = self.table.get(bounds.key)?;
        let wanted = target - bounds.decided;
        if i32::from(entry.least) >= wanted {
            return Some(true);
        }
        (i32::from(entry.most) < wanted).then_some(false)
    }

    /// The same if neither the bounds nor the table give the answer.
    fn search(
        &mut self,
        position: &Position,
        bounds: &StaticBounds,
        target: i32,
    ) -> Result<bool, Stopped> {
        let before = self.meter.count()?;
        if self.answered.is_raised() {
            return Err(Stopped);
        }
        if before.is_multiple_of(BETWEEN_SIGNS)
            && let Some(watch) = &mut self.watch
        {
            watch(before, self.meter.elapsed());
        }
        let bottom = self.children.len();
        let known = self.table.get(bounds.key);
        let first = known.and_then(|known| known.slot);
        let decided_by = match self.expand(position, bounds, target, first) {
            Ok(slot) => Some(slot),
            Err(order) => self.try_all(position, bottom, &order, target)?,
        };
        self.children.truncate(bottom);
        let result = decided_by.is_some() == (position.mover == 0);
        let (mut least, mut most) = (bounds.least as i8, bounds.most as i8);
        if let Some(known) = known {
            (least, most) = (least.max(known.least), most.min(known.most));
        }
        let wanted = (target - bounds.decided) as i8;
        if result {
            least = least.max(wanted);
        } else {
            most = most.min(wanted - 1);
        }
        let work = 64 - (self.meter.nodes() - before).leading_zeros() as u8;
        self.table.put(bounds.key, Entry { least, most, slot: decided_by.or(first), work });
        Ok(result)
    }

    /// Appends every move that must be searched and returns their order, or returns a move that is known to decide.
    fn expand(
        &mut self,
        position: &Position,
        bounds: &StaticBounds,
        target: i32,
        first: Option<u8>,
    ) -> Result<u8, Order> {
        let wants_more = position.mover == 0;
        let bottom = self.children.len();
        let mut order = Order::default();
        let own = position.movable[usize::from(position.mover)];
        // All free counters are equivalent turns.
        let free = own & bounds.free;
        let slots = own & !free | free & free.wrapping_neg();
        for slot in Slot::each(slots) {
            let slot = slot.index();
            let mut after = *position;
            after.play(slot);
            let bounds = StaticBounds::at(&after);
            match bounds.reaches(target).or_else(|| self.remembered(&bounds, target)) {
                Some(known) if known == wants_more => {
                    self.children.truncate(bottom);
                    return Ok(slot as u8);
                }
                Some(_) => {}
                None => {
                    let guess = if wants_more { bounds.guess } else { -bounds.guess };
                    let often = self.history[usize::from(position.mover)][slot] >> HISTORY_SHIFT;
                    let mut worth = guess + often as i32;
                    if first == Some(slot as u8) {
                        worth += FIRST;
                    }
                    if self.salt != 0 {
                        worth += ((bounds.key.place ^ self.salt) % 64) as i32;
                    }
                    order.add(worth);
                    self.children.push(Child { slot: slot as u8, position: after, bounds });
                }
            }
        }
        Err(order)
    }

    /// Searches moves, the most promising first, until one decides.
    fn try_all(
        &mut self,
        position: &Position,
        bottom: usize,
        order: &Order,
        target: i32,
    ) -> Result<Option<u8>, Stopped> {
        let wants_more = position.mover == 0;
        for index in order.best_first() {
            let child = self.children[bottom + index];
            // Another line may have found it in the meantime.
            let result = match self.remembered(&child.bounds, target) {
                Some(known) => known,
                None => self.search(&child.position, &child.bounds, target)?,
            };
            if result == wants_more {
                self.honour(position, child.slot);
                return Ok(Some(child.slot));
            }
        }
        Ok(None)
    }

    /// Records that a move decided.
    fn honour(&mut self, position: &Position, slot: u8) {
        let count = &mut self.history[usize::from(position.mover)][usize::from(slot)];
        *count += position.movable[usize::from(position.mover)].count_ones();
        if *count > MOST_HISTORY {
            self.history.iter_mut().flatten().for_each(|count| *count /= 2);
        }
    }
}
