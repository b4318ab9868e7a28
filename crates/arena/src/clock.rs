//! The time for a whole game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use ninefold_core::{TimeLeft, milliseconds, quote};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What everybody has for a game, and what each of its moves adds.
///
/// ```
/// use ninefold_arena::TimeControl;
///
/// let control: TimeControl = "10s+100ms".parse()?;
/// assert_eq!(control.increment.as_millis(), 100);
/// // Seconds alone, as other managers write it, and a time to which nothing is added.
/// assert_eq!("10+0.1".parse(), Ok(control));
/// assert_eq!("60s".parse::<TimeControl>()?.to_string(), "1m");
/// assert!("40/60".parse::<TimeControl>().is_err());
/// # Ok::<(), ninefold_arena::TimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// What everybody begins with, in whole milliseconds.
    pub time: Duration,
    /// What is added after each own move.
    pub increment: Duration,
}

/// A text that is no clock.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the clock is {}, {}", quote(.0), TimeControl::WANTED)]
pub struct TimeControlError(String);

impl TimeControl {
    /// What is wanted of a text, to go into a sentence.
    pub const WANTED: &'static str = "wanted the time for a game and what each move adds, such as 10s+100ms, 3m+2s or 1m, in seconds also 10+0.1";
}

/// A time with its unit, in seconds without one.
fn time(text: &str) -> Option<Duration> {
    let is_bare = text.ends_with(|last: char| last.is_ascii_digit());
    let time = if is_bare { milliseconds(&format!("{text}s")) } else { milliseconds(text) }?;
    Some(Duration::from_millis(time.unsigned_abs()))
}

/// A time that may be nothing at all.
fn increment(text: &str) -> Option<Duration> {
    let number = text.trim_end_matches(['m', 's']);
    let is_nothing =
        number.bytes().all(|byte| matches!(byte, b'0' | b'.')) && number.parse::<f64>().is_ok();
    if is_nothing { Some(Duration::ZERO) } else { time(text) }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let (first, added) = text.split_once('+').unwrap_or((text, "0"));
        let read = time(first.trim()).zip(increment(added.trim()));
        read.map(|(time, increment)| TimeControl { time, increment })
            .ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<TimeControl, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

/// In the largest units that are whole: `3m+2s`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |time: Duration| match time.as_millis() {
            minutes if minutes % 60_000 == 0 => format!("{}m", minutes / 60_000),
            seconds if seconds % 1000 == 0 => format!("{}s", seconds / 1000),
            milliseconds => format!("{milliseconds}ms"),
        };
        f.write_str(&text(self.time))?;
        match self.increment.is_zero() {
            true => Ok(()),
            false => write!(f, "+{}", text(self.increment)),
        }
    }
}

/// A time that was taken, for a reader: `87.5 ms`, `1.250 s`.
pub(crate) fn told(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1.0 => format!("{:.1} ms", 1000.0 * seconds),
        seconds => format!("{seconds:.3} s"),
    }
}

/// The clocks of a game that goes on.
pub(crate) struct Clocks(TimeLeft);

impl Clocks {
    pub(crate) fn new(control: TimeControl, players: usize) -> Clocks {
        let TimeControl { time, increment } = control;
        Clocks(TimeLeft { seats: vec![time; players], increment })
    }

    pub(crate) fn left(&self) -> &TimeLeft {
        &self.0
    }

    /// Takes off what a move took and adds what it brings; whoever used more than was left is told so in the end of a sentence.
    pub(crate) fn charge(&mut self, seat: usize, used: Duration) -> Result<(), String> {
        let left = &mut self.0.seats[seat];
        let rest = left.checked_sub(used).ok_or_else(|| {
            let (over, used, left) = (told(used - *left), told(used), told(*left));
            format!("took {used} for a move with {left} left on its clock, {over} too long")
        })?;
        *left = rest + self.0.increment;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_clock_is_refused() {
        for text in ["", "+", "10s+", "+1s", "0", "0s+1s", "ten", "-5s", "10s+-1s", "40/60+0.6"] {
            let refused = text.parse::<TimeControl>().expect_err(text).to_string();
            assert!(refused.starts_with("the clock is ") && !refused.contains('\n'), "{refused}");
        }
        for text in ["2000m", "10s+1s+1s", "10 s", "1h", "1e3", "0.0001"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_comes_back_from_its_text() {
        let same = [("3m+2s", "3m+2s"), ("90", "90s"), ("1.5s+0", "1500ms"), ("2m + 0.0s", "2m")];
        for (given, told) in same {
            let control: TimeControl = given.parse().expect(given);
            assert_eq!(control.to_string(), told);
            assert_eq!(told.parse(), Ok(control));
        }
    }

    #[test]
    fn a_move_is_taken_off_and_adds_its_increment() {
        let control = "1s+500ms".parse().expect("a clock");
        let milliseconds = Duration::from_millis;
        let mut clocks = Clocks::new(control, 2);
        assert_eq!(clocks.charge(1, milliseconds(400)), Ok(()));
        assert_eq!(clocks.left().seats, [1000, 1100].map(milliseconds));
        assert_eq!(clocks.charge(0, milliseconds(1000)), Ok(()), "all of it is not too much");
        let late = clocks.charge(0, milliseconds(507)).expect_err("it had half a second");
        assert_eq!(
            late,
            "took 507.0 ms for a move with 500.0 ms left on its clock, 7.0 ms too long"
        );
    }
}
