//! Ctrl-C, heard once for the whole process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// A flag that Ctrl-C raises. Whoever asks gets the same one, so that it also stops what comes next.
pub(crate) fn stop_flag() -> Arc<AtomicBool> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let hear = || {
        let stop = Arc::new(AtomicBool::new(false));
        let raised = stop.clone();
        // Where the system has no such signal, nothing will raise the flag.
        let _ = ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed));
        stop
    };
    STOP.get_or_init(hear).clone()
}
