//! "3-6-9: Prolog Game": its figures, the listed games, the heuristics against each other, and which gains come when.

mod figures;

use anyhow::Result;
use ninefold_arena::SetResult;
use ninefold_session::{Evaluation, Session};

use super::chapter::{Chapter, Verdict};
use super::lab::Lab;
use ninefold_arena::plots::{Axes, Series, lines};

/// A listed line: its name, the computer's heuristic, and the moves with the mover's points where
/// the paper prints them. The computer has the odd moves; the first stone was placed by hand.
type Listed = (&'static str, &'static str, &'static str);

const LISTED: [Listed; 3] = [
    ("comparison", "h1", "1,1 2,3 1,2 1,3(1) 1,4 3,3(2) 1,5"),
    ("comparison", "h2", "1,1 2,3 1,2 1,3(1) 3,3(1) 2,2(2) 2,1(2)"),
    (
        "complete game",
        "h2",
        "1,1 2,3 1,2 1,3(1) 3,3(1) 2,2(2) 2,1(2) 4,4 3,1(4) 3,2(4) 4,5(5) 4,3(6) 1,4(6) 3,4(7) 2,4 4,2(8) 5,1 6,5 1,5(7) 1,6(11) 2,5 2,6(13) 3,5(9) 3,6(17) 5,5(11) 6,1 4,1(13) 5,2(20) 4,6(15) 6,2(23) 6,6(17) 5,6(25) 5,3(18) 5,4(28) 6,3(21) 6,4(33)",
    ),
];

fn choice(session: &dyn Session, heuristic: &str) -> Result<Option<String>> {
    Ok(match session.evaluate(heuristic)? {
        Evaluation::Weights { choice, .. } => choice,
        Evaluation::Values { .. } => None,
    })
}

/// The lead of the first player.
fn lead(session: &dyn Session) -> Result<i32> {
    Ok(match session.evaluate("score")? {
        Evaluation::Values { values, .. } => values.first().copied().unwrap_or_default(),
        Evaluation::Weights { .. } => 0,
    })
}

pub(super) fn chapter(lab: &Lab<'_>) -> Result<Chapter> {
    let mut chapter = Chapter::default();
    figures::all(lab, &mut chapter)?;
    listed(lab, &mut chapter)?;
    let names = ["h1", "h2", "h3"];
    let players: Vec<(&str, String)> =
        names.iter().map(|name| (*name, format!("heuristic:eval={name}"))).collect();
    let mut early = Vec::new();
    let mut best = Vec::new();
    for size in [3, 6, 9] {
        // On 3 × 3 there are eight placements of two stones up to symmetry, and every game follows
        // from its opening: more games would be repetitions.
        let (games, opening) = if size == 3 { (16, 2) } else { (lab.games_of(20, 400), 4) };
        let title = format!("{size} × {size}");
        let game = format!("369:{size}");
        let (plan, measured) = lab.round_robin(&title, &game, &players, games, opening)?;
        let which = if size == 3 { "all there are" } else { "drawn" };
        // Both sides of an opening are played, whatever number was requested.
        let openings = games.div_ceil(2);
        chapter.say(format!("\n**h1, h2 and h3 on {size} × {size}**, after {opening} random stones ({openings} openings, {which}), {} games a pairing.", 2 * openings));
        let title = format!("h1, h2, h3 on {size} × {size}");
        let standings = chapter.rated(&format!("369-{size}"), &title, &plan, &measured.found);
        let first = &standings.rows[0];
        best.push(format!(
            "{} with {:.0} % on {size} × {size}",
            names[first.entrant],
            100.0 * first.share.value
        ));
        early.push((size, gains(lab, &mut chapter, size, &names, &measured.found)?));
    }
    chapter.claim(
        "h2 is meant to be better than h1, and h3 to collect as much as possible",
        format!("most points: {}", best.join(", ")),
        Verdict::Open("the paper measures no games between them"),
    );
    for (size, parts) in early {
        // On 3 × 3 no line has six stones.
        if size == 3 {
            continue;
        }
        let of = |heuristic: usize| parts[heuristic];
        let ([a2, b2], [a3, b3]) = (of(1), of(2));
        chapter.claim(
            &format!("h3 collects small points early and large ones late ({size} × {size})"),
            format!("of its gains in the first third {:.0} % are of one point (h2: {:.0} %), in the last third {:.0} % of two or more (h2: {:.0} %)", 100.0 * a3, 100.0 * a2, 100.0 * b3, 100.0 * b2),
            Verdict::of(a3 > a2 && b3 > 0.5),
        );
    }
    chapter.conclude("What the paper says, and what was found");
    Ok(chapter)
}

/// The printed games.
fn listed(lab: &Lab<'_>, chapter: &mut Chapter) -> Result<()> {
    chapter.say("\n**The listed games, move by move.** The first stone is put by hand; then the computer has every other move. \"Found\" is the move the heuristic chooses here; points in brackets are those of whoever moved, printed and counted here.");
    chapter.head(&["line", "move", "by", "printed", "found", "points printed", "points here"]);
    let (mut same, mut moves, mut right, mut scores) = (0, 0, 0, 0);
    for (name, heuristic, line) in LISTED {
        let mut session = lab.session("369:6")?;
        let (mut points, mut before) = ([0_i32; 2], 0);
        for (ply, text) in line.split_whitespace().enumerate() {
            let (text, printed) = match text.split_once('(') {
                Some((text, printed)) => (text, printed.trim_end_matches(')')),
                None => (text, ""),
            };
            let by_computer = ply % 2 == 0;
            let found = if by_computer && ply > 0 {
                let found = choice(&*session, heuristic)?.unwrap_or_default();
                moves += 1;
                same += usize::from(found == text);
                found
            } else {
                "–".to_owned()
            };
            session.play(text)?;
            let after = lead(&*session)?;
            points[ply % 2] += (after - before).abs();
            before = after;
            let here = points[ply % 2].to_string();
            if !printed.is_empty() {
                scores += 1;
                right += usize::from(printed == here);
            }
            chapter.row(&[
                format!("{name}, {heuristic}"),
                (ply + 1).to_string(),
                if by_computer { "computer" } else { "opponent" }.to_owned(),
                text.to_owned(),
                found,
                printed.to_owned(),
                here,
            ]);
        }
    }
    chapter.claim(
        "the computer's moves in the listed games",
        format!("{same} of {moves} found again"),
        Verdict::of(same == moves),
    );
    chapter.claim(
        "the points printed with them",
        format!("{right} of {scores} found again"),
        Verdict::of(right == scores),
    );
    Ok(())
}

/// Gains by size and third of the game; for each heuristic the fraction of single points among
/// those of the first third, and of more than one among those of the last.
fn gains(
    lab: &Lab<'_>,
    chapter: &mut Chapter,
    size: usize,
    names: &[&str],
    results: &[SetResult],
) -> Result<Vec<[f64; 2]>> {
    let mut counts = vec![[[0_u32; 4]; 3]; names.len()];
    for game in results.iter().flat_map(|result| &result.games) {
        let mut session = lab.session(&format!("369:{size}"))?;
        let mut before = 0;
        for (ply, text) in game.moves.iter().enumerate() {
            session.play(text)?;
            let after = lead(&*session)?;
            let gain = (after - before).unsigned_abs() as usize;
            before = after;
            if ply >= game.opening as usize && gain > 0 {
                let third = 3 * ply / game.moves.len();
                counts[game.seats[ply % 2]][third][gain.min(4) - 1] += 1;
            }
        }
    }
    chapter.say("\nHow often a move gained so many points, by third of the game:");
    chapter.head(&[
        "heuristic",
        "third",
        "1 point",
        "2 points",
        "3 points",
        "more",
        "points a gain",
    ]);
    let part =
        |few: u32, all: &[u32; 4]| f64::from(few) / f64::from(all.iter().sum::<u32>().max(1));
    let mut parts = Vec::new();
    let mut series = Vec::new();
    for (name, thirds) in names.iter().zip(&counts) {
        let mut means = Vec::new();
        for (third, kinds) in ["first", "second", "last"].iter().zip(thirds) {
            let mut cells = vec![(*name).to_owned(), (*third).to_owned()];
            cells.extend(kinds.iter().map(u32::to_string));
            let points = (1..).zip(kinds).map(|(points, count)| points * count).sum::<u32>();
            let mean = part(points, kinds);
            // Gains of four and more count as four here.
            cells.push(format!("{mean:.2}"));
            means.push((means.len() as f64 + 1.0, mean));
            chapter.row(&cells);
        }
        series.push(Series::line(*name, means));
        let late = thirds[2][1..].iter().sum();
        parts.push([part(thirds[0][0], &thirds[0]), part(late, &thirds[2])]);
    }
    let title =
        format!("Points a gain by third of the game, {size} × {size} (more than four as four)");
    let axes = Axes { title: &title, x: "third", y: "points", logarithmic: false };
    chapter.picture(&format!("369-{size}-gains"), &title, lines(&axes, &series));
    Ok(parts)
}
