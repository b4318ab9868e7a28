//! `data`: positions with labels, for whoever learns from them.

mod arrays;
mod form;

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use ninefold_session::{DataError, DataPlan, DataSource, Games, data_source};
use serde_json::{Value, json};

use self::form::Form;
use super::parallel::in_parts;
use super::print_json;
use crate::args::DataArgs;
use crate::interrupt::stop_flag;
use crate::saves::shown;
use crate::{Answer, Console};

/// How many rows a thread makes before they are written, at first and at most; and how long that should take, so that a kill
/// loses little.
const FIRST_ROWS: u64 = 4;
const MOST_ROWS: u64 = 4096;
const A_WHILE: Duration = Duration::from_millis(500);

/// How many positions there are when nothing is said.
const USUAL_POSITIONS: u64 = 1000;

/// Makes the set, or goes on with it.
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
    let plan = args.drawn.plan(&spec, args.label.into(), features, USUAL_POSITIONS);
    let stop = stop_flag();
    let source = match data_source(&plan, data, stop.clone()) {
        Err(DataError::Stopped) => return Ok(Answer::Stopped),
        other => other?,
    };
    let (part, card) = (beside(&args.out, "part"), beside(&args.out, "card.json"));
    let told = describe(&plan, &*source);
    let file = OpenOptions::new().read(true).append(true).create(true).open(&part);
    let file = file.with_context(|| format!("{} cannot be written", shown(&part)))?;
    if file.try_lock().is_err() {
        bail!("{} is being written by another process", shown(&part));
    }
    let (mut done, kept) = begun(&part, &file, &card, &told, form, &*source)?;
    fs::write(&card, serde_json::to_string_pretty(&told)? + "\n")
        .with_context(|| format!("{} cannot be written", shown(&card)))?;
    let mut out = BufWriter::new(file);
    if kept == 0 {
        out.write_all(&form.head(&*source)?)?;
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
        out.write_all(&bytes)?;
        out.flush()?;
        done = until;
        each =
            if block.elapsed() < A_WHILE { (2 * each).min(MOST_ROWS) } else { (each / 2).max(1) };
        if console.live && last.elapsed() > Duration::from_millis(200) {
            last = Instant::now();
            let _ = write!(console.err, "\r\x1b[K{done} of {all} positions ");
            let _ = console.err.flush();
        }
    }
    out.flush()?;
    let file = out.into_inner().map_err(|error| error.into_error())?;
    file.sync_all()?;
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
        Form::Csv | Form::Jsonl | Form::Npy => fs::rename(&part, &args.out)?,
    }
    let seconds = begin.elapsed().as_secs_f64();
    if json {
        let told = json!({ "file": args.out, "card": card, "positions": all, "columns": source.columns(), "seconds": seconds });
        print_json(console, &told)?;
    } else {
        writeln!(
            console.out,
            "{all} positions in {}, {seconds:.1} s; what they are: {}",
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

/// The card: what the set is made of, by which rules and which version.
fn describe(plan: &DataPlan, source: &dyn DataSource) -> Value {
    json!({
        "plan": plan,
        "positions": source.len(),
        "columns": source.columns(),
        "numbers": source.width(),
        "values": "for the player on turn: 1 a win, 0 a draw, -1 a loss, or points still to be won more; of the game without draw rules",
        "plies": "how long the game lasts with best play, where that is known",
        "features": "with two players what the first has more, otherwise what each has",
        "program": concat!("ninefold ", env!("CARGO_PKG_VERSION")),
    })
}

/// How many rows are there already, and how many bytes with what stands before them; those of another set are refused. A row that was cut off is made again.
fn begun(
    part: &Path,
    file: &File,
    card: &Path,
    told: &Value,
    form: Form,
    source: &dyn DataSource,
) -> Result<(u64, u64)> {
    if file.metadata()?.len() == 0 {
        return Ok((0, 0));
    }
    let kept =
        fs::read_to_string(card).ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
    if kept.as_ref() != Some(told) {
        bail!("{} belongs to another set; remove it, or name another file", shown(part));
    }
    let (rows, whole) = form.whole_rows(file, source)?;
    file.set_len(whole)?;
    Ok((rows, whole))
}
