//! The search of one thread: principal-variation search with the shared table.
//!
//! At each depth it finds the value of plain minimax over the moves that the guide keeps; everything else only
//! affects speed. If a guide leaves moves out by guess, a position that loses after all others is called
//! [doubtful](score::doubtful), not lost; at the root the omitted moves are then searched. The table cuts where the
//! same position was searched to the same depth, where a shallower search reached the end of the game in every
//! line, or where the winner is known within the depth. It does not cut where a countdown could end the game within
//! the depth, or once a position on the path has recurred, and it stores nothing that a repetition has influenced.

use ninefold_core::{
    Context, Evaluator, Forcing, Game, Guide, Habits, Outcome, Path, Player, Symmetry, Tension, mix,
};

use super::order::{self, Order, Ranked};
use super::score::{self, INFINITE, Score};
use super::transposition::{Bound, Known, TranspositionTable};
use crate::limits::Meter;
use crate::pv::PvTable;
use crate::{Limits, StopFlag, Stopped};

/// A root move and what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) score: Score,
    /// The depth of the search that found the score.
    pub(super) depth: u32,
    pub(super) line: Vec<M>,
}

/// A search on one thread.
pub(super) struct Worker<'a, G: Game> {
    pub(super) meter: Meter,
    pub(super) roots: Vec<RootMove<G::Move>>,
    /// Root moves that the guide left out by guess; they are searched before the root is called lost.
    roots_left_out: Vec<RootMove<G::Move>>,
    pub(super) cuts: u64,
    /// Whether any unfinished position was evaluated.
    pub(super) beyond: bool,
    /// Whether to search selectively, as described in `selective.rs`.
    selective: bool,
    pub(super) path: Path<G>,
    root: usize,
    pub(super) guide: Box<dyn Guide<G> + 'a>,
    /// The parameters of the selective search.
    pub(super) habits: Habits,
    zero_sum: bool,
    pub(super) table: &'a TranspositionTable,
    /// The symmetries other than the identity that leave the root unchanged. Only with these can different lines
    /// lead to images of the same position.
    symmetries: Vec<Symmetry>,
    pub(super) order: Order<G::Move>,
    /// The moves of every node on the path, each node's above those of its parent.
    pub(super) stack: Vec<Ranked<G::Move>>,
    generated: Vec<G::Move>,
    pub(super) lines: PvTable<G::Move>,
    /// The number of games that ended by repetition so far.
    pub(super) repetitions: u64,
    /// Whether the guide left moves out when moves were last ranked.
    pub(super) left_out: bool,
}

/// Below this many turns above the leaves, looking for symmetric images costs more than it saves.
const DEEP_ENOUGH_FOR_IMAGES: u32 = 3;

impl<'a, G: Game> Worker<'a, G> {
    pub(super) fn new(
        path: &Path<G>,
        evaluator: &'a dyn Evaluator<G>,
        table: &'a TranspositionTable,
        limits: Limits,
        stop: StopFlag,
        selective: bool,
    ) -> Self {
        let game = path.game();
        let state = path.state();
        let mut moves = Vec::new();
        path.moves(&mut moves);
        let images = if evaluator.is_symmetric() { game.symmetries() } else { 1 };
        let fixes = |symmetry: &Symmetry| game.map(state, *symmetry) == *state;
        let guide = evaluator.guide(game, state);
        let habits = guide.habits();
        Worker {
            selective: selective && guide.tension(game, state) != Tension::Unknown,
            meter: Meter::new(limits, stop),
            roots: moves
                .into_iter()
                .map(|mv| RootMove { score: -INFINITE, depth: 0, line: vec![mv] })
                .collect(),
            roots_left_out: Vec::new(),
            cuts: 0,
            beyond: false,
            root: path.played().len(),
            habits,
            guide,
            zero_sum: evaluator.is_zero_sum(),
            table,
            symmetries: (1..images).map(|index| Symmetry(index as u8)).filter(fixes).collect(),
            order: Order::new(habits),
            stack: Vec::new(),
            generated: Vec::new(),
            lines: PvTable::new(),
            repetitions: 0,
            left_out: false,
            path: path.clone(),
        }
    }

    /// The score of the root by static evaluation alone.
    pub(super) fn glance(&self) -> Score {
        let context = self.path.context();
        match context.outcome {
            Some(outcome) => self.finished(&outcome, 0),
            None => self.judge(context),
        }
    }

    /// The player to move at the root.
    pub(super) fn mover(&self) -> Player {
        self.path.game().to_move(self.path.state())
    }

    /// Removes root moves that the guide considers not worth searching, or with `keep_all` moves them to the end.
    pub(super) fn narrow_roots(&mut self, keep_all: bool) {
        let mut moves: Vec<G::Move> = self.roots.iter().map(|root| root.line[0]).collect();
        self.guide.narrow(self.path.game(), self.path.state(), &mut moves, 0);
        let worth = |root: &RootMove<G::Move>| moves.contains(&root.line[0]);
        if keep_all {
            self.roots.sort_by_key(|root| !worth(root));
            return;
        }
        let left_out: Vec<_> = self.roots.extract_if(.., |root| !worth(root)).collect();
        if self.narrows_by_guess() {
            self.roots_left_out = left_out;
        }
    }

    /// Whether a move that the guide leaves out here may be better than all moves that it keeps.
    pub(super) fn narrows_by_guess(&self) -> bool {
        matches!(self.guide.tension(self.path.game(), self.path.state()), Tension::Calm { .. })
    }

    /// Searches the root moves from index `first` on. A move better than `low` and all moves before it moves to the
    /// front, with its score and line.
    pub(super) fn search_roots(
        &mut self,
        depth: u32,
        first: usize,
        mut low: Score,
        high: Score,
    ) -> Result<Score, Stopped> {
        self.enter(0)?;
        let mut best = -INFINITE;
        let mut index = first;
        let mut lost: Vec<(G::Move, Score)> = Vec::new();
        loop {
            if index == self.roots.len() {
                if !score::is_lost(best) || self.roots_left_out.is_empty() {
                    break;
                }
                // If the search is stopped before these are searched, the loss is not certain.
                for root in &mut self.roots[first..] {
                    if score::is_lost(root.score) {
                        lost.push((root.line[0], root.score));
                        root.score = score::doubtful(root.score);
                    }
                }
                self.roots.append(&mut self.roots_left_out);
            }
            let mv = self.roots[index].line[0];
            let score = match self.selective {
                true => self.search_root_selectively(mv, depth, low, high, index - first)?,
                false => self.search_move(mv, depth, low, high, index == first)?,
            };
            best = best.max(score);
            if score > low {
                low = score;
                self.lines.note(0, mv);
                let line = self.lines.from(0).to_vec();
                self.roots[index] = RootMove { score, depth, line };
                self.roots[first..=index].rotate_right(1);
            }
            if score >= high {
                self.cuts += 1;
                break;
            }
            index += 1;
        }
        for root in &mut self.roots {
            if let Some((_, score)) = lost.iter().find(|(mv, _)| *mv == root.line[0]) {
                root.score = *score;
            }
        }
        Ok(best)
    }

    /// Searches every root move separately to this depth and sorts them by score; does nothing unless all are
    /// completed.
    pub(super) fn search_each(&mut self, depth: u32) -> Result<(), Stopped> {
        let mut deeper = Vec::with_capacity(self.roots.len());
        for index in 0..self.roots.len() {
            let (mv, last) = (self.roots[index].line[0], self.roots[index].score);
            let score = super::in_window(last, depth, |low, high| {
                self.enter(0)?;
                self.search_move(mv, depth, low, high, true)
            })?;
            self.lines.note(0, mv);
            deeper.push(RootMove { score, depth, line: self.lines.from(0).to_vec() });
        }
        // Ties keep their order: a deeper search changes it only where it finds a difference.
        deeper.sort_by_key(|root| std::cmp::Reverse(root.score));
        self.roots = deeper;
        Ok(())
    }

    /// Plays a move, finds its score for the mover, and undoes it. The first move of a node is searched with the
    /// full window; every other one is first tested with a null window.
    fn search_move(
        &mut self,
        mv: G::Move,
        depth: u32,
        low: Score,
        high: Score,
        first: bool,
    ) -> Result<Score, Stopped> {
        let before = *self.path.state();
        let mover = self.path.game().to_move(&before);
        self.path.play(mv);
        self.guide.play(self.path.game(), &before, mv, self.path.state());
        let same_side = self.path.game().to_move(self.path.state()) == mover;
        let mut ask = |low: Score, high: Score| match same_side {
            true => self.search(depth - 1, low, high),
            false => self.search(depth - 1, -high, -low).map(|score| -score),
        };
        let score = if first {
            ask(low, high)
        } else {
            match ask(low, low + 1) {
                Ok(score) if low < score && score < high => ask(low, high),
                answer => answer,
            }
        };
        self.path.undo();
        self.guide.undo();
        score
    }

    /// The score of the current position for the side to move, within the contract of alpha-beta: exact inside the
    /// window, a bound outside.
    fn search(&mut self, depth: u32, mut low: Score, high: Score) -> Result<Score, Stopped> {
        if self.selective {
            return self.search_selectively(depth, low, high);
        }
        let ply = self.ply();
        self.enter(ply)?;
        let context = self.path.context();
        if let Some(outcome) = context.outcome {
            self.repetitions += u64::from(outcome.reason == Outcome::REPETITION);
            return Ok(self.finished(&outcome, ply));
        }
        if depth == 0 {
            return Ok(self.leaf(context, ply));
        }
        let at_hand = self.at_hand(depth);
        let known = self.table.get(at_hand.key);
        let open_window = high - 1 > low;
        if let Some(known) = known
            && at_hand.cuts
            && !open_window
            && let Some(score) = usable(known, depth, ply, low, high)
        {
            self.beyond |= !known.settled;
            return Ok(score);
        }
        if let Some(score) = self.forced_win(depth, ply) {
            return Ok(score);
        }
        let repetitions = self.repetitions;
        let beyond_elsewhere = std::mem::replace(&mut self.beyond, false);
        let start_low = low;
        let mut best = -INFINITE;
        let mut best_move = None;
        let start = self.rank_moves(ply, known.and_then(|known| known.best), at_hand.symmetry);
        let left_out = self.left_out;
        if !open_window && let Some((score, mv)) = self.cut_by_a_child(start, depth, ply, high) {
            self.stack.truncate(start);
            self.lines.note(ply, mv);
            if at_hand.cuts {
                self.remember(&at_hand, depth, score, low, high, Some(mv));
            }
            self.beyond |= beyond_elsewhere;
            return Ok(score);
        }
        for index in start..self.stack.len() {
            let mv = order::next(&mut self.stack, index);
            let score = self.search_move(mv, depth, low, high, index == start)?;
            if score > best {
                best = score;
                if score > low {
                    low = score;
                    best_move = Some(mv);
                    self.lines.note(ply, mv);
                }
            }
            if score >= high {
                self.cuts += u64::from(index + 1 < self.stack.len());
                self.order.cut(self.path.game(), &self.stack[start..=index], ply, depth);
                break;
            }
        }
        self.stack.truncate(start);
        best = self.with_doubt(best, left_out);
        if at_hand.cuts && repetitions == self.repetitions {
            self.remember(&at_hand, depth, best, start_low, high, best_move);
        }
        self.beyond |= beyond_elsewhere;
        Ok(best)
    }

    /// The score of a position after the moves that the guide keeps. A loss is not certain if the guide left out
    /// other moves that may save the game.
    pub(super) fn with_doubt(&mut self, best: Score, left_out: bool) -> Score {
        if !left_out || !score::is_lost(best) || !self.narrows_by_guess() {
            return best;
        }
        self.beyond = true;
        score::doubtful(best)
    }

    /// Stores in the table what a search of the current position with this window has found.
    pub(super) fn remember(
        &self,
        at_hand: &AtHand,
        depth: u32,
        best: Score,
        low: Score,
        high: Score,
        best_move: Option<G::Move>,
    ) {
        let bound = match best {
            _ if best >= high => Bound::AtLeast,
            _ if best > low => Bound::Exact,
            _ => Bound::AtMost,
        };
        let game = self.path.game();
        let best_code = best_move.map(|mv| code_of_image(game, mv, at_hand.symmetry));
        let score = score::from_here(best, self.ply());
        let depth = depth.min(u8::MAX.into()) as u8;
        let settled = !self.beyond;
        self.table.put(at_hand.key, Known { score, depth, bound, settled, best: best_code });
    }

    /// The score at the depth limit.
    fn leaf(&mut self, context: Context, ply: usize) -> Score {
        self.forced_win(0, ply).unwrap_or_else(|| {
            self.beyond = true;
            self.judge(context)
        })
    }

    /// A forced win that the guide finds: statically at the leaves, with more effort above.
    fn forced_win(&mut self, depth: u32, ply: usize) -> Option<Score> {
        let effort = Habits::PLAIN.effort(depth).min(self.meter.nodes_left());
        let forcing = self.guide.forced_win(self.path.game(), self.path.state(), effort);
        self.found(forcing, ply)
    }

    /// The score of a forced win, if the search found one.
    pub(super) fn found(&mut self, forcing: Forcing<G::Move>, ply: usize) -> Option<Score> {
        self.meter.add(forcing.positions);
        let win = forcing.win?;
        self.lines.note(ply, win.mv);
        Some(score::won_in(ply + win.turns as usize))
    }

    /// Pushes the moves worth searching onto the stack and returns the start index.
    pub(super) fn rank_moves(
        &mut self,
        ply: usize,
        best: Option<u16>,
        symmetry: Symmetry,
    ) -> usize {
        let (game, state) = (self.path.game(), self.path.state());
        let start = self.stack.len();
        self.generated.clear();
        self.path.moves(&mut self.generated);
        let legal = self.generated.len();
        self.guide.narrow(game, state, &mut self.generated, 0);
        self.left_out = self.generated.len() < legal;
        let is_best = |mv| best.is_some_and(|best| code_of_image(game, mv, symmetry) == best);
        for &mv in &self.generated {
            let promise = self.guide.promise(game, state, mv);
            self.stack.push(match self.selective {
                true => self.order.weigh(game, mv, ply, is_best(mv), promise),
                false => self.order.rank(game, mv, ply, is_best(mv), promise),
            });
        }
        start
    }

    /// Where the table stores the current position, and whether it may cut there.
    pub(super) fn at_hand(&self, depth: u32) -> AtHand {
        let state = self.path.state();
        let (key, symmetry) = self.place_of(state, depth);
        let horizon = self.path.game().horizon(state);
        let cuts = depth < horizon && !self.path.repeats();
        AtHand { key, symmetry, cuts, horizon }
    }

    /// The table key of a position's canonical image, and the symmetry that maps the position to it.
    pub(super) fn place_of(&self, state: &G::State, depth: u32) -> (u64, Symmetry) {
        let game = self.path.game();
        let mut smallest = (*state, Symmetry(0));
        if depth >= DEEP_ENOUGH_FOR_IMAGES {
            for &symmetry in &self.symmetries {
                smallest = smallest.min((game.map(state, symmetry), symmetry));
            }
        }
        let (image, symmetry) = smallest;
        // Points won are not part of the game's key, but they decide the winner.
        let points = match score::lead(game, state, Player::FIRST) {
            0 => 0,
            lead => mix(lead as u64),
        };
        (game.key(&image) ^ points, symmetry)
    }

    /// The worth of being on turn beyond the evaluation, when searches to different depths are compared.
    pub(super) fn tempo(&self) -> Score {
        if self.selective { self.guide.tempo() } else { 0 }
    }

    /// The evaluation of the current position for the side to move.
    pub(super) fn judge(&self, context: Context) -> Score {
        let values = self.guide.values(self.path.game(), self.path.state(), context);
        let mover = self.path.game().to_move(self.path.state());
        let own = i64::from(values[mover.index()]);
        score::judged(if self.zero_sum {
            own
        } else {
            own - i64::from(values[mover.other().index()])
        })
    }

    pub(super) fn finished(&self, outcome: &Outcome, ply: usize) -> Score {
        let (game, state) = (self.path.game(), self.path.state());
        score::finished(game, state, outcome, game.to_move(state), ply)
    }

    pub(super) fn enter(&mut self, ply: usize) -> Result<(), Stopped> {
        self.meter.count()?;
        self.lines.enter(ply);
        Ok(())
    }

    pub(super) fn ply(&self) -> usize {
        self.path.played().len() - self.root
    }
}

fn code_of_image<G: Game>(game: &G, mv: G::Move, symmetry: Symmetry) -> u16 {
    game.move_index(if symmetry == Symmetry(0) { mv } else { game.map_move(mv, symmetry) })
}

/// A position's location in the table.
pub(super) struct AtHand {
    pub(super) key: u64,
    /// The symmetry that maps the position to the image of the key.
    pub(super) symmetry: Symmetry,
    pub(super) cuts: bool,
    /// The fewest turns after which a countdown can end the game.
    pub(super) horizon: u32,
}

/// The score of a table entry if it is usable for a search to `depth` with this window.
pub(super) fn usable(
    known: Known,
    depth: u32,
    ply: usize,
    low: Score,
    high: Score,
) -> Option<Score> {
    let within = score::decided_in(known.score).is_some_and(|turns| turns.unsigned_abs() <= depth);
    let searched = u32::from(known.depth);
    if searched != depth && !(known.settled && searched < depth) && !within {
        return None;
    }
    let score = score::from_root(known.score, ply);
    let fits = match known.bound {
        Bound::Exact => true,
        Bound::AtLeast => score >= high,
        Bound::AtMost => score <= low,
    };
    fits.then_some(score)
}
