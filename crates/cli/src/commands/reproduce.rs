//! `reproduce`: the papers' experiments repeated, their figures beside ours.
//!
//! | file | what it holds |
//! |---|---|
//! | `lab.rs` | measurements on threads, each kept as soon as it is made |
//! | `notebook.rs` | where they are kept |
//! | `chapter.rs` | texts, tables and verdicts |
//! | the others | one chapter each |

mod chapter;
mod comparison;
mod estimators;
mod heuristics;
mod lab;
mod maxn;
mod mnk;
mod morris;
mod notebook;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use ninefold_session::Games;

use self::chapter::Chapter;
use self::lab::{Lab, Progress, Stopped};
use self::notebook::Notebook;
use super::progress;
use crate::args::arena::{Paper, ReproduceArgs};
use crate::interrupt::stop_flag;
use crate::saves::shown;
use crate::{Answer, Console};

/// An experiment.
struct Experiment {
    paper: Paper,
    title: &'static str,
    run: fn(&Lab<'_>) -> Result<Chapter>,
    /// The CPU seconds of a quick and a full run, measured on one machine: an estimate for any other.
    seconds: (f64, f64),
}

const EXPERIMENTS: [Experiment; 6] = [
    Experiment {
        paper: Paper::NinetkaMaxn,
        title: "9tka with Max^N",
        run: maxn::chapter,
        seconds: (9.0, 65.0),
    },
    Experiment {
        paper: Paper::MorrisAlphabeta,
        title: "Minimax and alpha-beta in Nine Men's Morris",
        run: morris::chapter,
        seconds: (6.0, 650.0),
    },
    Experiment {
        paper: Paper::Heuristics369,
        title: "The heuristics of 3-6-9",
        run: heuristics::chapter,
        seconds: (1.0, 1.0),
    },
    Experiment {
        paper: Paper::MnkSolver,
        title: "The m,n,k solver",
        run: mnk::chapter,
        seconds: (6.0, 40.0),
    },
    Experiment {
        paper: Paper::MorrisEstimators,
        title: "Evolving estimators for Nine Men's Morris",
        run: estimators::chapter,
        seconds: (3.0, 155.0),
    },
    Experiment {
        paper: Paper::Comparison,
        title: "The comparison the papers could not make",
        run: comparison::chapter,
        seconds: (25.0, 1250.0),
    },
];

/// Makes the experiments and prints or writes the report.
pub(super) fn run(
    games: &Games,
    args: &ReproduceArgs,
    data: &Path,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let lab = Lab {
        games,
        quick: args.quick,
        most: args.games,
        threads: progress::threads(args.jobs),
        notebook: Notebook::new(data.join("reproduction"), args.fresh),
        stop: stop_flag(),
        diary: Progress::new(console.err, console.live),
    };
    let written = report(&lab, args);
    drop(lab);
    match written {
        Err(error) if error.is::<Stopped>() => {
            writeln!(
                console.err,
                "ninefold: stopped; what was measured is kept, and the same command goes on"
            )?;
            Ok(Answer::Stopped)
        }
        Err(error) => Err(error),
        Ok((text, pictures)) => {
            write(&text, &pictures, args.output.as_deref(), console)?;
            Ok(Answer::Yes)
        }
    }
}

type Pictures = Vec<(String, String)>;

/// The report of the chapters asked for, with its pictures.
fn report(lab: &Lab<'_>, args: &ReproduceArgs) -> Result<(String, Pictures)> {
    let quick = if args.quick { " --quick" } else { "" };
    let most = args.games.map_or(String::new(), |most| format!(" --games {most}"));
    let mut text = format!(
        "# The papers, repeated\n\nWritten by `ninefold reproduce {}{quick}{most}`; [papers.md](papers.md) says what each paper is, and where it leaves\nsomething open. Results and node counts are the same on every machine. Times are CPU time of one shared machine:\ncompare them with each other, not with the papers'. Intervals are 95 % intervals.\n",
        args.paper.name(),
    );
    let mut pictures = Vec::new();
    for experiment in EXPERIMENTS {
        if args.paper != Paper::All && args.paper != experiment.paper {
            continue;
        }
        let seconds = if args.quick { experiment.seconds.0 } else { experiment.seconds.1 };
        lab.diary.begin(experiment.title, seconds)?;
        let chapter = (experiment.run)(lab)?;
        text += &format!("\n## {}\n\n{}", experiment.title, chapter.text);
        text += &format!("\nThis chapter took {:.0} s of CPU time.\n", lab.diary.spent());
        pictures.extend(chapter.pictures);
    }
    Ok((text, pictures))
}

/// Prints a report, or writes it with its pictures to a folder.
fn write(
    text: &str,
    pictures: &Pictures,
    folder: Option<&Path>,
    console: &mut Console<'_>,
) -> Result<()> {
    let Some(folder) = folder else {
        write!(console.out, "{text}")?;
        return Ok(());
    };
    let cannot = || format!("cannot write to {}", shown(folder));
    fs::create_dir_all(folder.join("pictures")).with_context(cannot)?;
    for (name, svg) in pictures {
        fs::write(folder.join(format!("pictures/{name}.svg")), svg).with_context(cannot)?;
    }
    fs::write(folder.join("reproduction.md"), text).with_context(cannot)
}
