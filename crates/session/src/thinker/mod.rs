//! One way to be a player.
//!
//! Whoever is not a person is a [`Thinker`]: the terminal, matches, the page, hints by a named player and the
//! commands all ask it the same question, and the move it plays is the first of its line. What it answers is a
//! function of the path, its specification, its seed and the limits alone: nothing is carried from one move to the
//! next, so that a game repeats from its record wherever it is played, after undoing and after a restart.
//!
//! | file | the players |
//! |---|---|
//! | `chance.rs` | `random`, and placing by a paper's rules |
//! | `plain.rs` | `minimax`, `alphabeta`, `maxn` and the other plain searches; `heuristic`; `mcts` |
//! | `strong.rs` | `engine` |
//! | `../level.rs` | `level:1` to `level:9` |
//! | `../best.rs` | `best` and `level:10` |
//! | `../bot` | `cmd(…)`, `ugi(…)`, `gomocup(…)`, `sanmill(…)`: programs of somebody's own, which may remember what they like |

mod chance;
mod plain;
mod strong;

use std::time::Duration;

use ninefold_core::{Agent, Fault, Game, Path, TimeLeft, Values, View};
use ninefold_search::{Limits, Report, SearchResult, StopFlag};
use ninefold_solve::Caveat;

pub(crate) use self::chance::Chance;
pub(crate) use self::plain::{Plain, Simulating, Weighing};
pub(crate) use self::strong::Strong;
use crate::engine::share;
use crate::evaluation;
use crate::values::MoveValues;

/// A computer player of one game.
pub(crate) trait Thinker<G: View>: Send {
    /// What it finds in the position at the end of a path within its own limits and these, until the flag is raised:
    /// then it comes to an end with what it has.
    fn consider(&mut self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> Thought<G::Move>;

    /// The same, told after every depth by players that deepen.
    fn consider_aloud(
        &mut self,
        path: &Path<G>,
        limits: Limits,
        stop: &StopFlag,
        _watch: Aloud<'_, G::Move>,
    ) -> Thought<G::Move> {
        self.consider(path, limits, stop)
    }

    /// The move it plays within its own limits and these: the first of what it finds, or nothing once the game is over.
    fn choose(&mut self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> Option<G::Move> {
        self.consider(path, limits, stop).found.line.first().copied()
    }

    /// What everybody has left, told before every choice of a game with clocks. Searches are given limits instead.
    fn hear_clock(&mut self, _left: &TimeLeft) {}

    /// How long it thought about its last choice, where only it knows.
    fn thought_for(&self) -> Option<Duration> {
        None
    }

    /// What its own search makes of every legal move; nothing for a player without one that looks further than a turn
    /// here.
    fn value_moves(
        &mut self,
        _path: &Path<G>,
        _limits: Limits,
        _stop: &StopFlag,
    ) -> Option<MoveValues> {
        None
    }

    /// What went wrong when it chose nothing although the game is not over.
    fn fault(&self) -> Option<Fault> {
        None
    }
}

/// Who wants to hear what a player finds on its way.
pub(crate) type Aloud<'a, M> = &'a mut dyn FnMut(Thought<M>);

/// What a player finds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Thought<M> {
    /// The line, its values and what it took.
    pub(crate) found: SearchResult<M>,
    /// Each player's expected part of the point, where that is known.
    pub(crate) share: Option<Vec<f32>>,
    /// In how many turns the player on turn wins, or loses if negative, where that is certain.
    pub(crate) decided: Option<i32>,
    /// Whether move and values are proved.
    pub(crate) exact: bool,
    /// What a reader must know about the values.
    pub(crate) caveat: Option<Caveat>,
}

impl<M> Thought<M> {
    /// What a search found, and nothing more.
    pub(crate) fn of(found: SearchResult<M>) -> Thought<M> {
        Thought { found, share: None, decided: None, exact: false, caveat: None }
    }

    /// What a search has found after a depth, without chances.
    pub(crate) fn on_the_way(report: &Report<M>) -> Thought<M>
    where
        M: Clone,
    {
        let decided = report.lines.first().and_then(|line| line.decided);
        Thought { decided, ..Thought::of(report.found(Values::default())) }
    }

    /// A move without a search; `values` are those of the position as it stands.
    pub(crate) fn without_search(mv: Option<M>, values: Values) -> Thought<M> {
        let line = mv.into_iter().collect();
        Thought::of(SearchResult { values, line, depth: 0, nodes: 0, cuts: 0 })
    }
}

/// What the game's default evaluator says of the position at the end of a path.
pub(crate) fn values_here<G: Game>(path: &Path<G>) -> Values {
    match evaluation::evaluator(path.game(), None, 0) {
        Ok(evaluator) => evaluator.values(path.game(), path.state(), path.context()),
        Err(_) => Values::default(),
    }
}

/// The only legal move, if there is but one: it needs no thought.
pub(crate) fn only_move<G: Game>(path: &Path<G>) -> Option<G::Move> {
    let mut moves = Vec::new();
    path.moves(&mut moves);
    if moves.len() == 1 { moves.pop() } else { None }
}

/// A thinker on a seat of a match.
pub(crate) struct Seated<G> {
    thinker: Box<dyn Thinker<G>>,
    /// Whether it divides the time that its clock has left; otherwise its own limits alone count.
    divides_time: bool,
    /// What everybody has left, in a game with clocks.
    clock: Option<TimeLeft>,
}

impl<G> Seated<G> {
    pub(crate) fn new(thinker: Box<dyn Thinker<G>>, divides_time: bool) -> Seated<G> {
        Seated { thinker, divides_time, clock: None }
    }
}

impl<G: View> Agent<G> for Seated<G> {
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
        let clock = self.clock.as_ref().filter(|_| self.divides_time);
        let share = clock.zip(path.to_move()).and_then(|(left, mover)| share(left, mover.index()));
        let limits = Limits { time: share, ..Limits::default() };
        self.thinker.choose(path, limits, &StopFlag::default())
    }

    fn hear_clock(&mut self, left: &TimeLeft) {
        self.clock = Some(left.clone());
        self.thinker.hear_clock(left);
    }

    fn thought_for(&self) -> Option<Duration> {
        self.thinker.thought_for()
    }

    fn fault(&self) -> Option<String> {
        self.thinker.fault().map(|fault| fault.why)
    }

    fn fault_in_full(&self) -> Option<Fault> {
        self.thinker.fault()
    }
}
