//! The Gomocup protocol: stones by their places, times by `INFO`.

use std::io;
use std::time::Duration;

use super::desk::{Desk, Found};
use super::effort::{Clock, Effort};
use super::settings::Settings;
use super::{Conversation, told, ugi};
use crate::protocol::{Board, Place};
use crate::view::Advice;
use crate::{Limits, Origin};

/// A conversation in the Gomocup protocol.
#[derive(Default)]
pub(super) struct Gomocup {
    /// The board, once requested.
    board: Option<Board>,
    /// The stones in the order they were placed, and whether each is ours.
    stones: Vec<(Place, bool)>,
    /// The stones of a `BOARD` command before `DONE`, or what was wrong with one of them.
    coming: Option<Result<Vec<(Place, bool)>, String>>,
    /// The line length that wins, if given.
    line: Option<usize>,
    limits: Times,
    /// Whether an answer is played on the board once it is found.
    plays: bool,
}

/// The times set by `INFO`.
#[derive(Clone, Copy, Debug)]
struct Times {
    turn: Option<Duration>,
    game: Option<Duration>,
    left: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Default for Times {
    /// Thirty seconds per move by default.
    fn default() -> Times {
        Times {
            turn: Some(Duration::from_secs(30)),
            game: None,
            left: None,
            depth: None,
            nodes: None,
        }
    }
}

/// The commands of the protocol.
const WORDS: [&str; 14] = [
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "BOARD",
    "DONE",
    "TAKEBACK",
    "INFO",
    "ABOUT",
    "END",
    "STOP",
    "YXSTOP",
    "PLAY",
];

/// The commands that start a new game, even where stones are expected.
const NEW_GAME: [&str; 3] = ["START", "RECTSTART", "RESTART"];

/// Whether a word is a command of the protocol.
pub(super) fn knows(word: &str) -> bool {
    WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

impl Conversation for Gomocup {
    fn hear(&mut self, line: &str, desk: &mut Desk<'_>) -> io::Result<bool> {
        let (word, rest) = ugi::first_word(line);
        let word = word.to_ascii_uppercase();
        if NEW_GAME.contains(&word.as_str()) {
            self.coming = None;
        }
        if self.coming.is_some() && word != "END" {
            return self.hear_stone(&word, line, desk).map(|()| true);
        }
        let done = match word.as_str() {
            "" => Ok(None),
            "END" => return Ok(false),
            "ABOUT" => {
                let version = env!("CARGO_PKG_VERSION");
                let author = "the authors of Ninefold";
                Ok(Some(format!("name=\"Ninefold\", version=\"{version}\", author=\"{author}\"")))
            }
            "START" => self.start(rest, rest, desk),
            "RECTSTART" => {
                let (width, height) = rest.split_once(',').unwrap_or((rest, ""));
                self.start(height.trim(), width.trim(), desk)
            }
            "RESTART" => match self.board {
                Some(_) => self.clear(desk),
                None => Err("there is no board to start again on, wanted START first".into()),
            },
            "INFO" => self.info(rest, desk).map(|()| None),
            "BEGIN" => self.begin(desk).map(|()| None),
            "TURN" => self.turn(rest, desk).map(|()| None),
            "BOARD" => self.ready(desk).map(|_| {
                self.coming = Some(Ok(Vec::new()));
                None
            }),
            "TAKEBACK" => self.take_back(rest, desk),
            "STOP" | "YXSTOP" => {
                desk.stop();
                Ok(None)
            }
            _ => {
                desk.say(&format!("UNKNOWN {}", ninefold_core::quote(line)))?;
                Ok(None)
            }
        };
        match done {
            Ok(Some(answer)) => desk.say(&answer)?,
            Ok(None) => {}
            Err(why) => desk.say(&format!("ERROR {why}"))?,
        }
        Ok(true)
    }

    fn tell(&mut self, _advice: &Advice, _desk: &mut Desk<'_>) -> io::Result<()> {
        Ok(())
    }

    fn answer(&mut self, found: Found, desk: &mut Desk<'_>) -> io::Result<()> {
        let place = match &found {
            Ok(advice) => advice.best.as_deref().and_then(Place::of_move),
            Err(_) => None,
        };
        match (found, place) {
            (Ok(advice), Some(place)) => {
                if std::mem::take(&mut self.plays) {
                    self.stones.push((place, true));
                }
                let mover = desk.mover();
                let score = told::score(&advice, mover, mover);
                let info = told::info(&advice, &score, desk.elapsed());
                let line: Vec<String> =
                    advice.pv.iter().filter_map(|mv| Some(Place::of_move(mv)?.text())).collect();
                desk.say(&format!("MESSAGE {info} pv {}\n{}", line.join(" "), place.text()))
            }
            (Err(why), _) => desk.say(&format!("ERROR {why}")),
            (Ok(_), None) => desk.say("ERROR there is no move"),
        }
    }

    fn complain(&mut self, why: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.say(&format!("ERROR {why}"))
    }
}

type Said = Result<Option<String>, String>;

impl Gomocup {
    /// The board, if one was requested and no search is running.
    fn ready(&self, desk: &Desk<'_>) -> Result<Board, String> {
        if desk.is_thinking() {
            return Err("still thinking about the last position".into());
        }
        self.board.ok_or_else(|| "there is no board, wanted START and its size first".into())
    }

    fn start(&mut self, rows: &str, columns: &str, desk: &mut Desk<'_>) -> Said {
        let size = |text: &str| text.parse().ok().filter(|&size| size >= 1);
        let (Some(rows), Some(columns)) = (size(rows), size(columns)) else {
            return Err("wanted a size such as START 15 or RECTSTART 20,15".into());
        };
        let usual = || Board::of(desk.spec()).map_or(5, |board| board.line);
        let line = self.line.unwrap_or_else(usual);
        desk.abandon();
        self.board = None;
        let board = Board { rows, columns, line };
        desk.change_game(&board.spec())?;
        self.board = Some(board);
        desk.settings.prepare()?;
        self.clear(desk)
    }

    fn clear(&mut self, desk: &mut Desk<'_>) -> Said {
        desk.abandon();
        self.stones.clear();
        self.limits.left = None;
        Ok(Some("OK".into()))
    }

    fn info(&mut self, text: &str, desk: &mut Desk<'_>) -> Result<(), String> {
        let (key, value) = ugi::first_word(text);
        let number = || value.parse::<i64>().map(|number| u64::try_from(number).unwrap_or(0));
        let number = || number().map_err(|_| format!("{key} is {value:?}, wanted a number"));
        let time = || number().map(|number| Duration::from_millis(number.min(1 << 40)));
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.limits.turn = Some(time()?),
            "timeout_match" => self.limits.game = Some(time()?).filter(|time| !time.is_zero()),
            "time_left" => self.limits.left = Some(time()?),
            "max_memory" => match number()? {
                0 => {}
                // A process needs more than its table.
                bytes => desk.settings.limit_memory(bytes / 2),
            },
            "max_depth" => self.limits.depth = u32::try_from(number()?).ok().filter(|&d| d > 0),
            "max_node" => self.limits.nodes = Some(number()?).filter(|&nodes| nodes > 0),
            "thread_num" => desk.settings.set("Threads", value)?,
            // The value 2 in the bit mask of rules says that the next game begins where this one
            // ends, which makes no difference here.
            "rule" if number()? & !2 != 0 => {
                return Err(format!("rule {value} is not played here, only 0 (free style)"));
            }
            "line" => {
                let line = usize::try_from(number()?).unwrap_or(0);
                if line == 0 {
                    return Err("line is 0, wanted how many in a row win".into());
                }
                if self.board.is_some() {
                    let board = Board { line, ..self.ready(desk)? };
                    desk.change_game(&board.spec())?;
                    self.board = Some(board);
                }
                self.line = Some(line);
            }
            option if Settings::knows(option) => desk.settings.set(option, value)?,
            // Other settings can be ignored.
            _ => {}
        }
        Ok(())
    }

    fn begin(&mut self, desk: &mut Desk<'_>) -> Result<(), String> {
        self.ready(desk)?;
        self.think_about(Vec::new(), desk)
    }

    fn turn(&mut self, text: &str, desk: &mut Desk<'_>) -> Result<(), String> {
        let board = self.ready(desk)?;
        let place = board.place(text).ok_or_else(|| no_place(text, board))?;
        if self.stones.iter().any(|(taken, _)| *taken == place) {
            return Err(format!("{text} is taken"));
        }
        let mut stones = self.stones.clone();
        stones.push((place, false));
        self.think_about(stones, desk)
    }

    fn take_back(&mut self, text: &str, desk: &mut Desk<'_>) -> Said {
        let board = self.ready(desk)?;
        let place = board.place(text).ok_or_else(|| no_place(text, board))?;
        match self.stones.last() {
            Some((last, _)) if *last == place => {
                self.stones.pop();
                Ok(Some("OK".into()))
            }
            _ => Err(format!("{text} is not the last stone")),
        }
    }

    /// A line between `BOARD` and `DONE`: place and owner, 1 for our own. One invalid line
    /// invalidates the whole board.
    fn hear_stone(&mut self, word: &str, line: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        if word == "DONE" {
            let stones = self.coming.take().unwrap_or_else(|| Ok(Vec::new()));
            return match stones.and_then(|stones| self.think_about(stones, desk)) {
                Ok(()) => Ok(()),
                Err(why) => desk.say(&format!("ERROR {why}")),
            };
        }
        let (Some(board), Some(Ok(stones))) = (self.board, &mut self.coming) else { return Ok(()) };
        match stone(line, board).filter(|(place, _)| stones.iter().all(|(taken, _)| taken != place))
        {
            Some(stone) => stones.push(stone),
            None => {
                let line = ninefold_core::quote(line);
                let why = format!("{line} is no free place and its owner, 1 or 2");
                self.coming = Some(Err(why));
            }
        }
        Ok(())
    }

    /// Starts a search of a board with us to move; if it is rejected, the previous stones remain.
    fn think_about(
        &mut self,
        stones: Vec<(Place, bool)>,
        desk: &mut Desk<'_>,
    ) -> Result<(), String> {
        let board = self.ready(desk)?;
        let position = position(board, &stones)?;
        desk.set_up(Origin::Position(position), Vec::new())
            .map_err(|problem| problem.to_string())?;
        if desk.session.as_ref().is_none_or(|session| session.status().over) {
            return Err("the game is over".into());
        }
        let Times { turn, game, left, depth, nodes } = self.limits;
        let left = left.filter(|_| game.is_some()).or(game);
        let clock = Clock { left, ..Clock::default() };
        let time = Limits { time: turn, nodes, depth };
        let limits = time.within(Limits { time: clock.share(), ..Limits::default() });
        desk.think(Effort { limits, ..Effort::default() }, None)?;
        (self.stones, self.plays) = (stones, true);
        Ok(())
    }
}

/// Parses a place and whether the stone there is ours, as in `7,7,1`.
fn stone(line: &str, board: Board) -> Option<(Place, bool)> {
    let (place, owner) = line.trim().rsplit_once(',')?;
    let is_own = match owner.trim() {
        "1" => true,
        "2" => false,
        _ => return None,
    };
    Some((board.place(place)?, is_own))
}

fn no_place(text: &str, board: Board) -> String {
    let (columns, rows) = (board.columns - 1, board.rows - 1);
    format!("{} is no place, wanted column,row up to {columns},{rows}", ninefold_core::quote(text))
}

/// Converts stones to our notation. The player to move (that is us) has as many stones as the
/// opponent or one fewer.
fn position(board: Board, stones: &[(Place, bool)]) -> Result<String, String> {
    let own = stones.iter().filter(|(_, own)| *own).count();
    let us = match (stones.len() - own).checked_sub(own) {
        Some(0) => 1,
        Some(1) => 2,
        _ => {
            return Err(format!(
                "{own} of {} stones are ours, so it is not our turn",
                stones.len()
            ));
        }
    };
    let mut cells = vec![vec!['0'; board.columns]; board.rows];
    for (place, own) in stones {
        cells[place.row][place.column] = if *own == (us == 1) { '1' } else { '2' };
    }
    let rows: Vec<String> = cells.into_iter().map(String::from_iter).collect();
    Ok(format!("{} {us}", rows.join("/")))
}
