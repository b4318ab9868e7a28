//! Splits the input into words without copying or allocating.

use std::io::{self, BufRead};

/// Reads words separated by white space.
pub(super) struct Tokens<'a> {
    input: &'a mut dyn BufRead,
    /// Input that was read and not yet used: `at..end`.
    buffer: Box<[u8]>,
    at: usize,
    end: usize,
    /// The last word, cut after [`KEPT`] bytes.
    word: Vec<u8>,
}

/// The stored length of a word: no valid word is as long.
const KEPT: usize = 40;
const BUFFER: usize = 1 << 16;

impl<'a> Tokens<'a> {
    /// The words of an input; a byte order mark at the start is skipped.
    pub(super) fn new(input: &'a mut dyn BufRead) -> io::Result<Tokens<'a>> {
        let buffer = vec![0; BUFFER].into_boxed_slice();
        let mut tokens = Tokens { input, buffer, at: 0, end: 0, word: Vec::with_capacity(KEPT) };
        // A pipe may deliver one byte at a time.
        while tokens.end < 3 && tokens.read()? {}
        if tokens.buffer[..tokens.end].starts_with(b"\xef\xbb\xbf") {
            tokens.at = 3;
        }
        Ok(tokens)
    }

    /// The next word, or `None` at the end of the input.
    pub(super) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.word.clear();
        if !self.skip_space()? {
            return Ok(None);
        }
        loop {
            let rest = &self.buffer[self.at..self.end];
            let length = rest.iter().position(|&byte| is_space(byte)).unwrap_or(rest.len());
            let room = KEPT - self.word.len();
            self.word.extend_from_slice(&rest[..length.min(room)]);
            self.at += length;
            if self.at < self.end || !self.refill()? {
                return Ok(Some(&self.word));
            }
        }
    }

    /// The next word if it is one of the digits 0, 1 and 2 followed by space, as almost every word
    /// of a board is. Otherwise nothing is read, and [`next`](Self::next) handles it.
    pub(super) fn next_cell(&mut self) -> io::Result<Option<u8>> {
        if !self.skip_space()? {
            return Ok(None);
        }
        match self.buffer[self.at..self.end] {
            [digit @ b'0'..=b'2', after, ..] if is_space(after) => {
                self.at += 2;
                Ok(Some(digit - b'0'))
            }
            _ => Ok(None),
        }
    }

    /// A word as text for a message.
    pub(super) fn shown(word: &[u8]) -> String {
        let dots = if word.len() == KEPT { "…" } else { "" };
        format!("{}{dots}", word.escape_ascii())
    }

    /// Skips white space; returns whether a byte follows.
    fn skip_space(&mut self) -> io::Result<bool> {
        loop {
            while self.at < self.end {
                if !is_space(self.buffer[self.at]) {
                    return Ok(true);
                }
                self.at += 1;
            }
            if !self.refill()? {
                return Ok(false);
            }
        }
    }

    /// Refills the empty buffer; returns whether there was more.
    fn refill(&mut self) -> io::Result<bool> {
        (self.at, self.end) = (0, 0);
        self.read()
    }

    /// Reads once after the existing content; returns whether there was more.
    fn read(&mut self) -> io::Result<bool> {
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(count) => {
                    self.end += count;
                    return Ok(count > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// White space as defined by the C library.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | 9..=13)
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn words(text: &[u8], chunk: usize) -> Vec<Vec<u8>> {
        struct Slow<'a>(&'a [u8], usize);
        impl io::Read for Slow<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let count = self.1.min(buffer.len());
                self.0.read(&mut buffer[..count])
            }
        }
        let mut input = BufReader::with_capacity(chunk, Slow(text, chunk));
        let mut tokens = Tokens::new(&mut input).expect("readable");
        let mut words = Vec::new();
        loop {
            if let Some(cell) = tokens.next_cell().expect("readable") {
                words.push(vec![b'0' + cell]);
            } else if let Some(word) = tokens.next().expect("readable") {
                words.push(word.to_vec());
            } else {
                return words;
            }
        }
    }

    #[test]
    fn words_do_not_depend_on_how_they_arrive() {
        let text = b"\xef\xbb\xbfGEN 1\t2\r\n\r\n0  1\x0b\x0c22 \xff\xfe\x00 7";
        let wanted: [&[u8]; 8] = [b"GEN", b"1", b"2", b"0", b"1", b"22", b"\xff\xfe\x00", b"7"];
        for chunk in [1, 2, 3, 5, 100] {
            assert_eq!(words(text, chunk), wanted, "{chunk} bytes at a time");
        }
    }

    #[test]
    fn endless_words_are_cut() {
        let long = vec![b'x'; 1_000_000];
        let found = words(&long, 4096);
        assert_eq!(found, [vec![b'x'; KEPT]]);
        assert!(Tokens::shown(&found[0]).ends_with("x…"));
    }
}
