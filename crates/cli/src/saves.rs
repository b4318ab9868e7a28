//! Records on disk: written completely or not at all, and never over another file.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use directories::ProjectDirs;
use ninefold_core::Record;
use tempfile::NamedTempFile;

/// The variable that names the data folder.
const DATA: &str = "NINEFOLD_DATA";

/// The largest record that is read; a game of a million moves is smaller.
pub(crate) const LARGEST_RECORD: u64 = 16 << 20;

/// A path for sentences: in full, however long, so that the user can find it.
pub(crate) fn shown(path: &Path) -> String {
    format!("{:?}", path.to_string_lossy())
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

/// The option for a data folder, if it is not the default.
pub(crate) fn data_option(folder: &Path) -> String {
    option_for(folder, data_folder(None).ok().as_deref())
}

fn option_for(folder: &Path, usual: Option<&Path>) -> String {
    match Some(folder) == usual {
        true => String::new(),
        false => format!(" --data {}", shell_word(folder)),
    }
}

/// Writes a record or another text to a new file.
pub(crate) fn create(file: &Path, text: &impl Display) -> Result<()> {
    write_new(file, text).map_err(|error| cannot_keep(file, &error))
}

/// Like [`create`], for content written piece by piece; `write` returns whether to keep the file.
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

/// Replaces a record on disk: at every moment the file holds the complete old or new game.
pub(crate) fn replace(file: &Path, record: &Record) -> Result<()> {
    let written = || {
        let file = file.canonicalize()?;
        let kept = written_beside(&file, record)?.persist(&file).map_err(|error| error.error)?;
        sync_folder(&file);
        Ok(kept)
    };
    written().map(|_| ()).map_err(|error| cannot_keep(file, &error))
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read(file: &Path, input: &mut dyn Read, largest: u64) -> Result<String> {
    let mut bytes = Vec::new();
    let read = match file == Path::new("-") {
        true => input.take(largest + 1).read_to_end(&mut bytes),
        false => File::open(file).and_then(|file| file.take(largest + 1).read_to_end(&mut bytes)),
    };
    read.map_err(|error| cannot_read(file, &error))?;
    if bytes.len() as u64 > largest {
        bail!("{} is larger than {} MB, which is too much", shown(file), largest >> 20);
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
        anyhow!("cannot read {}: line {line} is not valid UTF-8", shown(file))
    })
}

/// Why a file cannot be read.
pub(crate) fn cannot_read(file: &Path, error: &io::Error) -> anyhow::Error {
    let file = shown(file);
    match error.kind() {
        io::ErrorKind::NotFound => anyhow!("there is no file {file}"),
        io::ErrorKind::IsADirectory => anyhow!("{file} is a folder, wanted a file"),
        io::ErrorKind::PermissionDenied => anyhow!("{file} may not be read here"),
        io::ErrorKind::InvalidData => anyhow!("cannot read {file}: it is not valid UTF-8"),
        _ => anyhow!("cannot read {file}: {error}"),
    }
}

/// Why a file cannot be written.
pub(crate) fn cannot_keep(place: &Path, error: &io::Error) -> anyhow::Error {
    // The kind alone: the full text names a temporary file.
    anyhow!("cannot write {}: {}", shown(place), in_words(error))
}

/// An I/O error in words.
pub(crate) fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".to_owned(),
        io::ErrorKind::AlreadyExists => "there is such a file already".to_owned(),
        io::ErrorKind::PermissionDenied => "it may not be written here".to_owned(),
        io::ErrorKind::StorageFull => "no room is left on the disk".to_owned(),
        kind => kind.to_string(),
    }
}

fn write_new(file: &Path, text: &impl Display) -> io::Result<()> {
    written_beside(file, text)?.persist_noclobber(file).map_err(|error| error.error)?;
    sync_folder(file);
    Ok(())
}

/// Syncs the name of a file to disk too, if the system can.
fn sync_folder(file: &Path) {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
}

/// The extension of temporary files, and the age at which they are abandoned.
const UNFINISHED: &str = ".unfinished";
const LEFT_BEHIND: Duration = Duration::from_secs(60);

/// A temporary file in the folder of another. Those that a killed process has left for the same
/// file are removed.
fn beside(file: &Path) -> io::Result<NamedTempFile> {
    let folder = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!(".{name}.");
    clear(folder, &prefix);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(UNFINISHED);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Removes abandoned temporary files with this prefix.
fn clear(folder: &Path, prefix: &str) {
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = file.file_name();
        let is_of_it = name
            .to_str()
            .is_some_and(|name| name.starts_with(prefix) && name.ends_with(UNFINISHED));
        let changed = || file.metadata().and_then(|data| data.modified()).ok();
        let age = || changed().and_then(|changed| changed.elapsed().ok());
        if is_of_it && age().is_some_and(|age| age > LEFT_BEHIND) {
            let _ = fs::remove_file(file.path());
        }
    }
}

/// A text in a temporary file of the same folder, synced to disk.
fn written_beside(file: &Path, text: &impl Display) -> io::Result<NamedTempFile> {
    let mut pending = beside(file)?;
    write!(pending, "{text}")?;
    pending.as_file().sync_all()?;
    Ok(pending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_goes_with_the_next_save() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        let left = |name: &str, age: u64| {
            let file = File::create(place(name)).unwrap();
            file.set_modified(std::time::SystemTime::now() - Duration::from_secs(age)).unwrap();
        };
        left(".a.record.x1.unfinished", 3600);
        left(".a.record.x2.unfinished", 0);
        left(".b.record.x3.unfinished", 3600);
        left("a.record.unfinished", 3600);
        create(&place("a.record"), &"text").unwrap();
        let mut names: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let kept = [
            ".a.record.x2.unfinished",
            ".b.record.x3.unfinished",
            "a.record",
            "a.record.unfinished",
        ];
        assert_eq!(names, kept);
    }

    #[test]
    fn another_folder_is_named_as_a_shell_reads_it() {
        let option =
            |folder: &str, usual: Option<&str>| option_for(Path::new(folder), usual.map(Path::new));
        assert_eq!(option("here", Some("here")), "");
        assert_eq!(option("here", Some("there")), " --data here");
        assert_eq!(option("here", None), " --data here");
        assert_eq!(option("my data", None), " --data 'my data'");
        assert_eq!(option("it's", None), r" --data 'it'\''s'");
    }
}
