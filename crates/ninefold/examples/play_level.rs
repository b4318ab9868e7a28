//! Plays a game against a computer, moves on standard input:
//! `cargo run --release -p ninefold --example play_level -- morris level:5`.

use std::io::{self, BufRead, Write};

use ninefold::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments.next().unwrap_or_else(|| "tictactoe".into());
    let opponent = arguments.next().unwrap_or_else(|| "level:5".into());
    let mut game = ninefold::open(&spec)?;
    let mut seats: Vec<PlayerSpec> = vec!["human".parse()?];
    for _ in 1..game.players() {
        seats.push(opponent.parse()?);
    }
    game.seat(&seats)?;
    let mut lines = io::stdin().lock().lines();
    while !game.status().over {
        println!("{}", game.status().position);
        if let Some(mv) = game.think() {
            println!("{opponent} plays {mv}");
            game.play(&mv)?;
            continue;
        }
        print!("your move, one of {}: ", game.moves().join(" "));
        io::stdout().flush()?;
        let Some(line) = lines.next() else { break };
        // A wrong move is refused with a sentence, and the game is as it was.
        if let Err(problem) = game.play(line?.trim()) {
            println!("{problem}");
        }
    }
    println!("{}", game.record(&seats));
    Ok(())
}
