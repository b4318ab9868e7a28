//! A game of a league: its metadata and its result.

use std::collections::BTreeMap;

use ninefold_arena::{GameResult, SetResult};
use ninefold_core::{Fault, Record};
use ninefold_store::KeptGame;
use serde::{Deserialize, Serialize};

use crate::live::GameMeta;

/// The metadata of a game of a league.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct LeagueMeta {
    /// The numbers of its players, in seat order.
    pub(crate) entrants: Vec<usize>,
    /// The seed of its opening: games of the same players with the same opening form a set.
    pub(crate) opening: u64,
    /// How many seats everybody has moved on from the first game of the set.
    pub(crate) rotation: usize,
    /// The cup it belongs to, and the set number in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cup: Option<(usize, u64)>,
    /// Whether it is a trial that does not count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) challenge: bool,
    /// The time limit for a bot's move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) move_time: Option<u32>,
}

impl LeagueMeta {
    /// Whether all players have numbers below this one.
    pub(super) fn is_within(&self, count: usize) -> bool {
        self.entrants.iter().all(|&number| number < count)
    }
}

/// The name of a fault that is not a [`Fault`]: a bot was absent when it was to move.
pub(crate) const AWAY: &str = "away";

/// A finished game: the data needed for standings, pairings and lists. The rest is read from the
/// store on demand.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FinishedGame {
    /// Its name in addresses.
    pub(crate) id: String,
    /// Its metadata.
    pub(crate) meta: LeagueMeta,
    /// Each seat's share of the one point.
    pub(crate) points: Vec<f64>,
    /// The rule or event that ended it, as one word.
    pub(crate) reason: String,
    /// The index of the seat that lost by a fault, and the kind of fault.
    pub(crate) fault: Option<(usize, &'static str)>,
    /// The last line of the bot's error message.
    pub(crate) last_words: Option<String>,
    /// The number of moves.
    pub(crate) plies: usize,
    /// When it began and ended, in milliseconds since 1970.
    pub(crate) begun: i64,
    pub(crate) ended: i64,
    /// Each seat's average time for a move, in milliseconds.
    pub(crate) pace: Vec<Option<u32>>,
}

impl FinishedGame {
    /// The result of a stored game; `None` if it is unfinished or not of a league.
    pub(crate) fn of(kept: &KeptGame) -> Option<FinishedGame> {
        let extra: GameMeta = serde_json::from_value(kept.extra.clone()).ok()?;
        FinishedGame::with(kept, &extra)
    }

    /// The same, with the metadata already parsed.
    pub(crate) fn with(kept: &KeptGame, extra: &GameMeta) -> Option<FinishedGame> {
        let meta = extra.league.clone()?;
        let result = kept.record.result.as_ref()?;
        let reason = kept.record.reason.clone().unwrap_or_default();
        let loser = result.iter().position(|&payoff| payoff < 0);
        let error = |seat: usize| {
            extra.sharing.errors.iter().find(|(of, _)| *of == seat).map(|(_, text)| text.as_str())
        };
        let fault = extra.sharing.left.first().copied().or(loser).and_then(|seat| {
            // With three or four players, a computer played on for the one who failed, and the game
            // ended otherwise.
            let left_by = extra.sharing.left_by.iter().find(|(of, _)| *of == seat);
            let kind = match left_by.map_or(reason.as_str(), |(_, how)| how) {
                Record::OUT_OF_TIME => Fault::MOVE_TIME,
                Record::LEFT => AWAY,
                Record::FORFEIT => Fault::ILLEGAL_MOVE,
                Record::RESIGNED if error(seat).is_some() => Fault::CRASH,
                Record::RESIGNED => return None,
                // Earlier versions did not record how.
                _ if extra.sharing.left.contains(&seat) => match error(seat) {
                    Some(_) => Fault::CRASH,
                    None => AWAY,
                },
                _ => return None,
            };
            Some((seat, kind))
        });
        let last_words = fault.and_then(|(seat, _)| error(seat)).and_then(last_line);
        let pace = (0..result.len()).map(|seat| {
            let own = extra.times.iter().filter(|(player, _)| usize::from(*player) == seat + 1);
            let (count, sum) = own.fold((0_u64, 0_u64), |(count, sum), (_, time)| {
                (count + 1, sum + u64::from(*time))
            });
            (count > 0).then(|| u32::try_from(sum / count).unwrap_or(u32::MAX))
        });
        Some(FinishedGame {
            id: kept.id.clone(),
            points: points(result, &extra.sharing.left),
            pace: pace.collect(),
            meta,
            reason,
            fault,
            last_words,
            plies: kept.record.moves.len(),
            begun: kept.created,
            ended: kept.updated,
        })
    }

    /// Whether it counts for ratings.
    pub(crate) fn is_rated(&self) -> bool {
        !self.meta.challenge
    }

    /// The seat of an entrant.
    pub(crate) fn seat_of(&self, entrant: usize) -> Option<usize> {
        self.meta.entrants.iter().position(|&number| number == entrant)
    }

    /// An entrant's result.
    pub(crate) fn points_of(&self, entrant: usize) -> Option<f64> {
        self.seat_of(entrant).and_then(|seat| self.points.get(seat).copied())
    }

    /// The game in the form for ratings; `number` maps its players to indices.
    fn result(&self, number: impl Fn(usize) -> usize) -> GameResult {
        GameResult {
            seats: self.meta.entrants.iter().map(|&entrant| number(entrant)).collect(),
            points: self.points.clone(),
            reason: self.reason.clone(),
            seed: self.meta.opening,
            ..GameResult::default()
        }
    }
}

/// The last non-empty line of a text, cut to fit a row.
fn last_line(text: &str) -> Option<String> {
    const LONGEST: usize = 120;
    let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty())?;
    Some(line.chars().take(LONGEST).collect())
}

/// The one point of a game: shared by the players with the best result, none for one who left.
fn points(result: &[i16], left: &[usize]) -> Vec<f64> {
    let stayed = |seat: &usize| !left.contains(seat);
    let most = (0..result.len()).filter(stayed).map(|seat| result[seat]).max();
    let winners: Vec<usize> =
        (0..result.len()).filter(stayed).filter(|&seat| Some(result[seat]) == most).collect();
    let share = |seat: usize| match winners.contains(&seat) {
        true => 1.0 / winners.len() as f64,
        false => 0.0,
    };
    (0..result.len()).map(share).collect()
}

/// Games in the form for ratings: those of the same players with the same opening form a set.
/// `number` renumbers entrants.
pub(crate) fn sets<'a>(
    games: impl Iterator<Item = &'a FinishedGame>,
    number: impl Fn(usize) -> usize,
) -> Vec<SetResult> {
    let mut sets: BTreeMap<(Vec<usize>, u64), Vec<GameResult>> = BTreeMap::new();
    for game in games {
        let mut players = game.meta.entrants.clone();
        players.sort_unstable();
        sets.entry((players, game.meta.opening)).or_default().push(game.result(&number));
    }
    let numbered = sets.into_values().zip(0..);
    numbered.map(|(games, set)| SetResult { run: 0, set, games }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_point_is_shared_by_those_who_stayed() {
        assert_eq!(points(&[1, -1], &[]), [1.0, 0.0]);
        assert_eq!(points(&[0, 0], &[]), [0.5, 0.5]);
        assert_eq!(points(&[4, 4, 1, 0], &[]), [0.5, 0.5, 0.0, 0.0]);
        assert_eq!(points(&[4, 4, 1, 0], &[0]), [0.0, 1.0, 0.0, 0.0], "a computer won for it");
    }

    #[test]
    fn the_last_words_are_the_last_line() {
        let traceback =
            "Traceback\n  File \"a.py\", line 4\nIndexError: list index out of range\n\n";
        assert_eq!(last_line(traceback).as_deref(), Some("IndexError: list index out of range"));
        assert_eq!(last_line(" \n"), None);
    }

    #[test]
    fn games_of_one_opening_are_a_set() {
        let game = |entrants: &[usize], opening| FinishedGame {
            id: String::new(),
            meta: LeagueMeta { entrants: entrants.to_vec(), opening, ..LeagueMeta::default() },
            points: vec![1.0, 0.0],
            reason: String::new(),
            fault: None,
            last_words: None,
            plies: 0,
            begun: 0,
            ended: 0,
            pace: Vec::new(),
        };
        let games = [game(&[3, 1], 7), game(&[1, 2], 7), game(&[1, 3], 7), game(&[1, 3], 8)];
        let found: Vec<usize> =
            sets(games.iter(), |entrant| entrant).iter().map(|set| set.games.len()).collect();
        assert_eq!(found, [1, 2, 1], "(1, 2), (1, 3) by 7, (1, 3) by 8");
    }
}
