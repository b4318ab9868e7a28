//! A game of a match, played again on the page from its record's seats, seed and opening.

use std::net::Ipv4Addr;
use std::sync::Arc;

use ninefold_core::Record;
use ninefold_session::{MatchPlan, Programs, Setup, game_record, games, play_match};
use serde_json::{Value, json};

use crate::common::{Running, serve, serve_on};

fn moves(game: &Value) -> Vec<String> {
    let moves = game["moves"].as_array().unwrap().iter();
    moves.map(|mv| mv.as_str().unwrap().to_owned()).collect()
}

/// The second game of a match's first set: another seed than that of the set.
fn record_of(spec: &str, players: [&str; 2]) -> Record {
    let session = games().open(spec, &Setup::default()).unwrap();
    let players = players.map(str::to_owned);
    let plan = MatchPlan { sets: 1, seed: 3, opening: 4, plies: 14 };
    let sets =
        play_match(session.kind().arena(None, Programs::Refused), &players, &plan, 1).unwrap();
    game_record(spec, &|entrant| players[entrant].clone(), &sets[0].games[1])
}

/// Lets the computers play on to a number of moves, one at a time.
fn step_to(server: &Running, id: &str, count: usize) -> Value {
    let mut events = server.events(&format!("/api/games/{id}/events")).unwrap_or_else(|_| panic!());
    let mut game = events.next().unwrap().1;
    while moves(&game).len() < count && game["over"] == false {
        let wanted = moves(&game).len() + 1;
        assert_eq!(server.post(&format!("/api/games/{id}/step"), json!({})).status, 200);
        let is_there = |game: &Value| moves(game).len() == wanted && game["thinking"] == false;
        game = events.find(|(_, game)| is_there(game)).unwrap().1;
    }
    game
}

#[test]
fn a_game_of_a_match_repeats_on_the_page() {
    for (spec, players) in [
        ("morris", ["level:5", "engine:nodes=500"]),
        ("mnk:9,9,5", ["level:3", "best:nodes=400"]),
        ("9tka:2", ["maxn:depth=2", "level:6"]),
    ] {
        let record = record_of(spec, players);
        let opening = 4;
        let server = serve();
        let new = json!({
            "game": record.game, "seed": record.seed, "position": record.position,
            "moves": record.moves[..opening], "seats": record.seats, "paused": true,
        });
        let id = server.post("/api/games", new).id();
        let half = opening + 5;
        let game = step_to(&server, &id, half);
        assert_eq!(moves(&game), record.moves[..half], "{spec}");
        // Taking back and going on leads to the same moves.
        for _ in 0..2 {
            assert_eq!(server.post(&format!("/api/games/{id}/undo"), json!({})).status, 200);
        }
        assert_eq!(moves(&step_to(&server, &id, half)), record.moves[..half], "{spec}");
        // So does another server that finds the game on disk.
        let other = serve_on(Ipv4Addr::LOCALHOST, Arc::clone(&server.folder));
        drop(server);
        let game = step_to(&other, &id, record.moves.len());
        assert_eq!(moves(&game), record.moves, "{spec}");
    }
}
