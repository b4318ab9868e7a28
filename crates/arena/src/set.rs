//! Playing all games of one set.

use ninefold_core::{Agent, Notation, Path, StopFlag};

use crate::opening::start_of;
use crate::{Ends, Entrant, GameResult, Job, SetResult, VERSION, play_game};

/// The text of a path's first position, unless the game draws it from this seed anyway.
pub(crate) fn first_position<G: Notation>(path: &Path<G>, seed: u64) -> Option<String> {
    let (game, origin) = (path.game(), path.origin());
    (game.start(seed) != *origin).then(|| game.position_text(origin))
}

/// Plays the games of a job between its players, given in the order of its table. Returns `None` when halted.
pub fn play_set<G: Notation>(
    game: &G,
    job: &Job,
    players: &[Entrant<'_, G>],
    ends: &Ends<'_, G>,
    stop: &StopFlag,
) -> Option<SetResult> {
    let start = start_of(game, job)?;
    let opening = start.played().len() as u32;
    let mut games = Vec::with_capacity(job.games as usize);
    for rotation in 0..job.games as usize {
        let seed = job.game_seed(rotation);
        let seated = |seat| job.seated(rotation, seat);
        let seats = 0..game.players();
        let mut agents: Vec<Box<dyn Agent<G>>> =
            seats.clone().map(|seat| players[seated(seat)](seed, seat)).collect();
        let played = play_game(start.clone(), &mut agents, ends, stop)?;
        games.push(GameResult {
            seats: seats.clone().map(|seat| job.entrants[seated(seat)]).collect(),
            points: played.points[..game.players()].to_vec(),
            result: played.path.outcome().map(|end| end.payoffs.seats(game.players()).to_vec()),
            reason: played.reason.into_owned(),
            note: played.note,
            fault: played.fault.map(|player| player.index()),
            trouble: played.trouble,
            seed,
            position: first_position(&start, seed),
            opening,
            moves: played.path.played().iter().map(|&mv| game.move_text(mv)).collect(),
            times: played.times,
            version: Some(VERSION.to_owned()),
        });
    }
    Some(SetResult { run: job.run, set: job.set, games })
}
