//! The lanes of the counters: where each slot leads, and which lanes cross a square.

use ninefold_games::ninetka::{Slot, Square};

/// The number of slots.
pub(super) const SLOT_COUNT: usize = 36;
/// The number of sections.
pub(super) const SECTION_COUNT: usize = 9;
/// The length of a lane.
pub(super) const LONGEST: usize = 9;

/// Another slot whose lane crosses a square, and the number of steps to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    pub(super) slot: u8,
    pub(super) steps: u8,
}

/// The lane in front of a slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    /// The sections of its first, second and last three squares.
    pub(super) sections: [u8; 3],
    /// By the number of steps: the other lanes that cross the square reached.
    pub(super) crossings: [[Crossing; 3]; LONGEST + 1],
}

impl Lane {
    /// The section of the square after this many steps.
    pub(super) fn section_after(&self, steps: usize) -> usize {
        self.sections[third(steps)].into()
    }
}

/// The third of a lane that contains the square after this many steps.
pub(super) const fn third(steps: usize) -> usize {
    (steps - 1) / 3
}

/// The lane of every slot.
pub(super) static LANES: [Lane; SLOT_COUNT] = {
    let nowhere = Crossing { slot: 0, steps: 0 };
    let way = Lane { sections: [0; 3], crossings: [[nowhere; 3]; LONGEST + 1] };
    let mut ways = [way; SLOT_COUNT];
    let mut slot = 0;
    while slot < SLOT_COUNT {
        let mut steps = 1;
        while steps <= LONGEST {
            let here = square(slot, steps);
            ways[slot].sections[third(steps)] = here.section() as u8;
            let (mut other, mut found) = (0, 0);
            while other < SLOT_COUNT {
                let mut there = 1;
                while there <= LONGEST {
                    if other != slot && square(other, there).index() == here.index() {
                        ways[slot].crossings[steps][found] =
                            Crossing { slot: other as u8, steps: there as u8 };
                        found += 1;
                    }
                    there += 1;
                }
                other += 1;
            }
            steps += 1;
        }
        slot += 1;
    }
    ways
};

/// The square this many steps in front of a slot.
const fn square(slot: usize, steps: usize) -> Square {
    let (i, j) = match Slot::new(slot).place() {
        (0, j) => (steps, j),
        (10, j) => (10 - steps, j),
        (i, 0) => (i, steps),
        (i, _) => (i, 10 - steps),
    };
    match Square::at(i, j) {
        Some(square) => square,
        None => panic!("a way stays on the board"),
    }
}
