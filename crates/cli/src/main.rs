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
    // Whoever writes a line of the log does so from a thread of its own, so nobody keeps the stream of errors for itself.
    let mut input = io::BufReader::new(io::stdin());
    let (out_is_terminal, live) = (io::stdout().is_terminal(), io::stderr().is_terminal());
    // A file gets every byte as it is, a terminal nothing that it would obey.
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
            // What a panic has to say it has said already.
            if let Some(problem) = OutOfMemory::caught(payload) {
                let _ = writeln!(console.err, "ninefold: {problem}");
                return ExitCode::from(2);
            }
            return ExitCode::from(101);
        }
    };
    // A reader that has gone away is no reason to complain.
    let _ = console.out.flush();
    ExitCode::from(code)
}

/// A server answers from some fifty threads. The system's C library gives them up to eight heaps a processor, and what one leaves
/// behind another does not use, so that memory grows for hours though nothing is kept. How many heaps there are is settled when a
/// program begins: a server begins anew, as the same process, with two.
fn share_heaps() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        use std::os::unix::process::CommandExt;
        const HEAPS: &str = "MALLOC_ARENA_MAX";
        let mut given = std::env::args_os();
        let serves = given.len() < 2 || std::env::args_os().any(|word| word == "serve");
        // Whoever has said how many means it.
        if !serves || std::env::var_os(HEAPS).is_some() {
            return;
        }
        let Ok(program) = std::env::current_exe() else { return };
        let mut again = std::process::Command::new(program);
        if let Some(name) = given.next() {
            again.arg0(name);
        }
        // This comes back only where it fails; then the server does with what it has.
        drop(again.args(given).env(HEAPS, "2").exec());
    }
}

/// Where files may not grow beyond a size, whoever writes is told so like of a disk that fails, and the program is not ended without a word.
fn be_told_of_large_files() {
    #[cfg(unix)]
    {
        let seen = std::sync::Arc::new(false.into());
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, seen);
    }
}

/// Whoever asks for memory that is not there is told so by the runtime and aborted; for whoever started the program that is an exit
/// code like those of other refusals, not a crash.
fn exit_without_memory() {
    #[cfg(unix)]
    {
        let always = std::sync::Arc::new(true.into());
        let abort = signal_hook::consts::SIGABRT;
        // Where it cannot be arranged, the program is aborted as others are.
        let _ = signal_hook::flag::register_conditional_shutdown(abort, 2, always);
    }
}
