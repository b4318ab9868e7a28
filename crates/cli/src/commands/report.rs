//! A run as one HTML file that needs nothing else.

use std::fmt::Write;

use ninefold_arena::{ChunkResult, EvolutionPlan, Plan, cross_table};

use super::standings::Standings;
use crate::plots::{Axes, Bar, Series, escaped, intervals, lines};

const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .6em;text-align:right}td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}";

fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style>\n<h1>{title}</h1>\n{body}</html>\n"
    )
}

fn row(cells: &[String], tag: &str) -> String {
    let cells: Vec<String> =
        cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect();
    format!("<tr>{}</tr>\n", cells.concat())
}

/// The report of a tournament: standings, ratings, cross table.
pub(super) fn tournament(
    name: &str,
    plan: &Plan,
    results: &[ChunkResult],
    end: Option<&str>,
) -> String {
    let standings = Standings::new(plan, results, true);
    let games: usize = results.iter().map(|result| result.games.len()).sum();
    let mut body = format!(
        "<p>{games} games of {}, seed {}, openings of {} random moves; {}.</p>\n",
        escaped(&plan.game),
        plan.seed,
        plan.opening,
        escaped(end.unwrap_or("not finished")),
    );
    let head = ["player", "games", "points", "share", "95 %", "won", "drawn", "lost", "by fault"];
    body += &format!("<h2>Standings</h2>\n<table>{}", row(&head.map(str::to_owned), "th"));
    for line in &standings.rows {
        let share = line.share;
        body += &row(
            &[
                plan.entrants[line.entrant].name.clone(),
                line.total.games().to_string(),
                format!("{:.1}", line.points),
                format!("{:.1} %", 100.0 * share.value),
                format!("{:.1}–{:.1} %", 100.0 * share.low, 100.0 * share.high),
                line.total.wins.to_string(),
                line.total.draws.to_string(),
                line.total.losses.to_string(),
                line.faults.to_string(),
            ],
            "td",
        );
    }
    body += "</table>\n";
    if let Some(elo) = &standings.elo {
        let bars: Vec<Bar> = standings
            .rows
            .iter()
            .map(|line| {
                let rated = elo[line.entrant];
                let label = plan.entrants[line.entrant].name.clone();
                Bar { label, value: rated.value, low: rated.low, high: rated.high }
            })
            .collect();
        let title =
            format!("Elo relative to {}, with 95 % intervals", plan.entrants[plan.anchor].name);
        body += &format!("<h2>Ratings</h2>\n{}", intervals(&title, "Elo", &bars));
    }
    let cross = cross_table(results, plan.entrants.len());
    let order: Vec<usize> = standings.rows.iter().map(|line| line.entrant).collect();
    let mut head = vec!["points against".to_owned()];
    head.extend(order.iter().map(|&entrant| plan.entrants[entrant].name.clone()));
    let _ = write!(body, "<h2>Cross table</h2>\n<table>{}", row(&head, "th"));
    for &entrant in &order {
        let mut cells = vec![plan.entrants[entrant].name.clone()];
        cells.extend(order.iter().map(|&other| match cross[entrant][other] {
            (_, 0) => "–".to_owned(),
            (points, games) => format!("{points:.1} of {games}"),
        }));
        body += &row(&cells, "td");
    }
    body += "</table>\n<h2>Seats</h2>\n<table>";
    let mut head = vec!["won / drawn / lost on".to_owned()];
    head.extend((1..=plan.seats).map(|seat| format!("seat {seat}")));
    body += &row(&head, "th");
    for line in &standings.rows {
        let mut cells = vec![plan.entrants[line.entrant].name.clone()];
        cells.extend(line.seats.iter().map(|s| format!("{} / {} / {}", s.wins, s.draws, s.losses)));
        body += &row(&cells, "td");
    }
    body += "</table>\n";
    page(name, &body)
}

/// The report of an evolution: scores and coefficients over the tournaments, and the last ranking.
pub(super) fn evolution(name: &str, plan: &EvolutionPlan, results: &[ChunkResult]) -> String {
    const BEST: usize = 10;
    let generations = plan.generations_of(results);
    let of_family = |family: usize| generations.iter().filter(move |g| g.family == family);
    let mut body = String::new();
    let (mut scores, mut ties) = (Vec::new(), Vec::new());
    for family in 0..plan.families {
        let label = |what: &str| match plan.families {
            1 => what.to_owned(),
            _ => format!("{what}, family {}", family + 1),
        };
        let points = |value: &dyn Fn(&ninefold_arena::Generation) -> f64| {
            of_family(family).map(|g| (g.stage as f64 + 1.0, value(g))).collect::<Vec<_>>()
        };
        let best =
            |g: &ninefold_arena::Generation| g.ranking.first().map_or(0.0, |&m| g.score(m) as f64);
        let mean = |g: &ninefold_arena::Generation| {
            g.ranking.iter().take(BEST).map(|&m| g.score(m) as f64).sum::<f64>() / BEST as f64
        };
        scores.push(Series::line(label("best"), points(&best)));
        scores.push(Series::line(label("mean of the best ten"), points(&mean)));
        ties.push(Series::line(label("ties"), points(&|g| 100.0 * g.ties())));
    }
    let axes = |title, y| Axes { title, x: "tournament", y, logarithmic: false };
    body += &format!(
        "<h2>Score over the tournaments</h2>\n{}",
        lines(&axes("Points, five a win", "points"), &scores)
    );
    body += &lines(&axes("Ties", "% of the games"), &ties);
    let trails: Vec<Series> = plan
        .genes
        .iter()
        .enumerate()
        .map(|(index, gene)| {
            let span = (gene.high - gene.low).max(1) as f64;
            let mean = |g: &ninefold_arena::Generation| {
                let best =
                    g.ranking.iter().take(BEST).map(|&m| g.members[m].genome[index] - gene.low);
                best.sum::<i64>() as f64 / BEST as f64 / span
            };
            let points = of_family(0).map(|g| (g.stage as f64 + 1.0, mean(g))).collect();
            Series::line(gene.name.clone(), points)
        })
        .collect();
    body += &format!(
        "<h2>Coefficients</h2>\n{}",
        lines(&axes("Mean of the best ten, as a part of its range", "0 to 1"), &trails)
    );
    if let Some(last) = generations.last() {
        let head = ["rank", "set", "points", "won", "tied", "lost", "numbers"].map(str::to_owned);
        body += &format!("<h2>The last tournament</h2>\n<table>{}", row(&head, "th"));
        for (place, &member) in last.ranking.iter().enumerate() {
            let [wins, drawn, losses] = last.tally[member];
            let numbers: Vec<String> =
                last.members[member].genome.iter().map(i64::to_string).collect();
            body += &row(
                &[
                    (place + 1).to_string(),
                    format!("E{member}"),
                    last.score(member).to_string(),
                    wins.to_string(),
                    drawn.to_string(),
                    losses.to_string(),
                    numbers.join(" "),
                ],
                "td",
            );
        }
        body += "</table>\n";
    }
    page(name, &body)
}
