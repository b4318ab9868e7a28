//! Estimates the distance to a win from the board, to guide the search where no distances are known.
//!
//! The estimate uses the same [`Network`] as the evaluator `learnt`: the board's patterns have rows of numbers, and
//! each pair of numbers of men has its own head. `cargo run --release -p ninefold-session --example learn_morris`
//! fits the weights to true distances; they are stored in `weights.bin`.

use std::sync::LazyLock;

use ninefold_games::morris::State;
use ninefold_games::morris::learnt::{EMPTY_HANDS, Network, UNIT, bytes, head, patterns};

static DISTANCES: LazyLock<Network> = LazyLock::new(|| {
    let weights: &[u8; bytes(EMPTY_HANDS)] = include_bytes!("weights.bin");
    Network::read(weights)
});

/// The estimated distance to the win in plies, on a logarithmic scale, for a position that the side to move loses;
/// only the order is meaningful. Men in hand count as men, although their future points are unknown.
pub(super) fn guess(state: &State) -> i32 {
    let (loser, winner) = (state.to_move(), state.to_move().other());
    let head = head(state.men_left(loser), state.men_left(winner), 0);
    DISTANCES.number(head, &patterns(state.men(loser), state.men(winner)))
}

/// The same in plies.
pub(super) fn guessed_plies(state: &State) -> u32 {
    ((guess(state) as f32 / UNIT as f32).exp() - 2.0).round().max(0.0) as u32
}

/// Converts a number of plies to the scale of the estimates.
pub(super) fn on_scale(plies: u32) -> i32 {
    (UNIT as f32 * logarithm(plies)).round() as i32
}

/// The training target: near the end a ply counts more.
pub fn logarithm(plies: u32) -> f32 {
    (plies as f32 + 2.0).ln()
}
