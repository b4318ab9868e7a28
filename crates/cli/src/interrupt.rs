//! Ctrl-C, heard once for the whole process.

use std::sync::OnceLock;

use ninefold_core::StopFlag;

/// A flag that Ctrl-C raises. Whoever asks gets the same one, so that it also stops what comes next.
pub(crate) fn stop_flag() -> StopFlag {
    static STOP: OnceLock<StopFlag> = OnceLock::new();
    let hear = || {
        let stop = StopFlag::default();
        let raised = stop.clone();
        // Where the system has no such signal, nothing will raise the flag.
        let _ = ctrlc::set_handler(move || raised.raise());
        stop
    };
    STOP.get_or_init(hear).clone()
}
