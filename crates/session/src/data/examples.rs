//! Examples for fitting an evaluator: what each of its numbers counts in a position, and the
//! outcome of the position.
//!
//! The value of most evaluators is a sum of numbers times counts. The count of a number is then the
//! change in value when the number grows by one, and nothing else needs to be known about the
//! evaluator. Numbers for which this does not hold (the size of a random part, the value of a
//! finished game) stay unchanged.

use std::ops::Range;
use std::path::PathBuf;

use ninefold_core::{Evaluator, Host, Path, Random, StopFlag, View, judge};
use serde::{Deserialize, Serialize};

use super::draw::Drawn;
use super::label::Labels;
use super::{Cell, DataError, DataPlan, Label};
use crate::evaluation::evaluator;
use crate::numbers::EvaluatorNumbers;

/// A fitted number of an evaluator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FittedNumber {
    /// Its name: `coefs 3`.
    pub name: String,
    /// Its current value.
    pub value: i64,
    /// Its minimum and maximum.
    pub allowed: [i64; 2],
}

/// The examples of a plan, independent of the game's type.
pub trait ExampleSource: Send + Sync {
    /// The fitted numbers. An example has a count for each, followed by the rest of the evaluator's
    /// value.
    fn numbers(&self) -> &[FittedNumber];

    /// The number of positions. Some yield no example: the game is over, or nothing is known about
    /// them.
    fn len(&self) -> u64;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The examples of a range of positions.
    fn examples(&self, range: Range<u64>) -> Result<Vec<Example>, DataError>;

    /// The evaluator with other numbers.
    fn spec(&self, numbers: &[i64]) -> String;
}

/// A position from the view of the player to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Example {
    /// The counts of the numbers: the player's minus the average of the others.
    pub counts: Vec<f32>,
    /// The share of the point obtained, from 0 to 1.
    pub point: f32,
}

/// Prepares examples for an evaluator, with the folder of finished tables.
///
/// ```
/// use ninefold_session::{DataPlan, Label, example_source};
///
/// let plan = DataPlan { label: Label::Result, positions: Some(50), ..DataPlan::usual("morris") };
/// let source = example_source(&plan, "fav1", None, Default::default())?;
/// let names: Vec<&str> = source.numbers().iter().map(|number| number.name.as_str()).collect();
/// assert_eq!(names, ["step", "neighbour", "man"]);
/// assert_eq!(source.spec(&[50, 50, 900]), "fav1(man=900)");
/// # Ok::<(), ninefold_session::DataError>(())
/// ```
pub fn example_source(
    plan: &DataPlan,
    evaluator: &str,
    data: Option<PathBuf>,
    stop: StopFlag,
) -> Result<Box<dyn ExampleSource>, DataError> {
    let open = Open { plan: plan.clone(), evaluator: evaluator.to_owned(), data, stop };
    ninefold_games::registry().open(&plan.game, open)?
}

struct Open {
    plan: DataPlan,
    evaluator: String,
    data: Option<PathBuf>,
    stop: StopFlag,
}

impl Host for Open {
    type Output = Result<Box<dyn ExampleSource>, DataError>;

    fn receive<G: View>(self, game: G, spec: String) -> Self::Output {
        let Open { mut plan, evaluator, data, stop } = self;
        plan.game = spec;
        plan.check()?;
        let all = EvaluatorNumbers::of(&game, &evaluator)?;
        let labels = Labels::new(&game, &plan, data, stop.clone())?;
        let drawn = Drawn::new(&game, &plan, &stop)?;
        let len = plan.rows(drawn.len());
        let tried = (0..len.min(TRIED)).filter_map(|index| drawn.path(index));
        let tried: Vec<Path<G>> =
            tried.map(|drawn| drawn.path).filter(|path| path.outcome().is_none()).collect();
        let counting = Counting::of(&game, all, &tried)?;
        let numbers = counting.named();
        Ok(Box::new(TypedExamples { game, plan, labels, drawn, counting, numbers }))
    }
}

/// The number of positions examined to find out which numbers are weights.
const TRIED: u64 = 512;

/// An evaluator and the counts of its numbers.
struct Counting<G: View> {
    all: EvaluatorNumbers,
    /// The indices of the numbers that are weights.
    weights: Vec<usize>,
    usual: Box<dyn Evaluator<G>>,
    /// For each weight, the evaluator with that weight increased by one, or decreased if it is at
    /// its maximum, and the step.
    changed: Vec<(Box<dyn Evaluator<G>>, i64)>,
}

impl<G: View> Counting<G> {
    fn of(game: &G, all: EvaluatorNumbers, tried: &[Path<G>]) -> Result<Counting<G>, DataError> {
        let usual = evaluator(game, Some(&all.spec(&all.values())), 0)?;
        let (mut weights, mut changed) = (Vec::new(), Vec::new());
        for (index, place) in all.places.iter().enumerate() {
            let step = if place.allowed.contains(&(place.value + 2)) { 1 } else { -1 };
            if !place.allowed.contains(&(place.value + 2 * step)) {
                continue;
            }
            let by = |times: i64| {
                let mut numbers = all.values();
                numbers[index] += times * step;
                evaluator(game, Some(&all.spec(&numbers)), 0)
            };
            let (once, twice) = (by(1)?, by(2)?);
            let mut counts = false;
            let is_sum = tried.iter().all(|path| {
                let [first, second, third] =
                    [&usual, &once, &twice].map(|one| lead(game, &**one, path));
                counts |= first != second;
                second - first == third - second
            });
            if counts && is_sum {
                weights.push(index);
                changed.push((once, step));
            }
        }
        let name = all.name;
        let counting = Counting { all, weights, usual, changed };
        if counting.weights.is_empty() || !counting.is_sum(game, tried)? {
            return Err(DataError::Missing(format!(
                "the value of {name} is not a sum of numbers of its own times counts: there is nothing to fit"
            )));
        }
        Ok(counting)
    }

    /// Whether changing all numbers at once has the same effect as the sum of the individual
    /// changes.
    fn is_sum(&self, game: &G, tried: &[Path<G>]) -> Result<bool, DataError> {
        let mut random = Random::new(0);
        let mut numbers = self.all.values();
        for &index in &self.weights {
            let allowed = &self.all.places[index].allowed;
            let away = random.below(41) as i64 - 20;
            numbers[index] = (numbers[index] + away).clamp(*allowed.start(), *allowed.end());
        }
        let other = evaluator(game, Some(&self.all.spec(&numbers)), 0)?;
        Ok(tried.iter().all(|path| {
            let counts = self.counts(game, path);
            let weights = self.weights.iter().map(|&index| numbers[index] as f64);
            let sum = weights.chain([1.0]).zip(counts).map(|(weight, count)| weight * count);
            (sum.sum::<f64>() - lead(game, &*other, path)).abs() < 1e-6
        }))
    }

    /// The count of each weight, followed by the rest of the value.
    fn counts(&self, game: &G, path: &Path<G>) -> Vec<f64> {
        let usual = lead(game, &*self.usual, path);
        let mut rest = usual;
        let mut counts = Vec::with_capacity(self.weights.len() + 1);
        for ((changed, step), &index) in self.changed.iter().zip(&self.weights) {
            let count = (lead(game, &**changed, path) - usual) / *step as f64;
            rest -= count * self.all.places[index].value as f64;
            counts.push(count);
        }
        counts.push(rest);
        counts
    }

    fn named(&self) -> Vec<FittedNumber> {
        let named = self.weights.iter().map(|&index| {
            let place = &self.all.places[index];
            let allowed = [*place.allowed.start(), *place.allowed.end()];
            FittedNumber { name: place.name(), value: place.value, allowed }
        });
        named.collect()
    }
}

/// The lead of the player to move over the average of the others.
fn lead<G: View>(game: &G, evaluator: &dyn Evaluator<G>, path: &Path<G>) -> f64 {
    let values = judge(evaluator, game, path.state(), path.context());
    let (mover, players) = (game.to_move(path.state()).index(), game.players());
    let own = f64::from(values[mover]);
    let all: f64 = values[..players].iter().map(|&value| f64::from(value)).sum();
    own - (all - own) / (players - 1) as f64
}

struct TypedExamples<G: View> {
    game: G,
    plan: DataPlan,
    labels: Labels<G>,
    drawn: Drawn<G>,
    counting: Counting<G>,
    numbers: Vec<FittedNumber>,
}

impl<G: View> TypedExamples<G> {
    /// The share of the point that a position is worth to the player to move, if known.
    fn point(&self, label: &[Cell]) -> Option<f32> {
        match (self.plan.label, label) {
            (Label::Search, [_, Cell::Fraction(share)]) => Some(*share),
            (Label::Exact | Label::Result, [Cell::Number(value), ..]) => {
                Some((1 + value.signum()) as f32 / 2.0)
            }
            _ => None,
        }
    }
}

impl<G: View> ExampleSource for TypedExamples<G> {
    fn numbers(&self) -> &[FittedNumber] {
        &self.numbers
    }

    fn len(&self) -> u64 {
        self.plan.rows(self.drawn.len())
    }

    fn examples(&self, range: Range<u64>) -> Result<Vec<Example>, DataError> {
        let mut examples = Vec::new();
        for index in range {
            let Some(drawn) = self.drawn.path(index) else { break };
            if drawn.path.outcome().is_some() {
                continue;
            }
            if let Some(point) = self.point(&self.labels.of(&drawn)?) {
                let counts = self.counting.counts(&self.game, &drawn.path);
                let counts = counts.into_iter().map(|count| count as f32).collect();
                examples.push(Example { counts, point });
            }
        }
        Ok(examples)
    }

    fn spec(&self, numbers: &[i64]) -> String {
        let mut all = self.counting.all.values();
        for (&index, &number) in self.counting.weights.iter().zip(numbers) {
            all[index] = number;
        }
        self.counting.all.spec(&all)
    }
}
