//! The games of Ninefold, one folder each, and the registry that lists them.
//!
//! A folder holds all there is to a game: its rules, notation, view and look, what it can say (`words.rs`) and how that is
//! said in other languages (`words.de.json`), its evaluators, the rules page (`README.md`), known perft counts
//! (`perft.txt`) and the numbers of its bench (`bench.txt`). Nothing here searches, solves or prints.

pub mod connect4;
pub mod mnk;
pub mod morris;
pub mod ninetka;
mod registry;
pub mod three_six_nine;

pub use registry::{families, registry, searched_specs};
