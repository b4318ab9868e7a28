//! Metrics for monitoring, in the text format of Prometheus.

use std::fmt::{Display, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::http::StatusCode;

/// The upper bounds of the histogram's buckets, in seconds.
const BUCKETS: [f64; 9] = [0.001, 0.005, 0.02, 0.05, 0.1, 0.3, 1.0, 5.0, 30.0];

/// All counters.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Answers by the first digit of their status.
    answers: [AtomicU64; 5],
    requests: Times,
    /// How long the store takes to save a change.
    pub(crate) store: Times,
    /// How long computers take to answer a move, from the start of their turn to the stored move.
    pub(crate) replies: Times,
}

/// A histogram of times.
#[derive(Debug, Default)]
pub(crate) struct Times {
    within: [AtomicU64; BUCKETS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Times {
    /// Adds one measurement.
    pub(crate) fn add(&self, time: Duration) {
        let seconds = time.as_secs_f64();
        if let Some(bucket) = BUCKETS.iter().position(|&end| seconds <= end) {
            self.within[bucket].fetch_add(1, Ordering::Relaxed);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }

    fn write(&self, page: &mut Page, name: &str, help: &str) {
        page.head(name, "histogram", help);
        let mut below = 0;
        for (end, count) in BUCKETS.iter().zip(&self.within) {
            below += count.load(Ordering::Relaxed);
            page.line(&format!("{name}_bucket{{le=\"{end}\"}}"), below);
        }
        let count = self.count.load(Ordering::Relaxed);
        page.line(&format!("{name}_bucket{{le=\"+Inf\"}}"), count);
        page.line(&format!("{name}_sum"), self.micros.load(Ordering::Relaxed) as f64 / 1e6);
        page.line(&format!("{name}_count"), count);
    }
}

impl Metrics {
    /// Counts an answered request.
    pub(crate) fn answered(&self, status: StatusCode, time: Duration) {
        if let Some(count) = self.answers.get(usize::from(status.as_u16() / 100) - 1) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        self.requests.add(time);
    }

    /// Adds everything to a page.
    pub(crate) fn write(&self, page: &mut Page) {
        page.head(
            "ninefold_requests_total",
            "counter",
            "answers by the first digit of their status",
        );
        for (index, count) in self.answers.iter().enumerate() {
            let name = format!("ninefold_requests_total{{status=\"{}xx\"}}", index + 1);
            page.line(&name, count.load(Ordering::Relaxed));
        }
        let requests = "time until an answer begins";
        self.requests.write(page, "ninefold_request_seconds", requests);
        self.store.write(
            page,
            "ninefold_store_seconds",
            "time until a change of a game is on disk",
        );
        let replies = "time from a computer's turn to its move on disk";
        self.replies.write(page, "ninefold_reply_seconds", replies);
    }
}

/// A page of metrics.
#[derive(Debug, Default)]
pub(crate) struct Page(pub(crate) String);

impl Page {
    /// A value that goes up and down.
    pub(crate) fn gauge(&mut self, name: &str, help: &str, value: impl Display) {
        self.head(name, "gauge", help);
        self.line(name, value);
    }

    /// A value that only grows.
    pub(crate) fn counter(&mut self, name: &str, help: &str, value: impl Display) {
        self.head(name, "counter", help);
        self.line(name, value);
    }

    fn head(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, value: impl Display) {
        let _ = writeln!(self.0, "{name} {value}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of Prometheus's buckets includes the ones below it.
    #[test]
    fn intervals_add_up() {
        let metrics = Metrics::default();
        for millis in [1, 4, 4, 90_000] {
            metrics.answered(StatusCode::OK, Duration::from_millis(millis));
        }
        metrics.answered(StatusCode::NOT_FOUND, Duration::from_millis(200));
        let mut page = Page::default();
        metrics.write(&mut page);
        for line in [
            "ninefold_requests_total{status=\"2xx\"} 4",
            "ninefold_requests_total{status=\"4xx\"} 1",
            "ninefold_request_seconds_bucket{le=\"0.001\"} 1",
            "ninefold_request_seconds_bucket{le=\"0.005\"} 3",
            "ninefold_request_seconds_bucket{le=\"30\"} 4",
            "ninefold_request_seconds_bucket{le=\"+Inf\"} 5",
            "ninefold_request_seconds_sum 90.209",
            "ninefold_request_seconds_count 5",
        ] {
            assert!(page.0.lines().any(|found| found == line), "{line}\n{}", page.0);
        }
    }
}
