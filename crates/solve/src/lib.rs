//! Exact play: positions and whole games solved, each solver in its game's folder.

mod budget;
mod cpu;
mod exact;
mod huge_pages;
pub mod mnk;
pub mod morris;
pub mod ninetka;
mod preparation;
pub mod three_six_nine;

pub use budget::Budget;
pub use exact::{
    Compared, ExactAnswer, ExactError, Request, SolveProgress, Solver, Source, Unit, solver,
};
pub use preparation::{Preparation, PreparationProgress, Prepared, WatchPreparation};
