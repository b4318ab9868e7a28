//! What other programs hold of the answers: statuses, members and their types, address by address.
//!
//! A snapshot has what was asked with its status, then every member that was seen. A member that disappears, changes its
//! type or gets another name is a difference, and so is a new one.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::common::{Answer, Client, Running, agent, answer, serve};
use crate::routes::routes;
use crate::shape::{Shape, texts};

/// A server, and what it answered.
pub struct Notes {
    pub server: Running,
    seen: BTreeMap<String, (BTreeSet<u16>, Shape)>,
}

impl Notes {
    pub fn new() -> Notes {
        Notes { server: serve(), seen: BTreeMap::new() }
    }

    /// Keeps the shape of an answer under the route that gave it.
    pub fn note(&mut self, route: &str, status: u16, body: &Value) {
        let (statuses, shape) = self.seen.entry(route.to_owned()).or_default();
        statuses.insert(status);
        shape.add(body);
    }

    /// Asks a route, its `{id}` filled in, and keeps the shape of what must succeed.
    pub fn ask(&mut self, route: &str, id: &str, more: &str, body: Value) -> Value {
        let (method, path) = route.split_once(' ').unwrap();
        let path = path.replace("{id}", id).replace("{game}", id).replace("{men}", id) + more;
        let answer: Answer = match method {
            "GET" => self.server.get(&path),
            "POST" => self.server.post(&path, body),
            _ => self.server.delete(&path),
        };
        assert!(answer.status < 300, "{route} {path}: {}", answer.body);
        self.note(route, answer.status, &answer.body);
        answer.body
    }

    pub fn get(&mut self, route: &str, id: &str, query: &str) -> Value {
        self.ask(&format!("GET {route}"), id, &query.replace(' ', "%20"), Value::Null)
    }

    pub fn post(&mut self, route: &str, id: &str, body: Value) -> Value {
        self.ask(&format!("POST {route}"), id, "", body)
    }

    fn new_game(&mut self, body: Value) -> String {
        id_of(&self.post("/api/games", "", body))
    }

    fn play(&mut self, id: &str, moves: &str) {
        for text in moves.split(' ') {
            self.post("/api/games/{id}/move", id, json!({ "move": text }));
        }
    }

    /// Keeps the last event of each name of a stream that ends by itself: how many come before depends on the time.
    fn events(&mut self, route: &str, id: &str, query: &str) {
        let path = route.replace("{id}", id) + &query.replace(' ', "%20");
        let events = self.server.events(&path).unwrap_or_else(|refused| panic!("{}", refused.body));
        for (name, body) in events.collect::<BTreeMap<String, Value>>() {
            self.note(&format!("GET {route}, event {name}"), 200, &body);
        }
    }

    /// The routes that were asked.
    fn asked(&self) -> BTreeSet<String> {
        self.seen.keys().map(|route| route.split(',').next().unwrap().to_owned()).collect()
    }

    pub fn text(&self) -> String {
        let lines = |(route, (statuses, shape)): (&String, &(BTreeSet<u16>, Shape))| {
            format!("{route} {statuses:?}\n{}\n", shape.lines())
        };
        self.seen.iter().map(lines).collect()
    }
}

fn id_of(body: &Value) -> String {
    body["id"].as_str().unwrap().to_owned()
}

/// The tags of a record.
fn tags(record: &Value) -> String {
    let lines = record.as_str().unwrap().lines().take_while(|line| line.starts_with('['));
    lines.filter_map(|line| line[1..].split(' ').next()).collect::<Vec<_>>().join(" ")
}

fn about() -> Notes {
    let mut notes = Notes::new();
    notes.get("/api/catalogue", "", "");
    for family in ninefold_session::games().families() {
        notes.get("/api/rules/{game}", family.id, "");
        notes.get("/api/begin/{language}", "de", "");
        notes.get("/api/lessons/{game}", family.id, "");
        let sample = family.sample.expect("a sample");
        notes.post(
            "/api/positions",
            "",
            json!({ "game": sample.game, "texts": [sample.position, "nothing"] }),
        );
    }
    // One form stands for all: which there are is up to the games.
    let words = notes.server.get("/api/words/de");
    let one = &words.body["Nine Men's Morris"];
    notes.note("GET /api/words/{language}", words.status, &json!({ "FORM": one }));
    notes.get("/api/tables", "", "");
    notes.post("/api/tables/{men}/pause", "3", json!({}));
    notes.ask("DELETE /api/tables/{men}", "3", "", Value::Null);
    // This server builds none; what it would answer is the list.
    let refused = notes.server.post("/api/tables/3/build", json!({}));
    notes.note("POST /api/tables/{men}/build", refused.status, &refused.body);
    notes.get("/healthz", "", "");
    notes.get("/metrics", "", "");
    notes
}

fn games() -> (Notes, String) {
    let mut notes = Notes::new();
    let people = json!(["human", "human"]);
    let clock = json!({ "minutes": 5, "increment": 3 });
    let morris = notes.new_game(json!({ "game": "morris", "seats": people, "names": ["Ada", null], "clock": clock, "seed": 7 }));
    notes.play(&morris, "d6 f4 d2");
    let won = notes.new_game(json!({ "game": "tictactoe", "seats": people }));
    notes.play(&won, "1,1 2,1 1,2 2,2 1,3");
    notes.get("/api/games/{id}", &won, "");
    notes.post("/api/games/{id}/undo", &won, json!({}));
    notes.post("/api/games/{id}/redo", &won, json!({}));
    notes.post("/api/games/{id}/undo", &won, json!({}));
    notes.get("/api/games/{id}", &won, "");
    let three = notes
        .new_game(json!({ "game": "9tka:3", "seats": ["human", "human", "human"], "seed": 2 }));
    notes.get("/api/games/{id}", &three, "");
    let points = notes
        .new_game(json!({ "game": "369:3", "seats": people, "moves": ["2,2"], "position": null }));
    notes.play(&points, "1,1 3,3");
    notes.post(
        "/api/games/{id}/seats",
        &points,
        json!({ "seats": ["random", "human"], "names": [null, "Eve"] }),
    );
    let branch = notes.post(
        "/api/games/{id}/branch",
        &morris,
        json!({ "ply": 1, "moves": ["b4"], "seats": people }),
    );
    notes.get("/api/games/{id}", &id_of(&branch), "");
    notes.post("/api/games/{id}/resign", &morris, json!({ "seat": 1 }));
    let record = notes.get("/api/games/{id}/record", &morris, "");
    let mut tagged = tags(&record);
    notes.new_game(json!({ "record": record }));
    let begun = ["1,1", "2,2"];
    let paused = notes.new_game(json!({ "game": "mnk:4,4,4", "seats": ["random", "random"], "moves": begun, "paused": true, "seed": 1 }));
    notes.post("/api/games/{id}/step", &paused, json!({}));
    let thinks = notes.new_game(
        json!({ "game": "mnk:15,15,5", "seats": ["engine:time=50s", "human"], "seed": 1 }),
    );
    notes.post("/api/games/{id}/now", &thinks, json!({}));
    notes.post("/api/games/{id}/pause", &paused, json!({ "paused": true, "pace": 1 }));
    let route = "GET /api/games/{id}/events";
    let watched = notes.server.game("tictactoe", &["human", "human"]).id();
    let events = notes.server.events(&format!("/api/games/{watched}/events"));
    let mut events = events.unwrap_or_else(|refused| panic!("{}", refused.body));
    notes.server.play(&watched, "2,2");
    for wanted in [1, 0] {
        let (name, body) = events
            .find(|(name, game)| name == "gone" || game["plies"] == wanted)
            .expect("an event after every change");
        notes.note(&format!("{route}, event {name}"), 200, &body);
        match wanted {
            1 => drop(notes.server.post(&format!("/api/games/{watched}/undo"), json!({}))),
            _ => drop(notes.server.delete(&format!("/api/games/{watched}"))),
        }
    }
    let (name, body) = events.find(|(name, _)| name == "gone").expect("it is told that it is gone");
    notes.note(&format!("{route}, event {name}"), 200, &body);
    notes.get("/api/games", "", "");
    notes.get("/api/games", "", "?family=mnk&state=over&limit=1");
    let record = notes.get("/api/games/{id}/record", &paused, "");
    tagged += &format!("\n{}", tags(&record));
    let noted = json!({ "line": ["1,1"], "comment": "A corner.", "mark": "?!" });
    notes.post("/api/games/{id}/notes", &paused, noted);
    notes.get("/api/games/{id}/notes", &paused, "");
    notes.ask("DELETE /api/games/{id}", &paused, "", Value::Null);
    let own = notes.server.game("tictactoe", &["human", "random"]).id();
    notes.server.post(&format!("/api/games/{own}/resign"), json!({ "seat": 1 }));
    notes.get("/api/statistics", "", "");
    notes.post("/api/games/delete", "", json!({ "ids": [own, "nobody"] }));
    (notes, tagged)
}

/// Black cannot stop the mill on the left.
const ENDING: &str = "?game=morris&position=w../b../.../w...../.../.w./.bb w 0,0";

fn spots() -> Notes {
    let mut notes = Notes::new();
    let each = [
        "?game=morris&moves=d6 f4",
        "?game=tictactoe&moves=1,1",
        "?game=369:3&moves=2,2",
        "?game=9tka:3",
        ENDING,
    ];
    for query in each {
        notes.get("/api/spot", "", query);
        notes.get("/api/spot/hint", "", &format!("{query}&player=level:1"));
    }
    for query in [
        "?game=tictactoe&moves=1,1",
        "?game=369:3&moves=2,2",
        ENDING,
        "?game=mnk:9,9,5&time=50",
        "?game=9tka:3&time=50",
    ] {
        notes.get("/api/spot/values", "", query);
    }
    notes.get("/api/spot/values", "", "?game=mnk:5,5,4&player=alphabeta:depth=2");
    notes.get("/api/spot/hint", "", "?game=tictactoe&moves=1,1");
    notes.get("/api/spot/hint", "", &format!("{ENDING}&player=best"));
    notes.get("/api/spot/frames", "", "?game=tictactoe&moves=1,1 2,1 1,2 2,2 1,3");
    notes.get("/api/spot/frames", "", "?game=morris&moves=d6 f4");
    notes.get("/api/endings", "", "");
    notes.get("/api/spot/why", "", "?game=tictactoe&moves=1,1 2,2 1,2 3,3&move=1,3");
    notes.get("/api/spot/why", "", "?game=9tka:3&move=0,3");
    notes.get("/api/spot/answers", "", "?game=tictactoe&moves=1,1");
    notes.get("/api/spot/games", "", "?game=tictactoe");
    notes.get("/api/spot/reasons", "", "?game=mnk:4,4,4");
    notes.get("/api/spot/threat", "", "?game=tictactoe&moves=1,1");
    notes.get("/api/spot/threat", "", "?game=9tka:3");
    notes.get("/api/spot/refuse", "", "?game=tictactoe&moves=1,1&site=0");
    notes.get("/api/spot/refuse", "", "?game=tictactoe&moves=1,1&site=1");
    notes.get("/api/spot/eval", "", "?game=9tka:2&eval=eva");
    notes.get("/api/spot/eval", "", "?game=morris&eval=fav1&explain=1");
    notes.get("/api/spot/weights", "", "?game=369:3&eval=h1");
    notes.get("/api/spot/weights", "", "?game=369:3&eval=h1&explain=1");
    notes.get("/api/spot/tree", "", "?game=mnk:2,2,2&depth=3&algorithm=alphabeta&boards=1");
    notes.get("/api/spot/tree", "", "?game=9tka:3&depth=1&algorithm=maxn");
    notes.events("/api/spot/analysis", "", "?game=tictactoe&lines=2");
    notes.events("/api/spot/analysis", "", "?game=369:3&lines=1");
    notes.events("/api/spot/review", "", "?game=tictactoe&moves=1,1 1,2 2,2 3,3 2,1 2,3 3,1");
    notes.events("/api/spot/review", "", "?game=369:3&moves=2,2 1,1 3,3 1,2&nodes=500");
    notes.events("/api/spot/review", "", "?game=morris&moves=d6 f4 d2 b4&nodes=500");
    let won = "bw./.../.../bw.bb./.w./.w./b.w w 0,0";
    let query = format!("?game=morris&position={won}&moves=d7-g7&nodes=500");
    notes.events("/api/spot/review", "", &query);
    notes
}

fn runs() -> Notes {
    let mut notes = Notes::new();
    let players = ["random", "level:1", "random"];
    let new = json!({ "game": "tictactoe", "players": players, "games": 2, "seed": 5 });
    let id = id_of(&notes.server.post("/api/runs", new.clone()).body);
    notes.events("/api/runs/{id}/events", &id, "");
    // Played to its end it answers the same at any time.
    notes.post("/api/runs", "", new);
    notes.events("/api/runs/{id}/events", &id, "");
    notes.get("/api/runs", "", "");
    notes.server.game("tictactoe", &["human", "human"]);
    // Which puzzle it is depends on the day; what a puzzle tells stands with the puzzles.
    let mut home = notes.server.get("/api/home");
    assert!(home.body["today"]["id"].is_string(), "{}", home.body);
    home.body["today"] = json!({});
    notes.note("GET /api/home", home.status, &home.body);
    notes.get("/api/runs/{id}", &id, "");
    notes.get("/api/runs/{id}/games", &id, "?limit=5");
    let open = "POST /api/runs/{id}/games/{number}/open";
    for _ in 0..2 {
        let answer = notes.server.post(&format!("/api/runs/{id}/games/2/open"), json!({}));
        notes.note(open, answer.status, &answer.body);
    }
    notes.post("/api/runs/{id}/stop", &id, json!({}));
    notes.post("/api/runs/{id}/resume", &id, json!({}));
    notes.events("/api/runs/{id}/events", &id, "");
    notes.ask("DELETE /api/runs/{id}", &id, "", Value::Null);
    notes
}

fn puzzles() -> Notes {
    let mut notes = Notes::new();
    notes.get("/api/puzzles", "", "");
    notes.get("/api/puzzles/{id}", "morris-1", "");
    let solution = notes.get("/api/puzzles/{id}/solution", "morris-1", "");
    let right = solution["solution"].as_str().unwrap().to_owned();
    notes.get("/api/puzzles/{id}/try", "morris-1", &format!("?move={right}"));
    // This server makes none; what it would answer is the list.
    let refused = notes.server.post("/api/puzzles/make", json!({ "game": "tictactoe" }));
    notes.note("POST /api/puzzles/make", refused.status, &refused.body);
    notes.post("/api/puzzles/stop", "", json!({}));
    notes
}

fn studies() -> Notes {
    let mut notes = Notes::new();
    let plan = json!([{ "game": "tictactoe", "games": 2, "opponent": "random" }]);
    let id = id_of(&notes.post("/api/studies", "", json!({ "name": "Ada", "plan": plan })));
    let game = id_of(&notes.post("/api/studies/{id}/next", &id, json!({})));
    notes.get("/api/studies/{id}", &id, "");
    notes.post("/api/games/{id}/resign", &game, json!({ "seat": 2 }));
    notes.get("/api/studies", "", "");
    notes.get("/api/studies/{id}", &id, "");
    notes.get("/api/studies/{id}/csv", &id, "");
    notes.get("/api/studies/csv", "", "");
    notes.post("/api/studies/{id}", &id, json!({ "name": "Ada L." }));
    notes.ask("DELETE /api/studies/{id}", &id, "", Value::Null);
    classes(&mut notes);
    notes
}

/// A class that one pupil has joined, who plays.
fn classes(notes: &mut Notes) {
    let plan = json!([{ "game": "tictactoe", "games": 2, "opponent": "random" }]);
    let made = notes.post("/api/classes", "", json!({ "name": "Class 9b", "plan": plan }));
    let (id, code) = (id_of(&made), made["code"].as_str().unwrap().to_owned());
    let pupil = Client::guest(&notes.server, &code);
    let by_pupil = |notes: &mut Notes, route: &str, of: &str, body: Value| {
        let (method, path) = route.split_once(' ').unwrap();
        let path = path.replace("{code}", &code).replace("{id}", of);
        let answered = answer(pupil.send(method, &path, &body.to_string()));
        assert!(answered.status < 300, "{route}: {}", answered.body);
        notes.note(&format!("{route}, of a class"), answered.status, &answered.body);
        answered.body
    };
    by_pupil(notes, "GET /api/invitations/{code}", "", Value::Null);
    let named = json!({ "name": "Ada" });
    let joined = by_pupil(notes, "POST /api/invitations/{code}/accept", "", named);
    let study = joined["study"].as_str().unwrap();
    let game = id_of(&by_pupil(notes, "POST /api/studies/{id}/next", study, json!({})));
    by_pupil(notes, "GET /api/studies/{id}", study, Value::Null);
    by_pupil(notes, "GET /api/invitations/{code}", "", Value::Null);
    notes.get("/api/classes/{id}", &id, "");
    let resigned = pupil.post(&format!("/api/games/{game}/resign"), json!({ "seat": 1 }));
    notes.note("POST /api/games/{id}/resign, of a class", resigned.status, &resigned.body);
    notes.get("/api/classes/{id}", &id, "");
    notes.get("/api/classes", "", "");
    notes.get("/api/classes/{id}/code", &id, "");
    notes.get("/api/classes/{id}/csv", &id, "");
    let (name, event) =
        notes.server.events(&format!("/api/classes/{id}/events")).ok().unwrap().next().unwrap();
    notes.note(&format!("GET /api/classes/{{id}}/events, event {name}"), 200, &event);
    notes.post("/api/classes/{id}/code", &id, json!({}));
    notes.ask("DELETE /api/classes/{id}", &id, "", Value::Null);
}

/// A friend and a program from elsewhere.
fn together() -> Notes {
    let mut notes = Notes::new();
    let people = json!(["human", "human"]);
    let game = notes.new_game(json!({ "game": "tictactoe", "seats": people }));
    notes.post("/api/games/{id}/invitation", &game, json!({}));
    let links = notes.post("/api/games/{id}/invitation", &game, json!({ "seat": 2 }));
    notes.get("/api/games/{id}/invitation", &game, "");
    let code = links["play"]["code"].as_str().unwrap().to_owned();
    let page = notes.server.get("/join");
    notes.note("GET /join", page.status, &page.body);
    let page = notes.server.get(&format!("/join/{code}"));
    notes.note("GET /join/{code}", page.status, &page.body);
    let guest = Client::guest(&notes.server, &code);
    let by_guest = |notes: &mut Notes, route: &str, body: Value| {
        let (method, path) = route.split_once(' ').unwrap();
        let path = path.replace("{code}", &code).replace("{id}", &game);
        let answered = answer(guest.send(method, &path, &body.to_string()));
        assert!(answered.status < 300, "{route}: {}", answered.body);
        notes.note(route, answered.status, &answered.body);
        answered.body
    };
    by_guest(&mut notes, "GET /api/invitations/{code}", Value::Null);
    by_guest(&mut notes, "POST /api/invitations/{code}/accept", json!({ "name": "Ada" }));
    by_guest(&mut notes, "GET /api/me", Value::Null);
    by_guest(&mut notes, "POST /api/me", json!({ "name": "Ada L." }));
    by_guest(&mut notes, "POST /api/games/{id}/offer", json!({ "kind": "draw" }));
    by_guest(&mut notes, "POST /api/games/{id}/decline", json!({ "kind": "draw" }));
    // Nobody is away for a minute in a test.
    let claimed = notes.server.post(&format!("/api/games/{game}/claim"), json!({ "seat": 2 }));
    notes.note("POST /api/games/{id}/claim", claimed.status, &claimed.body);
    notes.ask("DELETE /api/games/{id}/invitation", &game, "", Value::Null);

    let bot = notes.post("/api/bots", "", json!({ "name": "robot" }));
    notes.get("/api/bots", "", "");
    let renewed = notes.post("/api/bots/{id}/renew", bot["id"].as_str().unwrap(), json!({}));
    let own = answer(
        Client::bot(&notes.server, renewed["token"].as_str().unwrap()).send("GET", "/api/bot", ""),
    );
    notes.note("GET /api/bot", own.status, &own.body);
    notes.ask("DELETE /api/bots/{id}", bot["id"].as_str().unwrap(), "", Value::Null);
    let second = notes.new_game(json!({ "game": "tictactoe", "seats": people }));
    let links = notes.post("/api/games/{id}/invitation", &second, json!({ "seat": 1 }));
    let joined =
        notes.post("/api/bot/join", "", json!({ "code": links["play"]["code"], "name": "robot" }));
    let robot = Client::bot(&notes.server, joined["token"].as_str().unwrap());
    let path = format!("/api/bot/games/{second}");
    let mut lines = crate::bots::lines(&robot);
    let mut hear = |notes: &mut Notes| {
        let line = crate::bots::next(&mut lines);
        notes.note(
            &format!("GET /api/bot/stream, line {}", line["type"].as_str().unwrap()),
            200,
            &line,
        );
    };
    (0..3).for_each(|_| hear(&mut notes));
    for (route, body) in [
        ("move", json!({ "move": "2,2" })),
        ("error", json!({ "text": "Traceback" })),
        ("resign", json!({})),
    ] {
        let done = robot.post(&format!("{path}/{route}"), body);
        notes.note(&format!("POST /api/bot/games/{{id}}/{route}"), done.status, &done.body);
    }
    hear(&mut notes);
    notes
}

#[test]
fn answers_about_others() {
    insta::assert_snapshot!(together().text());
}

#[test]
fn answers_about_what_there_is() {
    let notes = about();
    // What games are called and how they are written lies in their folders.
    let mut catalogue = notes.server.get("/api/catalogue").body;
    catalogue["games"] = Value::Null;
    insta::assert_snapshot!(notes.text() + &texts(&catalogue));
}

#[test]
fn answers_about_games() {
    let (notes, tags) = games();
    insta::assert_snapshot!(notes.text() + &tags);
}

#[test]
fn answers_about_spots() {
    insta::assert_snapshot!(spots().text());
}

#[test]
fn answers_about_runs() {
    insta::assert_snapshot!(runs().text());
}

#[test]
fn answers_about_puzzles() {
    insta::assert_snapshot!(puzzles().text());
}

#[test]
fn answers_about_studies() {
    let notes = studies();
    let head = |path: &str| {
        let sheet = notes.server.get(path).body;
        sheet.as_str().unwrap().lines().next().unwrap().to_owned()
    };
    let heads = [head("/api/studies/csv"), head("/api/studies/csv?each=game")];
    insta::assert_snapshot!(notes.text() + &heads.join("\n"));
}

/// No address is without a shape.
#[test]
fn every_address_has_a_shape() {
    let all = [
        about(),
        games().0,
        spots(),
        runs(),
        puzzles(),
        studies(),
        together(),
        crate::league_shapes::leagues(),
    ];
    let asked: BTreeSet<String> = all.iter().flat_map(Notes::asked).collect();
    let routes: BTreeSet<String> = routes().into_iter().collect();
    assert_eq!(asked, routes);
}

/// One refusal of each kind that can be had at will.
#[test]
fn refusals() {
    let mut notes = Notes::new();
    let id = notes.server.game("tictactoe", &["human", "human"]).id();
    let url = notes.server.url("/api/catalogue");
    let foreign = agent().get(url).header("host", "example.org").call().unwrap();
    let old = json!({ "move": "1,1", "version": 99 });
    let large = "x".repeat(2 << 20);
    let answers = [
        ("GET /api/catalogue of another site", answer(foreign)),
        ("POST /api/games without a game", notes.server.post("/api/games", json!({}))),
        ("GET /api/games/{id} of no game", notes.server.get("/api/games/none")),
        ("DELETE /api/games", notes.server.delete("/api/games")),
        (
            "POST /api/games/{id}/move of another version",
            notes.server.post(&format!("/api/games/{id}/move"), old),
        ),
        ("POST /api/games, too large", notes.server.post_text("/api/games", &large)),
    ];
    for (asked, answer) in answers {
        notes.note(asked, answer.status, &answer.body);
    }
    insta::assert_snapshot!(notes.text());
}
