//! Learns the numbers of the evaluator `learnt` of gomoku from games of the engine with `threats` against itself:
//!
//! ```text
//! cargo run --release -p ninefold-search --example learn_gomoku -- collect GAMES NODES SEED EXAMPLES
//! cargo run --release -p ninefold-search --example learn_gomoku -- fit EXAMPLES ROUNDS SEED WEIGHTS
//! ```
//!
//! The first plays GAMES with NODES positions a move and writes into the file EXAMPLES what the search said of each position;
//! the second goes ROUNDS times through those of 19 games in 20, writes WEIGHTS, and tells after each round how well the others
//! are told. The same seeds give the same files.

mod fit;
mod play;
mod position;
mod table;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["collect", games, nodes, seed, file] => {
            play::collect(games.parse()?, nodes.parse()?, seed.parse()?, file.as_ref())?;
        }
        ["fit", examples, rounds, seed, weights] => {
            let text = std::fs::read_to_string(examples)?;
            std::fs::write(weights, fit::fit(&text, rounds.parse()?, seed.parse()?))?;
        }
        _ => return Err("see the head of main.rs for the arguments".into()),
    }
    Ok(())
}
