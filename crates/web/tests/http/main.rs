//! The server asked as a browser and as an enemy would ask it: real sockets, a real store.

mod access;
mod bots;
mod bounds;
mod classes;
mod common;
mod crowds;
mod entrance;
mod explore;
mod floods;
mod games;
mod guard;
mod league_shapes;
mod leagues;
mod leaving;
mod long_games;
mod notes;
mod own;
mod puzzles;
mod repeats;
mod routes;
mod runs;
#[path = "../../../cli/tests/common/shape.rs"]
mod shape;
mod shapes;
mod sharing;
mod spots;
mod studies;
mod terminal;
mod tls;
mod two_servers;
