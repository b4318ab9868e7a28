//! A league with a long past: what a server needs that takes it up.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ninefold_store::{KeptGame, Store};
use serde_json::{Value, json};

use crate::Server;
use crate::bots::{Seen, agent, ask, play};

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
    let other = Server::start(server.folder(), false);
    let before = other.memory();
    let begun = Instant::now();
    let view = get(&format!("{}/api/leagues/{id}", other.address));
    println!(
        "{games} games: {before:.0} MB before it is asked for the league, {:.0} MB after it; {} games told in {:.1} s",
        other.memory(),
        view["done"],
        begun.elapsed().as_secs_f64()
    );
}
