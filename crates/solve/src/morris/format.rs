//! The header of a table file.
//!
//! ```text
//!  0  8  magic: "9folMorr"
//!  8  4  version
//! 12  4  rules: bit 0 three men fly, bit 1 men in mills are safe
//! 16  4  kind: 0 values, 1 distances, 2 placing
//! 20  4  white men (values, distances) or men placed so far (placing)
//! 24  4  most men of a side
//! 28  4  bytes of a block before compression
//! 32  4  sections
//! 36  4  blocks
//! 40  8  bytes of all blocks after compression
//! 48     sections, 140 bytes each:
//!           0  4  meaning: 0 white to move wins, 1 black to move loses
//!           4  4  white men    8  4  fewest black men   12  4  most black men
//!          16  4  bits of an entry, 1 or 8
//!          20  8  entries that are set, up to symmetry, with 0 black men; and so on to 9
//!         100  4  longest distance in plies with 0 black men, or 0; and so on to 9
//!     4  CRC-32 of everything above
//!        blocks, 8 bytes each: length after compression, CRC-32 of the compressed bytes
//!     4  CRC-32 of these
//!        the compressed blocks
//! ```
//!
//! Numbers are little-endian. A section consists of rows in order, packed as in `pack.rs`, and starts with a new
//! block. A block is a zstd frame without its magic bytes; an empty one stands for zeros, and one of full length is
//! not compressed.

use super::pack::{MOST_MEN, Packing};
use super::rows::CLASSES;

/// The start of every table.
pub(super) const MAGIC: [u8; 8] = *b"9folMorr";
/// The version of the format.
pub(super) const VERSION: u32 = 2;
/// The rules in the header: flying and protected mills.
const RULES: u32 = 0b11;
/// The uncompressed size of a block in bytes.
pub(super) const BLOCK: usize = 2048;
/// The fixed part of a header.
const FIXED: usize = 48;
const SECTION: usize = 20 + 12 * (MOST_MEN + 1);
/// Greater than the number of sections of any table.
const MOST_SECTIONS: u32 = 64;

/// The contents of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Whether positions with empty hands are won or lost.
    Values,
    /// The number of plies to the win or loss.
    Distances,
    /// Whether positions of the placing phase are won or lost.
    Placing,
}

/// The meaning of a section's entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// White, to move, wins.
    Wins,
    /// Black, to move, loses.
    Lost,
}

/// One plane of a table: an entry for each row and each black set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Section {
    pub(super) meaning: Meaning,
    pub(super) white: u32,
    pub(super) least: u32,
    pub(super) most: u32,
    pub(super) bits: u32,
    /// The number of set entries, up to symmetry, by the number of black men.
    pub(super) counts: [u64; MOST_MEN + 1],
    /// The longest distance, by the number of black men; 0 in tables without distances.
    pub(super) longest_by: [u32; MOST_MEN + 1],
}

impl Section {
    /// The packing of the rows.
    pub(super) fn packing(&self) -> Packing {
        Packing::new(24 - self.white, self.least, self.most)
    }

    /// The size of a row in bytes.
    pub(super) fn row_bytes(&self) -> usize {
        match self.bits {
            1 => self.packing().row_bytes(),
            _ => self.packing().positions(),
        }
    }
}

/// The header of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) kind: Kind,
    pub(super) number: u32,
    pub(super) most_men: u32,
    pub(super) sections: Vec<Section>,
    pub(super) blocks: u32,
    pub(super) compressed: u64,
}

impl Header {
    /// The size in bytes of a header with this many sections, including its checksum.
    pub(super) fn length(sections: usize) -> usize {
        FIXED + SECTION * sections + 4
    }

    /// The header as bytes, with its checksum.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let kind = match self.kind {
            Kind::Values => 0,
            Kind::Distances => 1,
            Kind::Placing => 2,
        };
        let mut bytes = MAGIC.to_vec();
        let sections = self.sections.len() as u32;
        for number in [VERSION, RULES, kind, self.number, self.most_men, BLOCK as u32, sections] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.blocks.to_le_bytes());
        bytes.extend(self.compressed.to_le_bytes());
        for section in &self.sections {
            let meaning = u32::from(section.meaning == Meaning::Lost);
            let Section { white, least, most, bits, .. } = *section;
            for number in [meaning, white, least, most, bits] {
                bytes.extend(number.to_le_bytes());
            }
            for count in section.counts {
                bytes.extend(count.to_le_bytes());
            }
            for longest in section.longest_by {
                bytes.extend(longest.to_le_bytes());
            }
        }
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The number of sections according to the fixed part; an error if it is invalid.
    pub(super) fn sections_in(fixed: &[u8; FIXED]) -> Result<usize, &'static str> {
        if fixed[..8] != MAGIC {
            return Err("is no table of Ninefold");
        }
        match number(fixed, 8) {
            VERSION => {}
            _ => return Err("was written by another version of Ninefold; build it again"),
        }
        match number(fixed, 32) {
            sections @ 1..=MOST_SECTIONS => Ok(sections as usize),
            _ => Err(DAMAGED),
        }
    }

    /// Parses a complete header.
    pub(super) fn read(bytes: &[u8]) -> Result<Header, &'static str> {
        let (body, sum) = bytes.split_last_chunk::<4>().ok_or(DAMAGED)?;
        if !has_sum(body, u32::from_le_bytes(*sum)) {
            return Err(DAMAGED);
        }
        if number(body, 12) != RULES || number(body, 28) != BLOCK as u32 {
            return Err("is a table of other rules");
        }
        let kind = match number(body, 16) {
            0 => Kind::Values,
            1 => Kind::Distances,
            2 => Kind::Placing,
            _ => return Err(DAMAGED),
        };
        let section = |bytes: &[u8]| Section {
            meaning: if number(bytes, 0) == 0 { Meaning::Wins } else { Meaning::Lost },
            white: number(bytes, 4),
            least: number(bytes, 8),
            most: number(bytes, 12),
            bits: number(bytes, 16),
            counts: std::array::from_fn(|men| long(bytes, 20 + 8 * men)),
            longest_by: std::array::from_fn(|men| number(bytes, 100 + 4 * men)),
        };
        let sections: Vec<Section> = body[FIXED..].chunks_exact(SECTION).map(section).collect();
        let possible = |section: &Section| {
            section.white <= 9
                && section.least <= section.most
                && section.most <= 9
                && matches!(section.bits, 1 | 8)
        };
        if !sections.iter().all(possible) {
            return Err(DAMAGED);
        }
        Ok(Header {
            kind,
            number: number(body, 20),
            most_men: number(body, 24),
            sections,
            blocks: number(body, 36),
            compressed: long(body, 40),
        })
    }

    /// The uncompressed offset and size of each section, and the number of blocks.
    pub(super) fn layout(&self) -> (Vec<(u64, u64)>, u64) {
        let mut block = 0;
        let place = |section: &Section| {
            let rows = CLASSES[section.white as usize];
            let bytes = rows * section.row_bytes() as u64;
            let start = block * BLOCK as u64;
            block += bytes.div_ceil(BLOCK as u64);
            (start, bytes)
        };
        let places = self.sections.iter().map(place).collect();
        (places, block)
    }

    /// The fixed part's length.
    pub(super) const FIXED: usize = FIXED;
}

/// The error for a file with a valid start.
pub(super) const DAMAGED: &str = "is damaged; build it again";

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]))
}

fn long(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]))
}

/// Whether bytes match a checksum. When fuzzing, every checksum matches.
pub(super) fn has_sum(bytes: &[u8], sum: u32) -> bool {
    cfg!(fuzzing) || crc32fast::hash(bytes) == sum
}
