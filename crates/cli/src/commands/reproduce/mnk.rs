//! "M,n,k-games solver": its min-max with and without its two improvements, beside proof search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Result;
use ninefold_solve::{Request, solver};

use super::{Chapter, Lab};

/// Positions that plain min-max can still do: at most eleven empty cells.
const SMALL: [(&str, &str); 4] = [
    ("mnk:3,3,3", "000/000/000 1"),
    ("mnk:3,3,3", "120/000/000 1"),
    ("mnk:4,3,3", "010/000/000/000 2"),
    ("mnk:4,4,3", "1200/0200/0010/0001 2"),
];

/// Empty boards for proof search alone, with their published values.
const LARGE: [(&str, i32); 6] = [
    ("mnk:4,4,4", 0),
    ("mnk:5,5,4", 0),
    ("mnk:6,5,4", 1),
    ("mnk:7,6,5", 0),
    ("mnk:7,4,4", 0),
    ("mnk:7,7,5", 0),
];

fn request(game: &str, position: String) -> Request {
    Request {
        game: game.to_owned(),
        position,
        all: false,
        time: Some(Duration::from_secs(120)),
        nodes: None,
        memory: 64 << 20,
        data: None,
        stop: Arc::new(AtomicBool::new(false)),
    }
}

pub(super) fn chapter(lab: &Lab<'_>) -> Result<Chapter> {
    let mut chapter = Chapter::default();
    chapter.say("The assignment measures nothing, so there is no figure of its own to compare. Its min-max, with the first improvement (stop at a proven win), with both (a row of K − 1 open at both ends), and our proof search (df-pn), on positions that plain min-max can do. A value speaks for the player to move: 1 a win, 0 a draw, −1 a loss.");
    chapter.head(&["game", "position", "solver", "value", "nodes", "seconds"]);
    for (game, position) in SMALL {
        for one in solver(game)?.compare(&request(game, position.to_owned()))? {
            chapter.row(&[
                format!("`{game}`"),
                format!("`{position}`"),
                one.name.to_owned(),
                one.value.map_or("not proved".into(), |value| value.to_string()),
                one.nodes.to_string(),
                format!("{:.3}", one.elapsed.as_secs_f64()),
            ]);
        }
    }
    chapter.say("\nProof search on empty boards that are out of reach for the others, with the values of the literature ([mnk.md](mnk.md)):");
    chapter.head(&["game", "value", "published", "nodes", "seconds"]);
    for (game, published) in &LARGE[..lab.pick(4, LARGE.len())] {
        let position = lab.table(game)?.status().position;
        let start = Instant::now();
        let exact = solver(game)?.solve(&request(game, position), &mut |_| {})?;
        chapter.row(&[
            format!("`{game}`"),
            exact.value.map_or("not within the time".into(), |value| value.to_string()),
            published.to_string(),
            exact.nodes.to_string(),
            format!("{:.3}", start.elapsed().as_secs_f64()),
        ]);
    }
    Ok(chapter)
}
