//! Evaluators that evolve by tournaments between them.
//!
//! A *genome* is a list of whole numbers, each within a range. A population of them plays a double round robin;
//! the score decides what the next population is made of, by one of three [methods](Method). Everything depends
//! on the plan and the results alone, so an evolution resumes like any other run.

mod cmaes;
mod crossover;

use serde::{Deserialize, Serialize};

use crate::{Job, SetResult, StageSource, Tally};
use cmaes::Cmaes;
pub use crossover::Birth;
use crossover::next_generation;
use ninefold_core::Random;

/// One number of a genome.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gene {
    /// What it weighs.
    pub name: String,
    /// The least it is drawn from.
    pub low: i64,
    /// The most it is drawn from.
    pub high: i64,
}

/// How the next population comes about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Petcu and Holban: the best ten stay, and twenty crossovers at one random point of them, two children
    /// each, with fixed numbers of participations.
    Paper,
    /// The same with [mutation](EvolutionPlan::mutation): some numbers of a child are drawn anew.
    Ga,
    /// Evolution strategy with covariance matrix adaptation (Hansen), by rank of score.
    Cmaes,
}

/// An evolution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EvolutionPlan {
    /// The game's full specification; a game for two.
    pub game: String,
    /// The player of a genome, with `{}` where its numbers go: one for all of them, joined by `/`, or one for
    /// each.
    pub player: String,
    /// The numbers.
    pub genes: Vec<Gene>,
    /// The method.
    pub method: Method,
    /// How many are in a population.
    pub population: usize,
    /// How many tournaments each family plays.
    pub generations: usize,
    /// How many populations evolve apart. With more than one, their champions are crossed in one more
    /// generation.
    pub families: usize,
    /// The seed of everything.
    pub seed: u64,
    /// How many random moves an opening has.
    pub opening: u32,
    /// After how many moves a game counts as a tie.
    pub plies: u32,
    /// In how many of a hundred numbers of a child a mutation draws anew; [`MUTATION`] if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mutation: Option<u32>,
    /// Genomes that the first population of every family begins with, as far as it has room for them; the others are drawn. An
    /// evolution strategy begins in the middle of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub begin: Vec<Vec<i64>>,
}

/// A genome with where it comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Individual {
    /// Its numbers.
    pub genome: Vec<i64>,
    /// Its parents in the population before, if it has any.
    pub birth: Option<Birth>,
}

/// A population and what its tournament said.
#[derive(Clone, PartialEq, Debug)]
pub struct Generation {
    /// The stage it played in.
    pub stage: usize,
    /// The family, from 0.
    pub family: usize,
    /// Its members; the number of a member in a game of the run is its place plus [`first`](Generation::first).
    pub members: Vec<Individual>,
    /// The number of the first member.
    pub first: usize,
    /// Wins, ties and losses of each.
    pub tally: Vec<[u64; 3]>,
    /// The places of the members, the best first.
    pub ranking: Vec<usize>,
}

/// In how many of a hundred numbers of a child a mutation usually draws anew.
pub const MUTATION: u32 = 5;

/// Points of a win, as in the paper; a tie brings none.
pub const POINTS_A_WIN: u64 = 5;

impl Generation {
    /// The score of a member: five points a win.
    pub fn score(&self, member: usize) -> u64 {
        POINTS_A_WIN * self.tally[member][0]
    }

    /// The share of ties among its games.
    pub fn ties(&self) -> f64 {
        let sum = |kind: usize| self.tally.iter().map(|tally| tally[kind]).sum::<u64>() as f64;
        let games = sum(0) + sum(1) + sum(2);
        if games == 0.0 { 0.0 } else { sum(1) / games }
    }
}

impl EvolutionPlan {
    /// How many stages there are.
    pub fn stages(&self) -> usize {
        self.generations + usize::from(self.families > 1)
    }

    /// The families of a stage.
    fn families_of(&self, stage: usize) -> usize {
        if stage < self.generations { self.families } else { 1 }
    }

    /// How many sets a population plays.
    fn sets(&self) -> usize {
        self.population * (self.population - 1) / 2
    }

    /// How many games the whole evolution has.
    pub fn games(&self) -> u64 {
        let populations: usize = (0..self.stages()).map(|stage| self.families_of(stage)).sum();
        (2 * populations * self.sets()) as u64
    }

    /// The player with this genome.
    pub fn player_of(&self, genome: &[i64]) -> String {
        let texts: Vec<String> = genome.iter().map(i64::to_string).collect();
        if self.player.matches("{}").count() == 1 {
            return self.player.replacen("{}", &texts.join("/"), 1);
        }
        texts.iter().fold(self.player.clone(), |text, number| text.replacen("{}", number, 1))
    }

    /// All generations that these results let one know, the last of them perhaps without a single game.
    pub fn generations_of(&self, results: &[SetResult]) -> Vec<Generation> {
        let mut known: Vec<Generation> = Vec::new();
        let mut searches: Vec<Cmaes> = Vec::new();
        let (mut first_member, mut first_chunk) = (0, 0);
        for stage in 0..self.stages() {
            let families = self.families_of(stage);
            let before: Vec<Generation> =
                known.iter().rev().take_while(|g| g.stage + 1 == stage).cloned().collect();
            let before: Vec<Generation> = before.into_iter().rev().collect();
            for family in 0..families {
                let members = self.members(stage, family, &before, &mut searches);
                let last_chunk = (first_chunk + self.sets()).min(results.len());
                let played = &results[first_chunk.min(last_chunk)..last_chunk];
                known.push(self.judge(stage, family, members, first_member, played));
                first_member += self.population;
                first_chunk += self.sets();
            }
            if results.len() < first_chunk {
                break;
            }
        }
        known
    }

    /// The members of a population.
    fn members(
        &self,
        stage: usize,
        family: usize,
        before: &[Generation],
        searches: &mut Vec<Cmaes>,
    ) -> Vec<Individual> {
        let stream = (stage * self.families + family) as u64;
        let mut random = Random::stream(self.seed, stream);
        let alone = |genome| Individual { genome, birth: None };
        if stage == self.generations {
            // The champions of all families meet: the best of each in turn.
            let best = (0..self.population).flat_map(|place| {
                before.iter().filter_map(move |family| {
                    family.ranking.get(place).map(|&member| family.members[member].genome.clone())
                })
            });
            let best: Vec<Vec<i64>> = best.take(crossover::KEPT).collect();
            return next_generation(&best, self, Method::Paper, &mut random);
        }
        if self.method == Method::Cmaes {
            if stage == 0 {
                searches.push(Cmaes::new(&self.genes, self.population, &self.begin));
            } else {
                let earlier = &before[family];
                let ranked: Vec<&[i64]> = earlier
                    .ranking
                    .iter()
                    .map(|&member| &earlier.members[member].genome[..])
                    .collect();
                searches[family].learn(&ranked);
            }
            let population = searches[family].population(self.population, &mut random);
            return population.into_iter().map(alone).collect();
        }
        if stage == 0 {
            let draw = |random: &mut Random| {
                self.genes.iter().map(|gene| gene.draw(random)).collect::<Vec<i64>>()
            };
            let given = self.begin.iter().take(self.population).cloned();
            let drawn = (given.len()..self.population).map(|_| draw(&mut random));
            return given.chain(drawn).map(alone).collect();
        }
        let earlier = &before[family];
        let best: Vec<Vec<i64>> = earlier.ranking[..crossover::KEPT.min(earlier.ranking.len())]
            .iter()
            .map(|&member| earlier.members[member].genome.clone())
            .collect();
        next_generation(&best, self, self.method, &mut random)
    }

    /// What the games of a population say.
    fn judge(
        &self,
        stage: usize,
        family: usize,
        members: Vec<Individual>,
        first: usize,
        played: &[SetResult],
    ) -> Generation {
        let mut tallies = vec![Tally::default(); members.len()];
        for game in played.iter().flat_map(|result| &result.games) {
            for (seat, points) in game.seats.iter().zip(&game.points) {
                tallies[seat - first].count(*points);
            }
        }
        let tally: Vec<[u64; 3]> =
            tallies.iter().map(|tally| [tally.wins, tally.draws, tally.losses]).collect();
        let mut ranking: Vec<usize> = (0..members.len()).collect();
        // By wins alone, as in the paper; of equals the one with fewer losses, then the first.
        ranking
            .sort_by_key(|&member| (std::cmp::Reverse(tally[member][0]), tally[member][2], member));
        Generation { stage, family, members, first, tally, ranking }
    }
}

impl Gene {
    fn draw(&self, random: &mut Random) -> i64 {
        self.low + random.below((self.high - self.low + 1) as usize) as i64
    }
}

/// The stages of an evolution.
pub struct Evolution {
    plan: EvolutionPlan,
    run: u64,
    seeds: Vec<u64>,
}

impl Evolution {
    /// The evolution of a plan as the run of this number, with one seed of an opening a stage.
    pub fn new(plan: EvolutionPlan, run: u64, seeds: Vec<u64>) -> Evolution {
        Evolution { plan, run, seeds }
    }
}

impl StageSource for Evolution {
    fn stage(&mut self, stage: usize, earlier: &[SetResult]) -> Option<Vec<Job>> {
        if stage >= self.plan.stages() {
            return None;
        }
        let mut set = earlier.len() as u64;
        let mut jobs = Vec::new();
        let generations = self.plan.generations_of(earlier);
        for generation in generations.iter().filter(|generation| generation.stage == stage) {
            let size = generation.members.len();
            let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| [a, b]));
            for pair in pairs {
                jobs.push(Job {
                    run: self.run,
                    set,
                    seed: self.seeds[stage],
                    games: 2,
                    game: self.plan.game.clone(),
                    opening: self.plan.opening,
                    plies: self.plan.plies,
                    entrants: pair.map(|member| generation.first + member).to_vec(),
                    players: pair
                        .map(|member| self.plan.player_of(&generation.members[member].genome))
                        .to_vec(),
                    line: None,
                    adjudicate: false,
                    times: false,
                });
                set += 1;
            }
        }
        Some(jobs)
    }

    fn games(&self) -> u64 {
        self.plan.games()
    }
}
