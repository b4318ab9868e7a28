//! The host's token: stored in the data folder, so that the host's browsers, the projector and all
//! scripts keep working after a restart.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use crate::app::fresh_name;
use crate::log::{LogLevel, log};
use crate::server::ServeError;

/// The file in the data folder, readable only by its owner.
const FILE: &str = "host-token";
/// The length of a generated token: 32 characters out of 32 make 160 bits.
const LENGTH: usize = 32;
/// The permitted lengths of a user's own token.
const LENGTHS: std::ops::RangeInclusive<usize> = 20..=200;

/// The token of a data folder; a new one if there is none, or on request.
pub(crate) fn host_token(folder: &Path, anew: bool) -> Result<String, ServeError> {
    let file = folder.join(FILE);
    match fs::read_to_string(&file) {
        Ok(kept) if !anew => {
            let kept = kept.trim();
            return match is_token(kept) {
                true => Ok(kept.to_owned()),
                false => Err(ServeError::TokenFile { file }),
            };
        }
        Err(problem) if problem.kind() == ErrorKind::InvalidData && !anew => {
            return Err(ServeError::TokenFile { file });
        }
        // Replacing the token would lock out the host's browsers.
        Err(problem) if problem.kind() != ErrorKind::NotFound && !anew => {
            return Err(ServeError::TokenUnread { file, problem });
        }
        _ => {}
    }
    let token = fresh_name(LENGTH).map_err(|problem| ServeError::Token(problem.sentence()))?;
    if let Err(problem) = keep(&file, &token) {
        // Everything works until the next start.
        log(LogLevel::Warn, "token_not_kept", &[("problem", &problem)]);
    }
    Ok(token)
}

/// Whether a text is safe in an address and a cookie, and too long to guess.
fn is_token(word: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    LENGTHS.contains(&word.len()) && word.bytes().all(is_plain)
}

/// Writes the file completely or not at all.
fn keep(file: &Path, token: &str) -> io::Result<()> {
    let beside = file.with_extension("new");
    match fs::remove_file(&beside) {
        Err(problem) if problem.kind() != ErrorKind::NotFound => return Err(problem),
        _ => {}
    }
    let mut written = create(&beside)?;
    written.write_all(token.as_bytes())?;
    written.write_all(b"\n")?;
    written.sync_all()?;
    fs::rename(&beside, file)
}

/// A new file that only its owner may read.
fn create(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_stays_until_another_is_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let token = |anew| host_token(folder.path(), anew).unwrap();
        let first = token(false);
        assert_eq!(first.len(), LENGTH);
        assert_eq!(token(false), first);
        let second = token(true);
        assert_ne!(second, first);
        assert_eq!(token(false), second);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let about = fs::metadata(folder.path().join(FILE)).unwrap();
            assert_eq!(about.permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn somebody_may_write_a_token_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        fs::write(&file, "correct-horse-battery-staple\r\n").unwrap();
        assert_eq!(host_token(folder.path(), false).unwrap(), "correct-horse-battery-staple");
        for wrong in [&b"too-short"[..], b"with a blank in the middle of it", b"", b"\xff\xfe"] {
            fs::write(&file, wrong).unwrap();
            let refused = host_token(folder.path(), false).unwrap_err().to_string();
            assert!(refused.contains("host-token") && !refused.contains('\n'), "{refused}");
        }
        assert!(host_token(folder.path(), true).is_ok(), "another is another");
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        let unread = host_token(folder.path(), false).unwrap_err().to_string();
        assert!(unread.starts_with("cannot read the host's token in "), "{unread}");
    }
}
