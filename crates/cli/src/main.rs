//! The binary: standard streams in, exit code out.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use ninefold_cli::{Console, Printable};
use ninefold_core::OutOfMemory;

fn main() -> ExitCode {
    share_heaps();
    exit_without_memory();
    be_told_of_large_files();
    let colour = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    // The log is written from other threads, so the stream of errors must not stay locked.
    let mut input = io::BufReader::new(io::stdin());
    let (out_is_terminal, live) = (io::stdout().is_terminal(), io::stderr().is_terminal());
    // A file gets every byte unchanged, a terminal no control characters.
    let mut out: Box<dyn Write> = match out_is_terminal {
        true => Box::new(Printable::new(io::stdout().lock())),
        false => Box::new(io::stdout().lock()),
    };
    let mut err: Box<dyn Write> = match live {
        true => Box::new(Printable::drawing(io::stderr())),
        false => Box::new(io::stderr()),
    };
    let mut console = Console { input: &mut input, out: &mut out, err: &mut err, colour, live };
    let run = || ninefold_cli::run(&ninefold_session::games(), std::env::args_os(), &mut console);
    let code = match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
        Ok(code) => code,
        Err(payload) => {
            // The panic has already printed its message.
            if let Some(problem) = OutOfMemory::caught(payload) {
                let _ = writeln!(console.err, "ninefold: {problem}");
                return ExitCode::from(2);
            }
            return ExitCode::from(101);
        }
    };
    // A reader that has gone away is no error.
    let _ = console.out.flush();
    ExitCode::from(code)
}

/// A server answers from some fifty threads. The system's C library gives them up to eight heaps
/// per processor, and memory freed in one is not reused in another, so memory use grows for hours
/// without a leak. The number of heaps is fixed when a program starts: a server re-executes itself,
/// as the same process, with two.
fn share_heaps() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        use std::os::unix::process::CommandExt;
        const HEAPS: &str = "MALLOC_ARENA_MAX";
        let mut given = std::env::args_os();
        let serves = given.len() < 2 || std::env::args_os().any(|word| word == "serve");
        // An explicit setting is respected.
        if !serves || std::env::var_os(HEAPS).is_some() {
            return;
        }
        let Ok(program) = std::env::current_exe() else { return };
        let mut again = std::process::Command::new(program);
        if let Some(name) = given.next() {
            again.arg0(name);
        }
        // This returns only on failure; then the server runs with the default.
        drop(again.args(given).env(HEAPS, "2").exec());
    }
}

/// With a limit on file sizes, writes fail with an error as on a full disk, and the program is not
/// killed silently.
fn be_told_of_large_files() {
    #[cfg(unix)]
    {
        let seen = std::sync::Arc::new(false.into());
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, seen);
    }
}

/// The runtime reports failed allocations and aborts; this turns the abort into an exit code like
/// those of other errors, instead of a crash.
fn exit_without_memory() {
    #[cfg(unix)]
    {
        let always = std::sync::Arc::new(true.into());
        let abort = signal_hook::consts::SIGABRT;
        // If it cannot be arranged, the program aborts as others do.
        let _ = signal_hook::flag::register_conditional_shutdown(abort, 2, always);
    }
}
