//! Games between computers, as material for measurements.

use ninefold_arena::opening;
use ninefold_core::{Path, Random, View, mix};
use ninefold_search::{Limits, StopFlag};

use crate::PlayerSpec;
use crate::best::GameContext;
use crate::thinker::Thinker;

/// The players.
#[derive(Clone, Debug)]
pub enum Seats {
    /// A random level from a range on every seat.
    Levels(i64, i64),
    /// These players, with the seats rotated by one each game.
    Players(Vec<PlayerSpec>),
}

/// Random moves before the players begin, so that no two games are the same.
pub(super) const OPENING: u32 = 2;
/// A game longer than this is abandoned and does not count.
const LONGEST: usize = 400;

/// The complete game with this number; `None` if it was too long or stopped.
pub(super) fn game<G: View>(
    rules: &G,
    context: GameContext<'_>,
    seats: &Seats,
    seed: u64,
    number: u64,
    stop: &StopFlag,
) -> Option<Path<G>> {
    let seed = mix(seed ^ mix(number));
    let mut random = Random::stream(seed, 7);
    let mut thinkers: Vec<Box<dyn Thinker<G>>> = Vec::new();
    for seat in 0..rules.players() {
        let player = match seats {
            Seats::Levels(low, high) => {
                let level = low + random.below((high - low + 1) as usize) as i64;
                PlayerSpec::parse(&format!("level:{level}")).ok()?
            }
            Seats::Players(players) => players[seated(number, seat, players.len())].clone(),
        };
        thinkers.push(player.thinker(rules, context, seed, seat).ok()??);
    }
    let mut path = opening(rules, seed, OPENING);
    while path.outcome().is_none() {
        if path.played().len() >= LONGEST || stop.is_raised() {
            return None;
        }
        let seat = rules.to_move(path.state()).index();
        path.play(thinkers[seat].choose(&path, Limits::default(), stop)?);
    }
    Some(path)
}

/// The index of the player on a seat in the game with this number.
pub(super) fn seated(number: u64, seat: usize, players: usize) -> usize {
    (number as usize + seat) % players.max(1)
}
