//! Questions about positions.

use ninefold_solve::Caveat;
use serde_json::{Value, json};

use crate::common::serve;

fn letters(values: &Value) -> Vec<(String, String)> {
    let moves = values["moves"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    moves.map(|mv| (text(&mv["move"]), text(&mv["letter"]))).collect()
}

#[test]
fn tic_tac_toe_is_known_exactly() {
    let server = serve();
    let empty = server.get("/api/spot/values?game=tictactoe").body;
    assert_eq!((&empty["exact"], &empty["value"]), (&json!(true), &json!(0)));
    assert!(letters(&empty).iter().all(|(_, letter)| letter == "D"), "{empty}");
    // After a corner only the centre holds the draw.
    let corner = server.get("/api/spot/values?game=tictactoe&moves=1,1").body;
    for (mv, letter) in letters(&corner) {
        assert_eq!(letter, if mv == "2,2" { "D" } else { "L" }, "{mv}");
    }
    assert_eq!(corner["best"], json!(["2,2"]));
    let hint = server.get("/api/spot/hint?game=tictactoe&moves=1,1").body;
    assert_eq!((&hint["move"], &hint["exact"]), (&json!("2,2"), &json!(true)));
}

#[test]
fn estimates_are_never_called_exact() {
    let server = serve();
    let values = server.get("/api/spot/values?game=mnk:15,15,5&moves=8,8&time=300").body;
    assert_eq!((&values["exact"], &values["source"]), (&json!(false), &json!("search")));
    assert_eq!(values["unit"], "estimate");
    assert_eq!(values["moves"].as_array().unwrap().len(), 224);
}

#[test]
fn a_searching_player_has_values_of_its_own() {
    let server = serve();
    // The value of a position is that of its best move, seen one turn less deep: the definition of minimax.
    for (game, moves, player) in [
        ("mnk:5,5,4", "3,3%203,4", "alphabeta:depth=3"),
        ("369:6", "3,3", "minimax:depth=2,eval=score"),
        ("morris", "d6%20f4%20b4", "mws:depth=3,eval=fav2"),
    ] {
        let ask = |what: &str| {
            let answer =
                server.get(&format!("/api/spot/{what}?game={game}&moves={moves}&player={player}"));
            assert_eq!(answer.status, 200, "{}", answer.body);
            answer.body
        };
        let (values, hint) = (ask("values"), ask("hint"));
        let mover = moves.split("%20").count() % 2;
        assert_eq!(values["value"], hint["values"][mover], "{player}: {hint}");
        assert!(values["best"].as_array().unwrap().contains(&hint["move"]), "{player}: {values}");
        assert_eq!((&values["depth"], &values["player"]), (&hint["depth"], &json!(player)));
        assert_eq!(values["exact"], false);
    }
    // Whoever does not search gets the usual ones.
    let usual = server.get("/api/spot/values?game=tictactoe&player=random").body;
    assert_eq!((&usual["exact"], &usual["player"]), (&json!(true), &Value::Null));
}

#[test]
fn an_estimated_hint_tells_what_may_be_hoped_for() {
    let server = serve();
    let share = |query: &str| {
        let hint = server.get(&format!("/api/spot/hint?{query}")).body;
        (hint["share"].clone(), hint["exact"].clone(), hint["decided"].clone())
    };
    for player in ["best:time=100ms", "engine:depth=2"] {
        let (parts, exact, _) = share(&format!("game=mnk:15,15,5&moves=8,8&player={player}"));
        let parts: Vec<f64> =
            parts.as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).collect();
        assert!((parts[0] + parts[1] - 1.0).abs() < 0.01, "{player}: {parts:?}");
        assert_eq!(exact, json!(false));
    }
    // Four in a row with both ends open cannot be held: one more wins.
    let won = "game=mnk:15,15,5&moves=8,5%201,1%208,6%201,3%208,7%201,5%208,8%201,7";
    assert_eq!(share(&format!("{won}&player=engine:depth=2")).0, json!([1.0, 0.0]));
    assert_eq!(share("game=tictactoe"), (json!([0.5, 0.5]), json!(true), Value::Null));
    // Another evaluator's numbers say nothing about the point.
    let (none, ..) = share("game=mnk:15,15,5&moves=8,8&player=engine:depth=2,eval=lines");
    assert_eq!(none, Value::Null);
}

#[test]
fn a_moment_of_a_kept_game_can_be_asked_about() {
    let server = serve();
    let id = server.game("tictactoe", &["human", "human"]).id();
    for text in ["2,2", "1,1", "3,3"] {
        server.play(&id, text);
    }
    let spot = server.get(&format!("/api/spot?id={id}&ply=1")).body;
    assert_eq!(spot["status"]["position"], "000/010/000 2");
    assert_eq!(server.get(&format!("/api/spot?id={id}")).body["view"]["ply"], 3);
}

#[test]
fn an_analysis_goes_deeper_and_ends() {
    let server = serve();
    let events =
        server.events("/api/spot/analysis?game=tictactoe&lines=2").unwrap_or_else(|_| panic!());
    let events: Vec<_> = events.collect();
    assert_eq!(events.last().unwrap().0, "done", "nine turns are soon seen in full");
    let depths: Vec<u64> = events.iter().map(|(_, seen)| seen["depth"].as_u64().unwrap()).collect();
    assert!(depths.is_sorted() && depths.contains(&9), "{depths:?}");
    assert_eq!(events.last().unwrap().1["lines"].as_array().unwrap().len(), 2);
}

#[test]
fn a_review_finds_the_blunder() {
    let server = serve();
    // O answers the corner beside it and loses by force; X then wins.
    let game = "game=tictactoe&moves=1,1 1,2 2,2 3,3 2,1 2,3 3,1".replace(' ', "%20");
    let events = server.events(&format!("/api/spot/review?{game}")).unwrap_or_else(|_| panic!());
    let (name, review) = events.last().unwrap();
    assert_eq!(name, "review");
    let marks: Vec<&Value> =
        review["plies"].as_array().unwrap().iter().map(|ply| &ply["mark"]).collect();
    let blunder = json!("blunder");
    assert_eq!(
        marks,
        [
            &Value::Null,
            &blunder,
            &Value::Null,
            &Value::Null,
            &Value::Null,
            &Value::Null,
            &Value::Null
        ]
    );
    assert_eq!(review["share"], json!([1.0, 0.0]));
    assert_eq!(review["players"][1]["blunders"], 1);
}

#[test]
fn the_papers_weights_are_told() {
    let server = serve();
    // Any paper's board will do: every free cell has a weight, and the choice has the largest.
    let weights = server.get("/api/spot/weights?game=369:3&eval=h1&moves=2,2").body;
    let of = |mv: &str| weights["weights"][mv].as_f64().unwrap();
    let largest =
        weights["weights"].as_object().unwrap().keys().map(|mv| of(mv)).fold(f64::MIN, f64::max);
    assert_eq!(weights["weights"].as_object().unwrap().len(), 8);
    assert_eq!(of(weights["choice"].as_str().unwrap()), largest);
}

#[test]
fn the_catalogue_and_the_rules_speak_of_every_game() {
    let server = serve();
    let catalogue = server.get("/api/catalogue").body;
    let games = catalogue["games"].as_array().unwrap();
    assert_eq!(games.len(), ninefold_session::games().families().count());
    for game in games {
        let id = game["id"].as_str().unwrap();
        let rules = server.get(&format!("/api/rules/{id}")).body;
        let html = rules["html"].as_str().unwrap();
        assert!(html.contains("<h1>") && !html.contains("<script"), "{id}: {html}");
        // Whoever the menus offer can sit down.
        for preset in game["presets"].as_array().unwrap() {
            let hint =
                format!("/api/spot/hint?game={id}&player={}", preset["player"].as_str().unwrap());
            let hint = server.get(&hint.replace("depth=99,time=10s", "depth=3"));
            assert_eq!(hint.status, 200, "{id} {preset}: {}", hint.body);
        }
    }
    assert_eq!(catalogue["levels"].as_array().unwrap().len(), 10);
}

#[test]
fn moves_and_clicks_are_explained() {
    let server = serve();
    let why = server.get("/api/spot/why?game=tictactoe&moves=1,1%202,2%201,2%203,3&move=1,3").body;
    let sentence = why["sentence"].as_str().unwrap();
    assert!(sentence.to_lowercase().contains("win"), "three in the top row: {why}");
    assert!(why["reasons"][0]["form"].is_string(), "{why}");
    let spot = server.get("/api/spot?game=tictactoe&moves=1,1%202,2%201,2%203,3").body;
    let preview =
        spot["previews"].as_array().unwrap().iter().find(|preview| preview["move"] == "1,3");
    assert_eq!(preview.unwrap()["marks"][0]["kind"], "winning_line", "{spot}");
    let taken = server.get("/api/spot/refuse?game=tictactoe&moves=1,1&site=0").body;
    assert!(taken["sentence"].is_string(), "{taken}");
    let free = server.get("/api/spot/refuse?game=tictactoe&moves=1,1&site=1").body;
    assert_eq!(free, Value::Null, "a free cell is not refused");
}

#[test]
fn the_tree_of_a_search_is_told() {
    let server = serve();
    let path =
        |algorithm: &str| format!("/api/spot/tree?game=mnk:2,2,2&depth=4&algorithm={algorithm}");
    // On four cells any two stones of one player are in a row: the third stone wins. 1 + 4 + 12 + 24.
    let whole = server.get(&path("minimax")).body;
    assert_eq!(whole["nodes"].as_array().unwrap().len(), 41);
    let cut = server.get(&path("alphabeta")).body;
    assert_eq!(cut["values"], whole["values"]);
    let looked_at = |tree: &Value| {
        tree["nodes"].as_array().unwrap().iter().filter(|node| node["state"] != "cut").count()
    };
    assert!(looked_at(&cut) < looked_at(&whole), "{cut}");
}

#[test]
fn tables_that_are_finished_meanwhile_are_looked_into() {
    let server = serve();
    let position = "w.w%2F...%2F...%2F...b.b%2F..w%2F...%2F..b%20w%200,0";
    let path = format!("/api/spot/values?game=morris&position={position}&time=100");
    // The book tells the value at once, the table how long the win takes.
    let first = server.get(&path).body;
    assert_eq!(
        (&first["exact"], &first["value"], &first["plies"]),
        (&json!(true), &json!(1), &Value::Null)
    );
    let (data, stop) = (server.folder.path(), ninefold_core::StopFlag::default());
    let wanted = ninefold_solve::Preparation {
        game: "morris",
        position: None,
        size: 3,
        data,
        threads: 2,
        stop: &stop,
    };
    assert!(ninefold_solve::solver("morris").unwrap().prepare(&wanted, &mut |_| {}).unwrap());
    let exact = server.get(&path).body;
    assert_eq!((&exact["source"], &exact["preparing"]), (&json!("table"), &Value::Null));
    // Closing a mill leaves two men: there is nothing better.
    assert_eq!((&exact["value"], &exact["plies"]), (&json!(1), &json!(1)), "{exact}");
    let tables = server.get("/api/tables").body;
    let three = &tables["tables"][0];
    assert_eq!(
        (&three["men"], &three["state"], &three["distances"]),
        (&json!(3), &json!("done"), &json!(true))
    );
    let refused = server.post("/api/tables/4/build", json!({}));
    assert_eq!((refused.status, refused.error()), (409, "this server builds no tables"));
    let refused = server.post("/api/tables/2/build", json!({}));
    assert_eq!(
        (refused.status, refused.error()),
        (400, "tables are for 3 to 9 men of a side, not 2")
    );
    assert_eq!(server.delete("/api/tables/3").status, 204);
    assert_eq!(server.get("/api/tables").body["tables"][0]["men"], json!(9));
}

#[test]
fn an_evaluation_tells_what_it_comes_from_when_asked() {
    let server = serve();
    let plain = server.get("/api/spot/eval?game=9tka:2&eval=eva").body;
    assert_eq!(plain, json!({ "values": [270, 270] }));
    let explained = server.get("/api/spot/eval?game=9tka:2&eval=eva&explain=1").body;
    assert_eq!(explained["values"], plain["values"]);
    let players = explained["explained"]["players"].as_array().unwrap();
    assert_eq!(players.len(), 2);
    assert_eq!((&players[1]["seat"], &players[1]["sum"]), (&json!("Blue"), &json!(270)));
    let term = &players[0]["terms"][3];
    assert_eq!((&term["group"], &term["product"]), (&json!("section 1"), &json!(30)));
    assert_eq!(explained["explained"]["matrix"], Value::Null);
    let weights = server.get("/api/spot/weights?game=369:3&eval=h1&explain=1").body;
    assert_eq!(weights["explained"]["matrix"], json!([[0, 0, 0], [0, 0, 0], [0, 0, 0]]));
}

/// The page's own German words.
const PAGE: &str = include_str!("../../assets/words/de.js");

/// Whether a line of the page's German words begins with this key.
fn page_has(key: &str) -> bool {
    PAGE.lines().any(|line| line.trim_start().starts_with(&format!("{key}: ")))
}

#[test]
fn everything_a_game_can_say_has_german_words() {
    let games = ninefold_session::games();
    let german = ninefold_session::words(&games, "de").unwrap();
    for game in ninefold_session::Catalogue::new(&games).games {
        for form in games.kind(&game.usual).unwrap().forms() {
            let known =
                german.contains_key(form) || page_has(&format!("{form:?}")) || page_has(form);
            assert!(known, "{form:?} has no German");
        }
    }
}

#[test]
fn everything_said_beside_values_has_german_words() {
    // A form too long for a line of its own has its words on the next one.
    let has = |form: &&str| PAGE.contains(&format!("\n      {form:?}:"));
    let missing: Vec<&str> = Caveat::FORMS.into_iter().filter(|form| !has(form)).collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn everything_the_catalogue_says_has_german_words() {
    fn texts(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value {
                        Value::String(text) if name == "summary" => found.push(text.clone()),
                        value => texts(value, found),
                    }
                }
            }
            Value::Array(values) => values.iter().for_each(|value| texts(value, found)),
            _ => {}
        }
    }
    let server = serve();
    let catalogue = server.get("/api/catalogue").body;
    let german = server.get("/api/words/de").body;
    let mut found = Vec::new();
    texts(&catalogue, &mut found);
    let games = catalogue["games"].as_array().unwrap().iter();
    let presets = games.flat_map(|game| game["presets"].as_array().unwrap());
    found.extend(presets.map(|preset| preset["title"].as_str().unwrap().to_owned()));
    assert!(found.len() > 90, "{found:?}");
    for text in found {
        let known = german[&text].is_string() || page_has(&json!(text).to_string());
        assert!(known, "{text:?} has no German");
    }
}

#[test]
fn words_of_games_are_told_by_language() {
    let server = serve();
    assert_eq!(server.get("/api/words/de").body["Nine Men's Morris"], "Mühle");
    assert_eq!(server.get("/api/words/en").body["m,n,k-games"], "Three to five in a row");
    let unknown = server.get("/api/words/xx");
    assert_eq!(unknown.status, 404);
    assert_eq!(unknown.body["error"], "no game has words in \"xx\", wanted one of de, en");
}

#[test]
fn a_page_begins_without_the_sentences_of_lessons_where_it_asks_so() {
    let server = serve();
    let lesson = server.get("/api/lessons/morris").body;
    let sentence = lesson[0]["text"].as_str().unwrap().to_owned();
    let whole = server.get("/api/begin/de").body;
    let first = server.get("/api/begin/de?lessons=no").body;
    assert!(
        whole["words"][&sentence].is_string(),
        "everything comes along unless it is asked otherwise"
    );
    assert!(first["words"][&sentence].is_null());
    assert_eq!(first["words"]["Nine Men's Morris"], "Mühle");
    assert_eq!(first["catalogue"], whole["catalogue"]);
}
