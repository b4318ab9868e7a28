//! Timeouts and limits.

use std::time::Duration;

/// The times and numbers that coordinators and workers agree on. Only tests need other values than
/// the default ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClusterSettings {
    /// How long the server waits for a sign of life before it delivers a bundle again.
    pub patience: Duration,
    /// The number of deliveries after which a bundle counts as poisoned.
    pub tries: u32,
    /// The intended work time of a bundle.
    pub bundle: Duration,
    /// How long a coordinator hears nothing before it checks whether its bundles still exist.
    pub silence: Duration,
    /// The number of replicas of a stream.
    pub replicas: usize,
    /// Whether a worker runs programs named in jobs.
    pub programs: bool,
}

impl Default for ClusterSettings {
    fn default() -> ClusterSettings {
        ClusterSettings {
            patience: Duration::from_secs(10),
            tries: 5,
            bundle: Duration::from_millis(600),
            silence: Duration::from_secs(15),
            replicas: 1,
            programs: false,
        }
    }
}
