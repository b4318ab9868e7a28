//! What the tests of the desk share: the vectors of `tests/data`, how each game writes them as text,
//! tables at a position, and positions with a history that a table cannot be given.

// Each test file compiles this module for itself, and none uses all of it.
#![allow(dead_code, unused_imports)]

#[path = "../../../games/tests/common/morris_text.rs"]
mod morris_text;
pub mod notation;
mod recalled;
mod sessions;
#[path = "../../../games/tests/common/vector.rs"]
mod vector;

pub use recalled::{Answer, Recalled};
pub use sessions::{advise, session_at, values, weights};
pub use vector::{Vector, vectors};
