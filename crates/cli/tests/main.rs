//! All tests of this crate in one binary, because each binary is compiled and linked by itself.

mod advice;
mod analyse;
mod arena;
mod batch;
mod bench_signature;
mod bot_connect;
mod bots;
#[cfg(feature = "cluster")]
mod cluster;
mod commands;
mod common;
mod data_sets;
#[cfg(feature = "cluster")]
mod definition;
mod dependencies;
mod dependency_direction;
mod engine_players;
mod engines;
mod errors;
mod fifth_game;
mod fit;
mod hostile_engines;
mod keeping;
mod league;
mod network_bots;
mod one_store;
mod play;
mod positions;
mod printable;
mod puzzle;
mod record_errors;
mod recorded_engines;
mod repeats;
mod run_options;
mod serve;
mod shapes;
mod skeleton;
mod solve;
mod store;
mod tables;
mod upgrade;
