//! Which positions of a proof were written already, so that none is written twice.

use std::collections::HashMap;

use super::cells::Set;
use super::grid::Grid;
use super::sight::Open;

/// How many positions can be referred to at a time; the oldest are forgotten, so that memory stays bounded.
const MOST_NAMES: usize = 1 << 18;

/// The positions that were written, by their keys.
#[derive(Default)]
pub(super) struct Names {
    known: HashMap<u128, Named>,
    /// Whose name a number is.
    keys: Vec<u128>,
    begun: usize,
}

#[derive(Clone, Copy)]
struct Named {
    name: usize,
    /// The symmetry that leads to the image the key is made of.
    symmetry: usize,
    /// What the answers rely upon, in that image.
    zone: Set,
}

impl Names {
    /// A name for a position that is about to be written.
    pub fn fresh(&mut self) -> usize {
        self.begun += 1;
        (self.begun - 1) % MOST_NAMES
    }

    /// A position was written to its end; its answers rely upon this zone.
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

    /// The name of a position that was written, how to turn it to get this one, and what its answers then rely upon.
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
        // A stone put where it does not matter may be in the way here.
        (zone & !open.moves == 0).then_some((name, turn, zone))
    }
}
