//! The tokens of bots in leagues, so that the next start resumes as the same bot: `bots.json` in
//! the data folder, shared with the Python package.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::NamedTempFile;

use super::bot_connect::{Joining, code_of};
use crate::saves::shown;

/// The place of one bot's token: none without a code, or without a data folder.
pub(super) struct Tokens {
    place: Option<(PathBuf, String)>,
}

impl Tokens {
    /// The place for a bot by server address, code and name.
    pub(super) fn of(data: Option<&Path>, server: &str, joining: &Joining) -> Tokens {
        let key = |code| format!("{server} {} {}", code_of(code), joining.name);
        let key = joining.code.as_deref().map(key);
        let file = data.map(|data| data.join("bots.json"));
        Tokens { place: file.zip(key) }
    }

    /// The stored token, if any.
    pub(super) fn read(&self) -> Result<Option<String>> {
        let Some((file, key)) = &self.place else { return Ok(None) };
        Ok(all(file)?.remove(key))
    }

    /// Stores a token, readable only by its owner.
    pub(super) fn keep(&self, token: &str) -> Result<()> {
        self.change(|all, key| {
            all.insert(key, token.to_owned());
        })
    }

    /// Deletes an invalid token.
    pub(super) fn forget(&self, token: &str) {
        // If the file is not writable, nothing was stored.
        let _ = self.change(|all, key| {
            if all.get(&key).is_some_and(|kept| kept == token) {
                all.remove(&key);
            }
        });
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<String, String>, String)) -> Result<()> {
        let Some((file, key)) = &self.place else { return Ok(()) };
        let write = || {
            let folder = file.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(folder)?;
            // Several bots may be started at once.
            let lock = File::create(file.with_extension("lock"))?;
            lock.lock()?;
            let mut tokens = all(file)?;
            change(&mut tokens, key.clone());
            let mut written = NamedTempFile::new_in(folder)?;
            serde_json::to_writer(&mut written, &tokens)?;
            written.flush()?;
            written.persist(file)?;
            anyhow::Ok(())
        };
        write().with_context(|| format!("cannot keep the token in {}", shown(file)))
    }
}

/// All tokens of a file, empty if there is no file. An unreadable file is left alone: it may hold
/// the only copy of other bots' tokens.
fn all(file: &Path) -> Result<BTreeMap<String, String>> {
    let text = match fs::read_to_string(file) {
        Err(missing) if missing.kind() == ErrorKind::NotFound => return Ok(BTreeMap::new()),
        read => read.with_context(|| format!("cannot read {}", shown(file)))?,
    };
    let problem = || format!("{} is damaged: mend it, or move it away to join anew", shown(file));
    serde_json::from_str(&text).with_context(problem)
}
