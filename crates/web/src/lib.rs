//! The page: a server on the own machine that owns the rules, and what a browser shows of it.
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
//! | file | what it holds |
//! |---|---|
//! | `server.rs` | what a server is made of, its beginning and its end |
//! | `listening.rs`, `connections.rs` | connections: one by one, how many, how long |
//! | `tls.rs` | encryption, where a certificate is given |
//! | `visitor.rs`, `fair.rs` | who asks, and even shares for all who do |
//! | `arrivals.rs`, `pace.rs`, `open_streams.rs` | how much one address or one participant may ask for |
//! | `guard.rs` | who may ask: hosts, origins, the token; headers of every answer |
//! | `host_token.rs` | the word that makes somebody the host, kept |
//! | `identity.rs` | who is who: the host, guests by a cookie, bots by a token |
//! | `access.rs` | which address is for whom: one table |
//! | `bots.rs` | bots that are connected |
//! | `sharing.rs` | a game between several devices: seats, offers, who is there |
//! | `app.rs` | what all requests share: the store, games in memory, the searches' pool |
//! | `live.rs` | one game in memory: changes, listeners, clocks |
//! | `change.rs` | changes to a game: checked, kept, told |
//! | `clock.rs` | the time each player has left |
//! | `thinking.rs` | computers on turn |
//! | `table_builder.rs` | tables of exact values, built by another process |
//! | `pool.rs` | who searches when: moves of games first |
//! | `position_query.rs` | a position that a request speaks of |
//! | `runs.rs` | runs that this server plays |
//! | `run_view.rs` | runs of the arena as the page shows them |
//! | `problem.rs` | what goes wrong, as status and phrase |
//! | `refusals.rs` | every sentence that the server refuses with |
//! | `readable.rs` | texts of others, as far as everybody can read them |
//! | `input.rs` | queries and bodies, read with bounds |
//! | `api/` | one file a group of addresses |
//! | `assets.rs` | the page's own files |
//! | `log.rs`, `metrics.rs`, `calendar.rs` | what is told to whoever watches the server |
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
