//! Times as text, in UTC. Times before 1970 are shown as its first moment: a machine whose clock is
//! that wrong still serves its page.

use std::time::{SystemTime, UNIX_EPOCH};

const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A date and the seconds since midnight.
struct Moment {
    year: u64,
    month: u64,
    day: u64,
    weekday: u64,
    seconds: u64,
    millis: u32,
}

impl Moment {
    fn of(at: SystemTime) -> Moment {
        let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
        let (days, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
        // Howard Hinnant, "chrono-compatible low-level date algorithms": eras of 400 years that begin in March.
        let shifted = days + 719_468;
        let (era, of_era) = (shifted / 146_097, shifted % 146_097);
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        Moment {
            year: year + era * 400 + next,
            month,
            day,
            weekday: days % 7,
            seconds,
            millis: since.subsec_millis(),
        }
    }

    fn clock(&self) -> String {
        let (hours, minutes) = (self.seconds / 3600, self.seconds / 60 % 60);
        format!("{hours:02}:{minutes:02}:{:02}", self.seconds % 60)
    }
}

/// A time in log format.
pub(crate) fn log_time(at: SystemTime) -> String {
    let moment = Moment::of(at);
    let Moment { year, month, day, millis, .. } = moment;
    format!("{year:04}-{month:02}-{day:02}T{}.{millis:03}Z", moment.clock())
}

/// A time in HTTP header format.
pub(crate) fn http_date(at: SystemTime) -> String {
    let moment = Moment::of(at);
    let Moment { year, day, .. } = moment;
    let weekday = DAYS[moment.weekday as usize];
    let month = MONTHS[moment.month as usize - 1];
    format!("{weekday}, {day:02} {month} {year:04} {} GMT", moment.clock())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// By `date -u -d @SECONDS`.
    #[test]
    fn moments_are_those_of_the_calendar() {
        for (seconds, text, date) in [
            (0, "1970-01-01T00:00:00.000Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400, "2000-02-29T00:00:00.000Z", "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_709_164_799, "2024-02-28T23:59:59.000Z", "Wed, 28 Feb 2024 23:59:59 GMT"),
            (4_102_444_800, "2100-01-01T00:00:00.000Z", "Fri, 01 Jan 2100 00:00:00 GMT"),
        ] {
            let at = UNIX_EPOCH + Duration::from_secs(seconds);
            assert_eq!((log_time(at).as_str(), http_date(at).as_str()), (text, date));
        }
        let before = UNIX_EPOCH - Duration::from_secs(9);
        assert_eq!(log_time(before), "1970-01-01T00:00:00.000Z");
    }
}
