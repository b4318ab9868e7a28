//! One game of a bot that waits 100 ms, and 200 who watch it.

use std::io::{BufRead, BufReader};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::bots::{Seen, agent, ask, play};
use crate::{Server, millis, percentiles};

const WATCHERS: usize = 200;
const WAIT: Duration = Duration::from_millis(100);

pub fn run(server: &Server, seconds: u64) {
    let agent = agent();
    let address = &server.address;
    let post = |path: &str, body| ask(&agent, &format!("{address}{path}"), "", &body).1;
    let wanted = json!({ "name": "load", "game": "mnk:15,15,15", "time": { "move": 10_000 }, "opening": 0, "baselines": ["random"], "at_once": 1 });
    let league = post("/api/leagues", wanted);
    let path = format!("/api/leagues/{}", league["id"].as_str().expect("a name"));
    let seen = Arc::new(Seen::default());
    for name in ["one", "other"] {
        let joined = post("/api/bot/join", json!({ "code": league["code"], "name": name }));
        let token = joined["token"].as_str().expect("a token").to_owned();
        play(address.clone(), token, WAIT, Arc::clone(&seen));
    }
    let game = loop {
        let mut answer = agent.get(format!("{address}{path}")).call().expect("an answer");
        let text = answer.body_mut().read_to_string().expect("a text");
        let view: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        if let Some(game) = view["playing"][0]["game"].as_str() {
            break game.to_owned();
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    // When each version was first seen by anybody, and how much later by the others.
    let first: Arc<Mutex<std::collections::HashMap<u64, Instant>>> = Arc::default();
    let later: Arc<Mutex<Vec<f64>>> = Arc::default();
    let events = Arc::new(AtomicU64::new(0));
    for _ in 0..WATCHERS {
        let (url, first, later) =
            (format!("{address}/api/games/{game}/events"), Arc::clone(&first), Arc::clone(&later));
        let events = Arc::clone(&events);
        std::thread::spawn(move || {
            let stream = crate::bots::agent().get(url).call().expect("a stream");
            for line in
                BufReader::new(stream.into_body().into_reader()).lines().map_while(Result::ok)
            {
                let Some(at) = line.find("\"version\":") else { continue };
                let digits = &line[at + 10..];
                let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(0);
                let Ok(version) = digits[..end].parse::<u64>() else { continue };
                events.fetch_add(1, Ordering::Relaxed);
                let now = Instant::now();
                let begun = *first.lock().expect("no panic").entry(version).or_insert(now);
                later.lock().expect("no panic").push(millis(now - begun));
            }
        });
    }
    std::thread::sleep(Duration::from_secs(3));
    later.lock().expect("no panic").clear();
    std::thread::sleep(Duration::from_secs(seconds));
    let later = std::mem::take(&mut *later.lock().expect("no panic"));
    println!(
        "{WATCHERS} watch one game, {} events: behind the first who saw it {}",
        events.load(Ordering::Relaxed),
        percentiles(later)
    );
}
