//! Starting, routing and stopping the server.

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

/// The first port to try by default.
pub const FIRST_PORT: u16 = 9369;
/// The number of ports to try.
const PORTS: u16 = 100;
/// The size of the system's backlog of connections.
const WAITING: u32 = 1024;

/// The interval of checks for abandoned runs.
const BETWEEN_LOOKS: Duration = Duration::from_secs(20);
/// The interval of dropping finished games.
const BETWEEN_FAREWELLS: Duration = Duration::from_secs(5);
/// The interval of checks for a new certificate.
const BETWEEN_GLANCES: Duration = Duration::from_secs(2);

/// The server's settings.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port, or the first free one from [`FIRST_PORT`].
    pub port: Option<u16>,
    /// The folder of the store and the tables.
    pub data: PathBuf,
    /// The maximum number of men per side in the table of morris endings that is built when a page
    /// first needs it; 0 builds none.
    pub endings: u32,
    /// The program that builds tables and makes puzzles, `ninefold` itself; `None` disables both.
    pub table_builder: Option<PathBuf>,
    /// Whether callers on this machine need a token, too.
    pub token: bool,
    /// Whether to replace the token in the data folder.
    pub new_token: bool,
    /// How long a player must have been away before the others may continue without them.
    pub patience: Duration,
    /// Trusted proxies in front of this server: their statements about client addresses count, and
    /// each may use all connections.
    pub proxies: Vec<IpAddr>,
    /// The log level.
    pub log: LogLevel,
    /// The public address of the server, such as `https://games.example.org`, for links.
    pub public_url: Option<String>,
    /// The certificate for TLS; `None` for an unencrypted server.
    pub tls: Option<TlsFiles>,
}

impl Options {
    /// A server for this machine alone, on the first free port, that builds no tables.
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

/// Why the server cannot start or continue.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is not available.
    #[error("cannot listen on {address}: {}", why_not(problem))]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        problem: std::io::Error,
    },
    /// The certificate cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system has no randomness for a token.
    #[error("cannot make a token: {0}")]
    Token(String),
    /// The token in the data folder is invalid.
    #[error(
        "{} holds no token of 20 to 200 letters, digits, - and _: delete it, or start with --new-token",
        file.display()
    )]
    TokenFile {
        /// The file.
        file: PathBuf,
    },
    /// This process may not read the token in the data folder.
    #[error("cannot read the host's token in {}: {problem}", file.display())]
    TokenUnread {
        /// The file.
        file: PathBuf,
        /// The system's error.
        problem: std::io::Error,
    },
    /// Dates before 1970 cannot be expressed in an answer.
    #[error(
        "this machine's clock stands before 1970, and no browser would understand the dates: set it first"
    )]
    Calendar,
    /// Listening failed.
    #[error("the server broke off: {0}")]
    Broken(std::io::Error),
}

/// A listening server.
pub struct Server {
    listener: TcpListener,
    tls: Option<Arc<Certificate>>,
    app: Arc<App>,
    guard: Guard,
    address: SocketAddr,
}

impl Server {
    /// Opens the store, importing the record files of earlier versions, and starts listening.
    pub async fn bind(games: Games, options: Options) -> Result<Server, ServeError> {
        set_level(options.log);
        if SystemTime::now() < UNIX_EPOCH {
            return Err(ServeError::Calendar);
        }
        let tls = options.tls.clone().map(Certificate::read).transpose()?.map(Arc::new);
        let store = Store::open(&options.data)?;
        if let Err(problem) = store.check_writable() {
            // Existing content can still be viewed.
            log(LogLevel::Error, "store_not_writable", &[("problem", &problem)]);
        }
        store.take_over(|record| playable(&games, record).ok())?;
        let listener = listen(options.host, options.port)?;
        let address = listener.local_addr().map_err(ServeError::Broken)?;
        let is_local = options.host.is_loopback();
        let public_url = options.public_url.as_deref();
        let public_host = public_url.and_then(public_host).map(Arc::from);
        let encrypted_host = public_url.and_then(encrypted_host).map(Arc::from);
        // Callers from outside, by whatever route, are not the host.
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

    /// The address for other devices, without the token; `None` if the server listens to its own
    /// machine only, or there is no network.
    pub fn address_elsewhere(&self) -> Option<String> {
        let nearby = || seen_from_elsewhere(self.address);
        let named = self.app.public_url.clone().filter(|_| !self.app.is_local);
        named.or_else(|| Some(format!("{}://{}", self.app.scheme(), nearby()?)))
    }

    /// Answers until `stop` completes; then pending requests are finished.
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
        // Games of leagues resume before anybody asks about them.
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
        // Unfinished tables stay as they are; the next server continues them.
        let tables = Arc::clone(&app.tables);
        let puzzles = Arc::clone(&app.puzzles);
        let both = move || (tables.wait(), puzzles.wait());
        drop(tokio::task::spawn_blocking(both).await);
        log(LogLevel::Info, "stopped", &[]);
        Ok(())
    }
}

/// Regularly resumes the runs of killed processes.
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

/// Regularly drops finished games that are not in use.
async fn let_go(app: Arc<App>) {
    loop {
        tokio::time::sleep(BETWEEN_FAREWELLS).await;
        app.let_finished_go();
        let looked = Arc::clone(&app);
        drop(tokio::task::spawn_blocking(move || looked.look_again()).await);
    }
}

/// Loads a new certificate when its files change.
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
    // The outermost layer, since missing headers are known only once an answer is complete.
    Router::new()
        .fallback_service(inside)
        .layer(middleware::from_fn_with_state(of_all, guard))
        .layer(middleware::from_fn(packed))
}

/// Why listening failed, in words.
fn why_not(problem: &std::io::Error) -> String {
    match problem.raw_os_error() {
        // EMFILE and ENFILE, which have no error kinds.
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
    // Otherwise a server that has just ended blocks the port for a minute.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}
