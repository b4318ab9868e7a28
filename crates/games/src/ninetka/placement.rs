//! The paper's random placement: three interpretations of its rules.
//!
//! The paper's computer player places counters at random and rejects a slot by three rules, unless every empty slot
//! is rejected. Rules 1 and 2 concern the opposite slot and have three interpretations; rule 3 keeps a player from
//! blocking its own counters along the edge of the board.

use std::sync::Arc;

use ninefold_core::{MoveRule, Player, Rules};

use super::geometry::{SLOT_COUNT, SLOTS, Slot, Slots};
use super::{Ninetka, State};

/// When the opposite slot makes a slot unsuitable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// It holds any counter.
    Literal,
    /// It holds one of the player's own counters.
    Own,
    /// It holds one of the player's own counters, with no neutral counter in between.
    OwnClear,
}

impl Reading {
    /// All interpretations, the paper's literal one first.
    pub const ALL: [Reading; 3] = [Reading::Literal, Reading::Own, Reading::OwnClear];
}

/// The interpretations as move rules of a random player.
pub(super) fn move_rules() -> Vec<MoveRule<Ninetka>> {
    let move_rule = |(reading, id, summary): (Reading, _, _)| MoveRule {
        id,
        summary,
        decides: Arc::new(|_: &Ninetka, state: &State| state.placing()),
        moves: Arc::new(move |game: &Ninetka, state: &State, moves: &mut Vec<Slot>| {
            if state.placing() {
                moves.extend(Slot::each(game.good_slots(state, reading)));
            } else {
                game.moves(state, moves);
            }
        }),
    };
    let clear = "no slot opposite an own counter without a neutral between";
    let readings = [
        (Reading::Literal, "literal", "no slot opposite any counter, as the paper says"),
        (Reading::Own, "own", "no slot opposite an own counter"),
        (Reading::OwnClear, "own-clear", clear),
    ];
    readings.into_iter().map(move_rule).collect()
}

/// The paper's eight pairs: a counter sliding in from one of them along the edge would stop in front of the other.
const PAIRS: [[(usize, usize); 2]; 8] = [
    [(1, 0), (0, 9)],
    [(1, 10), (0, 1)],
    [(9, 0), (10, 9)],
    [(9, 10), (10, 1)],
    [(0, 1), (9, 0)],
    [(10, 1), (1, 0)],
    [(0, 9), (9, 10)],
    [(10, 9), (1, 10)],
];

/// For each slot, the partners of its pairs.
static PARTNERS: [Slots; SLOT_COUNT] = {
    let mut partners = [0; SLOT_COUNT];
    let mut pair = 0;
    while pair < PAIRS.len() {
        let [(i, j), (k, l)] = PAIRS[pair];
        if let (Some(first), Some(second)) = (Slot::at(i, j), Slot::at(k, l)) {
            partners[first.index()] |= second.set();
            partners[second.index()] |= first.set();
        }
        pair += 1;
    }
    partners
};

impl Ninetka {
    /// The slots among which the paper's player chooses uniformly: the suitable ones, or all empty ones if none is
    /// suitable.
    pub fn good_slots(&self, state: &State, reading: Reading) -> Slots {
        let empty = SLOTS & !state.taken_slots();
        let mover = self.to_move(state);
        let good = Slot::each(empty).filter(|&slot| is_good(state, mover, slot, reading));
        match good.fold(0, |all, slot| all | slot.set()) {
            0 => empty,
            good => good,
        }
    }
}

fn is_good(state: &State, mover: Player, slot: Slot, reading: Reading) -> bool {
    let own = state.slots[mover.index()];
    let opposite = slot.opposite().set();
    let faces_own = own & opposite != 0;
    let bad_opposite = match reading {
        Reading::Literal => state.taken_slots() & opposite != 0,
        Reading::Own => faces_own,
        Reading::OwnClear => faces_own && state.occupied & slot.lane().squares() == 0,
    };
    !bad_opposite && own & PARTNERS[slot.index()] == 0
}
