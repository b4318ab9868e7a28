//! The streams of a command.

use std::io::{BufRead, Write};

/// Standard input, output and error, or stand-ins for them.
pub struct Console<'a> {
    /// Input lines, which may be read in another thread.
    pub input: &'a mut (dyn BufRead + Send),
    /// Output.
    pub out: &'a mut dyn Write,
    /// Errors and progress.
    pub err: &'a mut dyn Write,
    /// Whether output may be coloured.
    pub colour: bool,
    /// Whether standard error is a terminal, so that progress is shown.
    pub live: bool,
}
