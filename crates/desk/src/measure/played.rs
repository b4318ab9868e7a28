//! Games between levels, to measure by.

use ninefold_arena::opening;
use ninefold_core::{Path, Playable, Random, mix};
use ninefold_search::StopFlag;

use crate::PlayerSpec;
use crate::best::Venue;
use crate::thinker::Thinker;

/// Random moves before the levels begin, so that no two games are the same.
const OPENING: u32 = 2;
/// A game that goes on longer than this is cut off and does not count.
const LONGEST: usize = 400;

/// The game of a number: levels drawn from a range on every seat, to its end. Nothing when it was too long or stopped.
pub(super) fn game<G: Playable>(
    rules: &G,
    spec: &str,
    levels: (i64, i64),
    seed: u64,
    number: u64,
    stop: &StopFlag,
) -> Option<Path<G>> {
    let seed = mix(seed ^ mix(number));
    let mut random = Random::stream(seed, 7);
    let venue = Venue { spec, data: None };
    let mut seats: Vec<Box<dyn Thinker<G>>> = Vec::new();
    for seat in 0..rules.players() {
        let level = levels.0 + random.below((levels.1 - levels.0 + 1) as usize) as i64;
        let player = PlayerSpec::parse(&format!("level:{level}")).ok()?;
        seats.push(player.thinker(rules, venue, seed, seat).ok()??);
    }
    let mut path = opening(rules, seed, OPENING);
    while path.outcome().is_none() {
        if path.played().len() >= LONGEST || stop.is_raised() {
            return None;
        }
        let seat = rules.to_move(path.state()).index();
        path.play(seats[seat].choose(&path, stop)?);
    }
    Some(path)
}
