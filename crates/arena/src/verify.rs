//! Whether a result can be what came of its job: every game replays by the rules.

use ninefold_core::{Notation, Path};
use thiserror::Error;

use crate::bout::{forfeit_points, shares};
use crate::{Bout, ChunkResult, GameResult, Job, opening};

/// Why a result cannot be that of its job.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WrongResult {
    /// It answers another job.
    #[error("it has {found} where its job has {wanted}")]
    Other {
        /// What it says.
        found: String,
        /// What the job says.
        wanted: String,
    },
    /// A game of it cannot have been played so.
    #[error("game {}: {problem}", .rotation + 1)]
    Game {
        /// The game, from 0.
        rotation: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// Whether these games can be those of a job: the seats and the opening are its own, every move is legal, and
/// the end is what the rules say of it. Whether the players chose so, only playing again could tell.
pub fn verify_set<G: Notation>(
    game: &G,
    job: &Job,
    result: &ChunkResult,
) -> Result<(), WrongResult> {
    let told = |run, chunk, games| format!("run {run}, chunk {chunk} and {games} games");
    let found = told(result.run, result.chunk, result.games.len());
    let wanted = told(job.run, job.chunk, job.games as usize);
    if found != wanted {
        return Err(WrongResult::Other { found, wanted });
    }
    let start = opening(game, job.seed, job.opening);
    for (rotation, played) in result.games.iter().enumerate() {
        let checked = verify_game(&start, job, rotation, played);
        checked.map_err(|problem| WrongResult::Game { rotation, problem })?;
    }
    Ok(())
}

fn verify_game<G: Notation>(
    start: &Path<G>,
    job: &Job,
    rotation: usize,
    played: &GameResult,
) -> Result<(), String> {
    let game = start.game();
    let players = game.players();
    let seats: Vec<usize> =
        (0..players).map(|seat| job.table[job.seated(rotation, seat)]).collect();
    let opening: Vec<String> = start.played().iter().map(|&mv| game.move_text(mv)).collect();
    if played.seats != seats {
        return Err(format!("the seats are {:?}, wanted {seats:?}", played.seats));
    }
    let is_own = played.opening as usize == opening.len() && played.seed == job.seed;
    if !is_own || !played.moves.starts_with(&opening) {
        return Err("the opening is another one".into());
    }
    let mut path = start.clone();
    let mut moves = Vec::new();
    for text in &played.moves[opening.len()..] {
        moves.clear();
        if path.outcome().is_none() && (path.played().len() as u32) < job.plies {
            path.moves(&mut moves);
        }
        let number = path.played().len() + 1;
        let found = moves.iter().find(|&&mv| game.move_text(mv) == *text);
        let mv = *found.ok_or_else(|| format!("move {number}, {text:?}, is not legal"))?;
        path.play(mv);
    }
    let outcome = path.outcome();
    let (points, reason) = match (outcome, path.to_move()) {
        (Some(outcome), _) => (shares(outcome.payoffs, players), outcome.reason),
        (None, Some(player)) if played.reason == Bout::<G>::FORFEIT && played.note.is_some() => {
            (forfeit_points(player, players), Bout::<G>::FORFEIT)
        }
        (None, _) if path.played().len() as u32 >= job.plies => {
            (shares(Default::default(), players), Bout::<G>::CUT_OFF)
        }
        (None, _) => return Err("it is not over".into()),
    };
    let result = outcome.map(|outcome| outcome.payoffs.seats(players).to_vec());
    let agrees = played.reason == reason && played.result == result;
    if !agrees || played.points != points[..players] {
        return Err(format!(
            "it ended by {:?} with the points {:?}, the rules say {reason:?} and {:?}",
            played.reason,
            played.points,
            &points[..players]
        ));
    }
    Ok(())
}
