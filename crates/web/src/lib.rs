//! The web page: a local server that enforces the rules, and the files for the browser.
//!
//! ```no_run
//! use ninefold_web::{Options, Server};
//!
//! # async fn serve() -> Result<(), ninefold_web::ServeError> {
//! let host = std::net::Ipv4Addr::LOCALHOST.into();
//! let options = Options { host, port: None, ..Options::local("games") };
//! let server = Server::bind(ninefold_session::games(), options).await?;
//! println!("open {}", server.address());
//! server.run(std::future::pending()).await
//! # }
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `server.rs` | assembling, starting and stopping the server |
//! | `listening.rs`, `connections.rs` | connections: accepting them, their number, their time limits |
//! | `tls.rs` | TLS, if a certificate is given |
//! | `visitor.rs`, `fair.rs` | visitors, and fair shares for all of them |
//! | `arrivals.rs`, `pace.rs`, `open_streams.rs` | limits per address and per participant |
//! | `guard.rs` | access checks: hosts, origins, the token; headers of every answer |
//! | `host_token.rs` | the stored token that identifies the host |
//! | `identity.rs` | identities: the host, guests by a cookie, bots by a token |
//! | `access.rs` | the audience of every address: one table |
//! | `bots.rs` | connected bots |
//! | `sharing.rs` | games between several devices: seats, offers, presence |
//! | `app.rs` | state shared by all requests: the store, games in memory, the search pool |
//! | `live.rs` | one game in memory: changes, listeners, clocks |
//! | `change.rs` | changes to a game: checked, stored, announced |
//! | `clock.rs` | game clocks |
//! | `thinking.rs` | moves of computers |
//! | `table_builder.rs` | tables of exact values, built in a separate process |
//! | `pool/` | scheduling of searches: moves of games first |
//! | `position_query.rs` | the position that a request refers to |
//! | `runs.rs` | runs that this server plays |
//! | `run_view.rs` | runs of the arena as shown on the page |
//! | `problem.rs` | errors, as status and phrase |
//! | `refusals.rs` | all of the server's error sentences |
//! | `input.rs` | queries and bodies, parsed within limits |
//! | `api/` | one file per group of addresses |
//! | `assets.rs` | the page's embedded files |
//! | `log.rs`, `metrics.rs`, `calendar.rs` | log and metrics |
//!
//! `docs/api.md` describes the addresses.

mod access;
mod aids;
mod api;
mod app;
mod arrivals;
mod assets;
mod bots;
mod calendar;
mod change;
mod clock;
mod codes;
mod compress;
mod connections;
mod entrance;
mod fair;
mod guard;
mod host_token;
mod identity;
mod input;
mod league;
mod listed;
mod listening;
mod live;
mod log;
mod metrics;
mod neighbours;
mod open_streams;
mod own_result;
mod pace;
mod pool;
mod position_query;
mod problem;
mod puzzle_maker;
mod reach;
mod refusals;
mod run_view;
mod runs;
mod server;
mod sharing;
mod table_builder;
mod table_offers;
mod thinking;
mod tls;
mod visitor;

pub use access::{ADDRESSES, Audience};
pub use log::{LogLevel, LogLevelError};
pub use server::{FIRST_PORT, Options, ServeError, Server};
pub use tls::{TlsError, TlsFiles};
