//! Somebody leaves a game between devices, or seems to: when the others may go on without, and how.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use ninefold_web::Options;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::access::open_server;
use crate::bots::lines;
use crate::common::{Client, Running, serve_with};
use crate::leagues::until;
use crate::sharing::Pair;

/// A server on which nobody is waited for who is not there.
fn impatient(folder: &Arc<TempDir>) -> Running {
    let options = Options {
        host: Ipv4Addr::UNSPECIFIED.into(),
        port: Some(0),
        patience: Duration::ZERO,
        ..Options::local(folder.path())
    };
    serve_with(options, Arc::clone(folder))
}

fn folder() -> Arc<TempDir> {
    Arc::new(tempfile::tempdir().unwrap())
}

/// Claims a seat as soon as its player has gone.
fn claim(pair: &Pair, who: &Client, body: &Value) -> Value {
    let path = pair.path("claim");
    until("the seat is left", || {
        let answer = who.post(&path, body.clone());
        match answer.status {
            200 => Some(answer.body),
            _ => {
                assert_eq!((answer.status, answer.body["code"].as_str()), (409, Some("conflict")));
                None
            }
        }
    })
}

#[test]
fn of_two_the_other_wins_or_plays_on_with_a_computer_or_with_somebody_else() {
    let folder = folder();
    let server = impatient(&folder);
    for how in ["win", "computer", "open"] {
        let pair = Pair::at(&server, "tictactoe");
        let stream = pair.guest.send("GET", &pair.path("events"), "");
        let body = json!({ "seat": 2, "how": how });
        assert_eq!(pair.host.post(&pair.path("claim"), body.clone()).status, 409, "she is here");
        drop(stream);
        let claimed = claim(&pair, &pair.host, &body);
        match how {
            "win" => {
                let told = (&claimed["result"], &claimed["given_up"]["seat"]);
                assert_eq!(told, (&json!([1, -1]), &json!(2)));
            }
            "computer" => {
                assert_eq!(claimed["seats"][1]["player"], "level:3");
                assert_eq!(claimed["sharing"]["seats"][1]["left"], true);
                pair.play(&pair.host, "2,2");
                until("it answers", || {
                    let game = pair.host.get(&format!("/api/games/{}", pair.game)).body;
                    (game["plies"] == 2).then_some(())
                });
            }
            _ => {
                assert_eq!(claimed["sharing"]["seats"][1]["owner"], "open");
                assert_eq!(claimed["seats"][1]["name"], Value::Null);
                let links = pair.host.get(&pair.path("invitation")).body;
                let code = links["play"]["code"].as_str().unwrap();
                let friend = Client::guest(&server, code);
                let accept = format!("/api/invitations/{code}/accept");
                assert_eq!(friend.done(&accept, json!({ "name": "Bob" }))["sharing"]["you"], 2);
                pair.play(&pair.host, "2,2");
                let late = pair.guest.post(&pair.path("move"), json!({ "move": "1,1" }));
                assert_eq!((late.status, late.error()), (403, "seat 2 is not yours"));
                pair.play(&friend, "1,1");
            }
        }
    }
}

#[test]
fn a_guest_goes_on_without_a_host_who_has_gone() {
    let folder = folder();
    let server = impatient(&folder);
    let pair = Pair::at(&server, "tictactoe");
    let stream = pair.host.send("GET", &pair.path("events"), "");
    assert_eq!(pair.guest.post(&pair.path("claim"), json!({ "seat": 1 })).status, 409);
    drop(stream);
    assert_eq!(claim(&pair, &pair.guest, &json!({ "seat": 1 }))["result"], json!([-1, 1]));
}

#[test]
fn nobody_goes_on_without_a_computer_or_without_oneself() {
    let folder = folder();
    let server = impatient(&folder);
    let host = Client::host(&server);
    let made =
        host.done("/api/games", json!({ "game": "tictactoe", "seats": ["human", "random"] }));
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    let links = host.done(&format!("{path}/invitation"), json!({ "seat": 1 }));
    let code = links["play"]["code"].as_str().unwrap();
    let guest = Client::guest(&server, code);
    guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Ada" }));
    for seat in [0, 1, 2, 9] {
        let claimed = guest.post(&format!("{path}/claim"), json!({ "seat": seat }));
        assert_eq!(claimed.status, 409, "{seat}: {}", claimed.body);
    }
    let pair = Pair::at(&server, "9tka:3");
    let win = pair.host.post(&pair.path("claim"), json!({ "seat": 2, "how": "win" }));
    assert_eq!(win.status, 400, "{}", win.body);
}

#[test]
fn after_a_restart_the_host_is_the_host_and_whoever_does_not_come_back_is_away() {
    let folder = folder();
    let first = impatient(&folder);
    let token = first.address.split_once("?token=").unwrap().1.to_owned();
    let Pair { game, .. } = Pair::at(&first, "tictactoe");
    drop(first);
    let second = impatient(&folder);
    let host = Client::bot(&second, &token);
    let claimed = host.done(&format!("/api/games/{game}/claim"), json!({ "seat": 2 }));
    assert_eq!(claimed["result"], json!([1, -1]));
    drop(second);
    let options = Options {
        host: Ipv4Addr::UNSPECIFIED.into(),
        port: Some(0),
        new_token: true,
        ..Options::local(folder.path())
    };
    let third = serve_with(options, Arc::clone(&folder));
    assert_eq!(Client::bot(&third, &token).get("/api/games").status, 401, "another was wanted");
    assert_eq!(Client::host(&third).get("/api/games").status, 200);
}

#[test]
fn the_host_changes_no_seat_of_somebody_who_is_there_and_gets_no_help() {
    let server = open_server();
    let pair = Pair::at(&server, "tictactoe");
    let seats = |player: &str| json!({ "seats": ["human", player] });
    let taken = pair.host.post(&pair.path("seats"), seats("level:2"));
    let not_away = "whoever plays seat 2 has not been away for 60 seconds";
    assert_eq!((taken.status, taken.error()), (409, not_away));
    pair.host.done(&pair.path("seats"), seats("human"));
    let hint = format!("/api/spot/hint?id={}", pair.game);
    let helped = pair.host.get(&hint);
    assert_eq!((helped.status, helped.error()), (409, "this is told once the game is over"));
    pair.guest.done(&pair.path("resign"), json!({ "seat": 2 }));
    assert_eq!(pair.host.get(&hint.replace("hint", "values")).status, 200);
    let alone =
        pair.host.done("/api/games", json!({ "game": "tictactoe", "seats": ["human", "human"] }));
    let hint = format!("/api/spot/hint?id={}", alone["id"].as_str().unwrap());
    assert_eq!(pair.host.get(&hint).status, 200, "nobody else plays");

    let folder = folder();
    let server = impatient(&folder);
    let pair = Pair::at(&server, "tictactoe");
    let changed = pair.host.done(&pair.path("seats"), seats("level:2"));
    assert_eq!(changed["seats"][1]["player"], "level:2", "she is not there");
}

#[test]
fn of_three_whoever_runs_out_of_time_is_played_on_for() {
    let server = open_server();
    let host = Client::host(&server);
    let clock = json!({ "minutes": 0, "seconds": 1 });
    let new = json!({ "game": "9tka:3", "seats": ["human", "human", "human"], "clock": clock });
    let game = host.done("/api/games", new)["id"].as_str().unwrap().to_owned();
    let path = format!("/api/games/{game}");
    let links = host.done(&format!("{path}/invitation"), json!({ "seat": 2 }));
    let code = links["play"]["code"].as_str().unwrap();
    let guest = Client::guest(&server, code);
    guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Ada" }));
    host.done(&format!("{path}/move"), json!({ "move": "0,1" }));
    let late = until("her time is up", || {
        let game = host.get(&path).body;
        (game["seats"][1]["player"] == "level:3").then_some(game)
    });
    assert_eq!(late["sharing"]["seats"][1]["left"], true);
    assert_eq!((&late["over"], &late["seats"][2]["player"]), (&json!(false), &json!("human")));
    let moved = guest.post(&format!("{path}/move"), json!({ "move": "0,2" }));
    assert!([403, 409].contains(&moved.status), "{}", moved.body);
}

#[test]
fn thinking_begins_with_a_move() {
    let server = open_server();
    let pair = Pair::at(&server, "tictactoe");
    let times = |game: &Value| {
        let time = |name: &str| game["sharing"][name].as_i64().unwrap();
        (time("since"), time("now"))
    };
    let (since, now) = times(&pair.play(&pair.host, "2,2"));
    assert!(since <= now);
    let offered = pair.host.done(&pair.path("offer"), json!({ "kind": "draw" }));
    assert_eq!(times(&offered).0, since, "an offer is no move");
    let later = until("a later moment", || {
        let (_, later) = times(&pair.host.get(&format!("/api/games/{}", pair.game)).body);
        (later > since).then_some(later)
    });
    assert!(times(&pair.play(&pair.guest, "1,1")).0 >= later);
}

/// Friends find their clocks as they left them, however long nobody is back after a restart.
#[test]
fn after_a_restart_clocks_wait_for_somebody_of_the_seats() {
    let folder = folder();
    let options = |new_token| Options {
        host: Ipv4Addr::UNSPECIFIED.into(),
        port: Some(0),
        new_token,
        ..Options::local(folder.path())
    };
    let first = serve_with(options(false), Arc::clone(&folder));
    let token = first.address.split_once("?token=").unwrap().1.to_owned();
    let host = Client::host(&first);
    let clock = json!({ "minutes": 0, "seconds": 2 });
    let new = json!({ "game": "tictactoe", "seats": ["human", "human"], "clock": clock });
    let game = host.done("/api/games", new)["id"].as_str().unwrap().to_owned();
    let path = format!("/api/games/{game}");
    let links = host.done(&format!("{path}/invitation"), json!({ "seat": 2 }));
    let code = links["play"]["code"].as_str().unwrap().to_owned();
    let guest = Client::guest(&first, &code);
    guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Ada" }));
    let begun = host.done(&format!("{path}/move"), json!({ "move": "2,2" }));
    assert_eq!(begun["clock"]["running"], 2);
    drop(first);

    let second = serve_with(options(false), Arc::clone(&folder));
    let host = Client::bot(&second, &token);
    let waits = host.get(&path).body;
    assert_eq!((&waits["clock"]["running"], &waits["over"]), (&Value::Null, &json!(false)));
    // Whoever watches is nobody of the seats.
    let links = host.done(&format!("{path}/invitation"), json!({}));
    let watcher = Client::guest(&second, links["watch"]["code"].as_str().unwrap());
    let watching = links["watch"]["code"].as_str().unwrap();
    watcher.done(&format!("/api/invitations/{watching}/accept"), json!({}));
    let watched = watcher.send("GET", &format!("{path}/events"), "");
    assert_eq!(host.get(&path).body["clock"]["running"], Value::Null);
    let back = host.send("GET", &format!("{path}/events"), "");
    assert_eq!(host.get(&path).body["clock"]["running"], 2);
    until("her time is up", || (host.get(&path).body["reason"] == "time").then_some(()));
    drop((watched, back));
}

#[test]
fn of_three_everybody_who_is_there_agrees_how_to_go_on() {
    let folder = folder();
    let server = impatient(&folder);
    let host = Client::host(&server);
    let (game, code) = host.shared_game("9tka:3", 3, 2);
    host.done(&format!("/api/games/{game}/invitation"), json!({ "seat": 3 }));
    let [ada, bob] = ["Ada", "Bob"].map(|name| {
        let guest = Client::guest(&server, &code);
        guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": name }));
        guest
    });
    let path = format!("/api/games/{game}/claim");
    let here = ada.send("GET", &format!("/api/games/{game}/events"), "");
    let asked = host.done(&path, json!({ "seat": 3 }));
    assert_eq!(asked["seats"][2]["player"], "human", "Ada is there, and has not agreed");
    let claims =
        |who: &Client| who.get(&format!("/api/games/{game}")).body["sharing"]["claims"].clone();
    let claim =
        |asks_you: bool| json!([{ "seat": 3, "how": "computer", "by": 1, "asks_you": asks_you }]);
    assert_eq!((claims(&host), claims(&ada)), (claim(false), claim(true)));
    // Twice is not more.
    host.done(&path, json!({ "seat": 3 }));
    assert_eq!(claims(&ada), claim(true));
    // A move answers with no.
    host.done(&format!("/api/games/{game}/move"), json!({ "move": "0,1" }));
    assert_eq!(claims(&ada), Value::Null);
    host.done(&path, json!({ "seat": 3 }));
    let agreed = ada.done(&path, json!({ "seat": 3 }));
    assert_eq!(agreed["seats"][2]["player"], "level:3");
    assert_eq!(bob.get(&format!("/api/games/{game}")).body["sharing"]["you"], Value::Null);
    drop(here);
}

/// The clock is longer than what a bot has that was never told of its turn.
#[test]
fn a_bot_that_hangs_up_after_it_was_told_has_what_its_clock_has() {
    let server = open_server();
    let host = Client::host(&server);
    let league = host.done(
        "/api/leagues",
        json!({
            "name": "Class", "game": "tictactoe", "baselines": ["random"],
            "time": { "clock": { "minutes": 0, "seconds": 23, "increment": 0 } },
        }),
    );
    let joining = json!({ "code": league["code"], "name": "robot" });
    let joined = Client::nobody(&server).done("/api/bot/join", joining);
    let bot = Client::bot(&server, joined["token"].as_str().unwrap());
    let mut lines = lines(&bot);
    let turn = lines.find(|line| line["type"] == "turn").unwrap();
    drop(lines);
    let games = format!("/api/leagues/{}/games", league["id"].as_str().unwrap());
    let lost = until("its clock has run out", || {
        let games = host.get(&games).body["games"].clone();
        games.as_array().unwrap().iter().find(|game| game["game"] == turn["game"]).cloned()
    });
    assert_eq!((&lost["fault"]["kind"], &lost["reason"]), (&json!("move_time"), &json!("time")));
}
