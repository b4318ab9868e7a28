//! Nobody's name gives orders to a terminal.

use std::io::Write;

use ninefold_cli::Printable;

/// What reaches the terminal when a text comes letter by letter, as it may from a buffer.
fn sent(text: &str, draws: bool) -> String {
    let mut stream =
        if draws { Printable::drawing(Vec::new()) } else { Printable::new(Vec::new()) };
    for byte in text.bytes() {
        stream.write_all(&[byte]).unwrap();
    }
    String::from_utf8(stream.stream().clone()).unwrap()
}

#[test]
fn colours_and_letters_pass() {
    for text in ["plain\n\ttext", "\u{1b}[1;31mred\u{1b}[0m", "Grüße · ½ £ 囲碁 🦉", "\u{a0}"]
    {
        assert_eq!(sent(text, false), text);
    }
}

#[test]
fn what_a_terminal_would_obey_is_shown() {
    for (text, shown) in [
        ("a\u{1b}]0;pwn\u{7}", "a␛]0;pwn␇"),
        ("\u{1b}[2J\u{1b}[H", "␛[2J␛[H"),
        ("\u{1b}\u{1b}[31mx", "␛\u{1b}[31mx"),
        ("\u{1b}[6n", "␛[6n"),
        ("x\r\u{8}\u{7f}\u{0}", "x␍␈␡␀"),
        ("\u{9b}31m \u{85}", "\u{fffd}31m \u{fffd}"),
        ("\u{1b}Pq\u{1b}\\", "␛Pq␛\\"),
    ] {
        assert_eq!(sent(text, false), shown);
    }
    let long = format!("\u{1b}[{}m", "1;".repeat(100));
    assert_eq!(sent(&long, false), long.replace('\u{1b}', "␛"));
}

#[test]
fn a_stream_that_draws_over_its_lines_does_so() {
    for text in ["\r\u{1b}[K12 %", "\u{1b}[3A\u{1b}[J", "\u{1b}[2F\u{1b}[J"] {
        assert_eq!(sent(text, true), text);
    }
    assert_eq!(sent("\r\u{1b}[K", false), "␍␛[K");
    assert_eq!(sent("\u{1b}[2J\u{1b}]0;t\u{7}", true), "\u{1b}[2J␛]0;t␇");
}
