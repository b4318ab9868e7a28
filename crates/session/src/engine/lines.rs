//! Lines of whoever speaks to an engine, whatever they hold.

use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, SyncSender};

use super::Event;

/// The longest line that is read: a game of some ten thousand moves.
const LONGEST_LINE: u64 = 256 << 10;

/// What came.
pub(super) enum Heard {
    /// A line, without its end.
    Line(String),
    /// A line that is none, and why.
    Problem(&'static str),
    /// There is no more.
    End,
}

/// Reads a line whenever it is asked for one, until the end.
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

/// Reads on to the end of a line.
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
