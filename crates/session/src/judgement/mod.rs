//! What is known of a position, for everybody who asks: one judgement.
//!
//! Hints, values of moves, the lines of an analysis, the bar beside the board and reviews all read the same
//! judgement, so that they cannot contradict each other:
//!
//! 1. **Exact first.** A table, a book or a solver that needs no more than a stated number of positions.
//! 2. **Otherwise one search**, by the game's strongest evaluator, which has finished its depth for every move before
//!    it speaks. Its *head* holds the best lines at the greatest depth that was finished; every other move is then
//!    known to be no better than the last of them. Where all moves are asked for, each was also searched by itself,
//!    to a depth of its own, and is told no better than the head allows. A win or a loss that any search has found for
//!    certain stays.
//! 3. **Among moves that are even by a table** a search chooses, as `best` does: they are as good against perfect play
//!    only.
//!
//! A judgement costs a number of positions, not a time, so that it is the same wherever it is asked for; it is kept
//! by position ([`Judgements`]), deepened when somebody allows more, and never made worse. What a time or a flag cut off
//! is kept as far as it came, but not as what so many positions find: whoever asks next is told at least as much as if
//! nothing had been kept. A position and its mirror image share one ([`Orientation`]).
//!
//! Players do not look here: see [`Thinker`](crate::thinker::Thinker).

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

/// How hard to look.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// The positions a search looks at, on average: it finishes the depth it has begun [what is usual for the game].
    pub nodes: Option<u64>,
    /// The positions a proof may look at [what the solver finds reasonable].
    pub proof: Option<u64>,
    /// The longest time; what it cuts off may differ from machine to machine.
    pub time: Option<Duration>,
    /// A flag with which another thread ends it.
    pub stop: StopFlag,
    /// Where judgements are kept, and looked for first.
    pub kept: Option<Arc<Judgements>>,
}

/// The positions looked at when nothing is said, in a game with as many moves as morris has at its start.
const USUAL_NODES: u64 = 200_000;
/// The table of the search.
const TABLE: usize = 16 << 20;
/// A search is given up after so many times the positions that it may look at, on average.
const MOST: u64 = 4;

impl Effort {
    /// The positions a search of this game may look at.
    pub(crate) fn nodes<G: Game>(&self, game: &G) -> u64 {
        self.nodes.unwrap_or_else(|| scaled_nodes(game, USUAL_NODES))
    }
}

/// What somebody wants to know of a position.
#[derive(Clone, Copy)]
struct Wanted {
    /// What is proved.
    proof: Tried,
    /// Whether to choose among moves that are even by a table.
    choice: bool,
    /// What is searched where no proof is found.
    search: Tried,
}

/// Whoever judges positions of one game.
pub(crate) struct Judge<'a, G: View> {
    context: GameContext<'a>,
    effort: Effort,
    nodes: u64,
    engine: Engine<G>,
    /// Whether proofs are looked up in tables that may grow.
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

    /// The evaluator its estimates rest on.
    pub(crate) fn evaluator(&self) -> &dyn Evaluator<G> {
        self.engine.evaluator()
    }

    /// What to play at the end of a path, and what that is worth.
    pub(crate) fn best(&mut self, path: &Path<G>) -> Known<G::Move> {
        let wanted = Wanted { proof: Tried::Position, choice: true, search: Tried::Position };
        self.judged(path, wanted)
    }

    /// The same, with as many moves proved as can be.
    pub(crate) fn best_with_proofs(&mut self, path: &Path<G>) -> Known<G::Move> {
        let wanted = Wanted { proof: Tried::EveryMove, choice: true, search: Tried::Position };
        self.judged(path, wanted)
    }

    /// What every move is worth at the end of a path. Which of several even ones to play is not asked for.
    pub(crate) fn every_move(&mut self, path: &Path<G>) -> Known<G::Move> {
        let wanted = Wanted { proof: Tried::EveryMove, choice: false, search: Tried::EveryMove };
        self.judged(path, wanted)
    }

    /// What every move is worth where all of them are proved; nothing is searched for it.
    pub(crate) fn every_proved_move(&mut self, path: &Path<G>) -> Option<Known<G::Move>> {
        Some(self.proved_moves(path)).filter(|known| known.proves_every_move(path))
    }

    /// What is proved of the position and of its moves; nothing is searched for it.
    pub(crate) fn proved_moves(&mut self, path: &Path<G>) -> Known<G::Move> {
        self.judged(path, Wanted { proof: Tried::EveryMove, choice: false, search: Tried::Nothing })
    }

    /// The move that a proof of the position begins with; nothing is searched for it.
    pub(crate) fn proved_move(&mut self, path: &Path<G>) -> Option<G::Move> {
        let wanted = Wanted { proof: Tried::Position, choice: false, search: Tried::Nothing };
        let known = self.judged(path, wanted);
        known.line.first().copied().filter(|_| known.exact)
    }

    /// The legal moves, those first that are proved or kept to be better; nothing is searched for it.
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

    /// Moves and the answers that what is kept of the position has thought of.
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

    /// What the player on turn is worth and ahead by, and everybody's unrounded chances, by the search alone; nothing
    /// where it is certain who wins.
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

    /// How deep the search has looked whose result is kept for the position at the end of a path.
    pub(crate) fn kept_depth(&mut self, path: &Path<G>) -> u32 {
        self.at(&Orientation::of(path), |_, _| {}).head.depth
    }

    /// The judgement of an orientation, from what is kept and what `work` adds to it.
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

    /// Looks for a proof, unless that was done before. A table is always asked again, which takes no time: it may know
    /// more by now.
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

    /// Chooses among moves that are even by a table, unless that was done before with as many positions.
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
                // Only a depth that was finished speaks.
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
            // The best move's value is the head's: to look deeper would contradict who asks for that alone.
            let best = judgement.head.lines.first().filter(|best| best.decided.is_none());
            let limits = Limits { depth: best.map(|_| judgement.head.depth.max(1)), ..limits };
            let report = self.engine.value_moves(path, limits, enough.clone(), &mut |seen| {
                if deepening.is_enough(seen.nodes) {
                    enough.raise();
                }
            });
            // Beside a head that was cut off they were not looked at as deeply as is allowed, either.
            let reached = self.reached(&clock, allowed).min(judgement.head.allowed);
            judgement.value_each(Searched::of(report, reached));
        }
        judgement.agree(orientation);
    }

    /// A clock for what now begins.
    fn clock(&self) -> Stopwatch {
        Stopwatch::start(&self.effort.stop)
    }

    /// The positions that may be noted as looked at for what began with this clock, of so many allowed: none of them where
    /// the time or the flag cut it off, so that the next question, which may have more time, looks itself.
    fn reached(&self, clock: &Stopwatch, allowed: u64) -> u64 {
        let is_late = self.effort.time.is_some_and(|time| clock.elapsed() >= time);
        if is_late || self.effort.stop.is_raised() { 0 } else { allowed }
    }

    /// Limits of a search that looks at so many positions at most.
    fn limits(&self, nodes: u64) -> Limits {
        Limits { depth: None, nodes: Some(nodes), time: self.effort.time }
    }

    /// Keeps what an analysis with the same evaluator has finished: its lines if they are deeper than what is known, every
    /// win and loss that it has found, and, where several moves are even by a table, the one that it prefers.
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
            // Several lines take more positions: one alone may get deeper with as many.
            judgement.deepen(Searched::of(report, 0));
            judgement.agree(&orientation);
        });
    }
}

/// What a search says of a position that it cannot decide.
pub(crate) struct Estimate {
    /// The value for the player on turn.
    pub(crate) value: i32,
    /// What that player is ahead by.
    pub(crate) lead: i32,
    /// Everybody's chances.
    pub(crate) shares: [f64; MAX_PLAYERS],
    /// How far it looked ahead.
    pub(crate) depth: u32,
}

fn count<G: Game>(path: &Path<G>) -> usize {
    let mut moves = Vec::new();
    path.moves(&mut moves);
    moves.len()
}
