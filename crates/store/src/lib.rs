//! Games and runs on disk.
//!
//! Everything lies in one SQLite file of the data folder. A change is committed before anybody hears
//! of it: the file is written ahead to a log that is forced to disk, so a kill at any moment, even
//! of the machine, loses at most what nobody was told yet. Several processes may use the file at
//! the same time.
//!
//! ```
//! use ninefold_core::Record;
//! use ninefold_store::{KeptGame, Store};
//!
//! let folder = tempfile::tempdir()?;
//! let store = Store::open(folder.path())?;
//! let record: Record = "[Game \"mnk:3,3,3\"]\n\n1. 2,2\n".parse()?;
//! let mut game = KeptGame {
//!     id: "first".into(),
//!     version: 0,
//!     created: 0,
//!     updated: 0,
//!     family: "mnk".into(),
//!     record,
//!     undone: Vec::new(),
//!     extra: serde_json::Value::Null,
//!     origin: None,
//!     study: None,
//! };
//! // On disk when this returns.
//! store.keep_game(&mut game)?;
//! assert_eq!(store.game("first")?.record.moves, ["2,2"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod games;
mod runs;
mod schema;
mod studies;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::Connection;

pub use error::StoreError;
pub use games::{GameFilter, KeptGame, Origin};
pub use runs::{KeptRun, RunSink};
pub use studies::{Study, StudyLine};

/// How long one process waits for another that is writing.
const PATIENCE: Duration = Duration::from_secs(10);

/// The file of a data folder.
const FILE: &str = "ninefold.sqlite";

/// An open store.
#[derive(Debug)]
pub struct Store {
    file: PathBuf,
    connection: Mutex<Connection>,
}

impl Store {
    /// Opens the store of a data folder, which is created if need be.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        let file = folder.join(FILE);
        std::fs::create_dir_all(folder)
            .map_err(|problem| StoreError::Folder { folder: folder.to_owned(), problem })?;
        let opened = Connection::open(&file).and_then(|mut connection| {
            connection.busy_timeout(PATIENCE)?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "foreign_keys", true)?;
            let version = schema::bring_up_to_date(&mut connection)?;
            Ok((connection, version))
        });
        match opened {
            Ok((connection, version)) if version <= schema::VERSION => {
                Ok(Store { file, connection: Mutex::new(connection) })
            }
            Ok((_, found)) => Err(StoreError::Newer { file, found, known: schema::VERSION }),
            Err(problem) => Err(StoreError::new(&file, problem)),
        }
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The connection, for one caller at a time. A panic elsewhere left no half transaction behind.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Does something with the connection and says which file it was if it fails.
    fn with<T>(
        &self,
        action: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        action(&mut self.connection()).map_err(|problem| StoreError::new(&self.file, problem))
    }
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as i64
}
