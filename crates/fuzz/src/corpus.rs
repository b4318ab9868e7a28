//! Inputs that are kept: a file for each target, a line for each input, written as Rust writes bytes.

use std::path::{Path, PathBuf};

use crate::Target;

/// Where the inputs of a target are kept.
pub fn file(target: &Target) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(format!("{}.txt", target.name))
}

/// An input as a line.
///
/// ```
/// use ninefold_fuzz::corpus::{read, written};
///
/// assert_eq!(written(b"morris\n\"w\" \xff"), r#"morris\n\"w\" \xff"#);
/// assert_eq!(read(r#"morris\n\"w\" \xff"#), Some(b"morris\n\"w\" \xff".to_vec()));
/// ```
pub fn written(input: &[u8]) -> String {
    input.escape_ascii().to_string()
}

/// The input that a line stands for; nothing if it is not one of ours.
pub fn read(line: &str) -> Option<Vec<u8>> {
    let mut letters = line.bytes();
    let mut input = Vec::new();
    while let Some(letter) = letters.next() {
        input.push(match letter {
            b'\\' => match letters.next()? {
                b't' => b'\t',
                b'r' => b'\r',
                b'n' => b'\n',
                b'x' => {
                    let mut digit = || char::from(letters.next()?).to_digit(16);
                    (digit()? * 16 + digit()?) as u8
                }
                quoted @ (b'\\' | b'\'' | b'"') => quoted,
                _ => return None,
            },
            letter => letter,
        });
    }
    Some(input)
}
