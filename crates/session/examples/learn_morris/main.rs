//! Learns the weights of the evaluator `learnt` of Nine Men's Morris from full tables:
//!
//! ```text
//! cargo run --release -p ninefold-session --example learn_morris -- collect DATA GAMES SEED EXAMPLES
//! cargo run --release -p ninefold-session --example learn_morris -- fit EXAMPLES ROUNDS SEED WEIGHTS
//! ```
//!
//! The first plays GAMES and writes positions of them and near them into the file EXAMPLES, each with its value by the
//! tables of DATA. The second goes ROUNDS times through those of 19 games in 20, writes WEIGHTS, and tells after each
//! round how well the results of the other games are told. The same seeds give the same files.

mod example;
mod model;
mod play;

use std::error::Error;
use std::fs;
use std::path::Path;

use example::Example;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["collect", data, games, seed, file] => {
            let examples = play::examples(Path::new(data), games.parse()?, seed.parse()?)?;
            let bytes: Vec<u8> = examples.iter().flat_map(Example::bytes).collect();
            fs::write(file, bytes)?;
        }
        ["fit", examples, rounds, seed, weights] => {
            let bytes = fs::read(examples)?;
            let examples: Vec<Example> = bytes.as_chunks().0.iter().map(Example::read).collect();
            fs::write(weights, model::fit(&examples, rounds.parse()?, seed.parse()?))?;
        }
        _ => return Err("see the head of main.rs for the arguments".into()),
    }
    Ok(())
}
