//! The comparison the papers could not make: every evaluator of Nine Men's Morris against every other, and the two
//! algorithms of "Nine Men's Morris: Evaluation Functions" at equal numbers of positions.

use anyhow::Result;
use ninefold_arena::signed;

use super::chapter::Chapter;
use super::lab::Lab;

const GAME: &str = "morris";
/// All evaluators of the two papers and our own; ratings are relative to the last.
const EVALUATORS: [&str; 9] =
    ["mills", "E32", "E34", "E30", "E46", "offence", "defence", "fav2", "fav1"];
/// Depth, games per pairing in a quick and a full run, and the search.
const DEPTHS: [(u32, usize, usize, &str); 2] = [(3, 4, 100, "alphabeta"), (5, 2, 10, "engine")];
/// Nodes per move, and games in a quick and a full run.
const BUDGETS: [(usize, usize, usize); 2] = [(1000, 20, 200), (10_000, 4, 20)];

pub(super) fn chapter(lab: &Lab<'_>) -> Result<Chapter> {
    let mut chapter = Chapter::default();
    chapter.say("**Which evaluation is best?** Every evaluator of both papers about Nine Men's Morris and our own `mills`, each against each other at equal depth, without noise, with the usual capture rule. All pairings have the same openings of four random moves, no two of them images of each other, and each is played with both colours. Elo comes from one joint fit, relative to `fav1`, with 95 % intervals. Depth 3 is plain alpha-beta; at depth 5 it is our `engine`, which has the same value at its depth in a fraction of the time. An evaluator may take longer than another; depth is what the papers compare at. Our `learnt`, which came later and is fitted to exact values, is measured in [search.md](search.md).");
    let mut best = Vec::new();
    for (depth, quick, full, search) in DEPTHS {
        let games = lab.games_of(quick, full);
        let players = EVALUATORS.map(|name| (name, format!("{search}:depth={depth},eval={name}")));
        let title = format!("depth {depth}");
        let (plan, measured) = lab.round_robin(&title, GAME, &players, games, 4)?;
        chapter.say(format!("\nDepth {depth} (`{search}`), {games} games a pairing:"));
        let title = format!("Evaluators at depth {depth}");
        let standings =
            chapter.rated(&format!("evaluators-{depth}"), &title, &plan, &measured.found);
        if let (Some(ratings), [first, second, ..]) = (&standings.ratings, &standings.rows[..]) {
            let (a, b) = (first.entrant, second.entrant);
            let difference = ratings.difference(a, b);
            best.push(format!(
                "at depth {depth} `{}`, {} relative to `{}`, likelihood of superiority {:.1} %",
                EVALUATORS[a],
                difference.as_elo(0),
                EVALUATORS[b],
                100.0 * ratings.superiority(a, b)
            ));
        }
    }
    chapter.say(format!("\nThe best: {}.", best.join("; ")));
    chapter.say("\n**Alpha-beta against minimal window search** at equal numbers of positions a move, both deepening until they are spent, with the same evaluator on both sides:");
    chapter.head(&[
        "evaluator",
        "positions a move",
        "games",
        "minimal window's share",
        "95 %",
        "Elo relative to alpha-beta",
        "95 %",
    ]);
    let mut better = Vec::new();
    for evaluator in ["E32", "mills"] {
        for (nodes, quick, full) in BUDGETS {
            let games = lab.games_of(quick, full);
            let players = ["mws", "alphabeta"]
                .map(|search| (search, format!("{search}:nodes={nodes},eval={evaluator}")));
            let title = format!("mws – alphabeta, {evaluator}, {nodes} positions");
            let (_, measured) = lab.round_robin(&title, GAME, &players, games, 4)?;
            let row = &ninefold_arena::rows(&measured.found, 2, 2)[0];
            let share = row.share;
            let rating = ninefold_arena::Ratings::fit(&measured.found, 2, 1);
            let (elo, range) = match rating.map(|ratings| ratings.elo[0]) {
                Some(elo) => (
                    signed(elo.value, 0),
                    format!("{} to {}", signed(elo.low, 0), signed(elo.high, 0)),
                ),
                None => ("–".to_owned(), "–".to_owned()),
            };
            better.push(if share.low > 0.5 {
                "better"
            } else if share.high < 0.5 {
                "worse"
            } else {
                "no different beyond chance"
            });
            chapter.row(&[
                format!("`{evaluator}`"),
                nodes.to_string(),
                row.total.games().to_string(),
                format!("{:.1} %", 100.0 * share.value),
                format!("{:.1}–{:.1} %", 100.0 * share.low, 100.0 * share.high),
                elo,
                range,
            ]);
        }
    }
    chapter.say(format!("\nLine by line, minimal window search is: {}.", better.join(", ")));
    Ok(chapter)
}
