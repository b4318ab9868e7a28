//! A run as one self-contained HTML file.

use std::fmt::Write;

use ninefold_arena::plots::{Axes, Bar, Series, escaped, intervals, lines};
use ninefold_arena::{
    EvolutionPlan, Plan, Row, SetResult, Standings, cross_table, encounter, signed,
};

use super::evolve;
use super::faults::{self, Faults};
use super::standings::among_equals;

const STYLE: &str = ":root{color-scheme:light dark;--ink:#1f2328;--soft:#656d76;--line:#d8dee4;--back:#f3f5f8;--card:#fff;--good:#2e9e62;--bad:#d1495b}\
@media(prefers-color-scheme:dark){:root{--ink:#d5dae0;--soft:#8b949e;--line:#343a43;--back:#14171b;--card:#1c2026}}\
body{font:16px/1.55 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:2rem 1rem 4rem;background:var(--back);color:var(--ink)}\
h1{font-size:1.7rem;line-height:1.25;margin:0 0 1rem;overflow-wrap:anywhere}h2{font-size:1.15rem;margin:0 0 .75rem}\
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.1rem 1.3rem;margin:1rem 0;overflow-x:auto}\
dl{display:flex;flex-wrap:wrap;gap:.6rem 2rem;margin:0}dt{color:var(--soft);font-size:.8rem}dd{margin:0;overflow-wrap:anywhere}\
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.92rem}td,th{padding:.35em .7em;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}\
th{color:var(--soft);font-weight:600}tr:last-child td{border-bottom:0}.l{text-align:left}.n{white-space:normal;overflow-wrap:anywhere;min-width:12rem}\
p{color:var(--soft);margin:.6rem 0 0;font-size:.9rem}svg{max-width:100%;height:auto;display:block}";

/// A page of sections.
fn page(title: &str, sections: &[String]) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style>\n<h1>{title}</h1>\n{}</html>\n",
        sections.concat()
    )
}

fn section(title: &str, body: &str) -> String {
    format!("<section><h2>{}</h2>\n{body}</section>\n", escaped(title))
}

/// Named facts, side by side.
fn facts(facts: &[(&str, String)]) -> String {
    let fact = |(name, value): &(&str, String)| {
        format!("<div><dt>{}</dt><dd>{}</dd></div>", escaped(name), escaped(value))
    };
    format!("<section><dl>{}</dl></section>\n", facts.iter().map(fact).collect::<String>())
}

/// A cell: its text, and its quality from 0 to 1 if that is to be shown.
struct Cell(String, Option<f64>);

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell(text, None)
    }
}

/// A table whose names are in the last of the first `texts` columns.
fn table<C: Into<Cell>>(texts: usize, head: &[&str], rows: Vec<Vec<C>>) -> String {
    let class = |column: usize| if column + 1 == texts { " class=\"l n\"" } else { "" };
    let mut html = String::from("<table><tr>");
    for (column, text) in head.iter().enumerate() {
        let _ = write!(html, "<th{}>{}</th>", class(column), escaped(text));
    }
    html += "</tr>\n";
    for row in rows {
        html += "<tr>";
        for (column, cell) in row.into_iter().enumerate() {
            let Cell(text, good) = cell.into();
            let tint = good.map_or(String::new(), |good| {
                let (colour, strength) =
                    if good >= 0.5 { ("good", good - 0.5) } else { ("bad", 0.5 - good) };
                let percent = 90.0 * strength;
                format!(" style=\"background:color-mix(in srgb,var(--{colour}) {percent:.0}%,transparent)\"")
            });
            let _ = write!(html, "<td{}{tint}>{}</td>", class(column), escaped(&text));
        }
        html += "</tr>\n";
    }
    html + "</table>\n"
}

/// The report of a tournament: standings, ratings, cross table, seats, times.
pub(super) fn tournament(
    name: &str,
    plan: &Plan,
    results: &[SetResult],
    end: Option<&str>,
) -> String {
    let standings = Standings::new(plan, results, true);
    let games: usize = results.iter().map(|result| result.games.len()).sum();
    let name_of = |entrant: usize| plan.entrants[entrant].name.clone();
    let mut about = vec![
        ("game", plan.game.clone()),
        ("games", games.to_string()),
        ("players", plan.entrants.len().to_string()),
        ("random moves of an opening", plan.opening.to_string()),
        ("seed", plan.seed.to_string()),
        ("end", end.unwrap_or("not finished").to_owned()),
    ];
    about.extend(plan.clock.map(|clock| ("clock", clock.to_string())));
    let mut sections = vec![
        facts(&about),
        section("Standings", &(standings_table(plan, &standings) + &notes(&standings))),
    ];
    if let Some(elo) = &standings.elo {
        let bar = |line: &Row| {
            let rated = elo[line.entrant];
            let label = name_of(line.entrant);
            Bar { label, value: rated.value, low: rated.low, high: rated.high }
        };
        let bars: Vec<Bar> = standings.rows.iter().map(bar).collect();
        let title = format!("Elo relative to {}, with 95 % intervals", name_of(plan.anchor));
        let mut plot = intervals(&title, "Elo", &bars);
        if let Some(ratings) = &standings.ratings {
            plot += &paragraph(&format!("{}.", among_equals(ratings)));
        }
        sections.push(section("Ratings", &plot));
    }
    let cross = cross_table(results, plan.entrants.len());
    let order: Vec<usize> = standings.rows.iter().map(|line| line.entrant).collect();
    let numbers: Vec<String> = (1..=order.len()).map(|place| place.to_string()).collect();
    let mut head = vec!["", "points against"];
    head.extend(numbers.iter().map(String::as_str));
    let row = |(place, &entrant): (usize, &usize)| {
        let mut cells: Vec<Cell> = vec![(place + 1).to_string().into(), name_of(entrant).into()];
        cells.extend(order.iter().map(|&other| match cross[entrant][other] {
            (_, 0) => Cell("–".to_owned(), None),
            (points, games) => {
                let share = encounter(results, entrant, other).map(|met| met.share);
                Cell(format!("{points:.1} of {games}"), share)
            }
        }));
        cells
    };
    let rows = order.iter().enumerate().map(row).collect();
    sections.push(section("Cross table", &table(2, &head, rows)));
    let seats: Vec<String> = (1..=plan.seats).map(|seat| format!("seat {seat}")).collect();
    let mut head = vec!["won / drawn / lost on"];
    head.extend(seats.iter().map(String::as_str));
    let row = |line: &Row| {
        let mut cells = vec![name_of(line.entrant)];
        cells.extend(line.seats.iter().map(|s| format!("{} / {} / {}", s.wins, s.draws, s.losses)));
        cells
    };
    sections.push(section("Seats", &table(1, &head, standings.rows.iter().map(row).collect())));
    sections.push(section("Time a move", &times(plan, &order, results)));
    sections.extend(faults_section(&faults::of(results, &name_of)));
    page(name, &sections)
}

fn paragraph(text: &str) -> String {
    format!("<p>{}</p>\n", escaped(text))
}

/// Caveats about the standings.
fn notes(standings: &Standings) -> String {
    standings.notes().iter().map(|note| paragraph(&format!("Note: {}.", note.text()))).collect()
}

/// Players who lost by a fault, how, and the programs' messages about the first.
fn faults_section(found: &[Faults]) -> Option<String> {
    let row = |faults: &Faults| {
        vec![
            faults.name.clone(),
            faults.games.to_string(),
            faults.kinds(),
            faults.first.clone(),
            faults.said.join(" | "),
        ]
    };
    let head = ["player", "games lost", "kinds", "the first", "its standard error then"];
    let rows = found.iter().map(row).collect();
    (!found.is_empty()).then(|| section("Faults", &table(1, &head, rows)))
}

fn standings_table(plan: &Plan, standings: &Standings) -> String {
    let rated = standings.elo.is_some();
    let mut head = vec!["", "player", "games", "points", "share", "95 %"];
    head.extend(if rated { &["Elo", "95 %"][..] } else { &[] });
    head.extend(["won", "drawn", "lost", "by fault"]);
    let row = |(place, line): (usize, &Row)| {
        let share = line.share;
        let mut cells = vec![
            (place + 1).to_string(),
            plan.entrants[line.entrant].name.clone(),
            line.total.games().to_string(),
            format!("{:.1}", line.points),
            format!("{:.1} %", 100.0 * share.value),
            format!("{:.1}–{:.1} %", 100.0 * share.low, 100.0 * share.high),
        ];
        if let Some(elo) = standings.elo.as_ref().map(|elo| elo[line.entrant]) {
            cells.push(signed(elo.value, 1));
            cells.push(format!("{} to {}", signed(elo.low, 0), signed(elo.high, 0)));
        }
        cells.extend(
            [line.total.wins, line.total.draws, line.total.losses, line.faults]
                .map(|n| n.to_string()),
        );
        cells
    };
    table(2, &head, standings.rows.iter().enumerate().map(row).collect())
}

/// The median time of each entrant's n-th move after the opening, if times were recorded.
fn times(plan: &Plan, order: &[usize], results: &[SetResult]) -> String {
    let mut taken: Vec<Vec<Vec<u32>>> = vec![Vec::new(); plan.entrants.len()];
    for game in results.iter().flat_map(|result| &result.games) {
        let mut steps = vec![0; game.seats.len()];
        for &(seat, micros) in &game.times {
            let seat = usize::from(seat);
            let of = &mut taken[game.seats[seat]];
            of.resize(of.len().max(steps[seat] + 1), Vec::new());
            of[steps[seat]].push(micros);
            steps[seat] += 1;
        }
    }
    if taken.iter().all(Vec::is_empty) {
        return "<p>The times of this run were not kept: <code>--times</code>, or <code>times = true</code> in a tournament file, keeps them.</p>".to_owned();
    }
    let median = |micros: &Vec<u32>| {
        let mut sorted = micros.clone();
        sorted.sort_unstable();
        // A computer that answers within the clock's resolution still needs a place on a
        // logarithmic axis.
        f64::from(sorted[sorted.len() / 2].max(1)) / 1000.0
    };
    let line = |&entrant: &usize| {
        let points = (1..).zip(&taken[entrant]).map(|(step, all)| (f64::from(step), median(all)));
        Series::line(plan.entrants[entrant].name.clone(), points.collect())
    };
    let axes = Axes {
        title: "Median time of a player's n-th move",
        x: "move of the player, after the opening",
        y: "ms",
        logarithmic: true,
    };
    lines(&axes, &order.iter().map(line).collect::<Vec<_>>())
}

/// The report of an evolution: scores and coefficients over the tournaments, and the last ranking.
pub(super) fn evolution(name: &str, plan: &EvolutionPlan, results: &[SetResult]) -> String {
    let generations = plan.generations_of(results);
    let of_family = |family: usize| generations.iter().filter(move |g| g.family == family);
    let mut sections = vec![facts(&[
        ("game", plan.game.clone()),
        ("player", plan.player.replace("{}", "·")),
        ("population", plan.population.to_string()),
        ("tournaments", plan.stages().to_string()),
        ("families", plan.families.to_string()),
        ("seed", plan.seed.to_string()),
    ])];
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
        let mean =
            |g: &ninefold_arena::Generation| mean_of_best(g, |member| g.score(member) as f64);
        scores.push(Series::line(label("best"), points(&best)));
        scores.push(Series::line(label("mean of the best ten"), points(&mean)));
        ties.push(Series::line(label("ties"), points(&|g| 100.0 * g.ties())));
    }
    let axes = |title, y| Axes { title, x: "tournament", y, logarithmic: false };
    let score = lines(&axes("Points, five a win", "points"), &scores);
    sections.push(section("Score over the tournaments", &score));
    sections.push(section("Ties", &lines(&axes("Ties", "% of the games"), &ties)));
    let trails: Vec<Series> = plan
        .genes
        .iter()
        .enumerate()
        .map(|(index, gene)| {
            let span = (gene.high - gene.low).max(1) as f64;
            let mean = |g: &ninefold_arena::Generation| {
                mean_of_best(g, |member| (g.members[member].genome[index] - gene.low) as f64 / span)
            };
            let points = of_family(0).map(|g| (g.stage as f64 + 1.0, mean(g))).collect();
            Series::line(gene.name.clone(), points)
        })
        .collect();
    let trails = lines(&axes("Mean of the best ten, as a part of its range", "0 to 1"), &trails);
    sections.push(section("Coefficients", &trails));
    if let Some(last) = generations.last() {
        let head = ["", "set", "points", "won", "tied", "lost", "numbers"];
        let row = |(place, &member): (usize, &usize)| {
            let [wins, drawn, losses] = last.tally[member];
            let numbers: Vec<String> =
                last.members[member].genome.iter().map(i64::to_string).collect();
            vec![
                (place + 1).to_string(),
                format!("E{member}"),
                last.score(member).to_string(),
                wins.to_string(),
                drawn.to_string(),
                losses.to_string(),
                numbers.join(" "),
            ]
        };
        let rows = last.ranking.iter().enumerate().map(row).collect();
        sections.push(section("The last tournament", &table(2, &head, rows)));
    }
    let found = faults::of(results, &|number| evolve::entrant(plan, &generations, number).name);
    sections.extend(faults_section(&found));
    page(name, &sections)
}

/// The number of best members of a generation.
const BEST: usize = 10;

/// The mean of a number over the best members of a generation, up to ten.
fn mean_of_best(generation: &ninefold_arena::Generation, number: impl Fn(usize) -> f64) -> f64 {
    let best = &generation.ranking[..BEST.min(generation.ranking.len())];
    best.iter().map(|&member| number(member)).sum::<f64>() / best.len().max(1) as f64
}
