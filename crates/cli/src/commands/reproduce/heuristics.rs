//! "3-6-9: Prolog Game": the listed games, the heuristics against each other, and which gains come when.

use anyhow::Result;
use ninefold_arena::Schedule;
use ninefold_desk::{Evaluation, Table};

use super::{Chapter, Lab, rated};

/// The paper's complete game; the computer, with h2, has the odd moves.
const LISTED: &str = "1,1 2,3 1,2 1,3 3,3 2,2 2,1 4,4 3,1 3,2 4,5 4,3 1,4 3,4 2,4 4,2 5,1 6,5 1,5 1,6 2,5 2,6 3,5 3,6 5,5 6,1 4,1 5,2 4,6 6,2 6,6 5,6 5,3 5,4 6,3 6,4";
/// The two short lines of its comparison, after a first stone at 1,1.
const SHORT: [(&str, &str); 2] =
    [("h1", "1,1 2,3 1,2 1,3 1,4 3,3 1,5"), ("h2", "1,1 2,3 1,2 1,3 3,3 2,2 2,1")];

fn choice(table: &dyn Table, heuristic: &str) -> Result<Option<String>> {
    Ok(match table.evaluate(heuristic)? {
        Evaluation::Weights { choice, .. } => choice,
        Evaluation::Values { .. } => None,
    })
}

/// How many of the computer's moves of a line the heuristic chooses. The first stone was put by hand.
fn agreement(lab: &Lab<'_>, heuristic: &str, line: &str) -> Result<(usize, usize)> {
    let mut table = lab.table("369:6")?;
    let (mut same, mut all) = (0, 0);
    for (ply, text) in line.split_whitespace().enumerate() {
        if ply % 2 == 0 && ply > 0 {
            all += 1;
            same += usize::from(choice(&*table, heuristic)?.as_deref() == Some(text));
        }
        table.play(text)?;
    }
    Ok((same, all))
}

/// The lead of the first player.
fn lead(table: &dyn Table) -> Result<i32> {
    Ok(match table.evaluate("score")? {
        Evaluation::Values { values } => values.first().copied().unwrap_or_default(),
        Evaluation::Weights { .. } => 0,
    })
}

pub(super) fn chapter(lab: &Lab<'_>) -> Result<Chapter> {
    let mut chapter = Chapter::default();
    chapter.say("**The listed games, move by move.** The first stone is put by hand; then the computer's moves are compared.");
    chapter.head(&["line", "heuristic", "computer's moves found again"]);
    let listed = SHORT.iter().map(|(heuristic, line)| ("comparison", *heuristic, *line));
    for (name, heuristic, line) in listed.chain([("complete game", "h2", LISTED)]) {
        let (same, all) = agreement(lab, heuristic, line)?;
        chapter.row(&[name.into(), heuristic.into(), format!("{same} of {all}")]);
    }
    let names = ["h1", "h2", "h3"];
    let players: Vec<(&str, String)> =
        names.iter().map(|name| (*name, format!("heuristic:eval={name}"))).collect();
    for (size, picture) in
        [(3, "reproduction-369-3"), (6, "reproduction-369-6"), (9, "reproduction-369-9")]
    {
        let games = lab.games_of(20, 400);
        let opening = if size == 3 { 2 } else { 4 };
        let (plan, results) =
            lab.tournament(&format!("369:{size}"), &players, Schedule::RoundRobin, games, opening)?;
        chapter.say(format!("\n**h1, h2 and h3 on {size} × {size}**, after {opening} random stones, {games} games a pairing."));
        rated(&mut chapter, picture, &format!("h1, h2, h3 on {size} × {size}"), &plan, &results);
        gains(
            lab,
            &mut chapter,
            size,
            &plan.entrants.iter().map(|e| e.name.as_str()).collect::<Vec<_>>(),
            &results,
        )?;
    }
    chapter.say("\nThe paper says that h3 collects small points early and large ones late. The last table of each size says how often a move gained one, two, three or more points in each third of the game.");
    Ok(chapter)
}

/// Gains by size and third of the game.
fn gains(
    lab: &Lab<'_>,
    chapter: &mut Chapter,
    size: usize,
    names: &[&str],
    results: &[ninefold_arena::ChunkResult],
) -> Result<()> {
    const MOST_GAMES: usize = 200;
    let mut counts = vec![[[0_u32; 4]; 3]; names.len()];
    for game in results.iter().flat_map(|result| &result.games).take(MOST_GAMES * names.len()) {
        let mut table = lab.table(&format!("369:{size}"))?;
        let mut before = 0;
        for (ply, text) in game.moves.iter().enumerate() {
            table.play(text)?;
            let after = lead(&*table)?;
            let gain = (after - before).unsigned_abs() as usize;
            before = after;
            if ply >= game.opening as usize && gain > 0 {
                let third = 3 * ply / game.moves.len();
                counts[game.seats[ply % 2]][third][gain.min(4) - 1] += 1;
            }
        }
    }
    chapter.head(&["heuristic", "third", "1 point", "2 points", "3 points", "more"]);
    for (name, thirds) in names.iter().zip(&counts) {
        for (third, kinds) in ["first", "second", "last"].iter().zip(thirds) {
            let mut cells = vec![(*name).to_owned(), (*third).to_owned()];
            cells.extend(kinds.iter().map(u32::to_string));
            chapter.row(&cells);
        }
    }
    Ok(())
}
