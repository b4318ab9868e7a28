//! A program plays from elsewhere, as `curl` would.

use std::io::{BufRead, BufReader};

use serde_json::{Value, json};

use crate::access::open_server;
use crate::common::Client;

/// The lines of a bot's stream.
pub fn lines(bot: &Client) -> impl Iterator<Item = Value> + use<> {
    lines_at(bot, "/api/bot/stream")
}

/// The same with a query.
pub fn lines_at(bot: &Client, path: &str) -> impl Iterator<Item = Value> + use<> {
    let stream = bot.send("GET", path, "");
    assert_eq!(
        (stream.status().as_u16(), &stream.headers()["content-type"]),
        (200, &"application/x-ndjson".parse().unwrap())
    );
    let lines = BufReader::new(stream.into_body().into_reader()).lines();
    lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap())
}

/// The next line that is no heartbeat.
pub fn next(lines: &mut impl Iterator<Item = Value>) -> Value {
    lines.find(|line| line["type"] != "ping").expect("another line")
}

#[test]
fn a_bot_joins_by_a_code_and_plays_to_the_end() {
    let server = open_server();
    let host = Client::host(&server);
    let (game, code) = host.shared_game("tictactoe", 2, 1);
    let nobody = Client::nobody(&server);
    let joined = nobody.done("/api/bot/join", json!({ "code": code, "name": "robot" }));
    assert_eq!(joined["game"], json!(game));
    let taken = nobody.post("/api/bot/join", json!({ "code": code, "name": "another" }));
    assert_eq!((taken.status, taken.error()), (409, "no seat is free in this game"));

    let bot = Client::bot(&server, joined["token"].as_str().unwrap());
    let mut lines = lines(&bot);
    assert_eq!(next(&mut lines)["type"], "hello");
    let start = next(&mut lines);
    assert_eq!(
        (&start["type"], &start["seat"], &start["spec"]),
        (&json!("game_start"), &json!(1), &json!("mnk:3,3,3"))
    );
    let path = format!("/api/bot/games/{game}/move");
    for (own, reply) in [("2,2", Some("1,1")), ("1,2", Some("2,1")), ("3,2", None)] {
        let turn = next(&mut lines);
        assert_eq!(turn["type"], "turn", "{turn}");
        assert!(turn["legal"].as_array().unwrap().contains(&json!(own)), "{turn}");
        let wrong = bot.post(&path, json!({ "move": "9,9" }));
        assert!(
            wrong.status == 400 && wrong.error().contains("is not legal here"),
            "{}",
            wrong.body
        );
        let played = bot.done(&path, json!({ "move": own, "version": turn["version"] }));
        assert_eq!(played["ok"], true);
        if let Some(reply) = reply {
            let early = bot.post(&path, json!({ "move": "3,3" }));
            assert_eq!((early.status, early.error()), (409, "it is not your turn"));
            host.done(&format!("/api/games/{game}/move"), json!({ "move": reply }));
        }
    }
    let over = next(&mut lines);
    assert_eq!((&over["type"], &over["result"]), (&json!("game_over"), &json!([1, -1])));
}

#[test]
fn a_bot_hears_of_its_games_again_and_of_new_ones() {
    let server = open_server();
    let host = Client::host(&server);
    let (game, code) = host.shared_game("tictactoe", 2, 1);
    let joined =
        Client::nobody(&server).done("/api/bot/join", json!({ "code": code, "name": "robot" }));
    let bot = Client::bot(&server, joined["token"].as_str().unwrap());
    for _ in 0..2 {
        let mut lines = lines(&bot);
        let kinds: Vec<Value> = (0..3).map(|_| next(&mut lines)["type"].clone()).collect();
        assert_eq!(
            kinds,
            [json!("hello"), json!("game_start"), json!("turn")],
            "also after it comes back"
        );
    }
    let listed = host.get("/api/bots").body;
    assert_eq!(listed["bots"][0]["name"], "robot");

    // A bot resigns, plays again on the other seat, and what went wrong is for the host and itself alone.
    bot.done(
        &format!("/api/bot/games/{game}/error"),
        json!({ "text": "Traceback\n  d6 \u{1b}[31m" }),
    );
    let seen = host.get(&format!("/api/games/{game}")).body;
    assert_eq!(seen["sharing"]["seats"][0]["error"], "Traceback\n  d6 [31m");
    let watcher = Client::guest(&server, &code);
    let seen = watcher.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Bob" }));
    assert_eq!(seen["sharing"]["seats"][0]["error"], Value::Null);
    let draw = host.post(&format!("/api/games/{game}/offer"), json!({ "kind": "draw" }));
    assert_eq!((draw.status, draw.error()), (409, "a bot agrees to nothing but another game"));
    let mut lines = lines(&bot);
    (0..3).for_each(|_| drop(next(&mut lines)));
    bot.done(&format!("/api/bot/games/{game}/resign"), json!({}));
    assert_eq!(next(&mut lines)["reason"], "resigned");
    let again = host.done(&format!("/api/games/{game}/offer"), json!({ "kind": "rematch" }));
    let start = next(&mut lines);
    assert_eq!((&start["game"], &start["seat"]), (&again["sharing"]["next"], &json!(2)));

    // Against a bot that was removed there is no other game, and none is left behind.
    let next = again["sharing"]["next"].as_str().unwrap();
    bot.done(&format!("/api/bot/games/{next}/resign"), json!({}));
    let count = || host.get("/api/games").body["games"].as_array().unwrap().len();
    let before = count();
    let path = format!("/api/bots/{}", joined["id"].as_str().unwrap());
    assert_eq!(host.send("DELETE", &path, "").status(), 204);
    let refused = host.post(&format!("/api/games/{next}/offer"), json!({ "kind": "rematch" }));
    let told = "somebody who played here is gone: begin a new game";
    assert_eq!((refused.status, refused.error()), (409, told));
    assert_eq!(count(), before);
}

/// Most clients of other languages can read packed answers and say so; a stream must not wait for its end to be packed.
#[test]
fn a_client_that_reads_packed_answers_hears_at_once() {
    let server = crate::common::serve();
    let made = server.post("/api/bots", json!({ "name": "robot" })).body;
    let request = crate::common::agent()
        .get(server.url("/api/bot/stream"))
        .header("accept-encoding", "gzip, deflate, br")
        .header("authorization", format!("Bearer {}", made["token"].as_str().unwrap()));
    let stream = request.call().unwrap();
    assert!(!stream.headers().contains_key("content-encoding"));
    let line = BufReader::new(stream.into_body().into_reader()).lines().next().unwrap().unwrap();
    assert!(line.contains("\"hello\""), "{line}");
}

#[test]
fn a_token_that_was_renewed_or_removed_opens_nothing() {
    let server = open_server();
    let host = Client::host(&server);
    let made = host.done("/api/bots", json!({ "name": "robot" }));
    let first = Client::bot(&server, made["token"].as_str().unwrap());
    assert_eq!(first.get("/api/bot").body["name"], "robot");
    let id = made["id"].as_str().unwrap();
    let renewed = host.done(&format!("/api/bots/{id}/renew"), json!({}));
    assert_eq!(first.get("/api/bot").status, 401);
    let second = Client::bot(&server, renewed["token"].as_str().unwrap());
    assert_eq!(second.get("/api/bot").status, 200);
    assert_eq!(host.send("DELETE", &format!("/api/bots/{id}"), "").status(), 204);
    assert_eq!(second.get("/api/bot").status, 401);
}

#[test]
fn of_eight_bots_that_want_one_seat_at_once_one_gets_it_and_the_others_leave_nothing() {
    let server = open_server();
    let host = Client::host(&server);
    for round in 0..5 {
        let (game, code) = host.shared_game("tictactoe", 2, 2);
        let answers = std::thread::scope(|scope| {
            let join = |number: usize| {
                let (host, code) = (&host, &code);
                let name = format!("robot {number}");
                scope.spawn(move || {
                    host.post("/api/bot/join", json!({ "code": code, "name": name }))
                })
            };
            let sent: Vec<_> = (0..8).map(join).collect();
            sent.into_iter().map(|one| one.join().unwrap()).collect::<Vec<_>>()
        });
        let (seated, refused): (Vec<_>, Vec<_>) =
            answers.iter().partition(|answer| answer.status == 201);
        assert_eq!((seated.len(), refused.len()), (1, 7));
        for answer in refused {
            assert_eq!((answer.status, answer.error()), (409, "no seat is free in this game"));
        }
        let shown = host.get(&format!("/api/games/{game}")).body;
        assert_eq!(shown["seats"][1]["name"], seated[0].body["name"]);
        let bots = host.get("/api/bots").body["bots"].as_array().map(Vec::len);
        assert_eq!(bots, Some(round + 1), "of those who were refused nothing is left");
    }
}
