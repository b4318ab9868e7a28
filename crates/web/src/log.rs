//! The log: events on standard error, one line each, for people and for programs that collect
//! lines:
//!
//! ```text
//! 2026-11-17T12:34:56.789Z warn connections_full all=896 address=192.0.2.7
//! ```

use std::fmt::{Display, Write as _};
use std::io::Write as _;
use std::str::FromStr;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::SystemTime;

use thiserror::Error;

use crate::calendar::log_time;

/// The log level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum LogLevel {
    /// Nothing.
    Off,
    /// What needs attention.
    Error,
    /// What is rejected or given up because there is too much of it.
    #[default]
    Warn,
    /// Starting and stopping, and automatic actions.
    Info,
    /// Every request.
    Debug,
}

const NAMES: [(&str, LogLevel); 5] = [
    ("off", LogLevel::Off),
    ("error", LogLevel::Error),
    ("warn", LogLevel::Warn),
    ("info", LogLevel::Info),
    ("debug", LogLevel::Debug),
];

/// Why a text is not a log level.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?} is no level of a log, wanted off, error, warn, info or debug")]
pub struct LogLevelError(String);

impl FromStr for LogLevel {
    type Err = LogLevelError;

    /// ```
    /// use ninefold_web::LogLevel;
    ///
    /// assert_eq!("info".parse(), Ok(LogLevel::Info));
    /// assert!("loud".parse::<LogLevel>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<LogLevel, LogLevelError> {
        let found = NAMES.iter().find(|(name, _)| *name == text);
        found.map(|&(_, level)| level).ok_or_else(|| LogLevelError(text.to_owned()))
    }
}

impl Display for LogLevel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(NAMES[*self as usize].0)
    }
}

/// One process has one standard error stream.
static LEVEL: AtomicU8 = AtomicU8::new(LogLevel::Warn as u8);

pub(crate) fn set_level(level: LogLevel) {
    LEVEL.store(level as u8, Ordering::Relaxed);
}

pub(crate) fn tells(level: LogLevel) -> bool {
    level as u8 <= LEVEL.load(Ordering::Relaxed)
}

/// Logs an event with its values.
pub(crate) fn log(level: LogLevel, event: &str, values: &[(&str, &dyn Display)]) {
    if !tells(level) {
        return;
    }
    let mut line = format!("{} {level} {event}", log_time(SystemTime::now()));
    for (name, value) in values {
        let value = value.to_string();
        let is_plain = !value.is_empty()
            && value
                .chars()
                .all(|letter| letter.is_ascii_graphic() && letter != '"' && letter != '=');
        let _ = match is_plain {
            true => write!(line, " {name}={value}"),
            false => write!(line, " {name}={value:?}"),
        };
    }
    line.push('\n');
    // There may be no reader.
    let _ = std::io::stderr().write_all(line.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_as_they_are_written() {
        for (name, level) in NAMES {
            assert_eq!((name.parse(), level.to_string()), (Ok(level), name.to_owned()));
        }
    }
}
