//! A person's games: what came of them, filters, several deleted, names, films, boards in other pages.

use serde_json::{Value, json};

use crate::common::{Running, agent, serve};

/// A game of a person against a computer that one of them gives up.
fn given_up(server: &Running, game: &str, seats: [&str; 2], loser: usize) -> String {
    let new = json!({ "game": game, "seats": seats });
    let id = server.post("/api/games", new).id();
    let resigned = server.post(&format!("/api/games/{id}/resign"), json!({ "seat": loser }));
    assert_eq!(resigned.status, 200, "{}", resigned.body);
    id
}

fn ids(list: &Value) -> Vec<String> {
    list["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["id"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn results_are_counted_by_game_opponent_and_seat() {
    let server = serve();
    let won = given_up(&server, "morris", ["human", "level:1"], 2);
    let also = given_up(&server, "morris", ["level:1", "human"], 1);
    let lost = given_up(&server, "mnk:3,3,3", ["human", "level:2"], 1);
    // Neither a game between people nor one that goes on says anything about a person.
    given_up(&server, "morris", ["human", "human"], 1);
    server.game("morris", &["human", "level:1"]);
    let all = server.get("/api/statistics").body;
    assert_eq!(all["total"], json!({ "played": 3, "won": 2, "drawn": 0, "lost": 1 }));
    assert_eq!(all["streak"], json!({ "now": 0, "best": 2 }));
    let seats: Vec<_> = all["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            (
                line["family"].as_str().unwrap(),
                line["seat"].as_u64().unwrap(),
                line["won"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(seats, [("mnk", 1, 0), ("morris", 1, 1), ("morris", 2, 1)]);
    let order: Vec<_> = all["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["result"].as_str().unwrap())
        .collect();
    assert_eq!(order, ["won", "won", "lost"], "the oldest first");
    assert_eq!(server.get("/api/statistics?family=mnk").body["total"]["played"], 1);
    // Filters find the same games.
    let wins = ids(&server.get("/api/games?result=won").body);
    assert_eq!(wins, [also.clone(), won.clone()]);
    assert_eq!(ids(&server.get("/api/games?opponent=level:2").body), std::slice::from_ref(&lost));
    let first = server.get("/api/games?result=won&limit=1").body;
    assert_eq!((ids(&first), &first["more"]), (vec![also.clone()], &json!(true)));
    let updated = first["games"][0]["updated"].as_i64().unwrap();
    let next =
        server.get(&format!("/api/games?result=won&limit=1&before={updated}&after={also}")).body;
    assert_eq!((ids(&next), &next["more"]), (vec![won.clone()], &json!(false)));
    assert_eq!(server.get("/api/games?result=tied").status, 400);
    let gone = server.post("/api/games/delete", json!({ "ids": [won, lost, "nobody"] })).body;
    assert_eq!(gone, json!({ "deleted": 2, "kept": ["nobody"] }));
    assert_eq!(ids(&server.get("/api/games?result=won").body), [also]);
    let many: Vec<String> = (0..501).map(|number| number.to_string()).collect();
    assert_eq!(server.post("/api/games/delete", json!({ "ids": many })).status, 400);
}

#[test]
fn a_record_has_names_and_gives_them_back() {
    let server = serve();
    let new = json!({ "game": "tictactoe", "seats": ["human", "human"], "names": ["Ada", "Grace \"G\""] });
    let id = server.post("/api/games", new).id();
    server.play(&id, "2,2");
    let record = server.get(&format!("/api/games/{id}/record")).body;
    assert!(record.as_str().unwrap().contains("[Name1 \"Ada\"]"), "{record}");
    let copy = server.post("/api/games", json!({ "record": record })).body;
    assert_eq!(
        (&copy["seats"][0]["name"], &copy["seats"][1]["name"]),
        (&json!("Ada"), &json!("Grace \"G\""))
    );
    // Read and written again it is the same text.
    let id = copy["id"].as_str().unwrap();
    assert_eq!(server.get(&format!("/api/games/{id}/record")).body, record);
}

#[test]
fn a_game_is_told_position_by_position() {
    let server = serve();
    let film = server.get("/api/spot/frames?game=tictactoe&moves=1,1%202,1%201,2%202,2%201,3").body;
    let frames = film["frames"].as_array().unwrap();
    let pieces: Vec<usize> =
        frames.iter().map(|frame| frame["scene"]["pieces"].as_array().unwrap().len()).collect();
    assert_eq!(pieces, [0, 1, 2, 3, 4, 5]);
    assert_eq!(
        (&frames[5]["outcome"]["reason"], &frames[4]["outcome"]),
        (&json!("line"), &Value::Null)
    );
    assert_eq!((&film["turns"][0]["shown"], &film["view"]["ply"]), (&json!("1,1"), &json!(0)));
    let id = server.game("tictactoe", &["human", "human"]).id();
    server.play(&id, "2,2");
    assert_eq!(
        server.get(&format!("/api/spot/frames?id={id}")).body["frames"].as_array().unwrap().len(),
        2
    );
    assert_eq!(server.get("/api/spot/frames?game=tictactoe&moves=9,9").status, 400);
}

/// Only the board that can do nothing may stand in pages of others.
#[test]
fn a_board_may_be_framed_and_nothing_else() {
    let server = serve();
    let policy = |path: &str| {
        let answer = agent().get(server.url(path)).call().unwrap();
        let policy = answer.headers().get("content-security-policy").unwrap();
        policy.to_str().unwrap().to_owned()
    };
    for path in ["/embed/abc", "/embed?game=morris", "/embed"] {
        assert!(policy(path).contains("frame-ancestors *"), "{path}");
    }
    for path in ["/", "/game/abc", "/embedded", "/api/games", "/~dev/embed.js", "/embed.html"] {
        assert!(policy(path).contains("frame-ancestors 'none'"), "{path}");
    }
    let page = server.get("/embed/abc").body;
    assert!(page.as_str().unwrap().contains("embed.js"), "a document of its own: {page}");
}

#[test]
fn the_start_page_is_one_answer() {
    let server = serve();
    let first = server.get("/api/home").body;
    assert_eq!(
        (&first["games"], &first["going"], &first["run"]),
        (&json!([]), &Value::Null, &Value::Null)
    );
    assert_eq!(first["today"]["id"], server.get("/api/puzzles/today").body["id"]);
    let over = given_up(&server, "morris", ["human", "level:1"], 2);
    let going = server.game("tictactoe", &["human", "human"]).id();
    let latest = given_up(&server, "morris", ["human", "level:1"], 1);
    let home = server.get("/api/home").body;
    assert_eq!(ids(&home), [latest, going.clone(), over]);
    assert_eq!(
        (home["going"]["id"].as_str(), &home["going"]["view"]["ply"]),
        (Some(going.as_str()), &json!(0))
    );
}
