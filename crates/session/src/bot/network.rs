//! The messages that a server sends to a bot that plays over the network, and how a bot follows
//! them (docs/bots.md).

use std::sync::Arc;
use std::time::Duration;

use ninefold_core::{MAX_PLAYERS, MoveError};
use serde::Deserialize;

use super::BotPool;
use crate::engine::Clock;
use crate::{Games, Limits, OpenError, Origin, PlayerError, PlayerSpec, Session, Setup};

/// One line of a bot's stream.
///
/// ```
/// use ninefold_session::BotTold;
///
/// let line = r#"{"type":"turn","game":"k3v9","version":3,"moves":["2,2"],"legal":["1,1"]}"#;
/// let Some(BotTold::Turn { version, moves, .. }) = BotTold::read(line) else { panic!("a turn") };
/// assert_eq!((version, &moves[0][..]), (3, "2,2"));
///
/// // What a later server adds is passed over, and so is what makes no sense.
/// assert!(matches!(BotTold::read(r#"{"type":"weather"}"#), Some(BotTold::Unknown)));
/// assert!(BotTold::read("hello?").is_none());
/// let nobody = r#"{"type":"game_start","game":"k3v9","spec":"tictactoe","seed":1,"seat":0,"players":2}"#;
/// assert!(BotTold::read(nobody).is_none());
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BotTold {
    /// The stream is open.
    Hello,
    /// It is still open.
    Ping,
    /// A game begins, or resumes after a break.
    GameStart(BotGame),
    /// The bot is to move.
    Turn {
        /// The game.
        game: String,
        /// Its version, to be named in the answer.
        version: u64,
        /// All moves so far.
        moves: Vec<String>,
        /// The time left to each player, if there is a clock.
        clock: Option<BotClock>,
    },
    /// A game has ended.
    GameOver {
        /// The game.
        game: String,
        /// The result of each seat.
        result: Option<Vec<i16>>,
        /// Why it ended.
        reason: Option<String>,
    },
    /// Why a game was lost by a fault.
    Message {
        /// The game.
        game: String,
        /// A sentence.
        text: String,
    },
    /// A message from a newer server.
    #[serde(other)]
    Unknown,
}

/// A game that a bot plays on a server.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct BotGame {
    /// Its name.
    pub game: String,
    /// The game's specification.
    pub spec: String,
    /// The seed of its start.
    pub seed: u64,
    /// The bot's seat, from 1.
    pub seat: usize,
    /// The number of seats.
    pub players: usize,
    /// The first position, if it is not the usual start.
    pub start: Option<String>,
    /// The milliseconds for a move, if limited.
    pub move_time: Option<u64>,
}

/// The clocks of a game, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct BotClock {
    /// The time left to each seat.
    pub left: Vec<i64>,
    /// The increment per move.
    #[serde(default)]
    pub increment: i64,
}

impl BotTold {
    /// Reads a line; `None` if it cannot be understood, names an impossible seat, or contains
    /// control characters that a terminal would interpret.
    pub fn read(line: &str) -> Option<BotTold> {
        let told = serde_json::from_str(line).ok()?;
        let is_plain = |text: &str| !text.contains(char::is_control);
        let is_sound = match &told {
            BotTold::GameStart(game) => {
                game.has_seat() && is_plain(&game.game) && is_plain(&game.spec)
            }
            BotTold::Turn { game, .. } => is_plain(game),
            BotTold::GameOver { game, reason, .. } => {
                is_plain(game) && reason.as_deref().is_none_or(is_plain)
            }
            BotTold::Message { game, .. } => is_plain(game),
            BotTold::Hello | BotTold::Ping | BotTold::Unknown => true,
        };
        is_sound.then_some(told)
    }
}

impl BotGame {
    fn has_seat(&self) -> bool {
        (1..=self.players).contains(&self.seat) && self.players <= MAX_PLAYERS
    }

    /// Opens a session of the game at its start.
    pub fn open(&self, games: &Games) -> Result<Box<dyn Session>, OpenError> {
        let origin = self.start.clone().map_or(Origin::Start, Origin::Position);
        games.open(&self.spec, &Setup { seed: self.seed, origin, ..Setup::default() })
    }

    /// Seats a player for the bot, and people everywhere else.
    pub fn sit_down(
        &self,
        session: &mut dyn Session,
        player: &PlayerSpec,
    ) -> Result<(), PlayerError> {
        self.sit_down_with(session, player, &Arc::default())
    }

    /// The same, with programs that wait in a pool between two games.
    pub fn sit_down_with(
        &self,
        session: &mut dyn Session,
        player: &PlayerSpec,
        bots: &Arc<BotPool>,
    ) -> Result<(), PlayerError> {
        let human = PlayerSpec::parse("human")?;
        let on = |seat| if seat == self.seat { player.clone() } else { human.clone() };
        session.seat_with(&(1..=self.players).map(on).collect::<Vec<_>>(), bots)
    }

    /// The bot's limits for its next move: the server's move time, and a share of what its clock
    /// has left.
    ///
    /// ```
    /// use ninefold_session::{BotClock, BotTold};
    /// use std::time::Duration;
    ///
    /// let line = r#"{"type":"game_start","game":"k3v9","spec":"morris","seed":1,"seat":2,"players":2,"move_time":1000}"#;
    /// let Some(BotTold::GameStart(game)) = BotTold::read(line) else { panic!("a game") };
    /// assert_eq!(game.limits(None).time, Some(Duration::from_secs(1)));
    /// let clock = BotClock { left: vec![60_000, 5_000], increment: 0 };
    /// assert_eq!(game.limits(Some(&clock)).time, Some(Duration::from_millis(200)));
    /// ```
    pub fn limits(&self, clock: Option<&BotClock>) -> Limits {
        let milliseconds = |number: i64| Duration::from_millis(number.max(0) as u64);
        let left = clock.and_then(|clock| clock.left.get(self.seat.checked_sub(1)?));
        let clock = Clock {
            left: left.map(|&left| milliseconds(left)),
            increment: clock.map_or(Duration::ZERO, |clock| milliseconds(clock.increment)),
            moves: None,
        };
        let a_move =
            Limits { time: self.move_time.map(Duration::from_millis), ..Limits::default() };
        a_move.within(Limits { time: clock.share(), ..Limits::default() })
    }

    /// The bot's own result, once the game is over.
    pub fn own_result(&self, result: &[i16]) -> Option<i16> {
        result.get(self.seat.checked_sub(1)?).copied()
    }
}

impl dyn Session + '_ {
    /// Brings the session to the end of these moves from its start, taking back moves that are not
    /// among them.
    pub fn follow(&mut self, moves: &[String]) -> Result<(), MoveError> {
        let have = self.record(&[]).moves;
        let common = have.iter().zip(moves).take_while(|(have, want)| have == want).count();
        while self.ply() > common {
            self.undo();
        }
        moves[common..].iter().try_for_each(|text| self.play(text))
    }
}
