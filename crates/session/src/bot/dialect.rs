//! The languages in which programs are spoken to.

use std::fmt;

use ninefold_core::{Fault, Path, View};

use super::Bot;
use super::gomocup::Gomocup;
use super::info::Whose;
use super::own::Own;
use super::sanmill::Sanmill;
use super::ugi::Ugi;
use crate::Protocol;

/// What a program is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Question {
    /// The first position.
    pub(super) start: String,
    /// The same in the form of another program, in games that have one.
    pub(super) start_fen: Option<String>,
    /// Whether that is how the game begins everywhere.
    pub(super) is_usual_start: bool,
    /// All moves from there.
    pub(super) moves: Vec<String>,
    /// The position they lead to.
    pub(super) position: String,
    /// The legal moves.
    pub(super) legal: Vec<String>,
}

impl Question {
    /// The question at the end of a path.
    pub(super) fn of<G: View>(path: &Path<G>, seed: u64) -> Question {
        let game = path.game();
        let texts = |moves: &[G::Move]| moves.iter().map(|&mv| game.move_text(mv)).collect();
        let mut legal = Vec::new();
        path.moves(&mut legal);
        let origin = path.origin();
        Question {
            start: game.position_text(origin),
            start_fen: game.fen(origin, 0),
            is_usual_start: [0, seed].iter().all(|&seed| game.start(seed) == *origin),
            moves: texts(path.played()),
            position: game.position_text(path.state()),
            legal: texts(&legal),
        }
    }
}

/// What a line of a program means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said {
    /// Nothing that matters.
    Nothing,
    /// It can play, and stays for further games; these lines are next.
    Ready(String),
    /// It is to hear these lines.
    Hears(String),
    /// It has told a part of its move and is asked for the rest by these lines, which take time as well.
    Asked(String),
    /// Its move, as text.
    Move(String),
}

/// One end of a conversation with a program, from its start on.
pub(super) trait Dialect: fmt::Debug + Send {
    /// What a program is told when a game begins: for the first time, or again.
    fn begin(&mut self, bot: &Bot, players: usize, again: bool) -> String;

    /// What it is told when it is to move. A language that waits until the program is ready tells it then.
    fn ask(&mut self, bot: &Bot, question: Question) -> String;

    /// What it is told when nobody needs it any more; a language without such words lets it end by the end of its input.
    fn farewell(&self) -> Option<&'static str> {
        None
    }

    /// Whose score its lines of `info` tell; nobody's in a language without scores.
    fn scores(&self) -> Option<Whose> {
        None
    }

    /// What a line of the program means.
    fn hear(&mut self, bot: &Bot, line: &str) -> Result<Said, Fault>;
}

/// Whoever speaks the language of a program.
pub(super) fn dialect(protocol: Option<Protocol>) -> Box<dyn Dialect> {
    match protocol {
        None => Box::new(Own),
        Some(Protocol::Ugi) => Box::<Ugi>::default(),
        Some(Protocol::Gomocup) => Box::<Gomocup>::default(),
        Some(Protocol::Sanmill) => Box::<Sanmill>::default(),
    }
}

/// Whether a program can hear a question, or has still to say that it is ready.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Stage {
    /// It was greeted.
    #[default]
    Greeted,
    /// It was asked whether it is ready.
    Prepared,
    /// It is.
    Ready,
}
