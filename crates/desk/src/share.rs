//! From values to expectations: which part of the point a player may hope for.

use ninefold_core::{Game, Player, Values};

/// Each player's expected part of the one point of the game, where an evaluator of this
/// [scale](ninefold_core::Evaluator::scale) says `values`.
///
/// A lead of one scale makes a player three times as likely to win as the other.
pub(crate) fn estimated<G: Game>(game: &G, scale: i32, values: &Values) -> Vec<f32> {
    let of = |player: Player| f64::from(values[player.index()]) / f64::from(scale);
    let most = Player::all(game.players()).map(of).fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> =
        Player::all(game.players()).map(|player| 3_f64.powf(of(player) - most)).collect();
    rounded(&weights)
}

/// The parts when the player on turn is certain to win (1), to draw (0) or to lose (-1).
pub(crate) fn certain<G: Game>(game: &G, mover: Player, result: i32) -> Vec<f32> {
    let weights: Vec<f64> = Player::all(game.players())
        .map(|player| match result.signum() {
            0 => 1.0,
            sign => f64::from(u8::from((player == mover) == (sign > 0))),
        })
        .collect();
    rounded(&weights)
}

/// The parts of a finished game: whoever gets most shares the point.
pub(crate) fn final_parts(payoffs: &[i16]) -> Vec<f32> {
    let most = payoffs.iter().max();
    let weights: Vec<f64> =
        payoffs.iter().map(|payoff| f64::from(u8::from(Some(payoff) == most))).collect();
    rounded(&weights)
}

/// Weights as parts of one, to three digits, so that they read and compare well.
fn rounded(weights: &[f64]) -> Vec<f32> {
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| ((weight / sum * 1000.0).round() / 1000.0) as f32).collect()
}
