//! Explains to its author why a program does not start.

use std::fs::File;
use std::io::{self, Read};

use ninefold_core::quote;

/// The system's error for a file of unknown format.
const NO_FORMAT: i32 = 8;
/// The exit code of a shell or `env` that does not find a program.
pub(super) const NOT_FOUND: i32 = 127;
/// How executables of this system begin.
const BINARY: &[u8] = b"\x7fELF";
/// The longest first line that is examined.
const LONGEST: u64 = 256;

/// Why a program does not start.
pub(super) fn cannot_start(program: &str, problem: &io::Error) -> String {
    use io::ErrorKind::{NotFound, PermissionDenied};
    let named = quote(program);
    let why = match (problem.kind(), first_line(program)) {
        (NotFound, None) => format!("there is no program {named}"),
        (NotFound, Some(line)) => missing(program, &line),
        (PermissionDenied, _) => format!("{named} may not be run, is it executable? (chmod +x)"),
        (_, Some(line)) if problem.raw_os_error() == Some(NO_FORMAT) => {
            match line.starts_with(BINARY) {
                true => format!("{named} is a program for another kind of machine"),
                false => format!(
                    "{named} does not say what runs it; its first line must be one such as #!/usr/bin/env python3, or say cmd(python3 {program})"
                ),
            }
        }
        _ => problem.to_string(),
    };
    format!("cannot be started: {why}")
}

/// What is wrong with the first line of a program that was started but did not find its
/// interpreter.
pub(super) fn lost_interpreter(program: &str) -> Option<String> {
    let line = first_line(program)?;
    (line.starts_with(b"#!") && line.ends_with(b"\r")).then(|| missing(program, &line))
}

/// What a program's first line requires that is missing.
fn missing(program: &str, line: &[u8]) -> String {
    let (named, line) = (quote(program), String::from_utf8_lossy(line));
    match line.strip_prefix("#!") {
        Some(asked) if asked.ends_with('\r') => format!(
            "the lines of {named} end as on Windows, so its first asks for a program whose name ends in a carriage return; save it \
             with the line ends of Unix (sed -i 's/\\r$//' {program})"
        ),
        Some(asked) => format!(
            "the first line of {named} asks for {}, which is not there",
            quote(asked.trim())
        ),
        None => format!("{named} is there, but something that it needs to run is not"),
    }
}

/// The first line of a file, without its end; `None` if there is no such file.
fn first_line(program: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(program).ok()?.take(LONGEST).read_to_end(&mut bytes).ok()?;
    bytes.split(|byte| *byte == b'\n').next().map(<[u8]>::to_vec)
}
