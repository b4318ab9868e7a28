//! Engines that speak Sanmill's dialect of UCI.

use std::time::Instant;

use ninefold_core::Fault;

use super::Bot;
use super::dialect::{Dialect, Question, Said, Stage};
use super::info::Whose;
use super::ugi::{Greeting, best_move, go, move_time, no_move};
use crate::protocol::{MorrisRules, Told, parts, told};

/// A conversation with an engine in Sanmill's dialect.
#[derive(Debug, Default)]
pub(super) struct Sanmill {
    greeting: Greeting,
    /// The question.
    question: Question,
    /// The part of its turn that it has sent.
    part: String,
    /// When the first part was requested.
    asked: Option<Instant>,
}

impl Sanmill {
    fn lines(&self, bot: &Bot, milliseconds: u128) -> String {
        let Question { start_fen, is_usual_start, moves, .. } = &self.question;
        let place = match start_fen {
            Some(fen) if !is_usual_start => format!("fen {fen}"),
            _ => "startpos".to_owned(),
        };
        let words = moves.iter().flat_map(|turn| parts(turn));
        let words = words.chain(parts(&self.part).filter(|part| !part.is_empty()));
        let words: Vec<&str> = words.collect();
        let moves = if words.is_empty() { "" } else { " moves " };
        format!("position {place}{moves}{}\n{}", words.join(" "), go(bot, &move_time(milliseconds)))
    }

    /// Begins the turn.
    fn first(&mut self, bot: &Bot) -> String {
        self.asked = Some(Instant::now());
        self.lines(bot, bot.move_time().as_millis())
    }
}

impl Dialect for Sanmill {
    fn begin(&mut self, bot: &Bot, _players: usize, again: bool) -> String {
        self.greeting.begin(bot, again, "uci")
    }

    fn ask(&mut self, bot: &Bot, question: Question) -> String {
        self.question = question;
        self.part.clear();
        match self.greeting.stage {
            Stage::Ready => self.first(bot),
            _ => String::new(),
        }
    }

    fn farewell(&self) -> Option<&'static str> {
        Some("quit\n")
    }

    fn scores(&self) -> Option<Whose> {
        Some(Whose::First)
    }

    fn hear(&mut self, bot: &Bot, line: &str) -> Result<Said, Fault> {
        let was_ready = self.greeting.stage == Stage::Ready;
        let rules = MorrisRules::of(&bot.game).map_or_else(Vec::new, MorrisRules::options);
        if let Some(said) = self.greeting.hear(bot, line, "uci", &rules) {
            return Ok(said);
        }
        if !was_ready {
            return Ok(Said::Ready(self.first(bot)));
        }
        let Some(word) = best_move(line) else { return Ok(Said::Nothing) };
        if let Some(fault) = no_move(word) {
            return Err(fault);
        }
        Ok(match told(&self.part, word, &self.question.legal) {
            Told::Turn(turn) => Said::Move(turn),
            Told::Nothing => Said::Move(format!("{}{word}", self.part)),
            Told::Part(part) => {
                self.part = part;
                // The remaining time, but at least a tenth of it.
                let spent = self.asked.map_or(0, |asked| asked.elapsed().as_millis());
                let time = bot.move_time().as_millis();
                Said::Asked(self.lines(bot, time.saturating_sub(spent).max(time / 10).max(1)))
            }
        })
    }
}
