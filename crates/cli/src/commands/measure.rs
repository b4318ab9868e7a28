//! `measure`: checks whether reported chances and marks are true.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use ninefold_arena::coverage;
use ninefold_session::measure::{
    Calibration, CalibrationRequest, Compared, Fitted, Mistakes, MistakesRequest, PhaseMarks,
    PhaseMistakes, ReviewCheckRequest, Seats, StrengthRequest, calibrate, check_reviews,
    compare_strength, count_mistakes,
};
use ninefold_session::{PlayerSpec, StopFlag};

use serde_json::json;

use super::print_json;
use crate::args::{MeasureCommand, StrengthArgs};
use crate::saves::shown;
use crate::{Answer, Console, interrupt};

/// The games measured by default: all five, 9tka for every number of players.
const GAMES: [&str; 7] =
    ["morris", "mnk:15,15,5", "369:9", "9tka:2", "9tka:3", "9tka:4", "connect4"];

/// Runs the requested measurement.
pub(super) fn run(
    command: MeasureCommand,
    data: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let stop = interrupt::stop_flag();
    match command {
        MeasureCommand::Coverage { runs, seed } => {
            print_coverage(runs, seed, json, console)?;
            Ok(Answer::Yes)
        }
        MeasureCommand::Calibration { games, count, positions, nodes, levels, seed, samples } => {
            let games = match games.is_empty() {
                true => GAMES.map(str::to_owned).to_vec(),
                false => games,
            };
            let mut file = samples.as_deref().map(create).transpose()?;
            if let Some(file) = &mut file {
                writeln!(file, "game,number,ply,position,value,foretold,happened,lead,depth")?;
            }
            for game in games {
                let stop = stop.clone();
                let request =
                    CalibrationRequest { game, games: count, positions, levels, nodes, seed, stop };
                let mut progress = Progress::new(&request.game, count);
                let found = calibrate(&request, &mut |done| progress.tell(done, console))?;
                progress.end(console);
                if let Some(file) = &mut file {
                    write_samples(file, &found)?;
                }
                match json {
                    true => print_json(console, &found)?,
                    false => print_calibration(&found, console)?,
                }
                if request.stop.is_raised() {
                    return Ok(Answer::Stopped);
                }
            }
            Ok(Answer::Yes)
        }
        MeasureCommand::Review { moves, nodes, levels, player, tables_open, seed, samples } => {
            let seats = match player {
                Some(player) => Seats::Players(vec![PlayerSpec::parse(&player)?; 2]),
                None => Seats::Levels(levels.0, levels.1),
            };
            let request = ReviewCheckRequest {
                game: "morris".into(),
                data: data.to_owned(),
                moves: moves as usize,
                tables_open,
                seats,
                nodes,
                seed,
                stop: stop.clone(),
            };
            let mut progress = Progress::new("moves reviewed", moves);
            let found = check_reviews(&request, &mut |done| progress.tell(done as u64, console))?;
            progress.end(console);
            if let Some(file) = samples {
                let mut file = create(&file)?;
                writeln!(file, "phase,loss,loses")?;
                for (phase, loss, loses) in &found.losses {
                    writeln!(file, "{phase},{loss},{loses}")?;
                }
            }
            if json {
                print_json(console, &found)?;
            } else {
                writeln!(console.out, "{} games", found.games)?;
                writeln!(
                    console.out,
                    "{:<10} {:>6} {:>7} {:>7} {:>7} {:>6}  marked and losing  losing and marked",
                    "phase", "moves", "proved", "losing", "marked", "right"
                )?;
                for phase in found.phases.iter().chain([&found.all()]) {
                    print_marks(phase, console)?;
                }
            }
            Ok(if stop.is_raised() { Answer::Stopped } else { Answer::Yes })
        }
        MeasureCommand::Mistakes { player, opponent, count, seed } => {
            let player = PlayerSpec::parse(&player)?;
            let opponent = opponent.map(|opponent| PlayerSpec::parse(&opponent)).transpose()?;
            let request = MistakesRequest {
                game: "morris".into(),
                data: data.to_owned(),
                opponent: opponent.unwrap_or_else(|| player.clone()),
                player,
                games: count,
                seed,
                stop: stop.clone(),
            };
            let mut progress = Progress::new("games", count);
            let found = count_mistakes(&request, &mut |done| progress.tell(done, console))?;
            progress.end(console);
            match json {
                true => print_json(console, &found)?,
                false => print_mistakes(&found, console)?,
            }
            Ok(if stop.is_raised() { Answer::Stopped } else { Answer::Yes })
        }
        MeasureCommand::Hint(args) => strength(Compared::Hint, args, stop, json, console),
        MeasureCommand::Memory(args) => strength(Compared::Forgetful, args, stop, json, console),
    }
}

/// One player against others, game by game.
fn strength(
    compared: Compared,
    args: StrengthArgs,
    stop: StopFlag,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let games = match args.games.is_empty() {
        true => GAMES.map(str::to_owned).to_vec(),
        false => args.games,
    };
    for game in games {
        let request = StrengthRequest {
            game,
            compared,
            games: args.count as usize,
            nodes: args.nodes,
            seed: args.seed,
            stop: stop.clone(),
        };
        let mut progress = Progress::new(&request.game, args.count);
        let found = compare_strength(&request, &mut |done| progress.tell(done as u64, console))?;
        progress.end(console);
        if json {
            print_json(console, &found)?;
        } else {
            let percent = |[share, low, high]: [f64; 3]| {
                format!("{:.1} % [{:.1}, {:.1}]", 100.0 * share, 100.0 * low, 100.0 * high)
            };
            writeln!(
                console.out,
                "{:<12} {:>4} games  {} of the points, an equal gets {:.1} %; {} against one opponent; {:.0} positions a move",
                found.game,
                found.games,
                percent(found.share),
                100.0 * found.fair,
                percent(found.against_one),
                found.nodes
            )?;
        }
        if stop.is_raised() {
            return Ok(Answer::Stopped);
        }
    }
    Ok(Answer::Yes)
}

fn print_calibration(found: &Calibration, console: &mut Console<'_>) -> Result<()> {
    let Calibration { game, games, positions, error, log_loss, single_log_loss, .. } = found;
    writeln!(console.out, "{game}: {positions} positions of {games} games")?;
    writeln!(console.out, "  positions  foretold  happened  95 %")?;
    for bin in &found.bins {
        let percent = |part: f64| format!("{:.1} %", 100.0 * part);
        let (foretold, happened) = (percent(bin.foretold), percent(bin.happened));
        let (low, high) = (100.0 * bin.low, 100.0 * bin.high);
        writeln!(
            console.out,
            "  {:>9}  {foretold:>8}  {happened:>8}  [{low:.1}, {high:.1}]",
            bin.count
        )?;
    }
    writeln!(
        console.out,
        "  calibration error {error:.3}, log-loss {log_loss:.4} (best single logistic curve {single_log_loss:.4})"
    )?;
    let Fitted { scale, tempo, last_move, growth, doubt, log_loss } = found.fitted;
    writeln!(
        console.out,
        "  best odds for the whole game: scale {scale}, tempo {tempo}, last move {last_move}, growth {growth}, doubt {doubt}, log-loss {log_loss:.4}"
    )?;
    Ok(())
}

fn print_marks(marks: &PhaseMarks, console: &mut Console<'_>) -> Result<()> {
    let PhaseMarks { phase, moves, proved, losing, marked, right } = marks;
    let share = |of: usize| match of {
        0 => "none".to_owned(),
        of => format!("{:.1} %", 100.0 * *right as f64 / of as f64),
    };
    let (precision, recall) = (share(*marked), share(*losing));
    writeln!(
        console.out,
        "{phase:<10} {moves:>6} {proved:>7} {losing:>7} {marked:>7} {right:>6}  {precision:>17}  {recall:>17}"
    )?;
    Ok(())
}

fn print_mistakes(found: &Mistakes, console: &mut Console<'_>) -> Result<()> {
    writeln!(console.out, "{} games", found.games)?;
    writeln!(
        console.out,
        "{:<10} {:>6} {:>10}  {:>11} {:>10}",
        "phase", "moves", "mistakes", "beyond book", "mistakes"
    )?;
    for phase in &found.phases {
        let PhaseMistakes { phase, moves, mistakes, beyond_book, mistakes_beyond_book } = phase;
        writeln!(
            console.out,
            "{phase:<10} {moves:>6} {mistakes:>10}  {beyond_book:>11} {mistakes_beyond_book:>10}"
        )?;
    }
    Ok(())
}

fn print_coverage(runs: u64, seed: u64, json: bool, console: &mut Console<'_>) -> Result<()> {
    let found = coverage(runs, seed);
    if json {
        return print_json(console, &json!({ "runs": runs, "seed": seed, "found": found }));
    }
    writeln!(console.out, "{runs} runs of each setting, seed {seed}")?;
    let width = found.iter().map(|line| line.setting.chars().count()).max().unwrap_or_default();
    for line in found {
        let percent = |part: f64| 100.0 * part;
        let (setting, what) = (line.setting, line.what);
        write!(console.out, "{setting:<width$}  {what:<34}")?;
        match line.is_error() {
            true => writeln!(console.out, "{:5.1} %", percent(line.missed_below()))?,
            false => writeln!(
                console.out,
                "{:5.1} % held, truth below {:.1} %, above {:.1} % of {}",
                percent(line.held()),
                percent(line.missed_below()),
                percent(line.missed_above()),
                line.count
            )?,
        }
    }
    Ok(())
}

fn create(file: &Path) -> Result<BufWriter<File>> {
    let created = File::create_new(file);
    Ok(BufWriter::new(created.with_context(|| format!("cannot create {}", shown(file)))?))
}

fn write_samples(file: &mut impl Write, found: &Calibration) -> Result<()> {
    for sample in &found.samples {
        writeln!(
            file,
            "\"{}\",{},{},\"{}\",{},{:.4},{},{},{}",
            found.game,
            sample.game,
            sample.ply,
            sample.position,
            sample.value,
            sample.foretold,
            sample.happened,
            sample.lead,
            sample.depth
        )?;
    }
    Ok(())
}

/// A progress line on standard error, if it is a terminal.
struct Progress {
    what: String,
    of: u64,
}

impl Progress {
    fn new(what: &str, of: u64) -> Progress {
        Progress { what: what.to_owned(), of }
    }

    fn tell(&mut self, done: u64, console: &mut Console<'_>) {
        if console.live {
            // Failing to show progress is harmless.
            let _ = write!(console.err, "\r{}: {done} of {}", self.what, self.of);
            let _ = console.err.flush();
        }
    }

    fn end(self, console: &mut Console<'_>) {
        if console.live {
            let _ = write!(console.err, "\r\x1b[K");
        }
    }
}
