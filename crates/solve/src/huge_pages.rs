//! Memory for large tables, on huge pages where the system provides them.
//!
//! The tables of a slice take hundreds of megabytes and their rows are read in no particular order. With pages of 4
//! KB each row causes TLB misses, and the first write to each page interrupts the other threads. Pages of 2 MB
//! avoid nearly all of both.

/// A vector of `len` zeros.
pub(crate) fn zeros<T: Copy + Default>(len: usize) -> Vec<T> {
    let room = ninefold_core::zeros("a table", len);
    prefer_large_pages(&room);
    room
}

/// A pool of buffers for reuse.
///
/// The system clears every page that it hands out. If large tables are allocated and freed often, that takes as
/// long as much of the work on them.
#[derive(Default)]
pub(crate) struct BufferPool(Vec<Vec<u64>>);

impl BufferPool {
    /// A buffer of `len` words with arbitrary contents.
    pub(crate) fn take(&mut self, len: usize) -> Vec<u64> {
        // A small table would waste a large buffer.
        let fits = |&place: &usize| (len..=4 * len).contains(&self.0[place].capacity());
        let fitting = (0..self.0.len()).filter(fits);
        let mut room = match fitting.min_by_key(|&place| self.0[place].capacity()) {
            Some(place) => self.0.swap_remove(place),
            // Half as much again, for a larger table later; pages that are never written use no memory.
            None => zeros(len + len / 2),
        };
        room.resize(len, 0);
        room
    }

    /// Returns a buffer to the pool.
    pub(crate) fn give(&mut self, room: Vec<u64>) {
        self.0.push(room);
    }
}

/// Advises the system to use huge pages for this buffer.
#[cfg(target_os = "linux")]
fn prefer_large_pages<T>(room: &[T]) {
    use std::ffi::c_void;

    use rustix::mm::{Advice, madvise};

    const PAGE: usize = 4096;
    let bytes = size_of_val(room);
    let start = room.as_ptr() as usize;
    // The advice applies to whole pages; those at the ends may be shared with other data.
    let first = start.next_multiple_of(PAGE);
    let Some(len) = (start + bytes).checked_sub(first).map(|len| len / PAGE * PAGE) else { return };
    #[allow(unsafe_code, reason = "the system's advice on memory is a foreign function")]
    // SAFETY: the range lies within `room`, and this advice changes how memory is mapped, not its contents.
    let advised = unsafe { madvise(first as *mut c_void, len, Advice::LinuxHugepage) };
    // A system without huge pages returns an error, which is harmless.
    advised.ok();
}

/// Other systems choose their page sizes themselves.
#[cfg(not(target_os = "linux"))]
fn prefer_large_pages<T>(_room: &[T]) {}
