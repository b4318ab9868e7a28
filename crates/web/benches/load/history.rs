//! A league with a long past: what a server needs that takes it up.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ninefold_store::{KeptGame, Store};
use serde_json::{Value, json};

use crate::bots::{Seen, agent, ask, play};
use crate::{Server, memory};

fn get(url: &str) -> Value {
    let mut answer = agent().get(url).call().expect("an answer");
    serde_json::from_str(&answer.body_mut().read_to_string().expect("a text")).expect("JSON")
}

/// Lets a bot play one game, keeps it so many times, and looks what another process needs that opens the league.
pub fn run(server: &Server, games: u64) {
    let (agent, address) = (agent(), &server.address);
    let wanted = json!({
        "name": "load", "game": "mnk:9,9,5", "time": { "move": 10_000 }, "baselines": ["random"],
        "opening": 4, "games": 1,
    });
    let (_, league) = ask(&agent, &format!("{address}/api/leagues"), "", &wanted);
    let id = league["id"].as_str().expect("a name").to_owned();
    let joining = json!({ "code": league["code"], "name": "bot" });
    let (_, joined) = ask(&agent, &format!("{address}/api/bot/join"), "", &joining);
    let token = joined["token"].as_str().expect("a token").to_owned();
    play(address.clone(), token, Duration::ZERO, Arc::new(Seen::default()));
    let played = loop {
        let listed = get(&format!("{address}/api/leagues/{id}/games"));
        if let Some(game) = listed["games"][0]["game"].as_str() {
            break game.to_owned();
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let store = Store::open(server.folder()).expect("the same store");
    let game = store.game(&played).expect("it is kept");
    std::thread::scope(|scope| {
        // Many at once share their waits for the disk.
        for part in 0..32 {
            let (store, game) = (&store, &game);
            scope.spawn(move || {
                for number in (part..games).step_by(32) {
                    let id = format!("copy{number}");
                    let mut copy = KeptGame { id, version: 0, ..game.clone() };
                    store.keep_game(&mut copy).expect("room");
                }
            });
        }
    });
    let this = std::env::current_exe().expect("a name");
    let mut child = Command::new(this);
    child.arg("open").env("FOLDER", server.folder()).env("LEAGUE", &id).stdout(Stdio::piped());
    let mut child = child.spawn().expect("it starts");
    for line in BufReader::new(child.stdout.take().expect("it speaks")).lines() {
        println!("{games} games: {}", line.expect("a line"));
    }
    child.wait().expect("it ends");
}

/// The other process.
pub fn open(server: &Server) {
    let before = memory();
    let league = std::env::var("LEAGUE").expect("which");
    let begun = Instant::now();
    let view = get(&format!("{}/api/leagues/{league}", server.address));
    println!(
        "{} MB before it is asked for the league, {:.0} MB after it; {} games told in {:.1} s",
        before.round(),
        memory(),
        view["done"],
        begun.elapsed().as_secs_f64()
    );
}
