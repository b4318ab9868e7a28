//! Two servers on one folder: each sees what the other writes, and one of them leads the leagues.

use std::sync::Arc;

use ninefold_core::Record;
use ninefold_store::{KeptGame, Store};
use serde_json::json;

use crate::common::{Client, Running, serve, serve_on};
use crate::leagues::{league, until};

fn two() -> [Running; 2] {
    let first = serve();
    // It leads before it answers.
    assert_eq!(first.get("/healthz").status, 200);
    let folder = Arc::clone(&first.folder);
    [first, serve_on(std::net::Ipv4Addr::LOCALHOST, folder)]
}

#[test]
fn a_game_that_took_the_name_of_a_deleted_one_is_not_overwritten() {
    let [one, other] = two();
    let keep = |moves: &[&str]| {
        let record = Record {
            game: "mnk:3,3,3".into(),
            seats: vec!["human".into(); 2],
            moves: moves.iter().map(|&text| text.into()).collect(),
            ..Record::default()
        };
        let mut game = KeptGame { id: "same".into(), ..KeptGame::new("mnk", record) };
        Store::open(one.folder.path()).unwrap().keep_game(&mut game).unwrap();
    };
    let path = "/api/games/same";
    keep(&["1,1"]);
    assert_eq!(one.get(path).body["moves"], json!(["1,1"]));
    assert_eq!(other.delete(path).status, 204);
    keep(&["2,2", "3,3", "1,2"]);
    // The move is one of the game that is there, none of whose moves is lost.
    let moved = one.post(&format!("{path}/move"), json!({ "move": "3,1", "version": 1 }));
    assert_eq!(moved.body["moves"], json!(["2,2", "3,3", "1,2", "3,1"]), "{}", moved.body);
    assert_eq!(other.get(path).body["moves"], json!(["2,2", "3,3", "1,2", "3,1"]));
}

#[test]
fn a_token_that_another_server_renewed_or_took_back_opens_nothing() {
    let [one, other] = two();
    let bot = one.post("/api/bots", json!({ "name": "robot" })).body;
    let opens = |token: &serde_json::Value| {
        Client::bot(&other, token.as_str().unwrap()).get("/api/bot").status == 200
    };
    assert!(opens(&bot["token"]));
    let stream =
        Client::bot(&other, bot["token"].as_str().unwrap()).send("GET", "/api/bot/stream", "");
    assert_eq!(stream.status(), 200);
    let id = bot["id"].as_str().unwrap();
    let renewed = one.post(&format!("/api/bots/{id}/renew"), json!({})).body;
    assert!(!opens(&bot["token"]) && opens(&renewed["token"]));
    until("its stream ends", || {
        let bots = other.get("/api/bots").body;
        (bots["bots"][0]["connected"] == false).then_some(())
    });
    assert_eq!(one.delete(&format!("/api/bots/{id}")).status, 204);
    assert!(!opens(&renewed["token"]));
}

#[test]
fn one_server_leads_the_leagues_and_the_other_reads_them() {
    let [one, other] = two();
    let (id, code) = league(&Client::host(&one), "tictactoe", json!({}));
    let path = format!("/api/leagues/{id}");
    let join = |server: &Running, name: &str| {
        let wanted = json!({ "code": code, "name": name });
        Client::nobody(server).post("/api/bot/join", wanted)
    };
    let names = |server: &Running| {
        let view = server.get(&path).body;
        let rows = view["standings"].as_array().cloned().unwrap_or_default();
        let mut names: Vec<String> =
            rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(names(&other).len(), 2, "the league is there before anybody has joined");
    let ada = join(&one, "ada");
    assert_eq!(ada.status, 201);
    let refused = join(&other, "bob");
    let sentence = format!("another server on this folder leads its leagues: ask {}", one.address);
    assert_eq!((refused.status, refused.error()), (503, sentence.as_str()));
    let listens = Client::bot(&other, ada.body["token"].as_str().unwrap());
    assert_eq!(listens.get("/api/bot/stream").error(), sentence, "nobody would pair it there");
    for (method, more, body) in
        [("POST", "/state", "{\"state\":\"paused\"}"), ("POST", "/cup", "{}"), ("DELETE", "", "")]
    {
        let answer = Client::host(&other).send(method, &format!("{path}{more}"), body);
        assert_eq!(answer.status(), 503, "{method} {more}");
    }
    let all = ["First steps", "ada", "random"];
    until("the other has read it", || (names(&other) == all).then_some(()));
    let paused = one.post(&format!("{path}/state"), json!({ "state": "paused" }));
    assert_eq!(paused.status, 200);
    until("it is paused there", || (other.get(&path).body["state"] == "paused").then_some(()));

    // When it ends the other one goes on, with everybody who has joined.
    drop(one);
    until("the other leads", || (join(&other, "bob").status == 201).then_some(()));
    assert_eq!(names(&other), ["First steps", "ada", "bob", "random"]);
    assert_eq!(other.delete(&path).status, 204);
}

#[test]
fn a_league_that_another_server_deletes_is_gone() {
    let [one, other] = two();
    let (id, _) = league(&Client::host(&one), "tictactoe", json!({}));
    let path = format!("/api/leagues/{id}");
    assert_eq!(other.get(&path).status, 200);
    assert_eq!(one.delete(&path).status, 204);
    until("it is gone there", || (other.get(&path).status == 404).then_some(()));
}
