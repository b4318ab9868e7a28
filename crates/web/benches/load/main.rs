//! Many at once, on a real server with a real store: `cargo bench -p ninefold-web --bench load -- WHAT [SECONDS]`.
//!
//! - `people`: 1,000 games between people, 50 moves a second, while a computer thinks on every processor;
//! - `league`: 60 bots in a league, 25 games at once, each bot waits 100 ms before it answers;
//! - `history`: what a server needs that takes up a league of so many games;
//! - `watchers`: 200 who watch one game of a bot that waits 100 ms.
//!
//! Prints how long things took to be checked, on disk and told, and what memory the process took at first and at last (the
//! bots are threads of the same process).

mod bots;
mod history;
mod league;
mod people;
mod watchers;

use std::time::Duration;

use ninefold_web::Options;

/// A server of its own.
pub struct Server {
    /// Where it is.
    pub address: String,
    folder: std::path::PathBuf,
    _own: Option<tempfile::TempDir>,
}

impl Server {
    /// Where it keeps everything.
    pub fn folder(&self) -> &std::path::Path {
        &self.folder
    }
}

fn serve() -> Server {
    let given = std::env::var_os("FOLDER").map(std::path::PathBuf::from);
    let own = given.is_none().then(|| tempfile::tempdir().expect("a folder"));
    let folder =
        own.as_ref().map_or_else(|| given.unwrap_or_default(), |own| own.path().to_owned());
    let data = folder.clone();
    let (tell, address) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().expect("threads");
        runtime.block_on(async {
            let options = Options { port: Some(0), ..Options::local(data) };
            let games = ninefold_session::games();
            let server = ninefold_web::Server::bind(games, options).await.expect("a free port");
            tell.send(server.address()).expect("somebody waits");
            server.run(std::future::pending()).await.expect("nobody stops it");
        });
    });
    Server { address: address.recv().expect("an address"), folder, _own: own }
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

/// The memory of this process in megabytes, where the system tells.
pub fn memory() -> f64 {
    let told = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: f64 = told.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0.0);
    pages * 4096.0 / 1e6
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
    let seconds = wishes.next().and_then(|seconds| seconds.parse().ok());
    if what != "open" {
        println!("{what}, load average {} before", load_average());
    }
    let server = serve();
    match what.as_str() {
        "people" => people::run(&server, seconds.unwrap_or(10)),
        "league" => league::run(&server, seconds.unwrap_or(30)),
        "history" => history::run(&server, seconds.unwrap_or(20_000)),
        "open" => return history::open(&server),
        "watchers" => watchers::run(&server, seconds.unwrap_or(10)),
        other => eprintln!("{other:?} is none of people, league, history and watchers"),
    }
    println!("load average {} after", load_average());
}
