//! The messages to a bot about a game, line by line.

use std::sync::Arc;

use ninefold_core::Fault;
use serde_json::{Value, json};

use super::events::Here;
use crate::app::App;
use crate::clock::clock_now;
use crate::identity::Caller;
use crate::league::game::FinishedGame;
use crate::live::{GameHandle, LiveGame};

/// What a bot has been told about one game, so that nothing is repeated.
pub(super) struct Heard {
    live: Arc<GameHandle>,
    /// The last version for which a turn was sent.
    turn: Option<u64>,
    _here: Here,
}

/// The line that announces a game to a bot.
pub(super) fn begins(game: &LiveGame, bot: &str) -> Option<Value> {
    let seat = game.extra.sharing.seat_of(bot)?;
    let record = &game.kept.record;
    Some(json!({
        "type": "game_start", "game": game.kept.id, "spec": record.game, "seed": record.seed,
        "seat": seat + 1, "players": game.seats.len(), "start": record.position,
        "names": game.extra.names,
        "clock": game.extra.clock.as_ref().map(|clock| &clock.control),
        "league": game.kept.league,
        "move_time": game.extra.league.as_ref().and_then(|league| league.move_time),
    }))
}

impl Heard {
    /// Subscribes a bot to a game.
    pub(super) fn new(app: &Arc<App>, live: Arc<GameHandle>, caller: &Caller) -> Heard {
        Heard { turn: None, _here: Here::new(app, &live, caller), live }
    }

    /// Adds what is new in the game; true once it is over.
    pub(super) fn hear(&mut self, bot: &str, lines: &mut Vec<Value>) -> bool {
        let game = self.live.lock();
        let id = &game.kept.id;
        let Some(seat) = game.extra.sharing.seat_of(bot).filter(|_| !game.is_gone) else {
            lines
                .push(json!({ "type": "game_over", "game": id, "result": null, "reason": "gone" }));
            return true;
        };
        let record = &game.kept.record;
        if game.is_over() {
            lines.push(json!({
                "type": "game_over", "game": id, "result": record.result, "reason": record.reason,
                "moves": record.moves,
            }));
            let fault = FinishedGame::with(&game.kept, &game.extra).and_then(|over| over.fault);
            if let Some((_, kind)) = fault.filter(|(at_fault, _)| *at_fault == seat) {
                let text = message(kind);
                lines.push(json!({ "type": "message", "game": id, "kind": kind, "text": text }));
            }
            return true;
        }
        let version = game.kept.version;
        if game.on_turn() == Some(seat)
            && self.turn != Some(version)
            && !game.extra.sharing.is_waiting()
        {
            self.turn = Some(version);
            lines.push(turn(&game));
        }
        false
    }
}

/// The message to a bot that lost a league game by a fault.
fn message(kind: &str) -> &'static str {
    match kind {
        Fault::ILLEGAL_MOVE => "you lost by a move that is not legal",
        Fault::MOVE_TIME => "you lost because your move did not come in time",
        Fault::CRASH => "you lost because you sent an error and resigned",
        _ => "you lost because you were not connected when it was your turn",
    }
}

/// The turn message for a bot to move.
fn turn(game: &LiveGame) -> Value {
    let record = &game.kept.record;
    let clock = game.extra.clock.as_ref().map(|clock| {
        let mut left = clock.left.clone();
        if let Some(seat) = game.timed_seat() {
            left[seat] = clock.left_of(seat, clock_now());
        }
        json!({ "left": left, "increment": clock.control.increment * 1000 })
    });
    json!({
        "type": "turn", "game": game.kept.id, "version": game.kept.version,
        "moves": record.moves, "position": game.session.status().position,
        "legal": game.session.moves(), "clock": clock,
    })
}
