//! Engines that speak the Gomocup protocol.

use std::time::Duration;

use ninefold_core::{Fault, quote};

use super::dialect::{Dialect, Question, Said};
use super::{Bot, fault};
use crate::protocol::{Board, Place};

/// A conversation with an engine of the Gomocup.
#[derive(Debug, Default)]
pub(super) struct Gomocup {
    /// Whether it has confirmed the board.
    is_ready: bool,
    /// Whether the board was sent a second time because the first was not understood.
    was_told_again: bool,
    /// The question to send then.
    waiting: String,
    /// The moves it knows of, including its own last answer.
    known: Vec<String>,
    /// The move time it was last given.
    time: Duration,
    /// What it was told last that its clock has left.
    left: u128,
}

/// Unlimited time, as managers write it.
const NO_LIMIT: u128 = i32::MAX as u128;

impl Dialect for Gomocup {
    fn begin(&mut self, bot: &Bot, _players: usize, _again: bool) -> String {
        self.is_ready = false;
        self.was_told_again = false;
        self.known.clear();
        start(bot)
    }

    fn ask(&mut self, bot: &Bot, question: Question) -> String {
        self.left = bot.left().map_or(NO_LIMIT, |left| left.as_millis());
        let lines = format!("INFO time_left {}\n{}", self.left, self.turn(bot, &question));
        self.known = question.moves;
        let had = std::mem::replace(&mut self.time, bot.time);
        match self.is_ready {
            true if had != bot.time => format!("{}{lines}", time(bot)),
            true => lines,
            false => {
                self.waiting = lines;
                String::new()
            }
        }
    }

    fn farewell(&self) -> Option<&'static str> {
        Some("END\n")
    }

    fn hear(&mut self, bot: &Bot, line: &str) -> Result<Said, Fault> {
        let line = line.trim();
        let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        match (word.as_str(), self.is_ready) {
            ("" | "MESSAGE" | "DEBUG" | "UNKNOWN", _) => Ok(Said::Nothing),
            ("ERROR", _) if self.is_about_time(line) => Ok(Said::Nothing),
            // An engine that has just sent the last move of a game may miss the first word of the
            // next.
            ("ERROR", false) if !std::mem::replace(&mut self.was_told_again, true) => {
                Ok(Said::Hears(start(bot)))
            }
            ("ERROR", _) => Err(fault(Fault::GARBAGE, format!("answered {}", quote(line)))),
            ("OK", false) => {
                self.is_ready = true;
                Ok(Said::Ready(format!("{}{}", rules(bot), std::mem::take(&mut self.waiting))))
            }
            ("SUGGEST", true) => {
                let place = line.split_whitespace().nth(1).unwrap_or_default();
                Ok(Said::Hears(format!("PLAY {place}\n")))
            }
            (_, true) => {
                let board = Board::of(&bot.game);
                let Some(place) = board.and_then(|board| board.place(line)) else {
                    let why = format!(
                        "answered {}, wanted a place on the board such as 7,7",
                        quote(line)
                    );
                    return Err(fault(Fault::GARBAGE, why));
                };
                self.known.push(place.as_move());
                Ok(Said::Move(place.as_move()))
            }
            (_, false) => Ok(Said::Nothing),
        }
    }
}

impl Gomocup {
    /// Whether an error is about the time that every question begins with. Rapfi tells its move a moment before it listens
    /// again and reads what comes in between only from its second word on; the question itself it hears.
    fn is_about_time(&self, line: &str) -> bool {
        let last = line.split_whitespace().next_back().unwrap_or_default();
        last.eq_ignore_ascii_case("time_left") || last == self.left.to_string()
    }

    /// The engine's turn: `BEGIN`, `TURN` after its own answer, or all stones.
    fn turn(&self, bot: &Bot, question: &Question) -> String {
        let moves = &question.moves;
        if moves.is_empty() && question.is_usual_start {
            return "BEGIN\n".into();
        }
        if let [before @ .., last] = &moves[..]
            && !self.known.is_empty()
            && before == self.known
        {
            return format!("TURN {}\n", Place::of_move(last).map(Place::text).unwrap_or_default());
        }
        let stones = match question.is_usual_start {
            true => in_order(moves),
            false => on_board(&question.position, bot.seat),
        };
        let line =
            |(place, own): (Place, bool)| format!("{},{}\n", place.text(), if own { 1 } else { 2 });
        format!("BOARD\n{}DONE\n", stones.into_iter().map(line).collect::<String>())
    }
}

/// Stones in the order they were placed, and whether they belong to the player to move.
fn in_order(moves: &[String]) -> Vec<(Place, bool)> {
    let own = moves.len() % 2;
    let places = moves.iter().enumerate();
    places.filter_map(|(index, mv)| Some((Place::of_move(mv)?, index % 2 == own))).collect()
}

/// The stones of a position such as `120/000/000 1`.
fn on_board(position: &str, seat: usize) -> Vec<(Place, bool)> {
    let rows = position.split(' ').next().unwrap_or_default().split('/');
    let cells = rows.enumerate().flat_map(|(row, cells)| {
        cells.bytes().enumerate().map(move |(column, cell)| (Place { column, row }, cell))
    });
    let own = b'1' + seat as u8;
    cells.filter(|(_, cell)| *cell != b'0').map(|(place, cell)| (place, cell == own)).collect()
}

/// The board.
fn start(bot: &Bot) -> String {
    match Board::of(&bot.game) {
        Some(board) if board.rows == board.columns => format!("START {}\n", board.rows),
        Some(board) => format!("RECTSTART {},{}\n", board.columns, board.rows),
        None => String::new(),
    }
}

/// The time for a move, which may be all that its clock has unless somebody limited it.
fn time(bot: &Bot) -> String {
    let own = Some(bot.time).filter(|_| bot.is_timed);
    let most = own.or(bot.left()).unwrap_or(bot.time);
    format!("INFO timeout_turn {}\n", most.as_millis())
}

/// What the engine must know before its first move.
fn rules(bot: &Bot) -> String {
    let whole = bot.left().map_or(0, |left| left.as_millis());
    let mut lines = format!("INFO rule 0\nINFO timeout_match {whole}\n");
    lines += &time(bot);
    for (name, limit) in [("max_depth", bot.depth), ("max_node", bot.nodes)] {
        lines += &limit.map_or(String::new(), |limit| format!("INFO {name} {limit}\n"));
    }
    if let Some(board) = Board::of(&bot.game).filter(|board| board.line != 5) {
        lines += &format!("INFO line {}\n", board.line);
    }
    bot.options.iter().fold(lines, |lines, (name, value)| lines + &format!("INFO {name} {value}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What Rapfi 0.43 says when a question comes a moment too soon, and what engines say that refuse one.
    #[test]
    fn only_errors_about_the_time_are_passed_over() {
        let about = |left, line| Gomocup { left, ..Gomocup::default() }.is_about_time(line);
        assert!(about(NO_LIMIT, "ERROR Unknown command: TIME_LEFT"));
        assert!(about(NO_LIMIT, "ERROR Unknown command: 2147483647"));
        assert!(about(9876, "ERROR Unknown command: 9876"), "what its clock had left");
        for refused in ["ERROR", "ERROR Unknown command: TURN", "ERROR 7,7 is taken"] {
            assert!(!about(NO_LIMIT, refused), "{refused}");
        }
    }
}
