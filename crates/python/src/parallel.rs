//! Processes many positions on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use ninefold_core::StopFlag;
use ninefold_session::MOST_THREADS;

/// The number of items a thread takes at once.
const PIECE: usize = 512;

/// The number of threads to use: as requested, or as the machine has.
pub(crate) fn threads(wanted: Option<usize>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    wanted.unwrap_or_else(all).clamp(1, MOST_THREADS)
}

/// Splits `0..count` into pieces, processes them on several threads, and returns the results in
/// order. Pieces are skipped once the flag is raised.
pub(crate) fn pieces<T: Send>(
    count: usize,
    threads: usize,
    stop: &StopFlag,
    work: impl Fn(std::ops::Range<usize>) -> T + Sync,
) -> Vec<T> {
    let all = count.div_ceil(PIECE);
    let next = AtomicUsize::new(0);
    let one = || {
        let mut done = Vec::new();
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= all || stop.is_raised() {
                return done;
            }
            done.push((piece, work(piece * PIECE..count.min((piece + 1) * PIECE))));
        }
    };
    let threads = threads.min(all).max(1);
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(one)).collect();
        let mut done = one();
        for other in others {
            match other.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|(piece, _)| *piece);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Processes every item with its index; pieces are skipped once the flag is raised.
pub(crate) fn each_mut<T: Send>(
    items: &mut [T],
    threads: usize,
    stop: &StopFlag,
    work: impl Fn(usize, &mut T) + Sync,
) {
    let threads = threads.min(items.len().div_ceil(PIECE));
    let left = Mutex::new(items.chunks_mut(PIECE).enumerate());
    let one = || {
        while !stop.is_raised() {
            let next = left.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((piece, items)) = next else { return };
            items.iter_mut().enumerate().for_each(|(at, item)| work(piece * PIECE + at, item));
        }
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(one)));
        one();
    });
}

/// The results of single items, in order.
pub(crate) fn each<T: Send>(
    count: usize,
    threads: usize,
    stop: &StopFlag,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let of_piece = |range: std::ops::Range<usize>| range.map(&work).collect::<Vec<T>>();
    pieces(count, threads, stop, of_piece).into_iter().flatten().collect()
}
