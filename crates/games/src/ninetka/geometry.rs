//! The 36 slots around the board, its 81 squares, and their geometry.
//!
//! Everything has coordinates (i, j) in the 11 × 11 matrix of the rules: for squares both are 1 to 9, for slots one
//! of them is 0 or 10.

/// A set of slots.
pub type Slots = u64;
/// A set of squares.
pub type Squares = u128;

/// The number of slots.
pub const SLOT_COUNT: usize = 36;
/// The number of squares.
pub const SQUARE_COUNT: usize = 81;
/// Every slot.
pub const SLOTS: Slots = (1 << SLOT_COUNT) - 1;

/// A slot beside the board, numbered by (i, j):
///
/// ```text
///       0  1  …  8
///    9              10
///   11              12
///    …               …
///   25              26
///      27 28  … 35
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(u8);

/// A square of the board, numbered row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Square(u8);

impl Slot {
    /// The slot with this number.
    pub const fn new(index: usize) -> Slot {
        debug_assert!(index < SLOT_COUNT);
        Slot(index as u8)
    }

    /// The number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set that contains only this slot.
    pub const fn set(self) -> Slots {
        1 << self.0
    }

    /// The slot at (i, j), if there is one.
    pub const fn at(i: usize, j: usize) -> Option<Slot> {
        match (i, j) {
            (0, 1..=9) => Some(Slot(j as u8 - 1)),
            (1..=9, 0) => Some(Slot(2 * i as u8 + 7)),
            (1..=9, 10) => Some(Slot(2 * i as u8 + 8)),
            (10, 1..=9) => Some(Slot(j as u8 + 26)),
            _ => None,
        }
    }

    /// The coordinates (i, j).
    pub const fn place(self) -> (usize, usize) {
        let index = self.0 as usize;
        match index {
            0..=8 => (0, index + 1),
            9..=26 => ((index - 7) / 2, 10 * ((index - 9) % 2)),
            _ => (10, index - 26),
        }
    }

    /// The slot at the other end of the same row or column.
    pub const fn opposite(self) -> Slot {
        match self.0 {
            0..=8 => Slot(self.0 + 27),
            27.. => Slot(self.0 - 27),
            side if side % 2 == 1 => Slot(side + 1),
            side => Slot(side - 1),
        }
    }

    /// The lane along which a counter slides from here.
    pub(super) fn lane(self) -> &'static Lane {
        &LANES[self.0 as usize]
    }

    /// The slots of a set in ascending order.
    pub fn each(mut set: Slots) -> impl Iterator<Item = Slot> {
        std::iter::from_fn(move || {
            if set == 0 {
                return None;
            }
            let slot = Slot(set.trailing_zeros() as u8);
            set &= set - 1;
            Some(slot)
        })
    }
}

impl Square {
    /// The number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set that contains only this square.
    pub const fn set(self) -> Squares {
        1 << self.0
    }

    /// The square at (i, j), if there is one.
    pub const fn at(i: usize, j: usize) -> Option<Square> {
        match (i, j) {
            (1..=9, 1..=9) => Some(Square(9 * (i as u8 - 1) + j as u8 - 1)),
            _ => None,
        }
    }

    /// The coordinates (i, j).
    pub const fn place(self) -> (usize, usize) {
        (self.0 as usize / 9 + 1, self.0 as usize % 9 + 1)
    }

    /// The section that contains it, as an index into [`SECTIONS`].
    pub const fn section(self) -> usize {
        let (row, column) = (self.0 as usize / 9, self.0 as usize % 9);
        3 * (row / 3) + column / 3
    }

    /// The slots whose counters cannot move once this square is occupied.
    pub(super) fn shuts(self) -> Slots {
        SHUTS[self.0 as usize]
    }

    /// The squares of a set in ascending order.
    pub fn each(mut set: Squares) -> impl Iterator<Item = Square> {
        std::iter::from_fn(move || {
            if set == 0 {
                return None;
            }
            let square = Square(set.trailing_zeros() as u8);
            set &= set - 1;
            Some(square)
        })
    }
}

/// The squares of each of the nine sections, row by row.
pub const SECTIONS: [Squares; 9] = {
    let mut sections = [0; 9];
    let mut square = 0;
    while square < SQUARE_COUNT {
        sections[Square(square as u8).section()] |= 1 << square;
        square += 1;
    }
    sections
};

/// The squares on which a neutral counter may stand: all but those at the edge.
pub(super) const INNER: Squares = {
    let mut inner = 0;
    let mut square = 0;
    while square < SQUARE_COUNT {
        let (i, j) = Square(square as u8).place();
        if 2 <= i && i <= 8 && 2 <= j && j <= 8 {
            inner |= 1 << square;
        }
        square += 1;
    }
    inner
};

/// The row or column in front of a slot.
pub(super) struct Lane {
    squares: Squares,
    entry: Square,
    far: Square,
    sections: [usize; 3],
    /// The distance between consecutive squares, in square numbers.
    step: u8,
    /// Whether square numbers increase on the way in.
    ascending: bool,
}

impl Lane {
    /// The square next to the slot.
    pub(super) fn entry(&self) -> Square {
        self.entry
    }

    /// The squares of the lane.
    pub(super) fn squares(&self) -> Squares {
        self.squares
    }

    /// The sections that it crosses, the nearest first.
    pub(super) fn sections(&self) -> [usize; 3] {
        self.sections
    }

    /// The number of squares that a counter passes to stop at a square of the lane, including that one.
    pub(super) fn length_to(&self, stop: Square) -> usize {
        let way = stop.index().abs_diff(self.entry.index());
        if self.step == 1 { way + 1 } else { way / 9 + 1 }
    }

    /// Where a counter that slides in past `occupied` stops: the last square before the first counter in its way.
    /// The entry must be empty.
    pub(super) fn stop(&self, occupied: Squares) -> Square {
        let in_the_way = occupied & self.squares;
        if in_the_way == 0 {
            self.far
        } else if self.ascending {
            Square(in_the_way.trailing_zeros() as u8 - self.step)
        } else {
            Square(127 - in_the_way.leading_zeros() as u8 + self.step)
        }
    }
}

static LANES: [Lane; SLOT_COUNT] = {
    let mut lanes = [const { lane(Slot(0)) }; SLOT_COUNT];
    let mut slot = 0;
    while slot < SLOT_COUNT {
        lanes[slot] = lane(Slot(slot as u8));
        slot += 1;
    }
    lanes
};

const fn lane(slot: Slot) -> Lane {
    let (i, j) = slot.place();
    let ascending = i == 0 || j == 0;
    let (vertical, fixed) = if i == 0 || i == 10 { (true, j) } else { (false, i) };
    let mut squares = 0;
    let mut ends = [0; 2];
    let mut along = 1;
    while along <= 9 {
        let (row, column) = if vertical { (along, fixed) } else { (fixed, along) };
        let square = 9 * (row - 1) + column - 1;
        squares |= 1 << square;
        if along == 1 {
            ends[0] = square as u8;
        }
        ends[1] = square as u8;
        along += 1;
    }
    let [first, last] = ends;
    let (entry, far) = if ascending { (first, last) } else { (last, first) };
    let step = if vertical { 9 } else { 1 };
    let (entry, far) = (Square(entry), Square(far));
    let middle = Square((entry.0 + far.0) / 2);
    let sections = [entry.section(), middle.section(), far.section()];
    Lane { squares, entry, far, sections, step, ascending }
}

static SHUTS: [Slots; SQUARE_COUNT] = {
    let mut shuts = [0; SQUARE_COUNT];
    let mut slot = 0;
    while slot < SLOT_COUNT {
        shuts[lane(Slot(slot as u8)).entry.index()] |= 1 << slot;
        slot += 1;
    }
    shuts
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_numbered_in_ascending_places() {
        let places: Vec<(usize, usize)> =
            (0..SLOT_COUNT).map(|index| Slot::new(index).place()).collect();
        assert!(places.is_sorted());
        for (index, &(i, j)) in places.iter().enumerate() {
            assert_eq!(Slot::at(i, j), Some(Slot::new(index)));
        }
    }

    /// The entry is next to the slot, and the opposite slot is next to the far end.
    #[test]
    fn lanes_lead_from_a_slot_to_its_opposite() {
        for slot in Slot::each(SLOTS) {
            let beside = |slot: Slot, square: Square| {
                let ((i, j), (r, c)) = (slot.place(), square.place());
                i.abs_diff(r) + j.abs_diff(c) == 1
            };
            assert!(beside(slot, slot.lane().entry), "{slot:?}");
            assert!(beside(slot.opposite(), slot.lane().far), "{slot:?}");
            assert_eq!(slot.opposite().opposite(), slot);
            assert_eq!(slot.lane().squares(), slot.opposite().lane().squares());
        }
    }
}
