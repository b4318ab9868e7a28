//! Tests whether a program speaks the protocol: it gets positions of every phase one after the
//! other, and problems are reported in sentences.

use std::sync::Arc;

use ninefold_core::{Agent, Fault, Path, Random, RandomAgent, View};
use ninefold_search::{Limits, StopFlag};
use serde::Serialize;

use super::{Bot, BotPlayer, BotPool};
use crate::Protocol;
use crate::thinker::Thinker;

/// The result of testing a program.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BotReport {
    /// One step per position, in order.
    pub steps: Vec<TrialStep>,
    /// Whether it stays for further games.
    pub stays: bool,
    /// The third-party protocol it speaks, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol: Option<&'static str>,
}

/// One position that a program was tested on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TrialStep {
    /// The phase of the game.
    pub phase: String,
    /// The seat, from 1.
    pub seat: usize,
    /// The number of moves played before.
    pub plies: usize,
    /// The position.
    pub position: String,
    /// The program's move.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// The kind of fault, if any.
    pub fault: Option<&'static str>,
    /// What was wrong.
    pub problem: Option<String>,
    /// The program's last lines on standard error, if something was wrong.
    pub stderr: Option<String>,
}

/// The number of positions tested per game, and the number of games.
const PLACES: usize = 6;
const GAMES: u64 = 2;

/// Tests a program on positions of random games, from their start to near their end, on every seat.
/// Stops at the first fault.
pub(crate) fn try_bot<G: View>(game: &G, bot: &Bot) -> BotReport {
    let pool = Arc::new(BotPool::default());
    let mut report =
        BotReport { steps: Vec::new(), stays: false, protocol: bot.protocol.map(Protocol::name) };
    for seed in 0..GAMES {
        for seat in 0..game.players() {
            let path = random_game(game, seed);
            let mut player =
                BotPlayer::new(Bot { seat, seed, ..bot.clone() }, Some(Arc::clone(&pool)));
            for plies in places(path.played().len()) {
                let mut here = path.clone();
                while here.played().len() > plies {
                    here.undo();
                }
                // The next turn of this seat.
                while here.to_move().is_some_and(|player| player.index() != seat) {
                    let Some(&next) = path.played().get(here.played().len()) else { break };
                    here.play(next);
                }
                if here.to_move().is_none_or(|player| player.index() != seat) {
                    continue;
                }
                let chosen = Thinker::<G>::choose(
                    &mut player,
                    &here,
                    Limits::default(),
                    &StopFlag::default(),
                );
                let fault: Option<Fault> = Thinker::<G>::fault(&player);
                let failed = fault.is_some();
                report.steps.push(TrialStep {
                    phase: game.scene(here.state()).phase,
                    seat: seat + 1,
                    plies: here.played().len(),
                    position: game.position_text(here.state()),
                    played: chosen.map(|mv| game.move_text(mv)),
                    fault: fault.as_ref().map(|fault| fault.kind),
                    problem: fault.as_ref().map(|fault| fault.why.clone()),
                    stderr: fault.map(|fault| fault.said).filter(|said| !said.is_empty()),
                });
                if failed {
                    return report;
                }
            }
            report.stays = player.running.as_ref().is_some_and(|partner| partner.stays);
        }
    }
    report
}

/// A game of random moves.
pub(super) fn random_game<G: View>(game: &G, seed: u64) -> Path<G> {
    const LONGEST: usize = 200;
    let mut path = Path::new(game.clone(), game.start(seed));
    let mut agent = RandomAgent::new(Random::stream(seed, 0), None);
    while path.played().len() < LONGEST {
        let Some(mv) = agent.choose(&path) else { break };
        path.play(mv);
    }
    path
}

/// The plies at which a program is tested in a game of this length: at the start, near the end, and
/// between.
fn places(length: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..PLACES).map(|part| length * part / PLACES).collect();
    places.push(length.saturating_sub(2));
    places.dedup();
    places
}
