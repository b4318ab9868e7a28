//! A real server on a free port, and a client.

use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::thread::JoinHandle;

use ninefold_web::{Options, Server};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::oneshot;
use ureq::http::Response;
use ureq::{Agent, Body};

/// A server with a folder of its own.
pub struct Running {
    pub address: String,
    pub folder: Arc<TempDir>,
    agent: Agent,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// A status and a body.
pub struct Answer {
    pub status: u16,
    pub body: Value,
}

impl Answer {
    /// The sentence of an error.
    pub fn error(&self) -> &str {
        self.body["error"].as_str().unwrap_or_default()
    }

    /// The name of a game.
    pub fn id(&self) -> String {
        self.body["id"].as_str().expect("a game has a name").to_owned()
    }
}

/// Starts a server for this machine alone.
pub fn serve() -> Running {
    serve_on(Ipv4Addr::LOCALHOST, Arc::new(tempfile::tempdir().unwrap()))
}

/// Starts a server on an address with a data folder.
pub fn serve_on(host: Ipv4Addr, folder: Arc<TempDir>) -> Running {
    let data = folder.path().to_owned();
    let options = Options { host: IpAddr::V4(host), port: Some(0), ..Options::local(data) };
    serve_with(options, folder)
}

/// Starts a server with these options.
pub fn serve_with(options: Options, folder: Arc<TempDir>) -> Running {
    let (tell, address) = std::sync::mpsc::channel();
    let (stop, stopped) = oneshot::channel();
    let thread = std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let server = Server::bind(ninefold_session::games(), options).await.unwrap();
            tell.send(server.address()).unwrap();
            server.run(async { drop(stopped.await) }).await.unwrap();
        });
    });
    Running {
        address: address.recv().unwrap(),
        folder,
        agent: agent(),
        stop: Some(stop),
        thread: Some(thread),
    }
}

/// A client that reads errors and follows nothing.
pub fn agent() -> Agent {
    // A connection that rested may be closed just when it is used again.
    let config = Agent::config_builder().max_idle_connections(0);
    let config = config.http_status_as_error(false).max_redirects(0);
    config.build().new_agent()
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server stops when it is told to");
        }
    }
}

/// Somebody who asks a server for other machines: the host by the token, a guest by a cookie, a bot by its token.
pub struct Client {
    address: String,
    header: Option<(&'static str, String)>,
}

impl Client {
    fn new(running: &Running, header: Option<(&'static str, String)>) -> Client {
        let address = running.address.split("/?token=").next().unwrap_or_default();
        Client { address: address.to_owned(), header }
    }

    /// Whoever runs the server.
    pub fn host(running: &Running) -> Client {
        let token = running.address.split_once("?token=").map(|(_, token)| token);
        Client::new(running, token.map(|token| ("authorization", format!("Bearer {token}"))))
    }

    /// Whoever has this token.
    pub fn bot(running: &Running, token: &str) -> Client {
        Client::new(running, Some(("authorization", format!("Bearer {token}"))))
    }

    /// Whoever nobody knows.
    pub fn nobody(running: &Running) -> Client {
        Client::new(running, None)
    }

    /// Whoever opens a link for the first time, with the cookie that comes with the page.
    pub fn guest(running: &Running, code: &str) -> Client {
        let nobody = Client::nobody(running);
        let page = nobody.send("GET", &format!("/join/{code}"), "");
        assert_eq!(page.status(), 200);
        let mut cookies = page.headers().get_all("set-cookie").iter();
        let cookie = cookies.find_map(|cookie| {
            let cookie = cookie.to_str().ok()?;
            cookie.starts_with("ninefold_guest=").then(|| cookie.to_owned())
        });
        let cookie = cookie.expect("a guest gets a cookie");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        let pair = cookie.split(';').next().unwrap_or_default().to_owned();
        Client::new(running, Some(("cookie", pair)))
    }

    pub fn send(&self, method: &str, path: &str, body: &str) -> Response<Body> {
        let mut request =
            ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.address));
        if let Some((name, value)) = &self.header {
            request = request.header(*name, value);
        }
        agent().run(request.body(body.to_owned()).unwrap()).unwrap()
    }

    pub fn get(&self, path: &str) -> Answer {
        answer(self.send("GET", path, ""))
    }

    pub fn post(&self, path: &str, body: Value) -> Answer {
        answer(self.send("POST", path, &body.to_string()))
    }

    /// What must be accepted.
    pub fn done(&self, path: &str, body: Value) -> Value {
        let answer = self.post(path, body);
        assert!((200..300).contains(&answer.status), "{path}: {}", answer.body);
        answer.body
    }

    /// A new game between people, one of whose seats waits for whoever has the code that is returned.
    pub fn shared_game(&self, game: &str, players: usize, seat: usize) -> (String, String) {
        let seats = vec!["human"; players];
        let made = self.done("/api/games", json!({ "game": game, "seats": seats }));
        let id = made["id"].as_str().unwrap().to_owned();
        let links = self.done(&format!("/api/games/{id}/invitation"), json!({ "seat": seat }));
        (id, links["play"]["code"].as_str().unwrap().to_owned())
    }
}

/// The status and the body of a response.
pub fn answer(mut response: Response<Body>) -> Answer {
    let text = response.body_mut().read_to_string().unwrap();
    let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
    Answer { status: response.status().as_u16(), body }
}

impl Running {
    pub fn get(&self, path: &str) -> Answer {
        answer(self.agent.get(self.url(path)).call().unwrap())
    }

    pub fn post(&self, path: &str, body: Value) -> Answer {
        self.post_text(path, &body.to_string())
    }

    pub fn post_text(&self, path: &str, body: &str) -> Answer {
        answer(self.agent.post(self.url(path)).send(body).unwrap())
    }

    pub fn delete(&self, path: &str) -> Answer {
        answer(self.agent.delete(self.url(path)).call().unwrap())
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// A new game that must be accepted.
    pub fn game(&self, game: &str, seats: &[&str]) -> Answer {
        let made = self.post("/api/games", json!({ "game": game, "seats": seats }));
        assert_eq!(made.status, 201, "{}", made.body);
        made
    }

    /// Plays a move that must be accepted.
    pub fn play(&self, id: &str, text: &str) -> Answer {
        let played = self.post(&format!("/api/games/{id}/move"), json!({ "move": text }));
        assert_eq!(played.status, 200, "{text}: {}", played.body);
        played
    }

    /// The events of a stream, one after another, or the answer that refuses it.
    pub fn events(
        &self,
        path: &str,
    ) -> Result<impl Iterator<Item = (String, Value)> + use<>, Answer> {
        let response = agent().get(self.url(path)).call().unwrap();
        if response.status() != 200 {
            return Err(answer(response));
        }
        let mut lines = BufReader::new(response.into_body().into_reader()).lines();
        Ok(std::iter::from_fn(move || {
            let mut name = String::new();
            loop {
                let line = lines.next()?.ok()?;
                if let Some(text) = line.strip_prefix("event: ") {
                    name = text.to_owned();
                }
                if let Some(data) = line.strip_prefix("data: ") {
                    return Some((name, serde_json::from_str(data).unwrap()));
                }
            }
        }))
    }
}
