//! The state that determines the rest of a two-player game: how far each counter could slide, and who leads in each
//! section.

use ninefold_core::{Player, Rules, piece_key};
use ninefold_games::ninetka::{Ninetka, SECTIONS, Slot, Slots, State};

use super::lanes::{LANES, SECTION_COUNT, SLOT_COUNT};

/// A position of the movement phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    /// Each player's counters that can move.
    pub(super) movable: [Slots; 2],
    /// By slot: the number of free squares in front of a counter that can move; otherwise 0.
    pub(super) length: [u8; SLOT_COUNT],
    /// By section: the first player's counters minus the second's.
    pub(super) lead: [i8; SECTION_COUNT],
    /// The player to move, 0 or 1. This player can move unless neither can.
    pub(super) mover: u8,
    /// The lengths as a key: two hashes, one in each half.
    pub(super) ways_key: u128,
}

impl Position {
    /// Converts a state in the movement phase.
    pub(super) fn new(game: &Ninetka, state: &State) -> Position {
        let players = [Player::FIRST, Player::SECOND];
        let mut position = Position {
            movable: players.map(|player| state.movable(player)),
            length: [0; SLOT_COUNT],
            lead: [0; SECTION_COUNT],
            mover: game.to_move(state).index() as u8,
            ways_key: 0,
        };
        for slot in Slot::each(position.movable[0] | position.movable[1]) {
            let ((i, j), (r, c)) = (slot.place(), game.destination(state, slot).place());
            let length = i.abs_diff(r) + j.abs_diff(c);
            position.length[slot.index()] = length as u8;
            position.ways_key ^= way_key(slot.index(), length);
        }
        for (section, squares) in SECTIONS.iter().enumerate() {
            let [first, second] =
                players.map(|player| (state.counters(player) & squares).count_ones() as i8);
            position.lead[section] = first - second;
        }
        position
    }

    /// The section where the counter of a slot would stop.
    pub(super) fn target(&self, slot: usize) -> usize {
        LANES[slot].section_after(self.length[slot].into())
    }

    /// Whether another counter could come to rest this many steps in front of a slot.
    #[inline]
    pub(super) fn is_crossed(&self, slot: usize, steps: usize) -> bool {
        let crosses = |crossing: super::lanes::Crossing| {
            self.length[usize::from(crossing.slot)] >= crossing.steps
        };
        let [a, b, c] = LANES[slot].crossings[steps];
        crosses(a) | crosses(b) | crosses(c)
    }

    /// Slides in the counter of a slot.
    pub(super) fn play(&mut self, slot: usize) {
        let player = usize::from(self.mover);
        let length = usize::from(self.length[slot]);
        self.lead[self.target(slot)] += if player == 0 { 1 } else { -1 };
        self.shorten(slot, 0);
        for crossing in LANES[slot].crossings[length] {
            let other = usize::from(crossing.slot);
            if self.length[other] >= crossing.steps {
                self.shorten(other, usize::from(crossing.steps) - 1);
            }
        }
        if self.movable[1 - player] != 0 {
            self.mover = 1 - self.mover;
        }
    }

    fn shorten(&mut self, slot: usize, length: usize) {
        self.ways_key ^= way_key(slot, self.length[slot].into()) ^ way_key(slot, length);
        self.length[slot] = length as u8;
        if length == 0 {
            self.movable = self.movable.map(|slots| slots & !(1 << slot));
        }
    }
}

/// What a lane of this length contributes to the key; 0 if no counter can move there.
pub(super) fn way_key(slot: usize, length: usize) -> u128 {
    KEYS[slot][length]
}

static KEYS: [[u128; 10]; SLOT_COUNT] = {
    let mut keys = [[0; 10]; SLOT_COUNT];
    let mut slot = 0;
    while slot < SLOT_COUNT {
        let mut length = 1;
        while length < 10 {
            let halves = [piece_key(length, slot), piece_key(length + 10, slot)];
            keys[slot][length] = (halves[0] as u128) << 64 | halves[1] as u128;
            length += 1;
        }
        slot += 1;
    }
    keys
};
