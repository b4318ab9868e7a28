//! What other programs hold of the answers about leagues.

use serde_json::{Value, json};

use crate::common::{Client, answer};
use crate::leagues::until;
use crate::shapes::Notes;

/// A league with a game that goes on, one that was lost by a fault, a cup, and all that is done to it.
pub fn leagues() -> Notes {
    let mut notes = Notes::new();
    let made = notes.post(
        "/api/leagues",
        "",
        json!({ "name": "Class 9b", "game": "tictactoe", "baselines": ["random"], "games": 40,
                "opening": 1, "time": { "move": 60_000 } }),
    );
    let id = made["id"].as_str().unwrap().to_owned();
    let code = made["code"].as_str().unwrap().to_owned();
    let guest = Client::guest(&notes.server, &code);
    let by_guest = |notes: &mut Notes, route: &str, body: Value| {
        let (method, path) = route.split_once(' ').unwrap();
        let path = path.replace("{code}", &code).replace("{id}", &id).replace("{number}", "1");
        let answered = answer(guest.send(method, &path, &body.to_string()));
        assert!(answered.status < 300, "{route}: {}", answered.body);
        let kind = if route.contains("{code}") { ", of a league" } else { "" };
        notes.note(&format!("{route}{kind}"), answered.status, &answered.body);
        answered.body
    };
    by_guest(&mut notes, "GET /api/invitations/{code}", Value::Null);
    by_guest(&mut notes, "POST /api/invitations/{code}/accept", json!({ "name": "Ada" }));
    let joined = by_guest(
        &mut notes,
        "POST /api/leagues/{id}/join",
        json!({ "name": "Beaver", "as": "bot" }),
    );
    by_guest(&mut notes, "POST /api/leagues/{id}/claim", json!({ "token": joined["token"] }));
    let bot = Client::bot(&notes.server, joined["token"].as_str().unwrap());
    let mut lines = crate::bots::lines_at(&bot, "/api/bot/stream?version=second");
    let turn = lines.find(|line| line["type"] == "turn").unwrap();
    let going = notes.get("/api/leagues/{id}", &id, "?boards=1");
    assert_eq!(going["playing"][0]["game"], turn["game"]);
    let (name, event) =
        notes.server.events(&format!("/api/leagues/{id}/events")).ok().unwrap().next().unwrap();
    notes.note(&format!("GET /api/leagues/{{id}}/events, event {name}"), 200, &event);
    notes.post("/api/leagues/{id}/state", &id, json!({ "state": "paused" }));
    let game = turn["game"].as_str().unwrap();
    let wrong = bot.post(&format!("/api/bot/games/{game}/move"), json!({ "move": "9,9" }));
    assert_eq!(wrong.status, 400);
    until("it counts", || {
        (notes.server.get(&format!("/api/leagues/{id}")).body["standings"][1]["games"] == 1)
            .then_some(())
    });
    notes.get("/api/leagues/{id}", &id, "");
    notes.get("/api/leagues", "", "");
    for route in ["code", "games", "cross", "csv"] {
        notes.get(&format!("/api/leagues/{{id}}/{route}"), &id, "");
    }
    by_guest(&mut notes, "GET /api/leagues/{id}/entrants/{number}", Value::Null);
    by_guest(
        &mut notes,
        "POST /api/leagues/{id}/entrants/{number}/rest",
        json!({ "resting": true }),
    );
    by_guest(
        &mut notes,
        "POST /api/leagues/{id}/entrants/{number}/challenge",
        json!({ "baseline": 0 }),
    );
    by_guest(&mut notes, "GET /api/me/data", Value::Null);
    notes.get("/api/people", "", "");
    let people = notes.server.get("/api/people").body;
    let ada = people["people"][0]["id"].as_str().unwrap().to_owned();
    notes.get("/api/people/{id}", &ada, "");
    notes.post("/api/leagues/{id}/baselines", &id, json!("level:1"));
    // Its first game may have begun, or not yet.
    let wanted = json!({ "kind": "swiss", "baselines": true });
    let mut begun = notes.server.post(&format!("/api/leagues/{id}/cup"), wanted);
    begun.body["playing"] = json!([]);
    begun.body["standings"] = json!([]);
    notes.note("POST /api/leagues/{id}/cup", begun.status, &begun.body);
    notes.ask("DELETE /api/leagues/{id}/cup", &id, "", Value::Null);
    notes.post("/api/leagues/{id}/code", &id, json!({}));
    by_guest(&mut notes, "POST /api/leagues/{id}/entrants/{number}/renew", json!({}));
    let renamed =
        notes.server.post(&format!("/api/leagues/{id}/entrants/1"), json!({ "name": "Otter" }));
    notes.note("POST /api/leagues/{id}/entrants/{number}", renamed.status, &renamed.body);
    let code = notes.server.get(&format!("/api/leagues/{id}")).body["code"].clone();
    notes.server.post("/api/bot/join", json!({ "code": code, "name": "idle" }));
    notes.post("/api/leagues/{id}/tidy", &id, json!({}));
    by_guest(&mut notes, "DELETE /api/me/data", Value::Null);
    let another = Client::guest(
        &notes.server,
        notes.server.get(&format!("/api/leagues/{id}")).body["code"].as_str().unwrap(),
    );
    drop(another);
    let people = notes.server.get("/api/people").body;
    let last = people["people"][0]["id"].as_str().unwrap().to_owned();
    notes.ask("DELETE /api/people/{id}", &last, "", Value::Null);
    notes.ask("DELETE /api/leagues/{id}", &id, "", Value::Null);
    notes
}

#[test]
fn answers_about_leagues() {
    let notes = leagues();
    insta::assert_snapshot!(notes.text());
}

/// The heads of the sheets, which spreadsheets hold on to.
#[test]
fn sheets_of_leagues() {
    let server = crate::common::serve();
    let made = server.post("/api/leagues", json!({ "name": "x", "game": "9tka:3" })).body;
    let path = format!("/api/leagues/{}/csv", made["id"].as_str().unwrap());
    let head = |path: &str| {
        let sheet = server.get(path).body;
        sheet.as_str().unwrap().lines().next().unwrap().to_owned()
    };
    let each = ["game", "pair", "curve", "cup"].map(|each| head(&format!("{path}?each={each}")));
    insta::assert_snapshot!(format!("{}\n{}", head(&path), each.join("\n")));
    let unknown = server.get(&format!("{path}?each=player"));
    assert_eq!(
        (unknown.status, unknown.error()),
        (400, "each is \"player\", wanted game, pair, curve or cup")
    );
}
