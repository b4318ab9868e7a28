//! Comments, marks and variations that are kept with a game.

use serde_json::{Value, json};

use crate::common::{Running, serve};

fn game(server: &Running) -> String {
    let new = json!({"game": "mnk:3,3,3", "seats": ["human", "human"], "moves": ["1,1", "2,2"]});
    server.post("/api/games", new).body["id"].as_str().unwrap().to_owned()
}

fn text(server: &Running, id: &str) -> String {
    server.get(&format!("/api/games/{id}/record")).body.as_str().unwrap().to_owned()
}

#[test]
fn notes_are_changed_line_by_line_and_forgotten_with_what_follows() {
    let server = serve();
    let at = format!("/api/games/{}/notes", game(&server));
    let change = |what: Value| {
        let answer = server.post(&at, what);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["notes"].clone()
    };
    assert_eq!(server.get(&at).body, json!({"notes": []}));
    change(json!({"line": ["1,1"], "comment": " A corner. "}));
    change(json!({"line": ["1,1"], "mark": "?!"}));
    let notes = change(json!({"line": ["1,1", "3,3", "1,3"]}));
    let corner = json!({"line": ["1,1"], "comment": "A corner.", "mark": "?!"});
    assert_eq!(notes, json!([corner, {"line": ["1,1", "3,3", "1,3"]}]));
    assert_eq!(change(json!({"line": ["1,1", "3,3"], "remove": true})), json!([corner]));
    // A note that says nothing about a move that was played is none.
    change(json!({"line": ["1,1"], "comment": ""}));
    assert_eq!(change(json!({"line": ["1,1"], "mark": ""})), json!([]));
}

#[test]
fn what_makes_no_sense_is_refused_in_a_sentence() {
    let server = serve();
    let at = format!("/api/games/{}/notes", game(&server));
    for (what, said) in [
        (json!({"line": ["1,1", "1,1"]}), "not legal here"),
        (json!({"line": ["1,1"], "mark": "!!!"}), "a mark is one of"),
        (json!({"line": [], "comment": "x".repeat(4001)}), "a comment has at most 4000 letters"),
        (json!({"line": [], "colour": "red"}), "colour"),
    ] {
        let answer = server.post(&at, what);
        assert_eq!(answer.status, 400, "{}", answer.body);
        assert!(answer.body["error"].as_str().unwrap().contains(said), "{}", answer.body);
    }
    assert_eq!(server.get("/api/games/none/notes").status, 404);
    assert_eq!(server.post("/api/games/none/notes", json!({"line": []})).status, 404);
    assert_eq!(server.get(&at).body, json!({"notes": []}));
}

#[test]
fn a_record_carries_notes_and_brings_them_back() {
    let server = serve();
    let id = game(&server);
    let plain = text(&server, &id);
    assert!(!plain.contains("Note"), "{plain}");
    let at = format!("/api/games/{id}/notes");
    server.post(&at, json!({"line": ["1,1", "3,3"], "mark": "!", "comment": "Bars | and \"quotes\"\nand lines."}));
    server.post(&at, json!({"line": [], "comment": "A short game."}));
    let record = text(&server, &id);
    assert!(record.contains("[Note1 \"1,1 3,3 | ! | Bars | and"), "{record}");
    let copy = server.post("/api/games", json!({"record": record}));
    assert_eq!(copy.status, 201, "{}", copy.body);
    let copied = copy.body["id"].as_str().unwrap();
    let notes = server.get(&format!("/api/games/{copied}/notes")).body;
    assert_eq!(notes, server.get(&at).body);
    assert_eq!(text(&server, copied), record);
}
