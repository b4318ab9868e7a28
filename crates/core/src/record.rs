//! A whole game as text that people can read and programs can store and replay.
//!
//! ```text
//! [Game "mnk:3,3,3"]
//! [Seed "7"]
//! [Seat1 "human"]
//! [Seat2 "random"]
//! [Result "1 -1"]
//! [Reason "line"]
//!
//! 1. 2,2 1,2
//! 2. 1,1 3,3
//! 3. 1,3 3,1
//! ...
//! ```
//!
//! Tags come first, in any order. The moves follow, with a number before each round. `Position` gives a first
//! position other than the start; unknown tags are preserved. An unfinished game has no result.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{
    MAX_PLAYERS, MoveError, Notation, Outcome, Path, Payoffs, Player, PositionError, find_move,
    quote,
};

/// A game as text, not yet validated against any rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The specification of the game.
    pub game: String,
    /// The seed of the setup and of random players.
    pub seed: u64,
    /// The first position, if it is not the start.
    pub position: Option<String>,
    /// The player specification of each seat.
    pub seats: Vec<String>,
    /// All other tags, in order.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub moves: Vec<String>,
    /// The payoffs, once the game is over.
    pub result: Option<Vec<i16>>,
    /// The rule or the event that ended the game.
    pub reason: Option<String>,
}

/// Why a text is not a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordError {
    /// A tag not of the form `[Name "value"]`.
    #[error("line {line} of the record is {}, wanted a tag such as [Game \"morris\"]", quote(.text))]
    Tag {
        /// The line's number, from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// A tag after the first move.
    #[error("line {line} of the record is a tag, but tags come before the moves")]
    LateTag {
        /// The line's number, from 1.
        line: usize,
    },
    /// A tag with an invalid value.
    #[error("line {line} of the record: {name} is {}, wanted {wanted}", quote(.text))]
    Value {
        /// The line's number, from 1.
        line: usize,
        /// The tag.
        name: String,
        /// Its value.
        text: String,
        /// What was expected.
        wanted: &'static str,
    },
    /// A duplicate tag.
    #[error("line {line} of the record: tag {name} comes twice")]
    Twice {
        /// The line's number, from 1.
        line: usize,
        /// The tag.
        name: String,
    },
    /// No tag names the game.
    #[error("the record names no game, wanted a tag such as [Game \"morris\"]")]
    NoGame,
}

/// Why a record cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// The first position is invalid.
    #[error("the record's first position: {0}")]
    Position(PositionError),
    /// A move cannot be played.
    #[error("move {number} of the record: {problem}")]
    Move {
        /// The move's number, from 1.
        number: usize,
        /// What was wrong.
        problem: MoveError,
    },
    /// The recorded result is not that of the moves.
    #[error("the record says {said}, but its moves give {found}")]
    Result {
        /// What the record says.
        said: String,
        /// What the replay gives.
        found: String,
    },
    /// The wrong number of seats.
    #[error("the record has {found} seats, but the game has {wanted} players")]
    Seats {
        /// The number of seats in the record.
        found: usize,
        /// The number of players of the game.
        wanted: usize,
    },
}

/// A record that was replayed and verified.
#[derive(Clone, Debug)]
pub struct Replayed<G: crate::Game> {
    /// The whole game.
    pub path: Path<G>,
    /// How it ended under the rules.
    pub outcome: Option<Outcome>,
}

impl Record {
    /// The reason of a game that a player resigned.
    pub const RESIGNED: &'static str = "resigned";
    /// The reason of a game that a player lost on time.
    pub const OUT_OF_TIME: &'static str = "time";

    /// The reason of a game in which a player left and did not return.
    pub const LEFT: &'static str = "left";
    /// The reason of a game that a player lost by a fault, such as an illegal move.
    pub const FORFEIT: &'static str = "forfeit";
    /// The reason of a draw by agreement.
    pub const AGREED: &'static str = "agreed";

    /// Whether this reason means that a player lost before the moves ended the game.
    pub fn is_given_up(reason: &str) -> bool {
        [Record::RESIGNED, Record::OUT_OF_TIME, Record::LEFT, Record::FORFEIT].contains(&reason)
    }

    /// The value of a tag without a field of its own.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Parses a record.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let mut reader = Reader::default();
        let text = text.trim_start_matches('\u{feff}');
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.starts_with('[') {
                reader.tag(index + 1, line)?;
            } else if !line.is_empty() {
                reader.in_tags = false;
                let moves = line.split_whitespace().filter(|word| !is_number(word));
                reader.record.moves.extend(moves.map(str::to_owned));
            }
        }
        reader.finish()
    }

    /// Replays the moves under the rules and compares the result.
    ///
    /// The only results allowed beyond the rules, in a two-player game that its moves do not end: a player
    /// resigned, ran out of time, left or forfeited the game, or both agreed on a draw.
    pub fn replay<G: Notation>(&self, game: G) -> Result<Replayed<G>, ReplayError> {
        let wanted = game.players();
        if !self.seats.is_empty() && self.seats.len() != wanted {
            return Err(ReplayError::Seats { found: self.seats.len(), wanted });
        }
        let state = match &self.position {
            Some(text) => game.parse_position(text).map_err(ReplayError::Position)?,
            None => game.start(self.seed),
        };
        let mut path = Path::new(game, state);
        for (index, text) in self.moves.iter().enumerate() {
            let number = index + 1;
            let mv =
                find_move(&path, text).map_err(|problem| ReplayError::Move { number, problem })?;
            path.play(mv);
        }
        let outcome = path.outcome();
        self.compare(outcome, wanted)?;
        Ok(Replayed { path, outcome })
    }

    fn compare(&self, outcome: Option<Outcome>, players: usize) -> Result<(), ReplayError> {
        let said = describe(self.result.as_deref(), self.reason.as_deref());
        let found = match outcome {
            Some(outcome) => describe(Some(outcome.payoffs.seats(players)), Some(outcome.reason)),
            None => describe(None, None),
        };
        let won = |winner| self.result.as_deref() == Some(Payoffs::win(winner).seats(2));
        let given_up = outcome.is_none()
            && players == 2
            && self.reason.as_deref().is_some_and(Record::is_given_up)
            && Player::all(2).any(won);
        let agreed = outcome.is_none()
            && players == 2
            && self.reason.as_deref() == Some(Record::AGREED)
            && self.result.as_deref() == Some(&[0, 0]);
        if said == found || given_up || agreed {
            Ok(())
        } else {
            Err(ReplayError::Result { said, found })
        }
    }
}

fn describe(result: Option<&[i16]>, reason: Option<&str>) -> String {
    match (result, reason) {
        (None, None) => "a game that goes on".to_owned(),
        (result, reason) => {
            let result = result.map_or("no result".to_owned(), |result| join(result, " "));
            let reason =
                reason.map_or("no reason".to_owned(), |reason| reason.escape_debug().to_string());
            format!("{result} ({reason})")
        }
    }
}

fn join<T: ToString>(items: &[T], separator: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(separator)
}

/// Whether a word is a round number such as `12.`.
fn is_number(word: &str) -> bool {
    let number = word.strip_suffix('.').unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

impl FromStr for Record {
    type Err = RecordError;

    /// Same as [`parse`](Record::parse).
    ///
    /// ```
    /// use ninefold_core::Record;
    ///
    /// let record: Record = "[Game \"mnk:3,3,3\"]\n\n1. 2,2 1,2\n".parse()?;
    /// assert_eq!(record.moves, ["2,2", "1,2"]);
    /// assert_eq!(record.to_string().parse::<Record>()?, record);
    /// # Ok::<(), ninefold_core::RecordError>(())
    /// ```
    fn from_str(text: &str) -> Result<Record, RecordError> {
        Record::parse(text)
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tag(f, "Game", &self.game)?;
        write_tag(f, "Seed", &self.seed.to_string())?;
        if let Some(position) = &self.position {
            write_tag(f, "Position", position)?;
        }
        for (index, seat) in self.seats.iter().enumerate() {
            write_tag(f, &format!("Seat{}", index + 1), seat)?;
        }
        for (name, value) in &self.tags {
            write_tag(f, name, value)?;
        }
        if let Some(result) = &self.result {
            write_tag(f, "Result", &join(result, " "))?;
        }
        if let Some(reason) = &self.reason {
            write_tag(f, "Reason", reason)?;
        }
        writeln!(f)?;
        for (index, round) in self.moves.chunks(self.seats.len().max(2)).enumerate() {
            writeln!(f, "{}. {}", index + 1, round.join(" "))?;
        }
        Ok(())
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    writeln!(f, "[{name} \"{value}\"]")
}

/// A record being parsed.
struct Reader {
    record: Record,
    in_tags: bool,
    seen: BTreeSet<String>,
    seats: [Option<String>; MAX_PLAYERS],
}

impl Default for Reader {
    fn default() -> Reader {
        Reader {
            record: Record::default(),
            in_tags: true,
            seen: BTreeSet::new(),
            seats: [const { None }; MAX_PLAYERS],
        }
    }
}

impl Reader {
    fn tag(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        let tag = split_tag(text);
        let (name, value) = tag.ok_or_else(|| RecordError::Tag { line, text: text.to_owned() })?;
        if !self.in_tags {
            return Err(RecordError::LateTag { line });
        }
        if !self.seen.insert(name.clone()) {
            return Err(RecordError::Twice { line, name });
        }
        let wrong =
            |wanted| RecordError::Value { line, name: name.clone(), text: value.clone(), wanted };
        let record = &mut self.record;
        match name.as_str() {
            "Game" => record.game = value,
            "Seed" => {
                record.seed = value
                    .parse()
                    .map_err(|_| wrong("a whole number from 0 to 18446744073709551615"))?;
            }
            "Position" => record.position = Some(value),
            "Result" => {
                let payoffs: Result<Vec<i16>, _> =
                    value.split_whitespace().map(str::parse).collect();
                record.result = Some(payoffs.map_err(|_| wrong("one payoff a seat such as 1 -1"))?);
            }
            "Reason" => record.reason = Some(value),
            _ => match (1..=MAX_PLAYERS).find(|number| name == format!("Seat{number}")) {
                Some(number) => self.seats[number - 1] = Some(value),
                None => record.tags.push((name, value)),
            },
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Record, RecordError> {
        if self.record.game.is_empty() {
            return Err(RecordError::NoGame);
        }
        let last = self.seats.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        self.record.seats =
            self.seats[..last].iter_mut().map(|s| s.take().unwrap_or_default()).collect();
        Ok(self.record)
    }
}

/// Splits `[Name "value"]` into name and value.
fn split_tag(text: &str) -> Option<(String, String)> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?;
    let (name, quoted) = inside.split_once(' ')?;
    let quoted = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let word = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric());
    let mut value = String::new();
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => value.push(match letters.next()? {
                'n' => '\n',
                escaped => escaped,
            }),
            '"' => return None,
            _ => value.push(letter),
        }
    }
    word.then(|| (name.to_owned(), value))
}
