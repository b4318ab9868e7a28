//! The laboratory: runs measurements on any number of threads and stores each as soon as it is
//! made.

use std::cell::{Cell, RefCell};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use ninefold_arena::{
    EntrantPlan, Evolution, EvolutionPlan, GameResult, Job, Plan, Schedule, SetResult, StageSource,
};
use ninefold_core::StopFlag;
use ninefold_session::{Arena, Games, Programs, Session, Setup, check_plan};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::notebook::Notebook;
use super::open;

/// Runs and stores measurements.
pub(super) struct Lab<'a> {
    pub(super) games: &'a Games,
    pub(super) quick: bool,
    /// A limit on the games per line.
    pub(super) most: Option<usize>,
    pub(super) threads: usize,
    pub(super) notebook: Notebook,
    /// The folder of finished tables.
    pub(super) data: PathBuf,
    pub(super) stop: StopFlag,
    pub(super) diary: Progress<'a>,
}

/// Reports the progress of a chapter.
pub(super) struct Progress<'a> {
    err: RefCell<&'a mut dyn Write>,
    /// Whether the output is a terminal, so that a line may be redrawn.
    live: bool,
    /// The CPU seconds of the chapter so far, including earlier runs.
    spent: Cell<f64>,
    /// The estimated CPU seconds of the chapter.
    expected: Cell<f64>,
}

/// The measurements, in order, with the CPU seconds of each.
pub(super) struct Measured<T> {
    pub(super) found: Vec<T>,
    pub(super) seconds: Vec<f64>,
}

/// The experiments were stopped.
#[derive(Debug)]
pub(super) struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "stopped")
    }
}

impl std::error::Error for Stopped {}

/// The CPU time of the calling thread.
#[cfg(unix)]
pub(super) fn cpu_time() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The time since the first call, on systems without CPU times of threads.
#[cfg(not(unix))]
pub(super) fn cpu_time() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

impl<'a> Progress<'a> {
    pub(super) fn new(err: &'a mut dyn Write, live: bool) -> Progress<'a> {
        Progress { err: RefCell::new(err), live, spent: Cell::new(0.0), expected: Cell::new(0.0) }
    }

    /// Begins a chapter with this estimate of CPU seconds.
    pub(super) fn begin(&self, title: &str, expected: f64) -> Result<()> {
        self.spent.set(0.0);
        self.expected.set(expected);
        writeln!(self.err.borrow_mut(), "{title}: about {expected:.0} s of CPU time in all")?;
        Ok(())
    }

    /// The CPU seconds of the chapter so far.
    pub(super) fn spent(&self) -> f64 {
        self.spent.get()
    }

    fn tell(&self, title: &str, done: usize, count: usize, extra: f64) -> Result<()> {
        let spent = self.spent.get() + extra;
        let line = format!(
            "  {title}: {done} of {count}; {spent:.0} of about {:.0} s",
            self.expected.get().max(spent)
        );
        let mut err = self.err.borrow_mut();
        match (self.live, done == count) {
            (true, true) => writeln!(err, "\r\x1b[K{line}")?,
            (true, false) => write!(err, "\r\x1b[K{line}")?,
            (false, _) => writeln!(err, "{line}")?,
        }
        err.flush()?;
        Ok(())
    }
}

impl Lab<'_> {
    /// The quick or the full number, depending on the run.
    pub(super) fn pick(&self, quick: usize, full: usize) -> usize {
        if self.quick { quick } else { full }
    }

    /// The number of games of a line.
    pub(super) fn games_of(&self, quick: usize, full: usize) -> usize {
        let games = self.pick(quick, full);
        self.most.map_or(games, |most| games.min(most))
    }

    pub(super) fn session(&self, game: &str) -> Result<Box<dyn Session>> {
        open(self.games, (game.to_owned(), Setup::default()))
    }

    fn arena(&self, game: &str) -> Result<Arc<dyn Arena>> {
        Ok(self.games.kind(game)?.arena(None, Programs::Refused))
    }

    /// Makes `count` measurements that depend only on `about` and their number, on several threads;
    /// those of earlier runs are not repeated. A measurement without an answer was stopped.
    pub(super) fn measure<T: Serialize + DeserializeOwned + Send>(
        &self,
        title: &str,
        about: Value,
        count: usize,
        threads: usize,
        one: &(dyn Fn(usize) -> Result<Option<T>> + Sync),
    ) -> Result<Measured<T>> {
        const SILENCE: Duration = Duration::from_secs(10);
        const GLANCE: Duration = Duration::from_millis(200);
        let mut page = self.notebook.page(&about)?;
        let missing: Vec<usize> = (0..count).filter(|at| !page.kept.contains_key(at)).collect();
        let spent = |page: &super::notebook::Page| -> f64 {
            page.kept.range(..count).map(|(_, (_, seconds))| seconds).sum()
        };
        let next = AtomicUsize::new(0);
        let enough = StopFlag::default();
        let (send, receive) = mpsc::channel();
        std::thread::scope(|scope| -> Result<()> {
            for _ in 0..threads.clamp(1, missing.len().max(1)) {
                let (send, next, missing, enough) = (send.clone(), &next, &missing, &enough);
                let stop = &self.stop;
                scope.spawn(move || {
                    while !stop.is_raised() && !enough.is_raised() {
                        let Some(&at) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else {
                            break;
                        };
                        let start = cpu_time();
                        let found = one(at);
                        if send.send((at, found, cpu_time() - start)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let pace = if self.diary.live { GLANCE } else { SILENCE };
            let mut told = Instant::now();
            while let Ok((at, found, seconds)) = receive.recv() {
                let kept = found.and_then(|found| match found {
                    Some(found) => page.keep(at, serde_json::to_value(found)?, seconds),
                    None => Ok(()),
                });
                if kept.is_err() {
                    enough.raise();
                    return kept;
                }
                if told.elapsed() > pace && page.kept.len() < count {
                    told = Instant::now();
                    self.diary.tell(title, page.kept.len(), count, spent(&page))?;
                }
            }
            Ok(())
        })?;
        if page.kept.range(..count).count() < count {
            return Err(Stopped.into());
        }
        let (mut found, mut seconds) = (Vec::new(), Vec::new());
        for (value, time) in page.kept.into_values().take(count) {
            found.push(serde_json::from_value(value)?);
            seconds.push(time);
        }
        self.diary.spent.set(self.diary.spent.get() + seconds.iter().sum::<f64>());
        self.diary.tell(title, count, count, 0.0)?;
        Ok(Measured { found, seconds })
    }

    /// Plays jobs, each of them a measurement.
    fn play(&self, title: &str, about: Value, jobs: &[Job]) -> Result<Measured<SetResult>> {
        let Some(first) = jobs.first() else {
            return Ok(Measured { found: Vec::new(), seconds: Vec::new() });
        };
        let arena = self.arena(&first.game)?;
        let stop = &self.stop;
        let one = |at: usize| Ok(arena.play(&jobs[at], stop));
        self.measure(title, about, jobs.len(), self.threads, &one)
    }

    /// A round robin, with every opening in every rotation of the seats.
    pub(super) fn round_robin(
        &self,
        title: &str,
        game: &str,
        players: &[(&str, String)],
        games: usize,
        opening: u32,
    ) -> Result<(Plan, Measured<SetResult>)> {
        let arena = self.arena(game)?;
        let entrant = |(name, player): &(&str, String)| EntrantPlan {
            name: (*name).into(),
            player: player.clone(),
        };
        let plan = Plan {
            game: arena.spec().to_owned(),
            seats: arena.seats(),
            entrants: players.iter().map(entrant).collect(),
            schedule: Schedule::RoundRobin,
            sets: games.div_ceil(arena.seats()),
            seed: 1,
            opening,
            plies: 400,
            anchor: players.len() - 1,
            adjudicate: false,
            times: false,
            clock: None,
            orders: false,
            book: Vec::new(),
            fixed_seats: false,
            sprt: None,
        };
        check_plan(&*arena, &plan)?;
        let seeds = arena.opening_seeds(plan.seed, plan.opening, plan.openings());
        let jobs = plan.jobs(0, 0, &[], &seeds);
        let about = json!({ "tournament": serde_json::to_value(&plan)? });
        let measured = self.play(title, about, &jobs)?;
        Ok((plan, measured))
    }

    /// The games of an evolution, stage by stage.
    pub(super) fn evolution(
        &self,
        title: &str,
        plan: &EvolutionPlan,
    ) -> Result<Measured<SetResult>> {
        let arena = self.arena(&plan.game)?;
        let seeds = arena.opening_seeds(plan.seed, plan.opening, plan.stages());
        let mut stages = Evolution::new(plan.clone(), 0, seeds);
        let mut all = Measured { found: Vec::new(), seconds: Vec::new() };
        for stage in 0.. {
            let Some(jobs) = stages.stage(stage, &all.found) else { break };
            let about = json!({ "evolution": serde_json::to_value(plan)?, "stage": stage });
            let played = self.play(&format!("{title}, tournament {}", stage + 1), about, &jobs)?;
            all.found.extend(played.found);
            all.seconds.extend(played.seconds);
        }
        Ok(all)
    }

    /// This many games of the first player against the second from the start of a game, each with
    /// another seed; the seats stay the same.
    pub(super) fn duels(
        &self,
        title: &str,
        game: &str,
        players: [&str; 2],
        count: usize,
    ) -> Result<Measured<GameResult>> {
        let arena = self.arena(game)?;
        for player in players {
            arena.check(player)?;
        }
        let job = |index: usize| Job {
            run: 0,
            set: index as u64,
            seed: index as u64,
            games: 1,
            game: game.to_owned(),
            opening: 0,
            plies: 2000,
            entrants: vec![0, 1],
            players: players.map(str::to_owned).to_vec(),
            line: None,
            adjudicate: false,
            times: false,
            clock: None,
        };
        let about = json!({ "game": game, "duel": players });
        let jobs: Vec<Job> = (0..count).map(job).collect();
        let Measured { found, seconds } = self.play(title, about, &jobs)?;
        let found: Vec<GameResult> =
            found.into_iter().filter_map(|mut result| result.games.pop()).collect();
        if found.len() != count {
            bail!("{count} games were expected, not {}", found.len());
        }
        Ok(Measured { found, seconds })
    }
}
