//! Numbers that are fitted.

use ninefold_games::mnk::learnt::{COMBINATIONS, KINDS, kinds_of_combinations};

/// How much weights are drawn to zero: those of single combinations and sets of threats, and those of pairs of kinds.
pub(crate) const DECAY: f32 = 0.000_02;
const PAIR_DECAY: f32 = 0.000_002;

/// Weights of combinations, made of what each kind, each pair of kinds and each combination adds.
pub(crate) struct Table {
    kinds: Vec<[usize; 4]>,
    singles: Fitted,
    pairs: Fitted,
    wholes: Fitted,
    /// By combination.
    pub(crate) values: Vec<f32>,
    /// How the loss changes with each, summed up since the last step.
    pub(crate) slopes: Vec<f32>,
}

/// Numbers that are fitted by Adam.
pub(crate) struct Fitted {
    pub(crate) numbers: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    decay: f32,
}

impl Fitted {
    pub(crate) fn new(count: usize, decay: f32) -> Fitted {
        Fitted {
            numbers: vec![0.0; count],
            mean: vec![0.0; count],
            square: vec![0.0; count],
            decay,
        }
    }

    /// Moves the numbers down the slopes.
    pub(crate) fn step(&mut self, slopes: &[f32], rate: f32) {
        for (index, slope) in slopes.iter().enumerate() {
            let slope = slope + self.decay * self.numbers[index];
            self.mean[index] += 0.1 * (slope - self.mean[index]);
            self.square[index] += 0.001 * (slope * slope - self.square[index]);
            self.numbers[index] -= rate * self.mean[index] / (self.square[index].sqrt() + 1e-8);
        }
    }
}

impl Table {
    pub(crate) fn new() -> Table {
        let kinds = kinds_of_combinations();
        Table {
            kinds,
            singles: Fitted::new(KINDS, 0.0),
            pairs: Fitted::new(KINDS * KINDS, PAIR_DECAY),
            wholes: Fitted::new(COMBINATIONS, DECAY),
            values: vec![0.0; COMBINATIONS],
            slopes: vec![0.0; COMBINATIONS],
        }
    }

    /// Moves the weights down the slopes that were summed up.
    pub(crate) fn step(&mut self, rate: f32) {
        let mut singles = vec![0.0; KINDS];
        let mut pairs = vec![0.0; KINDS * KINDS];
        for (kinds, slope) in self.kinds.iter().zip(&self.slopes) {
            if *slope != 0.0 {
                for (index, &kind) in kinds.iter().enumerate() {
                    singles[kind] += slope;
                    for &other in &kinds[index + 1..] {
                        pairs[kind * KINDS + other] += slope;
                    }
                }
            }
        }
        self.singles.step(&singles, rate);
        self.pairs.step(&pairs, rate);
        self.wholes.step(&self.slopes, rate);
        self.slopes.fill(0.0);
        self.refresh();
    }

    /// Adds up what each combination is worth.
    fn refresh(&mut self) {
        for (code, kinds) in self.kinds.iter().enumerate() {
            let mut value = self.wholes.numbers[code];
            for (index, &kind) in kinds.iter().enumerate() {
                value += self.singles.numbers[kind];
                for &other in &kinds[index + 1..] {
                    value += self.pairs.numbers[kind * KINDS + other];
                }
            }
            self.values[code] = value;
        }
    }
}
