//! The book of the 6 × 6 board: the value of every set of few stones, up to symmetry.
//!
//! ```text
//! file    = zstd of: for 0, 1, … stones
//!             number of groups                          4 bytes, little-endian
//!             each group: upper half of the board       4 bytes (18 bits), ascending
//!                         canonical sets in the group   4 bytes
//!             each set, ascending: half its value       1 byte
//! ```
//!
//! A group is the sets with the same stones on the upper half of the cell numbers. To find a set in its group, the
//! canonical sets before it are counted. A value has the parity of all remaining points, so half of it, rounded
//! down, is sufficient.

use std::sync::LazyLock;

use ninefold_games::three_six_nine::{Cell, Cells, ThreeSixNine};

use super::canonical::{CELLS, SIDE, canonical, is_canonical, sets};

/// The maximum number of stones of a set in the book.
pub const MOST_STONES: usize = 8;
/// Half of the number of cells.
const HALF: usize = CELLS / 2;

static FILE: &[u8] = include_bytes!("book.bin");
static BOOK: LazyLock<Option<Book>> = LazyLock::new(|| Book::read(FILE));

/// The values of all sets of few stones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// By the number of stones.
    pages: Vec<Page>,
}

/// The sets with one number of stones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Page {
    /// By group: its upper half, and the number of sets before it.
    groups: Vec<(u32, u32)>,
    /// Half the value of each set.
    halves: Vec<i8>,
}

impl Book {
    /// The built-in book.
    pub fn own() -> Option<&'static Book> {
        BOOK.as_ref()
    }

    /// The file of the built-in book.
    pub fn file() -> &'static [u8] {
        FILE
    }

    /// The checksum of that file: CRC-32.
    pub fn checksum() -> u32 {
        crc32fast::hash(FILE)
    }

    /// Makes a book by calling `value` for every canonical set.
    pub(super) fn new(mut value: impl FnMut(u64) -> i8) -> Book {
        let game = board();
        let page = |stones| {
            let mut page = Page::default();
            for set in canonical_sets(stones) {
                let upper = (set >> HALF) as u32;
                if page.groups.last().is_none_or(|&(last, _)| last != upper) {
                    page.groups.push((upper, page.halves.len() as u32));
                }
                page.halves.push((value(set) - parity(&game, set)) / 2);
            }
            page
        };
        Book { pages: (0..=MOST_STONES).map(page).collect() }
    }

    /// The number of sets with this many stones up to symmetry.
    pub fn sets(&self, stones: usize) -> usize {
        self.pages.get(stones).map_or(0, |page| page.halves.len())
    }

    /// The lead of the player to move after these stones, if they are few enough.
    pub fn value(&self, stones: Cells) -> Option<i32> {
        let set = canonical(stones as u64);
        let page = self.pages.get(set.count_ones() as usize)?;
        let upper = (set >> HALF) as u32;
        let group = page.groups.binary_search_by_key(&upper, |&(upper, _)| upper).ok()?;
        let lower = (set & ((1 << HALF) - 1)).count_ones() as usize;
        let base = u64::from(upper) << HALF;
        let before = sets(HALF, lower).take_while(|low| base | low < set);
        let place = before.filter(|low| is_canonical(base | low)).count();
        let half = page.halves[page.groups[group].1 as usize + place];
        Some(2 * i32::from(half) + i32::from(parity(&board(), set)))
    }

    /// The value of every move after these stones, if one more stone is still few enough.
    pub fn moves(&self, stones: Cells) -> Option<Vec<(Cell, i32)>> {
        let game = board();
        let empty = (0..CELLS).filter(|cell| stones >> cell & 1 == 0);
        empty
            .map(|index| {
                let cell = game.cell(index / SIDE, index % SIDE);
                let value = self.value(stones | 1 << index)?;
                Some((cell, i32::from(game.gain(stones, cell)) - value))
            })
            .collect()
    }

    /// Serializes the book as a file.
    pub fn write(&self) -> Result<Vec<u8>, std::io::Error> {
        let mut bytes = Vec::new();
        for page in &self.pages {
            bytes.extend((page.groups.len() as u32).to_le_bytes());
            let ends = page.groups.iter().skip(1).map(|&(_, before)| before);
            let ends = ends.chain([page.halves.len() as u32]);
            for (&(upper, before), end) in page.groups.iter().zip(ends) {
                bytes.extend(upper.to_le_bytes());
                bytes.extend((end - before).to_le_bytes());
            }
            bytes.extend(page.halves.iter().map(|&half| half as u8));
        }
        zstd::bulk::compress(&bytes, HARDEST)
    }

    /// Reads a book from a file; `None` if it is damaged.
    pub fn read(file: &[u8]) -> Option<Book> {
        let bytes = zstd::bulk::decompress(file, LARGEST).ok()?;
        let mut rest = bytes.as_slice();
        let mut pages = Vec::new();
        for _ in 0..=MOST_STONES {
            let mut page = Page::default();
            let mut sets = 0;
            for _ in 0..number(&mut rest)? {
                page.groups.push((number(&mut rest)?, sets));
                sets += number(&mut rest)?;
            }
            let (halves, others) = rest.split_at_checked(sets as usize)?;
            page.halves = halves.iter().map(|&half| half as i8).collect();
            rest = others;
            pages.push(page);
        }
        rest.is_empty().then_some(Book { pages })
    }
}

/// The zstd compression level.
const HARDEST: i32 = 19;
/// Greater than the size of any book.
const LARGEST: usize = 1 << 24;

fn number(bytes: &mut &[u8]) -> Option<u32> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*first))
}

/// The board of the book.
pub(super) fn board() -> ThreeSixNine {
    ThreeSixNine::new(SIDE, POINTS)
}

/// The points of the book's game.
pub(super) const POINTS: [u16; 3] = [1, 2, 3];

/// Whether the sum of the points left after these stones is odd.
fn parity(game: &ThreeSixNine, set: u64) -> i8 {
    (game.points_left(set.into()) % 2) as i8
}

/// All sets with this many stones, one per class of images.
pub(super) fn canonical_sets(stones: usize) -> impl Iterator<Item = u64> {
    sets(CELLS, stones).filter(|&set| is_canonical(set))
}
