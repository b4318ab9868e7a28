//! One game of two bots that wait 100 ms, and 200 guests who watch it by a link.

use std::io::{BufRead, BufReader};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use crate::bots::{Seen, agent, ask, play};
use crate::{Server, millis, percentiles};

const WATCHERS: usize = 200;
const WAIT: Duration = Duration::from_millis(100);

pub fn run(server: &Server, seconds: u64) {
    let agent = agent();
    let address = &server.address;
    let post = |path: &str, body| ask(&agent, &format!("{address}{path}"), &server.token, &body).1;
    let wanted = json!({ "name": "load", "game": "mnk:19,19,19", "time": { "move": 10_000 }, "opening": 0, "baselines": ["random"], "at_once": 1 });
    let league = post("/api/leagues", wanted);
    let path = format!("/api/leagues/{}", league["id"].as_str().expect("a name"));
    let seen = Arc::new(Seen::default());
    for name in ["one", "other"] {
        let joined = post("/api/bot/join", json!({ "code": league["code"], "name": name }));
        let token = joined["token"].as_str().expect("a token").to_owned();
        play(address.clone(), token, WAIT, Arc::clone(&seen));
    }
    let game = loop {
        let request = agent.get(format!("{address}{path}"));
        let request = request.header("authorization", format!("Bearer {}", server.token));
        let text = request.call().expect("an answer").body_mut().read_to_string().expect("a text");
        let view: Value = serde_json::from_str(&text).expect("JSON");
        if let Some(game) = view["playing"][0]["game"].as_str() {
            break game.to_owned();
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let links = post(&format!("/api/games/{game}/invitation"), json!({}));
    let code = links["watch"]["code"].as_str().expect("a link to watch").to_owned();
    // How long after a bot sent a move each of those who watch saw it.
    let later: Arc<Mutex<Vec<f64>>> = Arc::default();
    let (events, watching) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicUsize::new(0)));
    for number in 0..WATCHERS {
        let (address, code, game) = (address.clone(), code.clone(), game.clone());
        let (seen, later, events) = (Arc::clone(&seen), Arc::clone(&later), Arc::clone(&events));
        let watching = Arc::clone(&watching);
        std::thread::spawn(move || {
            let cookie = enter(&address, &code, number);
            let request = crate::bots::agent().get(format!("{address}/api/games/{game}/events"));
            let stream = request.header("cookie", cookie).call().expect("a stream");
            let lines = BufReader::new(stream.into_body().into_reader()).lines();
            let mut known = None;
            watching.fetch_add(1, Ordering::Relaxed);
            for plies in lines.map_while(Result::ok).filter_map(|line| plies(&line)) {
                events.fetch_add(1, Ordering::Relaxed);
                // Somebody who comes or goes is told, too.
                if known.replace(plies) == Some(plies) {
                    continue;
                }
                let sent = seen.sent.lock().expect("no panic").get(&(game.clone(), plies)).copied();
                if let Some(sent) = sent {
                    later.lock().expect("no panic").push(millis(sent.elapsed()));
                }
            }
        });
    }
    while watching.load(Ordering::Relaxed) < WATCHERS {
        std::thread::sleep(Duration::from_millis(50));
    }
    later.lock().expect("no panic").clear();
    std::thread::sleep(Duration::from_secs(seconds));
    let later = std::mem::take(&mut *later.lock().expect("no panic"));
    println!(
        "{WATCHERS} guests watch one game, {} events: from a move sent to its being seen {}",
        events.load(Ordering::Relaxed),
        percentiles(later)
    );
}

/// Comes by the link as a guest, and returns the cookie that makes one.
fn enter(address: &str, code: &str, number: usize) -> String {
    let page = agent().get(format!("{address}/join/{code}")).call().expect("a page");
    let cookies = page.headers().get_all("set-cookie").iter();
    let mut cookies = cookies.filter_map(|cookie| cookie.to_str().ok()?.split(';').next());
    let cookie = cookies.find(|cookie| cookie.starts_with("ninefold_guest="));
    let cookie = cookie.expect("a guest gets a cookie").to_owned();
    let body = json!({ "name": format!("guest {number}"), "watch": true }).to_string();
    let request = agent().post(format!("{address}/api/invitations/{code}/accept"));
    let request = request.header("content-type", "application/json").header("cookie", &cookie);
    assert_eq!(request.send(body).expect("an answer").status(), 200);
    cookie
}

/// How many moves the game has that a line tells.
fn plies(line: &str) -> Option<usize> {
    let (_, rest) = line.split_once("\"plies\":")?;
    rest.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}
