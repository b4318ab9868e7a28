//! Bad input is named, and nothing grows without end.

use serde_json::{Value, json};

use crate::common::serve;

#[test]
fn bad_input_gets_one_sentence() {
    let server = serve();
    let id = server.game("tictactoe", &["human", "human"]).id();
    let game = |rest: &str| format!("/api/games/{id}/{rest}");
    let two = json!(["human", "human"]);
    let new = |key: &str, value: Value| {
        let mut body = json!({ "game": "tictactoe", "seats": two });
        body[key] = value;
        body.to_string()
    };
    let posts: Vec<(String, String, u16, &str)> = vec![
        ("/api/games".into(), "{".into(), 400, "the body is not what is wanted"),
        ("/api/games".into(), "[]".into(), 400, "the body is not what is wanted"),
        ("/api/games".into(), "{}".into(), 400, "either game or record"),
        ("/api/games".into(), new("game", json!("chess")), 400, "unknown game \"chess\""),
        ("/api/games".into(), new("game", json!("mnk:99,1,1")), 400, "rows is \"99\""),
        ("/api/games".into(), new("game", json!(7)), 400, "expected a string"),
        ("/api/games".into(), new("seats", json!(["human"])), 400, "for 2 players, not 1"),
        ("/api/games".into(), new("seats", json!(["human", "wizard"])), 400, "\"wizard\""),
        (
            "/api/games".into(),
            new("seats", json!(["human", "best:table=9000"])),
            400,
            "table of more than",
        ),
        (
            "/api/games".into(),
            new("seats", json!(["human", "best:threads=64"])),
            400,
            "more threads than",
        ),
        ("/api/games".into(), new("names", json!(["a", "b", "c"])), 400, "3 names for 2 players"),
        ("/api/games".into(), new("names", json!(["x".repeat(61)])), 400, "at most 60 letters"),
        ("/api/games".into(), new("position", json!("12/000/000 1")), 400, "12"),
        ("/api/games".into(), new("moves", json!(["1,1", "1,1"])), 400, "move 2"),
        ("/api/games".into(), new("record", json!("[Game \"mnk\"]")), 400, "either game or record"),
        ("/api/games".into(), new("wish", json!(1)), 400, "unknown field `wish`"),
        (
            "/api/games/nobody/move".into(),
            json!({ "move": "1,1" }).to_string(),
            404,
            "no game \"nobody\"",
        ),
        (game("move"), json!({ "move": "9,9" }).to_string(), 400, "\"9,9\" is not legal"),
        (game("move"), json!({ "move": 5 }).to_string(), 400, "expected a string"),
        (game("move"), json!({ "mov": "1,1" }).to_string(), 400, "unknown field `mov`"),
        (game("undo"), "{}".into(), 409, "no move of yours"),
        (game("step"), "{}".into(), 409, "no computer is on turn"),
        (game("nothing"), "{}".into(), 404, "there is no address"),
    ];
    for (path, body, status, part) in posts {
        let answer = server.post_text(&path, &body);
        let error = answer.error();
        assert_eq!(answer.status, status, "{path} {body}: {error}");
        assert!(error.contains(part) && !error.contains('\n'), "{path} {body}: {error}");
    }
    let gets = [
        ("/api/games/nobody", 404, "no game"),
        ("/api/games/nobody/events", 404, "no game"),
        ("/api/games?limit=many", 400, "limit is \"many\""),
        ("/api/games?state=lost", 400, "neither going nor over"),
        ("/api/rules/chess", 404, "unknown game"),
        ("/api/spot", 400, "needs game="),
        ("/api/spot?game=chess", 400, "unknown game"),
        ("/api/spot?game=tictactoe&moves=5,5", 400, "move 1"),
        ("/api/spot?game=tictactoe&position=nonsense", 400, "nonsense"),
        ("/api/spot?game=tictactoe&ply=3", 400, "the game has 0 moves"),
        ("/api/spot/eval?game=tictactoe", 400, "needs eval="),
        ("/api/spot/eval?game=tictactoe&eval=wish", 400, "unknown evaluator"),
        ("/api/spot/hint?game=tictactoe&player=human", 400, "only a computer"),
        ("/api/spot/analysis?game=tictactoe&eval=wish", 400, "unknown evaluator"),
        ("/api/spot/why?game=tictactoe", 400, "needs move="),
        ("/api/spot/why?game=tictactoe&move=7,7", 400, "not legal"),
        ("/api/spot/refuse?game=tictactoe", 400, "needs site="),
        ("/api/spot/refuse?game=tictactoe&site=0&steps=jump:3", 400, "wanted such as lift:3"),
        ("/api/spot/tree?game=tictactoe&depth=40", 400, "depth is 40"),
        ("/api/spot/tree?game=9tka:3&algorithm=minimax", 400, "two players"),
        ("/api/spot/values?game=tictactoe&time=soon", 400, "time is \"soon\""),
    ];
    for (path, status, part) in gets {
        let answer = server.get(path);
        assert_eq!(answer.status, status, "{path}: {}", answer.error());
        assert!(answer.error().contains(part), "{path}: {}", answer.error());
    }
    let game = server.get(&format!("/api/games/{id}")).body;
    assert_eq!((&game["moves"], &game["version"]), (&json!([]), &json!(1)), "nothing was changed");
}

#[test]
fn a_body_of_two_megabytes_is_refused() {
    let server = serve();
    let record = "1,1 ".repeat(500_000);
    let answer = server.post("/api/games", json!({ "record": record }));
    assert_eq!((answer.status, answer.error()), (413, "the body is larger than 1 MB"));
}

#[test]
fn hundreds_of_games_and_streams_stay_within_bounds() {
    let server = serve();
    let before = memory();
    let ids: Vec<String> =
        (0..500).map(|_| server.game("tictactoe", &["human", "human"]).id()).collect();
    let mut open = Vec::new();
    for id in &ids[..200] {
        let mut events = server.events(&format!("/api/games/{id}/events")).ok().expect("room");
        assert!(events.next().is_some(), "a stream begins with the game");
        open.push(events);
    }
    assert_eq!(server.play(&ids[0], "2,2").status, 200, "moves are still taken");
    let grown = memory().saturating_sub(before);
    // Other tests run in this process meanwhile; half a megabyte a game would still be seen.
    assert!(grown < 200 << 20, "{} MB more", grown >> 20);
}

/// The bytes of memory this process uses, where the system tells.
fn memory() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let resident = pages.split_whitespace().nth(1).and_then(|pages| pages.parse::<usize>().ok());
    resident.unwrap_or_default() * 4096
}

#[test]
fn whatever_is_refused_is_refused_in_a_sentence() {
    let server = serve();
    let id = server.game("tictactoe", &["human", "human"]).id();
    let asked = [
        server.post("/api/catalogue", json!({})),
        server.delete("/api/games"),
        server.get(&format!("/api/games/{id}/move")),
        server.get("/api/games/%FF"),
        server.post("/api/runs/1/games/first/open", json!({})),
        server.post("/api/nowhere", json!({})),
    ];
    let wanted = [405, 405, 405, 400, 400, 404];
    for (answer, wanted) in asked.iter().zip(wanted) {
        assert_eq!(answer.status, wanted, "{}", answer.body);
        assert!(!answer.error().is_empty(), "{}", answer.body);
    }
}

#[test]
fn many_hands_at_one_game_leave_it_whole() {
    let server = serve();
    let id = server.game("mnk:5,5,5", &["human", "human"]).id();
    let cells: Vec<String> =
        (0..25).map(|cell| format!("{},{}", cell / 5 + 1, cell % 5 + 1)).collect();
    std::thread::scope(|scope| {
        for hand in 0..8 {
            let (server, id, cells) = (&server, &id, &cells);
            scope.spawn(move || {
                for (turn, cell) in cells.iter().enumerate() {
                    let (what, body) = match (turn + hand) % 6 {
                        4 => ("undo", json!({})),
                        5 => ("redo", json!({})),
                        _ => ("move", json!({ "move": cell })),
                    };
                    let answer = server.post(&format!("/api/games/{id}/{what}"), body);
                    assert!([200, 400, 409].contains(&answer.status), "{}", answer.body);
                }
            });
        }
    });
    // What is left replays by the rules, as a record must.
    let record = server.get(&format!("/api/games/{id}/record")).body;
    let copy = server.post("/api/games", json!({ "record": record }));
    let moves = server.get(&format!("/api/games/{id}")).body["moves"].clone();
    assert_eq!((copy.status, &copy.body["moves"]), (201, &moves), "{}", copy.body);
}

/// Whoever speaks another language has the parts of a sentence.
#[test]
fn a_refusal_comes_in_parts() {
    let server = serve();
    let id = server.game("tictactoe", &["human", "human"]).id();
    let mv = |text: &str| server.post(&format!("/api/games/{id}/move"), json!({ "move": text }));
    let illegal = "move {0} is not legal here; legal moves: {1}, for example {2}";
    for (answer, code, form, values) in [
        (mv("9,9"), "bad_request", illegal, json!(["\"9,9\"", "9", "1,1"])),
        (server.get("/api/games/none"), "not_found", "there is no game {0}", json!(["\"none\""])),
        (
            server.get("/api/runs/7"),
            "not_found",
            "there is no run {0}: see ninefold runs list",
            json!(["7"]),
        ),
        (
            server.delete("/api/games"),
            "wrong_method",
            "this address is asked by {0}, not by {1}",
            json!(["GET or POST", "DELETE"]),
        ),
        (
            server.get("/api/spot?game=tictactoe&moves=1,1%201,1"),
            "bad_request",
            "move {0}: {1}",
            json!(["2", { "form": illegal, "values": ["\"1,1\"", "8", "3,1"] }]),
        ),
        (server.get("/api/spot?game=mnk:99,3,3"), "bad_request", "{0}", Value::Null),
    ] {
        let body = &answer.body;
        assert_eq!((&body["code"], &body["form"]), (&json!(code), &json!(form)), "{body}");
        match form {
            "{0}" => assert_eq!(body["values"], json!([answer.error()])),
            _ => assert_eq!(body["values"], values, "{body}"),
        }
    }
}
