//! Games that a terminal keeps in the same store.

use ninefold_core::Record;
use ninefold_store::{KeptGame, Store};
use serde_json::{Value, json};

use crate::common::{Running, serve};

/// A game that a terminal keeps.
fn keep(server: &Running, seats: [&str; 2], moves: &[&str]) -> (Store, KeptGame) {
    let store = Store::open(server.folder.path()).unwrap();
    let record = Record {
        game: "mnk:3,3,3".into(),
        seats: seats.map(str::to_owned).to_vec(),
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
        ..Record::default()
    };
    let mut kept = KeptGame::new("mnk", record);
    store.keep_new_game(&mut kept).unwrap();
    (store, kept)
}

#[test]
fn those_who_listen_hear_of_every_move_of_a_terminal() {
    let server = serve();
    let (store, mut kept) = keep(&server, ["human", "human"], &["1,1"]);
    let path = format!("/api/games/{}", kept.id);
    let mut events = server
        .events(&format!("{path}/events"))
        .unwrap_or_else(|refused| panic!("{}", refused.body));
    let mut moves = || events.next().expect("an event").1["moves"].clone();
    assert_eq!(moves(), json!(["1,1"]));
    for text in ["2,2", "3,3"] {
        kept.record.moves.push(text.to_owned());
        store.keep_game(&mut kept).unwrap();
        assert_eq!(moves(), json!(kept.record.moves));
    }
    let answer = server.get(&path).body;
    assert_eq!((&answer["moves"], &answer["version"]), (&json!(["1,1", "2,2", "3,3"]), &json!(3)));
    store.delete_game(&kept.id).unwrap();
    assert!(events.any(|(name, _)| name == "gone"), "it is told that it is gone");
    assert_eq!(server.get(&path).status, 404);
}

#[test]
fn a_move_in_a_position_that_a_terminal_has_left_is_refused() {
    let server = serve();
    let (store, mut kept) = keep(&server, ["human", "human"], &["1,1"]);
    let path = format!("/api/games/{}", kept.id);
    let version = server.get(&path).body["version"].clone();
    kept.record.moves.push("2,2".to_owned());
    store.keep_game(&mut kept).unwrap();
    let late = server.post(&format!("{path}/move"), json!({ "move": "3,3", "version": version }));
    assert_eq!((late.status, late.error()), (409, "the game has moved on: look at it again"));
    assert_eq!(store.game(&kept.id).unwrap().record.moves, ["1,1", "2,2"]);
    let played = server.post(&format!("{path}/move"), json!({ "move": "3,3", "version": 2 }));
    assert_eq!(played.body["moves"], json!(["1,1", "2,2", "3,3"]));
}

/// A program runs for whoever types its name in a terminal, and for nobody else.
#[test]
fn a_program_of_the_terminal_is_shown_and_not_run() {
    let server = serve();
    let ran = server.folder.path().join("ran");
    let program = format!("cmd(touch {})", ran.display());
    let (_, kept) = keep(&server, ["human", &program], &["1,1"]);
    let path = format!("/api/games/{}", kept.id);
    let listed = server.get("/api/games").body;
    let game = server.get(&path).body;
    for seats in [&listed["games"][0]["seats"], &game["seats"]] {
        assert_eq!(seats[1], json!({ "player": program, "name": null, "human": false }));
    }
    let game = server.get(&path).body;
    assert_eq!(
        (&game["thinking"], &game["refusal"]["code"]),
        (&json!(false), &json!("bad_request"))
    );
    assert_eq!(game["refusal"]["form"], "player {0}: no program may be run here");
    assert_eq!(game["problem"], game["refusal"]["error"]);
    for (action, body) in
        [("step", json!({})), ("undo", json!({})), ("resign", json!({ "seat": 1 }))]
    {
        server.post(&format!("{path}/{action}"), body);
    }
    assert_eq!(server.get(&path).body["moves"], json!(["1,1"]));
    assert!(!ran.exists(), "the program has run");
    let seats = json!({ "seats": ["human", "human"] });
    let taken = server.post(&format!("{path}/seats"), seats);
    assert_eq!((taken.status, &taken.body["problem"]), (200, &Value::Null), "{}", taken.body);
    server.play(&kept.id, "2,2");
}
