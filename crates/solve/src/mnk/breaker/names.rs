//! Tracks which positions of a proof are already written, so that none is written twice.

use std::collections::HashMap;

use super::cells::Set;
use super::grid::Grid;
use super::sight::Open;

/// The number of positions that can be referred to at a time; the oldest are dropped to bound memory.
const MOST_NAMES: usize = 1 << 18;

/// The positions already written, by key.
#[derive(Default)]
pub(super) struct Names {
    known: HashMap<u128, Named>,
    /// The key that each name belongs to.
    keys: Vec<u128>,
    begun: usize,
}

#[derive(Clone, Copy)]
struct Named {
    name: usize,
    /// The symmetry to the image used for the key.
    symmetry: usize,
    /// The cells that the answers rely on, in that image.
    zone: Set,
}

impl Names {
    /// Returns a name for a position about to be written.
    pub fn fresh(&mut self) -> usize {
        self.begun += 1;
        (self.begun - 1) % MOST_NAMES
    }

    /// Records that a position was completely written; its answers rely on this zone.
    pub fn add(&mut self, grid: &Grid, name: usize, open: &Open, zone: Set) {
        if self.keys.len() <= name {
            self.keys.resize(name + 1, 0);
        }
        let before = std::mem::replace(&mut self.keys[name], open.key);
        if self.known.get(&before).is_some_and(|known| known.name == name) {
            self.known.remove(&before);
        }
        let symmetry = open.symmetry;
        let zone = grid.image(zone, symmetry);
        self.known.insert(open.key, Named { name, symmetry, zone });
    }

    /// The name of an already written position, the symmetry that turns it into this one, and the cells that its
    /// answers then rely on.
    pub fn find(&self, grid: &Grid, open: &Open) -> Option<(usize, usize, Set)> {
        let &Named { name, symmetry, zone } = self.known.get(&open.key)?;
        let back = grid.inverse[open.symmetry];
        let zone = grid.image(zone, back);
        let images = |symmetry: usize| &grid.symmetries[symmetry].image;
        let turned = |&cell: &u32| images(back)[cell as usize];
        let found = grid
            .symmetries
            .iter()
            .find(|one| images(symmetry).iter().map(turned).eq(one.image.iter().copied()));
        let turn = found?.turn;
        // A stone placed where it does not matter may be in the way here.
        (zone & !open.moves == 0).then_some((name, turn, zone))
    }
}
