//! "M,n,k-games solver": its min-max with and without its two improvements, compared with proof
//! search.

mod examples;

use std::time::Duration;

use anyhow::Result;
use ninefold_core::StopFlag;
use ninefold_session::{Games, Setup};
use ninefold_solve::mnk::Asked;
use ninefold_solve::{Budget, Request};
use serde_json::json;

use super::chapter::{Chapter, Verdict};
use super::lab::Lab;
use super::open;
use crate::assignment::{Compared, MOST_POSITIONS, compare_within};
use ninefold_arena::plots::{Axes, Series, lines};

/// Positions that plain min-max can still solve: at most eleven empty cells.
pub(super) const SMALL: [(&str, &str); 4] = [
    ("mnk:3,3,3", "000/000/000 1"),
    ("mnk:3,3,3", "120/000/000 1"),
    ("mnk:4,3,3", "010/000/000/000 2"),
    ("mnk:4,4,3", "1200/0200/0010/0001 2"),
];

/// Empty boards for proof search alone, with their published values.
pub(super) const LARGE: [(&str, i32); 6] = [
    ("mnk:4,4,4", 0),
    ("mnk:5,5,4", 0),
    ("mnk:6,5,4", 1),
    ("mnk:7,6,5", 0),
    ("mnk:7,4,4", 0),
    ("mnk:7,7,5", 0),
];

fn request(stop: &StopFlag, game: &str, position: String) -> Request {
    Request {
        budget: Budget {
            time: Some(Duration::from_secs(120)),
            memory: 64 << 20,
            stop: stop.clone(),
            ..Budget::default()
        },
        ..Request::new(game.to_owned(), position)
    }
}

/// A line of the comparison: solver, value, nodes, seconds.
pub(super) type Solved = Vec<(String, Option<i32>, u64, f64)>;

/// A small position by all solvers that need no more than this many nodes.
pub(super) fn small(stop: &StopFlag, at: usize, most: u64) -> Result<Solved> {
    let (game, position) = SMALL[at];
    let line =
        |one: Compared| (one.name.to_owned(), one.value, one.nodes, one.elapsed.as_secs_f64());
    let compared = compare_within(&request(stop, game, position.to_owned()), most)?;
    Ok(compared.into_iter().filter(|one| !one.left_out).map(line).collect())
}

/// An empty board by proof search, only its value: value, nodes, seconds.
pub(super) fn large(games: &Games, stop: &StopFlag, at: usize) -> Result<(Option<i32>, u64, f64)> {
    let game = LARGE[at].0;
    let session = open(games, (game.to_owned(), Setup::default()))?;
    let request = request(stop, game, session.status().position);
    let found = Asked::read(&request)?.value_alone(&request)?;
    Ok((found.value.map(i32::from), found.nodes, found.elapsed.as_secs_f64()))
}

pub(super) fn chapter(lab: &Lab<'_>) -> Result<Chapter> {
    let mut chapter = Chapter::default();
    examples::all(&mut chapter)?;
    chapter.say("\n**Positions visited.** The assignment measures nothing, so there is no figure of its own to compare. Here are its min-max plain, with the first improvement (stop at a proven win), with both (a row of K − 1 open at both ends), and our proof search (df-pn), on positions that plain min-max can do. A value speaks for the player to move: 1 a win, 0 a draw, −1 a loss. The seconds of this chapter are by the clock on the wall.");
    chapter.head(&["game", "position", "solver", "value", "nodes", "of plain", "seconds"]);
    let stop = &lab.stop;
    let about = json!({ "mnk small": SMALL });
    let one = |at: usize| small(stop, at, MOST_POSITIONS).map(Some);
    let measured = lab.measure("small positions", about, SMALL.len(), 1, &one)?;
    let (mut agreed, mut fewer) = (true, true);
    let mut dots: Vec<(String, Vec<(f64, f64)>)> = Vec::new();
    for (number, ((game, position), solved)) in SMALL.iter().zip(&measured.found).enumerate() {
        let plain = solved.first().map_or(1, |(_, _, nodes, _)| *nodes).max(1);
        agreed &= solved.windows(2).all(|pair| pair[0].1 == pair[1].1 && pair[0].1.is_some());
        fewer &=
            solved.iter().take(3).collect::<Vec<_>>().windows(2).all(|pair| pair[0].2 >= pair[1].2);
        for (place, (name, value, nodes, seconds)) in solved.iter().enumerate() {
            chapter.row(&[
                format!("`{game}`"),
                format!("`{position}`"),
                name.clone(),
                value.map_or("not proved".into(), |value| value.to_string()),
                nodes.to_string(),
                format!("{:.2} %", 100.0 * *nodes as f64 / plain as f64),
                format!("{seconds:.4}"),
            ]);
            if dots.len() <= place {
                dots.push((name.clone(), Vec::new()));
            }
            dots[place].1.push((number as f64 + 1.0, (*nodes).max(1) as f64));
        }
    }
    let title = "Positions visited by four solvers";
    let axes = Axes { title, x: "position of the table", y: "positions", logarithmic: true };
    let series: Vec<Series> =
        dots.into_iter().map(|(name, points)| Series::line(name, points)).collect();
    chapter.picture("mnk-nodes", title, lines(&axes, &series));
    chapter.say("\nProof search on empty boards that are out of reach for the others, with the values of the literature ([mnk.md](mnk.md)):");
    chapter.head(&["game", "value", "published", "nodes", "seconds"]);
    let boards = &LARGE[..lab.pick(4, LARGE.len())];
    let about = json!({ "mnk large, value alone": LARGE.map(|(game, _)| game) });
    let catalogue = lab.games;
    let one = |at: usize| large(catalogue, stop, at).map(Some);
    let empty = lab.measure("empty boards", about, boards.len(), 1, &one)?;
    let mut published_too = true;
    for ((game, published), (value, nodes, seconds)) in boards.iter().zip(&empty.found) {
        published_too &= *value == Some(*published);
        chapter.row(&[
            format!("`{game}`"),
            value.map_or("not within the time".into(), |value| value.to_string()),
            published.to_string(),
            nodes.to_string(),
            format!("{seconds:.3}"),
        ]);
    }
    chapter.claim(
        "all solvers must answer alike",
        if agreed { "they do in every position" } else { "not in every position" },
        Verdict::of(agreed),
    );
    chapter.claim(
        "each improvement saves work",
        if fewer { "never more positions, mostly far fewer" } else { "not in every position" },
        Verdict::of(fewer),
    );
    chapter.claim(
        "(literature) the values of the empty boards",
        if published_too { "all found again" } else { "see the table" },
        Verdict::of(published_too),
    );
    chapter.conclude("What was expected, and what was found");
    Ok(chapter)
}
