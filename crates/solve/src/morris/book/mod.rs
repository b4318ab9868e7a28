//! The built-in book of the opening and the smallest endings.
//!
//! It contains the value of every position with at most nine men placed, with or without captures, and of every
//! position with empty hands and three to five men on each side. Layers with an odd number of men placed are
//! stored; the others are one move away from them.
//!
//! ```text
//! file     magic            8 bytes
//!          checksum         4 bytes   CRC-32 of all that follows
//!          length of index  4 bytes
//!          index            zstd of, for each space:
//!                             common levels          24 bytes
//!                             number of own levels   number
//!                             each: question since the last one, number; its level, 1 byte
//!                             each row: its length   number
//!          rows             one after the other
//!
//! numbers  seven bits a byte, the lowest first, the high bit set on all bytes but the last; others little-endian
//! ```
//!
//! A space is the set of positions with one number of men placed and on the board (`space.rs`). It consists of
//! rows: one for each canonical set of one side, with all sets of the other side in ascending order (`row.rs`).
//! Each position stores whether it is won and, if not, whether it is lost, by arithmetic coding (`coder.rs`) with
//! the probabilities of its context (`context.rs`). Rows are independent: the first lookup in a row unpacks it, in
//! less than a millisecond, and it is cached at two bits per position.

mod coder;
mod context;
mod make;
mod proof;
mod row;
mod shape;
mod space;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use ninefold_core::Rules;
use ninefold_games::morris::{Morris, Move, Points, State};
use thiserror::Error;

use self::coder::Reader;
use self::context::{Chances, PER_SHAPE, Written};
use self::row::{Row, place, walk};
use self::space::{LAST, Space};
use super::board::mapped;
use super::format::has_sum;
use super::tables::{Value, decided};
use crate::cpu::Cpu;

pub use make::{NEEDS_FULL_TABLES, make};
pub use proof::{Counted, check, count, count_endings};

/// The maximum number of men placed in an opening position of the book.
pub const MOST_PLACED: u32 = LAST;

const MAGIC: [u8; 8] = *b"9fbook\0\x01";
/// Greater than the size of any index.
const LARGEST: usize = 1 << 20;

static FILE: &[u8] = include_bytes!("book.bin");
static OWN: LazyLock<Option<Book>> = LazyLock::new(|| Book::read(FILE).ok());

/// Why a file is not a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BookError {
    /// It is a file of another type.
    #[error("the file is no book of morris, or one of another version")]
    Foreign,
    /// It is modified or truncated.
    #[error("the book of morris is damaged: its checksum is another one")]
    Damaged,
}

/// Exact values of the pure game without any table: the opening and the smallest endings.
pub struct Book {
    file: Cow<'static, [u8]>,
    pages: Vec<Page>,
}

/// The positions of one space.
struct Page {
    space: Space,
    written: Written,
    /// The range of each row in the file.
    places: Vec<Range<usize>>,
    chances: OnceLock<Chances>,
    rows: OnceLock<Vec<OnceLock<Row>>>,
}

impl Book {
    /// The built-in book.
    pub fn own() -> Option<&'static Book> {
        OWN.as_ref()
    }

    /// The file of the built-in book.
    pub fn file() -> &'static [u8] {
        FILE
    }

    /// The checksum of a book's file: CRC-32.
    pub fn checksum(file: &[u8]) -> u32 {
        crc32fast::hash(file)
    }

    /// Reads a book from a complete file.
    pub fn read(file: impl Into<Cow<'static, [u8]>>) -> Result<Book, BookError> {
        let file = file.into();
        let mut rest = file.strip_prefix(&MAGIC).ok_or(BookError::Foreign)?;
        let checksum = four(&mut rest).ok_or(BookError::Damaged)?;
        if !has_sum(rest, checksum) {
            return Err(BookError::Damaged);
        }
        let pages = pages(&file, rest).ok_or(BookError::Damaged)?;
        Ok(Book { file, pages })
    }

    /// Whether the book covers a position.
    ///
    /// It covers every reachable position with at most [`MOST_PLACED`] men placed, every position with empty hands
    /// and at most five men on each side, and positions in which a side has too few men to continue.
    pub fn covers(&self, state: &State) -> bool {
        decided(state).is_some() || Space::of(state).is_some()
    }

    /// The value for the side to move in the pure game; `None` if the book does not cover the position.
    pub fn value(&self, state: &State) -> Option<Value> {
        if let Some(value) = decided(state) {
            return Some(value);
        }
        let (space, row, run) = Space::of(state)?;
        if space.is_written() {
            return self.written(space, row, run);
        }
        let mut best = Value::Loss;
        for (_, after) in after_each(state) {
            let (space, row, run) = Space::of(&after)?;
            best = best.max(self.written(space, row, run)?.reversed());
            if best == Value::Win {
                break;
            }
        }
        Some(best)
    }

    /// The legal moves after which the book knows the value, for the side that moves, in generation order.
    ///
    /// These are all moves unless the position is at the edge of the book: with exactly [`MOST_PLACED`] men placed,
    /// the position has a value and its moves have none.
    pub fn moves(&self, state: &State) -> Vec<(Move, Value)> {
        let value = |(mv, after): (Move, State)| Some((mv, self.value(&after)?.reversed()));
        after_each(state).filter_map(value).collect()
    }

    /// The value of a stored position.
    fn written(&self, space: Space, row: Points, run: Points) -> Option<Value> {
        let page = self.pages.iter().find(|page| page.space == space)?;
        let (number, symmetry) = space.rows().find(row);
        let place = place(mapped(row, symmetry), mapped(run, symmetry));
        page.row(number, &self.file).value(place)
    }
}

impl Page {
    fn row(&self, number: usize, file: &[u8]) -> &Row {
        let rows = self.rows.get_or_init(|| {
            std::iter::repeat_with(OnceLock::new).take(self.places.len()).collect()
        });
        rows[number].get_or_init(|| {
            let chances = self.chances.get_or_init(|| Chances::new(&self.written));
            let mut reader = Reader::new(&file[self.places[number].clone()]);
            let values = Cpu::detect().run(
                #[inline(always)]
                || {
                    walk(self.space, number, |_, circumstances| {
                        let [win, loss] = chances.of(circumstances);
                        match reader.ask(win) {
                            true => 2,
                            false if reader.ask(loss) => 0,
                            false => 1,
                        }
                    })
                },
            );
            Row::new(&values)
        })
    }
}

/// The positions after each legal move.
fn after_each(state: &State) -> impl Iterator<Item = (Move, State)> {
    let (game, state) = (Morris::default(), *state);
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    moves.into_iter().map(move |mv| {
        let mut after = state;
        game.play(&mut after, mv);
        (mv, after)
    })
}

/// Parses the pages of a file, where `rest` is what follows the checksum; `None` if they do not fill it exactly.
fn pages(file: &[u8], mut rest: &[u8]) -> Option<Vec<Page>> {
    let length = four(&mut rest)? as usize;
    let (index, coded) = rest.split_at_checked(length)?;
    let index = zstd::bulk::decompress(index, LARGEST).ok()?;
    let mut index = index.as_slice();
    let mut at = file.len() - coded.len();
    let mut pages = Vec::new();
    for space in Space::all() {
        let (common, after) = index.split_first_chunk::<PER_SHAPE>()?;
        index = after;
        let mut own = Vec::new();
        let mut question: u32 = 0;
        for _ in 0..number(&mut index)? {
            question = number(&mut index)?.checked_add(question)?;
            let (&level, after) = index.split_first()?;
            index = after;
            own.push((question, level));
        }
        let mut places = Vec::with_capacity(space.rows().len());
        for _ in 0..space.rows().len() {
            let end = at + number(&mut index)? as usize;
            places.push(at..end);
            at = end;
        }
        let written = Written { common: *common, own };
        if !written.is_sound() {
            return None;
        }
        let (chances, rows) = (OnceLock::new(), OnceLock::new());
        pages.push(Page { space, written, places, chances, rows });
    }
    (index.is_empty() && at == file.len()).then_some(pages)
}

/// Reads a four-byte number.
fn four(bytes: &mut &[u8]) -> Option<u32> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*first))
}

/// Reads a number with seven bits per byte.
fn number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..28).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// Writes a number with seven bits per byte.
fn put_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
