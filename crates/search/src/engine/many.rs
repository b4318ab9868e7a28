//! The search for more than two players, ever deeper.
//!
//! A single move is found by paranoid search, whose alpha-beta looks deeper than Max^N and wins more
//! games against it; its value is that of the player on turn alone, and a win it claims is a win against all
//! others together. When several lines are wanted, each move of the root is valued for all players by Max^N.

use std::time::Instant;

use ninefold_core::{Evaluator, Game, Path, Player};

use super::{Line, Report, Watch};
use crate::{Found, Limits, Search, StopFlag};

/// What [`Engine::think`](super::Engine::think) finds for more than two players.
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
        let report = |found: &Found<G::Move>, decided| Report {
            lines: match found.line.is_empty() {
                true => Vec::new(),
                false => vec![Line { values: found.values, decided, moves: found.line.clone() }],
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
    let mut report = at_a_glance(path, evaluator);
    let deepest = limits.depth.unwrap_or(u32::MAX).max(1);
    let mover = path.game().to_move(path.state()).index();
    for depth in 1..=deepest {
        let mut ranked = Vec::new();
        for line in &report.lines {
            let left = Limits {
                depth: None,
                nodes: limits.nodes.map(|most| most.saturating_sub(report.nodes)),
                time: limits.time.map(|most| most.saturating_sub(start.elapsed())),
            };
            let mut after = path.clone();
            after.play(line.moves[0]);
            let mut search = Search::new(&after, evaluator, left, stop.clone());
            let found = search.max_n_to(depth - 1);
            report.nodes += search.nodes();
            let Ok(found) = found else { break };
            report.cuts += found.cuts;
            let moves: Vec<_> = [line.moves[0]].into_iter().chain(found.line).collect();
            let decided = decided(path, &moves);
            ranked.push(Line { values: found.values, decided, moves });
        }
        if ranked.len() < report.lines.len() {
            break;
        }
        let deeper = ranked.iter().any(|line| line.moves.len() as u32 == depth);
        ranked.sort_by_key(|line| -line.values[mover]);
        report = Report { lines: ranked, depth, elapsed: start.elapsed(), ..report };
        watch(&shortened(&report, lines));
        if !deeper {
            break;
        }
    }
    shortened(&Report { elapsed: start.elapsed(), ..report }, lines)
}

/// Every move with the value of the position as it stands.
fn at_a_glance<G: Game>(path: &Path<G>, evaluator: &dyn Evaluator<G>) -> Report<G::Move> {
    let mut moves = Vec::new();
    path.moves(&mut moves);
    let values = evaluator.values(path.game(), path.state(), path.context());
    let line = |mv| Line { values, decided: None, moves: vec![mv] };
    Report {
        lines: moves.into_iter().map(line).collect(),
        depth: 0,
        nodes: 0,
        cuts: 0,
        elapsed: std::time::Duration::ZERO,
    }
}

/// In how many turns the player on turn wins or loses, where the line goes to the end of the game: so it
/// will be if everybody plays for himself.
fn decided<G: Game>(path: &Path<G>, line: &[G::Move]) -> Option<i32> {
    let mut end = path.clone();
    line.iter().for_each(|&mv| end.play(mv));
    let payoffs = end.outcome()?.payoffs;
    let players = path.game().players();
    let most = Player::all(players).map(|player| payoffs.of(player)).max();
    let won = Some(payoffs.of(path.game().to_move(path.state()))) == most;
    Some(if won { line.len() as i32 } else { -(line.len() as i32) })
}

fn shortened<M: Clone>(report: &Report<M>, lines: usize) -> Report<M> {
    let mut report = report.clone();
    report.lines.truncate(lines);
    report
}
