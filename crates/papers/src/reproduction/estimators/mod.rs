//! "Nine Men's Morris: Evaluation Functions": the evolution, several times, and its champions among the printed sets.

mod champions;
mod lineage;
mod spread;

pub(super) use self::lineage::PRINTED;

use anyhow::{Result, anyhow};
use ninefold_arena::{EvolutionPlan, Generation, Method};

use super::chapter::Chapter;
use super::lab::Lab;

const GAME: &str = "morris";
/// The ranges of the coefficients.
const RANGES: [&str; 2] = ["stated", "printed"];

/// A finished evolution.
struct Evolved {
    ranges: &'static str,
    depth: usize,
    plan: EvolutionPlan,
    /// The two tournaments.
    both: [Generation; 2],
    /// Games per CPU second.
    rate: f64,
}

/// The depths of the evolutions, which the paper does not state, with the number of evolutions for
/// each range.
fn series(lab: &Lab<'_>) -> &'static [(usize, u64)] {
    if lab.quick { &[(1, 2)] } else { &[(2, 10), (3, 10)] }
}

/// The largest of these depths.
fn deepest(lab: &Lab<'_>) -> usize {
    series(lab).iter().map(|(depth, _)| *depth).max().unwrap_or(1)
}

impl Evolved {
    fn new(lab: &Lab<'_>, ranges: &'static str, depth: usize, seed: u64) -> Result<Evolved> {
        let kind = lab.games.kind(GAME)?;
        let form = kind.genome(Some("est"), Some(ranges))?;
        let plan = EvolutionPlan {
            game: kind.spec().to_owned(),
            player: format!("alphabeta:depth={depth},eval={}", form.evaluator),
            genes: form.genes,
            method: Method::Paper,
            population: 50,
            generations: 2,
            families: 1,
            seed,
            opening: 0,
            plies: 85,
            mutation: None,
            begin: Vec::new(),
            trials: None,
            kept: None,
        };
        let played =
            lab.evolution(&format!("depth {depth}, ranges {ranges}, seed {seed}"), &plan)?;
        let games: usize = played.found.iter().map(|result| result.games.len()).sum();
        let rate = games as f64 / played.seconds.iter().sum::<f64>().max(1e-9);
        let both = <[Generation; 2]>::try_from(plan.generations_of(&played.found))
            .map_err(|_| anyhow!("two tournaments were expected"))?;
        Ok(Evolved { ranges, depth, plan, both, rate })
    }

    /// The best player of a tournament.
    fn best(&self, tournament: usize) -> String {
        let generation = &self.both[tournament];
        self.plan.player_of(&generation.members[generation.ranking[0]].genome)
    }
}

pub(super) fn chapter(lab: &Lab<'_>) -> Result<Chapter> {
    let mut chapter = Chapter::default();
    let mut evolved = Vec::new();
    for &(depth, count) in series(lab) {
        for ranges in RANGES {
            for seed in 1..=count {
                evolved.push(Evolved::new(lab, ranges, depth, seed)?);
            }
        }
    }
    spread::tables(lab, &mut chapter, &evolved)?;
    lineage::table(&mut chapter, &evolved);
    champions::table(lab, &mut chapter, &evolved)?;
    chapter.conclude("What the paper says, and what was found");
    chapter.say("\nThe share of ties depends on what the paper leaves open: the depth, the ranges of the other coefficients, and whether 85 moves are turns or pairs of turns.");
    Ok(chapter)
}
