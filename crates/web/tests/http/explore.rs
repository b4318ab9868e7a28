//! What the explorer asks: answers, games that were there, threats, moves after a position.

use serde_json::{Value, json};

use crate::common::serve;

#[test]
fn answers_are_the_exact_replies_where_they_are_proved() {
    let server = serve();
    let found = server.get("/api/spot/answers?game=tictactoe&moves=1,1%202,1%201,2").body;
    let answers = found["answers"].as_array().unwrap();
    // The second has to stop 1,3 and every move but that one loses to it.
    for answer in answers.iter().filter(|answer| answer["move"] != "1,3") {
        assert_eq!((&answer["reply"], &answer["exact"]), (&json!("1,3"), &json!(true)), "{answer}");
    }
    assert_eq!(answers.len(), 6);
    // A move that ends the game has no answer.
    let found = server.get("/api/spot/answers?game=tictactoe&moves=1,1%202,1%201,2%202,2").body;
    assert!(found["answers"].as_array().unwrap().iter().all(|answer| answer["move"] != "1,3"));
}

#[test]
fn kept_games_are_counted_at_a_position_and_at_its_mirror_images() {
    let server = serve();
    let keep = |moves: Value| {
        let new = json!({"game": "mnk:3,3,3", "seats": ["human", "human"], "moves": moves});
        let made = server.post("/api/games", new);
        assert_eq!(made.status, 201, "{}", made.body);
        made.body["id"].as_str().unwrap().to_owned()
    };
    keep(json!(["1,1", "2,2", "3,3"]));
    let won = keep(json!(["3,3", "2,1", "3,2", "2,2", "3,1"]));
    keep(json!(["2,2"]));
    let start = server.get("/api/spot/games?game=mnk:3,3,3").body;
    assert_eq!((&start["games"], &start["complete"]), (&json!(3), &json!(true)));
    // Where the first stone went to a corner, whichever it was, the answers come together.
    let corner = server.get("/api/spot/games?game=mnk:3,3,3&moves=1,1").body;
    assert_eq!(corner["games"], 2);
    let moves = corner["moves"].as_array().unwrap();
    let middle = moves.iter().find(|one| one["move"] == "2,2").unwrap();
    assert_eq!(
        (&middle["games"], &middle["won"], &middle["lost"]),
        (&json!(1), &json!(0), &json!(0))
    );
    let other = moves.iter().find(|one| one["move"] != "2,2").unwrap();
    assert_eq!((&other["lost"], &other["latest"]), (&json!(1), &json!(won)));
    // A game that goes on is counted where it has come to since.
    server.post(&format!("/api/games/{won}/undo"), json!({}));
    server.delete(&format!("/api/games/{won}"));
    assert_eq!(server.get("/api/spot/games?game=mnk:3,3,3&moves=1,1").body["games"], 1);
}

#[test]
fn a_threat_is_what_the_other_would_play() {
    let server = serve();
    let threat = server.get("/api/spot/threat?game=tictactoe&moves=1,1%202,1%201,2").body;
    assert_eq!((&threat["player"], &threat["move"]["text"]), (&json!(1), &json!("1,3")));
    assert!(threat["why"]["sentence"].as_str().is_some_and(|why| !why.is_empty()), "{threat}");
    let over = server.get("/api/spot/threat?game=tictactoe&moves=1,1%202,1%201,2%202,2%201,3");
    assert_eq!((over.status, over.body), (200, Value::Null));
    for game in ["morris", "369:3", "9tka:3", "connect4"] {
        let threat = server.get(&format!("/api/spot/threat?game={game}")).body;
        assert_eq!(threat["player"], 2, "{game}: {threat}");
    }
}

/// Whether pairs are disjoint and every line of a whole side contains one: then nobody fills a line of an empty square board.
fn every_line_has_a_pair(pairs: &Value, side: usize) -> bool {
    let pairs: Vec<[String; 2]> = serde_json::from_value(pairs.clone()).unwrap();
    let cells: std::collections::HashSet<&String> = pairs.iter().flatten().collect();
    let cell = |row: usize, column: usize| format!("{},{}", row + 1, column + 1);
    let mut lines: Vec<Vec<String>> = Vec::new();
    for at in 0..side {
        lines.push((0..side).map(|column| cell(at, column)).collect());
        lines.push((0..side).map(|row| cell(row, at)).collect());
    }
    lines.push((0..side).map(|at| cell(at, at)).collect());
    lines.push((0..side).map(|at| cell(at, side - 1 - at)).collect());
    let has_pair =
        |line: &Vec<String>| pairs.iter().any(|pair| pair.iter().all(|cell| line.contains(cell)));
    cells.len() == 2 * pairs.len() && lines.iter().all(has_pair)
}

#[test]
fn a_draw_is_shown_by_pairs_or_by_an_answer_to_every_move() {
    let server = serve();
    let reasons =
        |query: &str| server.get(&format!("/api/spot/reasons?{query}")).body["reasons"].clone();
    let five = reasons("game=mnk:5,5,5");
    assert_eq!((&five[0]["player"], &five[0]["complete"]), (&json!(1), &json!(true)));
    assert!(every_line_has_a_pair(&five[0]["pairs"], 5), "{five}");
    // Every first move has an answer; after it the reason goes on.
    let four = reasons("game=mnk:4,4,4");
    let answers = four[0]["answers"].as_array().unwrap();
    let to: usize = answers.iter().map(|answer| answer["to"].as_array().unwrap().len()).sum();
    let kept = four[0]["pairs"].as_array().unwrap().len() * 2;
    assert_eq!(to + kept, 16, "{four}");
    let (first, stone) = (&answers[0]["to"][0], &answers[0]["stone"]);
    let later =
        format!("game=mnk:4,4,4&moves={}%20{}", first.as_str().unwrap(), stone.as_str().unwrap());
    assert!(reasons(&later).as_array().unwrap().iter().any(|reason| reason["player"] == 1));
    // Where somebody wins, where nothing is left to play, and of other games there is nothing to tell.
    let lost = reasons("game=mnk:3,3,3&moves=1,1%201,2%202,2");
    assert!(lost.as_array().unwrap().iter().all(|reason| reason["player"] == 2), "X wins: {lost}");
    assert_eq!(reasons("game=mnk:3,3,3&moves=1,1%202,1%201,2%202,2%201,3"), json!([]));
    for game in ["morris", "369:3", "connect4", "9tka:3"] {
        assert_eq!(reasons(&format!("game={game}")), json!([]), "{game}");
    }
}

/// A draw that needs threats, one that two seconds are too short for, and a game without such reasons are told apart.
#[test]
fn why_there_is_no_reason_to_show_is_told() {
    let server = serve();
    let ask = |query: &str| server.get(&format!("/api/spot/reasons?{query}")).body;
    let needs_threats = ask("game=mnk:3,3,3");
    assert_eq!((&needs_threats["not_held"], &needs_threats["open"]), (&json!([1]), &json!([])));
    // One core takes more than a minute for 8,8,5.
    let too_long = ask("game=mnk:8,8,5");
    assert!(too_long["open"].as_array().unwrap().contains(&json!(1)), "{too_long}");
    assert_eq!(too_long["not_held"], json!([]), "{too_long}");
    let held = ask("game=mnk:5,5,5");
    assert_eq!((&held["not_held"], &held["open"]), (&json!([]), &json!([])), "{held}");
    for over_or_other in ["game=mnk:3,3,3&moves=1,1%202,1%201,2%202,2%201,3", "game=morris"] {
        let nobody = json!({"reasons": [], "not_held": [], "open": []});
        assert_eq!(ask(over_or_other), nobody, "{over_or_other}");
    }
}

#[test]
fn a_line_can_be_followed_from_any_position_of_a_game() {
    let server = serve();
    let new = json!({"game": "mnk:3,3,3", "seats": ["human", "human"], "moves": ["1,1", "2,2"]});
    let id = server.post("/api/games", new).body["id"].as_str().unwrap().to_owned();
    let spot = server.get(&format!("/api/spot?id={id}&ply=1&then=3,3%201,2")).body;
    assert_eq!(spot["moves"], json!(["1,1", "3,3", "1,2"]));
    assert_eq!(spot["view"]["ply"], 3);
    let refused = server.get(&format!("/api/spot?id={id}&then=1,1"));
    assert_eq!(refused.status, 400, "{}", refused.body);
}

#[test]
fn the_complete_solution_has_a_price_before_anybody_asks_for_it() {
    let server = serve();
    let tables = server.get("/api/tables?game=morris").body;
    assert_eq!(tables["serves"], true);
    let whole = tables["tables"].as_array().unwrap().iter().find(|set| set["men"] == 9).unwrap();
    let offers = whole["offers"].as_array().unwrap();
    assert_eq!(offers.len(), 2);
    for offer in offers {
        for price in ["seconds", "bytes", "memory"] {
            assert!(offer[price].as_f64().is_some_and(|price| price > 0.0), "{offer}");
        }
    }
    assert_eq!(server.get("/api/tables?game=mnk:3,3,3").body["serves"], false);
    assert!(server.get("/api/tables").body.get("serves").is_none());
}
