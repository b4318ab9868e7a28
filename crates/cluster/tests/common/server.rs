//! A NATS server on a free port of this machine, with a store of its own.

use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long something may take that usually takes a moment. The machine may be busy.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A server. Dropping it ends it.
pub struct Server {
    child: Option<Child>,
    port: u16,
    folder: TempDir,
    args: Vec<String>,
}

impl Server {
    /// A server that keeps streams.
    pub fn new() -> Server {
        Server::with(&["-js"])
    }

    /// A server with these arguments.
    pub fn with(args: &[&str]) -> Server {
        let folder = TempDir::new().expect("a folder for the server");
        let args = args.iter().map(|word| word.to_string()).collect();
        let mut server = Server { child: None, port: 0, folder, args };
        // Somebody else may take a port between the look and the start.
        while server.child.is_none() {
            let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
            server.port = free.local_addr().expect("its address").port();
            drop(free);
            server.start();
        }
        server
    }

    /// Starts it where it was, with what it had kept.
    pub fn start(&mut self) {
        let mut command = Command::new("nats-server");
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"]);
        command.arg(self.store()).args(&self.args).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn();
        let child = child.expect("nats-server is needed: apt-get install nats-server");
        self.child = Some(child);
        let end = Instant::now() + PATIENCE;
        while let Some(child) = self.child.as_mut().filter(|_| Instant::now() < end) {
            if child.try_wait().expect("its own process").is_some() {
                self.child = None;
                return;
            }
            if self.is_ready() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("nats-server did not come up");
    }

    /// Whether it greets, and, if it is to keep streams, can.
    fn is_ready(&self) -> bool {
        let Ok(stream) = TcpStream::connect(("127.0.0.1", self.port)) else { return false };
        let mut greeting = String::new();
        let greeted = BufReader::new(stream).read_line(&mut greeting).is_ok();
        let keeps = !self.args.iter().any(|word| word == "-js");
        greeted
            && greeting.starts_with("INFO")
            && (keeps || greeting.contains("\"jetstream\":true"))
    }

    /// Ends it as a power cut would.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Where it keeps its streams.
    pub fn store(&self) -> PathBuf {
        self.folder.path().join("store")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Waits until something is so.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < end, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
