//! NumPy's files: `.npy`, one array, and `.npz`, several with names, as `numpy.savez_compressed` writes them.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use anyhow::Result;
use ninefold_session::DataSource;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::form;

/// The size of an array's header in bytes: one block of 64 is enough for any shape, two leave room.
pub(super) const HEAD: u64 = 128;

/// The header of an array: its type, such as `<f4` for 32-bit floats, and its shape.
pub(super) fn head(kind: &str, shape: &[u64]) -> Vec<u8> {
    let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
    // Python's form of a tuple: one with a single number ends with a comma.
    let sizes = sizes.join(", ") + if shape.len() == 1 { "," } else { "" };
    let told = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({sizes}), }}");
    let mut head = b"\x93NUMPY\x01\x00".to_vec();
    head.extend((HEAD as u16 - 10).to_le_bytes());
    head.extend(told.as_bytes());
    head.resize(HEAD as usize - 1, b' ');
    head.push(b'\n');
    head
}

/// Packs the rows of an array into named arrays: `positions`, one for each column, and `features` with `feature_names`.
///
/// The rows are read once for each array, so that memory use does not depend on their number.
/// Timestamps are left out: the same rows make the same file.
pub(super) fn pack(rows: &Path, into: &Path, source: &dyn DataSource) -> Result<()> {
    let (all, width) = (source.len(), source.width());
    let mut rows = Rows::of(File::open(rows)?, source);
    let mut archive = ZipWriter::new(BufWriter::new(File::create(into)?));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(zip::DateTime::default())
        .large_file(true);
    let begin = |archive: &mut ZipWriter<_>, name: &str, kind: &str, shape: &[u64]| {
        archive.start_file(format!("{name}.npy"), options)?;
        archive.write_all(&head(kind, shape))
    };
    begin(&mut archive, "positions", "<i2", &[all, width as u64])?;
    rows.each(0..width, |number| archive.write_all(&(number as i16).to_le_bytes()))?;
    let features = source.features();
    let columns = form::others(source).count() - features.len();
    for (column, name) in (width..).zip(form::others(source).take(columns)) {
        begin(&mut archive, name, "<f4", &[all])?;
        rows.each(column..column + 1, |number| archive.write_all(&number.to_le_bytes()))?;
    }
    if !features.is_empty() {
        let first = width + columns;
        begin(&mut archive, "features", "<f4", &[all, features.len() as u64])?;
        rows.each(first..first + features.len(), |number| {
            archive.write_all(&number.to_le_bytes())
        })?;
        let longest = features.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        begin(&mut archive, "feature_names", &format!("<U{longest}"), &[features.len() as u64])?;
        for name in features {
            let letters = name.chars().map(u32::from).chain(std::iter::repeat(0)).take(longest);
            letters.into_iter().try_for_each(|letter| archive.write_all(&letter.to_le_bytes()))?;
        }
    }
    archive.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    Ok(())
}

/// The rows of an array of 32-bit floats in a file.
pub(super) struct Rows {
    file: File,
    row: Vec<u8>,
}

impl Rows {
    /// The rows of a set in a file.
    pub(super) fn of(file: File, source: &dyn DataSource) -> Rows {
        Rows { file, row: vec![0; 4 * form::numbers(source)] }
    }

    /// Some columns of all rows, one after the other.
    pub(super) fn each(
        &mut self,
        columns: Range<usize>,
        mut tell: impl FnMut(f32) -> io::Result<()>,
    ) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(HEAD))?;
        let mut reader = BufReader::with_capacity(1 << 16, &self.file);
        let rows = (self.file.metadata()?.len() - HEAD) / self.row.len() as u64;
        for _ in 0..rows {
            reader.read_exact(&mut self.row)?;
            let bytes = &self.row[4 * columns.start..4 * columns.end];
            for four in bytes.as_chunks::<4>().0 {
                tell(f32::from_le_bytes(*four))?;
            }
        }
        Ok(())
    }
}
