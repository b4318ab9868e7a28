//! What is to be played, and what came of it, as plain data.
//!
//! A [`Job`] is one *set*: one opening, played once in every rotation of the seats. It says all that a
//! machine needs to play it, and its result depends on nothing else, so whoever plays it, and however
//! often, the [`SetResult`] is the same; it is kept under its run and number, once.

use ninefold_core::Fault;
use serde::{Deserialize, Serialize};

use crate::game::FORFEIT;
use crate::{OpeningLine, TimeControl};

/// A set to play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The run it belongs to.
    pub run: u64,
    /// Its number within the run, from 0.
    #[serde(rename = "chunk")]
    pub set: u64,
    /// The seed of its opening and of the players in it.
    pub seed: u64,
    /// How many games it has: one a rotation of the seats, or a single one where nobody changes seats.
    pub games: u32,
    /// The game's specification.
    pub game: String,
    /// How many random moves the opening has.
    pub opening: u32,
    /// How many moves a game may have, its opening included, before it counts as a draw.
    pub plies: u32,
    /// Who takes part, as numbers of the run's entrants, in the seats of the first game.
    #[serde(rename = "table")]
    pub entrants: Vec<usize>,
    /// How each of them plays.
    pub players: Vec<String>,
    /// The opening that somebody chose, instead of random moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<OpeningLine>,
    /// Whether a game ends as soon as its result is known for certain.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adjudicate: bool,
    /// Whether the time of every move is told.
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
    /// What each seat got of the one point of the game.
    pub points: Vec<f64>,
    /// What each seat got by the rules, when they ended the game.
    pub result: Option<Vec<i16>>,
    /// The rule that ended it, in one word.
    pub reason: String,
    /// What went wrong, when somebody lost by a fault; or what was certain, when a referee ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The seat, from 0, of whoever lost by a fault. Results of earlier versions tell it in the note alone:
    /// ask [`at_fault`](GameResult::at_fault).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<usize>,
    /// Which kind of fault that was, and what the player said about it. Results of earlier versions do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Trouble>,
    /// The seed of the game: with it, its seats and its opening the same players play the same game again.
    pub seed: u64,
    /// The first position as text, where it is not the one that the game draws from its seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// How many of the moves were the opening.
    pub opening: u32,
    /// All moves as text.
    pub moves: Vec<String>,
    /// Who made each move after the opening, as a seat from 0, and how many microseconds it took, where that was
    /// asked for or there was a clock. Times differ from run to run, unlike everything else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<(u8, u32)>,
    /// The version of the program that played it. Results of earlier versions do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// The version of this program, which its games tell.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// More about a fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trouble {
    /// Its kind, a word of [`Fault`].
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

    /// The place at the table, in the order of [`entrants`](Job::entrants), of whoever has this seat in the
    /// game with this rotation.
    pub fn seated(&self, rotation: usize, seat: usize) -> usize {
        let players = self.entrants.len();
        (seat + players - rotation % players) % players
    }
}

impl GameResult {
    /// The kind of the fault by which somebody lost.
    pub fn fault_kind(&self) -> Option<&str> {
        self.at_fault()?;
        Some(self.trouble.as_ref().map_or(Fault::OTHER, |trouble| &trouble.kind))
    }

    /// The last lines that a program at fault said on standard error, if it said any.
    pub fn said(&self) -> Option<&str> {
        self.trouble.as_ref().map(|trouble| trouble.said.as_str()).filter(|said| !said.is_empty())
    }

    /// The seat, from 0, of whoever lost by a fault.
    pub fn at_fault(&self) -> Option<usize> {
        self.fault.or_else(|| {
            // As earlier versions wrote it: `seat 2: gave no move`.
            let note = self.note.as_ref().filter(|_| self.reason == FORFEIT)?;
            let (seat, _) = note.strip_prefix("seat ")?.split_once(':')?;
            seat.parse::<usize>().ok()?.checked_sub(1)
        })
    }
}

impl SetResult {
    /// What an entrant got in all games of the set.
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

    /// The first line is one that the first version wrote, without the member.
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
