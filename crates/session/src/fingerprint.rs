//! A fingerprint of the behaviour of games and players, as one number.

use ninefold_arena::Job;
use ninefold_core::{StopFlag, digest, mix};
use ninefold_search::ALGORITHMS;

use crate::{Games, Programs};

/// Random moves before the players begin, and the total number of moves.
const OPENING: u32 = 6;
const PLIES: u32 = 8;

/// A number that almost certainly changes when the rules of a game, the order of its moves, an
/// evaluator, a search or the random generator changes: it is computed from short games of every
/// family between players of every kind. Two programs with the same number play the same job alike.
pub fn rules_fingerprint(games: &Games) -> u64 {
    let names = games.families().flat_map(|family| family.names());
    names.fold(0, |so_far, spec| mix(so_far ^ of_game(games, spec)))
}

fn of_game(games: &Games, spec: &str) -> u64 {
    let Ok(kind) = games.kind(spec) else { return 0 };
    let arena = kind.arena(None, Programs::Refused);
    let searches = ALGORITHMS.iter().map(|info| format!("{}:depth=1", info.id));
    let evaluators = kind.evaluators().into_iter().flat_map(|evaluator| {
        ["alphabeta", "maxn"].map(|kind| format!("{kind}:depth=1,eval={}", evaluator.id))
    });
    let others = ["random", "heuristic", "level:2", "engine:nodes=100", "mcts:nodes=20"];
    let players = others.into_iter().map(str::to_owned).chain(searches).chain(evaluators);
    let mut so_far = of_text(0, arena.spec());
    for (set, player) in players.filter(|player| arena.check(player).is_ok()).enumerate() {
        let job = Job {
            run: 0,
            set: set as u64,
            seed: set as u64,
            games: arena.seats() as u32,
            game: arena.spec().to_owned(),
            opening: OPENING,
            plies: PLIES,
            entrants: (0..arena.seats()).collect(),
            players: vec![player.clone(); arena.seats()],
            line: None,
            adjudicate: false,
            times: false,
            clock: None,
        };
        so_far = of_text(so_far, &player);
        let games = arena.play(&job, &StopFlag::default()).map(|result| result.games);
        for game in games.unwrap_or_default() {
            so_far = of_text(so_far, &game.reason);
            so_far = game.moves.iter().fold(so_far, |so_far, mv| of_text(so_far, mv));
        }
    }
    so_far
}

fn of_text(so_far: u64, text: &str) -> u64 {
    digest(mix(so_far ^ text.len() as u64), text.bytes())
}
