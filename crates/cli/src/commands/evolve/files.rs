//! The files described in the paper.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use ninefold_arena::{EvolutionPlan, Gene, Generation, SetResult};
use ninefold_core::quote;
use ninefold_session::game_record;

use super::title;
use crate::saves;

fn cannot_write(folder: &Path) -> String {
    format!("cannot write to {}", quote(&folder.to_string_lossy()))
}

/// Makes a folder, which must be new.
pub(super) fn create(folder: &Path) -> Result<()> {
    fs::create_dir(folder).with_context(|| cannot_write(folder))
}

/// Reads sets of numbers, one per line, as [`write()`] writes them: a name may come first, and
/// anything after `#`.
pub(super) fn read(file: &Path, genes: &[Gene]) -> Result<Vec<Vec<i64>>> {
    let name = quote(&file.to_string_lossy());
    let text = fs::read_to_string(file).map_err(|error| saves::cannot_read(file, &error))?;
    let mut sets = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default();
        let mut words: Vec<&str> =
            line.split([' ', '\t', '/', ',']).filter(|word| !word.is_empty()).collect();
        if words.first().is_some_and(|word| word.starts_with(|first: char| first.is_alphabetic())) {
            words.remove(0);
        }
        if words.is_empty() {
            continue;
        }
        if words.len() != genes.len() {
            bail!("line {number} of {name} has {} numbers, wanted {}", words.len(), genes.len());
        }
        let within = |(word, gene): (&&str, &Gene)| {
            let found = word.parse().ok().filter(|value| (gene.low..=gene.high).contains(value));
            found.with_context(|| {
                let (low, high, word) = (gene.low, gene.high, quote(word));
                format!(
                    "line {number} of {name}: {} is {word}, wanted a number from {low} to {high}",
                    gene.name
                )
            })
        };
        sets.push(words.iter().zip(genes).map(within).collect::<Result<Vec<i64>>>()?);
    }
    if sets.is_empty() {
        bail!("{name} has no sets: wanted one a line, {} numbers each", genes.len());
    }
    Ok(sets)
}

/// Writes, for each tournament: the sets, the ranking, and one record per match.
pub(super) fn write(
    folder: &Path,
    plan: &EvolutionPlan,
    generations: &[Generation],
    results: &[SetResult],
) -> Result<()> {
    let cannot = || cannot_write(folder);
    create(folder)?;
    let sets = plan.sets();
    for (index, generation) in generations.iter().enumerate() {
        let inside = folder.join(title(plan, generation).replace(' ', "-"));
        fs::create_dir_all(inside.join("matches")).with_context(cannot)?;
        let (mut text, mut ranks) = (String::new(), String::new());
        for (place, member) in generation.members.iter().enumerate() {
            let numbers: Vec<String> = member.genome.iter().map(i64::to_string).collect();
            let birth = member.birth.map_or(String::new(), |birth| {
                format!("  # from E{} and E{} at {}", birth.first, birth.second, birth.cut)
            });
            text += &format!("E{place} {}{birth}\n", numbers.join(" "));
        }
        for &member in &generation.ranking {
            ranks += &format!("E{member} {}\n", generation.score(member));
        }
        fs::write(inside.join("sets.txt"), text).with_context(cannot)?;
        fs::write(inside.join("ranking.txt"), ranks).with_context(cannot)?;
        let played = results.iter().skip(index * sets).take(sets);
        for (number, result) in played.enumerate() {
            // One opening after the other, with all pairs on each.
            let opening = match plan.openings() {
                1 => String::new(),
                openings => format!("-opening-{}", number * openings / sets + 1),
            };
            for game in &result.games {
                let entrant = |entrant: usize| entrant_of(plan, generation, entrant);
                let names: Vec<String> = game.seats.iter().map(|&seat| entrant(seat).0).collect();
                let mut record = game_record(&plan.game, &|seat| entrant(seat).1, game);
                let winner = game.points.iter().position(|points| *points > 0.999);
                let winner = winner.map_or("tie", |seat| &names[seat]).to_owned();
                record.tags.push(("Players".into(), names.join(" ")));
                record.tags.push(("Winner".into(), winner));
                let file = format!("matches/{}{opening}.record", names.join("-"));
                fs::write(inside.join(file), record.to_string()).with_context(cannot)?;
            }
        }
    }
    Ok(())
}

/// The name of an entrant in a tournament, and its player.
fn entrant_of(plan: &EvolutionPlan, generation: &Generation, entrant: usize) -> (String, String) {
    match plan.opponent().filter(|_| entrant == plan.opponent_number()) {
        Some(player) => ("opponent".to_owned(), player.to_owned()),
        None => {
            let place = entrant - generation.first;
            (format!("E{place}"), plan.player_of(&generation.members[place].genome))
        }
    }
}
