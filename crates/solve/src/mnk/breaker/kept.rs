//! A tree of jobs that survives the process: a file to which every event is appended.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ninefold_core::{StopFlag, Stopwatch, mix, quote};
use thiserror::Error;

use super::BreakerCuts;
use super::grid::Grid;
use super::jobs::{JobResult, JobTree, Reply, Taken};
use super::news::{self, News};
use super::search::Search;
use super::strategy::{self, Unwritten};
use super::table::Numbers;
use super::threads::{do_job, drive};
use super::words;
use crate::Budget;
use crate::mnk::parts::Held;

/// The first line of a file.
const HEADER: &str = "ninefold mnk tree 1";

/// The upper part of the search for holding a player, stored in a file.
///
/// Everything that happens to the tree, a job handed out or a result received, is one line with a checksum, written
/// to disk before it takes effect elsewhere. Opening the file replays all of it without searching, so only the jobs
/// in progress are lost when the process or the machine stops. A line that was not completely written is ignored.
/// Only one process at a time can open the file.
///
/// ```text
/// ninefold mnk tree 1
/// board 8,8,5 0 0 maker            rows, columns, K; the stones of Maker and Breaker; who is to move
/// run 5c1e09d2ab34f871
/// grow 0 0 open …                  see the texts of jobs; each line ends with its check sum
/// hand 0 11 16777215 23 20000
/// took 0 20013 left 14 9
/// ```
pub struct KeptTree {
    tree: JobTree,
    file: File,
    path: PathBuf,
    asked: Held,
    run: String,
    /// A write error that has not been reported yet.
    failed: Option<io::Error>,
}

/// Why a tree cannot be stored.
#[derive(Debug, Error)]
pub enum TreeError {
    /// Another process has it open.
    #[error("{} is in use: another process works on this board", quote(&.0.to_string_lossy()))]
    InUse(PathBuf),
    /// It is another file.
    #[error(
        "{} cannot be gone on with: {why}; move it away to begin anew", quote(&.file.to_string_lossy())
    )]
    Foreign {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// It cannot be read or written.
    #[error("{} cannot be kept: {why}", quote(&.file.to_string_lossy()))]
    File {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        why: io::Error,
    },
}

/// How a result was handled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeNews {
    /// It was stored.
    Kept,
    /// It was received before, or is not needed.
    Old,
    /// It cannot belong to its job.
    Wrong,
}

impl KeptTree {
    /// Opens the tree of a question, or starts it. `memory` is the size of the table for searches in this process.
    pub fn open(path: &Path, asked: &Held, memory: usize) -> Result<KeptTree, TreeError> {
        let problem = |why| TreeError::File { file: path.to_owned(), why };
        let foreign = |why: String| TreeError::Foreign { file: path.to_owned(), why };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(problem)?;
        }
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(problem)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(TreeError::InUse(path.to_owned())),
            Err(TryLockError::Error(why)) => return Err(problem(why)),
            Ok(()) => {}
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(problem)?;
        let text = String::from_utf8_lossy(&text);
        let [rows, columns, k] = asked.size;
        let grid = Grid::new(rows, columns, k).ok_or_else(|| foreign("no such board".into()))?;
        let mut search = Search::new(grid, BreakerCuts::ALL, memory);
        search.news = Some(News::default());
        let mut tree = JobTree::new(search, asked.stones, asked.attacks);
        let ([makers, breakers], side) = (asked.stones, words::side(asked.attacks));
        let board = format!("board {rows},{columns},{k} {makers:x} {breakers:x} {side}");
        let (mut good, mut run) = (0, None);
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let Some(said) = checked(line) else { break };
            let fits = match number {
                0 => said == HEADER,
                1 => said == board,
                2 => {
                    run = said.strip_prefix("run ").map(str::to_owned);
                    run.is_some()
                }
                _ => tree.redo(said),
            };
            if !fits {
                let line = number + 1;
                return Err(foreign(format!("line {line} is of another board or version")));
            }
            good += line.len() as u64;
        }
        let ours = HEADER.len().min(text.len());
        if run.is_none() && !text.as_bytes().starts_with(&HEADER.as_bytes()[..ours]) {
            return Err(foreign("it is no tree of jobs".into()));
        }
        tree.journal = Some(Vec::new());
        file.set_len(if run.is_some() { good } else { 0 }).map_err(problem)?;
        file.seek(SeekFrom::End(0)).map_err(problem)?;
        let known = run.is_some();
        let (run, asked) = (run.unwrap_or_else(fresh_name), *asked);
        let mut kept = KeptTree { tree, file, path: path.to_owned(), asked, run, failed: None };
        if !known {
            let run = format!("run {}", kept.run);
            kept.write(&[HEADER.to_owned(), board, run]).map_err(problem)?;
        }
        Ok(kept)
    }

    /// A word that identifies this search.
    pub fn run(&self) -> &str {
        &self.run
    }

    /// Whether the attacker completes a line, once that is known.
    pub fn attacker_wins(&self) -> Option<bool> {
        self.tree.won().map(|(maker, _)| maker)
    }

    /// The first stone of a defender who is to move and holds. If the tree knows only that the defender holds, for
    /// example because another solver settled the whole question, this searches for the stone until the budget
    /// ends.
    pub fn reply(&mut self, budget: &Budget) -> Reply {
        let known = self.tree.reply();
        if known != Reply::Unknown || self.asked.attacks || self.attacker_wins() != Some(false) {
            return known;
        }
        let started = Stopwatch::start(&budget.stop);
        let stop = &mut |_: u64, _: Numbers| budget.is_over_after(started.elapsed());
        let stone = strategy::first_stone(&mut self.tree.search, self.asked.stones, stop);
        stone.map_or(Reply::Unknown, |cell| Reply::Stone(cell as usize))
    }

    /// The number of positions of all results so far.
    pub fn nodes(&self) -> u64 {
        self.tree.looks()
    }

    /// The number of jobs handed out, and the number of those without a result.
    pub fn jobs(&self) -> (u64, u64) {
        (self.tree.handed(), self.tree.out().count() as u64)
    }

    /// The jobs handed out that have no result, with their numbers.
    pub fn out(&self) -> Vec<(u64, String)> {
        self.tree.out().map(|job| (job.number, words::job(self.asked.size, job))).collect()
    }

    /// Hands out at most `most` jobs; fewer if nothing else is worth searching.
    ///
    /// A [`LeafSolver`] on any machine converts a job's text to a result.
    pub fn hand_out(&mut self, most: usize) -> Result<Vec<(u64, String)>, TreeError> {
        let mut jobs = Vec::new();
        while jobs.len() < most
            && let Some(job) = self.tree.next_job()
        {
            jobs.push((job.number, words::job(self.asked.size, &job)));
        }
        self.keep()?;
        Ok(jobs)
    }

    /// Accepts the result of a job; it is on disk when this returns.
    pub fn take(&mut self, number: u64, result: &str) -> Result<TreeNews, TreeError> {
        let Some((looks, outcome)) = words::read_result(result) else {
            return Ok(TreeNews::Wrong);
        };
        let news = match self.tree.take(JobResult { number, looks, outcome }) {
            Taken::New => TreeNews::Kept,
            Taken::Old => TreeNews::Old,
            Taken::Wrong => TreeNews::Wrong,
        };
        self.keep()?;
        Ok(news)
    }

    /// What the results have settled in the tree since the last call, for every [`LeafSolver`].
    pub fn news(&mut self) -> Option<String> {
        self.tree.search.news.as_mut()?.tell(self.asked.size)
    }

    /// Adds what another solver has settled; no more jobs are handed out for it. Invalid text is ignored.
    pub fn hear(&mut self, text: &str) {
        if let Some((size, settled)) = news::read(text)
            && size == self.asked.size
        {
            news::remember(&self.tree.search.table, size[0] * size[1], &settled);
        }
    }

    /// Searches on threads of this machine until the question is settled, the time is up or the search is stopped.
    /// `watch` is called with the total number of positions searched.
    pub fn search(&mut self, budget: &Budget, watch: &mut dyn FnMut(u64)) -> Result<(), TreeError> {
        let (started, before) = (Stopwatch::start(&budget.stop), self.tree.looks());
        let KeptTree { tree, file, failed, .. } = self;
        drive(tree, budget.threads.max(1), &mut |tree, looks| {
            watch(before + looks);
            let lines = tree.journal.as_mut().map(std::mem::take).unwrap_or_default();
            if !lines.is_empty() {
                *failed = write(file, &lines).err();
            }
            failed.is_some() || budget.is_over_after(started.elapsed())
        });
        match self.failed.take() {
            Some(why) => Err(TreeError::File { file: self.path.clone(), why }),
            None => self.keep(),
        }
    }

    /// Writes the defender's strategy for a question settled in the defender's favour, and returns the number of
    /// nodes. Positions that the table has lost, or that were found elsewhere, are searched again.
    pub(in crate::mnk) fn write_strategy(
        &mut self,
        budget: &Budget,
        out: &mut dyn Write,
    ) -> Result<u64, Unwritten> {
        let stop = &mut |_: u64, _: Numbers| budget.is_stopped();
        strategy::write(&mut self.tree.search, self.asked.stones, self.asked.attacks, out, stop)
    }

    fn keep(&mut self) -> Result<(), TreeError> {
        let lines = self.tree.journal.as_mut().map(std::mem::take).unwrap_or_default();
        if lines.is_empty() {
            return Ok(());
        }
        self.write(&lines).map_err(|why| TreeError::File { file: self.path.clone(), why })
    }

    fn write(&mut self, lines: &[String]) -> io::Result<()> {
        write(&mut self.file, lines)
    }
}

/// Appends lines with their checksums and waits until they are on disk.
fn write(file: &mut File, lines: &[String]) -> io::Result<()> {
    let mut text = String::new();
    for line in lines {
        text += &format!("{line} {:08x}\n", crc32fast::hash(line.as_bytes()));
    }
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

/// The contents of a line, if it was completely written.
fn checked(line: &str) -> Option<&str> {
    let (said, sum) = line.strip_suffix('\n')?.rsplit_once(' ')?;
    let wanted = u32::from_str_radix(sum, 16).ok()?;
    (crc32fast::hash(said.as_bytes()) == wanted).then_some(said)
}

/// A new unique word.
fn fresh_name() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let nanos = now.map_or(0, |now| now.as_nanos() as u64);
    format!("{:016x}", mix(nanos ^ u64::from(std::process::id()) << 32))
}

/// Solves jobs of trees, on any machine and any number of threads.
///
/// Threads share one table, that of the most recent board.
///
/// ```
/// use ninefold_core::StopFlag;
/// use ninefold_solve::mnk::LeafSolver;
///
/// let solver = LeafSolver::new(1 << 20);
/// // A row of six cells, five to win: Breaker's stone on the third is in every line.
/// let found = solver.solve("1,6,5 0 4 maker 99 99 1000", &StopFlag::default()).unwrap();
/// assert!(found.unwrap().contains(" won breaker "));
/// ```
pub struct LeafSolver {
    memory: usize,
    board: Mutex<Option<Desk>>,
}

/// The current board: a search to clone others from, idle searches, and what they have settled.
struct Desk {
    size: [usize; 3],
    first: Search,
    resting: Vec<Search>,
    news: News,
}

impl LeafSolver {
    /// Creates a solver with a table of `memory` bytes.
    pub fn new(memory: usize) -> LeafSolver {
        LeafSolver { memory, board: Mutex::default() }
    }

    /// Returns the result of a job, `None` if it was stopped, or an error message if the text is not a job.
    pub fn solve(&self, job: &str, stop: &StopFlag) -> Result<Option<String>, String> {
        let no_job = || format!("{} is no job", quote(job));
        let (size, job) = words::read_job(job).ok_or_else(no_job)?;
        let [rows, columns, k] = size;
        let grid = Grid::new(rows, columns, k).ok_or_else(no_job)?;
        let fits = (job.stones[0] | job.stones[1]).checked_shr(grid.cells() as u32).unwrap_or(0)
            == 0
            && job.stones[0] & job.stones[1] == 0
            && !grid.has_line(job.stones[0]);
        if !fits {
            return Err(no_job());
        }
        let mut search = self.sit_down(size, grid);
        let found = do_job(&mut search, &job, &mut || stop.is_raised());
        let mut board = self.board();
        if let Some(desk) = board.as_mut().filter(|desk| desk.size == size) {
            if let Some(settled) = &mut search.news {
                desk.news.append(settled);
            }
            desk.resting.push(search);
        }
        Ok(found.map(|found| words::result(found.looks, &found.outcome)))
    }

    /// What was settled here since the last call, for [`hear`](LeafSolver::hear) on every other solver of the same
    /// board: at most 32 KB.
    ///
    /// Solvers that exchange news duplicate little work, although each has its own table.
    pub fn news(&self) -> Option<String> {
        let mut board = self.board();
        let desk = board.as_mut()?;
        desk.news.tell(desk.size)
    }

    /// Adds what another solver has settled, without checking it. News about another board and invalid text are
    /// ignored; searches in progress use the news too.
    pub fn hear(&self, text: &str) {
        let Some((size, settled)) = news::read(text) else { return };
        if let Some(desk) = self.board().as_ref().filter(|desk| desk.size == size) {
            news::remember(&desk.first.table, size[0] * size[1], &settled);
        }
    }

    fn board(&self) -> MutexGuard<'_, Option<Desk>> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An idle search of this board for the caller.
    fn sit_down(&self, size: [usize; 3], grid: Grid) -> Search {
        let mut board = self.board();
        if board.as_ref().is_some_and(|desk| desk.size != size) {
            *board = None; // free the old table before allocating the new one
        }
        let desk = board.get_or_insert_with(|| {
            let first = Search::new(grid, BreakerCuts::ALL, self.memory);
            Desk { size, first, resting: Vec::new(), news: News::default() }
        });
        desk.resting.pop().unwrap_or_else(|| {
            let mut search = desk.first.beside();
            search.news = Some(News::default());
            search
        })
    }
}
