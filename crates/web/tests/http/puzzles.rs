//! Puzzles over the network.

use serde_json::{Value, json};

use crate::common::serve;

#[test]
fn a_puzzle_is_asked_tried_and_solved() {
    let server = serve();
    let all = server.get("/api/puzzles").body;
    let listed = all["puzzles"].as_array().unwrap();
    assert!(listed.len() >= 500, "{}", listed.len());
    assert!(listed.iter().any(|puzzle| puzzle["id"] == all["today"]));
    let three = listed.iter().find(|puzzle| puzzle["game"] == "mnk:3,3,3").unwrap();
    let id = three["id"].as_str().unwrap();
    let shown = server.get(&format!("/api/puzzles/{id}")).body;
    let position = shown["position"].as_str().unwrap().replace(' ', "%20");
    // The same values as everywhere else.
    let values = server.get(&format!("/api/spot/values?game=mnk:3,3,3&position={position}")).body;
    let solution = server.get(&format!("/api/puzzles/{id}/solution")).body;
    assert_eq!(values["best"], json!([solution["solution"]]));
    for (mv, known) in
        solution["moves"].as_array().unwrap().iter().zip(values["moves"].as_array().unwrap())
    {
        assert_eq!((&mv["move"], &mv["value"]), (&known["move"], &known["value"]));
        let text = mv["move"].as_str().unwrap();
        let tried = server.get(&format!("/api/puzzles/{id}/try?move={text}")).body;
        assert_eq!(&tried, mv);
        assert_eq!(tried["right"], Value::Bool(mv["move"] == solution["solution"]));
    }
}

#[test]
fn what_is_no_puzzle_or_no_move_is_refused() {
    let server = serve();
    for (address, status, said) in [
        ("/api/puzzles/morris-0", 404, "there is no puzzle \"morris-0\""),
        ("/api/puzzles/xyzzy/solution", 404, "there is no puzzle \"xyzzy\""),
        ("/api/puzzles/morris-1/try", 400, "move"),
        ("/api/puzzles/morris-1/try?move=xyzzy", 400, "xyzzy"),
    ] {
        let answer = server.get(address);
        assert_eq!(answer.status, status, "{address}");
        let sentence = answer.body["error"].as_str().unwrap();
        assert!(sentence.contains(said), "{sentence}");
    }
}

#[test]
fn the_puzzle_of_the_day_has_a_word_for_its_name() {
    let server = serve();
    let today = server.get("/api/puzzles").body["today"].clone();
    let shown = server.get("/api/puzzles/today").body;
    // Midnight may lie between the two questions.
    assert!(shown["id"] == today || shown["id"] == server.get("/api/puzzles").body["today"]);
    assert_eq!(
        shown["view"]["game"].as_str().map(|game| game.split(':').next()),
        shown["game"].as_str().map(|game| game.split(':').next())
    );
}
