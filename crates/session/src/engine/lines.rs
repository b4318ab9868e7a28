//! Reads the input lines of an engine, whatever they contain.

use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, SyncSender};

use super::Event;

/// The longest line that is read: a game of some ten thousand moves.
const LONGEST_LINE: u64 = 256 << 10;

/// A piece of input.
pub(super) enum Heard {
    /// A line, without its end.
    Line(String),
    /// An invalid line, and why.
    Problem(&'static str),
    /// The end of the input.
    End,
}

/// Reads one line per request, until the end.
pub(super) fn read_lines(
    input: &mut (dyn BufRead + Send),
    asked: &Receiver<()>,
    tell: &SyncSender<Event>,
) {
    while asked.recv().is_ok() {
        let heard = next(input);
        let is_end = matches!(heard, Heard::End);
        if tell.send(Event::Heard(heard)).is_err() || is_end {
            break;
        }
    }
}

fn next(input: &mut (dyn BufRead + Send)) -> Heard {
    let mut line = Vec::new();
    match input.take(LONGEST_LINE).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => Heard::End,
        Ok(_) if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') => {
            pass_over_line(input);
            Heard::Problem("a line is too long")
        }
        Ok(_) => match String::from_utf8(line) {
            Ok(line) => Heard::Line(line.trim_end_matches(['\r', '\n']).to_owned()),
            Err(_) => Heard::Problem("a line is no text"),
        },
    }
}

/// Skips to the end of a line.
fn pass_over_line(input: &mut (dyn BufRead + Send)) {
    loop {
        let Ok(buffer) = input.fill_buf() else { return };
        let (taken, ends) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(taken);
        if ends {
            return;
        }
    }
}
