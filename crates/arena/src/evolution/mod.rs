//! Evaluators that evolve by tournaments between them.
//!
//! A *genome* is a list of whole numbers, each within a range. A population of them plays a double round robin;
//! the score decides what the next population is made of, by one of four [methods](Method). Instead of each other they may
//! all meet one opponent, and on several openings ([`Trials`]). Everything depends on the plan and the results alone, so an
//! evolution resumes like any other run.

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
    /// Simultaneous perturbation (Spall): a point, and pairs around it who show the way.
    Spsa,
}

/// How the members of a population are tried, where it is not by one opening, each against each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trials {
    /// On how many openings, from both seats each.
    pub openings: usize,
    /// The player everybody plays against; `None` if they play each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
}

impl Trials {
    /// The usual number of openings where everybody has few games, and of random moves in each.
    pub const OPENINGS: usize = 10;
    /// See [`OPENINGS`](Trials::OPENINGS).
    pub const MOVES: u32 = 4;
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
    /// evolution strategy and a point begin in the middle of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub begin: Vec<Vec<i64>>,
    /// Whom the members meet, and on how many openings; each other on one if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trials: Option<Trials>,
    /// How many of a population stay and become parents of the next; ten if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<usize>,
}

/// A method that keeps more than the last population.
trait Search {
    /// So many genomes to be tried next.
    fn population(&self, count: usize, random: &mut Random) -> Vec<Vec<i64>>;

    /// Takes in what the games of its last population said.
    fn learn(&mut self, earlier: &Generation);
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
    /// Which sets of the run it has played.
    pub sets: Range<usize>,
    /// The places of the members, the best first.
    pub ranking: Vec<usize>,
}

/// In how many of a hundred numbers of a child a mutation usually draws anew.
pub const MUTATION: u32 = 5;

/// Points of a win, as in the paper; a tie brings none.
pub const POINTS_A_WIN: u64 = 5;

impl Generation {
    /// Genomes without a single game.
    fn of(genomes: Vec<Vec<i64>>) -> Generation {
        let members: Vec<Individual> =
            genomes.into_iter().map(|genome| Individual { genome, birth: None }).collect();
        let size = members.len();
        let (tally, ranking) = (vec![[0; 3]; size], (0..size).collect());
        Generation { stage: 0, family: 0, members, first: 0, tally, sets: 0..0, ranking }
    }

    /// The share of the points that a member won, a tie being half of one; one half without games.
    pub fn share(&self, member: usize) -> f64 {
        let [wins, ties, losses] = self.tally[member].map(|count| count as f64);
        let games = wins + ties + losses;
        if games == 0.0 { 0.5 } else { (wins + ties / 2.0) / games }
    }

    /// The share of the points of each member, a tie being half of one, with the interval from the spread between openings, or
    /// between opponents if there is one opening only. The results are those of the run.
    pub fn shares(&self, results: &[SetResult]) -> Vec<Estimate> {
        let played = results.get(self.sets.clone()).unwrap_or_default();
        let members = self.first..self.first + self.members.len();
        shares(played, members, 2).into_iter().map(|(share, _)| share).collect()
    }

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

    /// How many of a small population should stay, where that is fewer than ten: half of it, so that the others make
    /// room for children.
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

    /// On how many openings everybody is tried.
    pub fn openings(&self) -> usize {
        self.trials.as_ref().map_or(1, |trials| trials.openings)
    }

    /// The player whom everybody meets, if there is one.
    pub fn opponent(&self) -> Option<&str> {
        self.trials.as_ref()?.opponent.as_deref()
    }

    /// The number of the opponent in the games of the run: the one after all members.
    pub fn opponent_number(&self) -> usize {
        self.populations() * self.population
    }

    /// How many populations there are in all.
    fn populations(&self) -> usize {
        (0..self.stages()).map(|stage| self.families_of(stage)).sum()
    }

    /// How many members of a population there are: a point and pairs are an odd number.
    fn members_of_one(&self) -> usize {
        match self.method {
            Method::Spsa => 1 + 2 * ((self.population - 1) / 2),
            _ => self.population,
        }
    }

    /// Who meets whom on each opening, by place; nobody is the opponent.
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

    /// How many sets a population plays.
    pub fn sets(&self) -> usize {
        self.meetings().len() * self.openings()
    }

    /// How many games the whole evolution has.
    pub fn games(&self) -> u64 {
        (2 * self.populations() * self.sets()) as u64
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

    /// Where the point came to by all games, as a generation of one.
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
            // The champions of all families meet: the best of each in turn.
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

    /// A search at its beginning.
    fn search(&self) -> Box<dyn Search> {
        match self.method {
            Method::Spsa => Box::new(Spsa::new(&self.genes, self.generations, &self.begin)),
            _ => Box::new(Cmaes::new(&self.genes, self.population, &self.begin)),
        }
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
                // Whoever is none of them is the opponent.
                if let Some(tally) = seat.checked_sub(first).and_then(|at| tallies.get_mut(at)) {
                    tally.count(*points);
                }
            }
        }
        let tally: Vec<[u64; 3]> =
            tallies.iter().map(|tally| [tally.wins, tally.draws, tally.losses]).collect();
        let mut ranking: Vec<usize> = (0..members.len()).collect();
        // By wins alone, as in the paper; of equals the one with fewer losses, then the first. A point stands for all the
        // pairs around it.
        let is_point = |member: usize| self.method == Method::Spsa && member == 0;
        ranking.sort_by_key(|&member| {
            let [wins, _, losses] = tally[member];
            (!is_point(member), std::cmp::Reverse(wins), losses, member)
        });
        Generation { stage, family, members, first, tally, sets: 0..0, ranking }
    }
}
