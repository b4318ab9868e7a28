//! The settings of a league.

use ninefold_core::{Phrase, Random, Record};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::clock::TimeControl;
use crate::problem::Problem;
use crate::refusals;

/// The time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LeagueTime {
    /// A bot has this many milliseconds for each move; people have [`PEOPLE`].
    Move(u32),
    /// Every player has a clock.
    Clock(TimeControl),
}

/// The clock for games with people in a league with a move time.
pub(crate) const PEOPLE: TimeControl = TimeControl { minutes: 5, seconds: 0, increment: 3 };
/// The permitted move times, in milliseconds.
const MOVE_TIMES: std::ops::RangeInclusive<u32> = 10..=600_000;
/// The maximum number of random opening moves, and of simultaneous games.
const MOST_OPENING: u32 = 40;
const MOST_AT_ONCE: usize = 100;
/// The maximum number of games in a league,
pub(crate) const MOST_LEAGUE_GAMES: usize = 20_000;
/// the number after which none start automatically, so that cups and challenges have room,
pub(crate) const MOST_BY_THEMSELVES: usize = 18_000;
/// and the maximum number of stored challenges: beyond it the oldest is deleted, since they do not
/// count.
pub(crate) const MOST_CHALLENGES: usize = 1_000;

/// The settings, fixed when the league starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LeaguePlan {
    /// The game's full specification.
    pub(crate) game: String,
    /// The number of players at a table.
    pub(crate) seats: usize,
    /// How long players have.
    pub(crate) time: LeagueTime,
    /// The number of random opening moves.
    pub(crate) opening: u32,
    /// The maximum number of simultaneous games.
    pub(crate) at_once: usize,
    /// The number of rated games after which no more start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) games: Option<u32>,
    /// The seed of openings and pairings.
    pub(crate) seed: u64,
    /// The number of the entrant that ratings are relative to.
    pub(crate) anchor: usize,
}

impl LeaguePlan {
    /// Rejects unplayable settings.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        match self.time {
            LeagueTime::Move(time) if !MOVE_TIMES.contains(&time) => {
                let (low, high) = (*MOVE_TIMES.start(), *MOVE_TIMES.end());
                let told = Phrase::of(refusals::RUN_NUMBER).with("move").with(time);
                return Err(Problem::bad(told.with(low).with(high)));
            }
            LeagueTime::Clock(clock) if !clock.is_sensible() => {
                return Err(Problem::bad(refusals::CLOCK_RANGE));
            }
            _ => {}
        }
        let numbers = [
            ("opening", self.opening as usize, 0, MOST_OPENING as usize),
            ("at_once", self.at_once, 1, MOST_AT_ONCE),
            ("games", self.games.unwrap_or(1) as usize, 1, MOST_LEAGUE_GAMES),
        ];
        for (name, given, low, high) in numbers {
            if !(low..=high).contains(&given) {
                let told = Phrase::of(refusals::RUN_NUMBER).with(name).with(given);
                return Err(Problem::bad(told.with(low).with(high)));
            }
        }
        Ok(())
    }

    /// A bot's move time, in milliseconds.
    pub(crate) fn move_time(&self) -> Option<u32> {
        match self.time {
            LeagueTime::Move(time) => Some(time),
            LeagueTime::Clock(_) => None,
        }
    }

    /// The clocks of a game, with or without people.
    pub(crate) fn clock(&self, with_people: bool) -> Option<TimeControl> {
        match self.time {
            LeagueTime::Clock(clock) => Some(clock),
            LeagueTime::Move(_) => with_people.then_some(PEOPLE),
        }
    }

    /// The opening moves for this seed; fewer where they would end the game.
    pub(crate) fn opening_moves(&self, app: &App, seed: u64) -> Result<Vec<String>, Problem> {
        let start = Record { game: self.game.clone(), seed, ..Record::default() };
        let mut session = app.open(&start)?;
        let mut random = Random::stream(seed, 1);
        let mut moves = Vec::new();
        for _ in 0..self.opening {
            let legal = session.moves();
            if legal.is_empty() {
                break;
            }
            let text = legal[random.below(legal.len())].clone();
            session.play(&text)?;
            if session.status().over {
                break;
            }
            moves.push(text);
        }
        Ok(moves)
    }
}
