//! "A.I. in Nine Men's Morris": its nine tables with enough games for an interval.

use anyhow::Result;
use ninefold_arena::GameResult;
use ninefold_core::digest;
use ninefold_session::{Games, PlayerSpec, Session, Setup};
use serde_json::json;

use super::chapter::{Chapter, Verdict, probability, share};
use super::lab::Lab;
use crate::commands::open;

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
    Line { table: "II", first: (AB, "fav1", 5), second: (AB, "fav1", 5), results: &[1, 1, 1, 1, 1], moves: &[107, 61, 47, 61, 49], seconds: "304–361", games: (1, 400) },
    Line { table: "III", first: (AB, "fav1", 3), second: (AB, "fav2", 3), results: &[1, 1, 2, 1, 2], moves: &[47, 103, 200, 211, 72], seconds: "6.2–10.1", games: (10, 400) },
    Line { table: "IV", first: (AB, "fav1", 2), second: (AB, "fav2", 4), results: &[1], moves: &[33], seconds: "23.6", games: (4, 400) },
    Line { table: "IV", first: (AB, "fav1", 2), second: (AB, "fav2", 3), results: &[0], moves: &[49], seconds: "6.7", games: (10, 400) },
    Line { table: "IV", first: (AB, "fav1", 3), second: (AB, "fav2", 2), results: &[1], moves: &[71], seconds: "6.2", games: (10, 400) },
    Line { table: "IV", first: (AB, "fav1", 4), second: (AB, "fav2", 2), results: &[1], moves: &[33], seconds: "37.7", games: (4, 400) },
    Line { table: "IV", first: (AB, "fav1", 2), second: (AB, "fav2", 2), results: &[1], moves: &[31], seconds: "1.7", games: (10, 400) },
    Line { table: "V", first: (MM, "fav1", 3), second: (MM, "fav1", 3), results: &[1, 1, 1, 1, 2], moves: &[31, 133, 73, 43, 42], seconds: "20.4–26.1", games: (4, 400) },
    Line { table: "VI", first: (MM, "fav1", 5), second: (MM, "fav1", 5), results: &[1], moves: &[605], seconds: "8782", games: (0, 2) },
    Line { table: "VII", first: (MM, "fav1", 3), second: (MM, "fav2", 3), results: &[1, 2, 1, 1, 1], moves: &[117, 64, 39, 113, 205], seconds: "19.5–25.2", games: (4, 400) },
    Line { table: "VIII", first: (MM, "fav1", 2), second: (MM, "fav2", 4), results: &[1], moves: &[43], seconds: "225", games: (1, 100) },
    Line { table: "VIII", first: (MM, "fav1", 2), second: (MM, "fav2", 3), results: &[2], moves: &[40], seconds: "12.5", games: (4, 400) },
    Line { table: "VIII", first: (MM, "fav1", 3), second: (MM, "fav2", 2), results: &[1], moves: &[31], seconds: "17.6", games: (4, 400) },
    Line { table: "VIII", first: (MM, "fav1", 4), second: (MM, "fav2", 2), results: &[1], moves: &[29], seconds: "286", games: (1, 100) },
    Line { table: "VIII", first: (MM, "fav1", 2), second: (MM, "fav2", 2), results: &[1], moves: &[35], seconds: "3.4", games: (10, 400) },
    Line { table: "IX", first: (AB, "fav1", 3), second: (MM, "fav1", 3), results: &[2], moves: &[44], seconds: "14.7", games: (4, 400) },
    Line { table: "IX", first: (AB, "fav1", 3), second: (MM, "fav2", 3), results: &[1], moves: &[71], seconds: "14.4", games: (4, 400) },
    Line { table: "IX", first: (AB, "fav2", 3), second: (MM, "fav1", 3), results: &[2], moves: &[50], seconds: "12.5", games: (4, 400) },
    Line { table: "IX", first: (AB, "fav2", 3), second: (MM, "fav2", 3), results: &[2], moves: &[270], seconds: "20.0", games: (4, 400) },
    Line { table: "IX", first: (AB, "fav1", 4), second: (MM, "fav1", 4), results: &[1], moves: &[51], seconds: "277", games: (1, 100) },
    Line { table: "IX", first: (MM, "fav1", 3), second: (AB, "fav1", 3), results: &[1], moves: &[113], seconds: "17.5", games: (4, 400) },
    Line { table: "IX", first: (MM, "fav1", 3), second: (AB, "fav2", 3), results: &[1], moves: &[107], seconds: "16.2", games: (4, 400) },
    Line { table: "IX", first: (MM, "fav2", 3), second: (AB, "fav1", 3), results: &[1], moves: &[807], seconds: "52.6", games: (4, 400) },
    Line { table: "IX", first: (MM, "fav2", 3), second: (AB, "fav2", 3), results: &[1], moves: &[83], seconds: "15.5", games: (4, 400) },
    Line { table: "IX", first: (MM, "fav1", 4), second: (AB, "fav1", 4), results: &[1], moves: &[33], seconds: "397", games: (1, 100) },
];

fn spec((algorithm, evaluator, depth): (&str, &str, u32)) -> String {
    format!("{algorithm}:depth={depth},eval={evaluator}(noise=10)")
}

/// Both readings of the capture rule.
const RULES: [(&str, &str); 2] = [
    ("the paper's capture rule, any man may be taken", "morris:protect=off"),
    ("men in mills protected, as usual", "morris"),
];

/// What is said of a line in the conclusion.
struct Repeated {
    line: &'static Line,
    /// Whether the paper's results are likely by our shares.
    likely: bool,
    /// Wins of player 1, draws, wins of player 2.
    counts: [usize; 3],
    longest: usize,
    seconds: f64,
    /// A number for each game that tells it from others.
    games: Vec<u64>,
}

pub(super) fn chapter(lab: &Lab<'_>) -> Result<Chapter> {
    let mut chapter = Chapter::default();
    chapter.say("Player 1 always begins, as in the paper, and every game has another seed of the random part (−10 to 10). Equal lines of the paper are one line here. \"Paper 1/0/2\" counts wins of player 1, draws and wins of player 2; *p* is the probability, by our shares, of a result at most as likely as the paper's. Shares have 95 % intervals; the moves are the mean, in brackets the middle 90 %; the seconds are CPU time. Lines with minimax at depth 4 or 5 have fewer games because they are slow.");
    let mut repeated = Vec::new();
    for (rules, game) in RULES {
        chapter.say(format!("\n**With {rules}** (`{game}`)."));
        repeated.push(tables(lab, &mut chapter, game)?);
    }
    branching(lab, &mut chapter)?;
    conclusion(&mut chapter, &repeated);
    Ok(chapter)
}

/// All lines with one capture rule.
fn tables(lab: &Lab<'_>, chapter: &mut Chapter, game: &str) -> Result<Vec<Repeated>> {
    chapter.head(&[
        "table",
        "player 1",
        "player 2",
        "paper 1/0/2",
        "*p*",
        "paper moves",
        "paper s",
        "games",
        "player 1 wins",
        "draws",
        "player 2 wins",
        "moves",
        "s a game",
    ]);
    let mut repeated = Vec::new();
    for line in LINES {
        let games = lab.games_of(line.games.0, line.games.1);
        if games == 0 {
            continue;
        }
        let (first, second) = (spec(line.first), spec(line.second));
        let title = format!("{game} table {}: {first} – {second}", line.table);
        let measured = lab.duels(&title, game, [&first, &second], games)?;
        let count = |points: f64| {
            measured.found.iter().filter(|one| (one.points[0] - points).abs() < 0.01).count()
        };
        let counts = [1.0, 0.5, 0.0].map(count);
        let listed =
            [1, 0, 2].map(|result| line.results.iter().filter(|found| **found == result).count());
        let p = probability(listed, counts);
        let mut plies: Vec<usize> = measured.found.iter().map(|one| one.moves.len()).collect();
        plies.sort_unstable();
        let at = |part: f64| plies[((plies.len() - 1) as f64 * part).round() as usize];
        let mean = plies.iter().sum::<usize>() as f64 / games as f64;
        let seconds = measured.seconds.iter().sum::<f64>() / games as f64;
        let moves = line.moves.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        let short = |(algorithm, evaluator, depth): (&str, &str, u32)| {
            format!("{algorithm} {evaluator} {depth}")
        };
        chapter.row(&[
            line.table.to_owned(),
            short(line.first),
            short(line.second),
            format!("{}/{}/{}", listed[0], listed[1], listed[2]),
            format!("{p:.2}"),
            moves,
            line.seconds.to_owned(),
            games.to_string(),
            share(counts[0], games),
            share(counts[1], games),
            share(counts[2], games),
            format!("{mean:.0} [{}, {}]", at(0.05), at(0.95)),
            format!("{seconds:.3}"),
        ]);
        let (likely, longest) = (p >= 0.05, plies.last().copied().unwrap_or_default());
        let number = |game: &GameResult| {
            digest(0, game.moves.iter().flat_map(|text| text.bytes().chain([b' '])))
        };
        let games = measured.found.iter().map(number).collect();
        repeated.push(Repeated { line, likely, counts, longest, seconds, games });
    }
    Ok(repeated)
}

fn conclusion(chapter: &mut Chapter, repeated: &[Vec<Repeated>]) {
    for ((rules, _), lines) in RULES.iter().zip(repeated) {
        let unlikely: Vec<String> = lines
            .iter()
            .filter(|one| !one.likely)
            .map(|one| {
                let [first, second] =
                    [one.line.first, one.line.second].map(|(a, e, d)| format!("{a} {e} {d}"));
                format!("{}: {first} – {second}", one.line.table)
            })
            .collect();
        let mut here = format!(
            "{} of {} lines have results that our shares make likely (*p* at least 5 %)",
            lines.len() - unlikely.len(),
            lines.len()
        );
        if !unlikely.is_empty() {
            here += &format!("; unlikely are {}", unlikely.join("; "));
        }
        // One line in twenty is found unlikely by chance alone.
        let few = unlikely.len() <= 1 + lines.len() / 10;
        chapter.claim(&format!("results, with {rules}"), here, Verdict::of(few));
    }
    let lines = &repeated[0];
    let sum = |kind: usize| lines.iter().map(|one| one.counts[kind]).sum::<usize>();
    let games = sum(0) + sum(1) + sum(2);
    let listed: Vec<u8> = lines.iter().flat_map(|one| one.line.results.iter().copied()).collect();
    let won = listed.iter().filter(|result| **result == 1).count();
    chapter.claim(
        &format!(
            "player 1 won {won} of {} listed games ({})",
            listed.len(),
            share(won, listed.len())
        ),
        format!(
            "player 1 won {}, {} were drawn, in {games} games of the same lines",
            share(sum(0), games),
            share(sum(1), games)
        ),
        Verdict::Open("lines weigh differently; compare them one by one"),
    );
    let time =
        |table: &str| lines.iter().find(|one| one.line.table == table).map(|one| one.seconds);
    if let (Some(pruned), Some(plain)) = (time("I"), time("V")) {
        chapter.claim(
            "at depth 3 alpha-beta takes 7 to 8 s a game and minimax 20 to 26 s: 2.9 times as long",
            format!("{:.1} times as long ({pruned:.3} s and {plain:.3} s)", plain / pruned),
            Verdict::of(plain > 1.5 * pruned),
        );
    }
    let (mut same, mut compared) = (0, 0);
    for (pruned, plain) in [("I", "V"), ("III", "VII")] {
        let of = |table: &str| lines.iter().find(|one| one.line.table == table);
        if let (Some(pruned), Some(plain)) = (of(pruned), of(plain)) {
            let pairs = || pruned.games.iter().zip(&plain.games);
            same += pairs().filter(|(a, b)| a == b).count();
            compared += pairs().count();
        }
    }
    chapter.claim(
        "minimax and alpha-beta have other results in tables I and V, III and VII",
        format!("of {compared} pairs of games with equal seeds {same} are the same move by move: the two differ in time alone, and the paper's differences are chance"),
        Verdict::of(same < compared),
    );
    let longest = repeated.iter().flatten().map(|one| one.longest).max().unwrap_or_default();
    chapter.claim(
        "games of 605 and 807 moves",
        format!("the longest has {longest}: fifty moves without a mill end a game, a rule the paper states and its program does not keep"),
        Verdict::of(longest >= 605),
    );
    chapter.conclude("What the paper says, and what was found");
    chapter.say("\nThe bonus of half a win for a draw counts for player 1 whoever is better off, as in the paper's program: player 1 seeks draws and player 2 avoids them, which shows in the shares. The published program also lets its countdown of fifty moves stand still, so that its games can go on where ours are drawn. Where a line is unlikely by our shares, these two are the reasons we know.");
}

/// Nodes of both searches from the same positions, and what they mean a turn.
fn branching(lab: &Lab<'_>, chapter: &mut Chapter) -> Result<()> {
    const PLIES: [usize; 5] = [0, 8, 16, 24, 32];
    let seeds = lab.pick(2, 10) as u64;
    let deepest = lab.pick(3, 4) as u32;
    chapter.say(format!("\n**Effective branching.** Positions visited by both searches with `fav1` in the same positions of {seeds} random games, after 0, 8, 16, 24 and 32 moves, as a geometric mean; *b* is its root by depth. Theory: b^d positions of depth d for minimax, and b^⌈d/2⌉ + b^⌊d/2⌋ − 1 of them at best for alpha-beta (Knuth and Moore 1975), which is a *b* of about its square root at best, and b^(3d/4) for random order."));
    chapter.head(&[
        "depth",
        "minimax nodes",
        "*b*",
        "alpha-beta nodes",
        "*b*",
        "best case by theory",
        "b^(3d/4)",
        "alpha-beta / minimax",
    ]);
    let mut between = true;
    for depth in 1..=deepest {
        let about = json!({ "branching": depth, "plies": PLIES });
        let title = format!("branching at depth {depth}");
        let catalogue = lab.games;
        let one = |at: usize| -> Result<Option<Vec<[f64; 2]>>> {
            let random = PlayerSpec::parse(&format!("random:seed={at}"))?;
            let searches = [MM, AB].map(|algorithm| {
                PlayerSpec::parse(&format!("{algorithm}:depth={depth},eval=fav1"))
            });
            let [plain, pruned] = searches;
            let (plain, pruned) = (plain?, pruned?);
            let mut session = start(catalogue)?;
            let mut found = Vec::new();
            for ply in 0..=PLIES[PLIES.len() - 1] {
                if PLIES.contains(&ply) {
                    let nodes = [&plain, &pruned].map(|player| session.advise(player));
                    let [plain, pruned] = nodes;
                    found.push([plain?.nodes as f64, pruned?.nodes as f64]);
                }
                let Some(best) = session.advise(&random)?.best else { break };
                session.play(&best)?;
            }
            Ok(Some(found))
        };
        let measured = lab.measure(&title, about, seeds as usize, lab.threads, &one)?;
        let found: Vec<[f64; 2]> = measured.found.into_iter().flatten().collect();
        let mean = |kind: usize| {
            (found.iter().map(|nodes| nodes[kind].max(1.0).ln()).sum::<f64>() / found.len() as f64)
                .exp()
        };
        let [plain, pruned] = [mean(0), mean(1)];
        let root = |nodes: f64| nodes.powf(1.0 / f64::from(depth));
        let b = root(plain);
        let best = b.powi(depth.div_ceil(2) as i32) + b.powi(depth as i32 / 2) - 1.0;
        between &= depth == 1 || (best..plain).contains(&pruned);
        chapter.row(&[
            depth.to_string(),
            format!("{plain:.0}"),
            format!("{b:.1}"),
            format!("{pruned:.0}"),
            format!("{:.1}", root(pruned)),
            format!("{best:.0}"),
            format!("{:.0}", b.powf(0.75 * f64::from(depth))),
            format!("{:.3}", pruned / plain),
        ]);
    }
    chapter.claim(
        "(theory) alpha-beta visits between the best case and minimax's positions",
        if between { "it does at every depth" } else { "not at every depth" },
        Verdict::of(between),
    );
    Ok(())
}

fn start(games: &Games) -> Result<Box<dyn Session>> {
    open(games, ("morris".to_owned(), Setup::default()))
}
