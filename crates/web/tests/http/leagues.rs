//! Leagues: bots that play each other and computers of the server, cups, and what teachers and members may do.

use std::collections::HashMap;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ninefold_web::Options;
use serde_json::{Value, json};

use crate::access::open_server;
use crate::bots::lines;
use crate::common::{Client, Running, agent, serve_on, serve_with};

/// Asks until the answer is as it should be.
pub fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "{what}");
        thread::sleep(Duration::from_millis(30));
    }
}

/// A league of this game against these computers, and its code.
pub fn league(host: &Client, game: &str, more: Value) -> (String, String) {
    let mut wanted = json!({
        "name": "Class 9b", "game": game, "time": { "move": 20_000 }, "opening": 0,
        "baselines": ["random", { "player": "level:1", "name": "First steps" }],
    });
    let more = more.as_object().unwrap().clone();
    wanted.as_object_mut().unwrap().extend(more);
    let made = host.done("/api/leagues", wanted);
    let text = |name: &str| made[name].as_str().unwrap().to_owned();
    (text("id"), text("code"))
}

/// A bot that joins by a code and answers every turn by what `choose` makes of it, until its stream ends.
fn bot(
    running: &Running,
    code: &str,
    name: &str,
    choose: impl Fn(&Value) -> String + Send + 'static,
) -> (Value, JoinHandle<HashMap<String, Value>>) {
    let joined =
        Client::nobody(running).done("/api/bot/join", json!({ "code": code, "name": name }));
    let client = Client::bot(running, joined["token"].as_str().unwrap());
    let mut lines = lines(&client);
    let playing = thread::spawn(move || {
        let mut over = HashMap::new();
        for line in &mut lines {
            let Some(game) = line["game"].as_str().map(str::to_owned) else { continue };
            match line["type"].as_str().unwrap() {
                "turn" => {
                    let body = json!({ "move": choose(&line), "version": line["version"] });
                    // It may be over by now.
                    client.post(&format!("/api/bot/games/{game}/move"), body);
                }
                "game_over" => drop(over.insert(game, line)),
                _ => {}
            }
        }
        over
    });
    (joined, playing)
}

fn first(turn: &Value) -> String {
    turn["legal"][0].as_str().unwrap().to_owned()
}

fn last(turn: &Value) -> String {
    turn["legal"].as_array().unwrap().last().unwrap().as_str().unwrap().to_owned()
}

pub fn row<'a>(view: &'a Value, name: &str) -> &'a Value {
    let rows = view["standings"].as_array().unwrap();
    rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name} in {view}"))
}

#[test]
fn bots_are_paired_and_rated_and_every_game_can_be_looked_at() {
    let server = open_server();
    let host = Client::host(&server);
    let (id, code) = league(&host, "tictactoe", json!({ "games": 14, "at_once": 3 }));
    let (ada, playing) = bot(&server, &code.to_uppercase().replace('-', " "), "Ada", first);
    assert_eq!((&ada["league"], &ada["game"]), (&json!(id), &Value::Null));
    let (_, others) = bot(&server, &code, "Bob", last);
    let path = format!("/api/leagues/{id}");
    let view = until("14 games", || {
        let view = host.get(&path).body;
        (view["state"] == "paused"
            && view["standings"][0]["games"] != 0
            && view["done"] == 14
            && sum(&view, "games") == 28.0)
            .then_some(view)
    });
    // Every game has a winner and a loser, or two who share it.
    assert_eq!(sum(&view, "won"), sum(&view, "lost"));
    assert_eq!(sum(&view, "points"), 14.0);
    let anchor = row(&view, "First steps");
    assert_eq!((&anchor["rating"], &anchor["number"]), (&json!(1500.0), &view["anchor"]));
    for name in ["Ada", "Bob"] {
        let row = row(&view, name);
        let number = |key: &str| row[key].as_f64().unwrap();
        assert!(number("low") < number("rating") && number("rating") < number("high"), "{row}");
    }
    // Colours are balanced: every opening that two have begun is played from both seats before the next.
    let games = host.get(&format!("{path}/games?limit=500")).body;
    assert_eq!(games["all"], 14);
    let mut begun: HashMap<(String, String), i32> = HashMap::new();
    for game in games["games"].as_array().unwrap() {
        let name = |seat: usize| game["names"][seat].as_str().unwrap().to_owned();
        let (one, other) = (name(0), name(1));
        match one < other {
            true => *begun.entry((one, other)).or_default() += 1,
            false => *begun.entry((other, one)).or_default() -= 1,
        }
    }
    assert!(begun.values().all(|more| more.abs() <= 1), "{begun:?}");
    // Whoever has joined looks at any game, and into it once it is over.
    let guest = Client::guest(&server, &code);
    assert_eq!(guest.get(&path).status, 403, "not yet");
    guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Cleo" }));
    let game = games["games"][0]["game"].as_str().unwrap();
    assert_eq!(guest.get(&format!("/api/games/{game}")).body["league"], json!(id));
    assert_eq!(guest.get(&format!("/api/spot/values?id={game}&ply=1")).status, 200);
    let sheet = guest.get(&format!("{path}/csv")).body;
    assert_eq!(sheet.as_str().unwrap().lines().count(), 5, "{sheet}");
    let sheet = guest.get(&format!("{path}/csv?each=game")).body;
    assert_eq!(sheet.as_str().unwrap().lines().count(), 15);
    let cross = guest.get(&format!("{path}/cross")).body;
    assert_eq!(cross["rows"].as_array().unwrap().len(), 4);
    // None of this is among the games that people began.
    assert_eq!(host.get("/api/games").body["games"], json!([]));
    let kept = host.send("DELETE", &format!("/api/games/{game}"), "");
    assert_eq!(kept.status(), 409);
    drop(server);
    let heard = playing.join().unwrap();
    others.join().unwrap();
    for (game, over) in heard {
        let found =
            games["games"].as_array().unwrap().iter().find(|one| one["game"] == json!(game));
        let found = found.unwrap_or_else(|| panic!("{game} counts"));
        assert_eq!(found["points"][0] == 1.0, over["result"] == json!([1, -1]), "{found} {over}");
    }
}

fn sum(view: &Value, key: &str) -> f64 {
    view["standings"].as_array().unwrap().iter().map(|row| row[key].as_f64().unwrap()).sum()
}

#[test]
fn a_fault_loses_the_game_and_is_shown_to_its_author_and_the_teacher_alone() {
    let server = open_server();
    let host = Client::host(&server);
    let (id, code) = league(&host, "tictactoe", json!({}));
    let guest = Client::guest(&server, &code);
    guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Cleo" }));
    let (joined, _) = bot(&server, &code, "Wrong", |_| "9,9".to_owned());
    let path = format!("/api/leagues/{id}");
    let view = until("five faults in a row", || {
        let view = host.get(&path).body;
        (row(&view, "Wrong")["state"] == "failing" && row(&view, "Wrong")["lost"] == 5)
            .then_some(view)
    });
    let wrong = row(&view, "Wrong");
    assert_eq!((&wrong["faults"], &wrong["error"]["kind"]), (&json!(5), &json!("illegal_move")));
    assert!(wrong["error"]["text"].as_str().unwrap().contains("is not legal here"), "{wrong}");
    let seen = guest.get(&path).body;
    assert_eq!(row(&seen, "Wrong")["error"]["text"], Value::Null);
    let number = wrong["number"].as_u64().unwrap();
    let entrant = format!("{path}/entrants/{number}");
    assert_eq!(guest.get(&entrant).body["faults"], json!([]));
    assert_eq!(guest.post(&format!("{entrant}/renew"), json!({})).status, 403, "not its author");
    // Whoever has its token is its author.
    let not = guest.post(&format!("{path}/claim"), json!({ "token": "a".repeat(32) }));
    assert_eq!(not.status, 403);
    guest.done(&format!("{path}/claim"), json!({ "token": joined["token"] }));
    let own = guest.get(&entrant).body;
    assert_eq!((own["faults"].as_array().unwrap().len(), &own["yours"]), (5, &json!(true)));
    assert!(own["faults"][0]["error"].as_str().unwrap().contains("is not legal here"));
    let other = Client::guest(&server, &code);
    other.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Dora" }));
    let taken = other.post(&format!("{path}/claim"), json!({ "token": joined["token"] }));
    assert_eq!((taken.status, taken.error()), (409, "somebody else looks after this bot"));
    // A series that does not count, once it may play again.
    let renewed = guest.done(&format!("{entrant}/renew"), json!({}));
    let client = Client::bot(&server, renewed["token"].as_str().unwrap());
    let mut told = lines(&client);
    let failing = guest.done(&format!("{entrant}/rest"), json!({ "resting": true }));
    assert_eq!(failing["entrant"]["state"], "resting");
    let wanted = guest.done(&format!("{entrant}/challenge"), json!({ "baseline": 0 }));
    assert_eq!(wanted["baselines"][0]["left"], 20);
    guest.done(&format!("{entrant}/rest"), json!({ "resting": false }));
    host.done(&format!("{path}/state"), json!({ "state": "paused" }));
    let turn = told.find(|line| line["type"] == "turn").unwrap();
    let game = turn["game"].as_str().unwrap();
    client.done(&format!("/api/bot/games/{game}/resign"), json!({}));
    until("the game does not count", || {
        let view = guest.get(&entrant).body;
        (view["all"].as_u64() > Some(5) && view["entrant"]["games"] == 5).then_some(())
    });
}

#[test]
fn a_cup_among_those_who_are_there_ends_the_league_if_it_is_the_final() {
    let server = open_server();
    let host = Client::host(&server);
    let (id, code) = league(&host, "tictactoe", json!({ "opening": 1 }));
    let path = format!("/api/leagues/{id}");
    let few = host.post(&format!("{path}/cup"), json!({ "kind": "swiss" }));
    assert_eq!((few.status, few.error()), (409, "0 are there to play, wanted at least 2"));
    let bots: Vec<_> =
        ["Ada", "Bob", "Cleo"].iter().map(|name| bot(&server, &code, name, first)).collect();
    until("all are there", || (host.get(&path).body["connected"] == 5).then_some(()));
    for (number, cup) in [
        json!({ "kind": "round_robin" }),
        json!({ "kind": "swiss", "rounds": 2, "baselines": true }),
        json!({ "kind": "knockout", "best": 2, "final": true }),
    ]
    .into_iter()
    .enumerate()
    {
        let begun = host.done(&format!("{path}/cup"), cup);
        assert!(begun["cups"][number]["ended"].is_null());
        let twice = host.post(&format!("{path}/cup"), json!({ "kind": "swiss" }));
        assert_eq!((twice.status, twice.error()), (409, "a cup is being played already"));
        let view = until("the cup ends", || {
            let view = host.get(&path).body;
            (!view["cups"][number]["ended"].is_null()).then_some(view)
        });
        let cup = &view["cups"][number];
        assert!(cup["winner"].is_u64(), "{cup}");
        let games: u64 = cup["meetings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["played"].as_u64().unwrap())
            .sum();
        let points: f64 =
            cup["points"].as_array().unwrap().iter().map(|one| one.as_f64().unwrap()).sum();
        // Who sits out has an even share of that round, which is a point.
        let sat_out = if number == 1 { 2.0 } else { 0.0 };
        assert_eq!(points, games as f64 + sat_out, "a point a game");
        match number {
            0 => assert_eq!(games, 6, "three meetings of two games"),
            1 => assert_eq!(games, 8, "two rounds of two meetings; one of five sits out"),
            _ => assert!(games >= 2 && view["state"] == "over", "{view}"),
        }
    }
    let late =
        Client::nobody(&server).post("/api/bot/join", json!({ "code": code, "name": "Late" }));
    assert_eq!((late.status, late.error()), (409, "nobody can join this league any more"));
    drop(server);
    for (_, playing) in bots {
        playing.join().unwrap();
    }
}

#[test]
fn people_take_part_and_are_forgotten_when_they_want() {
    let server = open_server();
    let host = Client::host(&server);
    let (id, code) = league(&host, "tictactoe", json!({ "baselines": ["random"] }));
    let path = format!("/api/leagues/{id}");
    let person = Client::guest(&server, &code);
    person.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Cleo" }));
    let joined = person.done(&format!("{path}/join"), json!({ "name": "Cleo", "as": "person" }));
    let number = joined["number"].as_u64().unwrap();
    let twice = person.post(&format!("{path}/join"), json!({ "name": "Cleo 2", "as": "person" }));
    assert_eq!((twice.status, twice.error()), (409, "you take part already"));
    let taken = person.post(&format!("{path}/join"), json!({ "name": "cleo", "as": "bot" }));
    assert_eq!(taken.error(), "somebody is called cleo already: choose another name");
    // Whoever looks at the league is there, and gets a game.
    let stream = person.send("GET", &format!("{path}/events"), "");
    let game = until("a game", || {
        let view = person.get(&format!("{path}/entrants/{number}")).body;
        view["entrant"]["playing"].as_str().map(str::to_owned)
    });
    let seen = person.get(&format!("/api/games/{game}")).body;
    let seat = seen["sharing"]["you"].as_u64().unwrap();
    assert_eq!((&seen["clock"]["minutes"], &seen["counted"]), (&json!(5), &json!(true)));
    let help = person.get(&format!("/api/spot/hint?id={game}"));
    assert_eq!((help.status, help.error()), (403, "this is told once the game is over"));
    let back = person.post(&format!("/api/games/{game}/offer"), json!({ "kind": "takeback" }));
    assert_eq!(back.error(), "this game belongs to a league, which keeps it as it is");
    let draw = person.post(&format!("/api/games/{game}/offer"), json!({ "kind": "draw" }));
    assert_eq!(draw.error(), "this game belongs to a league, which keeps it as it is");
    let pause = host.post(&format!("/api/games/{game}/pause"), json!({ "paused": true }));
    assert_eq!(pause.error(), "this game belongs to a league, which keeps it as it is");
    person.done(&format!("/api/games/{game}/resign"), json!({ "seat": seat }));
    // The next game has begun like this one, which is over.
    until("another game", || {
        let view = person.get(&format!("{path}/entrants/{number}")).body;
        view["entrant"]["playing"].as_str().filter(|&other| other != game).map(str::to_owned)
    });
    let help = person.get(&format!("/api/spot/hint?id={game}&ply=0"));
    assert_eq!(help.status, 409, "{}", help.error());
    host.done(&format!("{path}/state"), json!({ "state": "paused" }));
    until("it counts", || (row(&host.get(&path).body, "Cleo")["lost"] == 1).then_some(()));

    // A name that does not do is changed everywhere.
    host.done(&format!("{path}/entrants/{number}"), json!({ "name": "=Cleo" }));
    let seen = person.get(&format!("/api/games/{game}")).body;
    assert_eq!(seen["seats"][seat as usize - 1]["name"], "=Cleo");
    let sheet = host.get(&format!("{path}/csv")).body;
    assert!(sheet.as_str().unwrap().contains("\"'=Cleo\""), "no formula: {sheet}");

    let own = person.get("/api/me/data").body;
    let games = own["people"][0]["games"].as_array().unwrap();
    assert!(games.iter().any(|one| one["id"] == json!(game)), "{own}");
    assert_eq!(own["people"][0]["leagues"][0]["number"], json!(number));
    assert_eq!(person.send("DELETE", "/api/me/data", "").status(), 204);
    assert_eq!(person.get(&path).status, 401, "nobody any more");
    let left = host.get(&format!("/api/games/{game}")).body;
    assert!(!left.to_string().contains("Cleo"), "{left}");
    let view = host.get(&path).body;
    // The game that went on is lost, too.
    assert!(!view.to_string().contains("Cleo") && row(&view, &format!("#{number}"))["lost"] != 0);
    drop(stream);
}

/// Whoever goes in the middle of a cup loses what is left of it, and nobody waits.
#[test]
fn a_cup_ends_without_those_who_go() {
    let server = open_server();
    let host = Client::host(&server);
    let (id, code) = league(&host, "tictactoe", json!({ "opening": 1, "at_once": 1 }));
    let path = format!("/api/leagues/{id}");
    let slowly = |turn: &Value| {
        thread::sleep(Duration::from_millis(100));
        first(turn)
    };
    let bots: Vec<_> =
        ["Ada", "Bob", "Cleo"].iter().map(|name| bot(&server, &code, name, slowly)).collect();
    until("all are there", || (host.get(&path).body["connected"] == 5).then_some(()));
    host.done(&format!("{path}/cup"), json!({ "kind": "round_robin" }));
    let view = host.get(&path).body;
    let numbers = ["Ada", "Bob", "Cleo"].map(|name| row(&view, name)["number"].clone());
    let people = host.get("/api/people").body;
    let of = |name: &str| {
        let all = people["people"].as_array().unwrap();
        all.iter().find(|one| one["name"] == name).unwrap()["id"].as_str().unwrap().to_owned()
    };
    assert_eq!(host.send("DELETE", &format!("/api/people/{}", of("Ada")), "").status(), 204);
    assert_eq!(host.send("DELETE", &format!("/api/bots/{}", of("Bob")), "").status(), 204);
    // What is left of them can still be written.
    for number in &numbers[..2] {
        host.done(
            &format!("{path}/entrants/{number}"),
            json!({ "name": format!("gone {number}") }),
        );
    }
    let view = until("the cup ends", || {
        let view = host.get(&path).body;
        (!view["cups"][0]["ended"].is_null()).then_some(view)
    });
    assert_eq!(view["cups"][0]["winner"], numbers[2], "{view}");
    drop(server);
    // They may be cut off in the middle of an answer.
    bots.into_iter().for_each(|(_, playing)| drop(playing.join()));
}

#[test]
fn a_person_who_is_banned_stays_out() {
    let server = open_server();
    let host = Client::host(&server);
    let (id, code) = league(&host, "tictactoe", json!({}));
    let path = format!("/api/leagues/{id}");
    let guest = Client::guest(&server, &code);
    guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Mallory" }));
    let made = guest.done(&format!("{path}/join"), json!({ "name": "Mallory", "as": "person" }));
    host.done(&format!("{path}/entrants/{}", made["number"]), json!({ "state": "banned" }));
    let again = guest.post(&format!("/api/invitations/{code}/accept"), json!({ "name": "Eve" }));
    assert_eq!((again.status, again.error()), (403, "you cannot join this league"));
}

#[test]
fn whoever_is_banned_comes_back_by_no_road() {
    let server = open_server();
    let host = Client::host(&server);
    let (id, code) = league(&host, "tictactoe", json!({}));
    let path = format!("/api/leagues/{id}");
    let guest = Client::guest(&server, &code);
    guest.done(&format!("/api/invitations/{code}/accept"), json!({ "name": "Mallory" }));
    let made = guest.done(&format!("{path}/join"), json!({ "name": "Mallet", "as": "bot" }));
    let client = Client::bot(&server, made["token"].as_str().unwrap());
    let told = lines(&client);
    let entrant = format!("{path}/entrants/{}", made["number"]);
    host.done(&entrant, json!({ "state": "banned" }));
    assert!(told.count() < 100, "its stream ends");
    assert_eq!(client.get("/api/bot").status, 401);
    assert_eq!(guest.get(&path).status, 403);
    let again = guest.post(&format!("/api/invitations/{code}/accept"), json!({ "name": "Eve" }));
    assert_eq!((again.status, again.error()), (403, "you cannot join this league"));
    let view = host.get(&path).body;
    assert!(view["standings"].as_array().unwrap().iter().all(|row| row["name"] != "Mallet"));
    let stays =
        host.post(&format!("{path}/entrants/{}", view["anchor"]), json!({ "state": "removed" }));
    assert_eq!(stays.error(), "everybody is measured against this computer: it stays");
    // A new code, and the old one is worth nothing.
    let other = host.done(&format!("{path}/code"), json!({}));
    assert_ne!(other["code"], json!(code));
    let old = Client::nobody(&server).post("/api/bot/join", json!({ "code": code, "name": "Old" }));
    assert_eq!(
        (old.status, old.error()),
        (404, "no game, league or class has this code: look at it again")
    );
}

/// What somebody calls a bot, and what it says when it fails, is text and nothing else wherever it is shown.
#[test]
fn names_and_errors_inject_nothing() {
    let server = open_server();
    let host = Client::host(&server);
    let (id, code) = league(&host, "tictactoe", json!({ "baselines": ["random"] }));
    let path = format!("/api/leagues/{id}");
    let name = "=1+1\u{1b}[2J\u{202e}\"<b>";
    let joined =
        Client::nobody(&server).done("/api/bot/join", json!({ "code": code, "name": name }));
    assert_eq!(joined["name"], "=1+1[2J\"<b>");
    let client = Client::bot(&server, joined["token"].as_str().unwrap());
    let mut told = lines(&client);
    let turn = told.find(|line| line["type"] == "turn").unwrap();
    host.done(&format!("{path}/state"), json!({ "state": "paused" }));
    let game = format!("/api/bot/games/{}", turn["game"].as_str().unwrap());
    client.done(&format!("{game}/error"), json!({ "text": "\u{1b}]0;x\u{7}\r\n=cmd()\r" }));
    client.done(&format!("{game}/resign"), json!({}));
    let view = until("it counts", || {
        let view = host.get(&path).body;
        (row(&view, "=1+1[2J\"<b>")["faults"] == 1).then_some(view)
    });
    assert_eq!(row(&view, "=1+1[2J\"<b>")["error"]["text"], "=cmd()");
    for sheet in ["csv", "csv?each=game"] {
        let sheet = host.get(&format!("{path}/{sheet}")).body;
        let sheet = sheet.as_str().unwrap();
        assert!(sheet.contains("\"'=1+1[2J\"\"<b>\""), "quoted, and no formula: {sheet}");
        assert!(!sheet.contains(['\u{1b}', '\u{202e}', '\r']), "{sheet:?}");
    }
}

#[test]
fn guessing_codes_is_slow() {
    let server = open_server();
    let nobody = Client::nobody(&server);
    let guess = |number: usize| {
        nobody
            .post("/api/bot/join", json!({ "code": format!("amber-otter-{number}"), "name": "x" }))
    };
    let answers: Vec<u16> = (0..12).map(|number| guess(number).status).collect();
    assert_eq!(answers, [[404; 10].to_vec(), vec![429; 2]].concat());
    assert_eq!(nobody.send("GET", "/join/amber-otter-99", "").status(), 429, "by every road");
}

/// The status of a request that a proxy hands on for an address.
fn status_from(server: &Running, address: &str, header: (&str, &str), path: &str) -> u16 {
    let base = server.address.split("/?").next().unwrap();
    let request = agent().get(format!("{base}{path}")).header("x-forwarded-for", address);
    request.header(header.0, header.1).call().unwrap().status().as_u16()
}

#[test]
fn only_wrong_codes_of_strangers_are_slow() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let options = Options {
        host: Ipv4Addr::UNSPECIFIED.into(),
        port: Some(0),
        proxies: vec![Ipv4Addr::LOCALHOST.into()],
        ..Options::local(folder.path())
    };
    let server = serve_with(options, folder);
    let host = Client::host(&server);
    let token = format!("Bearer {}", server.address.split_once("?token=").unwrap().1);
    let (id, code) = league(&host, "tictactoe", json!({}));
    let joining = json!({ "code": code, "name": "Ada" });
    let joined = Client::nobody(&server).done("/api/bot/join", joining);
    let member = format!("Bearer {}", joined["token"].as_str().unwrap());
    let (stranger, member) = (("accept", "*/*"), ("authorization", member.as_str()));
    let (school, elsewhere) = ("198.51.100.7", "203.0.113.9");
    // The member comes from a school, where somebody else guesses.
    assert_eq!(status_from(&server, school, member, "/api/bot"), 200);
    for address in [school, elsewhere] {
        let guess = |number: usize| {
            status_from(&server, address, stranger, &format!("/join/amber-otter-{number}"))
        };
        let answers: Vec<u16> = (0..12).map(guess).collect();
        assert_eq!(answers, [[404; 10].to_vec(), vec![429; 2]].concat(), "{address}");
    }
    let (link, looked) = (format!("/join/{code}"), format!("/api/invitations/{code}"));
    assert_eq!(status_from(&server, school, stranger, &link), 200, "others of the school come in");
    assert_eq!(status_from(&server, elsewhere, stranger, &link), 429, "whoever guessed waits");
    assert_eq!(status_from(&server, elsewhere, member, &looked), 200, "a member never does");
    let host = ("authorization", token.as_str());
    assert_eq!(status_from(&server, elsewhere, host, &format!("/api/leagues/{id}")), 200);
    assert_eq!(status_from(&server, elsewhere, host, &looked), 200, "nor does the host");
    assert_eq!(status_from(&server, elsewhere, host, "/api/invitations/amber-otter-13"), 404);
    assert_eq!(
        status_from(&server, elsewhere, stranger, &link),
        200,
        "where the host is, is no stranger"
    );
}

#[test]
fn a_league_that_is_over_is_listed_from_the_disk_and_says_why_it_stopped() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let server = serve_on(Ipv4Addr::UNSPECIFIED, Arc::clone(&folder));
    let host = Client::host(&server);
    let (id, code) = league(&host, "tictactoe", json!({ "games": 6 }));
    let path = format!("/api/leagues/{id}");
    assert_eq!(host.get(&path).body["halted"], Value::Null);
    let (_, playing) = bot(&server, &code, "Ada", first);
    until("all games", || (host.get(&path).body["state"] == "paused").then_some(()));
    let view = host.get(&path).body;
    assert_eq!((&view["halted"], &view["done"]), (&json!("games"), &json!(6)));
    // What each game did to a rating is told with it: wins raise it, others lower it.
    let number = row(&view, "Ada")["number"].as_u64().unwrap();
    let entrant = until("rated", || {
        let entrant = host.get(&format!("{path}/entrants/{number}")).body;
        (entrant["games"][0]["change"].is_number()).then_some(entrant)
    });
    let listed = host.get(&format!("{path}/games?entrant={number}")).body;
    assert_eq!(listed["games"], entrant["games"]);
    for game in entrant["games"].as_array().unwrap() {
        let seat = game["entrants"].as_array().unwrap().iter().position(|one| one == number);
        let (points, change) = (&game["points"][seat.unwrap()], game["change"].as_f64().unwrap());
        // A draw may do either.
        assert!(points == 0.5 || (points == 1.0) == (change > 0.0), "{game}");
        // Who lost by a fault lost by no rule of the game.
        assert_eq!(game["fault"].is_null(), game["outcome"]["sentence"].is_string(), "{game}");
    }
    let others = host.get(&format!("{path}/games")).body;
    assert!(others["games"][0].get("change").is_none(), "of nobody's view");
    host.done(&format!("{path}/state"), json!({ "state": "over" }));
    let before = host.get("/api/leagues").body["leagues"][0].clone();
    drop(server);
    assert!(!playing.join().unwrap().is_empty());
    let server = serve_on(Ipv4Addr::UNSPECIFIED, folder);
    let host = Client::host(&server);
    let mut after = host.get("/api/leagues").body["leagues"][0].clone();
    assert_eq!(
        (&after["connected"], &before["connected"]),
        (&json!(2), &json!(3)),
        "the bot has gone"
    );
    after["connected"] = before["connected"].clone();
    assert_eq!(after, before);
    let opened = host.get(&path).body;
    assert_eq!((&opened["done"], &opened["halted"]), (&json!(6), &Value::Null));
    assert_eq!(row(&opened, "Ada")["number"], number);
}

#[test]
fn wishes_that_make_no_sense_are_refused() {
    let server = open_server();
    let host = Client::host(&server);
    for (wish, sentence) in [
        (json!({ "name": "", "game": "morris" }), "a league needs a name of at most 60 letters"),
        (json!({ "name": "x", "game": "chess" }), "unknown game \"chess\""),
        (
            json!({ "name": "x", "game": "morris", "time": { "move": 1 } }),
            "move is 1, wanted a number from 10 to 600000",
        ),
        (
            json!({ "name": "x", "game": "morris", "time": { "clock": { "minutes": 0 } } }),
            "a clock has",
        ),
        (
            json!({ "name": "x", "game": "morris", "baselines": [] }),
            "a league has 1 to 12 computers to measure against",
        ),
        (
            json!({ "name": "x", "game": "morris", "baselines": ["human"] }),
            "a person is no computer to measure against: wanted one such as level:3",
        ),
        (
            json!({ "name": "x", "game": "morris", "baselines": ["random", "random"] }),
            "somebody is called random already: choose another name",
        ),
        (
            json!({ "name": "x", "game": "morris", "at_once": 1000 }),
            "at_once is 1000, wanted a number from 1 to 100",
        ),
    ] {
        let answer = host.post("/api/leagues", wish);
        assert!((400..500).contains(&answer.status), "{sentence}: {}", answer.body);
        assert!(answer.error().starts_with(sentence), "{}", answer.error());
    }
    assert_eq!(host.get("/api/leagues").body["leagues"], json!([]), "nothing is left of them");
    let (id, _) = league(&host, "9tka:3", json!({}));
    let path = format!("/api/leagues/{id}");
    for (address, wish, sentence) in [
        ("state", json!({ "state": "asleep" }), "state is \"asleep\", wanted"),
        ("cup", json!({ "kind": "knockout" }), "a knockout is for games for two, not for 3"),
        ("entrants/0", json!({ "state": "asleep" }), "state is \"asleep\", wanted"),
        ("entrants/9", json!({ "name": "x" }), "nobody takes part as number 9"),
        ("entrants/0/challenge", json!({}), "a challenge needs either baseline"),
    ] {
        let answer = host.post(&format!("{path}/{address}"), wish);
        assert!(answer.error().starts_with(sentence), "{address}: {}", answer.body);
    }
    assert_eq!(host.send("DELETE", &path, "").status(), 204);
    assert_eq!(host.get(&path).status, 404);
}
