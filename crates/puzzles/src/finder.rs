//! Searches games between levels for puzzles.

use std::collections::HashSet;
use std::path::PathBuf;

use ninefold_core::{Random, mix};
use ninefold_session::{
    Effort, Games, MoveValues, OpenError, Origin, PlayerError, PlayerSpec, Session, Setup,
    StopFlag, Unit,
};

use ninefold_solve::{Budget, Request, solver};
use thiserror::Error;

use crate::grade::{grade, player};
use crate::themes::{derived, themes};
use crate::{Choice, Puzzle};

/// Which puzzles to find.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The game's specification.
    pub game: String,
    /// Only puzzles of this theme, if given.
    pub theme: Option<String>,
    /// The seed; the same seed finds the same puzzles.
    pub seed: u64,
    /// The folder of finished tables, if any.
    pub data: Option<PathBuf>,
}

/// Why the search for puzzles cannot start.
#[derive(Debug, Error)]
pub enum FindError {
    /// The game cannot be opened, or its position cannot be read back.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A level cannot play the game.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// Finds one puzzle after another, never two that are images of each other.
pub struct Finder<'a> {
    games: &'a Games,
    wanted: Wanted,
    stop: StopFlag,
    /// The positions examined, each in its canonical orientation.
    seen: HashSet<String>,
    /// The number of the current game.
    number: u64,
    waiting: Vec<Puzzle>,
}

/// A position with fewer legal moves than this is no puzzle.
const FEWEST_MOVES: usize = 4;
/// The minimum lead in points of the best move.
const POINTS_AHEAD: i32 = 2;
/// The maximum number of positions of a proof.
const PROOF: u64 = 300_000;
/// The levels that play the games searched for puzzles.
const PLAYERS: [u32; 4] = [2, 3, 4, 5];
/// The maximum number of random moves at the beginning.
const MOST_RANDOM_MOVES: usize = 8;
/// A game is abandoned after this many plies.
const LONGEST_GAME: usize = 120;
/// The maximum number of puzzles from one game, for variety.
const MOST_OF_A_GAME: usize = 2;

impl<'a> Finder<'a> {
    /// Creates a finder for puzzles of a game; it runs until the flag is raised.
    pub fn new(games: &'a Games, wanted: Wanted, stop: StopFlag) -> Finder<'a> {
        Finder { games, wanted, stop, seen: HashSet::new(), number: 0, waiting: Vec::new() }
    }

    /// Skips puzzles that are already known.
    pub fn without<'b>(
        mut self,
        known: impl Iterator<Item = &'b Puzzle>,
    ) -> Result<Finder<'a>, FindError> {
        for puzzle in known {
            self.seen.insert(canonical(self.games, &puzzle.game, &puzzle.position)?);
        }
        Ok(self)
    }

    /// The next puzzle, or `None` once the flag is raised.
    pub fn next_puzzle(&mut self) -> Result<Option<Puzzle>, FindError> {
        while self.waiting.is_empty() {
            if self.stop.is_raised() {
                return Ok(None);
            }
            self.look_at_a_game()?;
            self.number += 1;
        }
        Ok(self.waiting.pop())
    }

    /// Plays a game between two levels after a few random moves, and examines every position of it.
    fn look_at_a_game(&mut self) -> Result<(), FindError> {
        let mut random = Random::new(mix(self.wanted.seed) ^ mix(self.number));
        let setup = Setup { seed: self.number, ..Setup::default() };
        let mut session = self.games.open(&self.wanted.game, &setup)?;
        for _ in 0..random.below(MOST_RANDOM_MOVES + 1) {
            let moves = session.moves();
            if moves.is_empty() || session.play(&moves[random.below(moves.len())]).is_err() {
                break;
            }
        }
        let players: Vec<PlayerSpec> = (0..session.players())
            .map(|_| player(PLAYERS[random.below(PLAYERS.len())]))
            .collect::<Result<_, _>>()?;
        session.seat(&players)?;
        for _ in 0..LONGEST_GAME {
            if self.waiting.len() >= MOST_OF_A_GAME || self.stop.is_raised() {
                break;
            }
            if let Some(puzzle) = self.puzzle_at(&session.status().position)? {
                self.waiting.push(puzzle);
            }
            match session.think() {
                Some(mv) if session.play(&mv).is_ok() => {}
                _ => break,
            }
        }
        Ok(())
    }

    /// The puzzle in a position, if it is one.
    fn puzzle_at(&mut self, position: &str) -> Result<Option<Puzzle>, FindError> {
        let session = self.open(position)?;
        let moves = session.moves();
        if moves.len() < FEWEST_MOVES || !self.seen.insert(session.canonical_position()) {
            return Ok(None);
        }
        let values = session.values(&self.effort());
        let Some(solution) = only_best(&values) else { return Ok(None) };
        let numbers: Vec<i32> = values.moves.iter().map(|mv| mv.value).collect();
        // A drawn line has no end worth examining.
        let is_won = numbers[solution] > 0;
        let line = if is_won { self.best_play(position) } else { Vec::new() };
        let mut themes = themes(self.games, &*session, &numbers, &line)?;
        let win = values.moves[solution].plies.filter(|_| is_won);
        themes.extend(derived(session.spec(), &themes, win));
        let unwanted = |theme: &String| !themes.contains(theme);
        if self.wanted.theme.as_ref().is_some_and(unwanted) {
            return Ok(None);
        }
        let game = session.spec().to_owned();
        let Some(grade) = grade(self.games, &game, position, &moves[solution], &self.stop)? else {
            return Ok(None);
        };
        let mut choices = Vec::new();
        for (mv, value) in moves.iter().zip(&values.moves) {
            let Some(reply) = self.reply(position, mv)? else { return Ok(None) };
            choices.push(Choice { value: value.value, plies: value.plies, reply });
        }
        let position = position.to_owned();
        Ok(Some(Puzzle { game, position, themes, grade, choices }))
    }

    /// Best play to the end, as far as the solver knows it.
    fn best_play(&self, position: &str) -> Vec<String> {
        let data = self.wanted.data.clone();
        let budget = Budget { nodes: Some(PROOF), ..Budget::default() };
        let request = Request { data, budget, ..Request::new(&self.wanted.game, position) };
        let solved = solver(&request.game).and_then(|solver| solver.solve(&request, &mut |_| {}));
        solved.map(|answer| answer.line).unwrap_or_default()
    }

    /// The index of the best reply to a move among the legal moves: `Some(None)` if the game is over, `None` if the
    /// reply is not proved.
    fn reply(&self, position: &str, mv: &str) -> Result<Option<Option<usize>>, FindError> {
        let mut session = self.open(position)?;
        if session.play(mv).is_err() {
            return Ok(None);
        }
        if session.status().over {
            return Ok(Some(None));
        }
        let advice = session.hint(&self.effort());
        let place = session.moves().iter().position(|mv| Some(mv) == advice.best.as_ref());
        Ok(place.filter(|_| advice.exact).map(Some))
    }

    fn open(&self, position: &str) -> Result<Box<dyn Session>, FindError> {
        let origin = Origin::Position(position.to_owned());
        let data = self.wanted.data.clone();
        Ok(self.games.open(&self.wanted.game, &Setup { origin, data, ..Setup::default() })?)
    }

    fn effort(&self) -> Effort {
        exactly(&self.stop)
    }
}

/// An effort that is spent on proofs alone.
pub(crate) fn exactly(stop: &StopFlag) -> Effort {
    Effort { nodes: Some(1), proof: Some(PROOF), stop: stop.clone(), ..Effort::default() }
}

/// The index of the single best move, if all values are proved and hold under the rules in force.
pub(crate) fn only_best(values: &MoveValues) -> Option<usize> {
    let best = values.moves.iter().map(|mv| mv.value).max()?;
    if !values.exact || values.caveat.is_some() {
        return None;
    }
    let ahead = match values.unit {
        Unit::Points => POINTS_AHEAD,
        _ if best < 0 => return None,
        _ => 1,
    };
    let mut near = values.moves.iter().enumerate().filter(|(_, mv)| mv.value > best - ahead);
    let (solution, _) = near.next()?;
    near.next().is_none().then_some(solution)
}

pub(crate) fn canonical(games: &Games, game: &str, position: &str) -> Result<String, FindError> {
    let origin = Origin::Position(position.to_owned());
    Ok(games.open(game, &Setup { origin, ..Setup::default() })?.canonical_position())
}
