//! Makes further puzzles in a separate process, at low priority, and stores them in the data
//! folder.
//!
//! The process is `ninefold puzzle GAME --count N --child`: it prints one puzzle per line, runs at
//! low priority, and exits when its input ends. Each line is stored on arrival, in
//! `puzzles/FAMILY.txt`, after the existing ones, so that names stay.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use ninefold_core::Phrase;
use ninefold_puzzles::{Numbered, Puzzle};
use ninefold_session::{Games, Origin, Setup};
use serde::Serialize;

use crate::log::{LogLevel, log};
use crate::problem::Problem;
use crate::refusals::{NO_PUZZLE_MAKER, PUZZLES_BEING_MADE};

/// The first number for puzzles made locally, above all that come with the program.
pub(crate) const FIRST: usize = 1001;
/// The number of puzzles to make at a time, and the maximum stored per family.
const AT_A_TIME: usize = 20;
const MOST: usize = 5000;

/// The puzzles being made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Making {
    /// The game.
    game: String,
    /// The number found so far.
    found: usize,
}

/// The puzzle maker and its results.
pub(crate) struct PuzzleMaker {
    folder: PathBuf,
    data: PathBuf,
    /// The program that makes them.
    program: Option<PathBuf>,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    made: Vec<Arc<Numbered>>,
    job: Option<Job>,
    watcher: Option<JoinHandle<()>>,
}

struct Job {
    making: Making,
    /// Closing it ends the work.
    input: Option<ChildStdin>,
}

/// The family of a game's specification.
fn family(game: &str) -> &str {
    game.split(':').next().unwrap_or(game)
}

impl PuzzleMaker {
    /// A maker with this program that knows the stored puzzles.
    pub(crate) fn new(games: &Games, data: PathBuf, program: Option<PathBuf>) -> PuzzleMaker {
        let folder = data.join("puzzles");
        let files = fs::read_dir(&folder).into_iter().flatten().flatten().map(|file| file.path());
        let mut files: Vec<PathBuf> =
            files.filter(|file| file.extension().is_some_and(|end| end == "txt")).collect();
        files.sort();
        let made = files.iter().flat_map(|file| kept(games, file)).collect();
        let inside = Mutex::new(Inside { made, ..Inside::default() });
        PuzzleMaker { folder, data, program, inside }
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// All puzzles made locally.
    pub(crate) fn made(&self) -> Vec<Arc<Numbered>> {
        self.lock().made.clone()
    }

    /// The one with this name.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<Numbered>> {
        self.lock().made.iter().find(|puzzle| puzzle.id == id).cloned()
    }

    /// The puzzles being made, if any.
    pub(crate) fn making(&self) -> Option<Making> {
        self.lock().job.as_ref().map(|job| job.making.clone())
    }

    /// Starts making puzzles of a game, one game at a time. Returns at once.
    pub(crate) fn make(self: &Arc<PuzzleMaker>, game: &str) -> Result<(), Problem> {
        let Some(program) = &self.program else { return Err(Problem::conflict(NO_PUZZLE_MAKER)) };
        let mut inside = self.lock();
        match &inside.job {
            Some(job) if job.making.game == game => return Ok(()),
            Some(job) => {
                let phrase = Phrase::of(PUZZLES_BEING_MADE).with(job.making.game.clone());
                return Err(Problem::conflict(phrase));
            }
            None => {}
        }
        let of_family = |puzzle: &&Arc<Numbered>| family(&puzzle.game) == family(game);
        let left = MOST.saturating_sub(inside.made.iter().filter(of_family).count());
        // A seed that was not used before.
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let failed = |problem: std::io::Error| {
            let told = format!("puzzles cannot be made: {}", problem.kind());
            Problem::in_words(axum::http::StatusCode::SERVICE_UNAVAILABLE, told)
        };
        fs::create_dir_all(&self.folder).map_err(failed)?;
        let file = self.folder.join(format!("{}.txt", family(game)));
        let kept = File::options().create(true).append(true).open(&file).map_err(failed)?;
        let next = FIRST + fs::read_to_string(&file).map_err(failed)?.lines().count();
        let mut command = Command::new(program);
        command.args(["puzzle", game, "--child", "--count", &AT_A_TIME.min(left).to_string()]);
        command.args(["--seed", &since.as_secs().to_string(), "--data"]).arg(&self.data);
        command.arg("--without").arg(&file);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(failed)?;
        log(LogLevel::Info, "puzzles_begun", &[("game", &game)]);
        let making = Making { game: game.to_owned(), found: 0 };
        inside.job = Some(Job { making, input: child.stdin.take() });
        let maker = Arc::clone(self);
        let watcher = std::thread::Builder::new().name("puzzles".to_owned());
        inside.watcher = watcher.spawn(move || maker.watch(child, kept, next)).ok();
        Ok(())
    }

    /// Stores the puzzles found until the end, with numbers from `next` on.
    fn watch(&self, mut child: Child, mut file: File, mut next: usize) {
        for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
            let puzzle = line.ok().and_then(|line| line.parse::<Puzzle>().ok());
            let Some(puzzle) = puzzle else { continue };
            // A puzzle that is not on disk would have another name after the next start.
            if writeln!(file, "{puzzle}").and_then(|()| file.sync_data()).is_err() {
                break;
            }
            let id = format!("{}-{next}", family(&puzzle.game));
            next += 1;
            let mut inside = self.lock();
            inside.made.push(Arc::new(Numbered { id, puzzle }));
            if let Some(job) = &mut inside.job {
                job.making.found += 1;
            }
        }
        let _ = child.kill();
        let _ = child.wait();
        if let Some(job) = self.lock().job.take() {
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("game", &job.making.game), ("found", &job.making.found)];
            log(LogLevel::Info, "puzzles_ended", &values);
        }
    }

    /// Tells the process to end. Returns at once.
    pub(crate) fn stop(&self) {
        if let Some(job) = &mut self.lock().job {
            job.input = None;
        }
    }

    /// Waits until it has ended.
    pub(crate) fn wait(&self) {
        let watcher = self.lock().watcher.take();
        drop(watcher.map(JoinHandle::join));
    }
}

/// The puzzles of a file, by line; an unreadable line keeps its number and is left out.
fn kept(games: &Games, file: &Path) -> Vec<Arc<Numbered>> {
    let (Ok(text), Some(name)) = (fs::read_to_string(file), file.file_stem()) else {
        return Vec::new();
    };
    let name = name.to_string_lossy();
    let numbered = text.lines().enumerate().filter_map(|(index, line)| {
        let id = format!("{name}-{}", FIRST + index);
        let puzzle = line.parse().ok().filter(|puzzle| is_whole(games, puzzle))?;
        Some(Arc::new(Numbered { id, puzzle }))
    });
    numbered.collect()
}

/// Whether a puzzle has a value for exactly the legal moves of its position.
fn is_whole(games: &Games, puzzle: &Puzzle) -> bool {
    let origin = Origin::Position(puzzle.position.clone());
    let session = games.open(&puzzle.game, &Setup { origin, ..Setup::default() });
    session.is_ok_and(|session| session.moves().len() == puzzle.choices.len())
}
