//! Fits what is learnt of gomoku to games.

use ninefold_core::Random;
use ninefold_games::mnk::learnt::{MARKS, NUMBERS};

use crate::position::{Position, positions};
use crate::table::{DECAY, Fitted, Table};

/// The part of the aim that is the search's value; the rest is the game's result.
const SEARCHED: f32 = 0.75;
/// A learnt value of this size makes a player e times as likely to win.
const UNIT: f32 = 1000.0;
/// So many examples are looked at between two changes of the weights.
const BATCH: usize = 1024;
/// How far the weights move at most at first.
const RATE: f32 = 0.002;

/// The odds of a value in logarithms.
fn odds(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The scale that makes a logistic curve of the values tell the results best.
fn scale(positions: &[Position]) -> f32 {
    let loss = |scale: f32| -> f64 {
        positions
            .iter()
            .filter(|position| position.value.is_finite())
            .map(|position| {
                let odds = odds(position.value / scale).clamp(0.001, 0.999);
                f64::from(-position.won * odds.ln() - (1.0 - position.won) * (1.0 - odds).ln())
            })
            .sum()
    };
    let scales = (2..40).map(|step| step as f32 * 100.0);
    scales.min_by(|a, b| loss(*a).total_cmp(&loss(*b))).unwrap_or(UNIT)
}

/// All that is learnt.
struct Model {
    judged: [Table; 2],
    marks: Fitted,
    mark_slopes: Vec<f32>,
    appeal: [Table; 2],
}

impl Model {
    /// The logarithm of the odds of the player on turn.
    fn value(&self, position: &Position) -> f32 {
        let sum = |side: usize| -> f32 {
            let values = &self.judged[side].values;
            position.cells[side]
                .iter()
                .map(|&(code, count)| values[code as usize] * f32::from(count))
                .sum()
        };
        sum(0) - sum(1) + self.marks.numbers[position.mark as usize]
    }

    /// Notes how the loss changes with the value of a position.
    fn learn_value(&mut self, position: &Position, slope: f32) {
        for (side, slope) in [(0, slope), (1, -slope)] {
            for &(code, count) in &position.cells[side] {
                self.judged[side].slopes[code as usize] += slope * f32::from(count);
            }
        }
        self.mark_slopes[position.mark as usize] += slope;
    }

    /// The chances that each of the cells is chosen.
    fn chances(&self, choice: &[[u16; 2]]) -> Vec<f32> {
        let of = |codes: &[u16; 2]| {
            self.appeal[0].values[codes[0] as usize] + self.appeal[1].values[codes[1] as usize]
        };
        let logits: Vec<f32> = choice.iter().map(of).collect();
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        let mut chances: Vec<f32> = logits.iter().map(|logit| (logit - most).exp()).collect();
        let sum: f32 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= sum);
        chances
    }

    /// How well it tells positions.
    fn told(&self, positions: &[Position], aim: &impl Fn(&Position) -> f32) -> String {
        let (mut squares, mut loss, mut first, mut among, mut chosen) = (0.0, 0.0, 0, 0, 0);
        for position in positions {
            let told = odds(self.value(position));
            squares += (told - aim(position)).powi(2);
            let told = told.clamp(0.001, 0.999);
            loss -= position.won * told.ln() + (1.0 - position.won) * (1.0 - told).ln();
            if !position.choice.is_empty() {
                let chances = self.chances(&position.choice);
                let better = chances.iter().filter(|chance| **chance > chances[0]).count();
                chosen += 1;
                first += usize::from(better == 0);
                among += usize::from(better < 16);
            }
        }
        let count = positions.len() as f32;
        format!(
            "error {:.4}, log-loss of results {:.4}; moves first {:.3}, among sixteen {:.3}",
            (squares / count).sqrt(),
            loss / count,
            first as f32 / chosen as f32,
            among as f32 / chosen as f32,
        )
    }
}

/// The numbers fitted to these games, as they stand in a file.
pub(crate) fn fit(text: &str, rounds: u32, seed: u64) -> Vec<u8> {
    let all = positions(text);
    let scale = scale(&all);
    let (held_out, learnt): (Vec<Position>, Vec<Position>) =
        all.into_iter().partition(|position| position.held_out);
    let choices = learnt.iter().filter(|position| !position.choice.is_empty()).count();
    println!(
        "{} positions, {choices} choices, {} held out, scale {scale}",
        learnt.len(),
        held_out.len()
    );
    let aim = |position: &Position| {
        SEARCHED * odds(position.value / scale).clamp(0.01, 0.99) + (1.0 - SEARCHED) * position.won
    };
    let mut model = Model {
        judged: [Table::new(), Table::new()],
        marks: Fitted::new(MARKS, DECAY),
        mark_slopes: vec![0.0; MARKS],
        appeal: [Table::new(), Table::new()],
    };
    let mut order: Vec<usize> = (0..learnt.len()).collect();
    let mut random = Random::new(seed);
    for round in 0..rounds {
        for index in (1..order.len()).rev() {
            order.swap(index, random.below(index + 1));
        }
        let rate = RATE * (1.0 - round as f32 / rounds as f32).powi(2);
        for batch in order.chunks(BATCH) {
            let share = 1.0 / batch.len() as f32;
            for &index in batch {
                let position = &learnt[index];
                let slope = odds(model.value(position)) - aim(position);
                model.learn_value(position, slope * share);
                if !position.choice.is_empty() {
                    let chances = model.chances(&position.choice);
                    for (index, (codes, chance)) in position.choice.iter().zip(chances).enumerate()
                    {
                        let slope = share * (chance - f32::from(u8::from(index == 0)));
                        for (table, &code) in model.appeal.iter_mut().zip(codes) {
                            table.slopes[code as usize] += slope;
                        }
                    }
                }
            }
            for table in model.judged.iter_mut().chain(&mut model.appeal) {
                table.step(rate);
            }
            let slopes = std::mem::replace(&mut model.mark_slopes, vec![0.0; MARKS]);
            model.marks.step(&slopes, rate);
        }
        println!("{round}: {}", model.told(&held_out, &aim));
    }
    let rounded = |number: f32| (number * UNIT).round().clamp(-32_000.0, 32_000.0) as i16;
    let mut numbers: Vec<i16> = Vec::with_capacity(NUMBERS);
    for table in model.judged.iter().chain(&model.appeal) {
        numbers.extend(table.values.iter().map(|&value| rounded(value)));
    }
    numbers.extend(model.marks.numbers.iter().map(|&value| rounded(value)));
    numbers.into_iter().flat_map(i16::to_le_bytes).collect()
}
