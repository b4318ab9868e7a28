//! The shared judgement of a position, used by every query.
//!
//! Hints, move values, analysis lines, the bar beside the board and reviews all read the same
//! judgement, so they cannot contradict each other:
//!
//! 1. **Exact first.** A table, a book or a solver that needs no more than a stated number of
//!    nodes.
//! 2. **Otherwise one search** with the game's strongest evaluator, which reports only completed
//!    depths. Its *head* holds the best lines at the greatest completed depth; every other move is
//!    then known to be no better than the last of them. If all moves are requested, each is also
//!    searched separately, to a depth of its own, and is rated no better than the head allows. A
//!    win or a loss that any search has found for certain stays.
//! 3. **Among moves that are even by a table** a search chooses, as `best` does: they are equal
//!    only against perfect play.
//!
//! A judgement costs a number of nodes, not a time, so it is the same wherever it is requested. It
//! is cached by position ([`Judgements`]), deepened when a query allows more, and never made worse.
//! A search that a time limit or a flag interrupts is cached as far as it got, but does not count
//! as having used its allowance: the next query reports at least as much as without the cache. A
//! position and its mirror image share one judgement ([`Orientation`]).
//!
//! Players do not use it: see [`Thinker`](crate::thinker::Thinker).

mod deepening;
mod findings;
mod judgements;
mod known;
mod orientation;
mod played;
mod proof;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use ninefold_core::{Evaluator, Game, MAX_PLAYERS, Path, Stopwatch, View};
use ninefold_search::{Engine, EngineOptions, Limits, Line, Report, StopFlag};
use ninefold_solve::{Source, solver};

use self::deepening::Deepening;
use self::findings::{Choice, Judgement, Searched, Tried};
pub use self::judgements::Judgements;
pub(crate) use self::known::{Known, Verdict, estimates, share_of};
pub(crate) use self::orientation::Orientation;
use self::proof::{Proof, ProofBudget, prove};
use crate::best::{GameContext, play_for_more, strongest_evaluator};
use crate::level::scaled_nodes;
use crate::win_share;

/// How much to search.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// The nodes of a search, on average: it completes the depth it has begun [the game's default].
    pub nodes: Option<u64>,
    /// The nodes of a proof [the solver's default].
    pub proof: Option<u64>,
    /// The time limit; what it cuts off may differ from machine to machine.
    pub time: Option<Duration>,
    /// Lets another thread stop the work.
    pub stop: StopFlag,
    /// The judgement cache.
    pub kept: Option<Arc<Judgements>>,
}

/// The default number of nodes, for a game with as many moves as morris has at its start.
const USUAL_NODES: u64 = 200_000;
/// The size of the search table in bytes.
const TABLE: usize = 16 << 20;
/// A search is aborted after this multiple of its average allowance.
const MOST: u64 = 4;

impl Effort {
    /// The node allowance of a search of this game.
    pub(crate) fn nodes<G: Game>(&self, game: &G) -> u64 {
        self.nodes.unwrap_or_else(|| scaled_nodes(game, USUAL_NODES))
    }
}

/// What a query wants to know about a position.
#[derive(Clone, Copy)]
struct Wanted {
    /// How thoroughly to prove.
    proof: Tried,
    /// Whether to choose among moves that are even by a table.
    choice: bool,
    /// What to search if no proof is found.
    search: Tried,
}

/// Judges positions of one game.
pub(crate) struct Judge<'a, G: View> {
    context: GameContext<'a>,
    effort: Effort,
    nodes: u64,
    engine: Engine<G>,
    /// Whether proofs come from tables that may grow.
    by_table: bool,
}

impl<'a, G: View> Judge<'a, G> {
    pub(crate) fn new(game: &G, context: GameContext<'a>, effort: &Effort) -> Judge<'a, G> {
        let options = EngineOptions { table: TABLE, selective: true, ..EngineOptions::default() };
        let engine = Engine::new(strongest_evaluator(game), options);
        let by_table = solver(context.spec).is_ok_and(|solver| solver.source() == Source::Table);
        let (nodes, effort) = (effort.nodes(game), effort.clone());
        Judge { context, nodes, effort, engine, by_table }
    }

    /// The evaluator behind its estimates.
    pub(crate) fn evaluator(&self) -> &dyn Evaluator<G> {
        self.engine.evaluator()
    }

    /// The move to play at the end of a path, and its value.
    pub(crate) fn best(&mut self, path: &Path<G>) -> Known<G::Move> {
        let wanted = Wanted { proof: Tried::Position, choice: true, search: Tried::Position };
        self.judged(path, wanted)
    }

    /// The same, with as many moves proved as possible.
    pub(crate) fn best_with_proofs(&mut self, path: &Path<G>) -> Known<G::Move> {
        let wanted = Wanted { proof: Tried::EveryMove, choice: true, search: Tried::Position };
        self.judged(path, wanted)
    }

    /// The value of every move at the end of a path. It does not choose among even moves.
    pub(crate) fn every_move(&mut self, path: &Path<G>) -> Known<G::Move> {
        let wanted = Wanted { proof: Tried::EveryMove, choice: false, search: Tried::EveryMove };
        self.judged(path, wanted)
    }

    /// The value of every move if all of them are proved; never searches.
    pub(crate) fn every_proved_move(&mut self, path: &Path<G>) -> Option<Known<G::Move>> {
        Some(self.proved_moves(path)).filter(|known| known.proves_every_move(path))
    }

    /// What is proved about the position and its moves; never searches.
    pub(crate) fn proved_moves(&mut self, path: &Path<G>) -> Known<G::Move> {
        self.judged(path, Wanted { proof: Tried::EveryMove, choice: false, search: Tried::Nothing })
    }

    /// The first move of a proof of the position; never searches.
    pub(crate) fn proved_move(&mut self, path: &Path<G>) -> Option<G::Move> {
        let wanted = Wanted { proof: Tried::Position, choice: false, search: Tried::Nothing };
        let known = self.judged(path, wanted);
        known.line.first().copied().filter(|_| known.exact)
    }

    /// The legal moves, starting with those that are proved or cached as better; never searches.
    pub(crate) fn ranked(&mut self, path: &Path<G>) -> Vec<G::Move> {
        let known = self.proved_moves(path);
        let worth = |mv: &G::Move| {
            let verdict = known.moves.iter().find(|verdict| verdict.mv == *mv);
            verdict.map(|verdict| (verdict.is_best, verdict.value))
        };
        let mut moves = path.legal_moves();
        moves.sort_by_key(|mv| std::cmp::Reverse(worth(mv)));
        moves
    }

    /// Moves and the replies that the cached judgement has stored.
    pub(crate) fn replies(&mut self, path: &Path<G>) -> Vec<(G::Move, G::Move)> {
        let orientation = Orientation::of(path);
        let judgement = self.at(&orientation, |_, _| {});
        let lines = judgement.head.lines.iter().chain(&judgement.each.lines);
        let reply = |line: &Line<G::Move>| match orientation.line_back(&line.moves)[..] {
            [first, reply, ..] => Some((first, reply)),
            _ => None,
        };
        lines.filter_map(reply).collect()
    }

    fn judged(&mut self, path: &Path<G>, wanted: Wanted) -> Known<G::Move> {
        if let Some(outcome) = path.outcome() {
            return Known::over(path, &outcome);
        }
        let orientation = Orientation::of(path);
        let judgement = self.at(&orientation, |judge, judgement| {
            judge.prove(&orientation.path, judgement, wanted.proof);
            if wanted.choice {
                judge.choose(&orientation.path, judgement);
            }
            let is_proved = judgement.proof.as_ref().is_some_and(|proof| match wanted.search {
                Tried::EveryMove => proof.moves.len() == count(&orientation.path),
                _ => proof.chooses(),
            });
            if !is_proved {
                judge.search(&orientation, judgement, wanted.search);
            }
        });
        Known::new(path, &orientation, &judgement, self.evaluator())
    }

    /// The value and lead of the player to move, and all players' unrounded chances, by the search
    /// alone; `None` if the winner is certain.
    pub(crate) fn estimate(&mut self, path: &Path<G>) -> Option<Estimate> {
        let orientation = Orientation::of(path);
        let judgement = self.at(&orientation, |judge, judgement| {
            judge.search(&orientation, judgement, Tried::Position);
        });
        let best = judgement.head.lines.first().filter(|line| line.decided.is_none())?;
        let (game, state) = (orientation.path.game(), orientation.path.state());
        Some(Estimate {
            value: best.values[game.to_move(state).index()],
            lead: win_share::lead(game, state, &best.values),
            shares: win_share::chances(
                &orientation.path,
                self.evaluator(),
                &best.values,
                best.depth,
            ),
            depth: best.depth,
        })
    }

    /// The depth of the cached search of the position at the end of a path.
    pub(crate) fn kept_depth(&mut self, path: &Path<G>) -> u32 {
        self.at(&Orientation::of(path), |_, _| {}).head.depth
    }

    /// The judgement of an orientation: the cached one with the additions of `work`.
    fn at(
        &mut self,
        orientation: &Orientation<G>,
        work: impl FnOnce(&mut Self, &mut Judgement<G::Move>),
    ) -> Judgement<G::Move> {
        let key = format!("{} {:?} {}", self.context.spec, self.context.data, orientation.key());
        let kept = self.effort.kept.clone();
        let found = kept.as_ref().and_then(|kept| kept.get::<Judgement<G::Move>>(&key));
        let mut judgement = found.map_or_else(Judgement::default, |found| (*found).clone());
        work(self, &mut judgement);
        let Some(kept) = kept else { return judgement };
        let add = |own: &mut Judgement<G::Move>, known: &Judgement<G::Move>| {
            own.add(known);
            own.agree(orientation);
        };
        (*kept.keep(key, judgement, add)).clone()
    }

    /// Looks for a proof, unless that was done before. A table is always queried again, since that
    /// is cheap and it may have grown.
    fn prove(&mut self, path: &Path<G>, judgement: &mut Judgement<G::Move>, wanted: Tried) {
        if wanted == Tried::Nothing || (judgement.tried >= wanted && !self.by_table) {
            return;
        }
        let cut = StopFlag::default();
        let budget = ProofBudget {
            nodes: self.effort.proof,
            time: self.effort.time,
            stop: self.effort.stop.clone(),
            cut: cut.clone(),
            every_move: wanted == Tried::EveryMove,
        };
        let (proof, nodes) = prove(path, self.context, &budget);
        let tried = if cut.is_raised() { Tried::Nothing } else { wanted };
        judgement.prove(proof, nodes, tried);
    }

    /// Chooses among moves that are even by a table, unless that was done before with as many
    /// nodes.
    fn choose(&mut self, path: &Path<G>, judgement: &mut Judgement<G::Move>) {
        let (even, allowed) =
            (judgement.even_moves(), self.nodes.saturating_sub(judgement.proof_nodes));
        if allowed == 0 || judgement.chosen().is_some_and(|choice| choice.allowed >= allowed) {
            return;
        }
        let (limits, clock) = (self.limits(allowed), self.clock());
        let (best, nodes) = play_for_more(&mut self.engine, path, &even, limits, &self.effort.stop);
        let allowed = self.reached(&clock, allowed);
        if let Some(mv) = best {
            judgement.choose(Choice { mv, nodes, allowed });
        }
    }

    /// Searches as far as is allowed, unless that was done before.
    fn search(
        &mut self,
        orientation: &Orientation<G>,
        judgement: &mut Judgement<G::Move>,
        wanted: Tried,
    ) {
        let path = &orientation.path;
        let allowed = self.nodes;
        let limits = self.limits(MOST.saturating_mul(allowed));
        if wanted > Tried::Nothing && judgement.head.allowed < allowed {
            self.engine.forget();
            let clock = self.clock();
            let mut whole: Option<Report<G::Move>> = None;
            let (enough, mut deepening) = (self.effort.stop.child(), Deepening::within(allowed));
            let report = self.engine.think(path, limits, 1, enough.clone(), &mut |seen| {
                // Only completed depths count.
                whole = Some(seen.clone());
                if deepening.is_enough(seen.nodes) {
                    enough.raise();
                }
            });
            let found = Report { nodes: report.nodes, ..whole.unwrap_or(report) };
            judgement.deepen(Searched::of(found, self.reached(&clock, allowed)));
        }
        if wanted == Tried::EveryMove && judgement.each.allowed < allowed {
            self.engine.forget();
            let clock = self.clock();
            let (enough, mut deepening) = (self.effort.stop.child(), Deepening::within(allowed));
            // The best move's value is the head's: a deeper search would contradict queries for
            // that value alone.
            let best = judgement.head.lines.first().filter(|best| best.decided.is_none());
            let limits = Limits { depth: best.map(|_| judgement.head.depth.max(1)), ..limits };
            let report = self.engine.value_moves(path, limits, enough.clone(), &mut |seen| {
                if deepening.is_enough(seen.nodes) {
                    enough.raise();
                }
            });
            // If the head was interrupted, they did not get their full depth either.
            let reached = self.reached(&clock, allowed).min(judgement.head.allowed);
            judgement.value_each(Searched::of(report, reached));
        }
        judgement.agree(orientation);
    }

    /// Starts a stopwatch.
    fn clock(&self) -> Stopwatch {
        Stopwatch::start(&self.effort.stop)
    }

    /// The nodes to record for work that began with this clock, out of the allowance: 0 if it was
    /// interrupted by time or the flag, so that the next query, which may have more time, searches
    /// again.
    fn reached(&self, clock: &Stopwatch, allowed: u64) -> u64 {
        let is_late = self.effort.time.is_some_and(|time| clock.elapsed() >= time);
        if is_late || self.effort.stop.is_raised() { 0 } else { allowed }
    }

    /// Limits of a search of at most this many nodes.
    fn limits(&self, nodes: u64) -> Limits {
        Limits { depth: None, nodes: Some(nodes), time: self.effort.time }
    }

    /// Records the completed part of an analysis with the same evaluator: its lines if they are
    /// deeper than the known ones, all certain wins and losses, and its preference if several moves
    /// are even by a table.
    pub(crate) fn learn(&mut self, path: &Path<G>, report: &Report<G::Move>) {
        let orientation = Orientation::of(path);
        let there = |line: &Line<G::Move>| Line {
            moves: line.moves.iter().map(|&mv| orientation.there(mv)).collect(),
            ..*line
        };
        let lines = report.lines.iter().map(there).collect();
        let report = Report { lines, ..report.clone() };
        self.at(&orientation, |_, judgement| {
            let even = judgement.even_moves();
            let firsts = report.lines.iter().filter_map(|line| line.moves.first());
            if let Some(&mv) = firsts.into_iter().find(|mv| even.contains(mv)) {
                let nodes = report.nodes;
                judgement.choose(Choice { mv, nodes, allowed: nodes });
            }
            // Several lines need more nodes: a single one may get deeper with as many.
            judgement.deepen(Searched::of(report, 0));
            judgement.agree(&orientation);
        });
    }
}

/// A search's estimate of an undecided position.
pub(crate) struct Estimate {
    /// The value for the player to move.
    pub(crate) value: i32,
    /// The lead of the player to move.
    pub(crate) lead: i32,
    /// Each player's chances.
    pub(crate) shares: [f64; MAX_PLAYERS],
    /// The search depth.
    pub(crate) depth: u32,
}

fn count<G: Game>(path: &Path<G>) -> usize {
    let mut moves = Vec::new();
    path.moves(&mut moves);
    moves.len()
}
