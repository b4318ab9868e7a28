//! A league: 60 bots, 25 games at once, 100 ms a move.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};

use crate::bots::{Seen, agent, ask, play};
use crate::{Server, percentiles};

const BOTS: usize = 60;
const AT_ONCE: usize = 25;
const WAIT: Duration = Duration::from_millis(100);

pub fn run(server: &Server, seconds: u64) {
    let agent = agent();
    let address = &server.address;
    let wanted = json!({
        "name": "load", "game": "mnk:9,9,5", "time": { "move": 10_000 }, "at_once": AT_ONCE,
        "baselines": ["random"], "opening": 4,
    });
    let (status, league) = ask(&agent, &format!("{address}/api/leagues"), &server.token, &wanted);
    assert_eq!(status, 201, "{league}");
    let seen = Arc::new(Seen::default());
    for number in 0..BOTS {
        let joining = json!({ "code": league["code"], "name": format!("bot {number}") });
        // The host may bring as many as there is room for.
        let (_, joined) = ask(&agent, &format!("{address}/api/bot/join"), &server.token, &joining);
        let token = joined["token"].as_str().expect("a token").to_owned();
        play(address.clone(), token, WAIT, Arc::clone(&seen));
    }
    std::thread::sleep(Duration::from_secs(5.min(seconds)));
    let first = server.memory();
    seen.turns.lock().expect("no panic").clear();
    let mut course = Vec::new();
    for second in 1..=seconds {
        std::thread::sleep(Duration::from_secs(1));
        if second % (seconds / 10).max(1) == 0 {
            course.push(format!("{:.0}", server.memory()));
        }
    }
    let last = server.memory();
    let turns = std::mem::take(&mut *seen.turns.lock().expect("no panic"));
    let moves = turns.len() as f64 / seconds as f64;
    println!(
        "from a move sent to the next turn heard: {}, {moves:.0} moves a second",
        percentiles(turns)
    );
    println!(
        "memory of the server {first:.0} MB after the first seconds, {last:.0} MB at last; on the way {}",
        course.join(" ")
    );
    let path = format!("{address}/api/leagues/{}", league["id"].as_str().expect("a name"));
    let view = |path: &str| -> Value {
        let request = agent.get(path).header("authorization", format!("Bearer {}", server.token));
        let mut answer = request.call().expect("an answer");
        serde_json::from_str(&answer.body_mut().read_to_string().expect("a text")).expect("JSON")
    };
    ask(&agent, &format!("{path}/state"), &server.token, &json!({ "state": "paused" }));
    // All games in progress come to their end.
    let mut left = usize::MAX;
    for _ in 0..600 {
        left = view(&path)["playing"].as_array().map_or(0, Vec::len);
        if left == 0 {
            break;
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    let league = view(&path);
    let games = view(&format!("{path}/games?limit=500"));
    let faults = games["games"]
        .as_array()
        .map_or(0, |games| games.iter().filter(|game| !game["fault"].is_null()).count());
    println!(
        "{} games over, {} ends heard by bots, {left} stuck, {faults} faults among the latest 500, {} moves refused",
        league["done"],
        seen.over.load(Ordering::Relaxed),
        seen.refused.load(Ordering::Relaxed),
    );
    seen.stop.store(true, Ordering::Relaxed);
}
