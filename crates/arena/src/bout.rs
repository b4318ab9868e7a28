//! One game.

use ninefold_core::{Agent, Game, MAX_PLAYERS, Path, Player};

/// A finished or cut off game.
#[derive(Clone, Debug)]
pub struct Bout<G: Game> {
    /// The game from its opening on.
    pub path: Path<G>,
    /// What each seat gets of the one point of the game.
    pub points: [f64; MAX_PLAYERS],
    /// The rule that ended it, or [`CUT_OFF`](Bout::CUT_OFF).
    pub reason: &'static str,
}

impl<G: Game> Bout<G> {
    /// The reason of a game that was too long and counts as a draw.
    pub const CUT_OFF: &'static str = "ply_limit";
}

/// Plays on from the end of `path`, at most `plies` moves. Whoever gets most shares the point.
pub fn bout<G: Game>(mut path: Path<G>, agents: &mut [Box<dyn Agent<G>>], plies: u32) -> Bout<G> {
    for _ in 0..plies {
        let Some(player) = path.to_move() else { break };
        let Some(mv) = agents[player.index()].choose(&path) else { break };
        path.play(mv);
    }
    let players = path.game().players();
    let outcome = path.outcome();
    let reason = outcome.map_or(Bout::<G>::CUT_OFF, |outcome| outcome.reason);
    let payoffs = outcome.map(|outcome| outcome.payoffs).unwrap_or_default();
    let most = Player::all(players).map(|player| payoffs.of(player)).max();
    let winners: Vec<Player> =
        Player::all(players).filter(|&player| Some(payoffs.of(player)) == most).collect();
    let mut points = [0.0; MAX_PLAYERS];
    for winner in &winners {
        points[winner.index()] = 1.0 / winners.len() as f64;
    }
    Bout { path, points, reason }
}
