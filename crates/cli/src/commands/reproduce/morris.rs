//! "A.I. in Nine Men's Morris": its nine tables with enough games for an interval.

use anyhow::Result;
use ninefold_desk::PlayerSpec;

use super::{Chapter, Lab, share};

/// A line of the paper's tables that stands for all equal ones: algorithm, evaluation and depth of both, and the
/// results (0 a draw, else the winner), moves and seconds it lists.
struct Line {
    table: &'static str,
    first: (&'static str, &'static str, u32),
    second: (&'static str, &'static str, u32),
    results: &'static [u8],
    moves: &'static [u32],
    seconds: &'static str,
    /// Games in a quick and in a full run.
    games: (usize, usize),
}

const AB: &str = "alphabeta";
const MM: &str = "minimax";

#[rustfmt::skip]
const LINES: &[Line] = &[
    Line { table: "I", first: (AB, "fav1", 3), second: (AB, "fav1", 3), results: &[1, 2, 0, 2, 1], moves: &[107, 138, 47, 52, 71], seconds: "7.0–8.2", games: (10, 400) },
    Line { table: "II", first: (AB, "fav1", 5), second: (AB, "fav1", 5), results: &[1, 1, 1, 1, 1], moves: &[107, 61, 47, 61, 49], seconds: "304–361", games: (1, 40) },
    Line { table: "III", first: (AB, "fav1", 3), second: (AB, "fav2", 3), results: &[1, 1, 2, 1, 2], moves: &[47, 103, 200, 211, 72], seconds: "6.2–10.1", games: (10, 400) },
    Line { table: "IV", first: (AB, "fav1", 2), second: (AB, "fav2", 4), results: &[1], moves: &[33], seconds: "23.6", games: (4, 400) },
    Line { table: "IV", first: (AB, "fav1", 2), second: (AB, "fav2", 3), results: &[0], moves: &[49], seconds: "6.7", games: (10, 400) },
    Line { table: "IV", first: (AB, "fav1", 3), second: (AB, "fav2", 2), results: &[1], moves: &[71], seconds: "6.2", games: (10, 400) },
    Line { table: "IV", first: (AB, "fav1", 4), second: (AB, "fav2", 2), results: &[1], moves: &[33], seconds: "37.7", games: (4, 400) },
    Line { table: "IV", first: (AB, "fav1", 2), second: (AB, "fav2", 2), results: &[1], moves: &[31], seconds: "1.7", games: (10, 400) },
    Line { table: "V", first: (MM, "fav1", 3), second: (MM, "fav1", 3), results: &[1, 1, 1, 1, 2], moves: &[31, 133, 73, 43, 42], seconds: "20.4–26.1", games: (4, 400) },
    Line { table: "VII", first: (MM, "fav1", 3), second: (MM, "fav2", 3), results: &[1, 2, 1, 1, 1], moves: &[117, 64, 39, 113, 205], seconds: "19.5–25.2", games: (4, 400) },
    Line { table: "VIII", first: (MM, "fav1", 2), second: (MM, "fav2", 4), results: &[1], moves: &[43], seconds: "225", games: (1, 20) },
    Line { table: "VIII", first: (MM, "fav1", 2), second: (MM, "fav2", 3), results: &[2], moves: &[40], seconds: "12.5", games: (4, 400) },
    Line { table: "VIII", first: (MM, "fav1", 3), second: (MM, "fav2", 2), results: &[1], moves: &[31], seconds: "17.6", games: (4, 400) },
    Line { table: "VIII", first: (MM, "fav1", 4), second: (MM, "fav2", 2), results: &[1], moves: &[29], seconds: "286", games: (1, 20) },
    Line { table: "VIII", first: (MM, "fav1", 2), second: (MM, "fav2", 2), results: &[1], moves: &[35], seconds: "3.4", games: (10, 400) },
    Line { table: "IX", first: (AB, "fav1", 3), second: (MM, "fav1", 3), results: &[2], moves: &[44], seconds: "14.7", games: (4, 400) },
    Line { table: "IX", first: (AB, "fav1", 3), second: (MM, "fav2", 3), results: &[1], moves: &[71], seconds: "14.4", games: (4, 400) },
    Line { table: "IX", first: (AB, "fav2", 3), second: (MM, "fav1", 3), results: &[2], moves: &[50], seconds: "12.5", games: (4, 400) },
    Line { table: "IX", first: (AB, "fav2", 3), second: (MM, "fav2", 3), results: &[2], moves: &[270], seconds: "20.0", games: (4, 400) },
    Line { table: "IX", first: (AB, "fav1", 4), second: (MM, "fav1", 4), results: &[1], moves: &[51], seconds: "277", games: (1, 20) },
    Line { table: "IX", first: (MM, "fav1", 3), second: (AB, "fav1", 3), results: &[1], moves: &[113], seconds: "17.5", games: (4, 400) },
    Line { table: "IX", first: (MM, "fav1", 3), second: (AB, "fav2", 3), results: &[1], moves: &[107], seconds: "16.2", games: (4, 400) },
    Line { table: "IX", first: (MM, "fav2", 3), second: (AB, "fav1", 3), results: &[1], moves: &[807], seconds: "52.6", games: (4, 400) },
    Line { table: "IX", first: (MM, "fav2", 3), second: (AB, "fav2", 3), results: &[1], moves: &[83], seconds: "15.5", games: (4, 400) },
    Line { table: "IX", first: (MM, "fav1", 4), second: (AB, "fav1", 4), results: &[1], moves: &[33], seconds: "397", games: (1, 20) },
];

fn spec((algorithm, evaluator, depth): (&str, &str, u32)) -> String {
    format!("{algorithm}:depth={depth},eval={evaluator}(noise=10)")
}

pub(super) fn chapter(lab: &Lab<'_>) -> Result<Chapter> {
    let mut chapter = Chapter::default();
    chapter.say("Player 1 always begins, as in the paper, and every game has another seed of the random part (−10 to 10). \"1/0/2\" counts wins of player 1, draws and wins of player 2. Table VI, one game of minimax at depth 5, is left out: [search.md](search.md) has the time of such a game.");
    for (rules, game) in [
        ("the paper's capture rule, any man may be taken", "morris:protect=off"),
        ("men in mills protected", "morris"),
    ] {
        chapter.say(format!("\n**With {rules}** (`{game}`)."));
        chapter.head(&[
            "table",
            "player 1",
            "player 2",
            "paper 1/0/2",
            "paper moves",
            "paper s",
            "games",
            "player 1 wins",
            "draws",
            "player 2 wins",
            "moves",
            "s a game",
        ]);
        for line in LINES {
            let games = lab.games_of(line.games.0, line.games.1);
            let (first, second) = (spec(line.first), spec(line.second));
            let timed = lab.duels(game, [&first, &second], games)?;
            let count = |points: f64| {
                timed.iter().filter(|one| (one.game.points[0] - points).abs() < 0.01).count()
            };
            let of_paper =
                |result: u8| line.results.iter().filter(|found| **found == result).count();
            let mean = |sum: f64| sum / timed.len().max(1) as f64;
            let moves = line.moves.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
            let short = |(algorithm, evaluator, depth): (&str, &str, u32)| {
                format!("{algorithm} {evaluator} {depth}")
            };
            chapter.row(&[
                line.table.to_owned(),
                short(line.first),
                short(line.second),
                format!("{}/{}/{}", of_paper(1), of_paper(0), of_paper(2)),
                moves,
                line.seconds.to_owned(),
                timed.len().to_string(),
                share(count(1.0), timed.len()),
                share(count(0.5), timed.len()),
                share(count(0.0), timed.len()),
                format!("{:.0}", mean(timed.iter().map(|one| one.game.moves.len() as f64).sum())),
                format!("{:.3}", mean(timed.iter().map(|one| one.time.as_secs_f64()).sum())),
            ]);
        }
    }
    chapter.say("\nMinimax and alpha-beta of equal depth and evaluation choose the same moves, so the paper's differences between them (tables I and V, III and VII) can only be chance; what differs is the time. The bonus of half a win for a draw counts for player 1 whoever is better off, as in the paper's program: player 1 seeks draws and player 2 avoids them, which shows in the shares.");
    branching(lab, &mut chapter)?;
    Ok(chapter)
}

/// Nodes of both searches from the same positions, and what they mean a turn.
fn branching(lab: &Lab<'_>, chapter: &mut Chapter) -> Result<()> {
    chapter.say("\n**Effective branching.** Positions visited by both searches with `fav1` in the same positions of random games (after 0, 8, 16, 24 and 32 moves), as a geometric mean, and its root by depth. Theory: b^d for minimax, and b^⌈d/2⌉ + b^⌊d/2⌋ − 1 at best for alpha-beta (Knuth and Moore 1975).");
    chapter.head(&[
        "depth",
        "minimax nodes",
        "b",
        "alpha-beta nodes",
        "b",
        "best case by theory",
        "alpha-beta / minimax",
    ]);
    let deepest = lab.pick(3, 4) as u32;
    for depth in 1..=deepest {
        let mut logs = [0.0; 2];
        let mut positions = 0.0;
        for plies in [0, 8, 16, 24, 32] {
            let mut table = lab.table("morris")?;
            let random = PlayerSpec::parse("random")?;
            for _ in 0..plies {
                let Some(best) = table.advise(&random)?.best else { break };
                table.play(&best)?;
            }
            if table.status().over {
                continue;
            }
            positions += 1.0;
            for (log, algorithm) in logs.iter_mut().zip([MM, AB]) {
                let player = PlayerSpec::parse(&format!("{algorithm}:depth={depth},eval=fav1"))?;
                *log += (table.advise(&player)?.nodes as f64).ln();
            }
        }
        let [plain, pruned] = logs.map(|log| (log / positions).exp());
        let root = |nodes: f64| nodes.powf(1.0 / f64::from(depth));
        let b = root(plain);
        let best = b.powi(depth.div_ceil(2) as i32) + b.powi(depth as i32 / 2) - 1.0;
        chapter.row(&[
            depth.to_string(),
            format!("{plain:.0}"),
            format!("{b:.1}"),
            format!("{pruned:.0}"),
            format!("{:.1}", root(pruned)),
            format!("{best:.0}"),
            format!("{:.3}", pruned / plain),
        ]);
    }
    Ok(())
}
