//! The network: from patterns to a value, in integers.
//!
//! Every pattern has a row of [`WIDTH`] numbers. The rows of a board's patterns are summed in the same way for all
//! positions; then a head computes one number from the sums. During placing there is a head for each number of men
//! in hand and each sign of the difference in men; afterwards, one for each pair of numbers of men.

use std::sync::LazyLock;

use super::patterns::{PATTERNS, SEEN};
use crate::morris::State;

/// The number of sums, and of neurons per head.
pub const WIDTH: usize = 16;
/// The number of heads: for 3 to 9 men of each side, then for 1 to 18 men in hand and which side has more men.
pub const HEADS: usize = EMPTY_HANDS + 18 * 3;
/// The number of the former, which are used once no men are in hand.
pub const EMPTY_HANDS: usize = 7 * 7;
/// The numbers of a head: the biases of the sums, a row of weights per neuron, the biases of the neurons, the
/// weights of the neurons, the weights of the sums, and a constant.
pub const HEAD: usize = WIDTH + WIDTH * WIDTH + WIDTH + WIDTH + WIDTH + 1;
/// The value one, as rows and heads are stored.
pub const ONE: i32 = 64;
/// The maximum output of a sum or a neuron.
pub const MOST: i32 = 2 * ONE;
/// The size in bytes of the weights with this many heads: one byte per number of the rows, two per number of the
/// heads.
pub const fn bytes(heads: usize) -> usize {
    PATTERNS * WIDTH + 2 * heads * HEAD
}

/// The resolution of the output: the number of units of one, for example of the logarithm of the odds.
pub const UNIT: i32 = 256;

/// Beyond this value, odds of seven to one, only one unit in [`LESS`] counts.
const CERTAIN: i32 = 2 * UNIT;
const LESS: i32 = 8;

/// The head for these numbers of men of the side to move and the opponent, including those in hand, and of men in
/// hand of both.
pub fn head(own: u32, other: u32, hand: u32) -> usize {
    let [own, other] = [own, other].map(|men| (men.clamp(3, 9) - 3) as usize);
    match hand.min(18) as usize {
        0 => 7 * own + other,
        hand => EMPTY_HANDS + 3 * (hand - 1) + (own.cmp(&other) as i8 + 1) as usize,
    }
}

/// The head of a position.
pub(super) fn head_of(state: &State) -> usize {
    let (mover, other) = (state.to_move(), state.to_move().other());
    head(state.men_left(mover), state.men_left(other), state.hand(mover) + state.hand(other))
}

/// The weights, ready for evaluation.
pub struct Network {
    rows: Vec<[i16; WIDTH]>,
    heads: Vec<Head>,
}

struct Head {
    start: [i16; WIDTH],
    neurons: [[i16; WIDTH]; WIDTH],
    starts: [i16; WIDTH],
    weights: [i16; WIDTH],
    straight: [i16; WIDTH],
    constant: i16,
}

/// The learnt weights.
pub(super) static LEARNT: LazyLock<Network> = LazyLock::new(|| {
    let weights: &[u8; bytes(HEADS)] = include_bytes!("weights.bin");
    Network::read(weights)
});

impl Network {
    /// Reads stored weights, with as many heads as they contain.
    pub fn read(bytes: &[u8]) -> Network {
        let (rows, heads) = bytes.split_at(PATTERNS * WIDTH);
        let rows = rows.chunks_exact(WIDTH);
        let rows = rows.map(|row| std::array::from_fn(|index| i16::from(row[index] as i8)));
        let heads = heads.chunks_exact(2 * HEAD).map(|head| {
            let mut numbers =
                head.chunks_exact(2).map(|number| i16::from_le_bytes([number[0], number[1]]));
            let mut next =
                || -> [i16; WIDTH] { std::array::from_fn(|_| numbers.next().unwrap_or_default()) };
            Head {
                start: next(),
                neurons: std::array::from_fn(|_| next()),
                starts: next(),
                weights: next(),
                straight: next(),
                constant: next()[0],
            }
        });
        Network { rows: rows.collect(), heads: heads.collect() }
    }

    /// The output of a head for these patterns, in units of 1/[`UNIT`].
    pub fn number(&self, head: usize, seen: &[u16; SEEN]) -> i32 {
        let head = &self.heads[head];
        let mut sums = head.start;
        for &pattern in seen {
            for (sum, number) in sums.iter_mut().zip(&self.rows[usize::from(pattern)]) {
                *sum += number;
            }
        }
        let handed_on = sums.map(|sum| sum.clamp(0, MOST as i16));
        let mut value = ONE * i32::from(head.constant) + dot(&sums, &head.straight);
        let mut neurons = [0; WIDTH];
        for (neuron, (weights, start)) in
            neurons.iter_mut().zip(head.neurons.iter().zip(&head.starts))
        {
            let sum = dot(&handed_on, weights) / ONE + i32::from(*start);
            *neuron = sum.clamp(0, MOST) as i16;
        }
        value += dot(&neurons, &head.weights);
        value / (ONE * ONE / UNIT)
    }

    /// The value for the side to move.
    pub(super) fn value(&self, head: usize, seen: &[u16; SEEN]) -> i32 {
        told(self.number(head, seen))
    }
}

/// Compresses a value: where little doubt is left, more certainty adds less.
fn told(value: i32) -> i32 {
    let beyond = (value.abs() - CERTAIN).max(0);
    value - value.signum() * (beyond - beyond / LESS)
}

/// The sum of all products.
fn dot(left: &[i16; WIDTH], right: &[i16; WIDTH]) -> i32 {
    left.iter().zip(right).map(|(left, right)| i32::from(*left) * i32::from(*right)).sum()
}
