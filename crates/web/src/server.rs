//! Listening, routes and the end.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use axum::{Router, middleware};
use ninefold_session::{Games, playable};
use ninefold_store::{Store, StoreError};
use thiserror::Error;
use tokio::net::TcpListener;

use crate::app::{App, fresh_name};
use crate::guard::{Guard, guard};
use crate::{api, assets};

/// The port that is tried first when none is named.
pub const FIRST_PORT: u16 = 9369;
/// How many ports are tried.
const PORTS: u16 = 100;
/// The letters of a token: 32 of 32 kinds are 160 bits.
const TOKEN_LENGTH: usize = 32;

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
}

/// Why there is no server.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Nothing can listen there.
    #[error("cannot listen on {address}: {}", problem.kind())]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        problem: std::io::Error,
    },
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system gives no randomness for a token.
    #[error("cannot make a token: {0}")]
    Token(String),
    /// Listening broke off.
    #[error("the server broke off: {0}")]
    Broken(std::io::Error),
}

/// A server that listens already.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    guard: Guard,
    address: SocketAddr,
}

impl Server {
    /// Opens the store, in which the record files of earlier versions lie from then on, and begins to listen.
    pub async fn bind(games: Games, options: Options) -> Result<Server, ServeError> {
        let store = Store::open(&options.data)?;
        store.take_over(|record| playable(&games, record).ok())?;
        let listener = listen(options.host, options.port).await?;
        let address = listener.local_addr().map_err(ServeError::Broken)?;
        let token = match options.host.is_loopback() {
            true => None,
            false => {
                let token = fresh_name(TOKEN_LENGTH);
                Some(token.map_err(|problem| ServeError::Token(problem.sentence()))?.into())
            }
        };
        let app = Arc::new(App::new(games, store, options.data, options.endings));
        Ok(Server { listener, app, guard: Guard { token }, address })
    }

    /// The address to open in a browser, with the token if one is needed.
    pub fn address(&self) -> String {
        match &self.guard.token {
            None => format!("http://{}", self.address),
            Some(token) => format!("http://{}/?token={token}", self.address),
        }
    }

    /// Answers until `stop` is done; then requests in progress are finished.
    pub async fn run(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let app = Arc::clone(&self.app);
        let router = router(self.app, self.guard);
        let endings = Arc::clone(&app.endings);
        let ending = async move {
            stop.await;
            app.endings.stop();
            app.runs.abandon();
            app.stopping.send_replace(true);
        };
        let served = axum::serve(self.listener, router).with_graceful_shutdown(ending).await;
        // What was being made is left as it is; the next server goes on with it.
        drop(tokio::task::spawn_blocking(move || endings.wait()).await);
        served.map_err(ServeError::Broken)
    }
}

fn router(app: Arc<App>, of_all: Guard) -> Router {
    api::routes()
        .fallback(assets::file)
        .with_state(app)
        .layer(middleware::from_fn_with_state(of_all, guard))
}

async fn listen(host: IpAddr, port: Option<u16>) -> Result<TcpListener, ServeError> {
    let ports = match port {
        Some(port) => port..=port,
        None => FIRST_PORT..=FIRST_PORT + PORTS - 1,
    };
    let last = *ports.end();
    for port in ports {
        let address = SocketAddr::new(host, port);
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(problem) if port < last && problem.kind() == std::io::ErrorKind::AddrInUse => {}
            Err(problem) => return Err(ServeError::Listen { address, problem }),
        }
    }
    unreachable!("the last port either listens or fails")
}
