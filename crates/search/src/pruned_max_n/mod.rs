//! A faster version of [`max_n`](crate::max_n) with the same values and moves.
//!
//! Three techniques make it fast. Each preserves the vector and the move of every node:
//!
//! - **Incremental evaluation.** The evaluator's guide follows the moves, so a leaf costs only what its last move
//!   changed.
//! - **A table of results.** A position that recurs with the same remaining depth is not searched again. The table
//!   stores the exact vector and the first best move, and is used only where the position alone determines the
//!   result (see [`position_decides`]).
//! - **Ceilings.** The guide may know an upper bound on the mover's value after a move. Moves are searched in
//!   descending order of their ceilings, and the rest are skipped as soon as none of them can be the first best:
//!   every remaining ceiling is less than the best value found, or equal to it and later in the order. So the
//!   parent of a leaf evaluates a single leaf if ceilings are exact, and a move with the highest possible value
//!   ends the search of its node.
//!
//! A cutoff compares the moves of one node with each other. Cutoffs that return less than the exact vector of a
//! node because its parent cannot want it (shallow pruning, Korf 1991) would fill the table with inexact results. A
//! ceiling gives the same information before the node is searched at all.

mod ranking;
mod vector_table;

use ninefold_core::{Evaluator, Game, Guide, Path, Values, decided, mix};

use crate::{Search, Stopped};
use ranking::Ranking;
use vector_table::{Entry, VectorTable};

/// Nodes with at least this remaining depth are stored in the table.
const SHALLOWEST_KEPT: u32 = 2;

/// The state of the search across nodes and depths.
pub(crate) struct PrunedMaxN<'a, G: Game> {
    guide: Box<dyn Guide<G> + 'a>,
    /// Whether the guide judges finished games too.
    judges_ends: bool,
    table: VectorTable,
    ranking: Ranking,
}

/// The result at a node.
#[derive(Clone, Copy)]
struct Node {
    values: Values,
    /// The code of the first best move; `None` where the search ends.
    code: Option<u16>,
    /// Whether every line from here ended the game.
    complete: bool,
}

impl<'a, G: Game> PrunedMaxN<'a, G> {
    /// Creates a search from the end of `path`.
    pub(crate) fn new<E: Evaluator<G> + ?Sized>(evaluator: &'a E, path: &Path<G>) -> Self {
        PrunedMaxN {
            guide: evaluator.guide(path.game(), path.state()),
            judges_ends: evaluator.judges_ends(),
            table: VectorTable::new(),
            ranking: Ranking::default(),
        }
    }

    /// The values of the current position for all players.
    pub(crate) fn values<E: Evaluator<G> + ?Sized>(
        &mut self,
        search: &mut Search<'_, G, E>,
        depth: u32,
    ) -> Result<Values, Stopped> {
        let node = self.search(search, depth)?;
        search.beyond = !node.complete;
        let line = self.line(search, node, depth)?;
        search.set_line(line);
        Ok(node.values)
    }

    fn search<E: Evaluator<G> + ?Sized>(
        &mut self,
        search: &mut Search<'_, G, E>,
        depth: u32,
    ) -> Result<Node, Stopped> {
        let context = search.enter()?;
        let (game, state) = (search.path.game(), search.path.state());
        if depth == 0 || context.outcome.is_some() {
            let values = match context.outcome {
                Some(outcome) if !self.judges_ends => decided(game.players(), outcome),
                _ => self.guide.values(game, state, context),
            };
            return Ok(Node { values, code: None, complete: context.outcome.is_some() });
        }
        let key = table_key(game, state);
        let kept = depth >= SHALLOWEST_KEPT && position_decides(&search.path, depth);
        let known = if kept { self.table.get(key) } else { None };
        let known_code = match known {
            Some(entry) if entry.answers(depth) => {
                let Entry { values, code, complete, .. } = *entry;
                return Ok(Node { values, code: Some(code), complete });
            }
            shallower => shallower.map(|entry| entry.code),
        };
        let node = self.best_of_moves(search, depth, known_code)?;
        if let (true, Some(code)) = (kept, node.code) {
            let Node { values, complete, .. } = node;
            self.table.put(Entry { key, values, depth, code, complete });
        }
        Ok(node)
    }

    /// Searches the moves of a node that can be the first best, starting with the move of the given code.
    fn best_of_moves<E: Evaluator<G> + ?Sized>(
        &mut self,
        search: &mut Search<'_, G, E>,
        depth: u32,
        favourite: Option<u16>,
    ) -> Result<Node, Stopped> {
        let mover = search.path.game().to_move(search.path.state()).index();
        let mut complete = true;
        let mut best: Option<(Values, usize)> = None;
        let frame = search.open();
        let mut candidates = self.ranking.open();
        for index in search.moves(frame) {
            let (game, state, mv) =
                (search.path.game(), search.path.state(), search.candidate(index));
            self.ranking.add(index, self.guide.ceiling(game, state, mv, depth - 1));
            if favourite == Some(game.move_index(mv)) {
                candidates.favour(index);
            }
        }
        loop {
            let so_far = best.map(|(values, index)| (values[mover], index));
            let Some(index) = self.ranking.next(&mut candidates, so_far) else { break };
            let before = *search.path.state();
            let mv = search.play(index);
            self.guide.play(search.path.game(), &before, mv, search.path.state());
            let child = self.search(search, depth - 1)?;
            self.guide.undo();
            search.undo();
            complete &= child.complete;
            let first_best = so_far.is_none_or(|(value, first)| {
                child.values[mover] > value || (child.values[mover] == value && index < first)
            });
            if first_best {
                best = Some((child.values, index));
            }
        }
        if self.ranking.left_out(&candidates) {
            search.count_cut();
            // The ends of the skipped lines were not visited.
            complete &= search.path.game().most_turns(search.path.state()) <= depth;
        }
        let code = best.map(|(_, index)| search.path.game().move_index(search.candidate(index)));
        self.ranking.close(&candidates);
        search.close(frame);
        Ok(Node { values: best.map(|(values, _)| values).unwrap_or_default(), code, complete })
    }

    /// The expected line from the current position, whose node is given. Nodes that are no longer in the table are
    /// searched again.
    fn line<E: Evaluator<G> + ?Sized>(
        &mut self,
        search: &mut Search<'_, G, E>,
        root: Node,
        depth: u32,
    ) -> Result<Vec<G::Move>, Stopped> {
        let mut line = Vec::new();
        let mut code = root.code;
        while let Some(mv) = code.and_then(|code| move_of(&search.path, code)) {
            let before = *search.path.state();
            search.path.play(mv);
            self.guide.play(search.path.game(), &before, mv, search.path.state());
            line.push(mv);
            let to_go = depth - line.len() as u32;
            code = if to_go > 0 { self.search(search, to_go)?.code } else { None };
        }
        for _ in &line {
            self.guide.undo();
            search.undo();
        }
        Ok(line)
    }
}

/// The legal move with this code.
fn move_of<G: Game>(path: &Path<G>, code: u16) -> Option<G::Move> {
    let mut moves = Vec::new();
    path.moves(&mut moves);
    moves.into_iter().find(|&mv| path.game().move_index(mv) == code)
}

/// A key of everything that a search from here depends on: the position and the points already won.
fn table_key<G: Game>(game: &G, state: &G::State) -> u64 {
    let key = game.key(state);
    let points = game.points(state);
    if points.iter().all(|&won| won == 0) {
        return key;
    }
    points.iter().fold(key, |key, &won| mix(key ^ won as u64))
}

/// Whether a search to this depth depends on the current position alone: no countdown can run out within it, and no
/// earlier position can recur often enough for a draw.
///
/// If the game is drawn at the third occurrence or later and no position has occurred twice, an earlier one would
/// have to occur two more times, which takes at least three turns.
fn position_decides<G: Game>(path: &Path<G>, depth: u32) -> bool {
    let game = path.game();
    let from_history = path.recallable() > 0 && {
        let early = game.repetitions_to_draw().is_some_and(|limit| limit < 3);
        early || path.repeats() || depth >= 3
    };
    !from_history && game.horizon(path.state()) > depth
}
