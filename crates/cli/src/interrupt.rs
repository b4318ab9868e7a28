//! Ctrl-C, heard once for the whole process.

use std::fs::File;
use std::io;
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
    let _ = rustix::io::write(io::stderr(), format!("\n{words}").as_bytes());
    #[cfg(not(unix))]
    let _ = words;
    std::process::exit(INTERRUPTED)
}

/// Works behind everybody else from now on, and raises the flag when the input ends: whoever started this process has gone.
pub(crate) fn serve_another(stop: &StopFlag) {
    #[cfg(unix)]
    let _ = rustix::process::nice(10);
    // The standard input belongs to whoever runs commands, so it is read past them.
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
