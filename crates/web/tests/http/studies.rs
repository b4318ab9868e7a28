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
