//! "Nine Men's Morris: Evaluation Functions": the evolution, and which evaluation is best.

use anyhow::{Result, anyhow};
use ninefold_arena::{End, EvolutionPlan, Generation, InMemory, Method, Schedule};
use ninefold_desk::{Programs, start_evolution};

use super::{Chapter, Lab, rated, share};

const GAME: &str = "morris";
/// All evaluations of the two papers and our own.
const EVALUATIONS: [&str; 9] =
    ["mills", "E32", "E34", "E30", "E46", "offence", "defence", "fav2", "fav1"];

fn evolve(
    lab: &Lab<'_>,
    method: Method,
    ranges: &str,
) -> Result<(EvolutionPlan, Vec<Generation>, f64)> {
    let table = lab.table(GAME)?;
    let form = table.genome(Some("est"), Some(ranges))?;
    let plan = EvolutionPlan {
        game: table.spec().to_owned(),
        player: format!(
            "alphabeta:depth={},eval={}",
            if lab.quick { 1 } else { 3 },
            form.evaluator
        ),
        genes: form.genes,
        method,
        population: 50,
        generations: 2,
        families: 1,
        seed: 4,
        opening: 0,
        plies: 85,
    };
    let arena = table.arena(Programs::Refused);
    let handle = start_evolution(arena, &plan, 0, Box::new(InMemory), lab.threads);
    while handle.progress().end.is_none() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let rate = handle.progress().rate();
    match handle.wait() {
        (End::Finished(_), results) => Ok((plan.clone(), plan.generations_of(&results), rate)),
        (other, _) => Err(anyhow!("the evolution ended early: {other:?}")),
    }
}

/// The player of a tournament's best, looking this deep.
fn best(plan: &EvolutionPlan, generation: &Generation, depth: u32) -> String {
    let member = generation.ranking.first().copied().unwrap_or_default();
    let player = plan.player_of(&generation.members[member].genome);
    let evaluator = player.split_once("eval=").map_or("", |(_, evaluator)| evaluator);
    format!("alphabeta:depth={depth},eval={evaluator}")
}

pub(super) fn chapter(lab: &Lab<'_>) -> Result<Chapter> {
    let mut chapter = Chapter::default();
    chapter.say("**The two tournaments.** Fifty sets of 17 coefficients, every pair twice, a tie after 85 moves, five points a win; the best ten and forty children of crossovers play again. The paper does not state the depth; here it is 3 (1 in a quick run). It found that about a quarter of the games were ties.");
    chapter.head(&[
        "ranges",
        "games a second",
        "ties, first",
        "ties, second",
        "best score, first",
        "best score, second",
        "the winner is",
    ]);
    let mut champions = Vec::new();
    for ranges in ["stated", "printed"] {
        let (plan, generations, rate) = evolve(lab, Method::Paper, ranges)?;
        let [first, second] = &generations[..] else {
            return Err(anyhow!("two tournaments were expected"));
        };
        let winner = second.ranking[0];
        let birth = second.members[winner].birth;
        let top = |generation: &Generation| generation.score(generation.ranking[0]).to_string();
        chapter.row(&[
            ranges.to_owned(),
            format!("{rate:.0}"),
            format!("{:.0} %", 100.0 * first.ties()),
            format!("{:.0} %", 100.0 * second.ties()),
            top(first),
            top(second),
            match birth {
                Some(birth) => {
                    format!("E{winner}, of E{} and E{} at {}", birth.first, birth.second, birth.cut)
                }
                None => format!("E{winner}, a parent"),
            },
        ]);
        champions.push((ranges, plan, generations));
    }
    for (ranges, plan, generations) in &champions {
        let numbers = |generation: &Generation| {
            let genome = &generation.members[generation.ranking[0]].genome;
            genome.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
        };
        chapter.say(format!(
            "\nRanges {ranges}: the best of the first tournament, E0, is `{}`, of the second `{}`.",
            numbers(&generations[0]),
            numbers(&generations[1])
        ));
        let depth = if lab.quick { 1 } else { 3 };
        let players = [
            ("winner", best(plan, &generations[1], depth)),
            ("E0", best(plan, &generations[0], depth)),
        ];
        if players[0].1 != players[1].1 {
            let (_, results) =
                lab.tournament(GAME, &players, Schedule::RoundRobin, lab.games_of(20, 400), 4)?;
            let games: Vec<_> = results.iter().flat_map(|result| &result.games).collect();
            let count = |wanted: f64| {
                games
                    .iter()
                    .filter(|game| {
                        game.seats
                            .iter()
                            .zip(&game.points)
                            .any(|(seat, points)| *seat == 0 && (points - wanted).abs() < 0.01)
                    })
                    .count()
            };
            chapter.say(format!("The winner against E0 after four random moves, {} games: won {}, drawn {}, lost {}.", games.len(), share(count(1.0), games.len()), share(count(0.5), games.len()), share(count(0.0), games.len())));
        } else {
            chapter.say("The winner of the second tournament is E0 itself.");
        }
    }
    chapter.say("\n**Which evaluation is best?** The comparison the papers could not make: all evaluations of both papers, our evolved champions and our own `mills`, alpha-beta at equal depth, after four random moves, relative to fav1.");
    let depths: &[(u32, usize, &'static str)] = if lab.quick {
        &[(1, 10, "reproduction-evaluations-1"), (2, 10, "reproduction-evaluations-2")]
    } else {
        &[
            (3, 100, "reproduction-evaluations-3"),
            (5, 20, "reproduction-evaluations-5"),
            (7, 4, "reproduction-evaluations-7"),
        ]
    };
    for &(depth, games, picture) in depths {
        let games = lab.games_of(games, games);
        let mut players: Vec<(&str, String)> = Vec::new();
        for (ranges, plan, generations) in &champions {
            let name = if *ranges == "stated" { "evolved (stated)" } else { "evolved (printed)" };
            players.push((name, best(plan, &generations[1], depth)));
        }
        players.extend(
            EVALUATIONS.iter().map(|name| (*name, format!("alphabeta:depth={depth},eval={name}"))),
        );
        let (plan, results) = lab.tournament(GAME, &players, Schedule::RoundRobin, games, 4)?;
        chapter.say(format!("\nDepth {depth}, {games} games a pairing:"));
        rated(&mut chapter, picture, &format!("Evaluations at depth {depth}"), &plan, &results);
    }
    chapter.say("\n**Alpha-beta against minimal window search** at equal numbers of positions a move, evaluation E32, the paper's two algorithms:");
    let nodes = lab.pick(500, 5000);
    let players = [
        ("mws", format!("mws:nodes={nodes},eval=E32")),
        ("alphabeta", format!("alphabeta:nodes={nodes},eval=E32")),
    ];
    let (plan, results) =
        lab.tournament(GAME, &players, Schedule::RoundRobin, lab.games_of(20, 400), 4)?;
    chapter.say(format!("{nodes} positions a move."));
    rated(&mut chapter, "reproduction-mws", "Minimal window against alpha-beta", &plan, &results);
    Ok(chapter)
}
