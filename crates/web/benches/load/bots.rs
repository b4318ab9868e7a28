//! Bots that wait rather than compute.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::Agent;

use crate::millis;

/// What all bots together have seen.
#[derive(Default)]
pub struct Seen {
    /// When the move that leads to so many moves of a game was sent.
    pub sent: Mutex<HashMap<(String, usize), Instant>>,
    /// How long it took from there to the turn of whoever is next, in milliseconds.
    pub turns: Mutex<Vec<f64>>,
    pub over: AtomicU64,
    pub refused: AtomicU64,
    pub stop: AtomicBool,
}

pub fn agent() -> Agent {
    Agent::config_builder().http_status_as_error(false).build().new_agent()
}

pub fn ask(agent: &Agent, url: &str, token: &str, body: &Value) -> (u16, Value) {
    let request = agent.post(url).header("content-type", "application/json");
    let request = match token {
        "" => request,
        token => request.header("authorization", format!("Bearer {token}")),
    };
    let mut answer = request.send(body.to_string()).expect("an answer");
    let text = answer.body_mut().read_to_string().expect("a text");
    (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or_default())
}

/// A bot with a token that answers every turn after a while, by the first legal move.
pub fn play(address: String, token: String, wait: Duration, seen: Arc<Seen>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let agent = agent();
        let url = format!("{address}/api/bot/stream");
        let request = agent.get(url).header("authorization", format!("Bearer {token}"));
        let stream = request.call().expect("a stream");
        for line in BufReader::new(stream.into_body().into_reader()).lines() {
            let Ok(line) = line else { return };
            let told: Value = serde_json::from_str(&line).expect("JSON");
            if seen.stop.load(Ordering::Relaxed) {
                return;
            }
            match told["type"].as_str() {
                Some("turn") => {}
                Some("game_over") => {
                    seen.over.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                _ => continue,
            }
            let game = told["game"].as_str().unwrap_or_default().to_owned();
            let plies = told["moves"].as_array().map_or(0, Vec::len);
            let sent = seen.sent.lock().expect("no panic").get(&(game.clone(), plies)).copied();
            if let Some(sent) = sent {
                seen.turns.lock().expect("no panic").push(millis(sent.elapsed()));
            }
            std::thread::sleep(wait);
            let body = json!({ "move": told["legal"][0], "version": told["version"] });
            let key = (game.clone(), plies + 1);
            seen.sent.lock().expect("no panic").insert(key, Instant::now());
            let (status, _) =
                ask(&agent, &format!("{address}/api/bot/games/{game}/move"), &token, &body);
            if status != 200 {
                seen.refused.fetch_add(1, Ordering::Relaxed);
            }
        }
    })
}
