//! Whoever comes for the first time: a page with a field for a code, and links that lead here.

use std::net::Ipv4Addr;
use std::sync::Arc;

use serde_json::json;
use ureq::Body;
use ureq::http::Response;

use crate::access::open_server;
use crate::common::{Client, Running, agent, answer, serve, serve_with};

/// What a browser gets that nobody knows.
fn visit(server: &Running, path: &str, language: &str) -> Response<Body> {
    let address = server.address.split("/?token=").next().unwrap();
    let request = agent().get(format!("{address}{path}")).header("accept", "text/html,*/*;q=0.8");
    request.header("accept-language", language).call().unwrap()
}

/// The status and the text of a page without scripts.
fn page(mut response: Response<Body>) -> (u16, String) {
    assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
    let text = response.body_mut().read_to_string().unwrap();
    assert!(text.contains("action=\"/join\"") && !text.contains("<script"), "{text}");
    (response.status().as_u16(), text)
}

#[test]
fn a_new_browser_gets_a_field_for_its_code_and_a_script_its_json() {
    let server = open_server();
    for path in ["/", "/class", "/game/k3"] {
        let (status, text) = page(visit(&server, path, "en"));
        assert_eq!((status, text.contains("Join with a code")), (401, true), "{path}");
        let (_, text) = page(visit(&server, path, "de-AT,de;q=0.9,en;q=0.8"));
        assert!(text.contains("lang=\"de\"") && text.contains("Dazukommen"), "{text}");
        let told = Client::nobody(&server).get(path);
        assert_eq!((told.status, &told.body["code"]), (401, &json!("no_token")), "{path}");
    }
    let told = answer(visit(&server, "/api/catalogue", "en"));
    assert_eq!((told.status, &told.body["code"]), (401, &json!("no_token")));
    assert_eq!(page(visit(&server, "/join", "en")).0, 200);
}

#[test]
fn a_code_that_was_typed_leads_to_its_link_and_guesses_are_slowed() {
    let server = open_server();
    let host = Client::host(&server);
    let made = host.done("/api/leagues", json!({ "name": "Class", "game": "tictactoe" }));
    let code = made["code"].as_str().unwrap();
    let typed = code.to_uppercase().replace('-', "+");
    let led = visit(&server, &format!("/join?code=+{typed}"), "en");
    assert_eq!(
        (led.status().as_u16(), led.headers()["location"].as_bytes()),
        (303, format!("/join/{code}").as_bytes())
    );
    let entered = visit(&server, &format!("/join/{code}"), "en");
    assert_eq!(entered.status(), 200);
    assert!(
        entered
            .headers()
            .get_all("set-cookie")
            .iter()
            .any(|cookie| cookie.to_str().unwrap().starts_with("ninefold_guest="))
    );
    // Nothing that is typed leads away from here.
    for (typed, place) in [
        ("//example.org/a-b", "/join/a-b"),
        ("%0d%0aa-%3Cb%3E", "/join/a-b"),
        ("%2F%2F", ""),
        ("", ""),
    ] {
        let led = visit(&server, &format!("/join?code={typed}"), "en");
        let found = led.headers().get("location").map_or("", |place| place.to_str().unwrap());
        assert_eq!(found, place, "{typed}");
    }
}

#[test]
fn wrong_codes_are_told_on_the_page_and_slowed_there() {
    // The address of the host and of its neighbours is the same here: on another one a stranger waits after ten.
    let server = open_server();
    let (status, text) = page(visit(&server, "/join/no-such-%22%3E%3Ccode", "en"));
    assert_eq!(status, 404);
    assert!(
        text.contains("value=\"no-such-&quot;&gt;&lt;code\"") && text.contains("role=\"alert\""),
        "{text}"
    );
    let told = Client::nobody(&server).get("/join/no-such-code");
    assert_eq!(
        (told.status, told.error()),
        (404, "no game, league or class has this code: look at it again")
    );
    let statuses: Vec<u16> =
        (0..12).map(|_| page(visit(&server, "/join/no-such-code", "de")).0).collect();
    assert_eq!((statuses[0], statuses[11]), (404, 429), "{statuses:?}");
}

#[test]
fn links_name_an_address_that_others_can_open() {
    let server = open_server();
    let host = Client::host(&server);
    let (game, _) = host.shared_game("tictactoe", 2, 2);
    let (address, token) = server.address.split_once("/?token=").unwrap();
    let port = address.rsplit(':').next().unwrap();
    let links = |name: &str| {
        let asked = agent().get(format!("{address}/api/games/{game}/invitation"));
        let asked = asked.header("host", name).header("authorization", format!("Bearer {token}"));
        let links = answer(asked.call().unwrap()).body;
        (links["play"]["url"].as_str().unwrap().to_owned(), links["local"].clone())
    };
    let named = links("192.0.2.7:1");
    assert!(named.0.starts_with("http://192.0.2.7:1/join/"), "{named:?}");
    assert_eq!(named.1, json!(false));
    for name in ["localhost", "127.0.0.1", "0.0.0.0"] {
        let (url, is_local) = links(&format!("{name}:{port}"));
        // A machine without any network has no other name, and says so.
        let is_own = url.starts_with(&format!("http://{name}:{port}/"));
        assert_eq!(json!(is_own), is_local, "{url}");
        assert!(is_own || url.contains(&format!(":{port}/join/")), "{url}");
    }
    let alone = serve();
    let (game, _) = Client::host(&alone).shared_game("tictactoe", 2, 2);
    assert_eq!(alone.get(&format!("/api/games/{game}/invitation")).body["local"], true);
}

#[test]
fn behind_a_proxy_nobody_is_warned_of_links_that_work() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let options = ninefold_web::Options {
        port: Some(0),
        public_url: Some("https://games.example.org/".to_owned()),
        proxies: vec![Ipv4Addr::LOCALHOST.into()],
        ..ninefold_web::Options::local(folder.path())
    };
    let server = serve_with(options, folder);
    let host = Client::host(&server);
    let (game, _) = host.shared_game("tictactoe", 2, 2);
    let links = host.get(&format!("/api/games/{game}/invitation")).body;
    let url = links["play"]["url"].as_str().unwrap();
    assert!(url.starts_with("https://games.example.org/join/"), "{url}");
    assert_eq!(links["local"], false);
}

#[test]
fn the_clients_of_one_file_are_there_for_everybody() {
    let server = open_server();
    for (name, text) in [
        ("network_bot.py", include_str!("../../../../examples/bots/network_bot.py")),
        ("network_bot.rs", include_str!("../../../../examples/bots/network_bot.rs")),
    ] {
        let mut sent = Client::nobody(&server).send("GET", &format!("/bots/{name}"), "");
        assert_eq!(
            (sent.status().as_u16(), sent.body_mut().read_to_string().unwrap().as_str()),
            (200, text)
        );
    }
}
