//! Makes the book from the full tables.

use super::coder::Writer;
use super::context::{Chances, Counts};
use super::row::{NOTHING, walk};
use super::space::Space;
use super::{MAGIC, put_number};
use crate::cpu::Cpu;
use crate::morris::file::TableError;
use crate::morris::rows::next_of_size;
use crate::morris::tables::Tables;
use ninefold_core::StopFlag;

/// The error if the tables are too small.
pub const NEEDS_FULL_TABLES: &str =
    "the book is made from the full tables; build them with: ninefold tables build morris --full";

/// The zstd compression level of the index.
const HARDEST: i32 = 19;

/// Makes the book from tables that cover the whole game: the same bytes on every machine. Uses one thread.
///
/// `watch` is called from time to time with the fraction of the work done, from 0 to 1.
pub fn make(
    tables: &Tables,
    stop: &StopFlag,
    watch: &mut dyn FnMut(f64),
) -> Result<Vec<u8>, TableError> {
    if !tables.covers_placing() {
        return Err(TableError::Missing(NEEDS_FULL_TABLES.into()));
    }
    let all: usize = Space::all().map(|space| space.rows().len() * space.length()).sum();
    let cpu = Cpu::detect();
    let (mut index, mut rows, mut done) = (Vec::new(), Vec::new(), 0);
    for space in Space::all() {
        let mut told = |part: f64| {
            watch((done as f64 + part * (space.rows().len() * space.length()) as f64) / all as f64);
            if stop.is_raised() { Err(TableError::Stopped) } else { Ok(()) }
        };
        let numbers = space.rows().len();
        let mut values = Vec::with_capacity(numbers);
        let mut counts = Counts::new();
        for number in 0..numbers {
            if number % 64 == 0 {
                told(number as f64 / numbers as f64 / 2.0)?;
            }
            let known = looked_up(tables, space, number)?;
            cpu.run(
                #[inline(always)]
                || {
                    walk(space, number, |place, circumstances| {
                        counts.add(circumstances, known[place]);
                        known[place]
                    })
                },
            );
            values.push(known);
        }
        let written = counts.chances();
        index.extend(written.common);
        put_number(&mut index, written.own.len() as u32);
        let mut last = 0;
        for &(question, level) in &written.own {
            put_number(&mut index, question - last);
            index.push(level);
            last = question;
        }
        let chances = Chances::new(&written);
        for (number, known) in values.iter().enumerate() {
            if number % 64 == 0 {
                told(0.5 + number as f64 / numbers as f64 / 2.0)?;
            }
            let mut writer = Writer::new();
            cpu.run(
                #[inline(always)]
                || {
                    walk(space, number, |place, circumstances| {
                        let [win, loss] = chances.of(circumstances);
                        writer.tell(known[place] == 2, win);
                        if known[place] != 2 {
                            writer.tell(known[place] == 0, loss);
                        }
                        known[place]
                    })
                },
            );
            let row = writer.finish();
            put_number(&mut index, row.len() as u32);
            rows.extend(row);
        }
        done += space.rows().len() * space.length();
    }
    let index = zstd::bulk::compress(&index, HARDEST)
        .map_err(|error| TableError::Missing(format!("the book cannot be packed: {error}")))?;
    let mut body = (index.len() as u32).to_le_bytes().to_vec();
    body.extend(index);
    body.extend(rows);
    let mut file = MAGIC.to_vec();
    file.extend(crc32fast::hash(&body).to_le_bytes());
    file.extend(body);
    Ok(file)
}

/// The values of a row by place, as [`walk`] expects them.
fn looked_up(tables: &Tables, space: Space, number: usize) -> Result<Vec<u8>, TableError> {
    let row = space.rows().sets()[number];
    if !space.keeps_row(row) {
        return Ok(Vec::new());
    }
    let points: Vec<u32> = (0..24).filter(|point| row >> point & 1 == 0).collect();
    let mut values = Vec::with_capacity(space.length());
    let mut index: u32 = (1 << space.run) - 1;
    for _ in 0..space.length() {
        let chosen = points.iter().enumerate().filter(|(bit, _)| index >> bit & 1 != 0);
        let run = chosen.fold(0, |run, (_, point)| run | 1 << point);
        index = next_of_size(index);
        if !space.keeps(row, run) {
            values.push(NOTHING);
            continue;
        }
        let (own, other) = space.sides(row, run);
        let value = tables.stored(space.placed, own, other)?.ok_or_else(|| {
            TableError::Missing("the tables lack positions of the book; build them anew".into())
        })?;
        values.push(value as u8);
    }
    Ok(values)
}
