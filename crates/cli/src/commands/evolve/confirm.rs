//! Confirms a champion: a round robin between those of several seeds, and a test on fresh openings.

use anyhow::{Context, Result};
use ninefold_arena::{EntrantPlan, Generation, Plan, SetResult, Sprt, Standings};

use super::Evolved;

/// The maximum number of sets of a test.
const MOST_SETS: usize = 5000;

impl Evolved {
    fn player(&self, generation: Option<&Generation>) -> Result<String> {
        let best = generation.and_then(|found| found.ranking.first().map(|&best| (found, best)));
        let (generation, best) = best.context("there is no champion")?;
        Ok(self.plan.player_of(&generation.members[best].genome))
    }

    /// The best player of the last tournament.
    fn champion(&self) -> Result<String> {
        self.player(self.generations.last())
    }
}

/// A round robin of the champions, if there are several.
pub(super) fn champions(evolved: &[Evolved]) -> Result<Option<Plan>> {
    let [first, _, ..] = evolved else { return Ok(None) };
    let entrant = |one: &Evolved| -> Result<EntrantPlan> {
        Ok(EntrantPlan { name: format!("seed {}", one.plan.seed), player: one.champion()? })
    };
    let entrants: Vec<EntrantPlan> = evolved.iter().map(entrant).collect::<Result<_>>()?;
    let seed = first.plan.seed.wrapping_add(evolved.len() as u64);
    Ok(Some(Plan { seed, opening: 6, plies: 300, ..Plan::usual(&first.plan.game, 2, entrants) }))
}

/// The number of the winning entrant.
pub(super) fn best_of(plan: &Plan, results: &[SetResult]) -> usize {
    let standings = Standings::new(plan, results, false);
    standings.rows.first().map_or(0, |row| row.entrant)
}

/// A test of the champion against the best of the first population, or another player, on fresh
/// openings. By default it is no longer than the evolution was, and a champion is not tested
/// against itself.
pub(super) fn test(one: &Evolved, asked: Option<Option<&str>>) -> Result<Option<Plan>> {
    let champion = one.champion()?;
    let opponent = match asked.flatten() {
        Some(player) => player.to_owned(),
        None => one.player(one.generations.first())?,
    };
    if champion == opponent && asked.is_none() {
        return Ok(None);
    }
    let entrants = vec![
        EntrantPlan { name: "champion".into(), player: champion },
        EntrantPlan { name: "opponent".into(), player: opponent },
    ];
    let most = match asked {
        Some(_) => MOST_SETS,
        None => MOST_SETS.min((one.plan.games() / 2) as usize),
    };
    Ok(Some(Plan {
        sets: most,
        seed: one.plan.seed.wrapping_add(1),
        opening: 6,
        plies: 300,
        sprt: Some(Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 }),
        ..Plan::usual(&one.plan.game, 2, entrants)
    }))
}
