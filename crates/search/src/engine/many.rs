//! Iterative deepening for more than two players with paranoid search. Its alpha-beta searches deeper than Max^N
//! and wins more games against it. The value is that of the player to move alone, and a claimed win is a win
//! against all others together.

use std::time::Instant;

use ninefold_core::{Evaluator, Game, Path, Stopwatch};

use super::{Line, Report, Watch};
use crate::{Limits, Search, SearchResult, StopFlag};

/// Implements [`Engine::think`](super::Engine::think) for more than two players.
pub(super) fn think<G: Game>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    limits: Limits,
    lines: usize,
    stop: &StopFlag,
    watch: Watch<'_, G::Move>,
) -> Report<G::Move> {
    let start = Instant::now();
    if lines == 1 {
        let mut sure = None;
        let report = |found: &SearchResult<G::Move>, decided| Report {
            lines: match found.line.is_empty() {
                true => Vec::new(),
                false => vec![Line {
                    values: found.values,
                    decided,
                    depth: found.depth,
                    moves: found.line.clone(),
                }],
            },
            depth: found.depth,
            nodes: found.nodes,
            cuts: found.cuts,
            elapsed: start.elapsed(),
        };
        let search = Search::new(path, evaluator, limits, stop.clone());
        let found = search.run_paranoid(|found, won| {
            sure = won.then_some(found.line.len() as i32).filter(|&turns| turns > 0);
            watch(&report(found, sure));
        });
        return report(&found, sure);
    }
    value_moves(path, evaluator, limits, lines, stop, watch)
}

/// Implements [`Engine::value_moves`](super::Engine::value_moves) for more than two players, limited to the best
/// `lines` moves.
pub(super) fn value_moves<G: Game>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    limits: Limits,
    lines: usize,
    stop: &StopFlag,
    watch: Watch<'_, G::Move>,
) -> Report<G::Move> {
    let start = Stopwatch::start(stop);
    let mut report = at_a_glance(path, evaluator);
    let deepest = limits.depth.unwrap_or(u32::MAX).max(1);
    let mover = path.game().to_move(path.state()).index();
    for depth in 1..=deepest {
        let (mut ranked, mut beyond) = (Vec::new(), false);
        for line in &report.lines {
            let left = Limits {
                depth: None,
                nodes: limits.nodes.map(|most| most.saturating_sub(report.nodes)),
                time: limits.time.map(|most| most.saturating_sub(start.elapsed())),
            };
            let search = Search::new(path, evaluator, left, stop.clone());
            let (found, nodes) = search.paranoid_move(line.moves[0], depth);
            report.nodes += nodes;
            let Some(found) = found else { break };
            report.cuts += found.cuts;
            beyond |= found.beyond;
            ranked.push(found.line);
        }
        if ranked.is_empty() || ranked.len() < report.lines.len() {
            break;
        }
        ranked.sort_by_key(|line| -line.values[mover]);
        report = Report { lines: ranked, depth, elapsed: start.elapsed(), ..report };
        watch(&shortened(&report, lines));
        if !beyond || stop.is_raised() {
            break;
        }
    }
    shortened(&Report { elapsed: start.elapsed(), ..report }, lines)
}

/// Implements [`Engine::value_move`](super::Engine::value_move) for more than two players.
pub(super) fn value_move<G: Game>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    mv: G::Move,
    depth: u32,
    limits: Limits,
    stop: &StopFlag,
) -> (Option<Line<G::Move>>, u64) {
    let search = Search::new(path, evaluator, Limits { depth: None, ..limits }, stop.clone());
    let (found, nodes) = search.paranoid_move(mv, depth.max(1));
    (found.map(|found| found.line), nodes)
}

/// Every move with the static value of the current position.
fn at_a_glance<G: Game>(path: &Path<G>, evaluator: &dyn Evaluator<G>) -> Report<G::Move> {
    let mut moves = Vec::new();
    path.moves(&mut moves);
    let values = evaluator.values(path.game(), path.state(), path.context());
    let line = |mv| Line { values, decided: None, depth: 0, moves: vec![mv] };
    Report {
        lines: moves.into_iter().map(line).collect(),
        depth: 0,
        nodes: 0,
        cuts: 0,
        elapsed: std::time::Duration::ZERO,
    }
}

fn shortened<M: Clone>(report: &Report<M>, lines: usize) -> Report<M> {
    let mut report = report.clone();
    report.lines.truncate(lines);
    report
}
