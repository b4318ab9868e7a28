//! What this process has used so far.

use std::time::Duration;

/// Processor time and memory, as the system tells them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The time of all threads together.
    pub cpu: Duration,
    /// The most memory at any time, in bytes.
    pub peak: u64,
}

impl Usage {
    /// What was used until now; nothing where the system does not tell.
    pub fn now() -> Option<Usage> {
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        // The name in brackets may hold spaces; user and system time are the 14th and 15th field.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks: u64 =
            fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kilobytes: u64 = peak.split_whitespace().next()?.parse().ok()?;
        // Linux counts a hundred ticks a second for every program.
        Some(Usage { cpu: Duration::from_millis(10 * ticks), peak: 1024 * kilobytes })
    }
}
