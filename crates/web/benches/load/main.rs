//! Many at once, on a real server with a real store: `cargo bench -p ninefold-web --bench load -- WHAT [SECONDS]`.
//!
//! - `people`: 1,000 games between people, 50 moves a second, while a computer thinks on every processor;
//! - `league`: 60 bots in a league, 25 games at once, each bot waits 100 ms before it answers;
//! - `course`: 500 bots in four leagues, 50 games at once in each, each bot waits a second;
//! - `history`: what a server needs that takes up a league of so many games;
//! - `watchers`: 200 who watch one game of a bot that waits 100 ms.
//!
//! Prints how long things took to be checked, on disk and told, and what memory the server took at first and at last: it is a
//! process of its own, so that bots and watchers do not count.

mod bots;
mod history;
mod league;
mod people;
mod watchers;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use league::Size;
use ninefold_web::Options;

/// A server of its own, in a process of its own.
pub struct Server {
    /// Where it is.
    pub address: String,
    /// What makes somebody the host, where not everybody is.
    pub token: String,
    folder: PathBuf,
    process: Child,
}

impl Server {
    /// A server that keeps everything in a folder; with strangers, whoever asks needs a token.
    pub fn start(folder: &Path, strangers: bool) -> Server {
        let mut command = Command::new(std::env::current_exe().expect("a name"));
        command.arg("serve").arg(if strangers { "1" } else { "0" }).env("FOLDER", folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("it starts");
        let mut told = String::new();
        let stdout = process.stdout.take().expect("it speaks");
        BufReader::new(stdout).read_line(&mut told).expect("an address");
        let (address, token) = told.trim().split_once("/?token=").unwrap_or((told.trim(), ""));
        let (address, token) = (address.to_owned(), token.to_owned());
        Server { address, token, folder: folder.to_owned(), process }
    }

    /// Where it keeps everything.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The memory of the server in megabytes, where the system tells.
    pub fn memory(&self) -> f64 {
        let told = std::fs::read_to_string(format!("/proc/{}/statm", self.process.id()));
        let told = told.unwrap_or_default();
        let pages: f64 = told.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0.0);
        pages * 4096.0 / 1e6
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// The other process: serves until nobody holds its standard input.
fn serve(strangers: bool) {
    let data = std::env::var_os("FOLDER").map(PathBuf::from).expect("a folder");
    std::thread::spawn(|| {
        drop(std::io::stdin().read_to_end(&mut Vec::new()));
        std::process::exit(0);
    });
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    runtime.block_on(async {
        let options = Options { port: Some(0), token: strangers, ..Options::local(data) };
        let games = ninefold_session::games();
        let server = ninefold_web::Server::bind(games, options).await.expect("a free port");
        println!("{}", server.address());
        std::io::stdout().flush().expect("somebody listens");
        server.run(std::future::pending()).await.expect("nobody stops it");
    });
}

/// A time in milliseconds.
pub fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Times in few words.
pub fn percentiles(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let Some(worst) = times.last() else { return "nothing".to_owned() };
    let part = |of: usize| times[(times.len() * of / 100).min(times.len() - 1)];
    format!(
        "median {:.1} ms, 99th percentile {:.1} ms, worst {worst:.1} ms of {}",
        part(50),
        part(99),
        times.len()
    )
}

/// How busy the machine was with other things.
fn load_average() -> String {
    let told = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    told.split(' ').next().unwrap_or_default().to_owned()
}

fn main() {
    // What `cargo bench` adds is passed over.
    let mut wishes = std::env::args().skip(1).filter(|wish| !wish.starts_with("--"));
    let what = wishes.next().unwrap_or_else(|| "people".to_owned());
    let number = wishes.next().and_then(|number| number.parse().ok());
    if what == "serve" {
        return serve(number == Some(1));
    }
    println!("{what}, load average {} before", load_average());
    let own = tempfile::tempdir().expect("a folder");
    let folder = std::env::var_os("FOLDER").map_or(own.path().to_owned(), PathBuf::from);
    let start = |strangers| Server::start(&folder, strangers);
    match what.as_str() {
        "people" => people::run(&start(false), number.unwrap_or(10)),
        "league" => league::run(&start(true), number.unwrap_or(30), &Size::CLASS),
        "course" => league::run(&start(true), number.unwrap_or(60), &Size::COURSE),
        "history" => history::run(&start(false), number.unwrap_or(20_000)),
        "watchers" => watchers::run(&start(true), number.unwrap_or(10)),
        other => eprintln!("{other:?} is none of people, league, course, history and watchers"),
    }
    println!("load average {} after", load_average());
}
