//! What every legal move of a position is worth: all proved where a solver can, otherwise all by a search, which
//! estimates and says of which moves it is certain.

use std::time::{Duration, Instant};

use ninefold_core::{Path, Playable};
use ninefold_search::{Engine, EngineOptions, Found, Limits, Line, Report, SearchAgent, StopFlag};
use ninefold_solve::{Exact, Request, Solver, solver};
use serde::{Deserialize, Serialize};

use crate::best::{Venue, strongest_evaluator};
use crate::share;

pub use ninefold_solve::{Source, Unit};

/// How hard to look.
#[derive(Clone, Debug)]
pub struct ValuesRequest {
    /// About how long it may take. A proof gets half of it.
    pub time: Duration,
    /// The most bytes the table of a proof may have.
    pub memory: usize,
    /// A flag with which another thread ends it.
    pub stop: StopFlag,
}

/// What every legal move is worth to the player on turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveValues {
    /// Whether all of it is proved.
    pub exact: bool,
    /// Where the values come from.
    pub source: Source,
    /// What the values are counted in.
    pub unit: Unit,
    /// What a reader must know about them.
    pub note: Option<String>,
    /// The player whose search they are, if a certain one was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The value of the position; nothing once the game is over.
    pub value: Option<i32>,
    /// How many plies the game lasts with best play, where that is known.
    pub plies: Option<u32>,
    /// Each player's expected part of the point.
    pub share: Vec<f32>,
    /// Every legal move, in the promised order.
    pub moves: Vec<MoveValue>,
    /// The best of them.
    pub best: Vec<String>,
    /// How far a search looked ahead.
    pub depth: Option<u32>,
    /// The positions looked at.
    pub nodes: u64,
}

/// What a move is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveValue {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// Its value for the player on turn.
    pub value: i32,
    /// `W`, `D` or `L` where the result is certain.
    pub letter: Option<char>,
    /// How many plies the game then lasts with best play, this one included, where that is known.
    pub plies: Option<u32>,
}

impl MoveValue {
    /// Its place among the others: the higher the better, a quick win before a slow one, a slow loss before a
    /// quick one.
    pub(crate) fn rank(&self) -> (i32, i64) {
        (self.value, -i64::from(self.value.signum()) * i64::from(self.plies.unwrap_or_default()))
    }
}

/// The values of the position at the end of a path where a finished table knows them, at once.
pub(crate) fn looked_up<G: Playable>(path: &Path<G>, venue: Venue<'_>) -> Option<MoveValues> {
    let solver = solver(venue.spec).ok().filter(|solver| solver.source() == Source::Table)?;
    let mut moves = Vec::new();
    path.moves(&mut moves);
    // A table needs neither time nor memory to speak of.
    let request = ValuesRequest {
        time: Duration::MAX,
        memory: solver.usual_memory(),
        stop: StopFlag::default(),
    };
    (!moves.is_empty()).then(|| proved(path, venue, &moves, &request).ok()).flatten()
}

/// The values of the position at the end of a path.
pub(crate) fn values<G: Playable>(
    path: &Path<G>,
    venue: Venue<'_>,
    request: &ValuesRequest,
) -> MoveValues {
    let start = Instant::now();
    let mut moves = Vec::new();
    path.moves(&mut moves);
    if moves.is_empty() {
        return over(path);
    }
    let looked_at = match proved(path, venue, &moves, request) {
        Ok(values) => return values,
        Err(nodes) => nodes,
    };
    let left = request.time.saturating_sub(start.elapsed());
    let estimates = estimated(path, &moves, left, request.stop.clone());
    MoveValues { nodes: estimates.nodes + looked_at, ..estimates }
}

fn over<G: Playable>(path: &Path<G>) -> MoveValues {
    let payoffs = path.outcome().map(|outcome| outcome.payoffs).unwrap_or_default();
    MoveValues {
        exact: true,
        source: Source::Proof,
        unit: Unit::Result,
        note: None,
        player: None,
        value: None,
        plies: None,
        share: share::final_parts(payoffs.seats(path.game().players())),
        moves: Vec::new(),
        best: Vec::new(),
        depth: None,
        nodes: 0,
    }
}

/// The proved value of every move, or the positions that were looked at in vain.
fn proved<G: Playable>(
    path: &Path<G>,
    venue: Venue<'_>,
    moves: &[G::Move],
    request: &ValuesRequest,
) -> Result<MoveValues, u64> {
    let game = path.game();
    let solver = solver(venue.spec).map_err(|_| 0_u64)?;
    let ask = |state: &G::State, all| {
        let request = Request {
            game: venue.spec.to_owned(),
            position: game.position_text(state),
            all,
            time: Some(request.time / 2),
            nodes: None,
            memory: request.memory,
            data: venue.data.map(ToOwned::to_owned),
            stop: request.stop.shared(),
        };
        solver.solve(&request, &mut |_| {}).ok()
    };
    let exact = ask(path.state(), true).ok_or(0_u64)?;
    let lead = lead(path, solver);
    let mut valued = Vec::new();
    for &mv in moves {
        let text = game.move_text(mv);
        let found = exact.moves.iter().find(|(known, _)| *known == text);
        let Some(&(_, value)) = found else { return Err(exact.nodes) };
        let plies = exact.plies.and_then(|_| {
            let mut state = *path.state();
            game.play(&mut state, mv);
            match game.outcome(&state) {
                Some(_) => Some(1),
                None => ask(&state, false)?.plies.map(|plies| plies + 1),
            }
        });
        valued.push(MoveValue { text, value, letter: Some(letter(value + lead)), plies });
    }
    let Exact { value, plies, note, nodes, .. } = exact;
    let best = valued.iter().filter(|mv| Some(mv.value) == value).map(|mv| mv.text.clone());
    Ok(MoveValues {
        exact: true,
        source: solver.source(),
        unit: solver.unit(),
        note,
        player: None,
        value,
        plies,
        share: share::certain(game, game.to_move(path.state()), value.unwrap_or_default() + lead),
        best: best.collect(),
        moves: valued,
        depth: None,
        nodes,
    })
}

/// What the player on turn is ahead by already, where values tell only what is still to be won.
fn lead<G: Playable>(path: &Path<G>, solver: &dyn Solver) -> i32 {
    if solver.unit() != Unit::Points {
        return 0;
    }
    let (game, state) = (path.game(), path.state());
    let (banked, mover) = (game.banked(state), game.to_move(state).index());
    banked[mover] - banked[1 - mover]
}

fn letter(value: i32) -> char {
    match value.signum() {
        1 => 'W',
        0 => 'D',
        _ => 'L',
    }
}

/// What values mean with more than two players.
const EACH_FOR_HIMSELF: &str = "if everybody plays for himself";

/// What the strong search makes of every move.
fn estimated<G: Playable>(
    path: &Path<G>,
    moves: &[G::Move],
    time: Duration,
    stop: StopFlag,
) -> MoveValues {
    let game = path.game();
    let mover = game.to_move(path.state());
    let options = EngineOptions { every_move: true, ..EngineOptions::default() };
    let evaluator = strongest_evaluator(game);
    let scale = evaluator.scale();
    let mut engine = Engine::new(evaluator, options);
    let limits = Limits { time: Some(time), ..Limits::default() };
    let report = engine.think(path, limits, moves.len(), stop, &mut |_| {});
    let share = |report: &Report<G::Move>| match report.lines.first() {
        Some(Line { decided: Some(turns), .. }) => share::certain(game, mover, *turns),
        Some(line) => share::estimated(game, scale, &line.values),
        None => share::certain(game, mover, 0),
    };
    let line_of = |mv: G::Move| report.lines.iter().find(|line| line.moves.first() == Some(&mv));
    let valued = moves.iter().filter_map(|&mv| {
        let line = line_of(mv)?;
        Some(MoveValue {
            text: game.move_text(mv),
            value: line.values[mover.index()],
            letter: line.decided.map(letter),
            plies: line.decided.map(i32::unsigned_abs),
        })
    });
    let valued: Vec<MoveValue> = valued.collect();
    let value = valued.iter().map(|mv| mv.value).max();
    let best = valued.iter().filter(|mv| Some(mv.value) == value).map(|mv| mv.text.clone());
    MoveValues {
        exact: false,
        source: Source::Search,
        unit: Unit::Estimate,
        note: (game.players() > 2).then(|| EACH_FOR_HIMSELF.to_owned()),
        player: None,
        value,
        plies: None,
        share: share(&report),
        best: best.collect(),
        moves: valued,
        depth: Some(report.depth),
        nodes: report.nodes,
    }
}

/// What a searching player makes of every move: each is searched by itself, one turn less deep than the position, so
/// that the best of them is what the player finds. Nothing where it does not search, or looks ahead only one turn.
pub(crate) fn by_searcher<G: Playable>(
    path: &Path<G>,
    mut searcher: SearchAgent<G>,
    stop: &StopFlag,
) -> Option<MoveValues> {
    let game = path.game();
    let mut moves = Vec::new();
    path.moves(&mut moves);
    if moves.is_empty() || searcher.leaves_to_habit(path) || searcher.limits.depth == Some(1) {
        return None;
    }
    let (mover, scale) = (game.to_move(path.state()), searcher.evaluator.scale());
    let Limits { depth, nodes, time } = searcher.limits;
    let count = moves.len() as u32;
    searcher.limits = Limits {
        depth: depth.map(|depth| depth - 1),
        nodes: nodes.map(|nodes| nodes / u64::from(count)),
        time: time.map(|time| time / count),
    };
    let mut after = path.clone();
    let found: Vec<Found<G::Move>> = moves
        .iter()
        .map(|&mv| {
            after.play(mv);
            let found = searcher.find(&after, stop.clone());
            after.undo();
            found
        })
        .collect();
    let best = found.iter().max_by_key(|found| found.values[mover.index()])?;
    let value = best.values[mover.index()];
    let valued = moves.iter().zip(&found).map(|(&mv, found)| MoveValue {
        text: game.move_text(mv),
        value: found.values[mover.index()],
        letter: None,
        plies: None,
    });
    let moves: Vec<MoveValue> = valued.collect();
    Some(MoveValues {
        exact: false,
        source: Source::Search,
        unit: Unit::Estimate,
        note: None,
        player: None,
        value: Some(value),
        plies: None,
        share: share::estimated(game, scale, &best.values),
        best: moves.iter().filter(|mv| mv.value == value).map(|mv| mv.text.clone()).collect(),
        moves,
        depth: found.iter().map(|found| found.depth + 1).min(),
        nodes: found.iter().map(|found| found.nodes).sum(),
    })
}
