//! The binary: standard streams in, exit code out.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use ninefold_cli::Console;
use ninefold_core::OutOfMemory;

fn main() -> ExitCode {
    exit_without_memory();
    let colour = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    // Whoever writes a line of the log does so from a thread of its own, so nobody keeps the stream of errors for itself.
    let (mut input, mut out, mut err) =
        (io::BufReader::new(io::stdin()), io::stdout().lock(), io::stderr());
    let mut console = Console {
        input: &mut input,
        out: &mut out,
        err: &mut err,
        colour,
        live: io::stderr().is_terminal(),
    };
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
