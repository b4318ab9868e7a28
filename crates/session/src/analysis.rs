//! What the strong search sees in a position: several lines, deeper and deeper.

use std::sync::Arc;

use ninefold_core::{Path, View};
use ninefold_search::{Engine, EngineOptions, Limits, Line, Report, StopFlag};
use serde::{Deserialize, Serialize};

use crate::best::{GameContext, strongest_evaluator};
use crate::evaluation::{self, EvaluatorError};
use crate::insight::{self, Why};
use crate::judgement::{Effort, Judge, Judgements, share_of};
use crate::values::{MoveValue, MoveValues};
use crate::view::line_shown;

/// What to look for and how hard.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// How many of the best moves are wanted.
    pub lines: usize,
    /// The evaluator at the leaves [the strongest].
    pub evaluator: Option<String>,
    /// What it may cost.
    pub limits: Limits,
    /// The size of the table and the number of threads.
    pub options: EngineOptions,
    /// A flag with which another thread ends it.
    pub stop: StopFlag,
    /// Where judgements are kept; less than what is kept there is not told.
    pub kept: Option<Arc<Judgements>>,
}

/// What was seen so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// The turns looked ahead in full.
    pub depth: u32,
    /// The positions visited.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The best moves, the best first; none once the game is over.
    pub lines: Vec<AnalysedLine>,
    /// What the best move does; none once the game is over.
    #[serde(default)]
    pub why: Option<Why>,
    /// What a table of exact values says of every move; the lines are then in its order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<MoveValues>,
}

/// A move and what follows it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysedLine {
    /// The value for each player.
    pub values: Vec<i32>,
    /// Each player's expected part of the point, by the strongest evaluator.
    pub share: Option<Vec<f32>>,
    /// In how many turns the player on turn wins, or loses if negative, where that is certain.
    pub decided: Option<i32>,
    /// The moves, the one in question first.
    pub moves: Vec<String>,
    /// The same as a list of moves shows them, where texts leave out what went where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<String>,
}

/// Searches the position at the end of a path and tells after every depth what was seen: all lines to the same depth.
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
    let exact = judge.every_proved_move(path).map(|known| known.move_values(path));
    let judged = strongest_evaluator(game);
    let share = |line: &Line<G::Move>| match (&request.evaluator, line.decided) {
        (Some(_), None) => None,
        _ => Some(share_of(path, &*judged, line)),
    };
    let told = |report: &Report<G::Move>| {
        let mut lines: Vec<&Line<G::Move>> = report.lines.iter().collect();
        if let Some(exact) = &exact {
            let worth = |line: &&Line<G::Move>| {
                let first = line.moves.first().map(|&mv| game.move_text(mv));
                exact.moves.iter().find(|mv| Some(&mv.text) == first.as_ref()).map(MoveValue::rank)
            };
            lines.sort_by_key(|line| std::cmp::Reverse(worth(line)));
        }
        Analysis {
            depth: report.depth,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
            why: lines
                .first()
                .and_then(|line| line.moves.first())
                .map(|&best| insight::why(path, best)),
            lines: lines
                .into_iter()
                .map(|line| AnalysedLine {
                    values: line.values[..game.players()].to_vec(),
                    share: share(line),
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
    let mut engine = Engine::new(evaluator, request.options);
    let lines = request.lines.max(1);
    let last = engine.think(path, request.limits, lines, request.stop.clone(), &mut |report| {
        if shared {
            judge.learn(path, report);
        }
        if report.depth >= known {
            watch(&told(report));
        }
        whole = Some(report.clone());
    });
    // The depth that was cut off does not count; what it cost does.
    let (nodes, elapsed) = (last.nodes, last.elapsed);
    Ok(told(&Report { nodes, elapsed, ..whole.unwrap_or(last) }))
}
