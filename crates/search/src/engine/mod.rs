//! The strong search. For two players: iterative deepening, principal-variation search with aspiration windows, and
//! one table shared by all threads. For more players: iterative deepening with paranoid search.
//!
//! | file | content |
//! |---|---|
//! | `mod.rs` | the engine: deepening, several lines, threads |
//! | `worker.rs` | the search of one thread, for two players |
//! | `children.rs` | cutoffs from table entries of child positions |
//! | `selective.rs` | the selective search of one thread |
//! | `many.rs` | the search for more than two players |
//! | `order.rs` | move ordering |
//! | `transposition.rs` | the transposition table |
//! | `score.rs` | scores, with the distance to the end of decided games |

mod children;
mod many;
mod order;
mod score;
mod selective;
mod transposition;
mod worker;

use std::time::{Duration, Instant};

use ninefold_core::{Evaluator, Game, Path, Player, Values, zero_sum};

use crate::{Limits, SearchResult, StopFlag, Stopped};
use score::{INFINITE, Score};
pub use transposition::TranspositionTable;
use worker::Worker;

/// The options of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// The size of the transposition table in bytes.
    pub table: usize,
    /// The number of threads of a two-player search; a search for more players uses one. Only with one thread is
    /// the result deterministic.
    pub threads: usize,
    /// Whether the search includes root moves that the guide considers not worth searching.
    pub every_move: bool,
    /// Whether a two-player search reduces the depth where little seems to matter. This requires a guide with
    /// [`Guide::tension`](ninefold_core::Guide::tension). Otherwise each depth has the value of plain minimax.
    pub selective: bool,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions { table: 16 << 20, threads: 1, every_move: false, selective: false }
    }
}

/// A strong player for any game. It remembers earlier searches until [`forget`](Engine::forget) is called.
pub struct Engine<G: Game> {
    evaluator: Box<dyn Evaluator<G>>,
    /// The table size, and the table itself once a search has run.
    size: usize,
    table: Option<TranspositionTable>,
    threads: usize,
    every_move: bool,
    selective: bool,
}

/// The result of an engine search so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// The best lines, the best first; empty if the game is over.
    pub lines: Vec<Line<M>>,
    /// The last fully searched depth in turns.
    pub depth: u32,
    /// The positions visited by all threads.
    pub nodes: u64,
    /// The number of cutoffs.
    pub cuts: u64,
    /// The time taken.
    pub elapsed: Duration,
}

/// A move and the expected play after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// The value for each player: an evaluation, or a value far outside that range if the game is decided.
    pub values: Values,
    /// The number of turns until the player to move wins, or loses if negative, if that is certain.
    pub decided: Option<i32>,
    /// The depth of the search that found the value; 0 for a static value. If a limit ended the search it may be
    /// one more than the completed [depth](Report::depth).
    pub depth: u32,
    /// The moves, starting with the one that is valued.
    pub moves: Vec<M>,
}

impl<M: Clone> Report<M> {
    /// The best line alone, in the form of the plain searches; `values` are those of a finished game.
    pub fn found(&self, values: Values) -> SearchResult<M> {
        let best = self.lines.first();
        SearchResult {
            values: best.map_or(values, |line| line.values),
            line: best.map_or(Vec::new(), |line| line.moves.clone()),
            depth: self.depth,
            nodes: self.nodes,
            cuts: self.cuts,
        }
    }
}

/// A callback for the progress of a search.
pub type Watch<'a, M> = &'a mut dyn FnMut(&Report<M>);

/// The first depth with an aspiration window around the last value.
const FIRST_ASPIRATION: u32 = 4;
/// The maximum search depth.
const DEEPEST: u32 = 250;

impl<G: Game> Drop for Engine<G> {
    fn drop(&mut self) {
        if let Some(table) = self.table.take() {
            table.put_back();
        }
    }
}

impl<G: Game> Engine<G> {
    /// Creates an engine with this evaluator.
    pub fn new(evaluator: Box<dyn Evaluator<G>>, options: EngineOptions) -> Engine<G> {
        let EngineOptions { table, threads, every_move, selective } = options;
        let threads = threads.max(1);
        Engine { evaluator, size: table, table: None, threads, every_move, selective }
    }

    /// Forgets all positions, so that the next search gives the result of a new engine.
    pub fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.forget();
        }
    }

    /// The evaluator in use.
    pub fn evaluator(&self) -> &dyn Evaluator<G> {
        &*self.evaluator
    }

    /// Searches the position at the end of `path` for the best `lines` moves within the limits. Nodes are exact on
    /// one thread; time is accurate to a few milliseconds.
    ///
    /// An unfinished depth still counts: a move that proved better than the best of the previous depth replaces it.
    pub fn think(
        &mut self,
        path: &Path<G>,
        limits: Limits,
        lines: usize,
        stop: StopFlag,
        watch: Watch<'_, G::Move>,
    ) -> Report<G::Move> {
        if path.game().players() > 2 {
            return many::think(path, &*self.evaluator, limits, lines, &stop, watch);
        }
        let evaluator = &*self.evaluator;
        let table = &*self.table.get_or_insert_with(|| TranspositionTable::take(self.size));
        let worker = |limits, stop| {
            let mut worker = Worker::new(path, evaluator, table, limits, stop, self.selective);
            worker.narrow_roots(self.every_move);
            worker
        };
        let start = Instant::now();
        let done = StopFlag::default();
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads)
                .map(|index| {
                    let done = done.clone();
                    let limits =
                        Limits { nodes: limits.nodes.map(|n| n / self.threads as u64), ..limits };
                    scope.spawn(move || {
                        let mut worker = worker(limits, done);
                        deepen(&mut worker, index as u32 % 2, lines, &mut |_, _| {});
                        (worker.meter.nodes(), worker.cuts)
                    })
                })
                .collect();
            let own_nodes =
                limits.nodes.map(|n| n - n / self.threads as u64 * (self.threads as u64 - 1));
            let mut worker = worker(Limits { nodes: own_nodes, ..limits }, stop);
            let threads = self.threads as u64;
            let depth = deepen(&mut worker, 0, lines, &mut |worker, depth| {
                watch(&report(worker, depth, lines, worker.meter.nodes() * threads, start));
            });
            done.raise();
            let mut found = report(&worker, depth, lines, worker.meter.nodes(), start);
            for helper in helpers {
                if let Ok((nodes, cuts)) = helper.join() {
                    found.nodes += nodes;
                    found.cuts += cuts;
                }
            }
            found
        })
    }
}

impl<G: Game> Engine<G> {
    /// Values every move of the position at the end of `path`: each is searched separately to the same depth, ever
    /// deeper within the limits. Only a depth completed for every move counts. If not even the first was completed,
    /// the depth is 0 and every move has the static value of the position.
    pub fn value_moves(
        &mut self,
        path: &Path<G>,
        limits: Limits,
        stop: StopFlag,
        watch: Watch<'_, G::Move>,
    ) -> Report<G::Move> {
        if path.game().players() > 2 {
            return many::value_moves(path, &*self.evaluator, limits, usize::MAX, &stop, watch);
        }
        let start = Instant::now();
        let table = &*self.table.get_or_insert_with(|| TranspositionTable::take(self.size));
        let mut worker = Worker::new(path, &*self.evaluator, table, limits, stop, self.selective);
        worker.narrow_roots(true);
        let deepest = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let mut done = 0;
        for depth in 1..=deepest {
            worker.beyond = false;
            if worker.roots.is_empty() || worker.search_each(depth).is_err() {
                break;
            }
            done = depth;
            watch(&report(&worker, done, usize::MAX, worker.meter.nodes(), start));
            if is_settled(&worker.roots, depth) || !worker.beyond || worker.meter.is_stopped() {
                break;
            }
        }
        report(&worker, done, usize::MAX, worker.meter.nodes(), start)
    }

    /// The best of these moves in the position at the end of `path`, searched on one thread, and the nodes used.
    /// Returns no line if none of the moves is legal here or the game has more than two players.
    pub fn choose_among(
        &mut self,
        path: &Path<G>,
        moves: &[G::Move],
        limits: Limits,
        stop: StopFlag,
    ) -> (Option<Line<G::Move>>, u64) {
        if path.game().players() > 2 {
            return (None, 0);
        }
        let table = &*self.table.get_or_insert_with(|| TranspositionTable::take(self.size));
        let mut worker = Worker::new(path, &*self.evaluator, table, limits, stop, self.selective);
        worker.roots.retain(|root| moves.contains(&root.line[0]));
        let depth = deepen(&mut worker, 0, 1, &mut |_, _| {});
        let nodes = worker.meter.nodes();
        (report(&worker, depth, 1, nodes, Instant::now()).lines.into_iter().next(), nodes)
    }

    /// The value of one move at search depth `depth`, including the move itself, and the nodes used. Returns no
    /// line if a limit was reached first.
    pub fn value_move(
        &mut self,
        path: &Path<G>,
        mv: G::Move,
        depth: u32,
        limits: Limits,
        stop: StopFlag,
    ) -> (Option<Line<G::Move>>, u64) {
        if path.game().players() > 2 {
            return many::value_move(path, &*self.evaluator, mv, depth, limits, &stop);
        }
        let table = &*self.table.get_or_insert_with(|| TranspositionTable::take(self.size));
        let mut worker = Worker::new(path, &*self.evaluator, table, limits, stop, self.selective);
        worker.roots.retain(|root| root.line[0] == mv);
        let found = match worker.roots.is_empty() {
            false => worker.search_each(depth.max(1)).is_ok(),
            true => false,
        };
        let nodes = worker.meter.nodes();
        let lines = report(&worker, depth, 1, nodes, Instant::now()).lines;
        (lines.into_iter().next().filter(|_| found), nodes)
    }
}

/// Whether all of these are won or lost within the depth of their search.
fn is_settled<M>(roots: &[worker::RootMove<M>], depth: u32) -> bool {
    roots.iter().all(|root| {
        score::decided_in(root.score).is_some_and(|turns| turns.unsigned_abs() <= depth)
    })
}

/// Searches to ever greater depths until a limit is reached or deeper search cannot change the result, and returns
/// the last completed depth. Threads start at different depths to avoid duplicate work.
fn deepen<G: Game>(
    worker: &mut Worker<'_, G>,
    skipped: u32,
    lines: usize,
    watch: &mut dyn FnMut(&Worker<'_, G>, u32),
) -> u32 {
    let deepest = worker.meter.limits().depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
    let lines = lines.min(worker.roots.len());
    let mut done = 0;
    for depth in 1..=deepest {
        let depth = (depth + skipped).min(deepest);
        worker.beyond = false;
        for first in 0..lines {
            if aspire(worker, depth, first).is_err() {
                return done;
            }
        }
        // A selective search may rate a later line above an earlier one.
        worker.roots[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
        done = depth;
        watch(worker, depth);
        if is_settled(&worker.roots[..lines], depth) || !worker.beyond || worker.meter.is_stopped()
        {
            break;
        }
    }
    done
}

/// Searches the root moves from index `first` on with a narrow window around the last score; the window is widened
/// on the side where the search fails.
fn aspire<G: Game>(worker: &mut Worker<'_, G>, depth: u32, first: usize) -> Result<(), Stopped> {
    let last = worker.roots[first].score;
    in_window(last, depth, |low, high| worker.search_roots(depth, first, low, high)).map(|_| ())
}

/// Searches with a narrow window around the last score, widened on the side where the search fails. Uses the full
/// window if there is no last score or it is a decided one.
fn in_window(
    last: Score,
    depth: u32,
    mut search: impl FnMut(Score, Score) -> Result<Score, Stopped>,
) -> Result<Score, Stopped> {
    if depth < FIRST_ASPIRATION || last == -INFINITE || score::decided_in(last).is_some() {
        return search(-INFINITE, INFINITE);
    }
    let mut width = 16 + last.abs() / 16;
    let (mut low, mut high) = (last - width, last + width);
    loop {
        let score = search(low, high)?;
        width = width.saturating_mul(4);
        if score <= low && low > -INFINITE {
            low = widened(score.min(low), -width);
        } else if score >= high && high < INFINITE {
            high = widened(score.max(high), width);
        } else {
            return Ok(score);
        }
    }
}

/// Moves a bound by a width; beyond a maximum width the bound becomes infinite.
fn widened(bound: Score, width: i32) -> Score {
    const WIDE: i32 = 100_000;
    match width {
        WIDE.. => INFINITE,
        _ if width <= -WIDE => -INFINITE,
        _ => bound.saturating_add(width),
    }
}

fn report<G: Game>(
    worker: &Worker<'_, G>,
    depth: u32,
    lines: usize,
    nodes: u64,
    start: Instant,
) -> Report<G::Move> {
    let glance = worker.glance();
    let line = |root: &worker::RootMove<G::Move>| {
        let score = match root.score == -INFINITE {
            true => glance,
            false => worker.told(root.score, root.depth),
        };
        let values = zero_sum(if worker.mover() == Player::FIRST { score } else { -score });
        let (depth, moves) = (root.depth, root.line.clone());
        Line { values, decided: score::decided_in(score), depth, moves }
    };
    Report {
        lines: worker.roots.iter().take(lines).map(line).collect(),
        depth,
        nodes,
        cuts: worker.cuts,
        elapsed: start.elapsed(),
    }
}
