//! One build at a time: whoever comes second waits and finds what the first one made.

use ninefold_core::StopFlag;
use std::fs::{self, File, TryLockError};
use std::time::Duration;

use super::file::TableError;
use super::folder::Folder;

/// The right to build a set of tables, given back when dropped or when the process ends.
///
/// The lock lives as long as the file is open. The empty file stays: somebody may be waiting on it.
pub(super) struct BuildLock {
    _lock: File,
}

/// How often a waiting process looks again.
const PAUSE: Duration = Duration::from_millis(100);

impl BuildLock {
    /// Waits until nobody else builds the same tables; `waiting` hears of every look that was in vain.
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
