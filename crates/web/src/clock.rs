//! Game clocks.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::app::now;

/// The time control of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeControl {
    /// Minutes for the game,
    pub(crate) minutes: u32,
    /// and seconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) seconds: u32,
    /// Seconds added after each own move.
    #[serde(default)]
    pub(crate) increment: u32,
}

/// The longest permitted game and increment.
const MOST_MINUTES: u32 = 600;
const MOST_SECONDS: u32 = 600;

/// The clocks of a game. Times are in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Clock {
    #[serde(flatten)]
    pub(crate) control: TimeControl,
    /// Each player's remaining time at `at`.
    pub(crate) left: Vec<i64>,
    /// When the clock of the player to move started, in milliseconds since 1970.
    pub(crate) at: i64,
    /// How far the game clock was behind the calendar when this was written.
    #[serde(default)]
    pub(crate) behind: i64,
}

/// When this server started, by the calendar and by a clock that stops while the machine sleeps.
fn beginning() -> (i64, Instant) {
    static BEGINNING: OnceLock<(i64, Instant)> = OnceLock::new();
    *BEGINNING.get_or_init(|| (now(), Instant::now()))
}

/// The interval at which a running server checks the time,
const BETWEEN_LOOKS: Duration = Duration::from_millis(500);
/// and the longest gap between checks, in milliseconds, before it counts as time in which the
/// server did not run.
const LONGEST_PAUSE: i64 = 3_000;

/// The time the server has been running, in milliseconds.
#[derive(Debug, Default)]
struct Awake {
    looked: i64,
    slept: i64,
}

impl Awake {
    /// The part of the elapsed time in which the server ran.
    fn at(&mut self, gone_by: i64) -> i64 {
        let pause = gone_by - self.looked;
        if pause > LONGEST_PAUSE {
            self.slept += pause;
        }
        self.looked = self.looked.max(gone_by);
        gone_by - self.slept
    }
}

/// The time for game clocks, in milliseconds: the calendar time when the server started, advancing
/// only while the machine is awake and the server is not stopped, regardless of changes to the
/// calendar.
pub(crate) fn clock_now() -> i64 {
    static AWAKE: Mutex<Awake> = Mutex::new(Awake { looked: 0, slept: 0 });
    let (calendar, begun) = beginning();
    let mut awake = AWAKE.lock().unwrap_or_else(PoisonError::into_inner);
    calendar + awake.at(begun.elapsed().as_millis() as i64)
}

/// How far the game clock is behind the calendar: the time this server was stopped.
pub(crate) fn clock_behind() -> i64 {
    now() - clock_now()
}

/// Checks the time regularly, so that a long gap is recognised as time in which nothing ran.
pub(crate) async fn keep_looking() {
    loop {
        clock_now();
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl TimeControl {
    /// Whether the time control is reasonable.
    pub(crate) fn is_sensible(self) -> bool {
        let whole = self.minutes.checked_mul(60).and_then(|time| time.checked_add(self.seconds));
        whole.is_some_and(|time| (1..=60 * MOST_MINUTES).contains(&time))
            && self.seconds < 60
            && self.increment <= MOST_SECONDS
    }

    /// The base time, in milliseconds.
    fn whole(self) -> i64 {
        i64::from(self.minutes) * 60_000 + i64::from(self.seconds) * 1000
    }
}

impl Clock {
    /// Full clocks.
    pub(crate) fn new(control: TimeControl, players: usize, now: i64) -> Clock {
        Clock { control, left: vec![control.whole(); players], at: now, behind: 0 }
    }

    /// Resumes after the server was away, without charging that time. Returns whether it was away.
    pub(crate) fn resume(&mut self) -> bool {
        self.translate(clock_now(), clock_behind());
        self.resume_from(beginning().0)
    }

    /// Converts the start of the running clock to this server's time, since the server that wrote
    /// it may have been stopped for a different while.
    fn translate(&mut self, now: i64, behind: i64) {
        let written = (self.at + self.behind - behind).min(now);
        self.at = if self.at > now { written } else { self.at.max(written) };
        self.behind = behind;
    }

    fn resume_from(&mut self, beginning: i64) -> bool {
        let was_away = self.at < beginning;
        self.at = self.at.max(beginning);
        was_away
    }

    /// Charges the player to move, and restarts the clock.
    pub(crate) fn charge(&mut self, on_turn: Option<usize>, now: i64) {
        if let Some(seat) = on_turn {
            self.left[seat] = self.left_of(seat, now);
        }
        self.at = now;
    }

    /// Adds the increment for a move.
    pub(crate) fn reward(&mut self, seat: usize) {
        self.left[seat] += i64::from(self.control.increment) * 1000;
    }

    /// The remaining time of the player to move.
    pub(crate) fn left_of(&self, seat: usize, now: i64) -> i64 {
        self.left[seat] - (now - self.at).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_for_the_player_on_turn_alone() {
        let control = TimeControl { minutes: 1, seconds: 0, increment: 2 };
        let mut clock = Clock::new(control, 2, 1_000);
        clock.charge(None, 9_000);
        assert_eq!(clock.left, [60_000, 60_000], "nobody was on turn");
        assert_eq!(clock.left_of(1, 12_000), 57_000);
        clock.charge(Some(1), 14_000);
        clock.reward(1);
        assert_eq!(clock.left, [60_000, 57_000], "five seconds gone, two added");
        clock.charge(Some(0), 80_000);
        assert_eq!(clock.left, [-6_000, 57_000]);
    }

    #[test]
    fn time_stands_still_while_the_server_is_stopped() {
        let mut awake = Awake::default();
        assert_eq!([500, 1_000, 900].map(|now| awake.at(now)), [500, 1_000, 900]);
        // An hour without a check, then as before; a check begun earlier makes no difference.
        assert_eq!(
            [3_601_000, 3_601_500, 3_601_400].map(|now| awake.at(now)),
            [1_000, 1_500, 1_400]
        );
    }

    #[test]
    fn time_that_another_server_was_stopped_is_nobodys() {
        let control = TimeControl { minutes: 0, seconds: 10, increment: 0 };
        let written = |at: i64, behind: i64| Clock { behind, ..Clock::new(control, 2, at) };
        // By the calendar it is 102 s, and the move was made 2 s ago; each server has been stopped
        // for a while, or not.
        for (writer, reader) in [(0, 0), (12_000, 0), (0, 12_000), (5_000, 12_000), (12_000, 5_000)]
        {
            let mut clock = written(100_000 - writer, writer);
            clock.translate(102_000 - reader, reader);
            assert_eq!(clock.left_of(0, 102_000 - reader), 8_000, "{writer} {reader}");
        }
        // It has been stopped since: that time is not charged either.
        let mut clock = written(100_000, 0);
        clock.translate(102_000, 60_000);
        assert_eq!(clock.left_of(0, 102_000), 8_000);
    }

    #[test]
    fn time_stands_still_while_the_server_is_away() {
        let mut clock = Clock::new(TimeControl { minutes: 0, seconds: 60, increment: 0 }, 2, 1_000);
        // It comes back an hour later; half a minute after that the player has half a minute left.
        assert!(clock.resume_from(3_601_000));
        assert_eq!(clock.left_of(0, 3_631_000), 30_000);
        // A later write by another process counts.
        clock.at = 3_620_000;
        assert!(!clock.resume_from(3_601_000));
        assert_eq!(clock.left_of(0, 3_631_000), 49_000);
    }
}
