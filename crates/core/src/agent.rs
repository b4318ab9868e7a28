//! Whoever chooses moves.

use std::time::Duration;

use crate::{Game, MoveRule, Path, Random};

/// A player that is not a person: given the path so far, it chooses a legal move.
///
/// ```
/// use ninefold_core::{Agent, Game, Path};
///
/// /// Always plays the first move.
/// struct First;
///
/// impl<G: Game> Agent<G> for First {
///     fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
///         path.legal_moves().first().copied()
///     }
/// }
/// ```
pub trait Agent<G: Game>: Send {
    /// A legal move of the position at the end of `path`, or nothing when the game is over.
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move>;

    /// Told before every choice of a game with clocks: what everybody has left.
    fn hear_clock(&mut self, _left: &TimeLeft) {}

    /// How long its last choice took, where only it knows: a program that had to be started first began to think later.
    fn thought_for(&self) -> Option<Duration> {
        None
    }

    /// What went wrong when it chose nothing although the game is not over.
    fn fault(&self) -> Option<String> {
        None
    }

    /// The same with its kind and what the player said about it.
    fn fault_in_full(&self) -> Option<Fault> {
        let why = self.fault()?;
        Some(Fault { kind: Fault::OTHER, why, said: String::new() })
    }
}

/// What everybody has left of the time for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// What each seat has left, in their order.
    pub seats: Vec<Duration>,
    /// What every move adds to the clock of whoever made it.
    pub increment: Duration,
}

/// Why a player gave no legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// One of the words below.
    pub kind: &'static str,
    /// What went wrong, as the end of a sentence about the player.
    pub why: String,
    /// What it said about that itself: the last lines of a program's standard error.
    pub said: String,
}

impl Fault {
    /// A program that cannot be started.
    pub const CANNOT_START: &'static str = "cannot_start";
    /// A program that ended.
    pub const CRASH: &'static str = "crash";
    /// A move that is not legal.
    pub const ILLEGAL_MOVE: &'static str = "illegal_move";
    /// An answer that is no move.
    pub const GARBAGE: &'static str = "garbage";
    /// No answer in the time for starting.
    pub const START_TIME: &'static str = "start_time";
    /// No answer in the time for a move.
    pub const MOVE_TIME: &'static str = "move_time";
    /// More time than was left on the clock of the game.
    pub const GAME_TIME: &'static str = "game_time";
    /// Anything else.
    pub const OTHER: &'static str = "fault";

    /// So many faults of a kind, as a table names them.
    ///
    /// ```
    /// use ninefold_core::Fault;
    ///
    /// assert_eq!(Fault::words(Fault::CRASH, 1), "1 crash");
    /// assert_eq!(Fault::words(Fault::ILLEGAL_MOVE, 2), "2 illegal moves");
    /// assert_eq!(Fault::words(Fault::GAME_TIME, 1), "1 game lost on time");
    /// ```
    pub fn words(kind: &str, count: u64) -> String {
        let [one, several] = match kind {
            Fault::CANNOT_START => ["failed start", "failed starts"],
            Fault::CRASH => ["crash", "crashes"],
            Fault::ILLEGAL_MOVE => ["illegal move", "illegal moves"],
            Fault::GARBAGE => ["answer that is no move", "answers that are no moves"],
            Fault::START_TIME => ["late start", "late starts"],
            Fault::MOVE_TIME => ["late move", "late moves"],
            Fault::GAME_TIME => ["game lost on time", "games lost on time"],
            _ => ["other fault", "other faults"],
        };
        format!("{count} {}", if count == 1 { one } else { several })
    }
}

/// Chooses evenly among the legal moves, or among those a [`MoveRule`] leaves.
#[derive(Clone, Debug)]
pub struct RandomAgent<G: Game> {
    random: Random,
    move_rule: Option<MoveRule<G>>,
    moves: Vec<G::Move>,
}

impl<G: Game> RandomAgent<G> {
    /// A random player with its own generator and, if given, this move rule.
    pub fn new(random: Random, move_rule: Option<MoveRule<G>>) -> RandomAgent<G> {
        RandomAgent { random, move_rule, moves: Vec::new() }
    }
}

impl<G: Game> Agent<G> for RandomAgent<G> {
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
        self.moves.clear();
        match &self.move_rule {
            Some(move_rule) if path.outcome().is_none() => {
                (move_rule.moves)(path.game(), path.state(), &mut self.moves);
            }
            _ => path.moves(&mut self.moves),
        }
        (!self.moves.is_empty()).then(|| self.random.pick(&self.moves))
    }
}
