//! Decides which process pairs the games of leagues; only one may.

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::PathBuf;

use crate::{Store, StoreError, files};

/// Locked by the leading process, which writes its address into it.
const LEADER: &str = "leagues.lock";

/// The right to lead the leagues of a store; it ends with the process, however that ends.
#[derive(Debug)]
pub struct Leader {
    /// `None` if the system has no locks or nothing can be written.
    held: Option<File>,
}

impl Drop for Leader {
    fn drop(&mut self) {
        // The address is no longer valid.
        let _ = self.held.as_ref().map(|file| file.set_len(0));
    }
}

impl Store {
    fn leader_file(&self) -> PathBuf {
        self.file().with_file_name(LEADER)
    }

    /// Takes the lead of the leagues, unless another process has it. `address` is where this
    /// process can be reached.
    pub fn lead_leagues(&self, address: &str) -> Option<Leader> {
        let Ok(mut file) = files::open_private(&self.leader_file()) else {
            return Some(Leader { held: None });
        };
        match file.try_lock() {
            Ok(()) => {
                let written = file.set_len(0).and_then(|()| file.write_all(address.as_bytes()));
                // On failure others merely miss the address.
                drop(written);
                Some(Leader { held: Some(file) })
            }
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(_)) => Some(Leader { held: None }),
        }
    }

    /// The address of the process that leads the leagues, if it has given one.
    pub fn leader_of_leagues(&self) -> Option<String> {
        let address = fs::read_to_string(self.leader_file()).ok()?;
        Some(address).filter(|address| !address.is_empty())
    }

    /// A number that changes whenever another process, or another store of this one, has written
    /// something.
    pub fn others_wrote(&self) -> Result<i64, StoreError> {
        self.with(|connection| {
            connection.pragma_query_value(None, "data_version", |row| row.get(0))
        })
    }
}
