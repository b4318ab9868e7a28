//! Players that choose moves.

use std::time::Duration;

use crate::{Game, MoveRule, Path, Random};

/// An automatic player: given the path so far, it chooses a legal move.
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
    /// Returns a legal move in the position at the end of `path`, or `None` when the game is over.
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move>;

    /// Told before every choice of a game with clocks: what everybody has left.
    fn hear_clock(&mut self, _left: &TimeLeft) {}

    /// How long its last choice took, where only it knows: a program that had to be started first began to think later.
    fn thought_for(&self) -> Option<Duration> {
        None
    }

    /// Why the player returned no move although the game is not over.
    fn fault(&self) -> Option<String> {
        None
    }

    /// Like [`fault`](Agent::fault), with the kind of fault and the player's own output.
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

/// Why a player made no legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// One of the constants below.
    pub kind: &'static str,
    /// What went wrong, phrased as the end of a sentence about the player.
    pub why: String,
    /// The player's own output on the fault: the last lines of a program's standard error.
    pub said: String,
}

impl Fault {
    /// The program could not be started.
    pub const CANNOT_START: &'static str = "cannot_start";
    /// The program exited.
    pub const CRASH: &'static str = "crash";
    /// The move is not legal.
    pub const ILLEGAL_MOVE: &'static str = "illegal_move";
    /// The answer is not a move.
    pub const GARBAGE: &'static str = "garbage";
    /// No answer within the startup time.
    pub const START_TIME: &'static str = "start_time";
    /// No answer within the time for a move.
    pub const MOVE_TIME: &'static str = "move_time";
    /// More time than was left on the clock of the game.
    pub const GAME_TIME: &'static str = "game_time";
    /// Any other fault.
    pub const OTHER: &'static str = "fault";

    /// A count of faults of one kind, as tables show it.
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

/// Chooses uniformly among the legal moves, or among those that a [`MoveRule`] allows.
#[derive(Clone, Debug)]
pub struct RandomAgent<G: Game> {
    random: Random,
    move_rule: Option<MoveRule<G>>,
    moves: Vec<G::Move>,
}

impl<G: Game> RandomAgent<G> {
    /// Creates a random player with its own generator and an optional move rule.
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
