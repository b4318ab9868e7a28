//! `worker`, `cluster`, and the coordinator for `--cluster`: runs on many machines.

mod programs;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use ninefold_arena::{Executor, Job, Play, SetResult};
use ninefold_cluster::{
    Access, Attempt, BuildId, Cluster, ClusterError, ClusterSettings, Coordinator, Gossip,
    RunFacts, ShutdownRequest, Skills, Status, TaskCoordinator, TaskEnd, TaskNews, TaskSource, Try,
    TryTask, Worker, forget,
};
use ninefold_core::{StopFlag, quote};
use ninefold_session::{Arena, Games, Programs, rules_fingerprint};
use ninefold_solve::mnk::{KeptTree, LeafSolver, TreeNews};
use serde_json::json;

use super::parts::Watch;
use super::run_on::Identity;
use super::{print_json, progress};
use crate::args::cluster::{ClusterCommand, SafetyArgs, SpreadArgs, WorkerArgs};
use crate::interrupt::stop_flag;
use crate::{Answer, Console, saves};

/// The interval at which a worker checks for messages to print.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// A cluster that plays runs.
pub(super) struct Spread {
    cluster: Cluster,
    release: BuildId,
    terms: ClusterSettings,
    options: String,
    /// Programs that this worker has started.
    tried: Mutex<BTreeSet<String>>,
}

fn connect(address: &str, safety: &SafetyArgs) -> Result<Cluster, ClusterError> {
    let (creds, tls_ca) = (safety.creds.clone(), safety.tls_ca.clone());
    Cluster::connect(&Access { address: address.to_owned(), creds, tls_ca })
}

/// The build that others must match.
fn release(games: &Games) -> BuildId {
    BuildId::new(env!("CARGO_PKG_VERSION"), rules_fingerprint(games))
}

impl Spread {
    /// Connects to a cluster and checks that it can handle runs, before one is started.
    pub(super) fn connect(games: &Games, address: &str, args: &SpreadArgs) -> Result<Spread> {
        let cluster = connect(address, &args.safety)?;
        cluster.prepare(args.replicas)?;
        let terms = ClusterSettings { replicas: args.replicas, ..ClusterSettings::default() };
        let options = options(cluster.address(), args);
        let (release, tried) = (release(games), Mutex::default());
        Ok(Spread { cluster, release, terms, options, tried })
    }

    pub(super) fn coordinator(
        &self,
        identity: &Identity,
        arena: Arc<dyn Arena>,
        play: Play,
    ) -> Result<Box<dyn Executor>> {
        let facts = RunFacts::new(&identity.text, &identity.name, arena.spec());
        let verify = Arc::new(move |job: &Job, result: &SetResult| {
            arena.verify(job, result).map_err(|wrong| wrong.to_string())
        });
        let (cluster, release) = (self.cluster.clone(), self.release.clone());
        Ok(Box::new(Coordinator::new(cluster, facts, release, self.terms, play, verify)?))
    }

    /// Has the workers solve the leaves of a tree, until it is settled or stopped.
    pub(super) fn solve(
        &self,
        game: &str,
        tree: &mut KeptTree,
        watch: &mut Watch<'_>,
    ) -> Result<()> {
        let facts = RunFacts::new(&format!("solve {}", tree.run()), &format!("solve {game}"), game);
        let (cluster, stop) = (self.cluster.clone(), stop_flag());
        let mut coordinator = TaskCoordinator::new(cluster, facts, &self.release, self.terms)?;
        match coordinator.run(&mut Leaves { tree, watch, stop: stop.clone() }, &stop) {
            TaskEnd::Done | TaskEnd::Stopped => Ok(()),
            TaskEnd::Incomplete(why) => bail!("{why}"),
        }
    }

    /// Deletes a run that cannot be resumed from the server.
    pub(super) fn forget(&self, identity: &Identity) {
        // If the server is unavailable, the run expires there.
        let _ = forget(&self.cluster, &RunFacts::new(&identity.text, "", "").key);
    }

    pub(super) fn unread(&self) -> Vec<String> {
        self.cluster.notices().unread()
    }

    pub(super) fn strength(&self) -> String {
        match self.cluster.notices().workers() {
            1 => ", 1 worker".into(),
            workers => format!(", {workers} workers"),
        }
    }

    /// The options with which another command connects to the same cluster, without a password.
    pub(super) fn options(&self) -> &str {
        &self.options
    }
}

fn options(address: &str, args: &SpreadArgs) -> String {
    let mut options = format!(" --cluster {address}");
    let SafetyArgs { creds, tls_ca } = &args.safety;
    for (name, file) in [("creds", creds), ("tls-ca", tls_ca)] {
        if let Some(file) = file {
            options += &format!(" --{name} {}", saves::shell_word(file));
        }
    }
    if args.replicas > 1 {
        options += &format!(" --replicas {}", args.replicas);
    }
    options
}

/// The arenas of all games of jobs, opened once, and checked players.
struct Repertoire {
    games: Games,
    data: Option<PathBuf>,
    programs: Programs,
    arenas: Mutex<BTreeMap<String, Arc<dyn Arena>>>,
    checked: Mutex<BTreeSet<(String, String)>>,
}

impl Repertoire {
    fn play(&self, job: &Job, stop: &StopFlag) -> Attempt {
        match self.arena(job) {
            Err(why) => Attempt::Failed(why),
            Ok(arena) => arena.play(job, stop).map_or(Attempt::Halted, Attempt::Played),
        }
    }

    /// The arena of a game.
    fn arena_of(&self, game: &str) -> Result<Arc<dyn Arena>, String> {
        let known = lock(&self.arenas).get(game).cloned();
        if let Some(arena) = known {
            return Ok(arena);
        }
        let kind = self.games.kind(game).map_err(|problem| problem.to_string())?;
        let arena = kind.arena(self.data.clone(), self.programs);
        lock(&self.arenas).insert(game.to_owned(), arena.clone());
        Ok(arena)
    }

    /// The arena of a job, after checking its players.
    fn arena(&self, job: &Job) -> Result<Arc<dyn Arena>, String> {
        let arena = self.arena_of(&job.game)?;
        if job.players.len() != arena.seats() || job.entrants.len() != arena.seats() {
            return Err(format!("{} has {} seats", job.game, arena.seats()));
        }
        for player in &job.players {
            let key = (job.game.clone(), player.clone());
            if !lock(&self.checked).contains(&key) {
                arena.check(player).map_err(|problem| problem.to_string())?;
                lock(&self.checked).insert(key);
            }
        }
        Ok(arena)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|broken| broken.into_inner())
}

/// The leaves of a tree as tasks.
struct Leaves<'a, 'w> {
    tree: &'a mut KeptTree,
    watch: &'a mut Watch<'w>,
    stop: StopFlag,
}

/// The first word of a task for a leaf of an m,n,k-game.
const MNK: &str = "mnk ";

impl Leaves<'_, '_> {
    fn named((number, job): (u64, String)) -> (u64, String) {
        (number, format!("{MNK}{job}"))
    }
}

impl TaskSource for Leaves<'_, '_> {
    fn out(&mut self) -> Vec<(u64, String)> {
        self.tree.out().into_iter().map(Leaves::named).collect()
    }

    fn more(&mut self, most: usize) -> Result<Vec<(u64, String)>, String> {
        let jobs = self.tree.hand_out(most).map_err(|problem| problem.to_string())?;
        Ok(jobs.into_iter().map(Leaves::named).collect())
    }

    fn take(&mut self, number: u64, result: &str) -> Result<TaskNews, String> {
        match self.tree.take(number, result).map_err(|problem| problem.to_string())? {
            TreeNews::Kept | TreeNews::Old => Ok(TaskNews::Kept),
            TreeNews::Wrong => Ok(TaskNews::Wrong),
        }
    }

    fn is_done(&self) -> bool {
        self.tree.attacker_wins().is_some()
    }

    fn counts(&self) -> (u64, u64) {
        let (handed, out) = self.tree.jobs();
        (handed - out, handed)
    }

    fn tick(&mut self) {
        if (self.watch)(self.tree.nodes()) {
            self.stop.raise();
        }
    }

    fn hear(&mut self, text: &str) {
        if let Some(news) = text.strip_prefix(MNK) {
            self.tree.hear(news);
        }
    }

    fn news(&mut self) -> Option<String> {
        self.tree.news().map(|news| format!("{MNK}{news}"))
    }
}

/// A leaf solver that shares its results with other workers.
struct Talker(LeafSolver);

impl Gossip for Talker {
    fn news(&self) -> Option<String> {
        self.0.news().map(|news| format!("{MNK}{news}"))
    }

    fn hear(&self, text: &str) {
        if let Some(news) = text.strip_prefix(MNK) {
            self.0.hear(news);
        }
    }
}

/// Does tasks other than games: solves leaves of a tree, and tests programs for a run.
fn do_tasks(talker: Arc<Talker>, repertoire: Arc<Repertoire>) -> TryTask {
    Arc::new(move |task, stop| {
        if let Some(program) = task.strip_prefix(programs::TRY) {
            return repertoire.try_program(program);
        }
        let Some(job) = task.strip_prefix(MNK) else {
            return Attempt::Failed(format!("{} is no task of this version", quote(task)));
        };
        match talker.0.solve(job, stop) {
            Ok(found) => found.map_or(Attempt::Halted, Attempt::Played),
            Err(why) => Attempt::Failed(why),
        }
    })
}

/// Plays games of other machines' runs, and solves leaves of their trees, until stopped.
pub(super) fn worker(
    games: &Games,
    args: &WorkerArgs,
    data: Option<PathBuf>,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let cluster = connect(&args.cluster, &args.safety)?;
    let repertoire = Arc::new(Repertoire {
        games: games.clone(),
        data,
        programs: if args.allow_programs { Programs::Allowed } else { Programs::Refused },
        arenas: Mutex::default(),
        checked: Mutex::default(),
    });
    let player = Arc::clone(&repertoire);
    let play: Try = Arc::new(move |job, stop| player.play(job, stop));
    let leave = ShutdownRequest::default();
    let asked = leave.clone();
    // A second handler in one process is rejected; then the first one serves.
    let _ = ctrlc::set_handler(move || asked.ask());
    let threads = progress::threads(args.jobs);
    let notices = cluster.notices().clone();
    let address = cluster.address().to_owned();
    let release = release(games);
    let settings = ClusterSettings { programs: args.allow_programs, ..ClusterSettings::default() };
    let talker = Arc::new(Talker(LeafSolver::new(args.memory)));
    let task = do_tasks(Arc::clone(&talker), repertoire);
    let skills = Skills { play, task, gossip: Some(talker) };
    let worker = Worker::new(cluster, release, settings, threads, skills, leave);
    let start = Instant::now();
    let name = worker.name().to_owned();
    let inside = worker.clone();
    let thread = std::thread::spawn(move || inside.run());
    if !json {
        writeln!(console.err, "ninefold: {name} plays {threads} games at a time for {address}")?;
    }
    let mut drawn = Instant::now();
    loop {
        let ended = thread.is_finished();
        let unread = notices.unread();
        let rate = |games: u64| games as f64 / start.elapsed().as_secs_f64();
        if console.live && (ended || !unread.is_empty() || drawn.elapsed() > 10 * BETWEEN_LOOKS) {
            write!(console.err, "\r\x1b[K")?;
        }
        for sentence in unread {
            writeln!(console.err, "ninefold: {sentence}")?;
        }
        if ended {
            break;
        }
        if console.live && drawn.elapsed() > 10 * BETWEEN_LOOKS {
            drawn = Instant::now();
            let games = worker.tally().games;
            write!(console.err, "{games} games, {:.1} games/s ", rate(games))?;
            console.err.flush()?;
        }
        std::thread::sleep(BETWEEN_LOOKS);
    }
    let broken = |_| anyhow::anyhow!("the worker broke down");
    let tally = thread.join().map_err(broken)??;
    let seconds = start.elapsed().as_secs_f64();
    if json {
        let value = json!({ "worker": name, "chunks": tally.bundles, "games": tally.games, "seconds": seconds });
        print_json(console, &value)?;
    } else {
        let (games, sets) = (tally.games, tally.bundles);
        writeln!(console.out, "{games} games in {sets} sets, {seconds:.1} s")?;
    }
    Ok(Answer::Yes)
}

/// Shows the status of a cluster, or removes something from it.
pub(super) fn run(
    command: ClusterCommand,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    match command {
        ClusterCommand::Status(args) => {
            let status = Status::ask(&connect(&args.cluster, &args.safety)?)?;
            if json {
                print_json(console, &status)?
            } else {
                print(&status, console)?
            }
            Ok(Answer::Yes)
        }
        ClusterCommand::Forget { run, place } => {
            let forgotten = forget(&connect(&place.cluster, &place.safety)?, &run)?;
            if json {
                print_json(console, &json!({ "forgotten": forgotten }))?;
            } else if forgotten {
                writeln!(console.out, "run {run} is forgotten")?;
            } else {
                let run = quote(&run);
                writeln!(console.err, "ninefold: no run of the cluster has the key {run}")?;
            }
            Ok(if forgotten { Answer::Yes } else { Answer::No })
        }
    }
}

fn print(status: &Status, console: &mut Console<'_>) -> Result<()> {
    let Status { address, server, jobs, results, runs, workers } = status;
    writeln!(console.out, "{address}, nats-server {server}")?;
    writeln!(console.out, "{jobs} sets to play or being played, {results} results to collect")?;
    for run in runs {
        let entry = &run.entry;
        let state = match run.is_coordinated() {
            true => format!("coordinated by {}", entry.owner),
            false => format!("nobody coordinates it since {} s", run.silent_for()),
        };
        let (done, sets, stage) = (entry.done, entry.sets, entry.stage + 1);
        writeln!(console.out, "run {} ({}): {}", run.key, entry.build_id.version, entry.name)?;
        writeln!(console.out, "  stage {stage}, {done} of {sets} sets, {state}")?;
        if !entry.poisoned.is_empty() {
            let poisoned: Vec<String> = entry.poisoned.iter().map(u64::to_string).collect();
            writeln!(console.out, "  could not be played: set {}", poisoned.join(", "))?;
        }
    }
    for worker in workers {
        writeln!(
            console.out,
            "worker {} ({}): {} of {} threads busy, {} games so far",
            worker.name, worker.build_id.version, worker.playing, worker.threads, worker.games
        )?;
    }
    if workers.is_empty() {
        writeln!(console.out, "no workers")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_goes_on_with_all_that_the_cluster_needs() {
        let mut args = SpreadArgs { replicas: 1, ..SpreadArgs::default() };
        assert_eq!(options("nats://a:1,nats://b:2", &args), " --cluster nats://a:1,nats://b:2");
        args.replicas = 3;
        args.safety.creds = Some("my keys/o'hara.creds".into());
        args.safety.tls_ca = Some("/etc/ca.pem".into());
        let wanted = r" --cluster tls://a --creds 'my keys/o'\''hara.creds' --tls-ca /etc/ca.pem --replicas 3";
        assert_eq!(options("tls://a", &args), wanted);
    }
}
