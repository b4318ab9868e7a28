//! Memory allocation that can fail without aborting.

use thiserror::Error;

/// An allocation larger than the system can provide.
///
/// A table allocated deep inside a search has no caller to return an error to. The allocation unwinds instead; the
/// code in charge catches it with [`OutOfMemory::caught`] and reports the message, so the process does not abort.
///
/// ```
/// use ninefold_core::{OutOfMemory, room_for};
///
/// let caught = std::panic::catch_unwind(|| room_for::<u64>("a table", usize::MAX / 16).len());
/// let problem = OutOfMemory::caught(caught.unwrap_err()).expect("there is no such machine");
/// assert!(problem.to_string().starts_with("there is not enough memory for a table of "));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is not enough memory for {what} of {} MB: ask for a smaller one", bytes >> 20)]
pub struct OutOfMemory {
    /// What the memory was for.
    pub what: &'static str,
    /// The number of bytes requested.
    pub bytes: usize,
}

impl OutOfMemory {
    /// Returns the payload if it is an [`OutOfMemory`]; otherwise resumes unwinding.
    pub fn caught(payload: Box<dyn std::any::Any + Send>) -> Option<OutOfMemory> {
        payload.downcast().ok().map(|problem| *problem)
    }
}

/// An empty vector with capacity for `count` items. Unwinds with [`OutOfMemory`] if that fails.
pub fn room_for<T>(what: &'static str, count: usize) -> Vec<T> {
    let mut room = Vec::new();
    if room.try_reserve_exact(count).is_err() {
        let bytes = count.saturating_mul(size_of::<T>());
        std::panic::resume_unwind(Box::new(OutOfMemory { what, bytes }));
    }
    room
}

/// A vector of `count` values with all bits zero. Unwinds with [`OutOfMemory`] if that fails. The system clears the
/// memory on first use.
pub fn zeros<T: Copy + Default>(what: &'static str, count: usize) -> Vec<T> {
    // The only way to allocate zeroed memory aborts on failure. So allocate it fallibly first; `black_box` keeps
    // the compiler from removing that allocation.
    drop(std::hint::black_box(room_for::<T>(what, count)));
    vec![T::default(); count]
}
