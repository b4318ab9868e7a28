//! The games of an evolution, population by population.

use super::EvolutionPlan;
use crate::{Job, SetResult, StageSource};

/// The stage source of an evolution.
pub struct Evolution {
    plan: EvolutionPlan,
    run: u64,
    seeds: Vec<u64>,
}

impl Evolution {
    /// Creates the stages of a plan for the run with this number, with the seeds of all openings, grouped by stage.
    pub fn new(plan: EvolutionPlan, run: u64, seeds: Vec<u64>) -> Evolution {
        Evolution { plan, run, seeds }
    }
}

impl StageSource for Evolution {
    fn stage(&mut self, stage: usize, earlier: &[SetResult]) -> Option<Vec<Job>> {
        if stage >= self.plan.stages() {
            return None;
        }
        let plan = &self.plan;
        let (mut set, mut jobs) = (earlier.len() as u64, Vec::new());
        let openings = plan.openings();
        let meetings = plan.meetings();
        let generations = plan.generations_of(earlier);
        for generation in generations.iter().filter(|generation| generation.stage == stage) {
            let entrant = |place: Option<usize>| match place {
                Some(member) => {
                    let genome = &generation.members[member].genome;
                    (generation.first + member, plan.player_of(genome))
                }
                None => (plan.opponent_number(), plan.opponent().unwrap_or_default().to_owned()),
            };
            for seed in &self.seeds[stage * openings..][..openings] {
                for &(member, other) in &meetings {
                    let (entrants, players) =
                        [Some(member), other].map(entrant).into_iter().unzip();
                    jobs.push(Job {
                        run: self.run,
                        set,
                        seed: *seed,
                        games: 2,
                        game: plan.game.clone(),
                        opening: plan.opening,
                        plies: plan.plies,
                        entrants,
                        players,
                        line: None,
                        adjudicate: false,
                        times: false,
                        clock: None,
                    });
                    set += 1;
                }
            }
        }
        Some(jobs)
    }

    fn games(&self) -> u64 {
        self.plan.games()
    }
}
