//! A person's plan of games.

use serde_json::json;

use crate::common::serve;

#[test]
fn a_plan_is_played_from_seat_to_seat_and_counted() {
    let server = serve();
    let plan = json!([{ "game": "tictactoe", "games": 2, "opponent": "random" }]);
    let study = server.post("/api/studies", json!({ "name": "Ada, \"the first\"", "plan": plan }));
    assert_eq!(study.status, 201, "{}", study.body);
    let path = format!("/api/studies/{}", study.id());
    let game = server.post(&format!("{path}/next"), json!({}));
    assert_eq!((game.status, &game.body["seats"][0]["human"]), (201, &json!(true)));
    let again = server.post(&format!("{path}/next"), json!({}));
    assert_eq!((again.status, again.id()), (200, game.id()), "the game in progress comes first");
    server.post(&format!("/api/games/{}/resign", game.id()), json!({ "seat": 2 }));
    let second = server.post(&format!("{path}/next"), json!({}));
    assert_eq!(second.body["seats"][1]["human"], true, "seats rotate: {}", second.body);
    server.post(&format!("/api/games/{}/resign", second.id()), json!({ "seat": 2 }));
    assert_eq!(server.post(&format!("{path}/next"), json!({})).status, 409);
    let shown = server.get(&path).body;
    let line = &shown["lines"][0];
    assert_eq!(
        (&line["played"], &line["won"], &line["probability"]),
        (&json!(2), &json!(1), &json!(0.5))
    );
    // Wilson's 95 % interval for one of two: 0.0945 to 0.9055 (Brown, Cai, DasGupta 2001, formula 4).
    let ends = line["interval"].as_array().unwrap();
    assert!((ends[0].as_f64().unwrap() - 0.0945).abs() < 1e-4, "{ends:?}");
    assert!((ends[1].as_f64().unwrap() - 0.9055).abs() < 1e-4, "{ends:?}");
    let sheet = server.get(&format!("{path}/csv")).body;
    let row = "\"Ada, \"\"the first\"\"\",\"tictactoe\",\"random\",2,2,1,0,0.5000,0.0945,0.9055\n";
    assert!(sheet.as_str().unwrap().ends_with(row), "{sheet}");
    assert_eq!(server.get("/api/studies").body["total"]["played"], 2);
    assert_eq!(server.delete(&path).status, 204);
    assert_eq!(server.get(&path).status, 404);
}

/// A game whose study is gone is a game like any other, at once and after a restart.
#[test]
fn a_study_that_is_deleted_lets_its_games_go() {
    let server = serve();
    let (study, game) = begun(&server, false);
    assert_eq!(server.get(&format!("/api/spot/hint?id={game}")).status, 409);
    assert_eq!(server.delete(&study).status, 204);
    let shown = server.get(&format!("/api/games/{game}"));
    assert_eq!((shown.status, &shown.body["study"]), (200, &json!(null)), "{}", shown.body);
    assert_eq!(server.get(&format!("/api/spot/hint?id={game}")).status, 200);
    assert_eq!(server.delete(&format!("/api/games/{game}")).status, 204);
}

#[test]
fn a_plan_that_cannot_be_played_is_refused() {
    let server = serve();
    let line = |game: &str, games: u32, opponent: &str| json!({ "name": "Ada", "plan": [{ "game": game, "games": games, "opponent": opponent }] });
    for (body, part) in [
        (line("chess", 5, "random"), "unknown game"),
        (line("morris", 0, "random"), "0 games"),
        (line("morris", 5, "human"), "is a computer"),
        (line("9tka:3", 5, "alphabeta"), "for two players"),
        (json!({ "name": " ", "plan": [] }), "needs a name"),
        (json!({ "name": "Ada", "plan": [] }), "1 to 20 lines"),
    ] {
        let refused = server.post("/api/studies", body);
        assert_eq!(refused.status, 400, "{}", refused.body);
        assert!(refused.error().contains(part), "{}", refused.body);
    }
}

/// A study of two games, of which help is allowed or not; its path, and its first game.
fn begun(server: &crate::common::Running, aids: bool) -> (String, String) {
    let plan = json!([{ "game": "tictactoe", "games": 2, "opponent": "random", "aids": aids }]);
    let study = server.post("/api/studies", json!({ "name": "Ada", "plan": plan }));
    assert_eq!(study.status, 201, "{}", study.body);
    let path = format!("/api/studies/{}", study.id());
    let game = server.post(&format!("{path}/next"), json!({}));
    assert_eq!(game.status, 201, "{}", game.body);
    (path, game.id())
}

/// Plays a move and waits for the computer's answer.
fn play(server: &crate::common::Running, game: &str, text: &str, plies: u64) {
    let mut events =
        server.events(&format!("/api/games/{game}/events")).unwrap_or_else(|_| panic!());
    server.play(game, text);
    events.find(|(_, game)| game["plies"] == plies).expect("an answer");
}

#[test]
fn nobody_helps_in_a_game_that_counts() {
    let server = serve();
    let (path, game) = begun(&server, false);
    play(&server, &game, "2,2", 2);
    let shown = server.get(&format!("/api/games/{game}")).body;
    assert_eq!(shown["counted"], true);
    let moves: Vec<&str> =
        shown["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let moves = moves.join("%20");
    let by_moves = format!("game=tictactoe&moves={moves}");
    let position = server.get(&format!("/api/spot?{by_moves}")).body["status"]["position"]
        .as_str()
        .unwrap()
        .replace(' ', "%20");
    for spot in
        [format!("id={game}"), by_moves.clone(), format!("game=mnk:3,3,3&position={position}")]
    {
        for question in [
            "hint",
            "values",
            "analysis",
            "tree",
            "review",
            "eval?eval=lines&",
            "weights?eval=lines&",
        ] {
            let (question, query) = question.split_once('?').unwrap_or((question, ""));
            let refused = server.get(&format!("/api/spot/{question}?{query}{spot}"));
            assert_eq!(refused.status, 409, "{question} {spot}: {}", refused.body);
            assert!(refused.error().contains("counts"), "{}", refused.body);
        }
    }
    for (change, body) in [
        ("undo", json!({})),
        ("redo", json!({})),
        ("now", json!({})),
        ("seats", json!({ "seats": ["human", "human"] })),
        ("branch", json!({ "ply": 0 })),
    ] {
        let refused = server.post(&format!("/api/games/{game}/{change}"), body);
        assert_eq!(refused.status, 409, "{change}: {}", refused.body);
    }
    assert_eq!(server.delete(&format!("/api/games/{game}")).status, 409);
    let kept = server.post("/api/games/delete", json!({ "ids": [game] })).body;
    assert_eq!(kept, json!({ "deleted": 0, "kept": [game] }));
    // The start of a game, and another position of it, are anybody's to ask about.
    assert_eq!(server.get("/api/spot/hint?game=tictactoe").status, 200);
    assert_eq!(server.get("/api/spot/hint?game=tictactoe&moves=1,1").status, 200);
    // Once it is over it may be looked at, and is still not taken back.
    server.post(&format!("/api/games/{game}/resign"), json!({ "seat": 1 }));
    assert_eq!(server.get(&format!("/api/spot/hint?{by_moves}")).status, 200);
    assert_eq!(server.post(&format!("/api/games/{game}/undo"), json!({})).status, 409);
    let sheet = server.get(&format!("{path}/csv?each=game")).body;
    let rows: Vec<&str> = sheet.as_str().unwrap().lines().collect();
    assert_eq!(rows.len(), 2, "a line a game: {sheet}");
    let cells: Vec<&str> = rows[1].split(',').collect();
    assert_eq!((cells[0], cells[3], cells[6]), ("\"Ada\"", "1", "lost"), "{sheet}");
    assert!(rows[1].ends_with(",off,0,0,0,0"), "{sheet}");
}

#[test]
fn help_that_is_allowed_is_counted() {
    let server = serve();
    let (path, game) = begun(&server, true);
    assert_eq!(server.get(&format!("/api/games/{game}")).body["counted"], false);
    for _ in 0..2 {
        assert_eq!(server.get(&format!("/api/spot/hint?id={game}")).status, 200);
    }
    play(&server, &game, "2,2", 2);
    assert_eq!(server.get(&format!("/api/spot/hint?id={game}")).status, 200);
    assert_eq!(server.get(&format!("/api/spot/values?id={game}")).status, 200);
    assert_eq!(server.post(&format!("/api/games/{game}/undo"), json!({})).status, 200);
    play(&server, &game, "2,2", 2);
    server.post(&format!("/api/games/{game}/resign"), json!({ "seat": 1 }));
    let sheet = server.get(&format!("{path}/csv?each=game")).body;
    let row = sheet.as_str().unwrap().lines().last().unwrap();
    // Two positions with a hint, one with values, one move taken back.
    assert!(row.ends_with(",allowed,2,1,0,1"), "{sheet}");
    // As many times as moves.
    let quoted: Vec<&str> = row.split('"').collect();
    let [moves, times] = [quoted[quoted.len() - 4], quoted[quoted.len() - 2]];
    assert_eq!((moves.split(' ').count(), times.split(' ').count()), (2, 2), "{sheet}");
    assert_eq!(server.get(&path).body["lines"][0]["aids"], true);
}
