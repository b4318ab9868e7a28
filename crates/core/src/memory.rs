//! Memory that is not there.

use thiserror::Error;

/// Something needs more memory than the system gives.
///
/// Where a table is made deep inside a search, there is no caller to return an error to: the code in charge catches the unwinding
/// ([`OutOfMemory::caught`]) and reports the sentence, so that the process is not aborted.
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
    /// What it was to be.
    pub what: &'static str,
    /// How much was wanted.
    pub bytes: usize,
}

impl OutOfMemory {
    /// What was caught, if it is this; otherwise it goes on.
    pub fn caught(payload: Box<dyn std::any::Any + Send>) -> Option<OutOfMemory> {
        payload.downcast().ok().map(|problem| *problem)
    }
}

/// An empty list with room for so many, or an unwinding with [`OutOfMemory`] in it.
pub fn room_for<T>(what: &'static str, count: usize) -> Vec<T> {
    let mut room = Vec::new();
    if room.try_reserve_exact(count).is_err() {
        let bytes = count.saturating_mul(size_of::<T>());
        std::panic::resume_unwind(Box::new(OutOfMemory { what, bytes }));
    }
    room
}

/// So many values of no bits, or an unwinding with [`OutOfMemory`] in it. The system clears the room when it is first used.
pub fn zeros<T: Copy + Default>(what: &'static str, count: usize) -> Vec<T> {
    // Room that the system clears is asked for in one way only, and that aborts. So it is asked for twice; a compiler that saw
    // through it would leave out the first.
    drop(std::hint::black_box(room_for::<T>(what, count)));
    vec![T::default(); count]
}
