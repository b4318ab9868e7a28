//! Recovers rows from a file with broken trees by reading every page separately. Pages, records and
//! the log have the format of <https://www.sqlite.org/fileformat2.html>.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use rusqlite::types::Value;

/// SQLite's default page size, which is never changed here.
pub(crate) const PAGE: usize = 4096;
/// The start of the first page's own content, after the header of the file.
const HEADER: usize = 100;
/// The first bytes of every SQLite file.
pub(crate) const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// Longer than any real row.
const LONGEST_ROW: usize = 1 << 26;

/// Where a row was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// In a table with row numbers: this number.
    Numbered(i64),
    /// In an index, or in a table stored as one.
    Sorted,
}

/// The pages of a file, including changes in its log.
pub(crate) struct Pages {
    content: Vec<u8>,
    free: BTreeSet<usize>,
}

impl Pages {
    /// Reads a file and its log as far as possible.
    pub(crate) fn read(file: &Path) -> io::Result<Pages> {
        let mut content = fs::read(file)?;
        match fs::read(format!("{}-wal", file.display())) {
            Ok(log) => apply_log(&mut content, &log),
            Err(problem) if problem.kind() == io::ErrorKind::NotFound => {}
            Err(problem) => return Err(problem),
        }
        let mut pages = Pages { content, free: BTreeSet::new() };
        pages.free = pages.free_pages();
        Ok(pages)
    }

    /// A page by its number, the first being 1.
    fn page(&self, number: usize) -> Option<&[u8]> {
        let start = number.checked_sub(1)?.checked_mul(PAGE)?;
        self.content.get(start..start.checked_add(PAGE)?)
    }

    /// The pages that hold deleted content, according to the file.
    fn free_pages(&self) -> BTreeSet<usize> {
        let mut free = BTreeSet::new();
        let Some(first) = self.page(1).filter(|page| page.starts_with(MAGIC)) else { return free };
        let mut trunk = number(first, 32);
        while let Some(page) = self.page(trunk).filter(|_| free.insert(trunk)) {
            let leaves = number(page, 4).min(PAGE / 4 - 2);
            free.extend((0..leaves).map(|index| number(page, 8 + 4 * index)));
            trunk = number(page, 0);
        }
        free
    }

    /// Every row on any page in use. Implausible rows are left out.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (Kind, Vec<Value>)> {
        let numbers = (1..=self.content.len() / PAGE).filter(|number| !self.free.contains(number));
        numbers.flat_map(|number| self.rows_of(number))
    }

    fn rows_of(&self, number: usize) -> Vec<(Kind, Vec<Value>)> {
        let Some(page) = self.page(number) else { return Vec::new() };
        let start = if number == 1 { HEADER } else { 0 };
        // Leaves of tables contain rows; leaves and inner pages of indexes contain entries.
        let (is_numbered, first_pointer, before) = match page[start] {
            0x0d => (true, start + 8, 0),
            0x0a => (false, start + 8, 0),
            0x02 => (false, start + 12, 4),
            _ => return Vec::new(),
        };
        let cells = usize::from(u16::from_be_bytes([page[start + 3], page[start + 4]]));
        let cells = (0..cells).filter_map(|index| {
            let pointer = page.get(first_pointer + 2 * index..)?.first_chunk::<2>()?;
            let mut rest = page.get(usize::from(u16::from_be_bytes(*pointer)) + before..)?;
            let length = usize::try_from(varint(&mut rest)?).ok()?;
            let kind = match is_numbered {
                true => Kind::Numbered(varint(&mut rest)?),
                false => Kind::Sorted,
            };
            let record = self.payload(rest, length, is_numbered)?;
            Some((kind, values(&record)?))
        });
        cells.collect()
    }

    /// The content of a cell: the part on its page, and the rest from a chain of others.
    fn payload(&self, cell: &[u8], length: usize, is_numbered: bool) -> Option<Vec<u8>> {
        let most = if is_numbered { PAGE - 35 } else { (PAGE - 12) * 64 / 255 - 23 };
        if length > LONGEST_ROW {
            return None;
        }
        if length <= most {
            return cell.get(..length).map(<[u8]>::to_vec);
        }
        let least = (PAGE - 12) * 32 / 255 - 23;
        let here = least + (length - least) % (PAGE - 4);
        let here = if here <= most { here } else { least };
        let mut whole = cell.get(..here)?.to_vec();
        let mut next = number(cell.get(here..here + 4)?, 0);
        while whole.len() < length {
            let page = self.page(next)?;
            whole.extend_from_slice(&page[4..(length - whole.len() + 4).min(PAGE)]);
            next = number(page, 0);
        }
        Some(whole)
    }
}

/// The page number at an offset.
fn number(bytes: &[u8], at: usize) -> usize {
    word(bytes, at, u32::from_be_bytes) as usize
}

fn word(bytes: &[u8], at: usize, read: fn([u8; 4]) -> u32) -> u32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |word| read(*word))
}

/// Takes a number of one to nine bytes off the front.
fn varint(bytes: &mut &[u8]) -> Option<i64> {
    let mut number = 0_u64;
    for index in 0..9 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        if index == 8 {
            return Some((number << 8 | u64::from(byte)) as i64);
        }
        number = number << 7 | u64::from(byte & 0x7f);
        if byte < 0x80 {
            break;
        }
    }
    Some(number as i64)
}

/// The values of a record; `None` if it is implausible.
fn values(record: &[u8]) -> Option<Vec<Value>> {
    let mut rest = record;
    let header = usize::try_from(varint(&mut rest)?).ok()?;
    let mut kinds = record.get(record.len() - rest.len()..header)?;
    let mut body = record.get(header..)?;
    let mut values = Vec::new();
    while !kinds.is_empty() {
        let kind = varint(&mut kinds)?;
        let length = match kind {
            0 | 8 | 9 => 0,
            1..=4 => kind as usize,
            5 => 6,
            6 | 7 => 8,
            12.. => usize::try_from((kind - 12) / 2).ok()?,
            _ => return None,
        };
        let (bytes, after) = body.split_at_checked(length)?;
        body = after;
        let integer = || {
            let sign = if bytes.first().is_some_and(|byte| byte & 0x80 != 0) { -1 } else { 0 };
            bytes.iter().fold(sign, |number: i64, &byte| number << 8 | i64::from(byte))
        };
        values.push(match kind {
            0 => Value::Null,
            8 | 9 => Value::Integer(kind - 8),
            7 => Value::Real(f64::from_bits(integer() as u64)),
            1..=6 => Value::Integer(integer()),
            _ if kind % 2 == 0 => Value::Blob(bytes.to_vec()),
            _ => Value::Text(String::from_utf8(bytes.to_vec()).ok()?),
        });
    }
    body.is_empty().then_some(values)
}

/// Applies the committed pages of a log.
fn apply_log(content: &mut Vec<u8>, log: &[u8]) {
    const FRAME: usize = 24;
    let read = match word(log, 0, u32::from_be_bytes) {
        0x377f_0682 => u32::from_le_bytes,
        0x377f_0683 => u32::from_be_bytes,
        _ => return,
    };
    let Some((head, frames)) = log.split_at_checked(32) else { return };
    let stated =
        |bytes: &[u8], at: usize| [0, 4].map(|more| word(bytes, at + more, u32::from_be_bytes));
    let mut sum = checksum([0, 0], &head[..24], read);
    if number(head, 8) != PAGE || sum != stated(head, 24) {
        return;
    }
    let mut waiting = Vec::new();
    for frame in frames.chunks_exact(FRAME + PAGE) {
        sum = checksum(checksum(sum, &frame[..8], read), &frame[FRAME..], read);
        if frame[8..16] != head[16..24] || sum != stated(frame, 16) {
            return;
        }
        waiting.push(frame);
        let size = number(frame, 4);
        if size == 0 {
            continue;
        }
        for frame in waiting.drain(..) {
            let start = number(frame, 0).saturating_sub(1) * PAGE;
            if content.len() < start + PAGE && start / PAGE < size {
                content.resize(start + PAGE, 0);
            }
            if let Some(page) = content.get_mut(start..start + PAGE) {
                page.copy_from_slice(&frame[FRAME..]);
            }
        }
    }
}

fn checksum([mut a, mut b]: [u32; 2], bytes: &[u8], read: fn([u8; 4]) -> u32) -> [u32; 2] {
    for pair in bytes.chunks_exact(8) {
        a = a.wrapping_add(word(pair, 0, read)).wrapping_add(b);
        b = b.wrapping_add(word(pair, 4, read)).wrapping_add(a);
    }
    [a, b]
}
