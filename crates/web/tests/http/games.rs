//! Games that are made, played, taken back, branched and kept.

use std::net::Ipv4Addr;
use std::sync::Arc;

use serde_json::{Value, json};

use ninefold_store::Store;

use crate::common::{Running, serve, serve_on};

/// X takes the top row.
const WON_BY_X: [&str; 5] = ["1,1", "2,1", "1,2", "2,2", "1,3"];

fn moves(game: &Value) -> Vec<&str> {
    game["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect()
}

fn won(server: &Running) -> String {
    let id = server.game("tictactoe", &["human", "human"]).id();
    for text in WON_BY_X {
        server.play(&id, text);
    }
    id
}

#[test]
fn a_game_is_played_to_its_end_and_no_further() {
    let server = serve();
    let id = won(&server);
    let game = server.get(&format!("/api/games/{id}")).body;
    assert_eq!(moves(&game), WON_BY_X);
    assert_eq!((&game["over"], &game["result"]), (&json!(true), &json!([1, -1])));
    assert_eq!(game["view"]["outcome"]["reason"], "line");
    assert_eq!(game["view"]["legal"], json!([]));
    let late = server.post(&format!("/api/games/{id}/move"), json!({ "move": "3,3" }));
    assert_eq!((late.status, late.error()), (409, "the game is over"));
}

#[test]
fn a_move_on_an_old_version_is_refused_and_changes_nothing() {
    let server = serve();
    let game = server.game("tictactoe", &["human", "human"]);
    let path = format!("/api/games/{}/move", game.id());
    let old = game.body["version"].as_u64().unwrap();
    assert_eq!(server.post(&path, json!({ "move": "2,2", "version": old })).status, 200);
    let second = server.post(&path, json!({ "move": "1,1", "version": old }));
    assert_eq!(second.status, 409, "{}", second.body);
    assert_eq!(moves(&server.get(&format!("/api/games/{}", game.id())).body), ["2,2"]);
}

#[test]
fn a_second_server_on_the_same_folder_has_the_same_games() {
    let first = serve();
    let id = first.game("tictactoe", &["human", "human"]).id();
    first.play(&id, "2,2");
    let second = serve_on(Ipv4Addr::LOCALHOST, Arc::clone(&first.folder));
    assert_eq!(moves(&second.play(&id, "1,1").body), ["2,2", "1,1"]);
    // Whoever speaks of the position before is told; the first one knows what the second has kept.
    let late = json!({ "move": "3,3", "version": 2 });
    let late = first.post(&format!("/api/games/{id}/move"), late);
    assert_eq!(late.status, 409, "{}", late.body);
    assert_eq!(moves(&first.get(&format!("/api/games/{id}")).body), ["2,2", "1,1"]);
    // What one deletes is gone for the other, whatever it is asked.
    let gone = first.game("tictactoe", &["human", "human"]).id();
    assert_eq!(second.get(&format!("/api/games/{gone}")).status, 200);
    assert_eq!(first.delete(&format!("/api/games/{gone}")).status, 204);
    assert_eq!(second.get(&format!("/api/games/{gone}")).status, 404);
    let moved = second.post(&format!("/api/games/{gone}/move"), json!({ "move": "1,1" }));
    assert_eq!(moved.status, 404, "{}", moved.body);
    let folder = Arc::clone(&first.folder);
    drop((first, second));
    let third = serve_on(Ipv4Addr::LOCALHOST, folder);
    assert_eq!(moves(&third.get(&format!("/api/games/{id}")).body), ["2,2", "1,1"]);
}

#[test]
fn people_take_back_one_move_and_play_it_again() {
    let server = serve();
    let id = server.game("tictactoe", &["human", "human"]).id();
    for text in &WON_BY_X[..3] {
        server.play(&id, text);
    }
    let (undo, redo) = (format!("/api/games/{id}/undo"), format!("/api/games/{id}/redo"));
    assert_eq!(moves(&server.post(&undo, json!({})).body), WON_BY_X[..2]);
    let undone = server.post(&undo, json!({})).body;
    assert_eq!(
        (moves(&undone), &undone["undone"]),
        (WON_BY_X[..1].to_vec(), &json!(["2,1", "1,2"]))
    );
    assert_eq!(moves(&server.post(&redo, json!({})).body), WON_BY_X[..2]);
    // Another move than the one taken back makes an end of what followed it.
    let other = server.play(&id, "3,3");
    assert_eq!(
        (moves(&other.body), &other.body["undone"]),
        (vec!["1,1", "2,1", "3,3"], &json!([]))
    );
    assert_eq!(server.post(&redo, json!({})).status, 409);
}

#[test]
fn against_a_computer_a_whole_turn_is_taken_back() {
    let server = serve();
    let id = server.game("tictactoe", &["human", "random"]).id();
    let mut events = server.events(&format!("/api/games/{id}/events")).unwrap_or_else(|_| panic!());
    server.play(&id, "2,2");
    let answered = events.find(|(_, game)| game["moves"].as_array().unwrap().len() == 2).unwrap().1;
    assert_eq!((&answered["view"]["to_move"], &answered["thinking"]), (&json!(1), &json!(false)));
    let undone = server.post(&format!("/api/games/{id}/undo"), json!({}));
    assert_eq!((undone.status, moves(&undone.body)), (200, vec![]));
    assert_eq!(server.post(&format!("/api/games/{id}/undo"), json!({})).status, 409);
    let again = server.post(&format!("/api/games/{id}/redo"), json!({}));
    assert_eq!(moves(&again.body), moves(&answered));
}

#[test]
fn a_change_that_is_asked_for_twice_is_made_once() {
    let server = serve();
    let id = won(&server);
    let path = |what: &str| format!("/api/games/{id}/{what}");
    let version = server.get(&format!("/api/games/{id}")).body["version"].clone();
    let body = json!({ "version": version });
    let undone = server.post(&path("undo"), body.clone());
    assert_eq!((undone.status, moves(&undone.body)), (200, WON_BY_X[..4].to_vec()));
    // As a page does whose answer was lost.
    assert_eq!(server.post(&path("undo"), body.clone()).status, 409);
    for what in ["redo", "step"] {
        let refused = server.post(&path(what), body.clone());
        assert_eq!((refused.status, refused.error().contains("moved on")), (409, true), "{what}");
    }
    let game = server.get(&format!("/api/games/{id}")).body;
    assert_eq!((moves(&game), &game["version"]), (WON_BY_X[..4].to_vec(), &undone.body["version"]));
}

#[test]
fn computers_play_by_themselves_while_somebody_looks() {
    let server = serve();
    let id = server.game("tictactoe", &["random", "random"]).id();
    let unseen = server.get(&format!("/api/games/{id}")).body;
    assert_eq!((moves(&unseen).len(), &unseen["thinking"]), (0, &json!(false)), "nobody looks yet");
    let refused =
        server.post("/api/games", json!({ "game": "tictactoe", "seats": ["heuristic", "human"] }));
    assert_eq!(refused.status, 400, "m,n,k has no heuristics: {}", refused.body);
    let id = server.game("369:3", &["heuristic:eval=h1", "level:4"]).id();
    let mut events = server.events(&format!("/api/games/{id}/events")).unwrap_or_else(|_| panic!());
    let (_, last) = events.find(|(_, game)| game["over"] == true).expect("it ends");
    assert_eq!(moves(&last).len(), 9, "the ninth move ends it: {last}");
}

#[test]
fn a_paused_game_of_computers_goes_on_step_by_step() {
    let server = serve();
    let seats = json!(["random", "random"]);
    let new = json!({ "game": "tictactoe", "seats": seats, "paused": true });
    let id = server.post("/api/games", new).id();
    let mut events = server.events(&format!("/api/games/{id}/events")).unwrap_or_else(|_| panic!());
    assert_eq!(moves(&events.next().unwrap().1).len(), 0);
    for count in 1..=3 {
        assert_eq!(server.post(&format!("/api/games/{id}/step"), json!({})).status, 200);
        let is_there = |game: &Value| moves(game).len() == count && game["thinking"] == false;
        assert!(events.any(|(_, game)| is_there(&game)));
    }
    let gone_on = server.post(&format!("/api/games/{id}/pause"), json!({ "paused": false }));
    assert_eq!(gone_on.body["paused"], false);
    assert!(events.any(|(_, game)| game["over"] == true));
}

#[test]
fn a_computer_that_thinks_plays_what_it_has_found_when_asked() {
    let server = serve();
    let id = server.game("mnk:15,15,5", &["human", "engine:time=50s"]).id();
    let path = format!("/api/games/{id}/now");
    let idle = server.post(&path, json!({}));
    assert_eq!((idle.status, idle.body["error"].as_str()), (409, Some("no computer is on turn")));
    let mut events = server.events(&format!("/api/games/{id}/events")).unwrap_or_else(|_| panic!());
    server.play(&id, "8,8");
    assert!(events.any(|(_, game)| game["thinking"] == true));
    assert_eq!(server.post(&path, json!({})).status, 200);
    let answered = events.find(|(_, game)| game["thinking"] == false).unwrap().1;
    assert_eq!(moves(&answered).len(), 2, "{answered}");
    assert!(answered["problem"].is_null(), "{answered}");
}

#[test]
fn only_one_of_two_players_can_resign() {
    let server = serve();
    let id = server.game("tictactoe", &["human", "human"]).id();
    let path = format!("/api/games/{id}/resign");
    assert_eq!(server.post(&path, json!({ "seat": 3 })).status, 400);
    let resigned = server.post(&path, json!({ "seat": 1 })).body;
    assert_eq!(resigned["result"], json!([-1, 1]));
    assert_eq!(resigned["given_up"], json!({ "seat": 1, "by": "resigned" }));
    assert_eq!(server.post(&path, json!({ "seat": 2 })).status, 409);
    let three = server.game("9tka:3", &["human", "human", "human"]).id();
    assert_eq!(
        server.post(&format!("/api/games/{three}/resign"), json!({ "seat": 1 })).status,
        400
    );
}

#[test]
fn a_branch_leaves_the_first_game_as_it_was() {
    let server = serve();
    let id = won(&server);
    let branch =
        server.post(&format!("/api/games/{id}/branch"), json!({ "ply": 2, "moves": ["3,3"] }));
    assert_eq!(branch.status, 201, "{}", branch.body);
    assert_eq!(moves(&branch.body), ["1,1", "2,1", "3,3"]);
    assert_eq!(branch.body["origin"], json!({ "game": id, "ply": 2 }));
    assert_eq!(moves(&server.get(&format!("/api/games/{id}")).body), WON_BY_X);
    let beyond = server.post(&format!("/api/games/{id}/branch"), json!({ "ply": 6 }));
    assert_eq!((beyond.status, beyond.error()), (400, "ply is 6, but the game has 5 moves"));
}

#[test]
fn a_record_goes_out_and_comes_in_again() {
    let server = serve();
    let id = won(&server);
    let record = server.get(&format!("/api/games/{id}/record")).body;
    let copy = server.post("/api/games", json!({ "record": record }));
    assert_eq!(copy.status, 201, "{}", copy.body);
    assert_eq!((moves(&copy.body), &copy.body["result"]), (WON_BY_X.to_vec(), &json!([1, -1])));
    let id = server.game("morris", &["human", "human"]).id();
    server.play(&id, "d6");
    server.post(&format!("/api/games/{id}/resign"), json!({ "seat": 1 }));
    let record = server.get(&format!("/api/games/{id}/record")).body;
    let copy = server.post("/api/games", json!({ "record": record }));
    assert_eq!((copy.status, &copy.body["given_up"]["seat"]), (201, &json!(1)), "{}", copy.body);
    let lie = record.as_str().unwrap().replace("[Result \"-1 1\"]", "[Result \"0 0\"]");
    assert_eq!(server.post("/api/games", json!({ "record": lie })).status, 400);
}

#[test]
fn the_list_shows_the_latest_first_and_can_be_narrowed() {
    let server = serve();
    let over = won(&server);
    let going = server.game("morris", &["human", "level:1"]).id();
    let ids = |query: &str| -> Vec<String> {
        let list = server.get(&format!("/api/games{query}"));
        assert_eq!(list.status, 200, "{}", list.body);
        let games = list.body["games"].as_array().unwrap().clone();
        games.iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(""), [going.clone(), over.clone()]);
    assert_eq!(ids("?family=mnk"), [&*over]);
    assert_eq!(ids("?state=going"), [going]);
    assert_eq!(server.delete(&format!("/api/games/{over}")).status, 204);
    assert_eq!(server.delete(&format!("/api/games/{over}")).status, 404);
    assert_eq!(ids("?state=over"), [""; 0]);
}

#[test]
fn whoever_listens_to_a_game_is_told_when_it_is_deleted() {
    let server = serve();
    // The computer is in the middle of a move.
    let id = server.game("mnk:15,15,5", &["engine:time=20s", "human"]).id();
    let mut events = server.events(&format!("/api/games/{id}/events")).unwrap_or_else(|_| panic!());
    assert!(events.any(|(_, game)| game["thinking"] == true));
    assert_eq!(server.delete(&format!("/api/games/{id}")).status, 204);
    let rest: Vec<(String, Value)> = events.collect();
    let (name, _) = rest.last().expect("the stream says why it ends");
    assert_eq!(name, "gone", "{rest:?}");
    assert!(rest.iter().all(|(_, game)| game["problem"].is_null()), "{rest:?}");
}

#[test]
fn other_players_can_take_the_seats() {
    let server = serve();
    let id = server.game("tictactoe", &["human", "human"]).id();
    let path = format!("/api/games/{id}/seats");
    let changed =
        server.post(&path, json!({ "seats": ["human", "level:2"], "names": ["Ada", null] }));
    assert_eq!(changed.body["seats"][1]["player"], "level:2", "{}", changed.body);
    assert_eq!(changed.body["seats"][0]["name"], "Ada");
    assert_eq!(server.post(&path, json!({ "seats": ["human"] })).status, 400);
}

/// Lets a player think, and an hour pass while nobody serves.
fn wait(server: Running, id: &str, seat: usize, milliseconds: i64) -> Running {
    let folder = Arc::clone(&server.folder);
    drop(server);
    let store = Store::open(folder.path()).unwrap();
    let mut kept = store.game(id).unwrap();
    let at = kept.extra["clock"]["at"].as_i64().unwrap();
    kept.extra["clock"]["at"] = json!(at - 3_600_000);
    let left = kept.extra["clock"]["left"][seat].as_i64().unwrap();
    kept.extra["clock"]["left"][seat] = json!(left - milliseconds);
    store.keep_game(&mut kept).unwrap();
    drop(store);
    serve_on(Ipv4Addr::LOCALHOST, folder)
}

#[test]
fn a_move_taken_back_and_a_resignation_cost_the_time_of_whoever_was_on_turn() {
    let server = serve();
    let clock = json!({ "minutes": 10, "increment": 5 });
    let new = json!({ "game": "tictactoe", "seats": ["human", "human"], "clock": clock });
    let id = server.post("/api/games", new).id();
    for text in ["2,2", "1,1"] {
        server.play(&id, text);
    }
    // Half a minute and more passes while X thinks; then O's move is taken back, and O thinks for as long.
    let spent = |game: &Value, seat: usize| {
        600 - (game["clock"]["left"][seat].as_i64().unwrap() as f64 / 1000.0).round() as i64
    };
    let server = wait(server, &id, 0, 30_000);
    let undone = server.post(&format!("/api/games/{id}/undo"), json!({})).body;
    assert!((30..60).contains(&spent(&undone, 0)), "{}", undone["clock"]);
    assert!((-5..30).contains(&spent(&undone, 1)), "a move of O was rewarded: {}", undone["clock"]);
    let server = wait(server, &id, 1, 60_000);
    let again = server.post(&format!("/api/games/{id}/redo"), json!({})).body;
    assert!((30..60).contains(&spent(&again, 0)), "{}", again["clock"]);
    assert!((55..85).contains(&spent(&again, 1)), "{}", again["clock"]);
    let server = wait(server, &id, 0, 60_000);
    let over = server.post(&format!("/api/games/{id}/resign"), json!({ "seat": 2 })).body;
    assert_eq!((&over["over"], &over["clock"]["running"]), (&json!(true), &Value::Null));
    assert!((90..120).contains(&spent(&over, 0)), "X was on turn: {}", over["clock"]);
}

#[test]
fn clocks_run_and_a_player_without_time_loses_on_time() {
    let server = serve();
    let clock = json!({ "minutes": 1, "increment": 5 });
    let new = json!({ "game": "tictactoe", "seats": ["human", "human"], "clock": clock });
    let id = server.post("/api/games", new).id();
    let played = server.play(&id, "2,2").body;
    assert_eq!(played["clock"]["left"], json!([60_000, 60_000]), "the first move is free");
    assert_eq!(played["clock"]["running"], 2);
    // An hour while nobody serves costs nothing, a minute and more of thinking does.
    let server = wait(server, &id, 1, 10_000);
    let game = server.get(&format!("/api/games/{id}")).body;
    assert_eq!((&game["over"], &game["clock"]["left"]), (&json!(false), &json!([60_000, 50_000])));
    let server = wait(server, &id, 1, 51_000);
    // Five seconds for the move would come too late.
    server.post(&format!("/api/games/{id}/move"), json!({ "move": "1,1" }));
    let game = server.get(&format!("/api/games/{id}")).body;
    assert_eq!((&game["over"], &game["result"]), (&json!(true), &json!([1, -1])), "{game}");
    assert_eq!(game["given_up"], json!({ "seat": 2, "by": "time" }));
    assert!(game["clock"]["left"][1].as_i64() < Some(0), "it stays where it fell: {game}");
    assert_eq!((&game["reason"], moves(&game)), (&json!("time"), vec!["2,2"]));
    let undone = server.post(&format!("/api/games/{id}/undo"), json!({}));
    assert_eq!(
        (undone.status, undone.error()),
        (409, "the game was lost on time: no move can be taken back")
    );
    let record = server.get(&format!("/api/games/{id}/record")).body;
    assert!(record.as_str().unwrap().contains("[Reason \"time\"]"), "{record}");
    let copy = server.post("/api/games", json!({ "record": record })).body;
    assert_eq!(copy["given_up"], json!({ "seat": 2, "by": "time" }), "{copy}");
    let list = server.get("/api/games?state=over").body;
    assert_eq!(list["games"][1]["given_up"]["by"], "time");
}

#[test]
fn clocks_are_sensible_and_for_any_number() {
    let server = serve();
    let new = |game: &str, seats: usize, minutes: u32| {
        let clock = json!({ "minutes": minutes, "increment": 0 });
        json!({ "game": game, "seats": vec!["human"; seats], "clock": clock })
    };
    for minutes in [0, 601] {
        let made = server.post("/api/games", new("tictactoe", 2, minutes));
        assert_eq!(made.status, 400, "{}", made.body);
    }
    let made = server.post("/api/games", new("9tka:3", 3, 5));
    assert_eq!(
        (made.status, &made.body["clock"]["left"]),
        (201, &json!([300_000, 300_000, 300_000]))
    );
}

#[test]
fn the_list_of_moves_tells_who_moved_what_where() {
    let server = serve();
    let mut game = server.game("9tka:3", &["human", "human", "human"]).body;
    let id = game["id"].as_str().unwrap().to_owned();
    let (mut movers, mut lists) = (Vec::new(), Vec::new());
    while game["over"] == false {
        movers.push(game["view"]["to_move"].as_u64().unwrap());
        let legal = &game["view"]["legal"][0];
        let name = |step: usize| {
            let site = legal["steps"][step]["site"].as_u64().unwrap() as usize;
            game["view"]["layout"]["sites"][site]["name"].as_str().unwrap().to_owned()
        };
        let slides = legal["steps"].as_array().unwrap().len() == 2;
        let shown = if slides { format!("{} → {}", name(0), name(1)) } else { name(0) };
        assert_eq!(legal["shown"], if slides { json!(shown) } else { Value::Null });
        lists.push(shown);
        game = server.play(&id, legal["text"].as_str().unwrap()).body;
    }
    let turns = game["view"]["turns"].as_array().unwrap();
    assert!(turns.iter().map(|turn| turn["shown"].as_str().unwrap()).eq(lists), "{turns:?}");
    assert!(turns.iter().map(|turn| turn["player"].as_u64().unwrap()).eq(movers.clone()));
    let is_skipped = |pair: &[u64]| pair[1] != pair[0] % 3 + 1;
    assert!(movers[36..].windows(2).any(is_skipped), "somebody was skipped: {movers:?}");
}

#[test]
fn whoever_listens_need_not_be_answered_with_the_game() {
    let server = serve();
    let id = server.game("tictactoe", &["human", "human"]).id();
    let mut events = server.events(&format!("/api/games/{id}/events")).ok().unwrap();
    let first = events.next().unwrap().1;
    let path = |what: &str| format!("/api/games/{id}/{what}");
    let version = |game: &Value| game["version"].as_u64().unwrap();
    let mut known = version(&first);
    for (what, body) in [
        ("move", json!({ "move": "2,2" })),
        ("undo", json!({})),
        ("redo", json!({})),
        ("resign", json!({ "seat": 1 })),
    ] {
        let answer = server.post(&format!("{}?view=no", path(what)), body).body;
        known += 1;
        assert_eq!(answer, json!({ "id": id, "version": known }), "{what}");
        let told = events.find(|(_, game)| version(game) >= known).unwrap().1;
        assert!(told["view"].is_object(), "it comes by the stream");
    }
    let refused = server.post(&format!("{}?view=no", path("move")), json!({ "move": "1,1" }));
    assert_eq!((refused.status, refused.error()), (409, "the game is over"));
    assert!(server.post(&path("undo"), json!({})).body["view"].is_object(), "as ever");
}
