//! A common interface for computer players.
//!
//! Every player that is not a person is a [`Thinker`]: the terminal, matches, the page, hints by a
//! named player and the commands all ask it the same question, and the move it plays is the first
//! of its line. The answer is a function of the path, its specification, its seed and the limits
//! alone: nothing carries over from one move to the next, so a game can be repeated from its record
//! anywhere, after undoing moves and after a restart.
//!
//! | file | the players |
//! |---|---|
//! | `chance.rs` | `random`, and placing by a paper's rules |
//! | `plain.rs` | `minimax`, `alphabeta`, `maxn` and the other plain searches; `heuristic`; `mcts` |
//! | `strong.rs` | `engine` |
//! | `../level.rs` | `level:1` to `level:9` |
//! | `../best.rs` | `best` and `level:10` |
//! | `../bot` | `cmd(…)`, `ugi(…)`, `gomocup(…)`, `sanmill(…)`: external programs, which may keep state |

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
    /// Thinks about the position at the end of a path within its own limits and these, until the
    /// flag is raised: then it returns what it has.
    fn consider(&mut self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> Thought<G::Move>;

    /// The same, with a report after every depth from players that deepen.
    fn consider_aloud(
        &mut self,
        path: &Path<G>,
        limits: Limits,
        stop: &StopFlag,
        _watch: Aloud<'_, G::Move>,
    ) -> Thought<G::Move> {
        self.consider(path, limits, stop)
    }

    /// The move it plays within its own limits and these: the first of its line, or `None` once the game is over.
    fn choose(&mut self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> Option<G::Move> {
        self.consider(path, limits, stop).found.line.first().copied()
    }

    /// Receives the remaining time before every choice of a game with clocks. Searches are given limits instead.
    fn hear_clock(&mut self, _left: &TimeLeft) {}

    /// How long it thought about its last choice, if only it knows.
    fn thought_for(&self) -> Option<Duration> {
        None
    }

    /// The value of every legal move by its own search; `None` for a player without one that looks
    /// further than one turn here.
    fn value_moves(
        &mut self,
        _path: &Path<G>,
        _limits: Limits,
        _stop: &StopFlag,
    ) -> Option<MoveValues> {
        None
    }

    /// The fault, if it chose no move although the game is not over.
    fn fault(&self) -> Option<Fault> {
        None
    }
}

/// A callback for progress reports.
pub(crate) type Aloud<'a, M> = &'a mut dyn FnMut(Thought<M>);

/// The result of a player's thinking.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Thought<M> {
    /// The line, its values and its cost.
    pub(crate) found: SearchResult<M>,
    /// Each player's expected share of the point, if known.
    pub(crate) share: Option<Vec<f32>>,
    /// The number of turns in which the player to move wins, or loses if negative, if that is
    /// certain.
    pub(crate) decided: Option<i32>,
    /// Whether move and values are proved.
    pub(crate) exact: bool,
    /// A caveat about the values.
    pub(crate) caveat: Option<Caveat>,
}

impl<M> Thought<M> {
    /// A search result without further information.
    pub(crate) fn of(found: SearchResult<M>) -> Thought<M> {
        Thought { found, share: None, decided: None, exact: false, caveat: None }
    }

    /// A search result after a depth, without chances.
    pub(crate) fn on_the_way(report: &Report<M>) -> Thought<M>
    where
        M: Clone,
    {
        let decided = report.lines.first().and_then(|line| line.decided);
        Thought { decided, ..Thought::of(report.found(Values::default())) }
    }

    /// A move without a search; `values` are those of the current position.
    pub(crate) fn without_search(mv: Option<M>, values: Values) -> Thought<M> {
        let line = mv.into_iter().collect();
        Thought::of(SearchResult { values, line, depth: 0, nodes: 0, cuts: 0 })
    }
}

/// The default evaluator's values of the position at the end of a path.
pub(crate) fn values_here<G: Game>(path: &Path<G>) -> Values {
    match evaluation::evaluator(path.game(), None, 0) {
        Ok(evaluator) => evaluator.values(path.game(), path.state(), path.context()),
        Err(_) => Values::default(),
    }
}

/// The only legal move, if there is exactly one: it needs no search.
pub(crate) fn only_move<G: Game>(path: &Path<G>) -> Option<G::Move> {
    let mut moves = Vec::new();
    path.moves(&mut moves);
    if moves.len() == 1 { moves.pop() } else { None }
}

/// A thinker as an agent of a match.
pub(crate) struct Seated<G> {
    thinker: Box<dyn Thinker<G>>,
    /// Whether it divides the time left on its clock; otherwise only its own limits count.
    divides_time: bool,
    /// The remaining time of every seat, in a game with clocks.
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
