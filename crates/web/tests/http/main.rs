//! The server asked as a browser and as an enemy would ask it: real sockets, a real store.

mod bounds;
mod common;
mod games;
mod guard;
mod repeats;
mod runs;
mod spots;
mod studies;
