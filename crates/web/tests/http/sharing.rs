//! A friend joins by a link.

use serde_json::{Value, json};

use crate::access::open_server;
use crate::common::{Client, serve};

/// A host and a guest at a game, the guest on the second seat.
pub struct Pair {
    pub host: Client,
    pub guest: Client,
    pub game: String,
}

impl Pair {
    pub fn at(server: &crate::common::Running, game: &str) -> Pair {
        let host = Client::host(server);
        let players = if game == "9tka:3" { 3 } else { 2 };
        let (game, code) = host.shared_game(game, players, 2);
        let guest = Client::guest(server, &code);
        guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Ada" }));
        Pair { host, guest, game }
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/api/games/{}/{rest}", self.game)
    }

    pub fn play(&self, who: &Client, text: &str) -> Value {
        who.done(&self.path("move"), json!({ "move": text }))
    }
}

#[test]
fn a_friend_takes_the_seat_that_waits_and_nobody_else_plays_it() {
    let server = open_server();
    let host = Client::host(&server);
    let (game, code) = host.shared_game("tictactoe", 2, 2);
    let path = format!("/api/games/{game}/move");
    host.done(&path, json!({ "move": "2,2" }));
    let early = host.post(&path, json!({ "move": "1,1" }));
    assert_eq!((early.status, early.error()), (403, "seat 2 waits for somebody to come"));

    let guest = Client::guest(&server, &code);
    let seen = guest.get(&format!("/api/invitations/{code}")).body;
    assert_eq!(
        (&seen["free"], &seen["seat"], &seen["yours"]),
        (&json!(true), &json!(2), &json!(false))
    );
    let joined =
        guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": " Ada\u{7} " }));
    assert_eq!(joined["sharing"]["you"], 2);
    assert_eq!(joined["seats"][1]["name"], "Ada");
    let stolen = host.post(&path, json!({ "move": "1,1" }));
    assert_eq!((stolen.status, stolen.error()), (403, "seat 2 is not yours"));
    guest.done(&path, json!({ "move": "1,1" }));
    let twice = guest.post(&path, json!({ "move": "1,2" }));
    assert_eq!((twice.status, twice.error()), (403, "seat 1 is not yours"));

    // The third watches.
    let third = Client::guest(&server, &code);
    let watching = third.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Bob" }));
    assert_eq!(watching["sharing"]["you"], Value::Null);
    assert_eq!(third.post(&path, json!({ "move": "1,2" })).status, 403);
    // The same browser stays the same visitor.
    let again = guest.done(&format!("/api/invitations/{code}/accept"), json!({}));
    assert_eq!(again["sharing"]["you"], 2);
}

#[test]
fn what_both_must_agree_on_is_offered() {
    let server = open_server();
    let pair = Pair::at(&server, "tictactoe");
    pair.play(&pair.host, "2,2");
    pair.play(&pair.guest, "1,1");
    let alone = pair.host.post(&pair.path("undo"), json!({}));
    assert_eq!((alone.status, alone.error()), (409, "the others must agree: offer it to them"));

    // A takeback goes back to before the own last move.
    let offered = pair.host.done(&pair.path("offer"), json!({ "kind": "takeback" }));
    assert_eq!(offered["moves"], json!(["2,2", "1,1"]));
    let asked = pair.guest.get(&format!("/api/games/{}", pair.game)).body;
    assert_eq!(
        asked["sharing"]["offers"],
        json!([{ "kind": "takeback", "by": 1, "asks_you": true }])
    );
    let agreed = pair.guest.done(&pair.path("offer"), json!({ "kind": "takeback" }));
    assert_eq!((&agreed["moves"], &agreed["sharing"]["offers"]), (&json!([]), &json!([])));

    // What is declined is gone, and so is what somebody has played on.
    pair.guest.done(&pair.path("offer"), json!({ "kind": "draw" }));
    pair.host.done(&pair.path("decline"), json!({ "kind": "draw" }));
    assert_eq!(pair.host.post(&pair.path("decline"), json!({ "kind": "draw" })).status, 409);
    pair.guest.done(&pair.path("offer"), json!({ "kind": "draw" }));
    let moved = pair.play(&pair.host, "2,2");
    assert_eq!(moved["sharing"]["offers"], json!([]));

    pair.host.done(&pair.path("offer"), json!({ "kind": "draw" }));
    let drawn = pair.guest.done(&pair.path("offer"), json!({ "kind": "draw" }));
    assert_eq!((&drawn["result"], &drawn["reason"]), (&json!([0, 0]), &json!("agreed")));
    let record = pair.host.get(&pair.path("record")).body;
    assert!(record.as_str().unwrap().contains("agreed"), "{record}");
    // The record is true: it can be imported again.
    assert_eq!(pair.host.post("/api/games", json!({ "record": record })).status, 201);

    // A rematch has the colours swapped.
    pair.guest.done(&pair.path("offer"), json!({ "kind": "rematch" }));
    let next = pair.host.done(&pair.path("offer"), json!({ "kind": "rematch" }))["sharing"]["next"]
        .clone();
    let next = pair.guest.get(&format!("/api/games/{}", next.as_str().unwrap())).body;
    assert_eq!((&next["sharing"]["you"], &next["seats"][0]["name"]), (&json!(1), &json!("Ada")));
}

#[test]
fn whoever_watched_sees_the_next_game_too() {
    let server = open_server();
    let host = Client::host(&server);
    let (game, code) = host.shared_game("tictactoe", 2, 2);
    let accept = format!("/api/invitations/{code}/accept");
    let [player, watcher, late] = ["Ada", "Bob", "Cleo"].map(|name| {
        let guest = Client::guest(&server, &code);
        if name != "Cleo" {
            guest.done(&accept, json!({ "name": name }));
        }
        guest
    });
    let path = |rest: &str| format!("/api/games/{game}/{rest}");
    // Who watches agrees to nothing.
    player.done(&path("resign"), json!({ "seat": 2 }));
    let rematch = json!({ "kind": "rematch" });
    assert_eq!(watcher.post(&path("offer"), rematch.clone()).status, 403);
    player.done(&path("offer"), rematch.clone());
    let next = host.done(&path("offer"), rematch)["sharing"]["next"].clone();
    let next = format!("/api/games/{}", next.as_str().unwrap());
    for (who, status) in [(&player, 200), (&watcher, 200), (&late, 403)] {
        assert_eq!(who.get(&next).status, status);
    }
    late.done(&accept, json!({ "name": "Cleo" }));
    assert_eq!(late.get(&next).body["sharing"]["you"], Value::Null, "by the link of the old one");
}

#[test]
fn nobody_is_away_who_listens() {
    let server = open_server();
    let pair = Pair::at(&server, "tictactoe");
    let claimed = pair.host.post(&pair.path("claim"), json!({ "seat": 2 }));
    assert_eq!(
        (claimed.status, claimed.error()),
        (409, "whoever plays seat 2 has not been away for 60 seconds")
    );
    let seats = |who: &Client| {
        who.get(&format!("/api/games/{}", pair.game)).body["sharing"]["seats"].clone()
    };
    assert_eq!(seats(&pair.host)[1]["here"], false);
    let stream = pair.guest.send("GET", &pair.path("events"), "");
    assert_eq!(stream.status(), 200);
    assert_eq!(seats(&pair.host)[1]["here"], true);
}

#[test]
fn whoever_leaves_a_game_of_three_is_played_on_for() {
    let server = open_server();
    let host = Client::host(&server);
    let (game, code) = host.shared_game("9tka:3", 3, 2);
    let guest = Client::guest(&server, &code);
    guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Ada" }));
    let left = guest.done(&format!("/api/games/{game}/resign"), json!({ "seat": 2 }));
    assert_eq!((&left["over"], &left["seats"][1]["player"]), (&json!(false), &json!("level:3")));
    assert_eq!(left["sharing"]["seats"][1]["left"], true);
    assert_eq!(left["sharing"]["you"], Value::Null);
    let draw = host.post(&format!("/api/games/{game}/offer"), json!({ "kind": "draw" }));
    assert_eq!((draw.status, draw.error()), (400, "a draw is agreed on by two players"));
}

#[test]
fn links_can_be_taken_back() {
    let server = open_server();
    let host = Client::host(&server);
    let (game, code) = host.shared_game("tictactoe", 2, 1);
    let links = host.done(&format!("/api/games/{game}/invitation"), json!({}));
    assert_eq!(links["play"]["code"], json!(code), "the link stays the same");
    assert!(links["watch"]["url"].as_str().unwrap().contains("/join/"));
    assert!(links["play"]["qr"].as_array().unwrap().len() >= 21);
    assert_eq!(host.send("DELETE", &format!("/api/games/{game}/invitation"), "").status(), 204);
    let late = Client::nobody(&server).get(&format!("/join/{code}"));
    assert_eq!(
        (late.status, late.error()),
        (404, "there is no such invitation: ask for a new link")
    );
    host.done(&format!("/api/games/{game}/move"), json!({ "move": "2,2" }));
}

#[test]
fn what_is_given_away_must_be_a_free_seat_of_a_person() {
    let server = serve();
    let game = server.game("tictactoe", &["human", "level:1"]).id();
    for seat in [0, 2, 3] {
        let refused =
            server.post(&format!("/api/games/{game}/invitation"), json!({ "seat": seat }));
        assert_eq!(refused.status, 400, "{seat}: {}", refused.body);
    }
    // On this machine everybody is the host, and a link makes a guest all the same.
    let links = server.post(&format!("/api/games/{game}/invitation"), json!({ "seat": 1 })).body;
    assert_eq!(links["local"], true);
    let code = links["play"]["code"].as_str().unwrap();
    let guest = Client::guest(&server, code);
    let named = guest.post(&format!("/api/invitations/{code}/accept"), json!({ "name": "" }));
    assert_eq!(
        (named.status, named.error()),
        (400, "say what others shall call you, in at most 40 letters")
    );
    let joined = guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Ada" }));
    assert_eq!(joined["sharing"]["you"], 1);
}

#[test]
fn whoever_sends_many_moves_at_once_plays_one() {
    let server = open_server();
    for _ in 0..10 {
        let pair = Pair::at(&server, "tictactoe");
        pair.play(&pair.host, "2,2");
        let cells = ["1,1", "1,2", "1,3", "2,1", "2,3", "3,1", "3,2", "3,3"];
        let path = pair.path("move");
        let played: Vec<u16> = std::thread::scope(|scope| {
            let send = |cell| {
                let (guest, path) = (&pair.guest, &path);
                scope.spawn(move || guest.post(path, json!({ "move": cell })).status)
            };
            let sent: Vec<_> = cells.map(send).into_iter().collect();
            sent.into_iter().map(|one| one.join().unwrap()).collect()
        });
        let accepted = played.iter().filter(|status| **status == 200).count();
        assert_eq!(accepted, 1, "{played:?}");
        let moves = pair.host.get(&format!("/api/games/{}", pair.game)).body["moves"].clone();
        assert_eq!(moves.as_array().map(Vec::len), Some(2));
    }
}

/// The page reads whose the seats are from here, and so does whoever moves.
#[test]
fn a_host_who_opens_the_own_link_plays_both_seats() {
    let server = serve();
    let (game, code) = Client::host(&server).shared_game("tictactoe", 2, 2);
    let both = Client::guest(&server, &code);
    let joined = both.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Ada" }));
    assert_eq!(
        (&joined["sharing"]["you"], &joined["sharing"]["yours"]),
        (&json!(2), &json!([1, 2]))
    );
    for text in ["2,2", "1,1"] {
        both.done(&format!("/api/games/{game}/move"), json!({ "move": text }));
    }
    let server = open_server();
    let pair = Pair::at(&server, "tictactoe");
    let yours = |who: &Client| {
        who.get(&format!("/api/games/{}", pair.game)).body["sharing"]["yours"].clone()
    };
    assert_eq!((yours(&pair.host), yours(&pair.guest)), (json!([1]), json!([2])));
}

#[test]
fn the_open_seat_has_a_code_to_type_and_nobody_finds_it_later() {
    let server = open_server();
    let host = Client::host(&server);
    let (game, code) = host.shared_game("tictactoe", 2, 2);
    let links = host.get(&format!("/api/games/{game}/invitation")).body;
    let spoken = links["play"]["spoken"].as_str().unwrap().to_owned();
    assert_eq!((spoken.split('-').count(), links["play"]["code"].as_str()), (3, Some(&*code)));
    assert_eq!(links["play"]["url"], format!("{}/join/{code}", links["server"].as_str().unwrap()));
    let typed = spoken.to_uppercase().replace('-', "%20");
    let ada = Client::guest(&server, &typed);
    assert_eq!(ada.get(&format!("/api/invitations/{typed}")).body["seat"], 2);
    let accept = format!("/api/invitations/{spoken}/accept");
    assert_eq!(ada.done(&accept, json!({ "name": "Ada" }))["sharing"]["you"], 2);
    let late = Client::nobody(&server).get(&format!("/join/{spoken}"));
    assert_eq!((late.status, &late.body["code"]), (404, &json!("not_found")));
    // She comes back by it, and the link still lets others watch.
    assert_eq!(ada.get(&format!("/api/invitations/{spoken}")).body["yours"], true);
    Client::guest(&server, &code).done(&format!("/api/invitations/{code}/accept"), json!({}));
    // A program types it as well.
    let (_, code) = host.shared_game("tictactoe", 2, 1);
    let found = host.get(&format!("/api/invitations/{code}")).body["game"].clone();
    let links = host.get(&format!("/api/games/{}/invitation", found.as_str().unwrap())).body;
    let joining = json!({ "code": links["play"]["spoken"], "name": "robot" });
    assert_eq!(Client::nobody(&server).done("/api/bot/join", joining)["game"], found);
}
