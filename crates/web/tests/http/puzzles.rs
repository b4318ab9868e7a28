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

#[test]
fn what_cannot_be_made_is_refused() {
    let server = serve();
    for (game, status, said) in [
        ("xyzzy", 400, "xyzzy"),
        ("connect4", 400, "games with puzzles: morris, mnk, 369, 9tka"),
        ("morris", 409, "complete solution"),
        ("tictactoe", 409, "makes no puzzles"),
    ] {
        let answer = server.post("/api/puzzles/make", json!({ "game": game }));
        assert_eq!(answer.status, status, "{game}: {}", answer.body);
        assert!(answer.error().contains(said), "{}", answer.body);
    }
    assert_eq!(server.post("/api/puzzles/stop", json!({})).body["making"], Value::Null);
}

/// A line that tells of a move too many keeps its number, and those after it keep theirs.
#[test]
fn puzzles_that_were_made_are_there_at_the_next_start() {
    let folder = std::sync::Arc::new(tempfile::tempdir().unwrap());
    let kept = folder.path().join("puzzles");
    std::fs::create_dir(&kept).unwrap();
    // X has two in the first row.
    let line = "mnk:3,3,3 | 110/220/000 1 | win by force | 80 | 1 -1r0 -1r0 -1r0 -1r0";
    std::fs::write(kept.join("mnk.txt"), format!("{line}\n{line} 0\n{line}\n")).unwrap();
    let server = crate::common::serve_on(std::net::Ipv4Addr::LOCALHOST, folder);
    for (id, status) in [("mnk-1001", 200), ("mnk-1002", 404), ("mnk-1003", 200)] {
        assert_eq!(server.get(&format!("/api/puzzles/{id}")).status, status, "{id}");
    }
    assert_eq!(server.get("/api/puzzles/mnk-1003/solution").body["solution"], "1,3");
    let all = server.get("/api/puzzles").body;
    assert_ne!(all["today"], "mnk-1001", "the one of the day is the same everywhere");
}
