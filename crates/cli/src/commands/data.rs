//! `data`: labelled positions for machine learning.

mod arrays;
mod form;

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use ninefold_session::{DataError, DataSource, Games, data_card, data_source};
use serde_json::{Value, json};

use self::form::Form;
use super::parallel::in_parts;
use super::print_json;
use crate::args::DataArgs;
use crate::interrupt::stop_flag;
use crate::saves::{self, shown};
use crate::{Answer, Console};

/// The number of rows per thread before they are written, at first and at most; and the target time
/// for that, so that a kill loses little.
const FIRST_ROWS: u64 = 4;
const MOST_ROWS: u64 = 4096;
const A_WHILE: Duration = Duration::from_millis(500);

/// The default number of positions.
const USUAL_POSITIONS: u64 = 1000;

/// Makes the set, or continues it.
pub(super) fn run(
    games: &Games,
    args: &DataArgs,
    data: Option<PathBuf>,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let form = Form::of(&args.out)?;
    if args.out.exists() {
        bail!("{} is there already", shown(&args.out));
    }
    let spec = games.kind(&args.game)?.spec().to_owned();
    let features = args.features.as_deref();
    let plan = args.drawn.plan(&spec, args.label.into(), features, USUAL_POSITIONS)?;
    let stop = stop_flag();
    let source = match data_source(&plan, data, stop.clone()) {
        Err(DataError::Stopped) => return Ok(Answer::Stopped),
        other => other?,
    };
    // Impossible requests are rejected before there is a file.
    source.rows(0..1)?;
    if stop.is_raised() {
        return Ok(Answer::Stopped);
    }
    let (part, card) = (beside(&args.out, "part"), beside(&args.out, "card.json"));
    let mut told = data_card(&plan, &*source);
    let file = OpenOptions::new().read(true).append(true).create(true).open(&part);
    let unwritten = |error| saves::cannot_keep(&part, &error);
    let file = file.map_err(unwritten)?;
    if file.try_lock().is_err() {
        bail!("{} is being written by another process", shown(&part));
    }
    let Kept { rows: mut done, mut known, bytes } =
        begun(&part, &file, &card, &told, form, &*source)?;
    write_card(&card, &told)?;
    let mut out = BufWriter::new(file);
    if bytes == 0 {
        out.write_all(&form.head(&*source)?).map_err(unwritten)?;
    }
    let threads = args.drawn.threads();
    let (all, begin, mut last) = (source.len(), Instant::now(), Instant::now());
    let mut each = FIRST_ROWS;
    while done < all && !stop.is_raised() {
        let until = all.min(done + each * threads as u64);
        let block = Instant::now();
        let rows = in_parts(done..until, threads, |part| source.rows(part))?;
        if stop.is_raised() {
            break;
        }
        let mut bytes = Vec::new();
        rows.iter().try_for_each(|row| form.row(&*source, row, &mut bytes))?;
        out.write_all(&bytes).and_then(|()| out.flush()).map_err(unwritten)?;
        done = until;
        known += rows.iter().filter(|row| source.is_known(row)).count() as u64;
        each =
            if block.elapsed() < A_WHILE { (2 * each).min(MOST_ROWS) } else { (each / 2).max(1) };
        if console.live && last.elapsed() > Duration::from_millis(200) {
            last = Instant::now();
            let _ = write!(console.err, "\r\x1b[K{done} of {all} positions ");
            let _ = console.err.flush();
        }
    }
    out.flush().map_err(unwritten)?;
    let file = out.into_inner().map_err(|error| unwritten(error.into_error()))?;
    file.sync_all().map_err(unwritten)?;
    if console.live {
        write!(console.err, "\r\x1b[K")?;
    }
    if done < all {
        writeln!(
            console.err,
            "ninefold: stopped after {done} of {all} positions; the same command goes on"
        )?;
        return Ok(Answer::Stopped);
    }
    match form {
        Form::Npz => {
            let packed = beside(&args.out, "packed");
            arrays::pack(&part, &packed, &*source)?;
            fs::rename(&packed, &args.out)?;
            fs::remove_file(&part)?;
        }
        Form::Csv | Form::Jsonl | Form::Npy => fs::rename(&part, &args.out).map_err(unwritten)?,
    }
    told[KNOWN] = known.into();
    write_card(&card, &told)?;
    let seconds = begin.elapsed().as_secs_f64();
    if json {
        let told = json!({ "file": args.out, "card": card, "positions": all, KNOWN: known, "columns": source.columns(), "seconds": seconds });
        print_json(console, &told)?;
    } else {
        writeln!(
            console.out,
            "{all} positions in {}, {seconds:.1} s, {known} of {all} known; what they are: {}",
            shown(&args.out),
            shown(&card)
        )?;
    }
    Ok(Answer::Yes)
}

fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(end);
    name.into()
}

/// The card's member for the number of labelled positions, added when the set is complete.
const KNOWN: &str = "known";

fn write_card(card: &Path, told: &Value) -> Result<()> {
    fs::write(card, serde_json::to_string_pretty(told)? + "\n")
        .map_err(|error| saves::cannot_keep(card, &error))
}

/// The existing part of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Kept {
    rows: u64,
    /// The number of rows with a known label.
    known: u64,
    /// The size in bytes, including the header.
    bytes: u64,
}

/// What an interrupted run left; a file of another set is rejected. An incomplete row is made
/// again.
fn begun(
    part: &Path,
    file: &File,
    card: &Path,
    told: &Value,
    form: Form,
    source: &dyn DataSource,
) -> Result<Kept> {
    if file.metadata()?.len() == 0 {
        return Ok(Kept::default());
    }
    let kept = fs::read_to_string(card).ok();
    let mut kept = kept.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    if let Some(Value::Object(card)) = &mut kept {
        card.remove(KNOWN);
    }
    if kept.as_ref() != Some(told) {
        bail!("{} belongs to another set; remove it, or name another file", shown(part));
    }
    let kept = form.kept(file, source)?;
    file.set_len(kept.bytes)?;
    Ok(kept)
}
