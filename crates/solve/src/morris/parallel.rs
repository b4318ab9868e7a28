//! Distributes work among threads.

use std::sync::Mutex;

/// Lets `threads` threads process items one after another; each has its own workspace.
pub(super) fn share<T, B>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    bench: impl Fn() -> B + Sync,
    work: impl Fn(&mut B, T) + Sync,
) {
    let items = Mutex::new(items);
    let labour = || {
        let mut bench = bench();
        let take = || items.lock().unwrap_or_else(|error| error.into_inner()).next();
        while let Some(item) = take() {
            work(&mut bench, item);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(labour);
        }
        labour();
    });
}
