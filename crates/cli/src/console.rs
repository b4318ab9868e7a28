//! The streams a command talks to.

use std::io::{BufRead, Write};

/// Standard input, output and error, or stand-ins for them.
pub struct Console<'a> {
    /// Where lines are read from, perhaps on another thread.
    pub input: &'a mut (dyn BufRead + Send),
    /// Where answers go.
    pub out: &'a mut dyn Write,
    /// Where complaints and progress go.
    pub err: &'a mut dyn Write,
    /// Whether answers may be coloured.
    pub colour: bool,
    /// Whether somebody watches standard error, so that progress is welcome.
    pub live: bool,
}
