//! All games of one set.

use ninefold_core::{Agent, Notation, Path};

use crate::{ChunkResult, Ends, Entrant, GameResult, Halt, Job, bout, opening};

/// The text of the position a path began at, unless the game draws it from this seed anyway.
pub(crate) fn first_position<G: Notation>(path: &Path<G>, seed: u64) -> Option<String> {
    let (game, origin) = (path.game(), path.origin());
    (game.start(seed) != *origin).then(|| game.position_text(origin))
}

/// Plays the games of a job between its players, given in the order of its table; nothing when halted.
pub fn play_set<G: Notation>(
    game: &G,
    job: &Job,
    players: &[Entrant<'_, G>],
    ends: &Ends<'_, G>,
    halt: &Halt,
) -> Option<ChunkResult> {
    let start = opening(game, job.seed, job.opening);
    let opening = start.played().len() as u32;
    let mut games = Vec::with_capacity(job.games as usize);
    for rotation in 0..job.games as usize {
        let seed = job.game_seed(rotation);
        let seated = |seat| job.seated(rotation, seat);
        let seats = 0..game.players();
        let mut agents: Vec<Box<dyn Agent<G>>> =
            seats.clone().map(|seat| players[seated(seat)](seed, seat)).collect();
        let bout = bout(start.clone(), &mut agents, ends, halt)?;
        games.push(GameResult {
            seats: seats.clone().map(|seat| job.table[seated(seat)]).collect(),
            points: bout.points[..game.players()].to_vec(),
            result: bout.path.outcome().map(|end| end.payoffs.seats(game.players()).to_vec()),
            reason: bout.reason.into_owned(),
            note: bout.note,
            seed,
            position: first_position(&start, seed),
            opening,
            moves: bout.path.played().iter().map(|&mv| game.move_text(mv)).collect(),
            times: bout.times,
        });
    }
    Some(ChunkResult { run: job.run, chunk: job.chunk, games })
}
