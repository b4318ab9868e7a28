//! Jobs and their results, as plain data.
//!
//! A [`Job`] is one *set*: one opening, played once in every rotation of the seats. It contains everything that a
//! machine needs to play it, and its result depends on nothing else. So the [`SetResult`] is the same whichever
//! machine plays it and however often. It is stored once, under its run and number.

use ninefold_core::Fault;
use serde::{Deserialize, Serialize};

use crate::game::FORFEIT;
use crate::{OpeningLine, TimeControl};

/// A set to play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The run that it belongs to.
    pub run: u64,
    /// Its number within the run, from 0.
    #[serde(rename = "chunk")]
    pub set: u64,
    /// The seed of its opening and of the players in it.
    pub seed: u64,
    /// The number of games: one per rotation of the seats, or a single one if players keep their seats.
    pub games: u32,
    /// The game's specification.
    pub game: String,
    /// The number of random moves in the opening.
    pub opening: u32,
    /// The number of moves, including the opening, after which a game counts as a draw.
    pub plies: u32,
    /// The participants, as numbers of the run's entrants, in the seats of the first game.
    #[serde(rename = "table")]
    pub entrants: Vec<usize>,
    /// The player specification of each participant.
    pub players: Vec<String>,
    /// A chosen opening, instead of random moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<OpeningLine>,
    /// Whether a game ends as soon as its result is certain.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adjudicate: bool,
    /// Whether to record the time of every move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub times: bool,
    /// The time that everybody has for a game, and what a move adds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
}

/// A finished game of a run.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GameResult {
    /// The entrant on each seat.
    pub seats: Vec<usize>,
    /// Each seat's share of the one point of the game.
    pub points: Vec<f64>,
    /// Each seat's payoff under the rules, if they ended the game.
    pub result: Option<Vec<i16>>,
    /// The identifier of the rule that ended it.
    pub reason: String,
    /// What went wrong if a player lost by a fault, or why the result was certain if an adjudicator ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The seat, from 0, of the player who lost by a fault. Results of earlier versions contain this only in the
    /// note: use [`at_fault`](GameResult::at_fault).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<usize>,
    /// The kind of the fault, and the output of the player. Missing in results of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Trouble>,
    /// The seed of the game. With the seed, the seats and the opening, the same players play the same game again.
    pub seed: u64,
    /// The first position as text, if it is not the one drawn from the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The number of moves in the opening.
    pub opening: u32,
    /// All moves as text.
    pub moves: Vec<String>,
    /// The seat, from 0, and the time in microseconds of every move after the opening, if recorded or if there was a
    /// clock. Unlike everything else, times differ from run to run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<(u8, u32)>,
    /// The version of the program that played it. Missing in results of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// The version of this program, which is stored with its games.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Details of a fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trouble {
    /// Its kind, a constant of [`Fault`].
    pub kind: String,
    /// The last lines of a program's standard error.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
}

/// The games of a finished set, in the order of their rotations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SetResult {
    /// The run.
    pub run: u64,
    /// The set's number within it.
    #[serde(rename = "chunk")]
    pub set: u64,
    /// The games.
    pub games: Vec<GameResult>,
}

impl Job {
    /// Whether its games tell the time of every move: if that was wanted, and with a clock.
    pub fn tells_times(&self) -> bool {
        self.times || self.clock.is_some()
    }

    /// The seed of the game with this rotation.
    pub fn game_seed(&self, rotation: usize) -> u64 {
        ninefold_core::mix(self.seed ^ rotation as u64)
    }

    /// The index in [`entrants`](Job::entrants) of the player on this seat in the game with this rotation.
    pub fn seated(&self, rotation: usize, seat: usize) -> usize {
        let players = self.entrants.len();
        (seat + players - rotation % players) % players
    }
}

impl GameResult {
    /// The kind of the fault that lost the game.
    pub fn fault_kind(&self) -> Option<&str> {
        self.at_fault()?;
        Some(self.trouble.as_ref().map_or(Fault::OTHER, |trouble| &trouble.kind))
    }

    /// The last lines of standard error of the program at fault, if any.
    pub fn said(&self) -> Option<&str> {
        self.trouble.as_ref().map(|trouble| trouble.said.as_str()).filter(|said| !said.is_empty())
    }

    /// The seat, from 0, of the player who lost by a fault.
    pub fn at_fault(&self) -> Option<usize> {
        self.fault.or_else(|| {
            // The format of earlier versions: `seat 2: gave no move`.
            let note = self.note.as_ref().filter(|_| self.reason == FORFEIT)?;
            let (seat, _) = note.strip_prefix("seat ")?.split_once(':')?;
            seat.parse::<usize>().ok()?.checked_sub(1)
        })
    }
}

impl SetResult {
    /// The points of an entrant in all games of the set.
    pub fn points_of(&self, entrant: usize) -> f64 {
        let of_game = |game: &GameResult| {
            let seats = game.seats.iter().zip(&game.points);
            seats.filter(|(seat, _)| **seat == entrant).map(|(_, points)| points).sum::<f64>()
        };
        self.games.iter().map(of_game).sum()
    }

    /// The entrants of the set in ascending order.
    pub fn entrants(&self) -> Vec<usize> {
        let mut entrants = self.games.first().map(|game| game.seats.clone()).unwrap_or_default();
        entrants.sort_unstable();
        entrants.dedup();
        entrants
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(text: &str) -> GameResult {
        serde_json::from_str(text).expect("a result")
    }

    /// The first line was written by the first version, without the member.
    #[test]
    fn who_was_at_fault_is_known_of_old_results_too() {
        let old = r#"{"seats":[0,1],"points":[1.0,0.0],"result":null,"reason":"forfeit",
            "note":"seat 2: gave no move","seed":1,"opening":0,"moves":[]}"#;
        assert_eq!(result(old).at_fault(), Some(1));
        let new = old.replace("\"seed\"", "\"fault\":0,\"seed\"");
        assert_eq!(result(&new).at_fault(), Some(0), "the note is for people");
        let judged = old.replace("forfeit", "adjudicated");
        assert_eq!(result(&judged).at_fault(), None);
        assert!(!serde_json::to_string(&result(old)).expect("JSON").contains("fault"));
    }
}
