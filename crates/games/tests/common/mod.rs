//! What the tests of the games share: the vectors of `tests/data`, and every game of the registry
//! behind one interface that speaks text.

// Each test file compiles this module for itself, and none uses all of it.
#![allow(dead_code, unused_imports)]

pub mod morris_text;
pub mod parameters;
mod table;
mod vector;

pub use table::{Setup, Table, table, table_at};
pub use vector::{Vector, vectors};
