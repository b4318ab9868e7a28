//! One who wants everything: many joins, many people, many streams. Everybody else has room.

use serde_json::{Value, json};

use crate::access::open_server;
use crate::common::Client;
use crate::leagues::{league, row, until};

const MANY: &str = "too many have come from there: at most 120 a minute, try again in a minute";

#[test]
fn a_flood_of_bots_is_slowed_and_taken_out_at_once() {
    let server = open_server();
    let host = Client::host(&server);
    let (id, code) = league(&host, "tictactoe", json!({}));
    let nobody = Client::nobody(&server);
    let join = |who: &Client, name: usize| {
        who.post("/api/bot/join", json!({ "code": code, "name": format!("bot {name}") }))
    };
    let joined: Vec<_> = (0..125).map(|name| join(&nobody, name)).collect();
    assert_eq!(joined.iter().filter(|answer| answer.status == 201).count(), 120);
    assert_eq!((joined[124].status, joined[124].error()), (429, MANY));
    // A member does not get around it either.
    let guest = Client::guest(&server, &code);
    guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Cleo" }));
    let own = json!({ "name": "own", "as": "bot" });
    let refused = guest.post(&format!("/api/leagues/{id}/join"), own.clone());
    assert_eq!((refused.status, refused.error()), (429, MANY));
    // Whoever runs the server may bring as many as there is room for.
    assert_eq!(join(&host, 199).status, 201);

    // One of them has come to play: it stays.
    let token = joined[7].body["token"].as_str().unwrap();
    let stream = Client::bot(&server, token).send("GET", "/api/bot/stream", "");
    assert_eq!(stream.status(), 200);
    let path = format!("/api/leagues/{id}");
    until("it is there", || {
        let view = host.get(&path).body;
        (row(&view, "bot 7")["here"] == true).then_some(())
    });
    assert_eq!(guest.post(&format!("{path}/tidy"), json!({})).status, 403);
    let tidied = host.done(&format!("{path}/tidy"), json!({}));
    assert_eq!(tidied["removed"].as_array().map(Vec::len), Some(120));
    let view = host.get(&path).body;
    let mut names: Vec<&str> = view["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["First steps", "bot 7", "random"]);
    let bots = host.get("/api/bots").body;
    assert_eq!(bots["bots"].as_array().map(Vec::len), Some(1), "nothing is left of the others");
    let gone = joined[3].body["token"].as_str().unwrap();
    assert_eq!(Client::bot(&server, gone).get("/api/bot").status, 401);
}

#[test]
fn a_flood_of_people_is_slowed() {
    let server = open_server();
    let host = Client::host(&server);
    let (_, code) = host.shared_game("tictactoe", 2, 2);
    let known = Client::guest(&server, &code);
    let nobody = Client::nobody(&server);
    let path = format!("/join/{code}");
    let came: Vec<u16> =
        (0..405).map(|_| nobody.send("GET", &path, "").status().as_u16()).collect();
    assert_eq!(came.iter().filter(|status| **status == 200).count(), 399, "and the first");
    assert_eq!(came[404], 429);
    assert_eq!(known.send("GET", &path, "").status(), 200, "who is known comes and goes");
    let people = host.get("/api/people").body["people"].as_array().map(Vec::len);
    assert_eq!(people, Some(400));
}

#[test]
fn nobody_listens_more_than_sixteen_times() {
    let server = open_server();
    let host = Client::host(&server);
    let (id, code) = league(&host, "tictactoe", json!({}));
    let guest = |name: &str| {
        let guest = Client::guest(&server, &code);
        guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": name }));
        guest
    };
    let (ada, bob) = (guest("Ada"), guest("Bob"));
    let path = format!("/api/leagues/{id}/events");
    let listen = |who: &Client| who.send("GET", &path, "");
    let mut open: Vec<_> = (0..16).map(|_| listen(&ada)).collect();
    assert!(open.iter().all(|stream| stream.status() == 200));
    assert_eq!(listen(&ada).status(), 429);
    assert_eq!(listen(&bob).status(), 200, "nobody else is kept out");
    assert_eq!(listen(&host).status(), 200);
    open.pop();
    until("one that ended makes room", || (listen(&ada).status() == 200).then_some(()));
}

#[test]
fn whose_league_goes_on_is_told_nothing_but_what_was_played() {
    let server = open_server();
    let host = Client::host(&server);
    let (game, code) = host.shared_game("tictactoe", 2, 2);
    let guest = Client::guest(&server, &code);
    guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Ada" }));
    guest.done(&format!("/api/games/{game}/resign"), json!({ "seat": 2 }));
    let played = format!("/api/spot/values?id={game}&time=10");
    let own_line = format!("{played}&then=2,2%201,1");
    let told = |path: &str| -> (u16, Value) {
        let answer = guest.get(path);
        (answer.status, answer.body["error"].clone())
    };
    assert_eq!(told(&own_line).0, 200);
    let (id, spoken) = league(&host, "tictactoe", json!({}));
    guest.done(&format!("/api/invitations/{spoken}/accept"), json!({ "name": "Ada" }));
    assert_eq!(told(&own_line).0, 200, "she only looks on");
    guest.done(&format!("/api/leagues/{id}/join"), json!({ "name": "own", "as": "bot" }));
    let refusal =
        "you take part in a league that goes on: until it pauses, only what was played is told";
    assert_eq!(told(&own_line), (403, json!(refusal)));
    assert_eq!(told(&played).0, 200);
    host.done(&format!("/api/leagues/{id}/state"), json!({ "state": "paused" }));
    assert_eq!(told(&own_line).0, 200);
}
