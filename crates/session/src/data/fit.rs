//! Fitting the numbers of an evaluator to the outcomes of positions.

use ninefold_arena::{Examples, LogisticFit};

use super::{DataError, Example, ExampleSource, FittedNumber};

/// One in this many examples is held out.
const HELD_OUT: usize = 5;
/// How often the learning curve halves the examples.
const HALVINGS: u32 = 5;
/// With fewer examples than this nothing is fitted.
const FEWEST: usize = 50;

/// The fitted numbers, and how well they predict held-out examples.
#[derive(Clone, PartialEq, Debug)]
pub struct FittedEvaluator {
    /// The evaluator with its new numbers.
    pub spec: String,
    /// Each number with its new value and its standard error in the same unit.
    pub numbers: Vec<(FittedNumber, i64, f64)>,
    /// The number of fitted and of held-out examples.
    pub examples: [usize; 2],
    /// The log-loss on held-out examples with the new numbers, with the old ones, and with the mean
    /// of all results alone. Old and new numbers predict in the unit of value that suits the fitted
    /// examples best.
    pub losses: [f64; 3],
    /// The gain of the new numbers over the old ones, with the 95 % interval.
    pub gain: [f64; 3],
    /// For growing parts of the examples: their number, their log-loss, and that of the held-out
    /// examples.
    pub curve: Vec<(usize, f64, f64)>,
}

/// Fits the numbers of an evaluator by logistic regression with a ridge penalty; every fifth
/// example is held out.
pub fn fit_evaluator(
    source: &dyn ExampleSource,
    made: &[Example],
    ridge: f64,
) -> Result<FittedEvaluator, DataError> {
    let parted = Parted::of(source, made)?;
    let Parted { examples, held, fitted } = &parted;
    let fit = |rows: &[usize]| examples.fit(rows, ridge).ok_or_else(no_top);
    let mut curve = Vec::new();
    for halving in (1..=HALVINGS).rev() {
        let part = &fitted[..fitted.len() >> halving];
        if part.len() >= FEWEST {
            let fit = fit(part)?;
            curve.push((part.len(), examples.loss(&fit, part), examples.loss(&fit, held)));
        }
    }
    let best = fit(fitted)?;
    curve.push((fitted.len(), examples.loss(&best, fitted), examples.loss(&best, held)));
    let as_is: Vec<i64> = source.numbers().iter().map(|number| number.value).collect();
    // Of the candidate units for rounding the weights, the one that loses least.
    let mut rounded: Option<(f64, Vec<i64>, f64)> = None;
    for unit in units(source.numbers(), &best) {
        let numbers = whole_numbers(source.numbers(), &best, unit);
        let loss = examples.loss(&parted.by_value(&numbers)?, fitted);
        if rounded.as_ref().is_none_or(|(least, ..)| loss < *least) {
            rounded = Some((loss, numbers, unit));
        }
    }
    let (_, numbers, unit) = rounded.ok_or_else(|| {
        let told = "what the evaluator counts does not tell who is better: nothing to fit in these positions";
        DataError::Missing(told.into())
    })?;
    let (new, old) = (parted.by_value(&numbers)?, parted.by_value(&as_is)?);
    let nothing = vec![0.0; source.numbers().len() + 1];
    let blind = examples.summed(&nothing).fit(fitted, 0.0).ok_or_else(no_top)?;
    let blind = LogisticFit { weights: nothing, ..blind };
    Ok(FittedEvaluator {
        spec: source.spec(&numbers),
        losses: [&new, &old, &blind].map(|fit| examples.loss(fit, held)),
        gain: examples.gain(&new, &old, held),
        examples: [fitted.len(), held.len()],
        numbers: source
            .numbers()
            .iter()
            .zip(numbers)
            .zip(&best.errors)
            .map(|((number, new), error)| (number.clone(), new, error * unit))
            .collect(),
        curve,
    })
}

/// The held-out log-loss with other numbers of the evaluator, each in the unit that suits the
/// fitted examples best.
pub fn held_out_losses(
    source: &dyn ExampleSource,
    made: &[Example],
    sets: &[Vec<i64>],
) -> Result<Vec<f64>, DataError> {
    let parted = Parted::of(source, made)?;
    let loss =
        |numbers: &Vec<i64>| Ok(parted.examples.loss(&parted.by_value(numbers)?, &parted.held));
    sets.iter().map(loss).collect()
}

/// Examples, split into fitted and held-out ones.
struct Parted {
    examples: Examples,
    held: Vec<usize>,
    fitted: Vec<usize>,
}

impl Parted {
    fn of(source: &dyn ExampleSource, made: &[Example]) -> Result<Parted, DataError> {
        if made.len() < FEWEST {
            return Err(DataError::Missing(format!(
                "{} of {} positions can be used, wanted at least {FEWEST}: ask for more",
                made.len(),
                source.len()
            )));
        }
        let mut examples = Examples::new(source.numbers().len() + 1);
        made.iter().for_each(|one| examples.push(&one.counts, one.point));
        let (held, fitted) = (0..examples.len()).partition(|row| row % HELD_OUT == HELD_OUT - 1);
        Ok(Parted { examples, held, fitted })
    }

    /// Every evaluator predicts by its value alone; the scale of a unit is fitted to the examples.
    fn by_value(&self, numbers: &[i64]) -> Result<LogisticFit, DataError> {
        let weights: Vec<f64> = numbers.iter().map(|&one| one as f64).chain([1.0]).collect();
        let fit = self.examples.summed(&weights).fit(&self.fitted, 0.0).ok_or_else(no_top)?;
        let weights = weights.iter().map(|weight| weight * fit.weights[0]).collect();
        Ok(LogisticFit { weights, errors: Vec::new(), turn: fit.turn })
    }
}

fn no_top() -> DataError {
    let told = "the examples do not say enough: ask for more, or for a larger --ridge";
    DataError::Missing(told.into())
}

/// Candidate units for rounding the weights: one that keeps the largest weight as large as now; the
/// same, but with no weight above its limit; and if the evaluator's value has a part that no number
/// changes, the unit of that part.
fn units(numbers: &[FittedNumber], fit: &LogisticFit) -> impl Iterator<Item = f64> + use<> {
    let (weights, rest) = fit.weights.split_at(numbers.len());
    let now = numbers.iter().map(|number| number.value.unsigned_abs() as f64).fold(100.0, f64::max);
    let largest = weights.iter().map(|weight| weight.abs()).fold(0.0, f64::max);
    let rooms = numbers.iter().zip(weights).map(|(number, &weight)| {
        let room = number.allowed[usize::from(weight > 0.0)] as f64;
        // A number that may not have this sign stays at its bound, however small the others are.
        if room * weight <= 0.0 { f64::MAX } else { room / weight }
    });
    let within = rooms.fold(now / largest, f64::min);
    let units = [now / largest, within, 1.0 / rest[0]];
    units.into_iter().filter(|unit| unit.is_finite() && *unit > 0.0)
}

/// Weights in a unit, as integers that the evaluator accepts.
fn whole_numbers(numbers: &[FittedNumber], fit: &LogisticFit, unit: f64) -> Vec<i64> {
    let whole = numbers.iter().zip(&fit.weights).map(|(number, weight)| {
        ((weight * unit).round() as i64).clamp(number.allowed[0], number.allowed[1])
    });
    whole.collect()
}
