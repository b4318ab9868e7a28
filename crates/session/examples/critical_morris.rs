//! How often players without tables give value away in critical positions of the placing phase of morris: positions in
//! which a move can be wrong, by the full tables of a folder. They come from games between weak levels; 40 lie within the
//! book of the opening that comes with the program and 80 beyond it.
//!
//! ```text
//! cargo run --release -p ninefold-session --example critical_morris -- DATA SEED PLAYER…
//! ```

use std::error::Error;

use ninefold_core::{Notation, Player};
use ninefold_games::morris::Morris;
use ninefold_session::measure::{Choices, ChoicesRequest, choices};
use ninefold_session::{PlayerSpec, StopFlag};

/// How many positions within the book, and beyond it.
const WANTED: [usize; 2] = [40, 80];
/// The book knows all positions up to so many men placed, and so all moves of those with one fewer.
const BOOK: u32 = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "wanted: DATA SEED PLAYER…";
    let data = arguments.next().ok_or(usage)?;
    let seed = arguments.next().ok_or(usage)?.parse()?;
    let players: Result<Vec<PlayerSpec>, _> =
        arguments.map(|player| PlayerSpec::parse(&player)).collect();
    let request = ChoicesRequest {
        // Values of tables are those of the game without draw rules.
        game: "morris:draws=off".into(),
        data: Some(data.into()),
        players: players?,
        phase: Some("placing".into()),
        seed,
        stop: StopFlag::default(),
    };
    let mut found: [Vec<Choices>; 2] = Default::default();
    for number in 0.. {
        let Some(next) = choices(&request, number)? else { break };
        let part = usize::from(is_beyond_book(&next.position)?);
        if found[part].len() < WANTED[part] {
            found[part].push(next);
        }
        if [0, 1].map(|part| found[part].len()) == WANTED {
            break;
        }
    }
    for (index, player) in request.players.iter().enumerate() {
        let wrong = |part: usize| found[part].iter().filter(|one| one.lost[index] > 0).count();
        let [within, beyond] = [0, 1].map(wrong);
        println!(
            "{player}: {} wrong of {} ({within} of {} within the book, {beyond} of {} beyond)",
            within + beyond,
            WANTED[0] + WANTED[1],
            WANTED[0],
            WANTED[1]
        );
        for one in found.iter().flatten().filter(|one| one.lost[index] > 0) {
            let [all, best] = one.moves;
            println!("  {} ({best} of {all} moves keep the value)", one.position);
        }
    }
    Ok(())
}

/// Whether some move of a position leads beyond the book.
fn is_beyond_book(position: &str) -> Result<bool, Box<dyn Error>> {
    let state = Morris::default().parse_position(position)?;
    let hand: u32 = [Player::FIRST, Player::SECOND].iter().map(|&side| state.hand(side)).sum();
    Ok(2 * Morris::MEN - hand >= BOOK)
}
