//! How far a win is away, guessed from the board: what a search follows where no distances are known.
//!
//! A guess is a sum of weights, one for each feature of the board, and each pair of numbers of men has its own weights.
//! They are fitted to the true distances (`fit.rs`) and stand in `weights.bin`.

mod features;
mod fit;

use std::sync::LazyLock;

use ninefold_games::morris::State;

use features::{FEATURES, Features};
pub use fit::fit_progress;

/// For each pair of numbers of men that was fitted: both numbers, a constant of two bytes, and one byte a feature.
static WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// The length of what stands there for a pair.
const RECORD: usize = 4 + FEATURES;

/// A feature's weight is a multiple of this part of a unit.
const SCALE: i32 = 4;

/// How many units a factor of *e* in plies is.
const UNIT: f32 = 256.0;

/// The weights of every pair of numbers of men.
static SPACES: LazyLock<[[Option<Space>; 10]; 10]> = LazyLock::new(|| {
    let mut spaces = [[None; 10]; 10];
    for record in WEIGHTS.chunks_exact(RECORD) {
        let &[winner, loser, low, high, ref weights @ ..] = record else { continue };
        let constant = i32::from(i16::from_le_bytes([low, high]));
        spaces[usize::from(winner) % 10][usize::from(loser) % 10] =
            Some(Space { constant, weights });
    }
    spaces
});

/// What belongs to one pair of numbers of men.
#[derive(Clone, Copy)]
struct Space {
    constant: i32,
    weights: &'static [u8],
}

/// How many plies a win is away, on a scale of logarithms, for a position that the side to move loses; only its order
/// means something. Men in hand count as men, and their places are unknown.
pub(super) fn guess(state: &State) -> i32 {
    let loser = state.to_move();
    let [lost, won] = [loser, loser.other()].map(|side| state.men_left(side) as usize);
    let features = Features::of(state.men(loser.other()), state.men(loser));
    match &SPACES[won.min(9)][lost.min(9)] {
        Some(Space { constant, weights }) => {
            let weight = |feature: u16| i32::from(weights[usize::from(feature)] as i8);
            constant + SCALE * features.iter().map(weight).sum::<i32>()
        }
        // Wins with few men are rare and short.
        None => on_scale(8) + 8 * features.mobility() as i32,
    }
}

/// A number of plies on the scale of guesses.
pub(super) fn on_scale(plies: u32) -> i32 {
    (UNIT * logarithm(plies)).round() as i32
}

/// What is fitted: near the end a ply counts more.
fn logarithm(plies: u32) -> f32 {
    (plies as f32 + 2.0).ln()
}
