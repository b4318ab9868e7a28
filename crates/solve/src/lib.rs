//! Exact play: positions and whole games solved, each solver in its game's folder.

mod exact;
pub mod mnk;
pub mod morris;

pub use exact::{Compared, Exact, ExactError, Request, Sign, Solver, Source, Unit, solver};
