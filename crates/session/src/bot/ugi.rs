//! Engines that speak the Universal Game Interface.

use ninefold_core::Fault;

use super::dialect::{Dialect, Question, Said, Stage};
use super::info::Whose;
use super::{Bot, fault};

/// A conversation with an engine in UGI.
#[derive(Debug, Default)]
pub(super) struct Ugi {
    greeting: Greeting,
    /// The question to send once it is ready.
    waiting: String,
}

/// The start of a conversation in UGI and UCI.
#[derive(Debug, Default)]
pub(super) struct Greeting {
    pub(super) stage: Stage,
    /// The options it offers, in lower case and without spaces.
    offers: Vec<String>,
}

impl Greeting {
    /// The opening lines; an engine that has already played gets the announcement of a new game.
    pub(super) fn begin(&mut self, bot: &Bot, again: bool, word: &str) -> String {
        self.stage = if again { Stage::Prepared } else { Stage::Greeted };
        match again {
            true => format!("{}{word}newgame\nisready\n", self.seed(bot)),
            false => format!("{word}\n"),
        }
    }

    /// The meaning of a line before the engine is ready; `None` for other lines and once it is
    /// ready.
    pub(super) fn hear(
        &mut self,
        bot: &Bot,
        line: &str,
        word: &str,
        rules: &[(&str, String)],
    ) -> Option<Said> {
        match self.stage {
            Stage::Greeted if line.split_whitespace().next() == Some(&format!("{word}ok")) => {
                self.stage = Stage::Prepared;
                let rules = rules.iter().filter(|(name, _)| self.offers(name));
                let rules: String = rules.map(|(name, value)| option(name, value)).collect();
                let wished: String =
                    bot.options.iter().map(|(name, value)| option(name, value)).collect();
                Some(Said::Hears(format!(
                    "{rules}{wished}{}{word}newgame\nisready\n",
                    self.seed(bot)
                )))
            }
            Stage::Greeted => {
                if let Some(rest) = line.strip_prefix("option name ") {
                    let name = rest.split(" type ").next().unwrap_or_default();
                    self.offers.push(plain(name));
                }
                Some(Said::Nothing)
            }
            Stage::Prepared if line.split_whitespace().next() == Some("readyok") => {
                self.stage = Stage::Ready;
                None
            }
            Stage::Prepared => Some(Said::Nothing),
            Stage::Ready => None,
        }
    }

    fn offers(&self, name: &str) -> bool {
        self.offers.contains(&plain(name))
    }

    /// Sets the seed of a game for engines that can be made reproducible.
    fn seed(&self, bot: &Bot) -> String {
        if self.offers("Seed") { option("Seed", &bot.seed.to_string()) } else { String::new() }
    }
}

/// A name in lower case and without spaces.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_whitespace()).map(|l| l.to_ascii_lowercase()).collect()
}

fn option(name: &str, value: &str) -> String {
    format!("setoption name {name} value {value}\n")
}

/// `go` with a bot's limits and these words about its time, if any.
pub(super) fn go(bot: &Bot, time: &str) -> String {
    let limits = [("depth", bot.depth), ("nodes", bot.nodes)];
    let mut words = String::from("go");
    if bot.is_timed || limits.iter().all(|(_, limit)| limit.is_none()) {
        words += &format!(" {time}");
    }
    for (name, limit) in limits {
        words += &limit.map_or(String::new(), |limit| format!(" {name} {limit}"));
    }
    words + "\n"
}

/// The words for a time of this move alone.
pub(super) fn move_time(milliseconds: u128) -> String {
    format!("movetime {milliseconds}")
}

/// What is said of the time: the clocks of all seats, and the time of the move where there are none or somebody limited it.
fn times(bot: &Bot) -> String {
    let own = move_time(bot.move_time().as_millis());
    let Some(left) = &bot.clock else { return own };
    let seats = 1..=left.seats.len();
    let clocks = seats.clone().zip(&left.seats);
    let clocks = clocks.map(|(seat, left)| format!("p{seat}time {}", left.as_millis()));
    let increment = left.increment.as_millis();
    let increments = seats.map(|seat| format!("p{seat}inc {increment}"));
    let words = bot.is_timed.then_some(own).into_iter().chain(clocks).chain(increments);
    words.collect::<Vec<_>>().join(" ")
}

/// The move in a line that contains `bestmove`; `None` for any other line.
pub(super) fn best_move(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    words.find(|word| *word == "bestmove")?;
    Some(words.next().unwrap_or(""))
}

/// The meaning of an answer without a move.
pub(super) fn no_move(word: &str) -> Option<Fault> {
    let why = match word {
        "" | "none" | "(none)" | "0000" | "null" => "gave no move although there are some",
        "draw" => "says that the game is drawn, which it is not by the rules here",
        _ => return None,
    };
    Some(fault(Fault::ILLEGAL_MOVE, why))
}

impl Dialect for Ugi {
    fn begin(&mut self, bot: &Bot, _players: usize, again: bool) -> String {
        self.greeting.begin(bot, again, "ugi")
    }

    fn ask(&mut self, bot: &Bot, question: Question) -> String {
        let place = match question.is_usual_start {
            true => "startpos".to_owned(),
            false => format!("fen {}", question.start),
        };
        let moves = if question.moves.is_empty() { "" } else { " moves " };
        let lines = format!(
            "position {place}{moves}{}\n{}",
            question.moves.join(" "),
            go(bot, &times(bot)),
        );
        match self.greeting.stage {
            Stage::Ready => lines,
            _ => {
                self.waiting = lines;
                String::new()
            }
        }
    }

    fn farewell(&self) -> Option<&'static str> {
        Some("quit\n")
    }

    fn scores(&self) -> Option<Whose> {
        Some(Whose::Mover)
    }

    fn hear(&mut self, bot: &Bot, line: &str) -> Result<Said, Fault> {
        let was_ready = self.greeting.stage == Stage::Ready;
        if let Some(said) = self.greeting.hear(bot, line, "ugi", &[]) {
            return Ok(said);
        }
        if !was_ready {
            return Ok(Said::Ready(std::mem::take(&mut self.waiting)));
        }
        match best_move(line) {
            Some(word) => no_move(word).map_or_else(|| Ok(Said::Move(word.to_owned())), Err),
            None => Ok(Said::Nothing),
        }
    }
}
