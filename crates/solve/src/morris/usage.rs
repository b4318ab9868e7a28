//! The resource usage of this process.

use std::time::Duration;

/// Processor time and memory, as reported by the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The time of all threads.
    pub cpu: Duration,
    /// The peak memory in bytes.
    pub peak: u64,
}

impl Usage {
    /// The usage so far; `None` if the system does not report it.
    pub fn now() -> Option<Usage> {
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        // The name in brackets may contain spaces; user and system time are the 14th and 15th field.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks: u64 =
            fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kilobytes: u64 = peak.split_whitespace().next()?.parse().ok()?;
        // Linux reports a hundred ticks per second to every program.
        Some(Usage { cpu: Duration::from_millis(10 * ticks), peak: 1024 * kilobytes })
    }
}
