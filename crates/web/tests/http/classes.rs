//! A plan that a class plays, each on a device of their own.

use serde_json::{Value, json};

use crate::access::open_server;
use crate::common::{Client, Running, answer, serve};
use crate::leagues::until;

/// Two games of tic-tac-toe that count, and one in which help is allowed.
fn plan() -> Value {
    json!([
        { "game": "tictactoe", "games": 2, "opponent": "random" },
        { "game": "tictactoe", "games": 1, "opponent": "level:1", "aids": true },
    ])
}

/// A new class: its name in addresses, and its code.
fn class(host: &Client, plan: Value) -> (String, String) {
    let made = host.done("/api/classes", json!({ "name": "Class 9b", "plan": plan }));
    let text = |member: &str| made[member].as_str().unwrap().to_owned();
    (text("id"), text("code"))
}

/// Somebody who opens the link and joins under a name, and what they play.
fn pupil(server: &Running, code: &str, name: &str) -> (Client, String) {
    let pupil = Client::guest(server, code);
    let joined = pupil.done(&accept(code), json!({ "name": name }));
    let study = joined["study"].as_str().unwrap().to_owned();
    (pupil, study)
}

fn accept(code: &str) -> String {
    format!("/api/invitations/{code}/accept")
}

/// The next game of a study.
fn next(pupil: &Client, study: &str) -> Value {
    pupil.done(&format!("/api/studies/{study}/next"), json!({}))
}

/// Gives the game in progress up.
fn resign(pupil: &Client, game: &Value) {
    let seats = game["seats"].as_array().unwrap();
    let seat = 1 + seats.iter().position(|seat| seat["human"] == true).unwrap();
    let id = game["id"].as_str().unwrap();
    pupil.done(&format!("/api/games/{id}/resign"), json!({ "seat": seat }));
}

#[test]
fn a_class_plays_by_its_code_and_the_teacher_sees_it() {
    let server = open_server();
    let host = Client::host(&server);
    let (class, code) = class(&host, plan());
    let (ada, study) = pupil(&server, &code, "Ada");
    let (bob, of_bob) = pupil(&server, &code, "Bob");
    // What one has joined is there again by the same link and in the list.
    let seen = ada.get(&format!("/api/invitations/{code}")).body;
    assert_eq!(
        seen,
        json!({ "class": { "id": class, "name": "Class 9b", "games": 3 }, "study": study })
    );
    assert_eq!(ada.done(&accept(&code), json!({ "name": "Ada" }))["study"], json!(study));
    let own = ada.get("/api/studies").body;
    assert_eq!((own["studies"].as_array().unwrap().len(), &own["host"]), (1, &json!(false)));
    let game = next(&ada, &study);
    assert_eq!((&game["sharing"]["you"], &game["counted"]), (&json!(1), &json!(true)));
    let id = game["id"].as_str().unwrap();
    assert_eq!(next(&ada, &study)["id"], game["id"], "the game in progress comes first");
    // Nobody else plays or sees it; the teacher sees it and does not play it.
    let play = format!("/api/games/{id}/move");
    assert_eq!(bob.get(&format!("/api/games/{id}")).status, 403);
    assert_eq!(bob.post(&play, json!({ "move": "2,2" })).status, 403);
    assert_eq!(bob.get(&format!("/api/studies/{study}")).status, 403);
    assert_eq!(bob.post(&format!("/api/studies/{study}/next"), json!({})).status, 403);
    assert_eq!(host.post(&play, json!({ "move": "2,2" })).status, 403);
    assert_eq!(host.post(&format!("/api/studies/{study}/next"), json!({})).status, 409);
    ada.done(&play, json!({ "move": "2,2" }));
    until("the computer answers", || {
        (ada.get(&format!("/api/games/{id}")).body["plies"] == 2).then_some(())
    });
    let shown = host.get(&format!("/api/classes/{class}")).body;
    let pupils = shown["pupils"].as_array().unwrap();
    let names: Vec<&Value> = pupils.iter().map(|pupil| &pupil["name"]).collect();
    assert_eq!(names, ["Ada", "Bob"]);
    assert_eq!((&pupils[0]["going"], &pupils[0]["plies"]), (&game["id"], &json!(2)));
    assert_eq!((&pupils[1]["id"], &pupils[1]["going"]), (&json!(of_bob), &Value::Null));
    resign(&ada, &game);
    // The person sits one seat further in every game of a line.
    let second = next(&ada, &study);
    assert_eq!(second["sharing"]["you"], 2);
    resign(&ada, &second);
    let shown = ada.get(&format!("/api/studies/{study}")).body;
    assert_eq!((&shown["lines"][0]["played"], &shown["lines"][0]["won"]), (&json!(2), &json!(0)));
    resign(&ada, &next(&ada, &study));
    assert_eq!(
        ada.post(&format!("/api/studies/{study}/next"), json!({})).status,
        409,
        "all are played"
    );
    let sheet = host.get(&format!("/api/classes/{class}/csv")).body;
    let rows: Vec<&str> = sheet.as_str().unwrap().lines().collect();
    assert_eq!(rows.len(), 1 + 2 * 2, "a line a pupil and line of the plan: {sheet}");
    assert!(rows[1].starts_with("\"Ada\",\"tictactoe\",\"random\",2,2,0,0,0.0000,"), "{sheet}");
    assert!(rows[3].starts_with("\"Bob\",\"tictactoe\",\"random\",2,0,0,0,,,"), "{sheet}");
    let games = host.get(&format!("/api/classes/{class}/csv?each=game")).body;
    assert_eq!(games.as_str().unwrap().lines().count(), 1 + 3, "{games}");
    // The teacher's own lists have nothing of it.
    assert_eq!(host.get("/api/games").body["games"], json!([]));
    assert_eq!(host.get("/api/statistics").body["total"]["played"], 0);
    assert_eq!(ada.get("/api/games").body["games"].as_array().unwrap().len(), 3);
}

#[test]
fn nobody_is_helped_where_it_counts_however_it_is_asked() {
    let server = open_server();
    let host = Client::host(&server);
    let (_, code) = class(&host, plan());
    let (ada, study) = pupil(&server, &code, "Ada");
    let first = next(&ada, &study);
    resign(&ada, &first);
    let over = first["id"].as_str().unwrap();
    let values = |query: &str| ada.get(&format!("/api/spot/values?time=10&{query}"));
    assert_eq!(values(&format!("id={over}")).status, 200, "between games one may look");
    let game = next(&ada, &study);
    let id = game["id"].as_str().unwrap();
    // A computer begins.
    until("the computer moves", || {
        (ada.get(&format!("/api/games/{id}")).body["plies"] == 1).then_some(())
    });
    assert_eq!(values(&format!("id={id}")).status, 403);
    assert_eq!(values("game=tictactoe&moves=2,2").status, 403);
    // A game that is over leads to every position.
    let by_another = values(&format!("id={over}&ply=0&then=2,2"));
    assert_eq!(by_another.status, 409, "{}", by_another.body);
    assert_eq!(values(&format!("id={over}")).status, 409);
    for (change, body, status) in [
        ("undo", json!({}), 403),
        ("redo", json!({}), 403),
        ("now", json!({}), 403),
        ("branch", json!({ "ply": 0 }), 403),
        ("seats", json!({ "seats": ["human", "human"] }), 403),
        ("offer", json!({ "kind": "takeback" }), 409),
        ("offer", json!({ "kind": "draw" }), 409),
        ("offer", json!({ "kind": "rematch" }), 409),
    ] {
        let refused = ada.post(&format!("/api/games/{id}/{change}"), body);
        assert_eq!(refused.status, status, "{change}: {}", refused.body);
    }
    resign(&ada, &game);
    // Where the teacher allows help it is there, and counted.
    let game = next(&ada, &study);
    let id = game["id"].as_str().unwrap();
    assert_eq!(game["counted"], false);
    assert_eq!(ada.get(&format!("/api/spot/hint?id={id}")).status, 200);
    ada.done(&format!("/api/games/{id}/move"), json!({ "move": "2,2" }));
    until("the computer answers", || {
        (ada.get(&format!("/api/games/{id}")).body["plies"] == 2).then_some(())
    });
    let back = ada.done(&format!("/api/games/{id}/undo"), json!({}));
    assert_eq!(back["plies"], 0);
    assert_eq!(host.post(&format!("/api/games/{id}/undo"), json!({})).status, 409, "it is Ada's");
    resign(&ada, &game);
    let sheet = ada.get(&format!("/api/studies/{study}/csv?each=game")).body;
    let row = sheet.as_str().unwrap().lines().last().unwrap();
    assert!(row.ends_with(",allowed,1,0,0,1"), "{sheet}");
}

#[test]
fn a_code_can_be_closed_and_names_are_ones_own() {
    let server = open_server();
    let host = Client::host(&server);
    let (class, code) = class(&host, plan());
    let (ada, study) = pupil(&server, &code, "Ada");
    let late = Client::guest(&server, &code);
    let same = late.post(&accept(&code), json!({ "name": "ada" }));
    assert_eq!(
        (same.status, same.error()),
        (409, "somebody is called \"ada\" already: choose another name")
    );
    let nameless = late.post(&accept(&code), json!({ "name": "\u{202e} " }));
    assert_eq!(nameless.status, 400, "{}", nameless.body);
    let bot =
        Client::nobody(&server).post("/api/bot/join", json!({ "code": code, "name": "robot" }));
    assert_eq!((bot.status, bot.error()), (409, "this is for people at a browser, not for bots"));
    let closed = host.done(&format!("/api/classes/{class}/code"), json!({ "open": false }));
    assert_eq!(closed, Value::Null);
    assert_eq!(late.post(&accept(&code), json!({ "name": "Bob" })).status, 404);
    assert_eq!(ada.get(&format!("/api/studies/{study}")).status, 200, "who has joined plays on");
    let again = host.done(&format!("/api/classes/{class}/code"), json!({}));
    assert_ne!(again["code"], json!(code));
    assert!(again["url"].as_str().unwrap().ends_with(again["code"].as_str().unwrap()), "{again}");
    // A name that does not do is changed, in games too.
    let game = next(&ada, &study);
    host.done(&format!("/api/studies/{study}"), json!({ "name": "Ada L." }));
    let seen = ada.get(&format!("/api/games/{}", game["id"].as_str().unwrap())).body;
    assert_eq!(seen["seats"][0]["name"], "Ada L.");
    // Whoever wants to be forgotten is; what was played stays without the name.
    let data = ada.get("/api/me/data").body;
    assert_eq!(data["people"][0]["studies"][0]["class"], json!(class));
    assert_eq!(ada.send("DELETE", "/api/me/data", "").status(), 204);
    assert_eq!(ada.get(&format!("/api/studies/{study}")).status, 401);
    let shown = host.get(&format!("/api/classes/{class}")).body;
    assert_eq!((&shown["pupils"][0]["name"], &shown["total"]["played"]), (&json!("#1"), &json!(1)));
    assert!(
        !host.get(&format!("/api/classes/{class}/csv?each=game")).body.to_string().contains("Ada")
    );
    assert_eq!(host.send("DELETE", &format!("/api/classes/{class}"), "").status(), 204);
    assert_eq!(host.get(&format!("/api/studies/{study}")).status, 404);
    assert_eq!(host.get(&format!("/api/games/{}", game["id"].as_str().unwrap())).status, 404);
}

#[test]
fn a_teacher_hears_of_every_move_until_the_class_is_deleted() {
    let server = serve();
    let made = server.post("/api/classes", json!({ "name": "Class 9b", "plan": plan() })).body;
    let path = format!("/api/classes/{}", made["id"].as_str().unwrap());
    let code = made["code"].as_str().unwrap();
    let mut events = server.events(&format!("{path}/events")).unwrap_or_else(|_| panic!());
    let first = events.next().unwrap();
    assert_eq!((first.0.as_str(), &first.1["pupils"]), ("class", &json!([])));
    let (ada, study) = pupil(&server, code, "Ada");
    let game = next(&ada, &study);
    let id = game["id"].as_str().unwrap();
    ada.done(&format!("/api/games/{id}/move"), json!({ "move": "2,2" }));
    let seen = events.find(|(_, class)| class["pupils"][0]["plies"] == 2).expect("two moves");
    assert_eq!(
        (&seen.1["pupils"][0]["going"], &seen.1["pupils"][0]["here"]),
        (&json!(id), &json!(false))
    );
    let listening = ada.send("GET", &format!("/api/games/{id}/events"), "");
    events.find(|(_, class)| class["pupils"][0]["here"] == true).expect("she sits at her game");
    drop(listening);
    assert_eq!(server.delete(&path).status, 204);
    assert!(events.any(|(name, _)| name == "gone"));
    assert_eq!(answer(ada.send("GET", &format!("/api/games/{id}"), "")).status, 404);
}

#[test]
fn three_players_do_not_resign_from_a_study() {
    let server = open_server();
    let host = Client::host(&server);
    let (_, code) = class(&host, json!([{ "game": "9tka:3", "games": 1, "opponent": "random" }]));
    let (ada, study) = pupil(&server, &code, "Ada");
    let game = next(&ada, &study);
    let refused = ada
        .post(&format!("/api/games/{}/resign", game["id"].as_str().unwrap()), json!({ "seat": 1 }));
    assert_eq!((refused.status, refused.error()), (400, "only one of two players can resign"));
}
