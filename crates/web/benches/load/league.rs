//! Leagues of bots: 60 in one of them, 25 games at once, 100 ms a move; and a course of 500.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};
use ureq::Agent;

use crate::bots::{Seen, agent, ask, play};
use crate::{Server, percentiles};

/// How many leagues there are on the server, and what happens in each.
pub struct Size {
    pub leagues: usize,
    pub bots: usize,
    pub games_at_once: usize,
    /// How long a bot waits before it answers.
    pub wait: Duration,
}

impl Size {
    /// One class.
    pub const CLASS: Size =
        Size { leagues: 1, bots: 60, games_at_once: 25, wait: Duration::from_millis(100) };
    /// A course of 500, whose programs think for a second.
    pub const COURSE: Size =
        Size { leagues: 4, bots: 125, games_at_once: 50, wait: Duration::from_secs(1) };
}

/// Makes a league and connects its bots; returns its address.
fn begin(server: &Server, agent: &Agent, number: usize, size: &Size, seen: &Arc<Seen>) -> String {
    let address = &server.address;
    let wanted = json!({
        "name": format!("load {number}"), "game": "mnk:9,9,5", "time": { "move": 10_000 },
        "at_once": size.games_at_once, "baselines": ["random"], "opening": 4,
    });
    let (status, league) = ask(agent, &format!("{address}/api/leagues"), &server.token, &wanted);
    assert_eq!(status, 201, "{league}");
    for bot in 0..size.bots {
        let name = format!("bot {number}-{bot}");
        let joining = json!({ "code": league["code"], "name": name });
        // The host may bring as many as there is room for.
        let (_, joined) = ask(agent, &format!("{address}/api/bot/join"), &server.token, &joining);
        let token = joined["token"].as_str().expect("a token").to_owned();
        play(address.clone(), token, size.wait, Arc::clone(seen));
    }
    format!("{address}/api/leagues/{}", league["id"].as_str().expect("a name"))
}

pub fn run(server: &Server, seconds: u64, size: &Size) {
    let agent = agent();
    let seen = Arc::new(Seen::default());
    let leagues: Vec<String> =
        (0..size.leagues).map(|number| begin(server, &agent, number, size, &seen)).collect();
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
    let view = |path: &str| -> Value {
        let request = agent.get(path).header("authorization", format!("Bearer {}", server.token));
        let mut answer = request.call().expect("an answer");
        serde_json::from_str(&answer.body_mut().read_to_string().expect("a text")).expect("JSON")
    };
    let (mut done, mut stuck, mut faults) = (0, 0, 0);
    for path in &leagues {
        ask(&agent, &format!("{path}/state"), &server.token, &json!({ "state": "paused" }));
    }
    for path in &leagues {
        // All games in progress come to their end.
        let mut left = usize::MAX;
        for _ in 0..600 {
            left = view(path)["playing"].as_array().map_or(0, Vec::len);
            if left == 0 {
                break;
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        stuck += left;
        done += view(path)["done"].as_u64().unwrap_or(0);
        let games = view(&format!("{path}/games?limit=500"));
        faults += games["games"]
            .as_array()
            .map_or(0, |games| games.iter().filter(|game| !game["fault"].is_null()).count());
    }
    println!(
        "{done} games over, {} ends heard by bots, {stuck} stuck, {faults} faults among the latest 500 of each league, {} moves refused",
        seen.over.load(Ordering::Relaxed),
        seen.refused.load(Ordering::Relaxed),
    );
    seen.stop.store(true, Ordering::Relaxed);
}
