//! One section of an open table, for lookups.

use std::sync::Arc;

use ninefold_games::morris::Points;

use super::board::mapped;
use super::cache::Cache;
use super::file::{TableError, TableFile};
use super::pack::{MOST_MEN, Packing};
use super::rows::Rows;

/// A plane of a table: an entry for every white set of one size and every black set.
pub(super) struct Plane {
    table: Arc<TableFile>,
    start: u64,
    white: u32,
    packing: Packing,
    row_bytes: usize,
    bits: u32,
    /// The number of set entries, by the number of black men.
    counts: [u64; MOST_MEN + 1],
}

impl Plane {
    /// Opens a section of a table.
    pub(super) fn new(table: &Arc<TableFile>, section: usize) -> Plane {
        let found = &table.header.sections[section];
        Plane {
            table: table.clone(),
            start: table.sections[section].0,
            white: found.white,
            packing: found.packing(),
            row_bytes: found.row_bytes(),
            bits: found.bits,
            counts: found.counts,
        }
    }

    /// Whether positions with this many black men are covered.
    pub(super) fn covers(&self, black: u32) -> bool {
        self.packing.men().contains(&black)
    }

    /// The number of positions with this many black men whose entry is set.
    pub(super) fn set_with(&self, black: u32) -> u64 {
        self.counts[black as usize]
    }

    /// Reads the entry of a position.
    #[inline]
    pub(super) fn entry(
        &self,
        white: Points,
        black: Points,
        cache: &Cache,
    ) -> Result<u8, TableError> {
        // Created on first use: a decision needs few of them.
        let rows = Rows::of(self.white);
        let (row, symmetry) = rows.find(white);
        let free = !rows.sets()[row];
        let mut left = mapped(black, symmetry);
        let mut index = 0;
        while left != 0 {
            let man = left & left.wrapping_neg();
            index |= 1 << (free & (man - 1)).count_ones();
            left ^= man;
        }
        let place = self.packing.place(index);
        let row = self.start + (row * self.row_bytes) as u64;
        match self.bits {
            1 => {
                let byte = self.table.byte(row + place as u64 / 8, cache)?;
                Ok(byte >> (place % 8) & 1)
            }
            _ => self.table.byte(row + place as u64, cache),
        }
    }
}
