//! Analysis of a position by the strong search: several lines, deepened step by step.

use std::cmp::Reverse;
use std::sync::Arc;

use ninefold_core::{Path, View};
use ninefold_search::{Engine, EngineOptions, Limits, Line, Report, StopFlag};
use serde::{Deserialize, Serialize};

use crate::best::{GameContext, strongest_evaluator};
use crate::evaluation::{self, EvaluatorError};
use crate::insight::{self, Why};
use crate::judgement::{Effort, Judge, Judgements, Known, Verdict, share_of};
use crate::values::{MoveValues, letter};
use crate::view::line_shown;

/// The settings of an analysis.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// The number of best moves to report.
    pub lines: usize,
    /// The evaluator at the leaves [the strongest].
    pub evaluator: Option<String>,
    /// The limits of the search.
    pub limits: Limits,
    /// Table size and number of threads.
    pub options: EngineOptions,
    /// Lets another thread stop the search.
    pub stop: StopFlag,
    /// The judgement cache. The analysis never reports less than what is stored there.
    pub kept: Option<Arc<Judgements>>,
}

/// The state of an analysis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// The depth in turns that was searched in full.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The time spent.
    pub seconds: f64,
    /// The best moves, best first; empty once the game is over.
    pub lines: Vec<AnalysedLine>,
    /// What the best move does; `None` once the game is over.
    #[serde(default)]
    pub why: Option<Why>,
    /// What a table of exact values says about every move; the lines then follow its order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<MoveValues>,
}

/// A move and its continuation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysedLine {
    /// The value for each player according to the search.
    pub values: Vec<i32>,
    /// Each player's expected share of the point: proved, or estimated by the strongest evaluator.
    pub share: Option<Vec<f32>>,
    /// `W`, `D` or `L` for the player to move, if that is proved by more than this search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
    /// The number of turns in which the player to move wins, or loses if negative, if that is
    /// certain.
    pub decided: Option<i32>,
    /// The moves, starting with the one in question.
    pub moves: Vec<String>,
    /// The same as shown in a move list, where the plain texts omit what moved where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<String>,
}

/// Searches the position at the end of a path and reports after every depth: all lines to the same
/// depth.
pub(crate) fn analyse<G: View>(
    path: &Path<G>,
    context: GameContext<'_>,
    request: &AnalysisRequest,
    seed: u64,
    watch: &mut dyn FnMut(&Analysis),
) -> Result<Analysis, EvaluatorError> {
    let game = path.game();
    let evaluator = match &request.evaluator {
        Some(spec) => evaluation::evaluator(game, Some(spec), seed)?,
        None => strongest_evaluator(game),
    };
    let effort =
        Effort { kept: request.kept.clone(), stop: request.stop.clone(), ..Effort::default() };
    let mut judge = Judge::new(game, context, &effort);
    let proved = judge.proved_moves(path);
    let exact = proved.proves_every_move(path).then(|| proved.clone().move_values(path));
    let judged = strongest_evaluator(game);
    let (wanted, mover) = (request.lines.max(1), game.to_move(path.state()).index());
    let told = |report: &Report<G::Move>| {
        let share = |line: &Line<G::Move>| {
            if proved.is_lost {
                return Some(proved.share.clone());
            }
            let verdict = proved.of_line(&line.moves);
            verdict.map(|verdict| verdict.shares.clone()).or_else(|| {
                let own = request.evaluator.is_some() && line.decided.is_none();
                (!own).then(|| share_of(path, &*judged, line))
            })
        };
        let for_mover = |line: &Line<G::Move>| share(line).map(|shares| shares[mover]);
        // The choice of a longer search among even moves comes first.
        let chosen = proved.choosing_allowed >= report.nodes && request.evaluator.is_none();
        let first = proved.line.first().filter(|_| chosen).copied();
        let lines = with_proofs(&report.lines, &proved, first, wanted, for_mover);
        Analysis {
            depth: report.depth,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
            why: lines
                .first()
                .and_then(|line| line.moves.first())
                .map(|&best| insight::why(path, best)),
            lines: lines
                .iter()
                .map(|line| AnalysedLine {
                    values: line.values[..game.players()].to_vec(),
                    share: share(line),
                    letter: proved
                        .of_line(&line.moves)
                        .and_then(|verdict| verdict.result)
                        .map(letter),
                    decided: line.decided,
                    moves: line.moves.iter().map(|&mv| game.move_text(mv)).collect(),
                    shown: line_shown(game, path.state(), &line.moves),
                })
                .collect(),
            exact: exact.clone(),
        }
    };
    let shared = request.evaluator.is_none() && request.kept.is_some();
    let known = if shared { judge.kept_depth(path) } else { 0 };
    let mut whole: Option<Report<G::Move>> = None;
    // Selective, like the judgement's search, unless an explicit depth asks for a full one.
    let selective = request.limits.depth.is_none();
    let options = EngineOptions { selective, ..request.options };
    let mut engine = Engine::new(evaluator, options);
    let last = engine.think(path, request.limits, wanted, request.stop.clone(), &mut |report| {
        if shared {
            judge.learn(path, report);
        }
        if report.depth >= known {
            watch(&told(report));
        }
        whole = Some(report.clone());
    });
    // An interrupted depth is discarded, but its cost counts.
    let (nodes, seconds) = (last.nodes, last.elapsed.as_secs_f64());
    Ok(Analysis { nodes, seconds, ..told(&whole.unwrap_or(last)) })
}

/// The lines of a search, extended by all moves that are proved best. Sorted by `share`, with
/// `first` ahead of its equals; at most as many as requested.
fn with_proofs<M: Copy + PartialEq>(
    searched: &[Line<M>],
    proved: &Known<M>,
    first: Option<M>,
    wanted: usize,
    share: impl Fn(&Line<M>) -> Option<f32>,
) -> Vec<Line<M>> {
    let mut lines = searched.to_vec();
    let best = proved.moves.iter().filter(|verdict| verdict.is_best && verdict.is_proved());
    // The move a proof begins with comes first among those added.
    let mut added: Vec<&Verdict<M>> = best.collect();
    added.sort_by_key(|verdict| proved.line.first() != Some(&verdict.mv));
    for verdict in added {
        let is_there = lines.iter().any(|line| line.moves.first() == Some(&verdict.mv));
        if let Some(first) = lines.first().filter(|_| !is_there) {
            let follows = proved.line.first() == Some(&verdict.mv);
            let moves = if follows { proved.line.clone() } else { vec![verdict.mv] };
            lines.push(Line { moves, values: proved.values, decided: None, depth: first.depth });
        }
    }
    // All other ties keep the order of the search.
    lines.sort_by_cached_key(|line| {
        let verdict = proved.of_line(&line.moves);
        let is_best = verdict.is_some_and(|verdict| verdict.is_best);
        let share = (share(line).unwrap_or(0.5) * 1e6) as i64;
        let is_first = first.is_some() && line.moves.first().copied() == first;
        Reverse((is_best, share, verdict.map(Verdict::rank), is_first))
    });
    lines.truncate(wanted);
    lines
}
