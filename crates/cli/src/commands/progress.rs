//! Watches a run: a table that is redrawn, games per second, the time left.

use std::time::Duration;

use anyhow::{Result, bail};
use ninefold_arena::{End, Note, Progress, RunHandle, SetResult};
use ninefold_store::Store;

use super::run_on::RunOn;
use crate::interrupt::stop_flag;
use crate::saves::data_option;
use crate::{Answer, Console};

/// The interval of checks whether the run has ended, and the number of checks between drawings.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
const LOOKS_A_DRAWING: u32 = 25;

/// A run that was watched to its end.
pub(super) struct Watched {
    /// The results that count.
    pub(super) results: Vec<SetResult>,
    /// Why it ended; `None` if it was stopped.
    pub(super) end: Option<String>,
    /// The error, if it could not be completed.
    pub(super) trouble: Option<String>,
    /// Its final progress.
    pub(super) progress: Progress,
}

/// The number of threads to use.
pub(super) fn threads(jobs: Option<usize>) -> usize {
    jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Waits for the end of a run; Ctrl-C stops it after the moves in progress.
pub(super) fn watch(
    handle: RunHandle,
    table: &dyn Fn(&[SetResult]) -> Vec<String>,
    run_on: &RunOn,
    console: &mut Console<'_>,
) -> Result<Watched> {
    let stop = stop_flag();
    let (mut drawn, mut looks) = (0, 0);
    loop {
        if stop.is_raised() {
            handle.stop();
        }
        let progress = handle.progress();
        let ended = progress.end.is_some();
        let unread = run_on.unread();
        if !unread.is_empty() {
            draw(&[], &mut drawn, console)?;
        }
        for sentence in unread {
            writeln!(console.err, "ninefold: {sentence}")?;
        }
        if console.live && (ended || looks % LOOKS_A_DRAWING == LOOKS_A_DRAWING - 1) {
            let mut lines = if ended { Vec::new() } else { handle.results(table) };
            if !ended {
                lines.push(bar(&progress) + &run_on.strength());
            }
            draw(&lines, &mut drawn, console)?;
        }
        if ended {
            break;
        }
        looks += 1;
        std::thread::sleep(BETWEEN_LOOKS);
    }
    let progress = handle.progress();
    let (end, results) = handle.wait();
    match end {
        End::Finished(reason) => {
            Ok(Watched { results, end: Some(reason), trouble: None, progress })
        }
        End::Stopped => Ok(Watched { results, end: None, trouble: None, progress }),
        End::Incomplete(why) => Ok(Watched { results, end: None, trouble: Some(why), progress }),
        End::Failed(problem) => bail!("{problem}"),
    }
}

/// Warns before a run continues that its games will be from several versions.
pub(super) fn warn_of_versions(results: &[SetResult], console: &mut Console<'_>) -> Result<()> {
    if let Some(note) = Note::on_versions(results, true) {
        writeln!(console.err, "ninefold: if this run goes on, {}", note.text())?;
    }
    Ok(())
}

/// Redraws the lines.
fn draw(lines: &[String], drawn: &mut usize, console: &mut Console<'_>) -> Result<()> {
    if *drawn > 0 {
        write!(console.err, "\x1b[{drawn}A\x1b[J")?;
    }
    for line in lines {
        writeln!(console.err, "{line}")?;
    }
    *drawn = lines.len();
    console.err.flush()?;
    Ok(())
}

fn bar(progress: &Progress) -> String {
    let left = match progress.left() {
        Some(left) => format!("{} s left", left.as_secs()),
        None => "…".into(),
    };
    let Progress { done, games, .. } = progress;
    format!("{done} of {games} games, {:.1} games/s, {left}", progress.rate())
}

/// Prints the speed, and how to continue if it was stopped.
pub(super) fn print_end(
    watched: &Watched,
    store: &Store,
    run: u64,
    run_on: &RunOn,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let Progress { played, elapsed, done, games, .. } = &watched.progress;
    if !json && *played > 0 {
        let (seconds, rate) = (elapsed.as_secs_f64(), watched.progress.rate());
        writeln!(console.out, "{played} games in {seconds:.1} s, {rate:.1} games/s")?;
    }
    if watched.end.is_some() {
        return Ok(Answer::Yes);
    }
    let why = watched.trouble.as_ref().map_or(String::new(), |why| format!(": {why}"));
    let folder = store.file().parent().map_or(String::new(), data_option);
    let options = run_on.options();
    writeln!(
        console.err,
        "ninefold: stopped after {done} of {games} games{why}; go on with: ninefold runs resume {run}{folder}{options}"
    )?;
    Ok(if watched.trouble.is_some() { Answer::No } else { Answer::Stopped })
}
