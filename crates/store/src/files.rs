//! Files and folders: private ones, durable writes, and reserved disk space.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Reserved space that is freed when the disk is full, so that something can be deleted.
const RESERVE: &str = "reserve";
const RESERVED: usize = 1 << 20;

/// Locked jointly by all users of a store, or exclusively to replace its file.
const USERS: &str = "ninefold.lock";
/// The interval between two attempts.
pub(crate) const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// The store is in use.
#[derive(Debug)]
pub(crate) struct InUse;

/// Marks the store of a folder as used until the file is closed; exclusive access must wait for
/// that. `None` if the system has no locks or nothing can be written.
pub(crate) fn use_together(folder: &Path, patience: Duration) -> Result<Option<File>, InUse> {
    let Ok(file) = open_private(&folder.join(USERS)) else { return Ok(None) };
    let begun = Instant::now();
    loop {
        match file.try_lock_shared() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::Error(_)) => return Ok(None),
            Err(TryLockError::WouldBlock) if begun.elapsed() > patience => return Err(InUse),
            Err(TryLockError::WouldBlock) => std::thread::sleep(BETWEEN_LOOKS),
        }
    }
}

/// Takes exclusive access to the store of a folder, until the file is closed.
pub(crate) fn use_alone(folder: &Path) -> io::Result<Result<File, InUse>> {
    let file = open_private(&folder.join(USERS))?;
    match file.try_lock() {
        Ok(()) => Ok(Ok(file)),
        Err(TryLockError::WouldBlock) => Ok(Err(InUse)),
        Err(TryLockError::Error(problem)) => Err(problem),
    }
}

/// Opens a file for appending, creating it for its owner alone.
pub(crate) fn open_private(file: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

/// Creates a folder for its owner alone; an existing one stays unchanged.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)
}

/// Creates a file readable only by its owner, or makes an existing one so.
pub(crate) fn make_private(file: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        let mut options = File::options();
        // If that fails, opening the file reports why.
        let _ = options.append(true).create_new(true).mode(0o600).open(file);
        let shared = fs::metadata(file).is_ok_and(|data| data.permissions().mode() & 0o077 != 0);
        if shared {
            let _ = fs::set_permissions(file, fs::Permissions::from_mode(0o600));
        }
    }
    #[cfg(not(unix))]
    let _ = file;
}

/// Reserves disk space, if available.
pub(crate) fn make_reserve(folder: &Path) {
    let file = folder.join(RESERVE);
    if fs::metadata(&file).is_ok_and(|data| data.len() >= RESERVED as u64) {
        return;
    }
    let _ = fs::remove_file(&file);
    let written = open_private(&file).and_then(|mut file| file.write_all(&vec![0; RESERVED]));
    if written.is_err() {
        let _ = fs::remove_file(&file);
    }
}

/// Frees the reserved space; false if there was none.
pub(crate) fn release_reserve(folder: &Path) -> bool {
    fs::remove_file(folder.join(RESERVE)).is_ok()
}

/// Writes a new file, complete and synced to disk, or none.
pub(crate) fn write_whole(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    if file.exists() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let unfinished = file.with_extension(format!("unfinished-{}", std::process::id()));
    let _ = fs::remove_file(&unfinished);
    let written = open_private(&unfinished).and_then(|made| {
        let mut out = io::BufWriter::new(made);
        write(&mut out)?;
        out.flush()?;
        out.get_ref().sync_all()?;
        fs::rename(&unfinished, file)
    });
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    written.inspect(|()| sync_folder(file))
}

/// Syncs the name of a file to disk too.
pub(crate) fn sync_folder(file: &Path) {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Some systems cannot sync a folder.
    let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
}
