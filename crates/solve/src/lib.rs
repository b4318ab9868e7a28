//! Exact play: positions and whole games solved, each solver in its game's folder.

pub mod mnk;
