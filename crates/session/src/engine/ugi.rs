//! The Universal Game Interface: UCI without chess, and `query` for programs that do not know the
//! rules.

use std::io;
use std::time::Duration;

use ninefold_core::quote;

use super::desk::{Desk, Found};
use super::effort::{Clock, Effort};
use super::settings::Settings;
use super::{Conversation, told};
use crate::view::{Advice, Status};
use crate::{Limits, Origin};

/// The answer of a player without a legal move.
const NO_MOVE: &str = "0000";

/// A conversation in UGI.
pub(super) struct Ugi;

impl Conversation for Ugi {
    fn begins_anew(&self, line: &str) -> bool {
        first_word(line).0 == "uginewgame"
    }

    fn hear(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<bool> {
        let (word, rest) = first_word(line);
        match word {
            "stop" | "ponderhit" | "quit" => return Ok(end_of_thought(word, desk)),
            "" => Ok(()),
            "ugi" => desk.say(&format!("{}{}ugiok", identity(), Settings::lines())),
            "isready" => {
                desk.prepare()?;
                desk.say("readyok")
            }
            "uginewgame" => set_up(desk, Origin::Start, Vec::new()),
            "setoption" => set_option(rest, desk),
            "position" => match read_position(rest) {
                Ok((origin, moves)) => set_up(desk, origin, moves),
                Err(why) => desk.clear(&why),
            },
            "query" => query(rest, desk),
            "go" => go(rest, desk),
            _ => desk.say(&format!("info string {} is no command of UGI", quote(line))),
        }?;
        Ok(true)
    }

    fn tell(&mut self, advice: &Advice, desk: &mut Desk<'_>) -> io::Result<()> {
        tell(advice, desk)
    }

    fn answer(&mut self, found: Found, desk: &mut Desk<'_>) -> io::Result<()> {
        match found {
            Ok(advice) => {
                tell(&advice, desk)?;
                let expected = advice.pv.get(1).filter(|_| desk.settings.ponders);
                let expected = expected.map_or(String::new(), |mv| format!(" ponder {mv}"));
                let best = advice.best.as_deref().unwrap_or(NO_MOVE);
                desk.say(&format!("bestmove {best}{expected}"))
            }
            Err(why) => desk.say(&format!("info string {why}\nbestmove {NO_MOVE}")),
        }
    }

    fn complain(&mut self, why: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.say(&format!("info string {why}"))
    }
}

/// Handles the commands that end a search, in UGI and UCI alike; returns whether the conversation
/// continues.
pub(super) fn end_of_thought(word: &str, desk: &mut Desk<'_>) -> bool {
    match word {
        "stop" => desk.stop(),
        "ponderhit" => desk.ponder_hit(),
        _ => {}
    }
    word != "quit"
}

/// The engine's identification for UGI and UCI.
pub(super) fn identity() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("id name Ninefold {version}\nid author the authors of Ninefold\n")
}

/// The first word of a line, and the rest.
pub(super) fn first_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}

/// `setoption name NAME value VALUE`.
pub(super) fn set_option(text: &str, desk: &mut Desk<'_>) -> io::Result<()> {
    let (name, value) = name_and_value(text);
    match desk.settings.set(name, value) {
        Ok(()) => Ok(()),
        Err(why) => desk.say(&format!("info string {why}")),
    }
}

/// Name and value of `name NAME value VALUE`.
pub(super) fn name_and_value(text: &str) -> (&str, &str) {
    let named = text.strip_prefix("name ").unwrap_or(text);
    let (name, value) = named.split_once(" value").unwrap_or((named, ""));
    (name.trim(), value.trim())
}

/// The start of a game and the moves from there, as in `startpos moves d6 f4` or
/// `fen TEXT moves d6`.
fn read_position(text: &str) -> Result<(Origin, Vec<String>), String> {
    let (place, moves) = match text.split_once("moves") {
        Some((place, moves)) => (place.trim(), moves),
        None => (text.trim(), ""),
    };
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    match first_word(place) {
        ("startpos", "") => Ok((Origin::Start, moves)),
        ("fen", fen) if !fen.is_empty() => Ok((Origin::Position(fen.to_owned()), moves)),
        _ => Err(format!(
            "position {} is not understood, wanted startpos or fen and a position",
            quote(text)
        )),
    }
}

/// Sets up a position; a text that is not in our notation may be in another program's.
fn set_up(desk: &mut Desk<'_>, origin: Origin, moves: Vec<String>) -> io::Result<()> {
    let other = match &origin {
        Origin::Position(text) => Some(Origin::Fen(text.clone())),
        _ => None,
    };
    let Err(why) = desk.set_up(origin, moves.clone()) else { return Ok(()) };
    match other.map(|other| desk.set_up(other, moves)) {
        Some(Ok(())) => Ok(()),
        _ => desk.say(&format!("info string {why}")),
    }
}

fn query(question: &str, desk: &mut Desk<'_>) -> io::Result<()> {
    let Some(status) = desk.session.as_ref().map(|session| session.status()) else {
        return desk.say("info string there is no position to ask about\nresponse none");
    };
    let answer = match question {
        "p1turn" => (status.to_move == 1).to_string(),
        "gameover" => status.over.to_string(),
        "result" => result(&status),
        _ => {
            let wanted = "wanted p1turn, gameover or result";
            return desk.say(&format!(
                "info string query {} is unknown, {wanted}\nresponse none",
                quote(question)
            ));
        }
    };
    desk.say(&format!("response {answer}"))
}

/// `p1win` for the only player with the best result, `draw` if several share it, `none` before the
/// end.
pub(crate) fn result(status: &Status) -> String {
    let Some(payoffs) = &status.payoffs else { return "none".into() };
    let most = payoffs.iter().max();
    let mut first = payoffs.iter().enumerate().filter(|(_, payoff)| Some(*payoff) == most);
    match (first.next(), first.next()) {
        (Some((seat, _)), None) => format!("p{}win", seat + 1),
        _ => "draw".into(),
    }
}

fn go(words: &str, desk: &mut Desk<'_>) -> io::Result<()> {
    if desk.is_thinking() {
        return desk.say("info string still thinking: say stop before another go");
    }
    let status = desk.session.as_ref().map(|session| session.status());
    let mover = status.as_ref().map_or(0, |status| status.to_move);
    let (effort, unknown) = read_effort(words, mover);
    if let Some(word) = unknown {
        desk.say(&format!("info string {} after go is not understood", quote(word)))?;
    }
    if status.is_none_or(|status| status.over) {
        return desk.say(&format!("bestmove {NO_MOVE}"));
    }
    match desk.think(effort, None) {
        Ok(()) => Ok(()),
        Err(why) => desk.say(&format!("info string {why}\nbestmove {NO_MOVE}")),
    }
}

/// The limits in the words after `go` for the player with this number, and the first unknown word.
pub(super) fn read_effort(words: &str, mover: usize) -> (Effort, Option<&str>) {
    let (mut effort, mut clock) = (Effort::default(), Clock::default());
    let (mut unknown, mut words) = (None, words.split_whitespace().peekable());
    let (own_time, own_increment) = (format!("p{mover}time"), format!("p{mover}inc"));
    while let Some(word) = words.next() {
        match word {
            "infinite" => effort.endless = true,
            "ponder" => effort.ponders = true,
            _ => {
                let number = words.peek().and_then(|word| word.parse::<i64>().ok());
                let Some(number) = number.map(|number| u64::try_from(number).unwrap_or(0)) else {
                    unknown = unknown.or(Some(word));
                    continue;
                };
                words.next();
                let limits = &mut effort.limits;
                let time = Duration::from_millis(number.min(1 << 40));
                match chess_word(word, mover).unwrap_or(word) {
                    "depth" => {
                        limits.depth = Some(u32::try_from(number).unwrap_or(u32::MAX).max(1))
                    }
                    "nodes" => limits.nodes = Some(number.max(1)),
                    "movetime" => limits.time = Some(time),
                    "movestogo" => clock.moves = u32::try_from(number).ok(),
                    "own time" => clock.left = Some(time),
                    "own inc" => clock.increment = time,
                    word if word == own_time => clock.left = Some(time),
                    word if word == own_increment => clock.increment = time,
                    word if is_clock(word) => {}
                    word => unknown = unknown.or(Some(word)),
                }
            }
        }
    }
    effort.limits = effort.limits.within(Limits { time: clock.share(), ..Limits::default() });
    (effort, unknown)
}

/// The meaning of UCI's clock words for the player to move.
fn chess_word(word: &str, mover: usize) -> Option<&'static str> {
    match (word, mover) {
        ("wtime", 1) | ("btime", 2) => Some("own time"),
        ("winc", 1) | ("binc", 2) => Some("own inc"),
        _ => None,
    }
}

/// Whether a word names a player's clock.
fn is_clock(word: &str) -> bool {
    let seat = word
        .strip_prefix('p')
        .and_then(|word| word.strip_suffix("time").or_else(|| word.strip_suffix("inc")));
    seat.is_some_and(|seat| seat.parse::<u8>().is_ok())
        || matches!(word, "wtime" | "btime" | "winc" | "binc")
}

fn tell(advice: &Advice, desk: &mut Desk<'_>) -> io::Result<()> {
    let mover = desk.mover();
    let info = told::info(advice, &told::score(advice, mover, mover), desk.elapsed());
    let line =
        if advice.pv.is_empty() { String::new() } else { format!(" pv {}", advice.pv.join(" ")) };
    let proved = if advice.exact { " string proved" } else { "" };
    desk.say(&format!("info {info}{line}{proved}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_of_whoever_is_on_turn_count() {
        let words = "p1time 60000 p2time 5000 p1inc 1000 p2inc 0";
        let time = |mover| read_effort(words, mover).0.limits.time;
        assert_eq!(time(1), Some(Duration::from_millis(3200)));
        assert_eq!(time(2), Some(Duration::from_millis(200)));
        assert_eq!(
            read_effort("wtime 5000 btime 1", 1).0.limits.time,
            Some(Duration::from_millis(200))
        );
    }

    #[test]
    fn words_that_mean_nothing_are_told() {
        let (effort, unknown) = read_effort("depth 3 sideways nodes -4 movetime x", 1);
        assert_eq!(effort.limits, Limits { depth: Some(3), nodes: Some(1), time: None });
        assert_eq!(unknown, Some("sideways"));
        let (effort, unknown) = read_effort("infinite", 1);
        assert!(effort.endless && unknown.is_none());
    }
}
