//! Runs Ninefold as an engine for other programs: a long-lived process that speaks their protocols
//! (docs/engines.md).
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | the main loop: lines and search results in, lines out |
//! | `lines.rs` | reading lines, whatever they contain |
//! | `desk.rs` | the current game, and the thread that searches it |
//! | `settings.rs` | the options, and the player they describe |
//! | `effort.rs` | the limits of one move: depth, nodes, time, clocks |
//! | `told.rs` | search results, as the words after `info` |
//! | `ugi.rs` | the Universal Game Interface, for every game |
//! | `gomocup.rs` | the Gomocup protocol, for m,n,k-games |
//! | `sanmill.rs` | Sanmill's dialect of UCI, for morris |

mod desk;
mod effort;
mod gomocup;
mod lines;
mod sanmill;
mod settings;
mod told;
mod ugi;

use std::fmt;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Instant;

use self::desk::{Desk, Found};
pub(crate) use self::effort::{Clock, share};
use self::lines::{Heard, read_lines};
pub(crate) use self::ugi::result;
use crate::protocol::{Board, is_morris};
use crate::view::Advice;
use crate::{GameKind, Games, PlayerSpec};

/// An engine protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The Universal Game Interface, for every game.
    Ugi,
    /// The protocol of the Gomocup, for m,n,k-games.
    Gomocup,
    /// The dialect of UCI that Sanmill speaks, for morris.
    Sanmill,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Protocol; 3] = [Protocol::Ugi, Protocol::Gomocup, Protocol::Sanmill];

    /// Its name, as in `--protocol` and in the players `ugi(…)`, `gomocup(…)` and `sanmill(…)`.
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Ugi => "ugi",
            Protocol::Gomocup => "gomocup",
            Protocol::Sanmill => "sanmill",
        }
    }

    /// Checks whether a game, given by its full specification, can be played in this protocol; if
    /// not, says why.
    ///
    /// ```
    /// use ninefold_session::Protocol;
    ///
    /// assert!(Protocol::Gomocup.fits("mnk:15,15,5").is_ok());
    /// assert!(Protocol::Sanmill.fits("mnk:15,15,5").is_err());
    /// ```
    pub fn fits(self, game: &str) -> Result<(), String> {
        match self {
            Protocol::Ugi => Ok(()),
            Protocol::Gomocup if Board::of(game).is_some() => Ok(()),
            Protocol::Gomocup => Err(format!(
                "the Gomocup protocol is for gomoku and other m,n,k-games, not for {game}"
            )),
            Protocol::Sanmill if is_morris(game) => Ok(()),
            Protocol::Sanmill => Err(format!("Sanmill's protocol is for morris, not for {game}")),
        }
    }

    /// The protocol that a conversation uses if it begins with this line.
    fn begun_by(line: &str) -> Option<Protocol> {
        match line.split_whitespace().next()? {
            "uci" | "ucinewgame" => Some(Protocol::Sanmill),
            "ugi" | "uginewgame" | "isready" | "position" | "query" | "setoption" | "go" => {
                Some(Protocol::Ugi)
            }
            word => gomocup::knows(word).then_some(Protocol::Gomocup),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Protocol, String> {
        let found = Protocol::ALL.into_iter().find(|protocol| protocol.name() == text);
        let names = Protocol::ALL.map(Protocol::name).join(" or ");
        found
            .ok_or_else(|| format!("{} is no protocol, wanted {names}", ninefold_core::quote(text)))
    }
}

/// The setup of an engine.
pub struct EngineSetup {
    /// The game.
    pub kind: std::sync::Arc<dyn GameKind>,
    /// The protocol; by default the first line decides.
    pub protocol: Option<Protocol>,
    /// The player; by default the one described by the options.
    pub player: Option<PlayerSpec>,
    /// The folder of finished tables.
    pub data: Option<PathBuf>,
}

/// A protocol handler.
trait Conversation {
    /// Whether a line starts another game, so that a search of the current one must be answered
    /// first.
    fn begins_anew(&self, _line: &str) -> bool {
        false
    }

    /// Handles a line. False ends the conversation.
    fn hear(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<bool>;

    /// Reports the progress of a search.
    fn tell(&mut self, advice: &Advice, desk: &mut Desk<'_>) -> io::Result<()>;

    /// Reports the move found.
    fn answer(&mut self, found: Found, desk: &mut Desk<'_>) -> io::Result<()>;

    /// Reports that a line could not be read.
    fn complain(&mut self, why: &str, desk: &mut Desk<'_>) -> io::Result<()>;
}

/// The handler of a protocol.
fn conversation(protocol: Protocol) -> Box<dyn Conversation> {
    match protocol {
        Protocol::Ugi => Box::new(ugi::Ugi),
        Protocol::Gomocup => Box::new(gomocup::Gomocup::default()),
        Protocol::Sanmill => Box::new(sanmill::Sanmill::default()),
    }
}

/// The handler that chooses the protocol by the first line.
struct Undecided;

impl Conversation for Undecided {
    fn hear(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<bool> {
        let line = line.trim();
        match line {
            "" => {}
            "quit" | "END" | "end" => return Ok(false),
            _ => {
                let wanted = "wanted ugi, uci or a line of the Gomocup such as START 15";
                desk.say(&format!(
                    "ERROR {} begins no protocol, {wanted}",
                    ninefold_core::quote(line)
                ))?;
            }
        }
        Ok(true)
    }

    fn tell(&mut self, _advice: &Advice, _desk: &mut Desk<'_>) -> io::Result<()> {
        Ok(())
    }

    fn answer(&mut self, _found: Found, _desk: &mut Desk<'_>) -> io::Result<()> {
        Ok(())
    }

    fn complain(&mut self, why: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.say(&format!("ERROR {why}"))
    }
}

/// An event of the engine loop.
enum Event {
    /// A line arrived, or an error while reading it.
    Heard(Heard),
    /// The search with this number made progress.
    OnTheWay(u64, Box<Advice>),
    /// The search with this number ended.
    Thought(u64, Found),
}

/// Runs as an engine until the input ends or a command quits. Searches run in a separate thread, so
/// every line is handled at once.
///
/// ```
/// use ninefold_session::{EngineSetup, games, serve_engine};
///
/// let games = games();
/// let kind = games.kind("tictactoe")?;
/// let setup = EngineSetup { kind, protocol: None, player: None, data: None };
/// let mut input = &b"ugi\nposition startpos moves 1,1 2,2 1,2\nquery p1turn\ngo nodes 1000\n"[..];
/// let mut out = Vec::new();
/// serve_engine(&games, setup, &mut input, &mut out)?;
/// let said = String::from_utf8(out)?;
/// assert!(said.contains("ugiok\nresponse false\n") && said.ends_with("bestmove 1,3\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serve_engine(
    games: &Games,
    setup: EngineSetup,
    input: &mut (dyn BufRead + Send),
    out: &mut dyn Write,
) -> io::Result<()> {
    let (tell, events) = sync_channel::<Event>(64);
    let (ask, asked) = sync_channel::<()>(1);
    let protocol = setup.protocol;
    let mut desk = Desk::new(games, setup, tell.clone(), out);
    std::thread::scope(|scope| {
        scope.spawn(move || read_lines(input, &asked, &tell));
        let mut talk: Box<dyn Conversation> =
            protocol.map_or_else(|| Box::new(Undecided) as Box<dyn Conversation>, conversation);
        let mut decided = protocol.is_some();
        // The next line is requested after the last one is handled, so that no thread waits for
        // input when the conversation is over.
        let mut listens = true;
        // A line that arrived between `stop` and the answer: it applies after the answer.
        let mut early: Option<String> = None;
        let _ = ask.send(());
        let ended = loop {
            desk.flush()?;
            let event = match desk.deadline() {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(deadline) => {
                    events.recv_timeout(deadline.saturating_duration_since(Instant::now()))
                }
            };
            match event {
                Err(RecvTimeoutError::Timeout) => desk.time_is_up(),
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
                Ok(Event::Heard(Heard::End)) => {
                    // A pending search is still answered.
                    listens = false;
                    desk.wind_up();
                }
                Ok(Event::Heard(Heard::Problem(why))) => {
                    talk.complain(why, &mut desk)?;
                    let _ = ask.send(());
                }
                Ok(Event::Heard(Heard::Line(line))) if desk.is_stopping() => early = Some(line),
                Ok(Event::Heard(Heard::Line(line)))
                    if desk.is_thinking() && talk.begins_anew(&line) =>
                {
                    desk.stop();
                    early = Some(line);
                }
                Ok(Event::Heard(Heard::Line(line))) => {
                    if let Some(protocol) = Protocol::begun_by(&line).filter(|_| !decided) {
                        match protocol.fits(desk.spec()) {
                            Ok(()) => (talk, decided) = (conversation(protocol), true),
                            Err(why) => {
                                talk.complain(&why, &mut desk)?;
                                let _ = ask.send(());
                                continue;
                            }
                        }
                    }
                    if !talk.hear(&line, &mut desk)? {
                        break Ok(());
                    }
                    let _ = ask.send(());
                }
                Ok(Event::OnTheWay(number, advice)) => {
                    if desk.is_current(number) {
                        talk.tell(&advice, &mut desk)?;
                    }
                }
                Ok(Event::Thought(number, found)) => {
                    if let Some(found) = desk.finished(number, found) {
                        talk.answer(found, &mut desk)?;
                    }
                }
            }
            if let Some(found) = desk.release() {
                talk.answer(found, &mut desk)?;
            }
            if let Some(line) = early.take_if(|_| !desk.is_stopping()) {
                if !talk.hear(&line, &mut desk)? {
                    break Ok(());
                }
                let _ = ask.send(());
            }
            if !listens && !desk.is_thinking() {
                break Ok(());
            }
        };
        drop(ask);
        desk.stop();
        desk.flush()?;
        ended
    })
}
