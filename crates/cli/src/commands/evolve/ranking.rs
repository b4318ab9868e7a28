//! The rankings of an evolution, compared with chance.

use anyhow::Result;
use ninefold_arena::{EvolutionPlan, Generation, SetResult};
use serde_json::{Value, json};

use super::{entrant, title};
use crate::Console;
use crate::commands::{faults, print_json};

/// The number of printed ranks.
const SHOWN: usize = 10;

/// The latest ranking.
pub(super) fn lines(plan: &EvolutionPlan, results: &[SetResult]) -> Vec<String> {
    let generations = plan.generations_of(results);
    generations.last().map(|last| ranking(plan, last, results)).unwrap_or_default()
}

/// Whether the members' shares differ no more than those of equals would by chance: the sum of
/// their squared distances from one half, in units of the variance of a game's result, is below the
/// 95 % point of the χ² distribution.
fn is_noise(generation: &Generation) -> bool {
    let count = |of: &[u64; 3]| of.iter().sum::<u64>() as f64;
    let decided: f64 = generation.tally.iter().map(|[w, _, l]| (w + l) as f64).sum();
    let games: f64 = generation.tally.iter().map(count).sum();
    let degrees = generation.tally.len() as f64 - 1.0;
    if games == 0.0 || degrees < 1.0 {
        return false;
    }
    // A win or a loss is half a point from the middle, a tie is on it.
    let variance = decided / games / 4.0;
    let distance = |(member, tally): (usize, &[u64; 3])| {
        count(tally) * (generation.share(member) - 0.5).powi(2)
    };
    let squares: f64 = generation.tally.iter().enumerate().map(distance).sum();
    // Wilson and Hilferty's approximation of the quantile.
    let part = 2.0 / (9.0 * degrees);
    let most = degrees * (1.0 - part + 1.644_854 * part.sqrt()).powi(3);
    squares <= variance * most
}

/// The ranking of one tournament, best first.
fn ranking(plan: &EvolutionPlan, generation: &Generation, results: &[SetResult]) -> Vec<String> {
    let ties = 100.0 * generation.ties();
    let noise = match is_noise(generation) {
        true => "; the scores differ no more than chance alone makes them, so the ranking is noise",
        false => "",
    };
    if let [point] = &generation.members[..] {
        return vec![format!("{}: {}", title(plan, generation), plan.player_of(&point.genome))];
    }
    let mut lines = vec![format!("{}: {ties:.1} % ties{noise}", title(plan, generation))];
    let shares = generation.shares(results);
    for &member in generation.ranking.iter().take(SHOWN) {
        let [wins, drawn, losses] = generation.tally[member];
        let individual = &generation.members[member];
        let numbers: Vec<String> = individual.genome.iter().map(i64::to_string).collect();
        let birth = individual.birth.map_or(String::new(), |birth| {
            format!("  from E{} and E{} at {}", birth.first, birth.second, birth.cut)
        });
        let found = shares[member];
        lines.push(format!(
            "  E{member:<3} {:>4} points  {wins}/{drawn}/{losses}  {:.0} % [{:.0}, {:.0}]  {}{birth}",
            generation.score(member),
            100.0 * found.value,
            100.0 * found.low,
            100.0 * found.high,
            numbers.join(" ")
        ));
    }
    lines
}

/// Prints all tournaments of an evolution, as text or JSON, and reports players who lost by a fault
/// on standard error.
pub(in crate::commands) fn print(
    run: u64,
    plan: &EvolutionPlan,
    results: &[SetResult],
    json: bool,
    console: &mut Console<'_>,
) -> Result<()> {
    let generations = plan.generations_of(results);
    let games: usize = results.iter().map(|result| result.games.len()).sum();
    let name = |number| entrant(plan, &generations, number).name;
    let found = faults::of(results, &name);
    let at_fault: u64 = found.iter().map(|faults| faults.games).sum();
    if json {
        let generations: Vec<Value> =
            generations.iter().map(|generation| as_json(plan, generation, results)).collect();
        let faults: Vec<Value> = found
            .iter()
            .map(|faults| json!({ "name": faults.name, "games": faults.games, "kinds": faults.kinds, "first": faults.first, "stderr": faults.said }))
            .collect();
        let value = json!({
            "run": run,
            "game": plan.game,
            "games": games,
            "of": plan.games(),
            "generations": generations,
            "faults": at_fault,
            "faults_by": faults,
        });
        print_json(console, &value)?;
        return faults::tell(results, &name, console);
    }
    writeln!(console.out, "run {run}: {}, {games} of {} games", plan.game, plan.games())?;
    let is_played = |generation: &&Generation| {
        generation.tally.iter().flatten().sum::<u64>() > 0 || generation.members.len() == 1
    };
    for generation in generations.iter().filter(is_played) {
        for line in ranking(plan, generation, results) {
            writeln!(console.out, "{line}")?;
        }
    }
    if at_fault > 0 {
        let by: Vec<String> = found
            .iter()
            .map(|faults| format!("{} lost {} ({})", faults.name, faults.games, faults.kinds()))
            .collect();
        writeln!(
            console.out,
            "{at_fault} of {games} games were lost by a fault and count as the others do: {}",
            by.join(", ")
        )?;
    }
    faults::tell(results, &name, console)
}

fn as_json(plan: &EvolutionPlan, generation: &Generation, results: &[SetResult]) -> Value {
    let shares = generation.shares(results);
    let member = |&member: &usize| {
        let individual = &generation.members[member];
        let found = shares[member];
        json!({
            "name": format!("E{member}"),
            "genome": individual.genome,
            "birth": individual.birth,
            "points": generation.score(member),
            "tally": generation.tally[member],
            "share": [found.value, found.low, found.high],
        })
    };
    json!({
        "title": title(plan, generation),
        "ties": generation.ties(),
        "noise": is_noise(generation),
        "ranking": generation.ranking.iter().map(member).collect::<Vec<_>>(),
    })
}
