//! The protocol of docs/bots.md.

use ninefold_core::{Fault, TimeLeft, quote};

use super::dialect::{Dialect, Question, Said};
use super::{Bot, fault};

/// The native protocol.
#[derive(Debug)]
pub(super) struct Own;

impl Dialect for Own {
    fn begin(&mut self, bot: &Bot, players: usize, again: bool) -> String {
        let (game, seat, seed) = (&bot.game, bot.seat + 1, bot.seed);
        let about = format!("game {game}\nseat {seat} of {players}\nseed {seed}\n");
        match again {
            true => format!("newgame\n{about}"),
            // The first version of the protocol has no second line and ignores it.
            false => format!("ninefold 1\nspeaks 2\n{about}"),
        }
    }

    /// The position, the moves since the start, the legal moves, the clocks if there are any, and the limits.
    fn ask(&mut self, bot: &Bot, question: Question) -> String {
        let Question { start, moves, position, legal, .. } = question;
        let texts = |moves: &[String]| moves.iter().fold(String::new(), |text, mv| text + " " + mv);
        let mut limits = format!(" time {}", bot.move_time().as_millis());
        for (name, limit) in [("depth", bot.depth), ("nodes", bot.nodes)] {
            limits += &limit.map_or(String::new(), |limit| format!(" {name} {limit}"));
        }
        format!(
            "start {start}\nmoves{}\nposition {position}\nlegal{}\n{}go{limits}\n",
            texts(&moves),
            texts(&legal),
            bot.clock.as_ref().map_or(String::new(), clock),
        )
    }

    fn hear(&mut self, _bot: &Bot, line: &str) -> Result<Said, Fault> {
        hear(line)
    }
}

/// What everybody has left, seat by seat, and what a move adds, in milliseconds.
fn clock(left: &TimeLeft) -> String {
    let seats = left.seats.iter().map(|left| format!(" {}", left.as_millis()));
    format!("clock{} increment {}\n", seats.collect::<String>(), left.increment.as_millis())
}

/// Interprets a line.
pub(super) fn hear(line: &str) -> Result<Said, Fault> {
    let line = line.trim();
    if line == "ready" || line.starts_with("ready ") {
        return Ok(Said::Ready(String::new()));
    }
    if line.is_empty() || line.starts_with("info") {
        return Ok(Said::Nothing);
    }
    line.strip_prefix("move ").map(|text| Said::Move(text.to_owned())).ok_or_else(|| {
        let why = format!("answered {}, wanted a line such as: move d6", quote(line));
        fault(Fault::GARBAGE, why)
    })
}
