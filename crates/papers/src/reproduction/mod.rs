//! Repeats the papers' experiments and compares their figures with ours.
//!
//! | file | contents |
//! |---|---|
//! | `paper.rs` | the papers |
//! | `lab.rs` | measurements on several threads, each stored as soon as it is made |
//! | `notebook.rs` | their storage |
//! | `chapter.rs` | texts, tables and verdicts |
//! | the others | one chapter each |

mod chapter;
mod comparison;
#[cfg(test)]
mod document;
mod estimators;
mod heuristics;
mod lab;
mod maxn;
mod mnk;
mod morris;
mod notebook;
mod paper;
mod truth;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use ninefold_core::{StopFlag, quote};
use ninefold_session::{Games, Session, Setup};

use self::chapter::Chapter;
use self::lab::{Lab, Progress, Stopped};
use self::notebook::Notebook;
pub use self::paper::Paper;

/// An experiment.
struct Experiment {
    paper: Paper,
    title: &'static str,
    run: fn(&Lab<'_>) -> Result<Chapter>,
    /// The CPU seconds of a quick and a full run, measured on one machine: an estimate for any
    /// other.
    seconds: (f64, f64),
}

const EXPERIMENTS: [Experiment; 7] = [
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
        seconds: (10.0, 800.0),
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
        seconds: (6.0, 10.0),
    },
    Experiment {
        paper: Paper::MorrisEstimators,
        title: "Evolving estimators for Nine Men's Morris",
        run: estimators::chapter,
        seconds: (6.0, 140.0),
    },
    Experiment {
        paper: Paper::Comparison,
        title: "The comparison the papers could not make",
        run: comparison::chapter,
        seconds: (25.0, 120.0),
    },
    Experiment {
        paper: Paper::Truth,
        title: "What the evaluators know",
        run: truth::chapter,
        seconds: (75.0, 1400.0),
    },
];

/// The experiments to run, and how.
pub struct Reproduction<'a> {
    /// The games that can be opened.
    pub games: &'a Games,
    /// The paper.
    pub paper: Paper,
    /// Fewer games and smaller depths: a few minutes for all.
    pub quick: bool,
    /// A limit on the games per line.
    pub most: Option<usize>,
    /// The number of threads; the results do not depend on it.
    pub threads: usize,
    /// The folder of finished tables and of measurements, so that a stopped experiment can be
    /// resumed.
    pub data: PathBuf,
    /// Whether to discard measurements of earlier runs.
    pub fresh: bool,
    /// Lets another thread stop the experiments.
    pub stop: StopFlag,
    /// The output for progress.
    pub progress: &'a mut dyn Write,
    /// Whether the output is a terminal, so that a progress line may be redrawn.
    pub live: bool,
}

/// A report.
pub struct Report {
    /// The name of its file.
    pub file: &'static str,
    /// The chapters, as Markdown.
    pub text: String,
    /// Its pictures: a name and an SVG text each.
    pub pictures: Vec<(String, String)>,
}

impl Reproduction<'_> {
    /// Runs the experiments; no report if they were stopped, in which case the same call resumes
    /// from the stored measurements.
    pub fn run(self) -> Result<Option<Report>> {
        let paper = self.paper;
        let lab = Lab {
            games: self.games,
            quick: self.quick,
            most: self.most,
            threads: self.threads,
            notebook: Notebook::new(self.data.join("reproduction"), self.fresh),
            data: self.data,
            stop: self.stop,
            diary: Progress::new(self.progress, self.live),
        };
        match report(&lab, paper) {
            Err(error) if error.is::<Stopped>() => Ok(None),
            report => report.map(Some),
        }
    }
}

/// The report of the requested chapters, with its pictures.
fn report(lab: &Lab<'_>, paper: Paper) -> Result<Report> {
    let quick = if lab.quick { " --quick" } else { "" };
    let most = lab.most.map_or(String::new(), |most| format!(" --games {most}"));
    let (title, about) = match paper {
        Paper::Truth => (
            "What the papers' evaluators know",
            "[papers.md](papers.md) says what each evaluator is and where it comes from",
        ),
        _ => (
            "The papers, repeated",
            "[papers.md](papers.md) says what each paper is, and where it leaves\nsomething open",
        ),
    };
    let mut text = format!(
        "# {title}\n\nWritten by `ninefold reproduce {paper}{quick}{most}`; {about}. Results and node counts are the same on every machine. Times are CPU time of one shared machine:\ncompare them with each other, not with the papers'. Intervals are 95 % intervals.\n",
    );
    let mut pictures = Vec::new();
    if paper.has(Paper::Truth) {
        truth::check(lab)?;
    }
    for experiment in EXPERIMENTS {
        if !paper.has(experiment.paper) {
            continue;
        }
        let seconds = if lab.quick { experiment.seconds.0 } else { experiment.seconds.1 };
        lab.diary.begin(experiment.title, seconds)?;
        let chapter = (experiment.run)(lab)?;
        text += &format!("\n## {}\n\n{}", experiment.title, chapter.text);
        text += &format!("\nThis chapter took {:.0} s of CPU time.\n", lab.diary.spent());
        pictures.extend(chapter.pictures);
    }
    Ok(Report { file: paper.file(), text, pictures })
}

impl Report {
    /// Writes the report and its pictures to a folder, which is created if necessary.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let cannot = || format!("cannot write to {}", shown(folder));
        fs::create_dir_all(folder.join("pictures")).with_context(cannot)?;
        for (name, svg) in &self.pictures {
            fs::write(folder.join(format!("pictures/{name}.svg")), svg).with_context(cannot)?;
        }
        fs::write(folder.join(self.file), &self.text).with_context(cannot)
    }
}

/// A path for sentences.
fn shown(path: &Path) -> String {
    quote(&path.to_string_lossy())
}

fn open(games: &Games, (spec, setup): (String, Setup)) -> Result<Box<dyn Session>> {
    Ok(games.open(&spec, &setup)?)
}
