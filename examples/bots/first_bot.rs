//! A player for Ninefold in Rust, without any library: it plays the first legal move, of any game.
//!
//! ```text
//! rustc -O examples/bots/first_bot.rs -o first_bot
//! ninefold match morris "cmd(./first_bot)" random --games 20
//! ```
//!
//! docs/bots.md describes the lines it reads and writes.

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut legal = Vec::new();
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.split_once(' ').unwrap_or((line.as_str(), ""));
        match word {
            "legal" => legal = rest.split_whitespace().map(str::to_owned).collect(),
            "go" => {
                let first = legal.first().cloned().unwrap_or_default();
                writeln!(output, "move {first}")?;
                output.flush()?;
            }
            _ => {}
        }
    }
    Ok(())
}
