//! A player for a Ninefold server on another machine, with nothing but Rust's standard library.
//!
//! ```sh
//! rustc -O examples/bots/network_bot.rs -o network_bot
//! ./network_bot 192.168.1.7:9369 amber-heron-42 my-name
//! ./network_bot 192.168.1.7:9369 --token TOKEN          # a later start, as the same bot
//! ```
//!
//! Write your own `choose`; everything else is the connection. It speaks plain HTTP and reads no more JSON than it needs:
//! `ninefold bot connect` plays over HTTPS and with any program. docs/bots.md describes the lines.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// The move to play: one of `legal`. `position` and `moves` tell the rest.
fn choose(_position: &str, _moves: &[String], legal: &[String]) -> String {
    legal[legal.len() / 2].clone()
}

/// Sends a request and returns its status and what follows the header; the server closes when it has said everything.
fn request(
    server: &str,
    token: &str,
    path: &str,
    body: Option<&str>,
) -> std::io::Result<(u16, BufReader<TcpStream>)> {
    let mut stream = TcpStream::connect(server)?;
    // A silent server shows that it lives every ten seconds.
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let method = if body.is_some() { "POST" } else { "GET" };
    let body = body.unwrap_or_default();
    let bearer =
        if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    write!(
        stream,
        "{method} {path} HTTP/1.0\r\nHost: {server}\r\nContent-Type: application/json\r\n{bearer}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    while line.trim() != "" {
        line.clear();
        reader.read_line(&mut line)?;
    }
    Ok((status, reader))
}

/// Answers after which it is worth asking again: too many at once, or something between here and the server.
const BUSY: [u16; 5] = [408, 429, 502, 503, 504];

/// The answer to a request that must be accepted; asked again where the server is busy or starts anew.
fn post(server: &str, token: &str, path: &str, body: &str) -> Result<String, String> {
    let ask = || -> std::io::Result<(u16, String)> {
        let (status, mut reader) = request(server, token, path, Some(body))?;
        let mut text = String::new();
        reader.read_to_string(&mut text)?;
        Ok((status, text))
    };
    let mut wait = Duration::from_millis(250);
    loop {
        let trouble = match ask() {
            Ok((status, text)) if status < 300 => return Ok(text),
            Ok((status, text)) if !BUSY.contains(&status) => return Err(text),
            Ok((_, text)) => text,
            Err(broken) => broken.to_string(),
        };
        if wait > Duration::from_secs(8) {
            return Err(trouble);
        }
        std::thread::sleep(wait);
        wait *= 2;
    }
}

/// What comes after a member's name.
fn member<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let key = format!("\"{name}\":");
    line.find(&key).map(|at| line[at + key.len()..].trim_start())
}

/// A member that is a text without signs that need escaping, such as a name of a game, a move or a position.
fn text(line: &str, name: &str) -> Option<String> {
    member(line, name)?.strip_prefix('"')?.split('"').next().map(str::to_owned)
}

/// A member that is a list of such texts.
fn list(line: &str, name: &str) -> Vec<String> {
    let inside = member(line, name)
        .and_then(|rest| rest.strip_prefix('['))
        .and_then(|rest| rest.split(']').next());
    let quoted = inside.unwrap_or_default().split('"').skip(1).step_by(2);
    quoted.map(str::to_owned).collect()
}

/// A member that is a number.
fn number(line: &str, name: &str) -> Option<u64> {
    let digits = member(line, name)?;
    digits[..digits.find(|letter: char| !letter.is_ascii_digit())?].parse().ok()
}

/// Answers turns until the connection breaks off; false if the token opens nothing.
fn listen(server: &str, token: &str) -> std::io::Result<bool> {
    let (status, reader) = request(server, token, "/api/bot/stream", None)?;
    for line in reader.lines() {
        let line = line?;
        let Some(game) = text(&line, "game") else { continue };
        match text(&line, "type").as_deref() {
            Some("game_start") => println!("{game} begins"),
            Some("game_over") => {
                println!("{game} is over: {}", text(&line, "reason").unwrap_or_default())
            }
            Some("message") => println!("{game}: {}", text(&line, "text").unwrap_or_default()),
            Some("turn") => {
                let position = text(&line, "position").unwrap_or_default();
                let played = choose(&position, &list(&line, "moves"), &list(&line, "legal"));
                let version = number(&line, "version").unwrap_or_default();
                let body = format!("{{\"move\": \"{played}\", \"version\": {version}}}");
                // It may be over by now; what went wrong is worth reading in any case.
                if let Err(told) =
                    post(server, token, &format!("/api/bot/games/{game}/move"), &body)
                {
                    eprintln!("{told}");
                }
            }
            _ => {}
        }
    }
    Ok(!matches!(status, 401 | 403))
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let (server, token) = match given.as_slice() {
        [server, flag, token] if flag == "--token" => (server, token.clone()),
        [server, code, name] => {
            let body = format!("{{\"code\": \"{code}\", \"name\": \"{name}\"}}");
            let joined = post(server, "", "/api/bot/join", &body).unwrap_or_else(|told| {
                eprintln!("{told}");
                std::process::exit(2)
            });
            let Some(token) = text(&joined, "token") else {
                eprintln!("the server's answer has no token: {joined}");
                std::process::exit(2)
            };
            println!("token {token}");
            (server, token)
        }
        _ => {
            eprintln!(
                "usage: network_bot HOST:PORT CODE NAME, or network_bot HOST:PORT --token TOKEN"
            );
            std::process::exit(2)
        }
    };
    // For ever: it asks again when the connection breaks off or the server starts anew.
    while listen(server, &token).unwrap_or(true) {
        std::thread::sleep(Duration::from_secs(1));
    }
    eprintln!("the token opens nothing there any more");
}
