//! People: a thousand games, fifty moves a second, while a computer thinks on every processor.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::Agent;

use crate::{Server, millis, percentiles};

const GAMES: usize = 1000;
const LISTENERS: usize = 100;
const BETWEEN_MOVES: Duration = Duration::from_millis(20);

/// Opens the games and plays on them in turn for so many seconds.
pub fn run(server: &Server, seconds: u64) {
    let moves = (seconds * 50) as usize;
    let address = &server.address;
    let agent: Agent = Agent::config_builder().build().new_agent();
    let post = |path: &str, body: Value| -> Value {
        let url = format!("{address}{path}");
        let mut answer = agent.post(url).send(body.to_string()).expect("it is accepted");
        let text = answer.body_mut().read_to_string().expect("an answer");
        serde_json::from_str(&text).expect("JSON")
    };
    let people = json!({ "game": "mnk:15,15,5", "seats": ["human", "human"] });
    let opened = Instant::now();
    let ids: Vec<String> = (0..GAMES)
        .map(|_| post("/api/games", people.clone())["id"].as_str().expect("a name").to_owned())
        .collect();
    println!("{GAMES} games opened, {:.1} ms each", millis(opened.elapsed()) / GAMES as f64);
    let listen = |path: String| {
        let agent: Agent = Agent::config_builder().build().new_agent();
        agent.get(format!("{address}{path}")).call().expect("a stream")
    };
    let streams: Vec<_> =
        ids.iter().take(LISTENERS).map(|id| listen(format!("/api/games/{id}/events"))).collect();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let searches: Vec<_> =
        (0..processors).map(|_| listen("/api/spot/analysis?game=gomoku".into())).collect();
    let mut waits: Vec<f64> = Vec::new();
    let start = Instant::now();
    for number in 0..moves {
        let due = start + BETWEEN_MOVES * number as u32;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let (id, round) = (&ids[number % GAMES], number / GAMES);
        let sent = Instant::now();
        post(&format!("/api/games/{id}/move"), json!({ "move": format!("{},1", round + 1) }));
        waits.push(millis(sent.elapsed()));
    }
    let rate = moves as f64 / start.elapsed().as_secs_f64();
    println!(
        "{moves} moves, {rate:.1} a second, with {} listeners and {} searches, answered after {}",
        streams.len(),
        searches.len(),
        percentiles(waits)
    );
}
