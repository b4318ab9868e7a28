//! "Modelling and implementation of 9tka game with Max^N algorithm": time a step, and how good it is.

use std::time::Instant;

use anyhow::Result;
use ninefold_arena::Schedule;
use ninefold_desk::{Opener, PlayerSpec, Setup};

use super::{Chapter, Lab, share};
use crate::commands::open;
use crate::plots::{Axes, Series, lines};

/// What the paper says of each number of players: the average of a move in milliseconds, and how many of its
/// 40 games people won.
const PAPER: [(usize, f64, [usize; 8]); 3] = [
    (2, 180.0, [4, 2, 1, 2, 2, 3, 1, 3]),
    (3, 270.0, [4, 0, 1, 4, 2, 2, 2, 2]),
    (4, 541.0, [1, 1, 0, 2, 1, 1, 2, 2]),
];

/// The mean time and nodes of each player's n-th move.
fn steps(lab: &Lab<'_>, players: usize, spec: &str, games: usize) -> Result<Vec<(f64, f64)>> {
    let player = PlayerSpec::parse(spec)?;
    let mut sums: Vec<(f64, f64, f64)> = Vec::new();
    for seed in 0..games as u64 {
        let setup = Opener::Setup(Setup { seed, ..Setup::default() });
        let mut table = open(lab.games, (format!("9tka:{players}"), setup))?;
        let mut moved = vec![0; players];
        while table.status().to_move > 0 {
            let seat = table.status().to_move - 1;
            let start = Instant::now();
            let advice = table.advise(&player)?;
            let time = start.elapsed().as_secs_f64() * 1000.0;
            let Some(best) = advice.best else { break };
            // Placing is by the paper's random rules and visits no positions.
            if advice.nodes > 0 {
                let step: usize = moved[seat];
                moved[seat] += 1;
                sums.resize(sums.len().max(step + 1), (0.0, 0.0, 0.0));
                let sum = &mut sums[step];
                *sum = (sum.0 + time, sum.1 + advice.nodes as f64, sum.2 + 1.0);
            }
            table.play(&best)?;
        }
    }
    Ok(sums.into_iter().map(|(time, nodes, count)| (time / count, nodes / count)).collect())
}

/// Least squares through the logarithms: the value at step 0 and the factor a step.
fn exponential(values: &[f64]) -> (f64, f64) {
    let points: Vec<(f64, f64)> = values
        .iter()
        .enumerate()
        .map(|(step, value)| (step as f64 + 1.0, value.max(1e-6).ln()))
        .collect();
    let count = points.len().max(1) as f64;
    let mean = |f: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>() / count;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let slope = mean(&|p| (p.0 - x) * (p.1 - y)) / mean(&|p| (p.0 - x).powi(2)).max(1e-12);
    ((y - slope * x).exp(), slope.exp())
}

pub(super) fn chapter(lab: &Lab<'_>) -> Result<Chapter> {
    let mut chapter = Chapter::default();
    chapter.say("**Time a step.** The paper's computer looks players + 3 turns ahead. Its average move took less than 180, 270 and 541 ms for two, three and four players, and the time fell exponentially with the step (its figure 7). `plainmaxn` is the recursion of the literature; `maxn` finds the same moves with a table and bounds.");
    let games = lab.games_of(1, 5);
    chapter.head(&[
        "players",
        "search",
        "ms a move",
        "paper",
        "first step",
        "fit: ms at step 0 × factor a step",
        "nodes a move",
        "nodes at the first step",
    ]);
    let mut series = Vec::new();
    for (players, paper, _) in PAPER {
        for search in ["plainmaxn", "maxn"] {
            let steps = steps(lab, players, search, games)?;
            let times: Vec<f64> = steps.iter().map(|step| step.0).collect();
            let mean = |values: &mut dyn Iterator<Item = f64>| {
                values.sum::<f64>() / steps.len().max(1) as f64
            };
            let (scale, factor) = exponential(&times);
            let nodes = mean(&mut steps.iter().map(|step| step.1));
            chapter.row(&[
                players.to_string(),
                search.to_owned(),
                format!("{:.2}", mean(&mut times.iter().copied())),
                format!("{paper:.0}"),
                format!("{:.1} ms", times.first().copied().unwrap_or_default()),
                format!("{scale:.1} × {factor:.2}"),
                format!("{nodes:.0}"),
                format!("{:.0}", steps.first().map_or(0.0, |step| step.1)),
            ]);
            let points =
                times.iter().enumerate().map(|(step, time)| (step as f64 + 1.0, *time)).collect();
            series.push(Series { label: format!("{search}, {players} players"), points });
        }
    }
    let axes = Axes { title: "Time a move by step", x: "step", y: "ms", logarithmic: true };
    chapter.picture("reproduction-9tka-time", "Time a move by step", lines(&axes, &series));
    chapter.say(format!("Means over {games} games a line; a straight line in the logarithmic picture is an exponential. Machines and languages differ, so only the shape can be compared with the paper's."));
    chapter.say("\n**Against weaker players, by seat.** One `maxn` and otherwise random players, every placement in every rotation.");
    chapter.head(&["players", "games", "maxn wins", "an even share", "by seat"]);
    for (players, ..) in PAPER {
        let mut entrants = vec![("maxn", "maxn".to_owned())];
        let names = ["random 1", "random 2", "random 3"];
        entrants.extend(
            names[..players - 1]
                .iter()
                .enumerate()
                .map(|(i, name)| (*name, format!("random:place=literal,seed={}", i + 1))),
        );
        let games = lab.games_of(6 * players, 40 * players);
        let (plan, results) =
            lab.tournament(&format!("9tka:{players}"), &entrants, Schedule::RoundRobin, games, 0)?;
        let rows = ninefold_arena::rows(&results, plan.entrants.len(), players);
        let row = &rows[0];
        let seats: Vec<String> =
            row.seats.iter().map(|seat| format!("{} of {}", seat.wins, seat.games())).collect();
        chapter.row(&[
            players.to_string(),
            row.total.games().to_string(),
            share(row.total.wins as usize, row.total.games() as usize),
            format!("{:.0} %", 100.0 / players as f64),
            seats.join(", "),
        ]);
    }
    chapter.say("\n**The paper's table 1, recomputed.** Eight people played five games against each number of computers.");
    chapter.head(&["players", "won by people", "average of five", "share", "an even share"]);
    for (players, _, won) in PAPER {
        let sum: usize = won.iter().sum();
        chapter.row(&[
            players.to_string(),
            sum.to_string(),
            format!("{}", sum as f64 / 8.0),
            share(sum, 40),
            format!("{:.0} %", 100.0 / players as f64),
        ]);
    }
    chapter.say("\nThe averages are as printed. But the abstract gives 2.25 of five as the average over all numbers of players, which is the one for two; with three players people won more than an even share and with four exactly that. None of the three differs from an even share by more than chance, so \"a better chance to defeat human opponents\" is not shown.");
    Ok(chapter)
}
