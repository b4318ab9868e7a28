//! Learns the weights of the evaluator `learnt` of Nine Men's Morris from full tables, and those that guess how far a win
//! is away from tables with distances:
//!
//! ```text
//! cargo run --release -p ninefold-session --example learn_morris -- collect DATA GAMES SEED EXAMPLES
//! cargo run --release -p ninefold-session --example learn_morris -- fit EXAMPLES ROUNDS SEED WEIGHTS
//! cargo run --release -p ninefold-session --example learn_morris -- collect-wins DATA COUNT SEED EXAMPLES
//! cargo run --release -p ninefold-session --example learn_morris -- fit-distances EXAMPLES ROUNDS SEED WEIGHTS
//! ```
//!
//! The first plays GAMES and writes positions of them and near them into the file EXAMPLES, each with its value by the
//! tables of DATA. The second goes ROUNDS times through those of 19 games in 20, writes WEIGHTS, and tells after each
//! round how well the results of the other games are told. The third and the fourth do the same with lost positions and
//! their distances, COUNT of each pair of numbers of men. The same seeds give the same files.

mod example;
mod model;
mod play;
mod wins;

use std::error::Error;
use std::fs;
use std::path::Path;

use example::Example;
use model::Aim;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [what @ ("collect" | "collect-wins"), data, count, seed, file] => {
            let collect = if what == "collect" { play::examples } else { wins::examples };
            let examples = collect(Path::new(data), count.parse()?, seed.parse()?)?;
            let bytes: Vec<u8> = examples.iter().flat_map(Example::bytes).collect();
            fs::write(file, bytes)?;
        }
        [what @ ("fit" | "fit-distances"), examples, rounds, seed, weights] => {
            let aim = if what == "fit" { Aim::Share } else { Aim::Distance };
            let bytes = fs::read(examples)?;
            let examples: Vec<Example> = bytes.as_chunks().0.iter().map(Example::read).collect();
            fs::write(weights, model::fit(aim, &examples, rounds.parse()?, seed.parse()?))?;
        }
        _ => return Err("see the head of main.rs for the arguments".into()),
    }
    Ok(())
}
