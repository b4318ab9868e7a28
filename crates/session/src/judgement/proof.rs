//! What is proved about a position: by a table, a book or a solver, within a stated budget.

use std::time::Duration;

use ninefold_core::{Path, View, find_move};
use ninefold_search::StopFlag;
use ninefold_solve::{Budget, Caveat, ExactAnswer, InTime, Request, Solver, Source, Unit, solver};

use crate::best::GameContext;

/// What is proved.
#[derive(Clone, Debug)]
pub(super) struct Proof<M> {
    /// The value of the position for the player to move; `None` if only some of its moves are
    /// proved.
    pub(super) value: Option<i32>,
    /// The plies to the end with best play, if known.
    pub(super) plies: Option<u32>,
    /// A bound for the player to move if no exact value is known: a lower bound if it is a win, an
    /// upper bound if it is a loss.
    pub(super) sure: Option<i32>,
    /// The move to play, and its continuation as far as known; empty if all that is certain is a
    /// loss.
    pub(super) line: Vec<M>,
    /// What is proved about moves.
    pub(super) moves: Vec<ProvedMove<M>>,
    /// A caveat for the reader, such as that countdowns are ignored.
    pub(super) caveat: Option<Caveat>,
    /// The same of the moves.
    pub(super) caveat_of_moves: Option<Caveat>,
    /// How sure it is that draw rules leave the value as it is.
    pub(super) in_time: InTime,
    pub(super) source: Source,
    pub(super) unit: Unit,
}

/// What is proved about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProvedMove<M> {
    pub(super) mv: M,
    /// Its value for its player.
    pub(super) value: i32,
    /// The plies to the end with best play, this one included, if known.
    pub(super) plies: Option<u32>,
}

/// The budget of a proof.
#[derive(Clone, Debug)]
pub(super) struct ProofBudget {
    /// The node limit, or the solver's default.
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) stop: StopFlag,
    /// Raised when the time or the flag ended it.
    pub(super) cut: StopFlag,
    /// Whether to prove every move.
    pub(super) every_move: bool,
}

impl<M> Proof<M> {
    /// How informative it is; only the order is meaningful.
    pub(super) fn tells(&self) -> (bool, usize) {
        (self.value.is_some(), self.moves.len())
    }

    /// Whether it says what to play; otherwise only that every move loses.
    pub(super) fn chooses(&self) -> bool {
        !self.line.is_empty()
    }
}

impl<M: PartialEq> Proof<M> {
    /// What is proved about a move.
    pub(super) fn of(&self, mv: M) -> Option<&ProvedMove<M>> {
        self.moves.iter().find(|proved| proved.mv == mv)
    }
}

/// The proof of the position at the end of a path, if any, and the nodes searched for it.
pub(super) fn prove<G: View>(
    path: &Path<G>,
    context: GameContext<'_>,
    budget: &ProofBudget,
) -> (Option<Proof<G::Move>>, u64) {
    let Ok(solver) = solver(context.spec) else { return (None, 0) };
    let asked = Asked { path, context, solver, budget };
    let mut earlier = path.earlier().map(|state| path.game().position_text(state));
    // In a table, looking up every move is cheap.
    let every_move = budget.every_move || solver.source() == Source::Table;
    match solver.choose(&asked.request(path.state(), every_move), &mut earlier) {
        Ok(exact) => (asked.proof(&exact), exact.nodes),
        Err(_) => (None, 0),
    }
}

/// The current lead of the player to move, if values count only what is still to be won.
pub(super) fn points_ahead<G: View>(path: &Path<G>, unit: Unit) -> i32 {
    if unit != Unit::Points {
        return 0;
    }
    let points = path.game().points(path.state());
    let mover = path.game().to_move(path.state()).index();
    points[mover] - points[1 - mover]
}

/// A solver and the position it is queried about.
struct Asked<'a, G: View> {
    path: &'a Path<G>,
    context: GameContext<'a>,
    solver: &'static dyn Solver,
    budget: &'a ProofBudget,
}

impl<G: View> Asked<'_, G> {
    /// Converts an answer to a proof; `None` if it proves nothing.
    fn proof(&self, exact: &ExactAnswer) -> Option<Proof<G::Move>> {
        let several = self.path.game().players() > 2;
        // With several players, one who loses by the rule may still win; a search handles that
        // better.
        if several && exact.value.is_none_or(|value| value < 0) {
            return None;
        }
        let lead = points_ahead(self.path, self.solver.unit());
        let wins = exact.at_least.filter(|&least| least + lead > 0);
        let loses = exact.at_most.filter(|&most| most + lead < 0);
        let sure = wins.or(loses).filter(|_| exact.value.is_none());
        if exact.value.is_none() && sure.is_none() {
            return None;
        }
        let moves = self.moves(exact);
        let all_lose = exact.value.is_none() && wins.is_none();
        let line = if all_lose { Vec::new() } else { self.line(exact) };
        (all_lose || !line.is_empty()).then(|| Proof {
            value: exact.value,
            plies: exact.plies,
            sure,
            line,
            moves,
            caveat: exact.caveat.clone(),
            caveat_of_moves: exact.caveat_of_moves.clone(),
            in_time: exact.in_time,
            source: self.solver.source(),
            unit: self.solver.unit(),
        })
    }

    fn request(&self, state: &G::State, all: bool) -> Request {
        Request {
            all,
            budget: Budget {
                time: self.budget.time,
                nodes: Some(self.budget.nodes.unwrap_or_else(|| self.solver.judged_nodes())),
                memory: self.solver.usual_memory(),
                stop: self.budget.stop.clone(),
                cut: self.budget.cut.clone(),
                ..Budget::default()
            },
            data: self.context.data.map(ToOwned::to_owned),
            ..Request::new(self.context.spec.to_owned(), self.path.game().position_text(state))
        }
    }

    /// The proved moves, with distances if the position has one.
    fn moves(&self, exact: &ExactAnswer) -> Vec<ProvedMove<G::Move>> {
        let game = self.path.game();
        let proved = |(text, value): &(String, i32)| {
            let mv = find_move(self.path, text).ok()?;
            let told = exact.distances.iter().find(|(of, _)| of == text).map(|&(_, plies)| plies);
            let plies = told.or_else(|| {
                exact.plies.filter(|_| *value != 0)?;
                let mut state = *self.path.state();
                game.play(&mut state, mv);
                match game.outcome(&state) {
                    Some(_) => Some(1),
                    None => {
                        let known = self.solver.solve(&self.request(&state, false), &mut |_| {});
                        known.ok()?.plies.map(|plies| plies + 1)
                    }
                }
            });
            Some(ProvedMove { mv, value: *value, plies })
        };
        exact.moves.iter().filter_map(proved).collect()
    }

    /// The line of best play; if it does not begin with a best move, the first best move alone.
    fn line(&self, exact: &ExactAnswer) -> Vec<G::Move> {
        let best = |text: &&String| match exact.value {
            Some(value) => exact.moves.iter().any(|(mv, of_mv)| mv == *text && *of_mv == value),
            None => true,
        };
        let told = exact.line.first().filter(best).map(|_| exact.line.as_slice());
        let any = exact.moves.iter().map(|(mv, _)| mv).find(best).map(std::slice::from_ref);
        let mut walk = self.path.clone();
        let mut line = Vec::new();
        for text in told.or(any).unwrap_or_default() {
            let Ok(mv) = find_move(&walk, text) else { break };
            walk.play(mv);
            line.push(mv);
        }
        line
    }
}
