//! `tables book`: rebuilds the program's morris book and compares it, or verifies it against the
//! rules.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use ninefold_solve::morris::{self, Book, Counted, Subspace, TableError, Tables, own_book};
use serde_json::json;

use super::print_json;
use crate::interrupt::stop_flag;
use crate::saves::{in_words, shown};
use crate::{Answer, Console};

/// Rebuilds the book from the full tables of the data folder and compares it with the one in the
/// program.
pub(super) fn rebuild(
    data: &Path,
    file: Option<&Path>,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let tables = Tables::open_men(data, *morris::MEN.end())?.filter(Tables::covers_placing);
    let tables = tables.ok_or_else(|| anyhow!("{}", own_book::NEEDS_FULL_TABLES))?;
    let (start, stop) = (Instant::now(), stop_flag());
    let made = with_progress(console, |watch| own_book::make(&tables, &stop, watch))?;
    let Some(made) = made else { return Ok(Answer::No) };
    if let Some(file) = file {
        std::fs::write(file, &made)
            .map_err(|error| anyhow!("{} cannot be written: {}", shown(file), in_words(&error)))?;
    }
    let (seconds, same) = (start.elapsed().as_secs_f64(), made == Book::file());
    let checksum = |file: &[u8]| format!("{:08x}", Book::checksum(file));
    let (own_checksum, made_checksum) = (checksum(Book::file()), checksum(&made));
    if json {
        let answer = json!({
            "same": same,
            "bytes": Book::file().len(),
            "checksum": own_checksum,
            "made": { "bytes": made.len(), "checksum": made_checksum },
            "file": file,
            "seconds": seconds,
        });
        print_json(console, &answer)?;
    } else {
        let bytes = Book::file().len();
        writeln!(console.out, "book    {bytes} bytes, checksum {own_checksum}")?;
        writeln!(console.out, "made    {} bytes, checksum {made_checksum}", made.len())?;
        if let Some(file) = file {
            writeln!(console.out, "file    {}", shown(file))?;
        }
        let verdict = if same { "the same, byte for byte" } else { "they differ" };
        writeln!(console.out, "{verdict}: {seconds:.1} s")?;
    }
    Ok(if same { Answer::Yes } else { Answer::No })
}

/// Checks the program's book against published counts and against the rules, which needs no tables.
pub(super) fn verify(json: bool, console: &mut Console<'_>) -> Result<Answer> {
    let book = Book::own().context("the book in this program is damaged")?;
    let (start, stop) = (Instant::now(), stop_flag());
    let mut problems = wrong_counts(book);
    let checked = with_progress(console, |watch| own_book::check(book, 1, &stop, watch))?;
    let Some((positions, found)) = checked else { return Ok(Answer::No) };
    problems.extend(found);
    let (seconds, ok) = (start.elapsed().as_secs_f64(), problems.is_empty());
    if json {
        let answer = json!({
            "ok": ok,
            "positions": positions,
            "problems": problems,
            "seconds": seconds,
        });
        print_json(console, &answer)?;
    } else {
        for problem in &problems {
            writeln!(console.err, "ninefold: {problem}")?;
        }
        let verdict = if ok { "every count and position agrees" } else { "they differ" };
        writeln!(console.out, "{verdict}: {positions} positions, {seconds:.1} s")?;
    }
    Ok(if ok { Answer::Yes } else { Answer::No })
}

/// The book's differences from the published counts, one sentence each.
fn wrong_counts(book: &Book) -> Vec<String> {
    let mut problems = Vec::new();
    for (placed, published) in (0..).zip(Counted::PUBLISHED) {
        let found = own_book::count(book, placed);
        if found != Some(published) {
            problems.push(format!("{placed} men placed: {found:?}, published {published:?}"));
        }
    }
    for published in Subspace::published() {
        let Subspace { own, other, wins, losses, .. } = published;
        if let Some(found) = own_book::count_endings(book, own, other)
            && (found.wins, found.losses) != (wins, losses)
        {
            let counted = format!("{} wins and {} losses", found.wins, found.losses);
            problems.push(format!(
                "{own} men against {other}: {counted}, published {wins} and {losses}"
            ));
        }
    }
    problems
}

/// Runs some work with a progress display; `None` if it was stopped.
fn with_progress<T>(
    console: &mut Console<'_>,
    work: impl FnOnce(&mut dyn FnMut(f64)) -> Result<T, TableError>,
) -> Result<Option<T>> {
    let (live, err) = (console.live, &mut console.err);
    let mut last = None;
    let done = work(&mut |part| {
        let percent = (100.0 * part) as u32;
        if live && last != Some(percent) {
            last = Some(percent);
            let _ = write!(err, "\r\x1b[K{percent} % ");
            let _ = err.flush();
        }
    });
    if last.is_some() {
        write!(console.err, "\r\x1b[K")?;
    }
    match done {
        Err(TableError::Stopped) => {
            writeln!(console.err, "ninefold: stopped; nothing is kept")?;
            Ok(None)
        }
        done => Ok(Some(done?)),
    }
}
