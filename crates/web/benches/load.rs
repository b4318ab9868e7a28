//! Many games at once: `cargo bench -p ninefold-web --bench load`.
//!
//! Opens 1,000 games on a real server with a real store, listens to some of them, and plays 50 moves a
//! second on games in turn while a computer thinks on every processor. Prints how long moves take to be
//! acknowledged: checked, on disk, and answered.

use std::time::{Duration, Instant};

use ninefold_web::{Options, Server};
use serde_json::{Value, json};
use ureq::Agent;

const GAMES: usize = 1000;
const LISTENERS: usize = 100;
const MOVES: usize = 500;
const BETWEEN_MOVES: Duration = Duration::from_millis(20);

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_owned();
    let (tell, address) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().expect("threads");
        runtime.block_on(async {
            let options = Options { port: Some(0), ..Options::local(data) };
            let server =
                Server::bind(ninefold_session::games(), options).await.expect("a free port");
            tell.send(server.address()).expect("somebody waits");
            server.run(std::future::pending()).await.expect("nobody stops it");
        });
    });
    let address = address.recv().expect("an address");
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
    for number in 0..MOVES {
        let due = start + BETWEEN_MOVES * number as u32;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let (id, round) = (&ids[number % GAMES], number / GAMES);
        let sent = Instant::now();
        post(&format!("/api/games/{id}/move"), json!({ "move": format!("{},1", round + 1) }));
        waits.push(millis(sent.elapsed()));
    }
    let rate = MOVES as f64 / start.elapsed().as_secs_f64();
    waits.sort_by(f64::total_cmp);
    println!(
        "{MOVES} moves, {rate:.1} a second, with {} listeners and {} searches: median {:.1} ms, 99th percentile {:.1} ms, worst {:.1} ms",
        streams.len(),
        searches.len(),
        waits[MOVES / 2],
        waits[MOVES * 99 / 100],
        waits[MOVES - 1],
    );
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
