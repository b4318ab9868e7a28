//! Counts the leaves of a game tree, the oldest test of a move generator:
//! `cargo run --release -p ninefold --example perft -- morris 6`.

use std::time::Instant;

use ninefold::prelude::*;

/// What to do with a game once its type is known: count.
struct Count {
    depth: u32,
}

impl Host for Count {
    type Output = u64;

    /// Called with the concrete type of the game, so that nothing is looked up at run time in here.
    fn receive<G: View>(self, game: G, _spec: String) -> u64 {
        perft(&mut Path::from_start(game), self.depth)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments.next().unwrap_or_else(|| "morris".into());
    let deepest: u32 = arguments.next().map_or(Ok(5), |text| text.parse())?;
    let registry: Registry<Count> = ninefold::games::registry();
    for depth in 1..=deepest {
        let start = Instant::now();
        let leaves = registry.open(&spec, Count { depth })?;
        println!("{depth} {leaves} ({:.3} s)", start.elapsed().as_secs_f64());
    }
    Ok(())
}
