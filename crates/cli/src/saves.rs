//! Records on disk: written whole or not at all.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use directories::ProjectDirs;
use ninefold_core::Record;
use tempfile::NamedTempFile;

/// The folder of saved games.
pub(crate) struct Saves {
    folder: PathBuf,
}

const EXTENSION: &str = "record";

impl Saves {
    /// The saves in a data folder, by default the platform's.
    pub(crate) fn new(data: Option<&Path>) -> Result<Saves> {
        let data = match data {
            Some(data) => data.to_owned(),
            None => ProjectDirs::from("", "", "ninefold")
                .ok_or_else(|| anyhow!("no home folder is known; name one with --data DIR"))?
                .data_dir()
                .to_owned(),
        };
        Ok(Saves { folder: data.join("games") })
    }

    /// The unfinished game that was played last.
    pub(crate) fn last_unfinished(&self) -> Result<(PathBuf, Record)> {
        let mut files: Vec<(std::time::SystemTime, PathBuf)> = fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| entry.path().extension().is_some_and(|found| found == EXTENSION))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        files.sort();
        let unfinished = files.into_iter().rev().find_map(|(_, file)| {
            let record = Record::parse(&fs::read_to_string(&file).ok()?).ok()?;
            record.result.is_none().then_some((file, record))
        });
        unfinished.ok_or_else(|| anyhow!("no unfinished game is kept in {}", self.folder.display()))
    }

    /// Writes a new record under the first free number of its game and returns the file.
    pub(crate) fn create(&self, record: &Record) -> Result<PathBuf> {
        let place = || format!("cannot keep the game in {}", self.folder.display());
        fs::create_dir_all(&self.folder).with_context(place)?;
        let name: String =
            record.game.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let mut pending = written(&self.folder, record).with_context(place)?;
        for number in 1.. {
            let file = self.folder.join(format!("{name}-{number:04}.{EXTENSION}"));
            match pending.persist_noclobber(&file) {
                Ok(_) => return Ok(file),
                Err(taken) if file.exists() => pending = taken.file,
                Err(error) => return Err(error.error).with_context(place),
            }
        }
        unreachable!("some number is free")
    }
}

/// Replaces a record on disk: at any moment the file holds the old game or the new one, whole.
pub(crate) fn replace(file: &Path, record: &Record) -> Result<()> {
    let place = || format!("cannot keep the game in {}", file.display());
    let folder = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let pending = written(folder.unwrap_or(Path::new(".")), record).with_context(place)?;
    pending.persist(file).map_err(|error| error.error).with_context(place)?;
    Ok(())
}

fn written(folder: &Path, record: &Record) -> std::io::Result<NamedTempFile> {
    let mut file = NamedTempFile::new_in(folder)?;
    write!(file, "{record}")?;
    file.as_file().sync_all()?;
    Ok(file)
}
