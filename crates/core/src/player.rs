//! Players, identified by their seats.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{PositionError, parse_player};

/// The largest number of players of any game.
pub const MAX_PLAYERS: usize = 4;

/// A seat, counted from 0 in code and from 1 in every text.
///
/// ```
/// use ninefold_core::Player;
///
/// let last = Player::new(2);
/// assert_eq!(last.to_string(), "3");
/// assert_eq!(last.next(3), Player::FIRST);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    /// The player who moves first.
    pub const FIRST: Player = Player(0);
    /// The player who moves second.
    pub const SECOND: Player = Player(1);

    /// The player with this index, counted from 0.
    pub const fn new(index: usize) -> Player {
        debug_assert!(index < MAX_PLAYERS);
        Player(index as u8)
    }

    /// The index, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number shown to users, counted from 1.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The player whose turn follows this one's in a game for `players` players.
    pub const fn next(self, players: usize) -> Player {
        if self.number() == players { Player(0) } else { Player(self.0 + 1) }
    }

    /// The other player of a two-player game.
    #[inline]
    pub const fn other(self) -> Player {
        Player(self.0 ^ 1)
    }

    /// All players of a game for `players` players, in turn order.
    pub fn all(players: usize) -> impl Iterator<Item = Player> {
        (0..players).map(Player::new)
    }
}

impl FromStr for Player {
    type Err = PositionError;

    /// Parses a number from 1 to [`MAX_PLAYERS`].
    ///
    /// ```
    /// use ninefold_core::Player;
    ///
    /// assert_eq!("2".parse(), Ok(Player::SECOND));
    /// assert!("0".parse::<Player>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Player, PositionError> {
        parse_player(text, MAX_PLAYERS)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.number())
    }
}

/// Serialized as the player's number.
impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.number() as u64)
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Player, D::Error> {
        match usize::deserialize(deserializer)? {
            number @ 1..=MAX_PLAYERS => Ok(Player::new(number - 1)),
            other => Err(de::Error::custom(format!("player {other}, wanted 1 to {MAX_PLAYERS}"))),
        }
    }
}
