//! Listening, routes and the end.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::{Router, middleware};
use ninefold_session::{Games, playable};
use ninefold_store::{Store, StoreError};
use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket};

use crate::access::admit;
use crate::app::App;
use crate::compress::packed;
use crate::connections::Connections;
use crate::guard::{Guard, encrypted_host, guard, public_host};
use crate::host_token::host_token;
use crate::log::{LogLevel, log, set_level};
use crate::puzzle_maker::PuzzleMaker;
use crate::reach::seen_from_elsewhere;
use crate::table_builder::TableBuilder;
use crate::tls::{Certificate, TlsError, TlsFiles};
use crate::{api, assets, clock, league, listening};

/// The port that is tried first when none is named.
pub const FIRST_PORT: u16 = 9369;
/// How many ports are tried.
const PORTS: u16 = 100;
/// How many connections may wait in the system's line until they are taken.
const WAITING: u32 = 1024;

/// How often one looks for runs that somebody has left.
const BETWEEN_LOOKS: Duration = Duration::from_secs(20);
/// How often one lets go of games that are over.
const BETWEEN_FAREWELLS: Duration = Duration::from_secs(5);
/// How often one looks whether there is another certificate.
const BETWEEN_GLANCES: Duration = Duration::from_secs(2);

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port, or the first free one from [`FIRST_PORT`].
    pub port: Option<u16>,
    /// The folder of the store and the tables.
    pub data: PathBuf,
    /// The most men of a side in the table of morris endings that is made when a page first needs it; 0 makes
    /// none.
    pub endings: u32,
    /// The program that builds tables and makes puzzles, `ninefold` itself; without one neither is done.
    pub table_builder: Option<PathBuf>,
    /// Whether a token is wanted from whoever is on this machine, too.
    pub token: bool,
    /// Whether the token that the data folder has gives way to another.
    pub new_token: bool,
    /// How long a player must have been away before the others may go on without.
    pub patience: Duration,
    /// Proxies in front of this server: what they say of an address counts, and each may bring as many connections as there are.
    pub proxies: Vec<IpAddr>,
    /// How much is told on the standard error stream.
    pub log: LogLevel,
    /// Where others reach the server, such as `https://games.example.org`, for the links it gives away.
    pub public_url: Option<String>,
    /// The certificate by which everything is encrypted; without one nothing is.
    pub tls: Option<TlsFiles>,
}

impl Options {
    /// A server for this machine alone, on the first free port, that makes no tables.
    pub fn local(data: impl Into<PathBuf>) -> Options {
        Options {
            host: Ipv4Addr::LOCALHOST.into(),
            port: None,
            data: data.into(),
            endings: 0,
            table_builder: None,
            token: false,
            new_token: false,
            patience: Duration::from_secs(60),
            proxies: Vec::new(),
            log: LogLevel::default(),
            public_url: None,
            tls: None,
        }
    }
}

/// Why there is no server.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Nothing can listen there.
    #[error("cannot listen on {address}: {}", why_not(problem))]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        problem: std::io::Error,
    },
    /// The certificate cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system gives no randomness for a token.
    #[error("cannot make a token: {0}")]
    Token(String),
    /// What the data folder has in the place of a token is none.
    #[error(
        "{} holds no token of 20 to 200 letters, digits, - and _: delete it, or start with --new-token",
        file.display()
    )]
    TokenFile {
        /// The file.
        file: PathBuf,
    },
    /// There is a token in the data folder that this process may not read.
    #[error("cannot read the host's token in {}: {problem}", file.display())]
    TokenUnread {
        /// The file.
        file: PathBuf,
        /// What the system says.
        problem: std::io::Error,
    },
    /// Dates before 1970 cannot be told in an answer.
    #[error(
        "this machine's clock stands before 1970, and no browser would understand the dates: set it first"
    )]
    Calendar,
    /// Listening broke off.
    #[error("the server broke off: {0}")]
    Broken(std::io::Error),
}

/// A server that listens already.
pub struct Server {
    listener: TcpListener,
    tls: Option<Arc<Certificate>>,
    app: Arc<App>,
    guard: Guard,
    address: SocketAddr,
}

impl Server {
    /// Opens the store, in which the record files of earlier versions lie from then on, and begins to listen.
    pub async fn bind(games: Games, options: Options) -> Result<Server, ServeError> {
        set_level(options.log);
        if SystemTime::now() < UNIX_EPOCH {
            return Err(ServeError::Calendar);
        }
        let tls = options.tls.clone().map(Certificate::read).transpose()?.map(Arc::new);
        let store = Store::open(&options.data)?;
        if let Err(problem) = store.check_writable() {
            // What is there can still be looked at.
            log(LogLevel::Error, "store_not_writable", &[("problem", &problem)]);
        }
        store.take_over(|record| playable(&games, record).ok())?;
        let listener = listen(options.host, options.port)?;
        let address = listener.local_addr().map_err(ServeError::Broken)?;
        let is_local = options.host.is_loopback();
        let public_url = options.public_url.as_deref();
        let public_host = public_url.and_then(public_host).map(Arc::from);
        let encrypted_host = public_url.and_then(encrypted_host).map(Arc::from);
        // Whoever is let in from elsewhere, by whatever road, is not the host.
        let token = match is_local && !options.token && public_host.is_none() {
            true => None,
            false => Some(host_token(&options.data, options.new_token)?.into()),
        };
        let connections = Connections::new(options.proxies.clone());
        let tables =
            TableBuilder::new(options.data.clone(), options.endings, options.table_builder.clone());
        let puzzles = PuzzleMaker::new(&games, options.data.clone(), options.table_builder);
        let mut app = App::new(games, store, options.data, tables, puzzles, connections);
        app.public_url = options.public_url.map(|url| url.trim_end_matches('/').to_owned());
        app.is_local = is_local && public_host.is_none();
        app.listening = Some(address);
        app.patience = options.patience;
        app.is_encrypted = tls.is_some();
        app.address = app.public_url.clone().unwrap_or(format!("{}://{address}", app.scheme()));
        let app = Arc::new(app);
        let guard = Guard {
            token,
            is_local,
            public_host,
            encrypted_host,
            proxies: options.proxies.into(),
            app: Arc::clone(&app),
        };
        Ok(Server { listener, tls, app, guard, address })
    }

    /// The address to open in a browser, with the token if one is needed.
    pub fn address(&self) -> String {
        let scheme = self.app.scheme();
        match &self.guard.token {
            None => format!("{scheme}://{}", self.address),
            Some(token) => format!("{scheme}://{}/?token={token}", self.address),
        }
    }

    /// Where other devices reach it, without the token; nothing if it listens to its own machine alone, or there is no network.
    pub fn address_elsewhere(&self) -> Option<String> {
        let nearby = || seen_from_elsewhere(self.address);
        let named = self.app.public_url.clone().filter(|_| !self.app.is_local);
        named.or_else(|| Some(format!("{}://{}", self.app.scheme(), nearby()?)))
    }

    /// Answers until `stop` is done; then requests in progress are finished.
    pub async fn run(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let app = self.app;
        let router = router(Arc::clone(&app), self.guard);
        let (connections, stopping) = (Arc::clone(&app.connections), app.stopping.subscribe());
        log(LogLevel::Info, "listening", &[("address", &self.address)]);
        let checked = Arc::clone(&app);
        drop(tokio::task::spawn_blocking(move || checked.check_store()));
        // Games of leagues go on before anybody asks about them.
        let led = Arc::clone(&app);
        drop(tokio::task::spawn_blocking(move || led.try_to_lead()).await);
        let keeping_up = tokio::spawn(league::keep_up(Arc::clone(&app)));
        let taking_up = tokio::spawn(take_up(Arc::clone(&app)));
        let letting_go = tokio::spawn(let_go(Arc::clone(&app)));
        let renewing = self.tls.clone().map(|tls| tokio::spawn(renew(tls)));
        let looking = tokio::spawn(clock::keep_looking());
        let served = listening::serve(self.listener, self.tls, router, connections, stopping);
        let ending = async {
            stop.await;
            log(LogLevel::Info, "stopping", &[]);
            app.tables.pause();
            app.puzzles.stop();
            app.runs.abandon(Arc::clone(&app.store));
            app.stopping.send_replace(true);
        };
        tokio::join!(served, ending);
        keeping_up.abort();
        taking_up.abort();
        letting_go.abort();
        renewing.inspect(tokio::task::JoinHandle::abort);
        looking.abort();
        app.leagues.resign();
        // What was being made is left as it is; the next server goes on with it.
        let tables = Arc::clone(&app.tables);
        let puzzles = Arc::clone(&app.puzzles);
        let both = move || (tables.wait(), puzzles.wait());
        drop(tokio::task::spawn_blocking(both).await);
        log(LogLevel::Info, "stopped", &[]);
        Ok(())
    }
}

/// Now and then takes up the runs of processes that were killed.
async fn take_up(app: Arc<App>) {
    let mut stopping = app.stopping.subscribe();
    loop {
        let app = Arc::clone(&app);
        drop(tokio::task::spawn_blocking(move || api::take_up(&app)).await);
        tokio::select! {
            () = tokio::time::sleep(BETWEEN_LOOKS) => {}
            _ = stopping.wait_for(|stopping| *stopping) => return,
        }
    }
}

/// Now and then lets go of what nobody looks at any more.
async fn let_go(app: Arc<App>) {
    loop {
        tokio::time::sleep(BETWEEN_FAREWELLS).await;
        app.let_finished_go();
        let looked = Arc::clone(&app);
        drop(tokio::task::spawn_blocking(move || looked.look_again()).await);
    }
}

/// Takes another certificate as soon as its files have changed.
async fn renew(certificate: Arc<Certificate>) {
    loop {
        tokio::time::sleep(BETWEEN_GLANCES).await;
        let looked = Arc::clone(&certificate);
        drop(tokio::task::spawn_blocking(move || looked.renew()).await);
    }
}

fn router(app: Arc<App>, of_all: Guard) -> Router {
    let admitted = middleware::from_fn_with_state(Arc::clone(&app), admit);
    let inside = api::routes().route_layer(admitted).fallback(assets::file).with_state(app);
    // Around all of it: what an answer lacks is known only once it is whole.
    Router::new()
        .fallback_service(inside)
        .layer(middleware::from_fn_with_state(of_all, guard))
        .layer(middleware::from_fn(packed))
}

/// Why nobody can listen, in words.
fn why_not(problem: &std::io::Error) -> String {
    match problem.raw_os_error() {
        // EMFILE and ENFILE, which have no kind of their own.
        Some(23 | 24) => "too many files are open already".to_owned(),
        _ => problem.kind().to_string(),
    }
}

fn listen(host: IpAddr, port: Option<u16>) -> Result<TcpListener, ServeError> {
    let ports = match port {
        Some(port) => port..=port,
        None => FIRST_PORT..=FIRST_PORT + PORTS - 1,
    };
    let last = *ports.end();
    for port in ports {
        let address = SocketAddr::new(host, port);
        match listen_at(address) {
            Ok(listener) => return Ok(listener),
            Err(problem) if port < last && problem.kind() == std::io::ErrorKind::AddrInUse => {}
            Err(problem) => return Err(ServeError::Listen { address, problem }),
        }
    }
    unreachable!("the last port either listens or fails")
}

fn listen_at(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A server that has just ended leaves the port taken for a minute otherwise.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}
