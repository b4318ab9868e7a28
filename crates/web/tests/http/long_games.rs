//! Long games: bounded, and no burden to anybody.

use serde_json::{Value, json};

use crate::common::serve;

/// Two men go to and fro for ever: no rule of this variant ends it.
fn endless(moves: usize) -> Value {
    let placed = "d5 d2 b2 d6 f4 f2 g7 a7 g1 e5 c3 c5 a4 d3 d1 a1 b4 c4";
    let mut all: Vec<&str> = placed.split(' ').collect();
    let cycle = ["g7-d7", "d6-b6", "d7-g7", "b6-d6"];
    all.extend(cycle.iter().cycle().take(moves - all.len()));
    json!(all)
}

#[test]
fn a_game_is_as_long_as_it_may_be_and_no_longer() {
    let server = serve();
    let new = |moves: Value| {
        server.post(
            "/api/games",
            json!({ "game": "morris:draws=off", "seats": ["human", "human"], "moves": moves }),
        )
    };
    let made = new(endless(5000));
    assert_eq!(made.status, 201, "{}", made.error());
    let refused = new(endless(5001));
    assert_eq!((refused.status, refused.error()), (400, "a game has at most 5000 moves here"));
    let id = made.id();
    let next = made.body["view"]["legal"][0]["text"].clone();
    let refused = server.post(&format!("/api/games/{id}/move"), json!({ "move": next }));
    assert_eq!((refused.status, refused.error()), (409, "a game has at most 5000 moves here"));
    // Taken back, played again, and played otherwise, it is what its record says.
    for (what, plies) in
        [("undo", 4999), ("undo", 4998), ("redo", 4999), ("redo", 5000), ("undo", 4999)]
    {
        let game = server.post(&format!("/api/games/{id}/{what}"), json!({})).body;
        assert_eq!(game["plies"], plies, "{what}");
        assert_eq!(game["view"]["ply"], plies, "{what}");
    }
    let game = server.get(&format!("/api/games/{id}")).body;
    assert_eq!(game["undone"].as_array().unwrap().len(), 1);
    let other = game["view"]["legal"]
        .as_array()
        .unwrap()
        .iter()
        .find(|legal| legal["text"] != game["undone"][0]);
    let played = server.play(&id, other.unwrap()["text"].as_str().unwrap()).body;
    let record = server.get(&format!("/api/games/{id}/record")).body;
    let copy = server.post("/api/games", json!({ "record": record })).body;
    assert_eq!(
        (&copy["view"]["scene"], &copy["moves"]),
        (&played["view"]["scene"], &played["moves"])
    );
}

/// What a list tells is kept with the game; a move that is refused leaves the game where it was.
#[test]
fn lists_tell_what_the_games_are() {
    let server = serve();
    let id = server.game("tictactoe", &["human", "human"]).id();
    for text in ["1,1", "2,2", "1,2"] {
        server.play(&id, text);
    }
    let refused = server.post(&format!("/api/games/{id}/move"), json!({ "move": "1,1" }));
    assert_eq!(refused.status, 400);
    let listed = || server.get("/api/games").body["games"][0].clone();
    assert_eq!(
        (&listed()["to_move"], &listed()["plies"], &listed()["outcome"]),
        (&json!(2), &json!(3), &Value::Null)
    );
    server.play(&id, "3,1");
    server.play(&id, "1,3");
    assert_eq!((&listed()["to_move"], &listed()["outcome"]["reason"]), (&json!(0), &json!("line")));
    assert_eq!(listed()["board"], json!([3, 3]));
    server.post(&format!("/api/games/{id}/undo"), json!({}));
    assert_eq!((&listed()["to_move"], &listed()["outcome"]), (&json!(1), &Value::Null));
}
