//! The amount of available memory.

use std::fs;

/// The bytes of memory that this process can still allocate: the minimum of the system's free memory, the limit of
/// its control group, and its own limit. `None` if the system does not report it.
///
/// ```
/// assert!(ninefold_solve::free_memory().is_none_or(|bytes| bytes > 0));
/// ```
pub fn free_memory() -> Option<u64> {
    let known = [of_the_system(), of_the_group(), of_the_process()];
    known.into_iter().flatten().min()
}

fn of_the_system() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? << 10)
}

/// A container's limit (cgroup v2).
fn of_the_group() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let folder = format!("/sys/fs/cgroup{}", own.trim());
    let number = |file: &str| {
        fs::read_to_string(format!("{folder}/{file}")).ok()?.trim().parse::<u64>().ok()
    };
    Some(number("memory.max")?.saturating_sub(number("memory.current")?))
}

fn of_the_process() -> Option<u64> {
    const PAGE: u64 = 4096;
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let most: u64 = line.split_whitespace().next()?.parse().ok()?;
    let used = fs::read_to_string("/proc/self/statm").ok()?;
    let used: u64 = used.split_whitespace().next()?.parse().ok()?;
    Some(most.saturating_sub(used * PAGE))
}
