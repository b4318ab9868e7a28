//! What is known of a position, for everybody who asks: one judgement.
//!
//! Hints, values of moves, the lines of an analysis, the bar beside the board and reviews all read the same
//! judgement, so that they cannot contradict each other:
//!
//! 1. **Exact first.** A table, a book or a solver that needs no more than a stated number of positions.
//! 2. **Otherwise one search**, by the game's strongest evaluator, which has finished its depth for every move before
//!    it speaks. Its *head* holds the best lines at the greatest depth that was finished; every other move is then
//!    known to be no better than the last of them. Where all moves are asked for, each was also searched by itself,
//!    to a depth of its own, and is told no better than the head allows.
//!
//! A judgement costs a number of positions, not a time, so that it is the same wherever it is asked for; it is kept
//! by position ([`Judgements`]), deepened when somebody allows more, and never made worse. A position and its mirror
//! image share one ([`Orientation`]).
//!
//! Players do not look here: see [`Thinker`](crate::thinker::Thinker).

mod judgements;
mod known;
mod orientation;
mod proof;

use std::sync::Arc;
use std::time::Duration;

use ninefold_core::{Evaluator, Game, MAX_PLAYERS, Path, View};
use ninefold_search::{Engine, EngineOptions, Limits, Line, Report, StopFlag};
use ninefold_solve::{Source, solver};

pub use self::judgements::Judgements;
pub(crate) use self::known::{Known, Verdict, estimates, share_of};
pub(crate) use self::orientation::Orientation;
use self::proof::{Proof, ProofBudget, prove};
use crate::best::{GameContext, strongest_evaluator};
use crate::level::scaled_nodes;
use crate::win_share;

/// How hard to look.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// The positions a search looks at, about: it finishes the depth it has begun [what is usual for the game].
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
const USUAL_NODES: u64 = 400_000;
/// The table of the search.
const TABLE: usize = 16 << 20;
/// A depth is begun while at most this part of the positions is used up, and given up after so many times their number:
/// the next depth costs about three times as much as all before it, so on average a judgement costs what it may, and
/// nothing of it is searched in vain.
const BEGINS: u64 = 2;
const MOST: u64 = 4;
/// Wins in so few turns are seen by whoever looks: not to take one gives away all that is left of certainty.
const FORESEEN: i32 = 4;
/// How many moves of a line are kept.
const LONGEST_LINE: usize = 24;

impl Effort {
    /// The positions a search of this game may look at.
    pub(crate) fn nodes<G: Game>(&self, game: &G) -> u64 {
        self.nodes.unwrap_or_else(|| scaled_nodes(game, USUAL_NODES))
    }
}

/// What is known of a position, in the orientation that stands for all of its images.
#[derive(Clone, Debug)]
struct Judgement<M> {
    /// What is proved, if that was tried, and whether it was tried for every move.
    proof: Option<Proof<M>>,
    tried: Tried,
    /// The positions looked at for it, also in vain.
    proof_nodes: u64,
    /// The best lines at the greatest depth that was finished, and what they cost.
    head: Searched<M>,
    /// Every move, each searched by itself to the same depth.
    each: Searched<M>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
enum Tried {
    #[default]
    Nothing,
    Position,
    EveryMove,
}

/// What a search found.
#[derive(Clone, Debug)]
struct Searched<M> {
    /// The best first.
    lines: Vec<Line<M>>,
    depth: u32,
    /// The positions it looked at, and how many it was allowed.
    nodes: u64,
    allowed: u64,
}

impl<M> Default for Searched<M> {
    fn default() -> Searched<M> {
        Searched { lines: Vec::new(), depth: 0, nodes: 0, allowed: 0 }
    }
}

impl<M> Default for Judgement<M> {
    fn default() -> Judgement<M> {
        Judgement {
            proof: None,
            tried: Tried::Nothing,
            proof_nodes: 0,
            head: Searched::default(),
            each: Searched::default(),
        }
    }
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
        Judge { context, nodes: effort.nodes(game), effort: effort.clone(), engine, by_table }
    }

    /// The evaluator its estimates rest on.
    pub(crate) fn evaluator(&self) -> &dyn Evaluator<G> {
        self.engine.evaluator()
    }

    /// What to play at the end of a path, and what that is worth.
    pub(crate) fn best(&mut self, path: &Path<G>) -> Known<G::Move> {
        self.judged(path, Tried::Position, Tried::Position)
    }

    /// The same, with the positions of a proof in vain taken from those of the search.
    pub(crate) fn best_in_all(&mut self, path: &Path<G>) -> Known<G::Move> {
        let proved = self.judged(path, Tried::Position, Tried::Nothing);
        if proved.exact || !proved.line.is_empty() {
            return proved;
        }
        self.nodes = self.nodes.saturating_sub(proved.nodes).max(1);
        self.judged(path, Tried::Nothing, Tried::Position)
    }

    /// The same, with as many moves proved as can be.
    pub(crate) fn best_with_proofs(&mut self, path: &Path<G>) -> Known<G::Move> {
        self.judged(path, Tried::EveryMove, Tried::Position)
    }

    /// What every move is worth at the end of a path.
    pub(crate) fn every_move(&mut self, path: &Path<G>) -> Known<G::Move> {
        self.judged(path, Tried::EveryMove, Tried::EveryMove)
    }

    /// What every move is worth where all of them are proved; nothing is searched for it.
    pub(crate) fn every_proved_move(&mut self, path: &Path<G>) -> Option<Known<G::Move>> {
        Some(self.proved_moves(path)).filter(|known| known.proves_every_move(path))
    }

    /// What is proved of the position and of its moves; nothing is searched for it.
    pub(crate) fn proved_moves(&mut self, path: &Path<G>) -> Known<G::Move> {
        self.judged(path, Tried::EveryMove, Tried::Nothing)
    }

    /// The move that a proof of the position begins with; nothing is searched for it.
    pub(crate) fn proved_move(&mut self, path: &Path<G>) -> Option<G::Move> {
        let known = self.judged(path, Tried::Position, Tried::Nothing);
        known.line.first().copied().filter(|_| known.exact)
    }

    /// The legal moves, those first that are proved or kept to be better; nothing is searched for it.
    pub(crate) fn ranked(&mut self, path: &Path<G>) -> Vec<G::Move> {
        let known = self.judged(path, Tried::EveryMove, Tried::Nothing);
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

    fn judged(&mut self, path: &Path<G>, proved: Tried, searched: Tried) -> Known<G::Move> {
        if let Some(outcome) = path.outcome() {
            return Known::over(path, &outcome);
        }
        let orientation = Orientation::of(path);
        let judgement = self.at(&orientation, |judge, judgement| {
            judge.prove(&orientation.path, judgement, proved);
            let is_proved = judgement.proof.as_ref().is_some_and(|proof| match searched {
                Tried::EveryMove => proof.moves.len() == count(&orientation.path),
                _ => proof.chooses(),
            });
            if !is_proved {
                judge.search(&orientation.path, judgement, searched);
            }
        });
        Known::new(path, &orientation, &judgement, self.evaluator())
    }

    /// What the player on turn is worth and ahead by, and everybody's unrounded chances, by the search alone; nothing
    /// where it is certain who wins.
    pub(crate) fn estimate(&mut self, path: &Path<G>) -> Option<Estimate> {
        let orientation = Orientation::of(path);
        let judgement = self.at(&orientation, |judge, judgement| {
            judge.search(&orientation.path, judgement, Tried::Position);
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
        // What was stopped is not worth keeping: it knows less than it was allowed to find out.
        if let Some(kept) = kept.filter(|_| !self.effort.stop.is_raised()) {
            kept.put(key, Arc::new(judgement.clone()));
        }
        judgement
    }

    /// Looks for a proof, unless that was done before. A table is always asked again, which takes no time: it may know
    /// more by now.
    fn prove(&mut self, path: &Path<G>, judgement: &mut Judgement<G::Move>, wanted: Tried) {
        if wanted == Tried::Nothing || (judgement.tried >= wanted && !self.by_table) {
            return;
        }
        let budget = ProofBudget {
            nodes: self.effort.proof,
            time: self.effort.time,
            stop: self.effort.stop.clone(),
            every_move: wanted == Tried::EveryMove,
        };
        // A proof that was found stays, even if a longer one for every move was not.
        let (proof, nodes) = prove(path, self.context, &budget);
        judgement.proof = proof.or(judgement.proof.take());
        judgement.proof_nodes = judgement.proof_nodes.max(nodes);
        judgement.tried = judgement.tried.max(wanted);
    }

    /// Searches as far as is allowed, unless that was done before.
    fn search(&mut self, path: &Path<G>, judgement: &mut Judgement<G::Move>, wanted: Tried) {
        if wanted > Tried::Nothing && judgement.head.allowed < self.nodes {
            self.engine.forget();
            let mut whole: Option<Report<G::Move>> = None;
            let limits = self.limits(MOST);
            let (enough, begins) = (self.effort.stop.child(), self.nodes / BEGINS);
            let report = self.engine.think(path, limits, 1, enough.clone(), &mut |seen| {
                // Only a depth that was finished speaks, so none is begun that would cost too much.
                whole = Some(seen.clone());
                if seen.nodes > begins {
                    enough.raise();
                }
            });
            let nodes = report.nodes;
            judgement.deepen(Report { nodes, ..whole.unwrap_or(report) }, self.nodes);
        }
        if wanted == Tried::EveryMove && judgement.each.allowed < self.nodes {
            self.engine.forget();
            let limits = self.limits(MOST);
            let (enough, begins) = (self.effort.stop.child(), self.nodes / BEGINS);
            let report = self.engine.value_moves(path, limits, enough.clone(), &mut |seen| {
                if seen.nodes > begins {
                    enough.raise();
                }
            });
            judgement.each.take(report, self.nodes);
            judgement.agree(path);
        }
    }

    /// So many times the positions that are usual.
    fn limits(&self, times: u64) -> Limits {
        let nodes = Some(times.saturating_mul(self.nodes));
        Limits { depth: None, nodes, time: self.effort.time }
    }

    /// The value of a move by the same search as the judgement's head, to the same depth: what it gives away is the
    /// difference. Nothing where that would take too long.
    pub(crate) fn played(&mut self, path: &Path<G>, mv: G::Move) -> Option<Played> {
        let orientation = Orientation::of(path);
        let mut judgement = self.at(&orientation, |judge, judgement| {
            judge.search(&orientation.path, judgement, Tried::Position);
        });
        let images = orientation.images_there(mv);
        let turned = orientation.there(mv);
        let mut worth = self.value_move(&orientation.path, &images, &judgement);
        if worth.is_none() && judgement.head.allowed > self.nodes {
            // Somebody looked too deep for this; the same search, less deep, compares as well.
            judgement = Judgement::default();
            self.search(&orientation.path, &mut judgement, Tried::Position);
            worth = self.value_move(&orientation.path, &images, &judgement);
        }
        let (mut best, mut worth) = (judgement.head.lines.first()?.clone(), worth?);
        if worth.decided.is_none()
            && let Some(turns) = best.decided.filter(|&turns| turns > FORESEEN)
            && let Some(unseen) = self.before_the_win(&orientation.path, turned, turns as u32 - 1)
        {
            [best, worth] = unseen;
        }
        let mover = path.game().to_move(path.state()).index();
        let share = |line| share_of(&orientation.path, self.evaluator(), line)[mover];
        let (best_share, share) = (share(&best), share(&worth));
        Some(Played { best: best_share, share: share.min(best_share) })
    }

    /// The best move and another by a search that is not deep enough to see that the first wins: a win that is seen and
    /// an estimate are of two kinds, and a position that is as good as won would look like a mistake beside it. Nothing
    /// where the win is seen all the same.
    fn before_the_win(
        &mut self,
        path: &Path<G>,
        mv: G::Move,
        depth: u32,
    ) -> Option<[Line<G::Move>; 2]> {
        self.engine.forget();
        let limits = Limits { depth: Some(depth), ..self.limits(MOST) };
        let stop = || self.effort.stop.clone();
        let best = self.engine.think(path, limits, 1, stop(), &mut |_| {}).lines.into_iter().next();
        let best = best.filter(|line| line.decided.is_none())?;
        if best.moves.first() == Some(&mv) {
            return Some([best.clone(), best]);
        }
        let limits = self.limits(8);
        let worth = self.engine.value_move(path, mv, depth, limits, stop()).0?;
        worth.decided.is_none().then_some([best, worth])
    }

    /// The value of a move, given with its images, to the depth of the judgement's head.
    fn value_move(
        &mut self,
        path: &Path<G>,
        images: &[G::Move],
        judgement: &Judgement<G::Move>,
    ) -> Option<Line<G::Move>> {
        let (head, &mv) = (&judgement.head, images.first()?);
        let begins =
            |line: &&Line<G::Move>| line.moves.first().is_some_and(|mv| images.contains(mv));
        if let Some(known) = head.lines.iter().find(begins) {
            return Some(known.clone());
        }
        let limits = self.limits(8);
        let stop = self.effort.stop.clone();
        self.engine.value_move(path, mv, head.depth, limits, stop).0
    }

    /// Keeps what an analysis with the same evaluator has finished, if it is deeper than what is known.
    pub(crate) fn learn(&mut self, path: &Path<G>, report: &Report<G::Move>) {
        let orientation = Orientation::of(path);
        let there = |line: &Line<G::Move>| Line {
            moves: line.moves.iter().map(|&mv| orientation.there(mv)).collect(),
            ..*line
        };
        let lines = report.lines.iter().map(there).collect();
        let report = Report { lines, ..report.clone() };
        self.at(&orientation, |_, judgement| {
            let allowed = judgement.head.allowed.max(report.nodes);
            judgement.deepen(report, allowed);
            judgement.agree(&orientation.path);
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

/// A move that was played and the best there was, by one search.
pub(crate) struct Played {
    /// What the best move was worth to the player: a part of the point.
    pub(crate) best: f32,
    /// What the move played was worth.
    pub(crate) share: f32,
}

fn count<G: Game>(path: &Path<G>) -> usize {
    let mut moves = Vec::new();
    path.moves(&mut moves);
    moves.len()
}

impl<M: Copy + PartialEq> Judgement<M> {
    /// Takes a deeper head; of two that are as deep, the one with more lines.
    fn deepen(&mut self, report: Report<M>, allowed: u64) {
        let better = (report.depth, report.lines.len()) > (self.head.depth, self.head.lines.len());
        if better || self.head.lines.is_empty() {
            self.head.take(report, allowed);
        }
        self.head.allowed = self.head.allowed.max(allowed);
    }

    /// Brings the head and the moves by themselves into agreement: what is proved beats what is estimated, and the
    /// deeper search the shallower.
    fn agree<G: Game<Move = M>>(&mut self, path: &Path<G>) {
        let mover = path.game().to_move(path.state()).index();
        let (Some(head), Some(each)) = (self.head.lines.first(), self.each.lines.first()) else {
            return;
        };
        let wins = |line: &Line<M>| line.decided.is_some_and(|turns| turns > 0);
        let proves_more = wins(each) && (!wins(head) || each.values[mover] > head.values[mover]);
        if self.each.depth > self.head.depth || proves_more {
            let allowed = self.head.allowed;
            self.head = Searched { allowed, ..self.each.clone() };
        }
    }
}

impl<M: Copy> Searched<M> {
    fn take(&mut self, report: Report<M>, allowed: u64) {
        let mut lines = report.lines;
        lines.iter_mut().for_each(|line| line.moves.truncate(LONGEST_LINE));
        *self = Searched { lines, depth: report.depth, nodes: report.nodes, allowed };
    }
}
