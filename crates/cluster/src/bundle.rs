//! Groups of sets: enough work to be worth a message, little enough to lose.

use std::collections::BTreeSet;
use std::io::Read;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use ninefold_arena::{Job, Play, SetResult, Stage};
use ninefold_core::StopFlag;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::ClusterSettings;

/// Sets for one worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Bundle {
    /// The number of its first set.
    #[serde(rename = "chunk")]
    pub(crate) first: u64,
    /// The sets; at least one, unless there is a task.
    pub(crate) jobs: Vec<Job>,
    /// Work other than games, as text that the worker understands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) task: Option<String>,
}

/// The outcome of a bundle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Answer {
    /// It was played.
    Played {
        /// The worker.
        worker: String,
        /// The results, in the order of the jobs.
        results: Vec<SetResult>,
    },
    /// Its task was done.
    Done {
        /// The worker.
        worker: String,
        /// The result.
        result: String,
    },
    /// It was abandoned.
    Poisoned {
        /// The worker.
        worker: String,
        /// The reason.
        why: String,
    },
}

/// A message that unpacks to more than this is not ours.
const MOST_TEXT: u64 = 256 << 20;

/// The most text that a bundle's results should have; compressed it is much smaller.
const ENOUGH_TEXT: usize = 2 << 20;

/// The most sets in a bundle.
const MOST_SETS: usize = 4096;

/// Serialises a value for a message: JSON, compressed.
pub(crate) fn pack<T: Serialize>(value: &T) -> Bytes {
    let text = serde_json::to_vec(value).unwrap_or_default();
    Bytes::from(zstd::bulk::compress(&text, 1).unwrap_or_default())
}

/// The value of a message.
pub(crate) fn unpack<T: DeserializeOwned>(message: &[u8]) -> Result<T, String> {
    let unreadable = |problem: &dyn std::fmt::Display| format!("it cannot be read: {problem}");
    let decoder = zstd::stream::read::Decoder::new(message).map_err(|p| unreadable(&p))?;
    let mut text = Vec::new();
    decoder.take(MOST_TEXT).read_to_end(&mut text).map_err(|problem| unreadable(&problem))?;
    serde_json::from_slice(&text).map_err(|problem| unreadable(&problem))
}

/// The missing sets of a stage, in bundles. Bundle boundaries do not depend on which sets are
/// missing, so a restarted coordinator refers to the same bundles.
pub(crate) fn bundles(stage: &Stage<'_>, size: usize) -> Vec<Bundle> {
    let missing: BTreeSet<u64> = stage.missing.iter().map(|job| job.set).collect();
    let bundle = |jobs: &[Job]| {
        let is_missing = |job: &&Job| missing.contains(&job.set);
        let (first, jobs) = (jobs[0].set, jobs.iter().filter(is_missing).cloned().collect());
        Bundle { first, jobs, task: None }
    };
    let all = stage.jobs.chunks(size.max(1)).map(bundle);
    all.filter(|bundle| !bundle.jobs.is_empty()).collect()
}

/// Some sets played locally, and how many of their kind make a bundle.
pub(crate) struct Sample {
    pub(crate) results: Vec<SetResult>,
    pub(crate) size: usize,
}

/// Plays the first sets locally to learn how long they take. Slow sets are left to the workers, one
/// per bundle.
pub(crate) fn sample(
    play: &Play,
    jobs: &[Job],
    stop: &StopFlag,
    settings: &ClusterSettings,
) -> Sample {
    let most = settings.bundle / 2;
    let patience = 3 * settings.bundle;
    let enough = StopFlag::default();
    let (send, receive) = mpsc::channel();
    // Most of the work is for the workers, however quick it is.
    let count = (jobs.len() / 4).clamp(1, 256).min(jobs.len());
    let (play, jobs, inside) = (play.clone(), jobs[..count].to_vec(), enough.clone());
    std::thread::spawn(move || {
        let start = Instant::now();
        for job in &jobs {
            let result = play(job, &inside);
            let sent = result.map(|result| send.send((result, start.elapsed())).is_ok());
            if sent != Some(true) || start.elapsed() > most {
                break;
            }
        }
    });
    let start = Instant::now();
    let (mut results, mut took) = (Vec::new(), Duration::ZERO);
    while start.elapsed() < patience && !stop.is_raised() {
        match receive.recv_timeout(Duration::from_millis(20)) {
            Ok((result, elapsed)) => {
                took = elapsed;
                results.push(result);
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    enough.raise();
    let size = if results.is_empty() {
        1
    } else {
        let text = serde_json::to_vec(&results).map_or(0, |text| text.len()) / results.len();
        let each = took.as_secs_f64() / results.len() as f64;
        let by_time = (settings.bundle.as_secs_f64() / each.max(1e-9)).round() as usize;
        by_time.min(ENOUGH_TEXT / text.max(1)).clamp(1, MOST_SETS)
    };
    Sample { results, size }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn job(set: u64) -> Job {
        Job {
            run: 1,
            set,
            seed: set,
            games: 2,
            game: "toy".into(),
            opening: 0,
            plies: 9,
            entrants: vec![0, 1],
            players: vec!["a".into(), "b".into()],
            line: None,
            adjudicate: false,
            times: false,
            clock: None,
        }
    }

    #[test]
    fn bundles_begin_where_they_always_do() {
        let jobs: Vec<Job> = (10..20).map(job).collect();
        let sets = |missing: &[Job]| -> Vec<(u64, Vec<u64>)> {
            let stage = Stage { number: 1, jobs: &jobs, missing };
            let all = bundles(&stage, 4).into_iter();
            all.map(|b| (b.first, b.jobs.iter().map(|job| job.set).collect())).collect()
        };
        let whole = [(10, vec![10, 11, 12, 13]), (14, vec![14, 15, 16, 17]), (18, vec![18, 19])];
        assert_eq!(sets(&jobs), whole);
        assert_eq!(sets(&jobs[5..9]), [(14, vec![15, 16, 17]), (18, vec![18])]);
        assert_eq!(sets(&[]), []);
    }

    #[test]
    fn what_is_packed_is_unpacked_and_nothing_else_is() {
        let bundle = Bundle { first: 3, jobs: (3..400).map(job).collect(), task: None };
        let packed = pack(&bundle);
        assert_eq!(unpack::<Bundle>(&packed), Ok(bundle));
        assert!(packed.len() < 20_000, "{} bytes", packed.len());
        for wrong in [&b"nonsense"[..], b"", &packed[..packed.len() / 2], &pack(&7)] {
            let told = unpack::<Bundle>(wrong).expect_err("no bundle");
            assert!(told.starts_with("it cannot be read: "), "{told}");
        }
    }

    #[test]
    fn a_bundle_is_as_large_as_the_first_sets_suggest() {
        let settings =
            ClusterSettings { bundle: Duration::from_millis(200), ..ClusterSettings::default() };
        let play: Play = Arc::new(|job, stop| {
            let end = Instant::now() + Duration::from_secs(if job.seed == 0 { 600 } else { 0 });
            while Instant::now() < end && !stop.is_raised() {
                std::thread::yield_now();
            }
            (job.seed > 0).then(|| SetResult { run: 1, set: job.set, games: Vec::new() })
        });
        let stop = StopFlag::default();
        let jobs: Vec<Job> = (1..13).map(job).collect();
        let quick = sample(&play, &jobs, &stop, &settings);
        assert_eq!(quick.results.len(), 3);
        assert!(quick.size > 1 && quick.size <= MOST_SETS);
        let slow = sample(&play, &[job(0), job(1)], &stop, &settings);
        assert_eq!((slow.results.len(), slow.size), (0, 1));
    }
}
