//! Converts solved planes to sections of a table: packed and counted.

use std::sync::Mutex;

use super::board::mapped;
use super::format::{Meaning, Section};
use super::pack::{MOST_MEN, Packing};
use super::parallel::share;
use super::row_index::{RowIndex, WORD};
use super::rows::Rows;
use crate::huge_pages::{BufferPool, zeros};

/// Packs a plane of truth tables, and counts its set bits up to symmetry.
pub(super) fn packed(
    plane: &[u64],
    meaning: Meaning,
    white: u32,
    (least, most): (u32, u32),
    threads: usize,
) -> (Section, Vec<u8>) {
    let rows = Rows::of(white);
    let packing = Packing::new(rows.free(), least, most);
    let words = 1 << (rows.free() - WORD);
    let mut bytes = zeros(rows.len() * packing.row_bytes());
    let counts = Mutex::new([0; MOST_MEN + 1]);
    let items = plane.chunks(words).zip(bytes.chunks_mut(packing.row_bytes())).enumerate();
    share(
        threads,
        items,
        || (),
        |(), (row, (table, bytes))| {
            packing.pack(table, bytes);
            let stabiliser = rows.stabiliser(row);
            let found = match stabiliser.len() {
                1 => packing.counts(bytes),
                _ => classes(&RowIndex::new(rows.sets()[row]), &stabiliser, table, &packing),
            };
            let mut counts = counts.lock().unwrap_or_else(|error| error.into_inner());
            for (count, found) in counts.iter_mut().zip(found) {
                *count += found;
            }
        },
    );
    let counts = counts.into_inner().unwrap_or_else(|error| error.into_inner());
    let longest_by = [0; MOST_MEN + 1];
    (Section { meaning, white, least, most, bits: 1, counts, longest_by }, bytes)
}

/// The number of set positions of a row that are the smallest of their images, by the number of black men.
fn classes(
    frame: &RowIndex,
    stabiliser: &[u8],
    table: &[u64],
    packing: &Packing,
) -> [u64; MOST_MEN + 1] {
    let mut counts = [0; MOST_MEN + 1];
    for (number, &word) in table.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            let index = (number as u32) << WORD | left.trailing_zeros();
            left &= left - 1;
            if packing.men().contains(&index.count_ones()) {
                let set = frame.set(index);
                let smallest = stabiliser.iter().all(|&symmetry| mapped(set, symmetry) >= set);
                counts[index.count_ones() as usize] += u64::from(smallest);
            }
        }
    }
    counts
}

/// Unpacks the truth tables of a section.
pub(super) fn unpacked(
    section: &Section,
    bytes: &[u8],
    threads: usize,
    spare: &mut BufferPool,
) -> Vec<u64> {
    let rows = Rows::of(section.white);
    let packing = section.packing();
    let words = 1 << (rows.free() - WORD);
    let mut plane = spare.take(rows.len() * words);
    let items = plane.chunks_mut(words).zip(bytes.chunks(packing.row_bytes()));
    share(threads, items, || (), |(), (table, bytes)| packing.unpack(bytes, table));
    plane
}
