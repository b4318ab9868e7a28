//! Evolution of evaluators by tournaments between them.
//!
//! A *genome* is a list of integers, each within a range. The members of a population play a double round robin,
//! and their scores determine the next population, by one of four [methods](Method). Instead of each other, the
//! members may all play one opponent, and on several openings ([`Trials`]). Everything depends on the plan and the
//! results alone, so an evolution can be resumed like any other run.

mod cmaes;
mod crossover;
mod gene;
mod spsa;
mod stages;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::score_table::shares;
use crate::{Estimate, SetResult, Tally};
use cmaes::Cmaes;
pub use crossover::Birth;
use crossover::{KEPT, next_generation};
pub use gene::Gene;
use ninefold_core::Random;
use spsa::Spsa;
pub use stages::Evolution;

/// How the next population is formed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// The method of Petcu and Holban: the best ten survive and have two children in each of twenty one-point
    /// crossovers, with fixed numbers of participations.
    Paper,
    /// The same with [mutation](EvolutionPlan::mutation): some genes of a child are drawn anew.
    Ga,
    /// The evolution strategy with covariance matrix adaptation (Hansen), by rank of score.
    Cmaes,
    /// Simultaneous perturbation (Spall): a point, and pairs around it that show the direction.
    Spsa,
}

/// How the members of a population are tested, if not on one opening, each against each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trials {
    /// The number of openings, each played from both seats.
    pub openings: usize,
    /// The opponent of all members; `None` if they play each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
}

impl Trials {
    /// The default number of openings where members have few games, and of random moves in each.
    pub const OPENINGS: usize = 10;
    /// See [`OPENINGS`](Trials::OPENINGS).
    pub const MOVES: u32 = 4;
}

/// The plan of an evolution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EvolutionPlan {
    /// The game's full specification; it must be a two-player game.
    pub game: String,
    /// The player of a genome, with `{}` as a placeholder: either one for all numbers, joined by `/`, or one for
    /// each.
    pub player: String,
    /// The genes.
    pub genes: Vec<Gene>,
    /// The method.
    pub method: Method,
    /// The population size.
    pub population: usize,
    /// The number of tournaments of each family.
    pub generations: usize,
    /// The number of populations that evolve separately. If there are several, their champions are crossed in one
    /// more generation.
    pub families: usize,
    /// The seed of the whole evolution.
    pub seed: u64,
    /// The number of random moves in an opening.
    pub opening: u32,
    /// The number of moves after which a game counts as a draw.
    pub plies: u32,
    /// The percentage of genes of a child that mutation draws anew; the default is [`MUTATION`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mutation: Option<u32>,
    /// Genomes that start the first population of every family, as far as there is room; the others are drawn.
    /// CMA-ES and SPSA start at their mean.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub begin: Vec<Vec<i64>>,
    /// The opponents and openings of the members; by default they play each other on one opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trials: Option<Trials>,
    /// The number of members that survive and become parents; the default is ten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<usize>,
}

/// A method with state beyond the last population.
trait Search {
    /// The next `count` genomes to test.
    fn population(&self, count: usize, random: &mut Random) -> Vec<Vec<i64>>;

    /// Updates the search with the results of its last population.
    fn learn(&mut self, earlier: &Generation);
}

/// A genome and its origin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Individual {
    /// Its genes.
    pub genome: Vec<i64>,
    /// Its parents in the previous population, if it has any.
    pub birth: Option<Birth>,
}

/// A population and the results of its tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Generation {
    /// The stage in which it played.
    pub stage: usize,
    /// The family, from 0.
    pub family: usize,
    /// Its members; the number of a member in a game of the run is its index plus [`first`](Generation::first).
    pub members: Vec<Individual>,
    /// The number of the first member.
    pub first: usize,
    /// Wins, draws and losses of each member.
    pub tally: Vec<[u64; 3]>,
    /// The sets of the run that it played.
    pub sets: Range<usize>,
    /// The indices of the members, the best first.
    pub ranking: Vec<usize>,
}

/// The default percentage of genes of a child that mutation draws anew.
pub const MUTATION: u32 = 5;

/// Points for a win, as in the paper; a draw scores none.
pub const POINTS_A_WIN: u64 = 5;

impl Generation {
    /// Genomes without any games.
    fn of(genomes: Vec<Vec<i64>>) -> Generation {
        let members: Vec<Individual> =
            genomes.into_iter().map(|genome| Individual { genome, birth: None }).collect();
        let size = members.len();
        let (tally, ranking) = (vec![[0; 3]; size], (0..size).collect());
        Generation { stage: 0, family: 0, members, first: 0, tally, sets: 0..0, ranking }
    }

    /// A member's share of the points, with a draw as half a point; one half without games.
    pub fn share(&self, member: usize) -> f64 {
        let [wins, ties, losses] = self.tally[member].map(|count| count as f64);
        let games = wins + ties + losses;
        if games == 0.0 { 0.5 } else { (wins + ties / 2.0) / games }
    }

    /// Each member's share of the points, with a draw as half a point. The interval comes from the spread between
    /// openings, or between opponents if there is only one opening. The results are those of the run.
    pub fn shares(&self, results: &[SetResult]) -> Vec<Estimate> {
        let played = results.get(self.sets.clone()).unwrap_or_default();
        let members = self.first..self.first + self.members.len();
        shares(played, members, 2).into_iter().map(|(share, _)| share).collect()
    }

    /// The score of a member: five points per win.
    pub fn score(&self, member: usize) -> u64 {
        POINTS_A_WIN * self.tally[member][0]
    }

    /// The share of draws among its games.
    pub fn ties(&self) -> f64 {
        let sum = |kind: usize| self.tally.iter().map(|tally| tally[kind]).sum::<u64>() as f64;
        let games = sum(0) + sum(1) + sum(2);
        if games == 0.0 { 0.0 } else { sum(1) / games }
    }
}

impl EvolutionPlan {
    /// The number of stages.
    pub fn stages(&self) -> usize {
        self.generations + usize::from(self.families > 1)
    }

    /// The number of families in a stage.
    fn families_of(&self, stage: usize) -> usize {
        if stage < self.generations { self.families } else { 1 }
    }

    /// The number of survivors in a small population, if it is fewer than ten: half of it, to leave room for
    /// children.
    ///
    /// ```
    /// use ninefold_arena::{EvolutionPlan, Method};
    ///
    /// // Petcu and Holban keep ten of fifty.
    /// assert_eq!(EvolutionPlan::kept_of(Method::Paper, 50), None);
    /// assert_eq!(EvolutionPlan::kept_of(Method::Paper, 6), Some(3));
    /// ```
    pub fn kept_of(method: Method, population: usize) -> Option<usize> {
        let crosses = matches!(method, Method::Paper | Method::Ga);
        Some(population / 2).filter(|&half| crosses && half < KEPT)
    }

    fn kept(&self) -> usize {
        self.kept.unwrap_or(KEPT)
    }

    /// The number of openings on which each member is tested.
    pub fn openings(&self) -> usize {
        self.trials.as_ref().map_or(1, |trials| trials.openings)
    }

    /// The opponent of all members, if there is one.
    pub fn opponent(&self) -> Option<&str> {
        self.trials.as_ref()?.opponent.as_deref()
    }

    /// The number of the opponent in the games of the run: the one after all members.
    pub fn opponent_number(&self) -> usize {
        self.populations() * self.population
    }

    /// The total number of populations.
    fn populations(&self) -> usize {
        (0..self.stages()).map(|stage| self.families_of(stage)).sum()
    }

    /// The number of members of a population. With SPSA it is odd: a point and pairs.
    fn members_of_one(&self) -> usize {
        match self.method {
            Method::Spsa => 1 + 2 * ((self.population - 1) / 2),
            _ => self.population,
        }
    }

    /// The pairings on each opening, by index; `None` stands for the opponent.
    fn meetings(&self) -> Vec<(usize, Option<usize>)> {
        let size = self.members_of_one();
        match (self.opponent(), self.method) {
            (Some(_), _) => (0..size).map(|member| (member, None)).collect(),
            (None, Method::Spsa) => {
                (1..size).step_by(2).map(|plus| (plus, Some(plus + 1))).collect()
            }
            (None, _) => (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, Some(b)))).collect(),
        }
    }

    /// The number of sets of a population.
    pub fn sets(&self) -> usize {
        self.meetings().len() * self.openings()
    }

    /// The number of games of the whole evolution.
    pub fn games(&self) -> u64 {
        (2 * self.populations() * self.sets()) as u64
    }

    /// The player specification of a genome.
    pub fn player_of(&self, genome: &[i64]) -> String {
        let texts: Vec<String> = genome.iter().map(i64::to_string).collect();
        if self.player.matches("{}").count() == 1 {
            return self.player.replacen("{}", &texts.join("/"), 1);
        }
        texts.iter().fold(self.player.clone(), |text, number| text.replacen("{}", number, 1))
    }

    /// All generations that follow from these results; the last may have no games yet.
    pub fn generations_of(&self, results: &[SetResult]) -> Vec<Generation> {
        let mut known: Vec<Generation> = Vec::new();
        let mut searches: Vec<Box<dyn Search>> = Vec::new();
        let (mut first_member, mut first_chunk) = (0, 0);
        let sets = self.sets();
        for stage in 0..self.stages() {
            let families = self.families_of(stage);
            let before: Vec<Generation> =
                known.iter().rev().take_while(|g| g.stage + 1 == stage).cloned().collect();
            let before: Vec<Generation> = before.into_iter().rev().collect();
            for family in 0..families {
                let members = self.members(stage, family, &before, &mut searches);
                let last_chunk = (first_chunk + sets).min(results.len());
                let played = first_chunk.min(last_chunk)..last_chunk;
                let judged =
                    self.judge(stage, family, members, first_member, &results[played.clone()]);
                known.push(Generation { sets: played, ..judged });
                first_member += self.population;
                first_chunk += sets;
            }
            if results.len() < first_chunk {
                return known;
            }
        }
        if self.method == Method::Spsa {
            known.extend(self.end_point(&known, &mut searches));
        }
        known
    }

    /// The final point of SPSA after all games, as a generation of one.
    fn end_point(
        &self,
        known: &[Generation],
        searches: &mut [Box<dyn Search>],
    ) -> Option<Generation> {
        let (last, search) = (known.last()?, searches.last_mut()?);
        search.learn(last);
        let mut end = Generation::of(search.population(1, &mut Random::new(self.seed)));
        (end.stage, end.first) = (last.stage + 1, self.opponent_number() + 1);
        Some(end)
    }

    /// The members of a population.
    fn members(
        &self,
        stage: usize,
        family: usize,
        before: &[Generation],
        searches: &mut Vec<Box<dyn Search>>,
    ) -> Vec<Individual> {
        let stream = (stage * self.families + family) as u64;
        let mut random = Random::stream(self.seed, stream);
        let alone = |genome| Individual { genome, birth: None };
        if stage == self.generations {
            // The champions of all families meet: the best of each, then the second best, and so on.
            let best = (0..self.population).flat_map(|place| {
                before.iter().filter_map(move |family| {
                    family.ranking.get(place).map(|&member| family.members[member].genome.clone())
                })
            });
            let best: Vec<Vec<i64>> = best.take(self.kept()).collect();
            return next_generation(&best, self, Method::Paper, &mut random);
        }
        if matches!(self.method, Method::Cmaes | Method::Spsa) {
            match stage {
                0 => searches.push(self.search()),
                _ => searches[family].learn(&before[family]),
            }
            let population = searches[family].population(self.members_of_one(), &mut random);
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
        let best: Vec<Vec<i64>> = earlier.ranking[..self.kept().min(earlier.ranking.len())]
            .iter()
            .map(|&member| earlier.members[member].genome.clone())
            .collect();
        next_generation(&best, self, self.method, &mut random)
    }

    /// Creates a new search.
    fn search(&self) -> Box<dyn Search> {
        match self.method {
            Method::Spsa => Box::new(Spsa::new(&self.genes, self.generations, &self.begin)),
            _ => Box::new(Cmaes::new(&self.genes, self.population, &self.begin)),
        }
    }

    /// Scores a population by its games.
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
                // A seat outside this range belongs to the opponent.
                if let Some(tally) = seat.checked_sub(first).and_then(|at| tallies.get_mut(at)) {
                    tally.count(*points);
                }
            }
        }
        let tally: Vec<[u64; 3]> =
            tallies.iter().map(|tally| [tally.wins, tally.draws, tally.losses]).collect();
        let mut ranking: Vec<usize> = (0..members.len()).collect();
        // By wins alone, as in the paper; ties go to fewer losses, then to the first. The point of SPSA stands for
        // all pairs around it.
        let is_point = |member: usize| self.method == Method::Spsa && member == 0;
        ranking.sort_by_key(|&member| {
            let [wins, _, losses] = tally[member];
            (!is_point(member), std::cmp::Reverse(wins), losses, member)
        });
        Generation { stage, family, members, first, tally, sets: 0..0, ranking }
    }
}
