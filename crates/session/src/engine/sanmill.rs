//! Sanmill's dialect of UCI, where captures are separate words and positions have a different form.

use std::io;

use ninefold_core::quote;

use super::desk::{Desk, Found};
use super::settings::Settings;
use super::{Conversation, told, ugi};
use crate::Origin;
use crate::protocol::{MorrisRules, Told, parts, told as put_together};
use crate::view::Advice;

/// A conversation in Sanmill's dialect.
#[derive(Default)]
pub(super) struct Sanmill {
    /// The beginning of a turn that was sent without its capture.
    part: String,
    /// The last turn found: if its beginning is played, the rest is known.
    planned: Option<(Vec<String>, String)>,
    /// All words of the position.
    words: Vec<String>,
    /// The partial turn and the words of the last search, regardless of later positions.
    asked: (String, Vec<String>),
}

impl Conversation for Sanmill {
    /// Unknown options may concern the rules.
    fn begins_anew(&self, line: &str) -> bool {
        match ugi::first_word(line) {
            ("ucinewgame", _) => true,
            ("setoption", rest) => !Settings::knows(ugi::name_and_value(rest).0),
            _ => false,
        }
    }

    fn hear(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<bool> {
        let (word, rest) = ugi::first_word(line);
        match word {
            "stop" | "ponderhit" | "quit" => return Ok(ugi::end_of_thought(word, desk)),
            "" => Ok(()),
            "uci" => {
                let rules = MorrisRules::of(desk.spec()).map_or(String::new(), MorrisRules::lines);
                desk.say(&format!("{}{}{rules}uciok", ugi::identity(), Settings::lines()))
            }
            "isready" => {
                desk.prepare()?;
                desk.say("readyok")
            }
            "ucinewgame" => {
                *self = Sanmill::default();
                let _ = desk.set_up(Origin::Start, Vec::new());
                Ok(())
            }
            "setoption" => self.set_option(rest, desk),
            "position" => match self.set_up(rest, desk) {
                Ok(()) => Ok(()),
                Err(why) => desk.clear(&why),
            },
            "go" => self.go(rest, desk),
            _ => desk.say(&format!("info string {} is no command here", quote(line))),
        }?;
        Ok(true)
    }

    fn tell(&mut self, advice: &Advice, desk: &mut Desk<'_>) -> io::Result<()> {
        let info = self.info(advice, desk);
        desk.say(&format!("info {info} pv {}", self.words_of(&advice.pv).join(" ")))
    }

    fn answer(&mut self, found: Found, desk: &mut Desk<'_>) -> io::Result<()> {
        let advice = match found {
            Ok(advice) => advice,
            Err(why) => return desk.say(&format!("info string {why}\nbestmove none")),
        };
        let info = self.info(&advice, desk);
        let Some(best) = &advice.best else {
            return desk.say(&format!("info {info} bestmove none"));
        };
        let word = self.words_of(std::slice::from_ref(best)).into_iter().next().unwrap_or_default();
        if self.asked.0.is_empty() && *best != word {
            self.planned = Some((self.asked.1.clone(), best.clone()));
        }
        desk.say(&format!("info {info} bestmove {word}"))
    }

    fn complain(&mut self, why: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.say(&format!("info string {why}"))
    }
}

impl Sanmill {
    /// `name NAME value VALUE`: one of our options, one about the rules, or one of Sanmill's that
    /// has no effect here.
    fn set_option(&mut self, text: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        let (name, value) = ugi::name_and_value(text);
        if Settings::knows(name) {
            return ugi::set_option(text, desk);
        }
        match MorrisRules::of(desk.spec()).and_then(|rules| rules.with(name, value)) {
            None => Ok(()),
            Some(Err(why)) => desk.say(&format!("info string {why}")),
            Some(Ok(rules)) => {
                *self = Sanmill::default();
                match desk.change_game(&rules.spec()) {
                    Ok(()) => Ok(()),
                    Err(why) => desk.say(&format!("info string {why}")),
                }
            }
        }
    }

    /// The search result, with White's score as in Sanmill.
    fn info(&self, advice: &Advice, desk: &Desk<'_>) -> String {
        told::info(advice, &told::score(advice, 0, desk.mover()), desk.elapsed())
    }

    /// Turns as words, without the part that was already sent.
    fn words_of(&self, turns: &[String]) -> Vec<String> {
        let all: Vec<String> =
            turns.iter().flat_map(|turn| parts(turn)).map(str::to_owned).collect();
        let part = &self.asked.0;
        let known = if part.is_empty() { 0 } else { parts(part).count() };
        all.into_iter().skip(known).collect()
    }

    /// `startpos moves d6 f4` or `fen FEN moves d6`; the last turn may lack its capture.
    fn set_up(&mut self, text: &str, desk: &mut Desk<'_>) -> Result<(), String> {
        let (place, moves) = text.split_once("moves").unwrap_or((text, ""));
        let origin = match ugi::first_word(place) {
            ("startpos", "") => Origin::Start,
            ("fen", fen) if !fen.is_empty() => Origin::Fen(fen.to_owned()),
            _ => {
                return Err(format!(
                    "position {} is not understood, wanted startpos or fen and a position",
                    quote(text)
                ));
            }
        };
        self.part.clear();
        self.words = moves.split_whitespace().map(str::to_owned).collect();
        desk.set_up(origin, Vec::new()).map_err(|problem| problem.to_string())?;
        let Some(session) = &mut desk.session else { return Ok(()) };
        for (index, word) in self.words.iter().enumerate() {
            match put_together(&self.part, word, &session.moves()) {
                Told::Turn(turn) => {
                    session.play(&turn).map_err(|problem| problem.to_string())?;
                    self.part.clear();
                }
                Told::Part(part) => self.part = part,
                Told::Nothing => {
                    return Err(format!(
                        "word {} of the moves, {}, is not legal there",
                        index + 1,
                        quote(word)
                    ));
                }
            }
        }
        Ok(())
    }

    fn go(&mut self, words: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        if desk.is_thinking() {
            return desk.say("info string still thinking: say stop before another go");
        }
        let Some(session) = &desk.session else {
            return desk.say("info string there is no position to think about\nbestmove none");
        };
        let status = session.status();
        if status.over {
            let is_draw = status.payoffs.is_some_and(|payoffs| payoffs.iter().all(|&got| got == 0));
            let word = if is_draw { "draw" } else { "none" };
            let (reason, spec) = (status.reason.unwrap_or_default(), desk.spec());
            return desk.say(&format!(
                "info string the game is over by the rules of {spec} ({reason})\nbestmove {word}"
            ));
        }
        let moves = session.moves();
        if let Some(rest) = self.rest_of_plan(&moves) {
            return desk.say(&format!("bestmove {rest}"));
        }
        let (effort, unknown) = ugi::read_effort(words, status.to_move);
        if let Some(word) = unknown {
            desk.say(&format!("info string {} after go is not understood", quote(word)))?;
        }
        let opened = format!("{}x", self.part);
        let among = (!self.part.is_empty())
            .then(|| moves.into_iter().filter(|mv| mv.starts_with(&opened)).collect());
        self.asked = (self.part.clone(), self.words.clone());
        match desk.think(effort, among) {
            Ok(()) => Ok(()),
            Err(why) => desk.say(&format!("info string {why}\nbestmove none")),
        }
    }

    /// The planned capture, if the position is the one after the beginning of that turn.
    fn rest_of_plan(&mut self, legal: &[String]) -> Option<String> {
        let (before, turn) = self.planned.take()?;
        let rest = turn.strip_prefix(&self.part).filter(|_| !self.part.is_empty())?;
        let told = parts(&self.part).count();
        let same = self.words.len() == before.len() + told && self.words.starts_with(&before);
        let rest = parts(rest).next()?.to_owned();
        (same && legal.contains(&turn)).then_some(rest)
    }
}
