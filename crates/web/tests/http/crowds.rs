//! Many at once, and some who never finish what they begin: everybody else is served.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::common::serve;

/// A connection that begins a request and does not end it.
fn half(address: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-a: ").unwrap();
    stream
}

fn is_closed(mut stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    matches!(stream.read(&mut [0; 64]), Ok(0)) || {
        let error = stream.read(&mut [0; 64]).err();
        error.is_some_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset)
    }
}

#[test]
fn half_a_request_is_not_waited_for_for_ever() {
    let server = serve();
    let address = server.address.trim_start_matches("http://").to_owned();
    let slow: Vec<TcpStream> = (0..300).map(|_| half(&address)).collect();
    assert_eq!(server.get("/api/games").status, 200);
    let begun = Instant::now();
    while !slow.iter().all(is_closed) {
        assert!(begun.elapsed() < Duration::from_secs(120), "they stay");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn computers_answer_while_analyses_take_all_there_is() {
    let server = serve();
    let analyses: Vec<_> = (0..20)
        .map(|number| {
            let path = format!(
                "/api/spot/analysis?game=gomoku&moves={},{}",
                number / 15 + 1,
                number % 15 + 1
            );
            server.events(&path).ok().expect("an analysis")
        })
        .collect();
    let id = server.game("tictactoe", &["human", "level:3"]).id();
    let mut events = server.events(&format!("/api/games/{id}/events")).ok().unwrap();
    server.play(&id, "2,2");
    let replied = events.find(|(_, game)| game["plies"] == 2).is_some();
    assert!(replied, "however many analyses wait");
    let figures = server.get("/metrics").body.as_str().unwrap().to_owned();
    let figure = |name: &str| -> f64 {
        let line = figures.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    };
    assert!(figure("ninefold_questions_waiting") > 0.0, "{figures}");
    assert!(figure("ninefold_streams") > 20.0, "{figures}");
    drop(analyses);
}

/// Clients that end their side before they read the answer get it all the same, and what comes in pieces is put together.
#[test]
fn a_request_may_come_in_pieces() {
    let server = serve();
    let address = server.address.trim_start_matches("http://").to_owned();
    let mut stream = TcpStream::connect(&address).unwrap();
    let body = json!({ "game": "tictactoe", "seats": ["human", "human"] }).to_string();
    let request = format!(
        "POST /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    for piece in request.as_bytes().chunks(7) {
        stream.write_all(piece).unwrap();
        std::thread::sleep(Duration::from_millis(2));
    }
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    assert!(
        answer.contains("\r\ndate: ") && answer.contains("cross-origin-resource-policy"),
        "{answer}"
    );
}

#[test]
fn whether_all_is_well_is_told_to_anybody() {
    let server = serve();
    let health = server.get("/healthz");
    assert_eq!((health.status, &health.body["ok"]), (200, &json!(true)), "{}", health.body);
    server.game("tictactoe", &["human", "human"]);
    let figures = server.get("/metrics").body.as_str().unwrap().to_owned();
    assert!(figures.contains("\nninefold_games_kept 1\n"), "{figures}");
    assert!(figures.contains("# TYPE ninefold_store_seconds histogram"), "{figures}");
}
