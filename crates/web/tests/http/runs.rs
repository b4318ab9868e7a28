//! Tournaments from the page.

use serde_json::{Value, json};

use crate::common::serve;

#[test]
fn a_tournament_is_played_watched_and_its_games_opened() {
    let server = serve();
    assert_eq!(server.get("/api/runs").body, json!({ "runs": [] }));
    let players = ["random", "level:3", "random"];
    let new = json!({ "game": "tictactoe", "players": players, "games": 7, "seed": 5 });
    let run = server.post("/api/runs", new.clone());
    assert_eq!(run.status, 201, "{}", run.body);
    let path = format!("/api/runs/{}", run.body["id"].as_str().unwrap());
    // Three pairs, each with eight games: seven, up to whole rotations of two seats.
    assert_eq!(run.body["games"], 24);
    let events = server.events(&format!("{path}/events")).unwrap_or_else(|_| panic!());
    let (name, last) = events.last().unwrap();
    assert_eq!((name.as_str(), &last["state"], &last["done"]), ("run", &json!("done"), &json!(24)));
    let rows = last["standings"].as_array().unwrap();
    let sum = |key: &str| rows.iter().map(|row| row[key].as_u64().unwrap()).sum::<u64>();
    assert_eq!(sum("games"), 48, "everybody's games: {last}");
    assert_eq!(sum("won"), sum("lost"));
    assert_eq!(rows[0]["player"], "level:3", "who looks ahead wins: {last}");
    let against = &rows[0]["against"];
    assert_eq!(against[0], Value::Null, "nobody meets himself");
    let counted: u64 =
        ["won", "drawn", "lost"].map(|key| against[1][key].as_u64().unwrap()).iter().sum();
    assert_eq!(counted, 8, "{against}");
    let games = server.get(&format!("{path}/games?limit=5")).body;
    assert_eq!((games["games"].as_array().unwrap().len(), &games["all"]), (5, &json!(24)));
    assert_eq!(games["games"][0]["number"], 24, "the latest first");
    let opened = server.post(&format!("{path}/games/24/open"), json!({}));
    assert_eq!(opened.status, 201, "{}", opened.body);
    assert_eq!(opened.body["plies"], games["games"][0]["plies"]);
    let found = server.post(&format!("{path}/games/24/open"), json!({}));
    assert_eq!((found.status, found.id()), (200, opened.id()), "it is there already");
    server.post(&format!("/api/games/{}/undo", opened.id()), json!({}));
    let anew = server.post(&format!("{path}/games/24/open"), json!({}));
    assert_eq!((anew.status, &anew.body["moves"]), (201, &opened.body["moves"]));
    assert_ne!(anew.id(), opened.id(), "what somebody did with it stays");
    // The same plan is the same run: there is nothing left to play.
    let again = server.post("/api/runs", new);
    assert_eq!(
        (again.status, &again.body["id"], &again.body["done"]),
        (201, &run.body["id"], &json!(24))
    );
    assert_eq!(server.post(&format!("{path}/stop"), json!({})).status, 200);
    assert_eq!(server.delete(&path).status, 204);
    assert_eq!(server.get(&path).status, 404);
}

#[test]
fn a_stopped_tournament_goes_on_where_it_was() {
    let server = serve();
    let new = json!({ "game": "369:6", "players": ["level:5", "level:4"], "games": 80 });
    let run = server.post("/api/runs", new).body;
    let path = format!("/api/runs/{}", run["id"].as_str().unwrap());
    let stopping = server.post(&format!("{path}/stop"), json!({})).body;
    assert!(["stopping", "stopped"].contains(&stopping["state"].as_str().unwrap()), "{stopping}");
    let mut events = server.events(&format!("{path}/events")).unwrap_or_else(|_| panic!());
    let stopped = events.find(|(_, run)| run["state"] == "stopped").unwrap().1;
    let resumed = server.post(&format!("{path}/resume"), json!({})).body;
    assert!(resumed["done"].as_u64() >= stopped["done"].as_u64(), "nothing is played twice");
    let mut events = server.events(&format!("{path}/events")).unwrap_or_else(|_| panic!());
    assert!(events.any(|(_, run)| run["state"] == "done" && run["done"] == 80));
}

#[test]
fn nobody_waits_for_the_games_of_a_run() {
    let server = serve();
    // The first move alone takes longer than the whole test.
    let slow = ["engine:time=20s", "engine:time=20s"];
    let new = json!({ "game": "mnk:15,15,5", "players": slow, "games": 2 });
    let run = server.post("/api/runs", new).body;
    let path = format!("/api/runs/{}", run["id"].as_str().unwrap());
    // Nobody else begins to play it. One that had not begun its first move yet comes to its end at once, and goes on.
    let pause = |milliseconds| std::thread::sleep(std::time::Duration::from_millis(milliseconds));
    let refused = (0..50).find_map(|_| {
        pause(100);
        server.post(&format!("{path}/stop"), json!({}));
        let resumed = server.post(&format!("{path}/resume"), json!({}));
        if resumed.status != 409 {
            return None;
        }
        pause(500);
        (server.get(&path).body["state"] == "stopping").then_some(resumed)
    });
    let refused = refused.expect("a move takes longer than that");
    assert!(refused.error().contains("being stopped"), "{}", refused.body);
    assert_eq!(server.delete(&path).status, 409, "nor is it deleted under the hands that play it");
    // Its end is not waited for either.
    drop(server);
}

#[test]
fn a_run_that_grows_somewhere_else_is_said_to() {
    let server = serve();
    let new =
        json!({ "game": "tictactoe", "players": ["random", "random"], "games": 2, "seed": 1 });
    let run = server.post("/api/runs", new).body;
    let path = format!("/api/runs/{}", run["id"].as_str().unwrap());
    let events = server.events(&format!("{path}/events")).unwrap_or_else(|_| panic!());
    assert_eq!(events.last().unwrap().1["state"], "done");
    // The same in a terminal, with another seed.
    let store = ninefold_store::Store::open(server.folder.path()).unwrap();
    let plan = store.run(1).unwrap().plan.replace("\"seed\":1", "\"seed\":2");
    let elsewhere = store.begin_run("tournament", Some("of the terminal"), &plan).unwrap();
    assert_ne!(elsewhere.id, 1);
    let shown = server.get(&format!("/api/runs/{}", elsewhere.id)).body;
    assert_eq!((&shown["state"], &shown["done"]), (&json!("elsewhere"), &json!(0)), "{shown}");
    assert_eq!((&shown["title"], &shown["named"]), (&json!("of the terminal"), &json!(true)));
    // Once it is played here it has not grown elsewhere since.
    let resumed = server.post(&format!("/api/runs/{}/resume", elsewhere.id), json!({})).body;
    assert_ne!(resumed["state"], "elsewhere", "{resumed}");
}

#[test]
fn a_tournament_that_cannot_be_played_is_refused() {
    let server = serve();
    let of = |game: &str, players: &[&str], games: u32| json!({ "game": game, "players": players, "games": games });
    let many = ["random"; 13];
    for (body, part) in [
        (of("chess", &["random", "random"], 2), "unknown game"),
        (of("morris", &["random"], 2), "wanted at least 2"),
        (of("morris", &["random", "human"], 2), "only a computer"),
        (of("morris", &["random", "cmd(/bin/true)"], 2), "cmd"),
        (of("morris", &["random", "ugi(/bin/true)"], 2), "ugi"),
        (of("morris", &["random", "random"], 0), "sets is 0"),
        (of("morris", &["random", "random"], 9000), "at most 2000"),
        (of("morris", &many, 2), "13 players"),
    ] {
        let refused = server.post("/api/runs", body);
        assert_eq!(refused.status, 400, "{}", refused.body);
        assert!(refused.error().contains(part), "{part}: {}", refused.body);
    }
    assert_eq!(server.get("/api/runs/7").status, 404);
    assert_eq!(server.get("/api/runs/seven").status, 404);
}

/// The time of a game is part of the plan, and what moves took part of the standings.
#[test]
fn a_tournament_has_a_clock() {
    let server = serve();
    let players = ["level:2", "random"];
    let new = json!({ "game": "tictactoe", "players": players, "games": 2, "clock": "180+2" });
    let run = server.post("/api/runs", new);
    assert_eq!((run.status, &run.body["plan"]["clock"]), (201, &json!("3m+2s")), "{}", run.body);
    let path = format!("/api/runs/{}", run.body["id"].as_str().unwrap());
    let events = server.events(&format!("{path}/events")).unwrap_or_else(|_| panic!());
    let (_, last) = events.last().unwrap();
    for row in last["standings"].as_array().unwrap() {
        assert!(row["milliseconds"]["moves"].as_u64() > Some(0), "{row}");
        assert_eq!(row["faults"], 0, "{row}");
    }
    assert_eq!(server.get(&format!("{path}/games")).body["games"][0]["fault"], Value::Null);
    let nonsense = json!({ "game": "tictactoe", "players": players, "games": 2, "clock": "soon" });
    let bred = json!({ "population": 4, "generations": 1, "depth": 1 });
    let bred = json!({ "game": "tictactoe", "evolution": bred, "clock": "1m" });
    for (body, part) in [(nonsense, "the clock is \"soon\", wanted"), (bred, "has no clock")] {
        let refused = server.post("/api/runs", body);
        assert_eq!(refused.status, 400, "{}", refused.body);
        assert!(refused.error().contains(part), "{part}: {}", refused.body);
    }
}

/// A title that is made of the plan is nobody's name, however many play.
#[test]
fn only_somebody_names_a_run() {
    let server = serve();
    let players = ["random", "level:1", "random", "level:2", "random"];
    let new = json!({ "game": "tictactoe", "players": players, "games": 2, "seed": 1 });
    let run = server.post("/api/runs", new).body;
    let title = "mnk:3,3,3 between random, level:1, random #2, level:2 and 1 more";
    assert_eq!((&run["title"], &run["named"]), (&json!(title), &json!(false)), "{run}");
    assert_eq!(run["plan"]["players"][4], "random #3");
}

/// A run of each kind, by the numbers of games that its plan has.
#[test]
fn a_gauntlet_a_swiss_a_test_and_an_evolution_are_played() {
    let server = serve();
    let four = ["level:1", "random", "random", "random"];
    let bred = json!({ "method": "ga", "population": 4, "generations": 2, "depth": 1 });
    for (body, schedule, games) in [
        (json!({ "players": four, "games": 2, "schedule": "gauntlet" }), "gauntlet", 6),
        (json!({ "players": four, "games": 2, "schedule": "swiss", "rounds": 2 }), "swiss", 8),
        (
            json!({ "players": ["level:6", "random"], "games": 40, "sprt": { "elo0": 0, "elo1": 200 } }),
            "round-robin",
            40,
        ),
        // Everybody meets everybody twice, in two generations: 4 · 3 · 2.
        (json!({ "evolution": bred, "opening": 2 }), "", 24),
    ] {
        let mut body = body;
        body["game"] = json!("tictactoe");
        let run = server.post("/api/runs", body);
        assert_eq!(run.status, 201, "{}", run.body);
        assert_eq!(run.body["games"], games, "{}", run.body);
        if !schedule.is_empty() {
            assert_eq!(run.body["plan"]["schedule"], schedule);
        }
        let path = format!("/api/runs/{}", run.body["id"].as_str().unwrap());
        let events = server.events(&format!("{path}/events")).unwrap_or_else(|_| panic!());
        let (_, last) = events.last().unwrap();
        assert_eq!(last["state"], "done", "{last}");
        if schedule.is_empty() {
            assert_eq!(last["generations"]["generations"].as_array().unwrap().len(), 2);
            // Resumed it is what it is.
            assert_eq!(server.post(&format!("{path}/resume"), json!({})).body["state"], "done");
        }
        if last["sprt"] != Value::Null {
            assert!(last["done"].as_u64() <= Some(40));
        }
    }
}

#[test]
fn openings_that_somebody_wrote_are_played_in_turn() {
    let server = serve();
    let openings = ["1. 2,2 1,1  # the middle, a corner", "", "010/000/000 2"];
    let new = json!({ "game": "tictactoe", "players": ["random", "random"], "games": 4, "openings": openings });
    let run = server.post("/api/runs", new);
    assert_eq!(run.status, 201, "{}", run.body);
    let path = format!("/api/runs/{}", run.body["id"].as_str().unwrap());
    server.events(&format!("{path}/events")).unwrap_or_else(|_| panic!()).last();
    let begins = (1..=4).map(|number| {
        let game = server.post(&format!("{path}/games/{number}/open"), json!({})).body;
        let first = game["moves"][0].as_str().unwrap_or_default().to_owned();
        (game["position"].as_str().map(str::to_owned), first)
    });
    let begins: Vec<_> = begins.collect();
    // Both players get each opening: two games with the first, two with the second.
    assert_eq!(
        begins.iter().filter(|(position, first)| position.is_none() && first == "2,2").count(),
        2,
        "{begins:?}"
    );
    let placed = Some("010/000/000 2".to_owned());
    assert_eq!(begins.iter().filter(|(position, _)| *position == placed).count(), 2, "{begins:?}");
}

#[test]
fn a_run_that_makes_no_sense_is_refused_in_a_sentence() {
    let server = serve();
    let two = ["random", "random"];
    let bred = |population: u32, generations: u32| json!({ "game": "tictactoe", "evolution": { "population": population, "generations": generations } });
    for (body, part) in [
        (
            json!({ "game": "tictactoe", "players": two, "games": 2, "openings": ["2,2", "9,9"] }),
            "opening 2: neither moves",
        ),
        (
            json!({ "game": "tictactoe", "players": two, "games": 2, "opening": 41 }),
            "opening is 41, wanted a number from 0 to 40",
        ),
        (
            json!({ "game": "tictactoe", "players": two, "games": 2, "schedule": "swiss", "rounds": 0 }),
            "rounds is 0",
        ),
        (
            json!({ "game": "tictactoe", "players": ["random", "random", "random"], "games": 2, "sprt": { "elo0": 0, "elo1": 10 } }),
            "between two",
        ),
        (
            json!({ "game": "tictactoe", "players": two, "games": 2, "sprt": { "elo0": 10, "elo1": 0 } }),
            "elo0 below elo1",
        ),
        (
            json!({ "game": "tictactoe", "players": two, "games": 2, "schedule": "knockout" }),
            "knockout",
        ),
        (
            json!({ "game": "9tka:3", "evolution": { "population": 4, "generations": 1 } }),
            "needs a game for two",
        ),
        (
            // Times the 21 pairings of seven players a number that begins anew at nothing.
            json!({ "game": "tictactoe", "players": ["random", "random", "random", "random", "random", "random", "random"], "games": 2 * 878_416_384_462_359_601_u64 }),
            "at most 2000",
        ),
        (bred(3, 1), "population is 3, wanted a number from 4 to 100"),
        (bred(100, 100), "at most 20000"),
    ] {
        let refused = server.post("/api/runs", body);
        assert_eq!(refused.status, 400, "{}", refused.body);
        assert!(refused.error().contains(part), "{part}: {}", refused.body);
    }
}
