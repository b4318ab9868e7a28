//! Tournaments from the page.

use serde_json::{Value, json};

use crate::common::serve;

#[test]
fn a_tournament_is_played_watched_and_its_games_opened() {
    let server = serve();
    assert_eq!(server.get("/api/runs").body, json!({ "runs": [] }));
    let players = ["random", "level:3", "random"];
    let new = json!({ "game": "tictactoe", "players": players, "games": 7, "seed": 5 });
    let run = server.post("/api/runs", new.clone());
    assert_eq!(run.status, 201, "{}", run.body);
    let path = format!("/api/runs/{}", run.body["id"].as_str().unwrap());
    // Three pairs, each with eight games: seven, up to whole rotations of two seats.
    assert_eq!(run.body["games"], 24);
    let events = server.events(&format!("{path}/events")).unwrap_or_else(|_| panic!());
    let (name, last) = events.last().unwrap();
    assert_eq!((name.as_str(), &last["state"], &last["done"]), ("run", &json!("done"), &json!(24)));
    let rows = last["standings"].as_array().unwrap();
    let sum = |key: &str| rows.iter().map(|row| row[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!(sum("games"), 48, "everybody's games: {last}");
    assert_eq!(sum("won"), sum("lost"));
    assert_eq!(rows[0]["player"], "level:3", "who looks ahead wins: {last}");
    let against = &rows[0]["against"];
    assert_eq!(against[0], Value::Null, "nobody meets himself");
    let counted: u64 =
        ["won", "drawn", "lost"].map(|key| against[1][key].as_u64().unwrap()).iter().sum();
    assert_eq!(counted, 8, "{against}");
    let games = server.get(&format!("{path}/games?limit=5")).body;
    assert_eq!((games["games"].as_array().unwrap().len(), &games["all"]), (5, &json!(24)));
    assert_eq!(games["games"][0]["number"], 24, "the latest first");
    let opened = server.post(&format!("{path}/games/24/open"), json!({}));
    assert_eq!(opened.status, 201, "{}", opened.body);
    assert_eq!(opened.body["plies"], games["games"][0]["plies"]);
    // The same plan is the same run: there is nothing left to play.
    let again = server.post("/api/runs", new);
    assert_eq!(
        (again.status, &again.body["id"], &again.body["done"]),
        (201, &run.body["id"], &json!(24))
    );
    assert_eq!(server.post(&format!("{path}/stop"), json!({})).status, 200);
    assert_eq!(server.delete(&path).status, 204);
    assert_eq!(server.get(&path).status, 404);
}

#[test]
fn a_stopped_tournament_goes_on_where_it_was() {
    let server = serve();
    let new = json!({ "game": "369:6", "players": ["level:5", "level:4"], "games": 80 });
    let run = server.post("/api/runs", new).body;
    let path = format!("/api/runs/{}", run["id"].as_str().unwrap());
    let stopped = server.post(&format!("{path}/stop"), json!({})).body;
    assert_eq!(stopped["state"], "stopped");
    let resumed = server.post(&format!("{path}/resume"), json!({})).body;
    assert!(resumed["done"].as_u64() >= stopped["done"].as_u64(), "nothing is played twice");
    let mut events = server.events(&format!("{path}/events")).unwrap_or_else(|_| panic!());
    assert!(events.any(|(_, run)| run["state"] == "done" && run["done"] == 80));
}

#[test]
fn a_tournament_that_cannot_be_played_is_refused() {
    let server = serve();
    let of = |game: &str, players: &[&str], games: u32| json!({ "game": game, "players": players, "games": games });
    let many = ["random"; 13];
    for (body, part) in [
        (of("chess", &["random", "random"], 2), "unknown game"),
        (of("morris", &["random"], 2), "wanted at least 2"),
        (of("morris", &["random", "human"], 2), "only a computer"),
        (of("morris", &["random", "cmd(/bin/true)"], 2), "cmd"),
        (of("morris", &["random", "random"], 0), "sets is 0"),
        (of("morris", &["random", "random"], 9000), "at most 2000"),
        (of("morris", &many, 2), "13 players"),
    ] {
        let refused = server.post("/api/runs", body);
        assert_eq!(refused.status, 400, "{}", refused.body);
        assert!(refused.error().contains(part), "{part}: {}", refused.body);
    }
    assert_eq!(server.get("/api/runs/7").status, 404);
    assert_eq!(server.get("/api/runs/seven").status, 404);
}
