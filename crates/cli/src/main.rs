//! The binary: standard streams in, exit code out.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use ninefold_cli::Console;

fn main() -> ExitCode {
    let colour = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    let (mut input, mut out, mut err) =
        (io::stdin().lock(), io::stdout().lock(), io::stderr().lock());
    let mut console = Console {
        input: &mut input,
        out: &mut out,
        err: &mut err,
        colour,
        live: io::stderr().is_terminal(),
    };
    let code = ninefold_cli::run(&ninefold_session::games(), std::env::args_os(), &mut console);
    // A reader that has gone away is no reason to complain.
    let _ = console.out.flush();
    ExitCode::from(code)
}
