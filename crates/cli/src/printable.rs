//! Makes output safe for a terminal: foreign names and texts may contain control characters.

use std::io::{self, Write};

const ESCAPE: u8 = 0x1b;
/// The first byte of U+0080 to U+009F, which some terminals interpret as control characters too.
const BEFORE_CONTROL: u8 = 0xc2;
/// Longer than any colour sequence.
const LONGEST_SEQUENCE: usize = 32;

/// A terminal's stream that shows control characters instead of sending them: all but line ends,
/// tabs and the sequences the program uses, colours and, on a stream that redraws its own lines,
/// cursor movements.
///
/// ```
/// use std::io::Write;
///
/// let mut out = ninefold_cli::Printable::new(Vec::new());
/// write!(out, "\u{1b}[1mbold\u{1b}[0m \u{1b}]0;title\u{7}\n").unwrap();
/// assert_eq!(String::from_utf8_lossy(out.stream()), "\u{1b}[1mbold\u{1b}[0m ␛]0;title␇\n");
/// ```
#[derive(Debug)]
pub struct Printable<W> {
    stream: W,
    draws: bool,
    /// The beginning of a sequence, until it is identified.
    held: Vec<u8>,
}

impl<W: Write> Printable<W> {
    /// For a stream of lines.
    pub fn new(stream: W) -> Printable<W> {
        Printable { stream, draws: false, held: Vec::new() }
    }

    /// For a stream that redraws its last lines.
    pub fn drawing(stream: W) -> Printable<W> {
        Printable { draws: true, ..Printable::new(stream) }
    }

    /// The underlying stream.
    pub fn stream(&self) -> &W {
        &self.stream
    }

    fn take(&mut self, byte: u8, out: &mut Vec<u8>) {
        match self.held.as_slice() {
            [] if byte == ESCAPE || byte == BEFORE_CONTROL => self.held.push(byte),
            [] => self.put(byte, out),
            [BEFORE_CONTROL] => {
                self.held.clear();
                match byte {
                    0x80..=0x9f => out.extend("\u{fffd}".bytes()),
                    _ => out.extend([BEFORE_CONTROL, byte]),
                }
            }
            [ESCAPE] if byte == b'[' => self.held.push(byte),
            [ESCAPE, b'[', ..] if byte.is_ascii_digit() || byte == b';' => {
                self.held.push(byte);
                if self.held.len() > LONGEST_SEQUENCE {
                    self.show_held(out);
                }
            }
            [ESCAPE, b'[', ..] if byte == b'm' || self.draws && b"KJAF".contains(&byte) => {
                out.append(&mut self.held);
                out.push(byte);
            }
            _ => {
                self.show_held(out);
                self.take(byte, out);
            }
        }
    }

    /// Shows a rejected sequence.
    fn show_held(&mut self, out: &mut Vec<u8>) {
        for byte in std::mem::take(&mut self.held) {
            self.put(byte, out);
        }
    }

    fn put(&self, byte: u8, out: &mut Vec<u8>) {
        match byte {
            b'\n' | b'\t' => out.push(byte),
            b'\r' if self.draws => out.push(byte),
            // The pictures of these characters are in the same order.
            0..0x20 => out.extend([0xe2, 0x90, 0x80 + byte]),
            0x7f => out.extend("␡".bytes()),
            _ => out.push(byte),
        }
    }
}

/// A foreign name or text with pictures of all control characters, including colours: those are
/// reserved for the program.
pub(crate) fn plain(text: &str) -> String {
    let picture = |letter: char| match letter {
        '\0'..=' ' if letter < ' ' => {
            char::from_u32(0x2400 + u32::from(letter)).unwrap_or('\u{fffd}')
        }
        '\u{7f}' => '␡',
        letter if letter.is_control() => '\u{fffd}',
        letter => letter,
    };
    text.chars().map(picture).collect()
}

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut out = Vec::with_capacity(bytes.len());
        for &byte in bytes {
            self.take(byte, &mut out);
        }
        self.stream.write_all(&out)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
