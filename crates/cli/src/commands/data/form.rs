//! The file formats of a set: text with one row per line, or an array of numbers.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Result, bail};
use ninefold_session::{Cell, DataRow, DataSource};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::Kept;
use super::arrays::{self, HEAD, Rows};
use crate::saves::shown;

/// The format of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A comma-separated table with column names.
    Csv,
    /// One JSON object per line.
    Jsonl,
    /// A NumPy array of 32-bit floats, one row per position: the position as numbers, then all
    /// columns except texts; unknown values are NaN.
    Npy,
    /// The same numbers as several named arrays; made from the rows of a [`Form::Npy`] when it is
    /// complete.
    Npz,
}

impl Form {
    /// The format for a file name.
    pub(super) fn of(file: &Path) -> Result<Form> {
        match file.extension().and_then(|end| end.to_str()) {
            Some("csv") => Ok(Form::Csv),
            Some("jsonl") => Ok(Form::Jsonl),
            Some("npy") => Ok(Form::Npy),
            Some("npz") => Ok(Form::Npz),
            _ => bail!(
                "the file is {}, wanted a name that ends with .csv, .jsonl, .npy or .npz",
                shown(file)
            ),
        }
    }

    /// The header before the first row.
    pub(super) fn head(self, source: &dyn DataSource) -> Result<Vec<u8>> {
        match self {
            Form::Jsonl => Ok(Vec::new()),
            Form::Csv => {
                let names: Vec<String> = source.columns().iter().map(|name| quoted(name)).collect();
                Ok((names.join(",") + "\n").into_bytes())
            }
            Form::Npy | Form::Npz => {
                Ok(arrays::head("<f4", &[source.len(), numbers(source) as u64]))
            }
        }
    }

    /// Appends a row.
    pub(super) fn row(
        self,
        source: &dyn DataSource,
        row: &DataRow,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        match self {
            Form::Csv => {
                let cells: Vec<String> = row.cells.iter().map(text).collect();
                out.extend(cells.join(",").as_bytes());
                out.push(b'\n');
            }
            Form::Jsonl => {
                let told = NamedCells { names: source.columns(), cells: &row.cells };
                serde_json::to_writer(&mut *out, &told)?;
                out.push(b'\n');
            }
            Form::Npy | Form::Npz => {
                let position = row.numbers.iter().map(|&number| f32::from(number));
                let rest = row.cells.iter().filter_map(|cell| match cell {
                    Cell::Text(_) => None,
                    Cell::Number(number) => Some(*number as f32),
                    Cell::Fraction(number) => Some(*number),
                    Cell::Nothing => Some(f32::NAN),
                });
                position.chain(rest).for_each(|number| out.extend(number.to_le_bytes()));
            }
        }
        Ok(())
    }

    /// The number of complete rows in a file, how many of them have a known label, and the end of
    /// the last complete one.
    pub(super) fn kept(self, file: &File, source: &dyn DataSource) -> Result<Kept> {
        match self {
            Form::Npy | Form::Npz => kept_numbers(file, source),
            Form::Csv | Form::Jsonl => self.kept_lines(file, source),
        }
    }

    fn kept_lines(self, file: &File, source: &dyn DataSource) -> Result<Kept> {
        let (mut kept, mut line) = (Kept::default(), Vec::new());
        let mut heads = u64::from(self == Form::Csv);
        let mut reader = BufReader::new(file);
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line)?;
            if read == 0 || line.last() != Some(&b'\n') {
                return Ok(kept);
            }
            kept.bytes += read as u64;
            if heads > 0 {
                heads -= 1;
                continue;
            }
            kept.rows += 1;
            kept.known += u64::from(self.is_known(&line, source));
        }
    }

    /// Whether the position of a line has a known label.
    fn is_known(self, line: &[u8], source: &dyn DataSource) -> bool {
        if self == Form::Jsonl {
            let row: Value = serde_json::from_slice(line).unwrap_or_default();
            return !row[source.label()].is_null();
        }
        let label = source.columns().iter().position(|name| name == source.label());
        let text = String::from_utf8_lossy(line);
        // Quoted text contains no cell separators.
        let bare: String = text.split('"').step_by(2).collect();
        let cell = label.and_then(|label| bare.trim_end().split(',').nth(label));
        cell.is_some_and(|cell| !cell.is_empty())
    }
}

/// The complete part of an array.
fn kept_numbers(file: &File, source: &dyn DataSource) -> Result<Kept> {
    let width = numbers(source);
    let Some(body) = file.metadata()?.len().checked_sub(HEAD) else { return Ok(Kept::default()) };
    let rows = body / (4 * width as u64);
    let label = source.width() + others(source).take_while(|name| *name != source.label()).count();
    let mut known = 0;
    Rows::of(file.try_clone()?, source).each(label..label + 1, |number| {
        known += u64::from(!number.is_nan());
        Ok(())
    })?;
    Ok(Kept { rows, known, bytes: HEAD + rows * 4 * width as u64 })
}

/// A row as an object. Cells are written directly: a 32-bit float is printed with no more digits
/// than it has.
struct NamedCells<'a> {
    names: &'a [String],
    cells: &'a [Cell],
}

impl Serialize for NamedCells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.names.iter().zip(self.cells))
    }
}

/// The columns that an array omits; the position is there as numbers.
const TEXTS: [&str; 2] = ["position", "phase"];

/// The columns of an array after the position.
pub(super) fn others(source: &dyn DataSource) -> impl Iterator<Item = &String> {
    source.columns().iter().filter(|name| !TEXTS.contains(&name.as_str()))
}

/// The length of an array's row.
pub(super) fn numbers(source: &dyn DataSource) -> usize {
    source.width() + others(source).count()
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => quoted(text),
        Cell::Number(number) => number.to_string(),
        Cell::Fraction(number) => number.to_string(),
        Cell::Nothing => String::new(),
    }
}

/// A text as a cell of a table.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
