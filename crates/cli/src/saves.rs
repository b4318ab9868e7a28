//! Records on disk: written whole or not at all, and never over something else.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use directories::ProjectDirs;
use ninefold_core::{Record, quote};
use tempfile::NamedTempFile;

/// The folder of saved games.
pub(crate) struct Saves {
    data: PathBuf,
    folder: PathBuf,
}

const EXTENSION: &str = "record";

/// The variable that names the data folder.
const DATA: &str = "NINEFOLD_DATA";

/// The largest record that is read; a game of a million moves is smaller.
pub(crate) const LARGEST_RECORD: u64 = 16 << 20;

/// A path as a sentence shows it.
pub(crate) fn shown(path: &Path) -> String {
    quote(&path.to_string_lossy())
}

/// A path as one word of a shell's command line.
pub(crate) fn shell_word(path: &Path) -> String {
    let text = path.to_string_lossy();
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+~".contains(letter);
    match text.chars().all(plain) {
        true => text.into_owned(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

/// The data folder: the one given, that of the environment or the platform's.
pub(crate) fn data_folder(data: Option<&Path>) -> Result<PathBuf> {
    let from_environment = || std::env::var_os(DATA).filter(|data| !data.is_empty());
    let usual = || Some(ProjectDirs::from("", "", "ninefold")?.data_dir().to_owned());
    let data = data.map(Path::to_owned).or_else(|| from_environment().map(PathBuf::from));
    data.or_else(usual).ok_or_else(|| anyhow!("no home folder is known; name one with --data DIR"))
}

impl Saves {
    /// The saves in a data folder: the one given, that of the environment or the platform's.
    pub(crate) fn new(data: Option<&Path>) -> Result<Saves> {
        let data = data_folder(data)?;
        Ok(Saves { folder: data.join("games"), data })
    }

    /// The data folder, which holds tables too.
    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    /// The unfinished games, the one played last first. Files that are no records are passed over.
    pub(crate) fn unfinished(&self) -> impl Iterator<Item = (PathBuf, Record)> {
        let mut files: Vec<(std::time::SystemTime, PathBuf)> = fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| entry.path().extension().is_some_and(|found| found == EXTENSION))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        files.sort();
        files.into_iter().rev().filter_map(|(_, file)| {
            let record = Record::parse(&fs::read_to_string(&file).ok()?).ok()?;
            let goes_on = record.result.is_none() && !record.moves.is_empty();
            goes_on.then_some((file, record))
        })
    }

    /// The sentence for a folder without an unfinished game.
    pub(crate) fn nothing_unfinished(&self) -> anyhow::Error {
        anyhow!("no unfinished game is kept in {}", shown(&self.folder))
    }

    /// Writes a new record under the first free number of its game and returns the file.
    pub(crate) fn create(&self, record: &Record) -> Result<PathBuf> {
        fs::create_dir_all(&self.folder).map_err(|error| cannot_keep(&self.folder, &error))?;
        let name: String =
            record.game.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        (1..)
            .map(|number| self.folder.join(format!("{name}-{number:04}.{EXTENSION}")))
            .find_map(|file| match write_new(&file, record) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => None,
                Err(error) => Some(Err(cannot_keep(&file, &error))),
                Ok(()) => Some(Ok(file)),
            })
            .unwrap_or_else(|| bail!("every number is taken in {}", shown(&self.folder)))
    }
}

/// Writes a record or another text to a file that must not exist.
pub(crate) fn create(file: &Path, text: &impl Display) -> Result<()> {
    write_new(file, text).map_err(|error| cannot_keep(file, &error))
}

/// Like [`create`], for what is written piece by piece; `write` says whether to keep it.
pub(crate) fn create_with(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<bool>,
) -> Result<()> {
    let cannot = |error: io::Error| cannot_keep(file, &error);
    if file.exists() {
        return Err(cannot(io::ErrorKind::AlreadyExists.into()));
    }
    let mut pending = BufWriter::new(beside(file).map_err(cannot)?);
    if write(&mut pending)? {
        let pending = pending.into_inner().map_err(|error| cannot(error.into_error()))?;
        pending.as_file().sync_all().map_err(cannot)?;
        pending.persist_noclobber(file).map_err(|error| cannot(error.error))?;
    }
    Ok(())
}

/// Replaces a record on disk: at any moment the file holds the old game or the new one, whole.
pub(crate) fn replace(file: &Path, record: &Record) -> Result<()> {
    let written = || {
        let file = file.canonicalize()?;
        written_beside(&file, record)?.persist(file).map_err(|error| error.error)
    };
    written().map(|_| ()).map_err(|error| cannot_keep(file, &error))
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read(file: &Path, input: &mut dyn Read, largest: u64) -> Result<String> {
    let mut text = String::new();
    let read = match file == Path::new("-") {
        true => input.take(largest + 1).read_to_string(&mut text),
        false => File::open(file).and_then(|file| file.take(largest + 1).read_to_string(&mut text)),
    };
    read.with_context(|| format!("cannot read {}", shown(file)))?;
    if text.len() as u64 > largest {
        bail!("{} is larger than {} MB, which is too much", shown(file), largest >> 20);
    }
    Ok(text)
}

fn cannot_keep(place: &Path, error: &io::Error) -> anyhow::Error {
    // The kind alone: the full text names a temporary file.
    anyhow!("cannot write {}: {}", shown(place), error.kind())
}

fn write_new(file: &Path, text: &impl Display) -> io::Result<()> {
    written_beside(file, text)?.persist_noclobber(file).map_err(|error| error.error)?;
    Ok(())
}

/// A temporary file in the folder of another.
fn beside(file: &Path) -> io::Result<NamedTempFile> {
    let folder = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder.unwrap_or(Path::new(".")))
}

/// A text in a temporary file of the same folder, safe on disk.
fn written_beside(file: &Path, text: &impl Display) -> io::Result<NamedTempFile> {
    let mut pending = beside(file)?;
    write!(pending, "{text}")?;
    pending.as_file().sync_all()?;
    Ok(pending)
}
