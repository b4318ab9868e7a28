//! Room for large tables, on large pages where the system gives them.
//!
//! The tables of a slice take hundreds of megabytes and are read row by row in no order. On pages of 4 KB each
//! such row misses the processor's table of pages, and the first write to each page interrupts the other
//! threads; pages of 2 MB take away nearly all of both.

/// So many zeros.
pub(crate) fn zeros<T: Copy + Default>(len: usize) -> Vec<T> {
    let room = ninefold_core::zeros("a table", len);
    prefer_large_pages(&room);
    room
}

/// Room that was used before and waits to be used again.
///
/// The system clears every page that it gives away, and where large tables come and go that takes as long as
/// much of the work on them.
#[derive(Default)]
pub(crate) struct BufferPool(Vec<Vec<u64>>);

impl BufferPool {
    /// Room for so many words, which are anything.
    pub(crate) fn take(&mut self, len: usize) -> Vec<u64> {
        // A small table would waste a large room.
        let fits = |&place: &usize| (len..=4 * len).contains(&self.0[place].capacity());
        let fitting = (0..self.0.len()).filter(fits);
        let mut room = match fitting.min_by_key(|&place| self.0[place].capacity()) {
            Some(place) => self.0.swap_remove(place),
            // Half as much again, for a larger table later; what is not written to takes no memory.
            None => zeros(len + len / 2),
        };
        room.resize(len, 0);
        room
    }

    /// Keeps room for later.
    pub(crate) fn give(&mut self, room: Vec<u64>) {
        self.0.push(room);
    }
}

/// Tells the system that large pages would serve this room; it may do as it likes.
#[cfg(target_os = "linux")]
fn prefer_large_pages<T>(room: &[T]) {
    use std::ffi::c_void;

    use rustix::mm::{Advice, madvise};

    const PAGE: usize = 4096;
    let bytes = size_of_val(room);
    let start = room.as_ptr() as usize;
    // Advice is given for whole pages; those at the ends may be shared with others.
    let first = start.next_multiple_of(PAGE);
    let Some(len) = (start + bytes).checked_sub(first).map(|len| len / PAGE * PAGE) else { return };
    #[allow(unsafe_code, reason = "the system's advice on memory is a foreign function")]
    // SAFETY: the range lies within `room`, and this advice changes how memory is mapped, not what it holds.
    let advised = unsafe { madvise(first as *mut c_void, len, Advice::LinuxHugepage) };
    // A system without large pages refuses, and small ones serve as well.
    advised.ok();
}

/// Other systems choose their pages themselves.
#[cfg(not(target_os = "linux"))]
fn prefer_large_pages<T>(_room: &[T]) {}
