//! How patient everybody is.

use std::time::Duration;

/// Times and numbers on which coordinators and workers agree. The usual ones are right but for tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClusterSettings {
    /// How long the server waits for a sign of life before it gives a bundle to somebody else.
    pub patience: Duration,
    /// How often a bundle is given out before it counts as poisoned.
    pub tries: u32,
    /// How much work a bundle should be.
    pub bundle: Duration,
    /// How long a coordinator hears nothing before it looks whether what it waits for still exists.
    pub silence: Duration,
    /// On how many servers streams are kept.
    pub replicas: usize,
    /// Whether a worker runs programs that jobs name.
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
