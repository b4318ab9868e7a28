//! The forms of a set: text a line a row, or an array of numbers.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Result, bail};
use ninefold_session::{Cell, DataRow, DataSource};
use serde_json::{Map, Value};

use super::arrays::{self, HEAD};
use crate::saves::shown;

/// How a set is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A table with names of columns, separated by commas.
    Csv,
    /// A JSON object a line.
    Jsonl,
    /// A NumPy array of 32-bit fractions, a row a position: the position as numbers, then all columns but texts; what is not known is NaN.
    Npy,
    /// The same numbers as several arrays with names; made of the rows of a [`Form::Npy`] when all of them are there.
    Npz,
}

impl Form {
    /// The form that a file's name asks for.
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

    /// What stands before the first row.
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
                let told = source
                    .columns()
                    .iter()
                    .cloned()
                    .zip(row.cells.iter().map(serde_json::to_value));
                let told = told
                    .map(|(name, value)| Ok((name, value?)))
                    .collect::<Result<Map<String, Value>>>()?;
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

    /// How many rows of a file are whole, and how many bytes it has up to the last of them.
    pub(super) fn whole_rows(self, file: &File, source: &dyn DataSource) -> Result<(u64, u64)> {
        if matches!(self, Form::Npy | Form::Npz) {
            let width = 4 * numbers(source) as u64;
            let length = file.metadata()?.len();
            return Ok(match length.checked_sub(HEAD) {
                Some(body) => (body / width, HEAD + body / width * width),
                None => (0, 0),
            });
        }
        let (mut rows, mut whole, mut line) = (0, 0, Vec::new());
        let mut reader = BufReader::new(file);
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line)?;
            if read == 0 || line.last() != Some(&b'\n') {
                break;
            }
            rows += 1;
            whole += read as u64;
        }
        match self {
            Form::Csv if rows == 0 => Ok((0, 0)),
            Form::Csv => Ok((rows - 1, whole)),
            _ => Ok((rows, whole)),
        }
    }
}

/// The columns that an array leaves out; the position is there as numbers.
const TEXTS: [&str; 2] = ["position", "phase"];

/// The columns that an array has after the position.
pub(super) fn others(source: &dyn DataSource) -> impl Iterator<Item = &String> {
    source.columns().iter().filter(|name| !TEXTS.contains(&name.as_str()))
}

/// How many numbers a row of an array has.
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
