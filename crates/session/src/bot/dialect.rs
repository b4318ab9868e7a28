//! Protocols for talking to programs.

use std::fmt;

use ninefold_core::{Fault, Path, View};

use super::Bot;
use super::gomocup::Gomocup;
use super::info::Whose;
use super::own::Own;
use super::sanmill::Sanmill;
use super::ugi::Ugi;
use crate::Protocol;

/// A question to a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Question {
    /// The start position.
    pub(super) start: String,
    /// The same in another program's notation, for games that have one.
    pub(super) start_fen: Option<String>,
    /// Whether that is the game's standard start.
    pub(super) is_usual_start: bool,
    /// All moves from the start.
    pub(super) moves: Vec<String>,
    /// The resulting position.
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

/// The meaning of a line from a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said {
    /// Nothing relevant.
    Nothing,
    /// The program is ready and stays for further games; send these lines next.
    Ready(String),
    /// Send these lines to the program.
    Hears(String),
    /// The program has given part of its move; send these lines to ask for the rest. That takes
    /// time as well.
    Asked(String),
    /// Its move, as text.
    Move(String),
}

/// Our side of a conversation with a program, from its start on.
pub(super) trait Dialect: fmt::Debug + Send {
    /// The lines to send when a game begins: the first one, or another.
    fn begin(&mut self, bot: &Bot, players: usize, again: bool) -> String;

    /// The lines to send when the program is to move. A protocol that must wait for the program to
    /// be ready queues them.
    fn ask(&mut self, bot: &Bot, question: Question) -> String;

    /// The lines to send at the end. If the protocol has none, the program ends at the end of its
    /// input.
    fn farewell(&self) -> Option<&'static str> {
        None
    }

    /// The player whose score its `info` lines give; `None` in a protocol without scores.
    fn scores(&self) -> Option<Whose> {
        None
    }

    /// Interprets a line of the program.
    fn hear(&mut self, bot: &Bot, line: &str) -> Result<Said, Fault>;
}

/// The dialect for a program's protocol.
pub(super) fn dialect(protocol: Option<Protocol>) -> Box<dyn Dialect> {
    match protocol {
        None => Box::new(Own),
        Some(Protocol::Ugi) => Box::<Ugi>::default(),
        Some(Protocol::Gomocup) => Box::<Gomocup>::default(),
        Some(Protocol::Sanmill) => Box::<Sanmill>::default(),
    }
}

/// Whether a program can take a question or must first report that it is ready.
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
