//! The games of Ninefold, one folder each, and the registry that lists them.
//!
//! A folder holds the rules, the notation, the view, the rules page (`README.md`) and known perft
//! counts (`perft.txt`). Nothing here searches, solves or prints.

pub mod mnk;
pub mod morris;
pub mod ninetka;
mod registry;
pub mod three_six_nine;

pub use registry::registry;
