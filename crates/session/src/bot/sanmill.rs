//! Engines that speak Sanmill's dialect of UCI.

use std::time::Instant;

use ninefold_core::Fault;

use super::Bot;
use super::dialect::{Dialect, Question, Said, Stage};
use super::ugi::{Greeting, best_move, go, no_move};
use crate::protocol::{Told, parts, told};

/// A conversation with an engine in Sanmill's dialect.
#[derive(Debug, Default)]
pub(super) struct Sanmill {
    greeting: Greeting,
    /// What it is asked.
    question: Question,
    /// The part of its turn that it has told.
    part: String,
    /// When it was asked for the first part.
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
        format!("position {place}{moves}{}\n{}", words.join(" "), go(bot, milliseconds))
    }

    /// Begins the turn.
    fn first(&mut self, bot: &Bot) -> String {
        self.asked = Some(Instant::now());
        self.lines(bot, bot.time.as_millis())
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

    fn hear(&mut self, bot: &Bot, line: &str) -> Result<Said, Fault> {
        let was_ready = self.greeting.stage == Stage::Ready;
        if let Some(said) = self.greeting.hear(bot, line, "uci", &rules(&bot.game)) {
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
                // What is left of the time, and a tenth of it at least.
                let spent = self.asked.map_or(0, |asked| asked.elapsed().as_millis());
                let time = bot.time.as_millis();
                Said::Asked(self.lines(bot, time.saturating_sub(spent).max(time / 10).max(1)))
            }
        })
    }
}

/// The options of Sanmill that make it play by the rules of a specification of morris.
fn rules(spec: &str) -> Vec<(&'static str, String)> {
    let parameters = spec.split_once(':').map_or("", |(_, parameters)| parameters);
    let value = |name: &str| {
        parameters.split(',').find_map(|item| item.strip_prefix(name)?.strip_prefix('='))
    };
    let draws = value("draws").unwrap_or("50/10/3");
    let mut numbers = draws.split('/');
    let quiet = numbers.next().and_then(|number| number.parse::<u32>().ok());
    let repeats = numbers.nth(1) == Some("3");
    let mut rules = vec![
        ("MayFly", (value("flying") != Some("off")).to_string()),
        ("MayRemoveFromMillsAlways", (value("protect") == Some("off")).to_string()),
        ("ThreefoldRepetitionRule", repeats.to_string()),
    ];
    if let Some(quiet) = quiet {
        // Its countdown of endings begins earlier than ours, so it has the other one there too.
        rules.push(("NMoveRule", quiet.to_string()));
        rules.push(("EndgameNMoveRule", quiet.to_string()));
    }
    rules
}
