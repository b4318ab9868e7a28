//! Reads table files block by block.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use thiserror::Error;
use zstd::bulk::Decompressor;

use super::cache::{Cache, Key};
use super::format::{BLOCK, DAMAGED, Header, has_sum};
use crate::huge_pages::zeros;

/// Why a table cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TableError {
    /// The file is of another type, truncated or modified.
    #[error("{file} {problem}")]
    Unusable {
        /// The file.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The work was stopped; finished parts are stored.
    #[error("stopped; what is finished is kept")]
    Stopped,
    /// The system has less memory than the work needs.
    #[error(
        "the tables need {} MB of memory and {} MB are free: close something else, or build for fewer men",
        needed >> 20,
        free >> 20
    )]
    Memory {
        /// The number of bytes needed.
        needed: u64,
        /// The number of bytes free.
        free: u64,
    },
    /// No table covers the position.
    #[error("{0}")]
    Missing(String),
}

impl TableError {
    /// Creates the error for a file with a problem.
    pub(super) fn unusable(file: &Path, problem: impl Into<String>) -> TableError {
        TableError::Unusable { file: file.display().to_string(), problem: problem.into() }
    }

    pub(super) fn io(file: &Path, error: &io::Error) -> TableError {
        // EIO has no `ErrorKind`.
        if error.raw_os_error() == Some(5) {
            return TableError::unusable(file, "cannot be used: the disk reports an error");
        }
        TableError::unusable(file, format!("cannot be used: {}", error.kind()))
    }
}

/// The start of every zstd frame, which blocks omit.
pub(super) const FRAME: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();

/// An open table.
pub(super) struct TableFile {
    path: PathBuf,
    file: File,
    /// A number unique among open tables, for the cache.
    id: u32,
    pub(super) header: Header,
    /// The uncompressed offset and length of each section.
    pub(super) sections: Vec<(u64, u64)>,
    /// The offsets of the index and of the blocks in the file.
    index_at: u64,
    blocks_at: u64,
    /// Read on the first access to a block: the indices of large tables take tens of megabytes.
    index: OnceLock<Index>,
    unpacked: OnceLock<Vec<u8>>,
}

/// The locations of a table's blocks, as stored in the file: a length and a checksum per block.
struct Index {
    entries: Vec<u8>,
    /// The offset in the file of every [`STRIDE`]-th block; the others are computed from there.
    starts: Vec<u64>,
}

/// The number of blocks per stored offset.
const STRIDE: usize = 64;

impl Index {
    /// The lengths and checksums of blocks.
    fn entries(&self, blocks: std::ops::Range<usize>) -> impl Iterator<Item = (u32, u32)> {
        let entries = self.entries[8 * blocks.start..8 * blocks.end].as_chunks::<8>().0;
        entries.iter().map(|&[a, b, c, d, ref sum @ ..]| {
            (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes(*sum))
        })
    }

    /// The total length of blocks in bytes.
    fn length(&self, blocks: std::ops::Range<usize>) -> u64 {
        self.entries(blocks).map(|(length, _)| u64::from(length)).sum()
    }

    /// The offset, length and checksum of a block.
    fn find(&self, block: usize) -> Option<(u64, usize, u32)> {
        let counted = block / STRIDE;
        let start = self.starts.get(counted)? + self.length(counted * STRIDE..block);
        self.entries(block..block + 1).next().map(|(length, sum)| (start, length as usize, sum))
    }
}

impl TableFile {
    /// Opens a table and checks its header and its length.
    pub(super) fn open(path: &Path) -> Result<TableFile, TableError> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let bad = |problem: &str| TableError::unusable(path, problem);
        let file = File::open(path).map_err(|error| TableError::io(path, &error))?;
        let mut fixed = [0; Header::FIXED];
        let foreign = |error: io::Error| match error.kind() {
            io::ErrorKind::UnexpectedEof => bad("is no table of Ninefold"),
            _ => TableError::io(path, &error),
        };
        read_at(&file, 0, &mut fixed).map_err(foreign)?;
        let sections = Header::sections_in(&fixed).map_err(bad)?;
        let mut head = vec![0; Header::length(sections)];
        read_at(&file, 0, &mut head).map_err(|error| truncated(path, &error))?;
        let header = Header::read(&head).map_err(bad)?;
        let (sections, blocks) = header.layout();
        let index_at = head.len() as u64;
        let blocks_at = index_at + 8 * blocks + 4;
        let length = file.metadata().map_err(|error| TableError::io(path, &error))?.len();
        if blocks != u64::from(header.blocks) || length != blocks_at + header.compressed {
            return Err(bad(DAMAGED));
        }
        Ok(TableFile {
            path: path.to_owned(),
            file,
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            header,
            sections,
            index_at,
            blocks_at,
            index: OnceLock::new(),
            unpacked: OnceLock::new(),
        })
    }

    /// Opens a table and also checks its index.
    pub(super) fn open_checked(path: &Path) -> Result<TableFile, TableError> {
        let table = TableFile::open(path)?;
        table.index()?;
        Ok(table)
    }

    fn index(&self) -> Result<&Index, TableError> {
        match self.index.get() {
            Some(index) => Ok(index),
            None => {
                let index = self.read_index()?;
                Ok(self.index.get_or_init(|| index))
            }
        }
    }

    fn read_index(&self) -> Result<Index, TableError> {
        let damaged = || TableError::unusable(&self.path, DAMAGED);
        let mut entries = zeros((self.blocks_at - self.index_at) as usize);
        read_at(&self.file, self.index_at, &mut entries)
            .map_err(|error| truncated(&self.path, &error))?;
        let (body, sum) = entries.split_last_chunk::<4>().ok_or_else(damaged)?;
        if !has_sum(body, u32::from_le_bytes(*sum)) {
            return Err(damaged());
        }
        let mut index = Index { entries, starts: Vec::new() };
        let mut start = self.blocks_at;
        for first in (0..self.blocks()).step_by(STRIDE) {
            index.starts.push(start);
            start += index.length(first..self.blocks().min(first + STRIDE));
        }
        if start != self.size() {
            return Err(damaged());
        }
        Ok(index)
    }

    /// The file's size.
    pub(super) fn size(&self) -> u64 {
        self.blocks_at + self.header.compressed
    }

    fn blocks(&self) -> usize {
        self.header.blocks as usize
    }

    /// The size of the unpacked table in bytes.
    pub(super) fn unpacked_size(&self) -> u64 {
        (self.blocks() * BLOCK) as u64
    }

    /// Reads one byte through the cache.
    #[inline]
    pub(super) fn byte(&self, at: u64, cache: &Cache) -> Result<u8, TableError> {
        if let Some(unpacked) = self.unpacked.get() {
            return Ok(unpacked[at as usize]);
        }
        let (block, inside) = ((at / BLOCK as u64) as u32, at as usize % BLOCK);
        let key = Key { table: self.id, block };
        cache.byte(key, inside, |bytes| self.read_block(block as usize, bytes))
    }

    /// Unpacks the whole table into memory, on several threads.
    pub(super) fn unpack(&self, threads: usize) -> Result<(), TableError> {
        if self.unpacked.get().is_none() {
            let mut bytes = zeros(self.unpacked_size() as usize);
            self.read_blocks(0, threads, bytes.chunks_mut(BLOCK))?;
            // If another thread was faster, its bytes are the same.
            let _ = self.unpacked.set(bytes);
        }
        Ok(())
    }

    /// Unpacks one section, reusing a buffer.
    pub(super) fn section(
        &self,
        section: usize,
        threads: usize,
        bytes: &mut Vec<u8>,
    ) -> Result<(), TableError> {
        let (start, length) = self.sections[section];
        let first = (start / BLOCK as u64) as usize;
        let whole = (length as usize).next_multiple_of(BLOCK);
        if bytes.capacity() < whole {
            *bytes = zeros(whole);
        }
        bytes.resize(whole, 0);
        self.read_blocks(first, threads, bytes.chunks_mut(BLOCK))?;
        bytes.truncate(length as usize);
        Ok(())
    }

    /// Reads every block and verifies its checksum.
    pub(super) fn check(&self, threads: usize) -> Result<(), TableError> {
        const AT_ONCE: usize = 4096;
        let mut bytes = vec![0; AT_ONCE * BLOCK];
        for first in (0..self.blocks()).step_by(AT_ONCE) {
            let blocks = AT_ONCE.min(self.blocks() - first);
            self.read_blocks(first, threads, bytes.chunks_mut(BLOCK).take(blocks))?;
        }
        Ok(())
    }

    fn read_blocks<'a>(
        &self,
        first: usize,
        threads: usize,
        blocks: impl Iterator<Item = &'a mut [u8]> + Send,
    ) -> Result<(), TableError> {
        let queue = std::sync::Mutex::new(blocks.enumerate());
        let labour = || {
            loop {
                let next = queue.lock().unwrap_or_else(|error| error.into_inner()).next();
                let Some((block, bytes)) = next else { return Ok(()) };
                self.read_block(first + block, bytes)?;
            }
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(labour)).collect();
            let own = labour();
            let others = others.into_iter().map(|thread| {
                let died = || TableError::unusable(&self.path, "could not be read: a thread died");
                thread.join().unwrap_or_else(|_| Err(died()))
            });
            others.fold(own, Result::and)
        })
    }

    /// Reads and unpacks a block of full length.
    fn read_block(&self, block: usize, bytes: &mut [u8]) -> Result<(), TableError> {
        thread_local! {
            static ROOM: RefCell<Option<(Decompressor<'static>, Vec<u8>)>> = const { RefCell::new(None) };
        }
        let damaged = || TableError::unusable(&self.path, DAMAGED);
        let (start, length, sum) = self.index()?.find(block).ok_or_else(damaged)?;
        if length == 0 {
            bytes.fill(0);
            return Ok(());
        }
        if length > BLOCK {
            return Err(damaged());
        }
        ROOM.with_borrow_mut(|room| {
            let (decompressor, packed) = match room {
                Some(room) => room,
                None => {
                    let made =
                        Decompressor::new().map_err(|error| TableError::io(&self.path, &error))?;
                    let mut packed = FRAME.to_vec();
                    packed.resize(FRAME.len() + BLOCK, 0);
                    room.insert((made, packed))
                }
            };
            let frame = &mut packed[..FRAME.len() + length];
            let packed = &mut frame[FRAME.len()..];
            read_at(&self.file, start, packed).map_err(|error| truncated(&self.path, &error))?;
            if !has_sum(packed, sum) {
                return Err(damaged());
            }
            if length == BLOCK {
                bytes.copy_from_slice(packed);
                return Ok(());
            }
            match decompressor.decompress_to_buffer(frame, bytes) {
                Ok(BLOCK) => Ok(()),
                _ => Err(damaged()),
            }
        })
    }
}

/// A file that ends too early is damaged; other errors are reported unchanged.
fn truncated(path: &Path, error: &io::Error) -> TableError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => TableError::unusable(path, DAMAGED),
        _ => TableError::io(path, error),
    }
}

#[cfg(unix)]
fn read_at(file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_at(file: &File, mut at: u64, mut bytes: &mut [u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                at += read as u64;
                bytes = &mut bytes[read..];
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {

    use super::super::format::{Kind, Meaning, Section};
    use super::super::writing::write;
    use super::*;
    use ninefold_core::StopFlag;

    /// A section of four bytes, which compression does not shorten, and one of several blocks.
    #[test]
    fn sections_come_back_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("any.table");
        let section = |white, most, bits| Section {
            meaning: Meaning::Wins,
            white,
            least: 0,
            most,
            bits,
            counts: [0; 10],
            longest_by: [0; 10],
        };
        let header = Header {
            kind: Kind::Placing,
            number: 1,
            most_men: 9,
            sections: vec![section(0, 1, 1), section(3, 2, 8)],
            blocks: 0,
            compressed: 0,
        };
        let mut random = ninefold_core::Random::new(4);
        let sections: Vec<Vec<u8>> = header
            .layout()
            .0
            .iter()
            .map(|&(_, length)| (0..length).map(|_| random.below(256) as u8).collect())
            .collect();
        assert_eq!(sections[0].len(), 4);
        let slices: Vec<&[u8]> = sections.iter().map(Vec::as_slice).collect();
        write(&file, header, &slices, 2, &StopFlag::default()).unwrap();
        let table = TableFile::open(&file).unwrap();
        table.check(2).unwrap();
        let mut bytes = Vec::new();
        for (number, section) in sections.iter().enumerate() {
            table.section(number, 2, &mut bytes).unwrap();
            assert!(bytes == *section);
        }
        let cache = Cache::new(1 << 20);
        let (start, length) = table.sections[1];
        assert_eq!(table.byte(start + length - 1, &cache), Ok(sections[1][length as usize - 1]));
    }
}
