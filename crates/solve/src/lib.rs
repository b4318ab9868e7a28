//! Exact play: positions and whole games solved, each solver in its game's folder.

mod cpu;
mod exact;
pub mod mnk;
pub mod morris;
pub mod ninetka;
mod room;
pub mod three_six_nine;

pub use exact::{Compared, Exact, ExactError, Request, Sign, Solver, Source, Unit, Wishes, solver};
