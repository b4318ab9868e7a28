//! Fits the weights to the distances of tables that have them.

use ninefold_core::{Player, Random, Rules};
use ninefold_games::morris::{Morris, Points, State};

use super::features::{FEATURES, Features};
use super::{RECORD, SCALE, UNIT, logarithm};
use crate::morris::file::TableError;
use crate::morris::sample::random_position;
use crate::morris::tables::{Tables, Value};

/// Random positions that are tried for one pair of numbers of men, and those after which there must be some examples.
const TRIES: u32 = 3_000_000;
const ENOUGH_TRIES: u32 = 100_000;
/// Fewer examples than this are not worth weights.
const FEWEST: usize = 2_000;
/// How long a walk from a random position goes on, in turns of the winner.
const TURNS: u32 = 6;
/// How often all examples are gone through.
const ROUNDS: u32 = 12;

/// A position with the loser to move, and how many plies it lasts.
struct Example {
    features: Features,
    target: f32,
}

/// The weights, as they stand in the file, from so many examples of each pair of numbers of men: of tables with
/// distances, the same for the same seed. `watch` hears how well each pair was fitted.
///
/// Examples come from short walks that begin at random: the loser delays, the winner plays any winning move, and all
/// his winning moves are examples. So the weights learn to tell moves of one position from each other.
pub fn fit_progress(
    tables: &Tables,
    examples: usize,
    seed: u64,
    watch: &mut dyn FnMut(&str),
) -> Result<Vec<u8>, TableError> {
    let mut bytes = Vec::new();
    for winner in 3..=tables.men() {
        for loser in 3..=tables.men() {
            let mut random = Random::stream(seed, u64::from(10 * winner + loser));
            let mut found = collect(tables, [winner, loser], examples, &mut random)?;
            if found.len() < FEWEST {
                continue;
            }
            let tested = found.split_off(found.len() * 9 / 10);
            for last in (1..found.len()).rev() {
                found.swap(last, random.below(last + 1));
            }
            let model = Model::fitted(&found);
            let [error, spread] = [model.error(&tested), Model::constant(&found).error(&tested)];
            watch(&format!(
                "{winner} against {loser}: {} examples, the logarithm of plies is off by {error:.3} of {spread:.3}",
                found.len()
            ));
            let before = bytes.len();
            bytes.extend([winner as u8, loser as u8]);
            bytes.extend(((UNIT * model.constant).round() as i16).to_le_bytes());
            let step = UNIT / SCALE as f32;
            // A conversion to i8 ends at its bounds.
            bytes.extend(model.weights.iter().map(|weight| (step * weight).round() as i8 as u8));
            debug_assert_eq!(bytes.len() - before, RECORD);
        }
    }
    Ok(bytes)
}

fn collect(
    tables: &Tables,
    men: [u32; 2],
    wanted: usize,
    random: &mut Random,
) -> Result<Vec<Example>, TableError> {
    let game = Morris::default();
    let mut examples = Vec::new();
    for tried in 0..TRIES {
        if examples.len() >= wanted || tried > ENOUGH_TRIES && examples.len() < FEWEST / 4 {
            break;
        }
        let mut state = random_position(random, men, 18, Player::SECOND);
        if tables.value(&state)? != Some(Value::Loss) {
            continue;
        }
        for _ in 0..TURNS {
            let replies = tables.moves(&state)?.unwrap_or_default();
            let quiet = replies.iter().filter(|(reply, _)| reply.taken().is_none());
            let Some((reply, _)) = quiet.max_by_key(|(_, verdict)| verdict.plies) else { break };
            game.play(&mut state, *reply);
            let mut next: Vec<(u32, State)> = Vec::new();
            for (mv, verdict) in tables.moves(&state)?.unwrap_or_default() {
                if let (Value::Win, None, Some(plies)) = (verdict.value, mv.taken(), verdict.plies)
                {
                    let mut after = state;
                    game.play(&mut after, mv);
                    next.push((plies - 1, after));
                    let [winner, loser] =
                        [Player::FIRST, Player::SECOND].map(|side| after.men(side));
                    examples.push(Example::new(winner, loser, plies - 1));
                }
            }
            let Some(&(_, shortest)) = next.iter().min_by_key(|(plies, _)| *plies) else { break };
            state = if random.below(3) == 0 { shortest } else { next[random.below(next.len())].1 };
        }
    }
    Ok(examples)
}

impl Example {
    fn new(winner: Points, loser: Points, plies: u32) -> Example {
        Example { features: Features::of(winner, loser), target: logarithm(plies) }
    }
}

struct Model {
    constant: f32,
    weights: Vec<f32>,
}

impl Model {
    /// The mean and nothing else.
    fn constant(examples: &[Example]) -> Model {
        let sum: f64 = examples.iter().map(|example| f64::from(example.target)).sum();
        Model { constant: (sum / examples.len() as f64) as f32, weights: vec![0.0; FEATURES] }
    }

    /// Gradient descent on the squared error, with smaller and smaller steps.
    fn fitted(examples: &[Example]) -> Model {
        let mut model = Model::constant(examples);
        for round in 0..ROUNDS {
            let step = 0.005 * (1.0 - round as f32 / ROUNDS as f32);
            for example in examples {
                let error = example.target - model.value(&example.features);
                model.constant += 0.1 * step * error;
                for feature in example.features.iter() {
                    let weight = &mut model.weights[usize::from(feature)];
                    // Weights of what is rarely seen stay small.
                    *weight += step * (error - 0.002 * *weight);
                }
            }
        }
        model
    }

    fn value(&self, features: &Features) -> f32 {
        self.constant
            + features.iter().map(|feature| self.weights[usize::from(feature)]).sum::<f32>()
    }

    /// The root of the mean squared error.
    fn error(&self, examples: &[Example]) -> f32 {
        let off = |example: &Example| (example.target - self.value(&example.features)).powi(2);
        (examples.iter().map(off).sum::<f32>() / examples.len() as f32).sqrt()
    }
}
