//! Ctrl-C, heard once for the whole process.

use std::sync::{Mutex, OnceLock, PoisonError};

use ninefold_core::StopFlag;

/// The exit code of a process that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// What is said when Ctrl-C ends the process at once; nothing where it only raises the flag.
static PARTING: Mutex<Option<String>> = Mutex::new(None);

/// A flag that Ctrl-C raises. Whoever asks gets the same one, so that it also stops what comes next.
pub(crate) fn stop_flag() -> StopFlag {
    static STOP: OnceLock<StopFlag> = OnceLock::new();
    let hear = || {
        let stop = StopFlag::default();
        let raised = stop.clone();
        // Where the system has no such signal, nothing will raise the flag.
        let _ = ctrlc::set_handler(move || {
            let parting = PARTING.lock().unwrap_or_else(PoisonError::into_inner).take();
            match parting {
                Some(words) => leave(&words),
                None => raised.raise(),
            }
        });
        stop
    };
    STOP.get_or_init(hear).clone()
}

/// From now on Ctrl-C says these words and ends the process, whatever it waits for.
pub(crate) fn leave_with(words: String) {
    *PARTING.lock().unwrap_or_else(PoisonError::into_inner) = Some(words);
    stop_flag();
}

/// Says the last words past whoever holds the streams, since that is who waits for a line or thinks.
fn leave(words: &str) -> ! {
    #[cfg(unix)]
    let _ = rustix::io::write(std::io::stderr(), format!("\n{words}").as_bytes());
    #[cfg(not(unix))]
    let _ = words;
    std::process::exit(INTERRUPTED)
}
