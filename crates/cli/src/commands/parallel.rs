//! Divides work between several threads.

use std::ops::Range;

/// The results of all parts of a range, in order, each computed in its own thread.
pub(super) fn in_parts<T: Send, E: Send>(
    range: Range<u64>,
    threads: usize,
    make: impl Fn(Range<u64>) -> Result<Vec<T>, E> + Sync,
) -> Result<Vec<T>, E> {
    let share = (range.end - range.start).div_ceil(threads as u64).max(1);
    let make = &make;
    std::thread::scope(|scope| {
        let parts = range.clone().step_by(share as usize).map(|begin| {
            let end = range.end.min(begin + share);
            scope.spawn(move || make(begin..end))
        });
        let parts: Vec<_> = parts.collect();
        let mut all = Vec::new();
        for part in parts {
            all.extend(part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(all)
    })
}
