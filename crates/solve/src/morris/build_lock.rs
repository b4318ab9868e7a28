//! Serializes builds: a second process waits and then uses the result of the first.

use ninefold_core::StopFlag;
use std::fs::{self, File, TryLockError};
use std::time::Duration;

use super::file::TableError;
use super::folder::Folder;

/// The exclusive right to build a set of tables, released on drop or when the process ends.
///
/// The lock is held as long as the file is open. The empty file is not deleted, because another process may be
/// waiting on it.
pub(super) struct BuildLock {
    _lock: File,
}

/// The polling interval of a waiting process.
const PAUSE: Duration = Duration::from_millis(100);

impl BuildLock {
    /// Waits until no other process builds the same tables; calls `waiting` after every failed attempt.
    pub(super) fn take(
        folder: &Folder,
        stop: &StopFlag,
        waiting: &mut dyn FnMut(),
    ) -> Result<BuildLock, TableError> {
        let path = folder.path().with_extension("lock");
        let failed = |error: &std::io::Error| TableError::io(&path, error);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| TableError::io(parent, &error))?;
        }
        let lock = File::create(&path).map_err(|error| failed(&error))?;
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(BuildLock { _lock: lock }),
                Err(TryLockError::WouldBlock) if stop.is_raised() => {
                    return Err(TableError::Stopped);
                }
                Err(TryLockError::WouldBlock) => {
                    waiting();
                    std::thread::sleep(PAUSE);
                }
                Err(TryLockError::Error(error)) => return Err(failed(&error)),
            }
        }
    }
}
