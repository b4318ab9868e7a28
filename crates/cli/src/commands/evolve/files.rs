//! The files the paper describes.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use ninefold_arena::{EvolutionPlan, Generation, SetResult};
use ninefold_core::quote;
use ninefold_session::game_record;

use super::title;

fn cannot_write(folder: &Path) -> String {
    format!("cannot write to {}", quote(&folder.to_string_lossy()))
}

/// Makes a folder, which must be new.
pub(super) fn create(folder: &Path) -> Result<()> {
    fs::create_dir(folder).with_context(|| cannot_write(folder))
}

/// Writes, for each tournament: the sets, the ranking, and one record a match.
pub(super) fn write(
    folder: &Path,
    plan: &EvolutionPlan,
    generations: &[Generation],
    results: &[SetResult],
) -> Result<()> {
    let cannot = || cannot_write(folder);
    create(folder)?;
    let sets = plan.population * (plan.population - 1) / 2;
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
        for game in played.flat_map(|result| &result.games) {
            let place = |entrant: usize| entrant - generation.first;
            let player =
                |entrant: usize| plan.player_of(&generation.members[place(entrant)].genome);
            let mut record = game_record(&plan.game, &player, game);
            let names: Vec<String> =
                game.seats.iter().map(|&seat| format!("E{}", place(seat))).collect();
            let winner = game.points.iter().position(|points| *points > 0.999);
            record.tags.push(("Players".into(), names.join(" ")));
            record
                .tags
                .push(("Winner".into(), winner.map_or("tie".into(), |seat| names[seat].clone())));
            let file = format!("matches/{}.record", names.join("-"));
            fs::write(inside.join(file), record.to_string()).with_context(cannot)?;
        }
    }
    Ok(())
}
