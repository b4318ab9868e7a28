//! Runs of the arena: their plans, and all games of every finished set.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ninefold_arena::{GameResult, ResultSink, RunPlan, RunPlanError, SetResult, SinkError};
use rusqlite::{OptionalExtension, Row, TransactionBehavior, params};

use crate::games::{readable, unreadable};
use crate::{Store, StoreError, now};

/// A stored run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptRun {
    /// Its number.
    pub id: u64,
    /// The kind of plan, such as `tournament`.
    pub kind: String,
    /// Its custom name, if any.
    pub name: Option<String>,
    /// Its plan, as originally written.
    pub plan: String,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// When something was last stored.
    pub updated: i64,
    /// The number of stored games.
    pub games: u64,
    /// Why it ended, if it has.
    pub end: Option<String>,
}

impl KeptRun {
    /// Its plan as data.
    pub fn planned(&self) -> Result<RunPlan, StoreError> {
        RunPlan::parse(&self.kind, &self.plan).map_err(|problem| match problem {
            RunPlanError::Text => StoreError::OtherVersion { id: self.id },
            RunPlanError::Kind => StoreError::Kind { id: self.id, kind: self.kind.clone() },
        })
    }

    /// Its display name: the custom name, or one derived from the plan.
    pub fn title(&self) -> String {
        let planned = || self.planned().map(|plan| plan.title()).ok();
        let title = self.name.clone().or_else(planned);
        title.unwrap_or_else(|| format!("{} {}", self.kind, self.id))
    }
}

/// A run without a custom name has an empty one in the file.
const COLUMNS: &str = "id, kind, name, plan, created, updated, reason,
    (SELECT count(*) FROM run_game WHERE run_game.run = run.id) AS games";

impl Store {
    /// The run of this plan: an existing one, or a new one, which may have a custom name.
    pub fn begin_run(
        &self,
        kind: &str,
        name: Option<&str>,
        plan: &str,
    ) -> Result<KeptRun, StoreError> {
        self.with(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let query = format!("SELECT {COLUMNS} FROM run WHERE kind = ?1 AND plan = ?2");
            let look = || transaction.query_row(&query, params![kind, plan], read);
            // A rejected insertion would use up a number.
            if let Some(run) = look().optional()? {
                return Ok(run);
            }
            transaction.execute(
                "INSERT INTO run (kind, name, plan, created, updated) VALUES (?1, ?2, ?3, ?4, ?4)",
                params![kind, name.unwrap_or_default(), plan, now()],
            )?;
            let run = look()?;
            transaction.commit()?;
            Ok(run)
        })
    }

    /// The run of this number.
    pub fn run(&self, id: u64) -> Result<KeptRun, StoreError> {
        let query = format!("SELECT {COLUMNS} FROM run WHERE id = ?1");
        let found =
            self.with(|connection| connection.query_row(&query, [id as i64], read).optional())?;
        found.ok_or(StoreError::NoRun { id })
    }

    /// All runs, latest first.
    pub fn runs(&self) -> Result<Vec<KeptRun>, StoreError> {
        self.with(|connection| {
            let query = format!("SELECT {COLUMNS} FROM run ORDER BY id DESC");
            readable(connection.prepare(&query)?.query_map([], read)?)
        })
    }

    /// Deletes a run and its games.
    pub fn delete_run(&self, id: u64) -> Result<(), StoreError> {
        let deleted = self.make_room(|connection| {
            connection.execute("DELETE FROM run WHERE id = ?1", [id as i64])
        })?;
        if deleted == 0 { Err(StoreError::NoRun { id }) } else { Ok(()) }
    }

    /// The finished sets of a run in the order of their numbers.
    pub fn run_results(&self, id: u64) -> Result<Vec<SetResult>, StoreError> {
        self.with(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT set_number, body FROM run_game WHERE run = ?1 ORDER BY set_number, rotation",
            )?;
            let mut rows = query.query([id as i64])?;
            let mut results: Vec<SetResult> = Vec::new();
            while let Some(row) = rows.next()? {
                let set = row.get::<_, i64>(0)? as u64;
                let body: String = row.get(1)?;
                let game: GameResult = serde_json::from_str(&body)
                    .map_err(|problem| unreadable(row, "body", problem))?;
                match results.last_mut().filter(|last| last.set == set) {
                    Some(last) => last.games.push(game),
                    None => results.push(SetResult { run: id, set, games: vec![game] }),
                }
            }
            Ok(results)
        })
    }

    /// Stores finished sets, all or none. Stored sets stay unchanged; a finished or deleted run
    /// accepts none.
    pub fn keep_results(&self, id: u64, results: &[SetResult]) -> Result<(), StoreError> {
        let is_open = self.with(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let open = transaction.execute(
                "UPDATE run SET updated = ?1 WHERE id = ?2 AND reason IS NULL",
                params![now(), id as i64],
            )?;
            if open == 0 {
                return Ok(false);
            }
            {
                let mut insert = transaction.prepare_cached(
                    "INSERT INTO run_game (run, set_number, rotation, body) VALUES (?1, ?2, ?3, ?4)
                     ON CONFLICT DO NOTHING",
                )?;
                for result in results {
                    for (rotation, game) in result.games.iter().enumerate() {
                        let body = serde_json::to_string(game).map_err(|problem| {
                            rusqlite::Error::ToSqlConversionFailure(problem.into())
                        })?;
                        let set = result.set as i64;
                        insert.execute(params![id as i64, set, rotation as i64, body])?;
                    }
                }
            }
            transaction.commit()?;
            Ok(true)
        })?;
        if is_open { Ok(()) } else { Err(StoreError::RunOver { id }) }
    }

    /// Marks a run as finished with this many sets, and deletes any beyond. A finished run stays
    /// unchanged.
    pub fn close_run(&self, id: u64, sets: u64, reason: &str) -> Result<(), StoreError> {
        self.with(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let closed = transaction.execute(
                "UPDATE run SET sets = ?2, reason = ?3 WHERE id = ?1 AND reason IS NULL",
                params![id as i64, sets as i64, reason],
            )?;
            if closed > 0 {
                let beyond = params![id as i64, sets as i64];
                transaction
                    .execute("DELETE FROM run_game WHERE run = ?1 AND set_number >= ?2", beyond)?;
            }
            transaction.commit()
        })
    }
}

/// Checks that the columns of a run are valid.
pub(crate) fn is_whole(row: &Row<'_>) -> rusqlite::Result<()> {
    row.get::<_, String>("plan")?;
    row.get::<_, String>("kind")?;
    row.get::<_, Option<String>>("reason").map(drop)
}

fn read(row: &Row<'_>) -> rusqlite::Result<KeptRun> {
    Ok(KeptRun {
        id: row.get::<_, i64>("id")? as u64,
        kind: row.get("kind")?,
        name: row.get::<_, Option<String>>("name")?.filter(|name| !name.is_empty()),
        plan: row.get("plan")?,
        created: row.get("created")?,
        updated: row.get("updated")?,
        games: row.get::<_, i64>("games")? as u64,
        end: row.get("reason")?,
    })
}

/// How often and how long to wait for a process that merely checks who plays a run.
const LOOKS: u32 = 5;
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Stores the results of one run. A run has one such writer at a time, across all processes that
/// use the store.
#[derive(Debug)]
pub struct RunSink {
    store: Arc<Store>,
    run: u64,
    lock: PathBuf,
    /// The lock lasts while the file is open, so it ends with the process, however that ends.
    held: File,
}

impl RunSink {
    /// The writer of the run with this number, unless there is one.
    pub fn open(store: Arc<Store>, run: u64) -> Result<RunSink, StoreError> {
        let lock = store.run_lock(run);
        let failed = |problem| StoreError::Lock { file: lock.clone(), problem };
        let mut looks = 0;
        loop {
            let held = File::create(&lock).map_err(failed)?;
            match held.try_lock() {
                // The previous writer may have removed the file in the meantime.
                Ok(()) if !is_same(&held, &lock) => {}
                Ok(()) => return Ok(RunSink { store, run, lock, held }),
                // Another process may merely be checking who plays the run.
                Err(TryLockError::WouldBlock) if looks < LOOKS => {
                    looks += 1;
                    std::thread::sleep(BETWEEN_LOOKS);
                }
                Err(TryLockError::WouldBlock) => return Err(StoreError::Playing { id: run }),
                Err(TryLockError::Error(problem)) => return Err(failed(problem)),
            }
        }
    }
}

/// Whether an open file is the one of this name.
fn is_same(open: &File, name: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let number = |data: fs::Metadata| (data.dev(), data.ino());
        open.metadata().map(number).ok() == fs::metadata(name).map(number).ok()
    }
    #[cfg(not(unix))]
    {
        let _ = open;
        name.exists()
    }
}

impl Drop for RunSink {
    /// A process that stops normally removes the file; a killed one leaves it, which shows that the
    /// run can be resumed.
    fn drop(&mut self) {
        if is_same(&self.held, &self.lock) {
            let _ = fs::remove_file(&self.lock);
        }
    }
}

/// The state of a run's writer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeper {
    /// No process plays the run.
    Nobody,
    /// A process plays it, perhaps this one.
    Somebody,
    /// No process plays it, and the last one was killed, or left it to be resumed.
    Gone,
}

impl Store {
    fn run_lock(&self, id: u64) -> PathBuf {
        self.file().with_file_name(format!("run-{id}.lock"))
    }

    /// Whether a process plays the run with this number.
    pub fn keeper_of_run(&self, id: u64) -> Keeper {
        let Ok(file) = File::open(self.run_lock(id)) else { return Keeper::Nobody };
        match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => Keeper::Somebody,
            _ => Keeper::Gone,
        }
    }

    /// Marks a run that no process plays as resumable.
    pub fn leave_run(&self, id: u64) {
        drop(File::options().create(true).append(true).open(self.run_lock(id)));
    }
}

fn sentence(error: StoreError) -> SinkError {
    SinkError(error.to_string())
}

impl ResultSink for RunSink {
    fn kept(&mut self) -> Result<Vec<SetResult>, SinkError> {
        self.store.run_results(self.run).map_err(sentence)
    }

    fn keep(&mut self, results: &[SetResult]) -> Result<(), SinkError> {
        self.store.keep_results(self.run, results).map_err(sentence)
    }

    fn close(&mut self, sets: u64, reason: &str) -> Result<(), SinkError> {
        self.store.close_run(self.run, sets, reason).map_err(sentence)?;
        // A finished run is never played again, so the file is not needed.
        let _ = fs::remove_file(&self.lock);
        Ok(())
    }
}
