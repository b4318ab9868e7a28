//! The strongest player there is: proved moves where a solver finds a proof, a search otherwise.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ninefold_core::{Agent, Banked, Path, Playable, Values, find_move, zero_sum};
use ninefold_search::{Algorithm, Found, Limits, SearchAgent, StopFlag};
use ninefold_solve::{Exact, Request, solver};

use crate::evaluation;

/// What a move may cost when nothing is said.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// The table of a proof.
const MEMORY: usize = 64 << 20;

/// The strongest player of a game.
pub(crate) struct BestAgent<G: Playable> {
    game: String,
    limits: Limits,
    search: SearchAgent<G>,
}

/// What it found, and whether it was proved.
pub(crate) struct Best<M> {
    pub(crate) found: Found<M>,
    pub(crate) exact: bool,
}

impl<G: Playable> BestAgent<G> {
    /// The player for a game with this specification. Where there is a solver, half of the limits go to
    /// the proof and half to the search that follows when it fails.
    pub(crate) fn new(game: &G, spec: &str, given: Limits) -> BestAgent<G> {
        let time = given.time.or_else(|| given.nodes.is_none().then_some(USUAL_TIME));
        let parts = if solver(spec).is_ok() { 2 } else { 1 };
        let limits = Limits {
            depth: None,
            nodes: given.nodes.map(|nodes| nodes.div_ceil(parts.into())),
            time: time.map(|time| time / parts),
        };
        let algorithm = if game.players() == 2 { Algorithm::AlphaBeta } else { Algorithm::MaxN };
        // A game without evaluators still has its points.
        let evaluator = evaluation::evaluator(game, None, 0).unwrap_or_else(|_| Box::new(Banked));
        let search = SearchAgent { algorithm, limits, evaluator, by_habit: None };
        BestAgent { game: spec.to_owned(), limits, search }
    }

    /// The move and what is known of it.
    pub(crate) fn find(&self, path: &Path<G>) -> Best<G::Move> {
        match self.proved(path) {
            Some(found) => Best { found, exact: true },
            None => Best { found: self.search.find(path, StopFlag::default()), exact: false },
        }
    }

    fn proved(&self, path: &Path<G>) -> Option<Found<G::Move>> {
        let request = Request {
            game: self.game.clone(),
            position: path.game().position_text(path.state()),
            all: false,
            time: self.limits.time,
            nodes: self.limits.nodes,
            memory: MEMORY,
            data: None,
            stop: Arc::new(AtomicBool::new(false)),
        };
        let exact = solver(&self.game).ok()?.solve(&request, &mut |_| {}).ok()?;
        let value = exact.value?;
        let is_best = |mv: &&String| exact.moves.contains(&((*mv).clone(), value));
        let any = exact.moves.iter().find(|(_, of_move)| *of_move == value).map(|(mv, _)| mv);
        let best = exact.line.first().filter(is_best).or(any)?;
        find_move(path, best).ok()?;
        Some(Found {
            values: values(path, value),
            line: line(path, &exact, best),
            depth: exact.line.len() as u32,
            nodes: exact.nodes,
            cuts: 0,
        })
    }
}

/// The exact value for the player on turn, in seat order.
fn values<G: Playable>(path: &Path<G>, value: i32) -> Values {
    let first = path.game().to_move(path.state()).index() == 0;
    zero_sum(if first { value } else { -value })
}

/// The proved line, or the best move alone when the line begins otherwise.
fn line<G: Playable>(path: &Path<G>, exact: &Exact, best: &str) -> Vec<G::Move> {
    let mut walk = path.clone();
    let alone = [best.to_owned()];
    let texts = if exact.line.first().is_some_and(|first| first == best) {
        &exact.line
    } else {
        &alone[..]
    };
    let mut line = Vec::new();
    for text in texts {
        let Ok(mv) = find_move(&walk, text) else { break };
        walk.play(mv);
        line.push(mv);
    }
    line
}

impl<G: Playable> Agent<G> for BestAgent<G> {
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
        self.find(path).found.line.first().copied()
    }
}
