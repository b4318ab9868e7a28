//! Handles Ctrl-C for the whole process.

use std::fs::File;
use std::io;
use std::sync::{Mutex, OnceLock, PoisonError};

use ninefold_core::StopFlag;

/// The exit code of a process that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// The message when Ctrl-C ends the process at once; `None` while it only raises the flag.
static PARTING: Mutex<Option<String>> = Mutex::new(None);

/// A flag that Ctrl-C raises. All callers share it, so that it also stops what comes next.
pub(crate) fn stop_flag() -> StopFlag {
    static STOP: OnceLock<StopFlag> = OnceLock::new();
    let hear = || {
        let stop = StopFlag::default();
        let raised = stop.clone();
        // On a system without this signal, nothing raises the flag.
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

/// From now on Ctrl-C prints this message and ends the process at once.
pub(crate) fn leave_with(words: String) {
    *PARTING.lock().unwrap_or_else(PoisonError::into_inner) = Some(words);
    stop_flag();
}

/// Prints the last message bypassing the streams' locks, since the thread that holds them is
/// waiting for a line or thinking.
fn leave(words: &str) -> ! {
    #[cfg(unix)]
    let _ = rustix::io::write(io::stderr(), format!("\n{words}").as_bytes());
    #[cfg(not(unix))]
    let _ = words;
    std::process::exit(INTERRUPTED)
}

/// From now on runs at low priority, and raises the flag when the input ends, since the parent
/// process has gone then.
pub(crate) fn serve_another(stop: &StopFlag) {
    #[cfg(unix)]
    let _ = rustix::process::nice(10);
    // The lock on standard input belongs to the code that runs commands, so this reads past it.
    #[cfg(unix)]
    let input = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let input = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned();
    let ending = stop.clone();
    std::thread::spawn(move || {
        if let Ok(input) = input {
            let _ = io::copy(&mut File::from(input), &mut io::sink());
        }
        ending.raise();
    });
}
