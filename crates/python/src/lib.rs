//! The extension module of the Python package `ninefold`.
//!
//! | file | what Python sees |
//! |---|---|
//! | `game.rs`, `typed_game.rs` | `Game`: a game and its parameters |
//! | `state.rs`, `position.rs` | `State`: a game in progress, one call per query |
//! | `batch.rs`, `typed_batch.rs` | `Batch`: many positions, one call for all of them |
//! | `arrays.rs` | NumPy arrays in and out |
//! | `questions.rs` | hints, analyses, reviews, proofs: the same as on the page and in the terminal |
//! | `guests.rs`, `meetings.rs` | players and evaluators written in Python, matches and tournaments |
//! | `data.rs` | labelled positions |
//! | `tables.rs` | the exact tables of Nine Men's Morris |
//!
//! A game keeps its type behind one of three small traits, `AnyGame`, `Position` and `AnyBatch`: a
//! call from Python is one virtual call, and everything behind it runs on the concrete type. Longer
//! work lets other Python threads run and stops on Ctrl-C (`waiting.rs`).

use pyo3::prelude::*;

mod arrays;
mod batch;
mod data;
mod game;
mod guests;
mod meetings;
mod parallel;
mod position;
mod questions;
mod state;
mod tables;
mod typed_batch;
mod typed_game;
mod waiting;

#[pymodule]
mod _ninefold {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::data::{DataSource, open_data};
    #[pymodule_export]
    use super::game::{Game, games, load_game};
    #[pymodule_export]
    use super::meetings::{balanced_openings, check_player, consider, play_match, play_tournament};
    #[pymodule_export]
    use super::state::{State, restore_state};
    #[pymodule_export]
    use super::tables::{Tables, build_tables, data_folder};

    /// The version of Ninefold.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
