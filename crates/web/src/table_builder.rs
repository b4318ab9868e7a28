//! Tables are built in a separate process: a build takes gigabytes, and the page must survive
//! whatever happens to it.
//!
//! One set is built at a time. The process is `ninefold tables build … --child`: it reports
//! progress as lines of JSON, runs at low priority, and exits when its input ends, so that it never
//! outlives the server. Finished parts are saved and reused. A failed build is not retried
//! automatically: a note in the data folder records the reason until a user asks for it again.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;

use ninefold_core::Phrase;
use ninefold_solve::morris::{self, Kind, SetInfo, memory_needed};
use ninefold_solve::{Preparation, free_memory, solver};
use serde::{Deserialize, Serialize};

use crate::log::{LogLevel, log};
use crate::problem::Problem;
use crate::refusals::{LITTLE_MEMORY, NO_BUILDER, ONE_BUILD, TABLE_SIZES};
use crate::table_offers::{TableOffer, offers, threads};

/// Memory reserved for the server and everything else.
pub(crate) const SPARED: u64 = 256 << 20;
/// The note about a failed build.
const NOTE: &str = "tables/failed-build.json";

/// The state of a set of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TableState {
    /// It does not exist.
    None,
    /// It is being built.
    Building,
    /// The build was told to stop.
    Pausing,
    /// It is partly built, and no build is running.
    Paused,
    /// The build failed.
    Failed,
    /// It is complete.
    Done,
}

/// A set of tables, as shown on the page.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TableStatus {
    game: &'static str,
    /// The maximum number of men per side.
    men: u32,
    /// Whether they contain distances to a win, now or when finished.
    distances: bool,
    state: TableState,
    /// The finished fraction of the work, and the approximate remaining seconds.
    part: Option<f64>,
    seconds_left: Option<f64>,
    /// On disk.
    bytes: u64,
    /// During the build.
    memory_needed: u64,
    problem: Option<String>,
    /// The available builds for the whole game, with their cost: values first, then distances.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    offers: Vec<TableOffer>,
}

/// A line from the builder process.
#[derive(Deserialize)]
pub(crate) struct Told {
    share: f64,
    left: Option<f64>,
}

/// The note about a failed build.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Note {
    men: u32,
    problem: String,
}

/// The table builder.
pub(crate) struct TableBuilder {
    data: PathBuf,
    /// The size that is built automatically; 0 is none.
    usual: u32,
    /// The program that builds.
    program: Option<PathBuf>,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    /// Whether a page has needed the default tables before.
    was_needed: bool,
    job: Option<Job>,
    watcher: Option<JoinHandle<()>>,
}

/// The current build.
struct Job {
    men: u32,
    distances: bool,
    share: f64,
    left: Option<f64>,
    is_pausing: bool,
    /// Closing it ends the work.
    input: Option<ChildStdin>,
}

pub(crate) fn distances_are_whole(set: &SetInfo) -> bool {
    set.is_complete(Kind::Distances)
}

pub(crate) fn values_are_whole(set: &SetInfo) -> bool {
    set.is_complete(Kind::Values) && (set.men < 9 || set.is_complete(Kind::Placing))
}

impl TableBuilder {
    /// Builds with this program in a data folder, and builds a set of the default size when a page
    /// first needs it.
    pub(crate) fn new(data: PathBuf, usual: u32, program: Option<PathBuf>) -> TableBuilder {
        TableBuilder { data, usual, program, inside: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// The finished fraction of the work during a build.
    pub(crate) fn progress(&self) -> Option<f64> {
        self.lock().job.as_ref().map(|job| job.share)
    }

    /// Called when tables of this game are about to be used: builds the largest set up to the
    /// default one that memory allows, unless that was tried before. Returns at once.
    pub(crate) fn need(self: &Arc<TableBuilder>, game: &str) {
        if self.usual == 0 || !self.serves(game) {
            return;
        }
        if std::mem::replace(&mut self.lock().was_needed, true) {
            return;
        }
        let builder = Arc::clone(self);
        // Reading the disk may take a moment.
        let looking = std::thread::Builder::new().name("tables".to_owned());
        drop(looking.spawn(move || builder.build_usual()));
    }

    fn build_usual(self: &Arc<TableBuilder>) {
        let sets = morris::info(&self.data);
        if sets.iter().any(|set| set.men >= self.usual && distances_are_whole(set)) {
            return;
        }
        if let Some(note) = self.note() {
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("men", &note.men), ("problem", &note.problem)];
            return log(LogLevel::Info, "tables_failed_before", &values);
        }
        let fits =
            |men: &u32| free_memory().is_none_or(|free| memory_needed(*men, true) + SPARED <= free);
        let sizes = *Preparation::SIZES.start()..=self.usual;
        let Some(men) = sizes.rev().find(fits) else {
            return log(LogLevel::Info, "tables_need_memory", &[("men", &self.usual)]);
        };
        let whole = sets.iter().any(|set| set.men == men && distances_are_whole(set));
        if !whole && let Err(problem) = self.start(men, true) {
            log(LogLevel::Warn, "tables_not_begun", &[("problem", &problem.sentence())]);
        }
    }

    /// Whether tables can cover this game at all.
    pub(crate) fn serves(&self, game: &str) -> bool {
        solver(game).is_ok_and(|solver| solver.prepares(game))
    }

    /// Whether the whole game is solved here, including distances.
    pub(crate) fn has_everything(&self) -> bool {
        let whole =
            |set: &SetInfo| set.men == 9 && values_are_whole(set) && distances_are_whole(set);
        morris::info(&self.data).iter().any(whole)
    }

    /// Builds the missing part of a set, if there is enough memory and no other build is running.
    pub(crate) fn start(
        self: &Arc<TableBuilder>,
        men: u32,
        distances: bool,
    ) -> Result<(), Problem> {
        let sizes = Preparation::SIZES;
        if !sizes.contains(&men) {
            let (low, high) = (*sizes.start(), *sizes.end());
            return Err(Problem::bad(Phrase::of(TABLE_SIZES).with(low).with(high).with(men)));
        }
        let Some(program) = &self.program else { return Err(Problem::conflict(NO_BUILDER)) };
        let needed = memory_needed(men, distances) + SPARED;
        if let Some(free) = free_memory().filter(|&free| free < needed) {
            let phrase = Phrase::of(LITTLE_MEMORY).with(needed >> 20).with(free >> 20);
            return Err(Problem::conflict(phrase));
        }
        let mut inside = self.lock();
        match &inside.job {
            Some(job) if (job.men, job.distances, job.is_pausing) == (men, distances, false) => {
                return Ok(());
            }
            Some(job) => return Err(Problem::conflict(Phrase::of(ONE_BUILD).with(job.men))),
            None => {}
        }
        let _ = fs::remove_file(self.data.join(NOTE));
        let mut command = Command::new(program);
        command.args(["tables", "build", "morris", "--child", "--data"]).arg(&self.data);
        command.args(["--threads", &threads().to_string()]);
        if men == 9 {
            command.arg("--full");
        } else {
            command.args(["--men", &men.to_string()]);
        }
        if distances {
            command.arg("--distance");
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|problem| {
            let told = format!("the builder of tables cannot be started: {}", problem.kind());
            Problem::in_words(axum::http::StatusCode::SERVICE_UNAVAILABLE, told)
        })?;
        log(LogLevel::Info, "tables_begun", &[("men", &men), ("distances", &distances)]);
        let input = child.stdin.take();
        inside.job = Some(Job { men, distances, share: 0.0, left: None, is_pausing: false, input });
        let builder = Arc::clone(self);
        let watcher = std::thread::Builder::new().name("tables".to_owned());
        inside.watcher = watcher.spawn(move || builder.watch(child, men)).ok();
        Ok(())
    }

    /// Reads the builder's progress until it ends.
    fn watch(&self, mut child: Child, men: u32) {
        for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
            let told = line.ok().and_then(|line| serde_json::from_str::<Told>(&line).ok());
            if let (Some(told), Some(job)) = (told, &mut self.lock().job) {
                (job.share, job.left) = (told.share, told.left);
            }
        }
        let mut said = String::new();
        let _ = child.stderr.take().map(|err| err.take(4096).read_to_string(&mut said));
        let ended = child.wait();
        let code = ended.ok().and_then(|status| status.code());
        let job = self.lock().job.take();
        let was_stopped = code == Some(1) || job.is_some_and(|job| job.is_pausing);
        match code {
            Some(0) => log(LogLevel::Info, "tables_built", &[("men", &men)]),
            _ if was_stopped => log(LogLevel::Info, "tables_paused", &[("men", &men)]),
            _ => {
                let last = said.lines().rev().map(str::trim).find(|line| !line.is_empty());
                let problem = last.map_or(
                    "the builder was ended from outside, as a system does that runs out of memory",
                    |line| line.trim_start_matches("ninefold: "),
                );
                let note = Note { men, problem: problem.to_owned() };
                log(LogLevel::Warn, "tables_failed", &[("men", &men), ("problem", &note.problem)]);
                let _ =
                    serde_json::to_string(&note).map(|text| fs::write(self.data.join(NOTE), text));
            }
        }
    }

    fn note(&self) -> Option<Note> {
        serde_json::from_str(&fs::read_to_string(self.data.join(NOTE)).ok()?).ok()
    }

    /// Tells the build to stop; finished parts are saved. Returns at once.
    pub(crate) fn pause(&self) {
        if let Some(job) = &mut self.lock().job {
            job.is_pausing = true;
            job.input = None;
        }
    }

    /// Removes a set.
    pub(crate) fn delete(&self, men: u32) -> Result<(), Problem> {
        if let Some(job) = self.lock().job.as_ref().filter(|job| job.men == men) {
            return Err(Problem::conflict(Phrase::of(ONE_BUILD).with(job.men)));
        }
        if self.note().is_some_and(|note| note.men == men) {
            let _ = fs::remove_file(self.data.join(NOTE));
        }
        let failed = |problem: std::io::Error| {
            let told = format!("the tables cannot be removed: {}", problem.kind());
            Problem::in_words(axum::http::StatusCode::SERVICE_UNAVAILABLE, told)
        };
        for set in morris::info(&self.data).iter().filter(|set| set.men == men) {
            for file in set.files.iter().filter(|file| file.state.is_some()) {
                fs::remove_file(set.folder.join(&file.name)).map_err(failed)?;
            }
            // Other files in the folder are not ours.
            let _ = fs::remove_dir(&set.folder);
        }
        Ok(())
    }

    /// The state of every set that exists, that is built automatically, or that covers the whole
    /// game.
    pub(crate) fn status(&self) -> Vec<TableStatus> {
        let (sets, note) = (morris::info(&self.data), self.note());
        let inside = self.lock();
        let shown = |&men: &u32| {
            men == 9
                || men == self.usual
                || sets.iter().any(|set| set.men == men)
                || inside.job.as_ref().is_some_and(|job| job.men == men)
        };
        let status = |men: u32| {
            let set = sets.iter().find(|set| set.men == men);
            let job = inside.job.as_ref().filter(|job| job.men == men);
            let failed = note.as_ref().filter(|note| note.men == men);
            let distances =
                job.map_or_else(|| set.is_some_and(distances_are_whole), |job| job.distances);
            let state = match (job, set) {
                (Some(job), _) if job.is_pausing => TableState::Pausing,
                (Some(_), _) => TableState::Building,
                (None, Some(set)) if values_are_whole(set) && failed.is_none() => TableState::Done,
                (None, _) if failed.is_some() => TableState::Failed,
                (None, Some(_)) => TableState::Paused,
                (None, None) => TableState::None,
            };
            TableStatus {
                game: "morris",
                men,
                distances,
                state,
                part: job.map(|job| job.share),
                seconds_left: job.and_then(|job| job.left),
                bytes: set.map_or(0, SetInfo::bytes),
                memory_needed: memory_needed(men, true),
                problem: failed.map(|note| note.problem.clone()),
                offers: if men == 9 { offers(set) } else { Vec::new() },
            }
        };
        Preparation::SIZES.filter(shown).map(status).collect()
    }

    /// Waits until the build has ended.
    pub(crate) fn wait(&self) {
        let watcher = self.lock().watcher.take();
        drop(watcher.map(JoinHandle::join));
    }
}
