//! Converts values to expectations: the share of the point a player can expect.

use ninefold_core::{Evaluator, Game, MAX_PLAYERS, Odds, Path, Player, Values};

/// Each player's expected share of the point, if the strong search found these values at the end of
/// a path, at this depth in turns. With several players the search knows only what the player to
/// move gets against all others together; the others are judged by the current position.
pub(crate) fn chances<G: Game>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    values: &Values,
    depth: u32,
) -> [f64; MAX_PLAYERS] {
    let (game, state) = (path.game(), path.state());
    let (players, mover) = (game.players(), game.to_move(state));
    let odds = evaluator.odds(game, state);
    if players == 2 {
        return odds.found_at(depth).shares(players, mover, values);
    }
    let own = odds.against_all(players, lead(game, state, values));
    let mut as_they_stand = evaluator.values(game, state, path.context());
    as_they_stand[mover.index()] = i32::MIN / 2;
    let mut shares = odds.shares(players, mover, &as_they_stand);
    shares.iter_mut().for_each(|share| *share *= 1.0 - own);
    shares[mover.index()] = own;
    shares
}

/// Adjusts values found at one depth for comparison with those of another.
pub(crate) fn moved<G: Game>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    values: &Values,
    depth: u32,
    to: u32,
) -> Values {
    let (game, state) = (path.game(), path.state());
    if game.players() > 2 {
        return *values;
    }
    let (odds, mover) = (evaluator.odds(game, state), game.to_move(state));
    // A lead is one player's gain and the other's loss, half of it each.
    let gain = odds.moved(0, depth, to) / 2;
    let mut moved = *values;
    moved[mover.index()] = moved[mover.index()].saturating_add(gain);
    moved[mover.other().index()] = moved[mover.other().index()].saturating_sub(gain);
    moved
}

/// The lead of the player to move if the strong search found these values: the quantity that
/// [`Odds`] refer to.
pub(crate) fn lead<G: Game>(game: &G, state: &G::State, values: &Values) -> i32 {
    let mover = game.to_move(state);
    match game.players() {
        2 => Odds::lead(mover, values),
        // With several players its value is the lead over all others together.
        _ => values[mover.index()],
    }
}

/// The same, rounded for display.
pub(crate) fn estimated<G: Game>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    values: &Values,
    depth: u32,
) -> Vec<f32> {
    uncertain(&chances(path, evaluator, values, depth)[..path.game().players()])
}

/// The same if a search gives every player's value.
pub(crate) fn of_all<G: Game>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    values: &Values,
    depth: u32,
) -> Vec<f32> {
    let (game, state) = (path.game(), path.state());
    let (players, mover) = (game.players(), game.to_move(state));
    let odds = evaluator.odds(game, state);
    let odds = if players == 2 { odds.found_at(depth) } else { odds };
    uncertain(&odds.shares(players, mover, values)[..players])
}

/// The shares if the player to move is certain to win (1), to draw (0) or to lose (-1).
pub(crate) fn certain<G: Game>(game: &G, mover: Player, result: i32) -> Vec<f32> {
    let weights: Vec<f64> = Player::all(game.players())
        .map(|player| match result.signum() {
            0 => 1.0,
            sign => f64::from(u8::from((player == mover) == (sign > 0))),
        })
        .collect();
    rounded(&weights)
}

/// The shares of a finished game: the players with the best result share the point.
pub(crate) fn final_parts(payoffs: &[i16]) -> Vec<f32> {
    let most = payoffs.iter().max();
    let weights: Vec<f64> =
        payoffs.iter().map(|payoff| f64::from(u8::from(Some(payoff) == most))).collect();
    rounded(&weights)
}

/// Estimated shares, kept from looking certain.
fn uncertain(parts: &[f64]) -> Vec<f32> {
    let bounded: Vec<f64> = parts.iter().map(|part| part.clamp(0.001, 0.999)).collect();
    rounded(&bounded)
}

/// Weights as fractions of one, to three digits, for easy reading and comparing.
fn rounded(weights: &[f64]) -> Vec<f32> {
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| ((weight / sum * 1000.0).round() / 1000.0) as f32).collect()
}
