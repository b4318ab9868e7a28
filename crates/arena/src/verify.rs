//! Checks results against their jobs: every game must replay under the rules.

use ninefold_core::{Notation, Path, Player};
use thiserror::Error;

use crate::game::{forfeit_points, shares};
use crate::opening::start_of;
use crate::set::first_position;
use crate::{GameResult, Job, PlayedGame, SetResult, VERSION};

/// Why a result cannot belong to its job.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WrongResult {
    /// It belongs to another job.
    #[error("it has {found} where its job has {wanted}")]
    Other {
        /// The value in the result.
        found: String,
        /// The value in the job.
        wanted: String,
    },
    /// One of its games is invalid.
    #[error("game {}: {problem}", .rotation + 1)]
    Game {
        /// The game, from 0.
        rotation: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// Checks whether these games can be those of a job: the seats and the opening match, every move is legal, and the
/// end agrees with the rules. Only replaying with the players could show whether they chose these moves.
pub fn verify_set<G: Notation>(game: &G, job: &Job, result: &SetResult) -> Result<(), WrongResult> {
    let told = |run, set, games| format!("run {run}, set {set} and {games} games");
    let found = told(result.run, result.set, result.games.len());
    let wanted = told(job.run, job.set, job.games as usize);
    if found != wanted {
        return Err(WrongResult::Other { found, wanted });
    }
    let Some(start) = start_of(game, job) else {
        let problem = "its opening is none of this game".to_owned();
        return Err(WrongResult::Game { rotation: 0, problem });
    };
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
        (0..players).map(|seat| job.entrants[job.seated(rotation, seat)]).collect();
    let opening: Vec<String> = start.played().iter().map(|&mv| game.move_text(mv)).collect();
    if played.seats != seats {
        return Err(format!("the seats are {:?}, wanted {seats:?}", played.seats));
    }
    let seed = job.game_seed(rotation);
    let is_own = played.opening as usize == opening.len()
        && played.seed == seed
        && played.version.as_deref().is_none_or(|version| version == VERSION)
        && played.position == first_position(start, seed);
    if !is_own || !played.moves.starts_with(&opening) {
        return Err("the opening is another one".into());
    }
    let mut path = start.clone();
    let mut moves = Vec::new();
    let mut movers = Vec::new();
    for text in &played.moves[opening.len()..] {
        moves.clear();
        if path.outcome().is_none() && (path.played().len() as u32) < job.plies {
            path.moves(&mut moves);
        }
        let number = path.played().len() + 1;
        let found = moves.iter().find(|&&mv| game.move_text(mv) == *text);
        let mv = *found.ok_or_else(|| format!("move {number}, {text:?}, is not legal"))?;
        movers.extend(path.to_move());
        path.play(mv);
    }
    let outcome = path.outcome();
    let (points, reason) = match (outcome, path.to_move()) {
        (Some(outcome), _) => (shares(outcome.payoffs, players), outcome.reason),
        (None, Some(player)) if played.reason == PlayedGame::<G>::FORFEIT => {
            (forfeit_points(player, players), PlayedGame::<G>::FORFEIT)
        }
        (None, _) if path.played().len() as u32 >= job.plies => {
            (shares(Default::default(), players), PlayedGame::<G>::CUT_OFF)
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
    // A player who lost by a fault was also asked for a move, and the result must name the player and the reason.
    let at_fault = path.to_move().filter(|_| reason == PlayedGame::<G>::FORFEIT);
    movers.extend(at_fault);
    verify_fault(at_fault, played)?;
    verify_times(job, &movers, &played.times)
}

fn verify_fault(at_fault: Option<Player>, played: &GameResult) -> Result<(), String> {
    match (at_fault, &played.note) {
        (None, Some(note)) => Err(format!("it has the note {note:?}, but nobody was at fault")),
        (Some(player), note) if note.is_none() || played.at_fault() != Some(player.index()) => {
            Err(format!("it does not say why seat {player} lost"))
        }
        (None, None) if played.fault.is_some() || played.trouble.is_some() => {
            Err("it blames somebody without a fault".into())
        }
        _ => Ok(()),
    }
}

/// Times are present if the job asks for them or has a clock: one for every move after the opening.
fn verify_times(job: &Job, movers: &[Player], times: &[(u8, u32)]) -> Result<(), String> {
    let wanted = if job.tells_times() { movers } else { &[] };
    let seats = wanted.iter().map(|player| player.index() as u8);
    if times.iter().map(|&(seat, _)| seat).eq(seats) {
        Ok(())
    } else {
        let (found, wanted) = (times.len(), wanted.len());
        Err(format!("it tells the times of {found} moves, wanted those of {wanted}, seat by seat"))
    }
}
