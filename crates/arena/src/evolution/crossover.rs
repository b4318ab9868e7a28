//! The next population by one-point crossover.

use ninefold_core::Random;
use serde::{Deserialize, Serialize};

use super::{EvolutionPlan, Individual, MUTATION, Method};

/// The number of the best that survive and become parents, and the number of crossovers in which each takes part:
/// the numbers of Petcu and Holban, forty participations in twenty crossovers.
pub(super) const KEPT: usize = 10;
const PARTICIPATIONS: [usize; KEPT] = [10, 7, 5, 5, 4, 3, 2, 2, 1, 1];

/// The origin of a child.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Birth {
    /// The parent that provides the numbers before the cut, by its rank from 0.
    pub first: usize,
    /// The parent that provides the others.
    pub second: usize,
    /// The number of genes from the first parent.
    pub cut: usize,
}

/// The best members, then the children of their crossovers, up to the size of the population.
pub(super) fn next_generation(
    best: &[Vec<i64>],
    plan: &EvolutionPlan,
    method: Method,
    random: &mut Random,
) -> Vec<Individual> {
    let mut population: Vec<Individual> =
        best.iter().map(|genome| Individual { genome: genome.clone(), birth: None }).collect();
    population.truncate(plan.population);
    'filled: loop {
        for (a, b) in couples(best.len(), random) {
            let cut = 1 + random.below(plan.genes.len().max(2) - 1);
            for (first, second) in [(a, b), (b, a)] {
                if population.len() >= plan.population {
                    break 'filled;
                }
                let tail = best[second].iter().skip(cut);
                let mut genome: Vec<i64> =
                    best[first].iter().take(cut).chain(tail).copied().collect();
                if method == Method::Ga {
                    for (number, gene) in genome.iter_mut().zip(&plan.genes) {
                        if random.below(100) < plan.mutation.unwrap_or(MUTATION) as usize {
                            *number = gene.draw(random);
                        }
                    }
                }
                population.push(Individual { genome, birth: Some(Birth { first, second, cut }) });
            }
        }
        if best.len() < 2 {
            break;
        }
    }
    population
}

/// Chooses couples at random, each parent as often as its rank allows. If only one parent is left with several
/// participations, all are drawn again.
fn couples(parents: usize, random: &mut Random) -> Vec<(usize, usize)> {
    if parents < 2 {
        return Vec::new();
    }
    loop {
        let mut left: Vec<usize> = PARTICIPATIONS[..parents.min(KEPT)].to_vec();
        // With fewer parents the participations may be odd in number, or too many for one of them.
        if left.iter().sum::<usize>() % 2 == 1 {
            left[0] -= 1;
        }
        left[0] = left[0].min(left[1..].iter().sum());
        let mut couples = Vec::new();
        while left.iter().sum::<usize>() > 1 {
            let open = |left: &[usize], not: Option<usize>| -> Vec<usize> {
                (0..left.len()).filter(|&p| left[p] > 0 && Some(p) != not).collect()
            };
            let first = random.pick(&open(&left, None));
            let others = open(&left, Some(first));
            if others.is_empty() {
                break;
            }
            let second = random.pick(&others);
            left[first] -= 1;
            left[second] -= 1;
            couples.push((first, second));
        }
        if left.iter().sum::<usize>() <= 1 {
            return couples;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twenty couples, no parent with itself, each as often as the paper says.
    #[test]
    fn everybody_takes_part_as_often_as_the_paper_says() {
        for seed in 0..200 {
            let couples = couples(KEPT, &mut Random::new(seed));
            assert_eq!(couples.len(), 20);
            let mut counts = [0; KEPT];
            for (first, second) in couples {
                assert_ne!(first, second);
                counts[first] += 1;
                counts[second] += 1;
            }
            assert_eq!(counts, PARTICIPATIONS);
        }
        for parents in 2..KEPT {
            assert!(!couples(parents, &mut Random::new(1)).is_empty());
        }
    }
}
