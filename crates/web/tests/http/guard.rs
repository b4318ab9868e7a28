//! Other sites' pages and other machines get nothing.

use std::net::Ipv4Addr;
use std::sync::Arc;

use crate::common::{agent, serve, serve_on};

const BODY: &str = r#"{"game": "tictactoe", "seats": ["human", "human"]}"#;

#[test]
fn another_sites_page_may_not_write() {
    let server = serve();
    for (name, value, status) in [
        ("origin", "http://example.org", 403),
        ("sec-fetch-site", "cross-site", 403),
        ("origin", &server.address.clone(), 201),
    ] {
        let sent = agent().post(server.url("/api/games")).header(name, value).send(BODY).unwrap();
        assert_eq!(sent.status(), status, "{name}: {value}");
    }
}

#[test]
fn another_sites_page_may_not_ask_either() {
    let server = serve();
    for (name, value, status) in [
        ("sec-fetch-site", "cross-site", 403),
        ("sec-fetch-site", "same-origin", 200),
        ("sec-fetch-site", "none", 200),
    ] {
        let hint = server.url("/api/spot/hint?game=tictactoe&player=random");
        let asked = agent().get(hint).header(name, value).call().unwrap();
        assert_eq!(asked.status(), status, "{name}: {value}");
        // A link to the page itself may stand anywhere.
        let page = agent().get(server.url("/game/whatever")).header(name, value).call().unwrap();
        assert_eq!(page.status(), 200, "{name}: {value}");
    }
}

#[test]
fn another_name_for_this_machine_is_not_answered() {
    let server = serve();
    let asked =
        agent().get(server.url("/api/catalogue")).header("host", "example.org").call().unwrap();
    assert_eq!(asked.status(), 403);
}

#[test]
fn every_answer_forbids_foreign_scripts() {
    let server = serve();
    for path in ["/", "/api/catalogue", "/api/nothing"] {
        let answer = agent().get(server.url(path)).call().unwrap();
        let policy = answer.headers()["content-security-policy"].to_str().unwrap();
        assert!(
            policy.starts_with("default-src 'self';") && !policy.contains("unsafe"),
            "{policy}"
        );
    }
}

#[test]
fn a_server_for_other_machines_wants_its_token() {
    let server = serve_on(Ipv4Addr::UNSPECIFIED, Arc::new(tempfile::tempdir().unwrap()));
    let (address, token) = server.address.split_once("/?token=").expect("a token is printed");
    let asked = agent().get(format!("{address}/api/catalogue")).call().unwrap();
    assert_eq!(asked.status(), 401);
    let wrong =
        agent().get(format!("{address}/?token={}", "a".repeat(token.len()))).call().unwrap();
    assert_eq!(wrong.status(), 401);
    let right = agent().get(&server.address).call().unwrap();
    assert_eq!(right.status(), 303);
    let cookie = right.headers()["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    let asked =
        agent().get(format!("{address}/api/catalogue")).header("cookie", cookie).call().unwrap();
    assert_eq!(asked.status(), 200);
}

#[test]
fn files_are_sent_once_and_places_are_the_page() {
    let server = serve();
    let page = agent().get(server.url("/game/whatever")).call().unwrap();
    assert_eq!(page.status(), 200);
    assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");
    let tag = page.headers()["etag"].clone();
    let again = agent().get(server.url("/")).header("if-none-match", tag).call().unwrap();
    assert_eq!(again.status(), 304);
    // The page names its files by their version; those of an earlier one are gone.
    let page = agent().get(server.url("/")).call().unwrap().body_mut().read_to_string().unwrap();
    let (_, rest) = page.split_once("src=\"/~").expect("a file by its version");
    let (path, _) = rest.split_once('"').expect("an end");
    let named = agent().get(server.url(&format!("/~{path}"))).call().unwrap();
    assert_eq!(
        (named.status().as_u16(), named.headers()["vary"].as_bytes()),
        (200, &b"accept-encoding"[..])
    );
    for missing in ["/nothing.js", "/~earlier/app.js", "/../Cargo.toml", "/%2e%2e/Cargo.toml"] {
        assert_eq!(agent().get(server.url(missing)).call().unwrap().status(), 404, "{missing}");
    }
}

/// Behind a proxy on the same machine, trusted or not: its name is let in, and whoever comes by it is not the host.
#[test]
fn a_public_name_is_let_in_and_wants_the_token() {
    for proxies in [vec![Ipv4Addr::LOCALHOST.into()], Vec::new()] {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let options = ninefold_web::Options {
            port: Some(0),
            public_url: Some("https://games.example.org/".to_owned()),
            proxies,
            ..ninefold_web::Options::local(folder.path())
        };
        let server = crate::common::serve_with(options, folder);
        let (address, token) = server.address.split_once("/?token=").unwrap();
        let ask = |host: &str, token: &str| {
            let request = agent().get(format!("{address}/api/leagues")).header("host", host);
            let request = request.header("origin", format!("https://{host}"));
            let request = request.header("authorization", format!("Bearer {token}"));
            request.call().unwrap().status().as_u16()
        };
        assert_eq!(ask("games.example.org", token), 200);
        assert_eq!(ask("games.example.org", "wrong"), 401);
        assert_eq!(ask("other.example.org", token), 403);
        let sent = agent().post(format!("{address}/api/games"));
        let sent = sent.header("host", "games.example.org");
        let sent = sent.header("origin", "https://games.example.org");
        let sent = sent.header("sec-fetch-site", "same-origin");
        let sent = sent.header("content-type", "application/json");
        let sent = sent.header("authorization", format!("Bearer {token}")).send(BODY).unwrap();
        assert_eq!(sent.status(), 201, "its page may post");
    }
}
