//! Writes table files: completely or not at all.

use ninefold_core::StopFlag;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use zstd::bulk::Compressor;

use super::file::{FRAME, TableError};
use super::format::{BLOCK, Header};

/// The zstd level: level nine would save three per cent and take four times as long.
const LEVEL: i32 = 1;

/// Writes a table to a temporary name in the same folder and renames it when it is complete.
///
/// `sections` contains the bytes of each section of the header, in order. Blocks are compressed on several threads.
/// If stopped, it leaves no file behind.
pub(super) fn write(
    file: &Path,
    mut header: Header,
    sections: &[&[u8]],
    threads: usize,
    stop: &StopFlag,
) -> Result<(), TableError> {
    let failed = |error: io::Error| TableError::io(file, &error);
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed)?;
    let pending = Pending::new(file);
    let mut out = BufWriter::with_capacity(1 << 20, File::create(&pending.0).map_err(failed)?);
    let (_, blocks) = header.layout();
    let head = Header::length(header.sections.len()) + 8 * blocks as usize + 4;
    out.seek(SeekFrom::Start(head as u64)).map_err(failed)?;
    let mut index = Vec::with_capacity(8 * blocks as usize + 4);
    header.compressed = 0;
    for section in sections {
        // One part per thread at a time, so that the blocks are written in order.
        for wave in section.chunks(threads * PART * BLOCK) {
            if stop.is_raised() {
                return Err(TableError::Stopped);
            }
            let parts: Vec<_> = std::thread::scope(|scope| {
                let parts = wave.chunks(PART * BLOCK);
                let running: Vec<_> = parts.map(|part| scope.spawn(|| compressed(part))).collect();
                running.into_iter().map(|part| part.join()).collect()
            });
            for part in parts {
                let part = part.unwrap_or_else(|_| Err(io::Error::other("a thread died")));
                let (bytes, lengths) = part.map_err(failed)?;
                out.write_all(&bytes).map_err(failed)?;
                let mut start = 0;
                for length in lengths {
                    let block = &bytes[start..start + length as usize];
                    index.extend(length.to_le_bytes());
                    index.extend(crc32fast::hash(block).to_le_bytes());
                    start += length as usize;
                }
                header.compressed += bytes.len() as u64;
            }
        }
    }
    header.blocks = (index.len() / 8) as u32;
    index.extend(crc32fast::hash(&index).to_le_bytes());
    out.seek(SeekFrom::Start(0)).map_err(failed)?;
    out.write_all(&header.bytes()).map_err(failed)?;
    out.write_all(&index).map_err(failed)?;
    let written = out.into_inner().map_err(|error| failed(error.into_error()))?;
    written.sync_all().map_err(failed)?;
    drop(written);
    fs::rename(&pending.0, file).map_err(failed)?;
    // The name is durable once its folder is synced; not every system supports that.
    let _ =
        file.parent().and_then(|folder| File::open(folder).ok()).map(|folder| folder.sync_all());
    Ok(())
}

/// The number of blocks that a thread compresses before they are written.
const PART: usize = 1024;

/// The extension of incomplete files.
pub(super) const PENDING: &str = "pending";

/// A file that is deleted on drop unless it was renamed.
struct Pending(PathBuf);

impl Pending {
    fn new(file: &Path) -> Pending {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut name = file.as_os_str().to_owned();
        name.push(format!(".{}-{number}.{PENDING}", std::process::id()));
        Pending(name.into())
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The compressed blocks of a part, and their lengths.
fn compressed(part: &[u8]) -> io::Result<(Vec<u8>, Vec<u32>)> {
    let mut compressor = Compressor::new(LEVEL)?;
    compressor.include_checksum(false)?;
    compressor.include_contentsize(false)?;
    compressor.include_dictid(false)?;
    let mut bytes = Vec::with_capacity(part.len() / 2);
    let mut lengths = Vec::new();
    let mut last = Vec::new();
    for block in part.chunks(BLOCK) {
        let before = bytes.len();
        // The last block of a section is padded, so that all blocks have the same size.
        let block = match block.len() {
            BLOCK => block,
            _ => {
                last.extend(block);
                last.resize(BLOCK, 0);
                &last[..]
            }
        };
        if block.iter().any(|&byte| byte != 0) {
            let packed = compressor.compress(block)?;
            let packed = &packed[FRAME.len()..];
            bytes.extend(if packed.len() < block.len() { packed } else { block });
        }
        lengths.push((bytes.len() - before) as u32);
    }
    Ok((bytes, lengths))
}
