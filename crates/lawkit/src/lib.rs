//! Laws that every game must obey, and other shared tools for testing games and searches.
//!
//! [`Laws`] is a [`Host`](ninefold_core::Host): open any game of a registry with it and it walks random games and
//! the trees around them and checks every [`Law`] on the way. It returns a [`Report`] of how much it checked, or
//! the first [`Violation`]. [`Perft`] compares leaf counts with the known ones of a family, which [`known_perft`]
//! parses. [`PseudoRandom`] is a meaningless evaluator, under which every search must find what a plain search
//! finds.
//!
//! ```no_run
//! use ninefold_core::Registry;
//! use ninefold_lawkit::{Law, Laws};
//!
//! # fn registry() -> Registry<Laws> { Registry::new() }
//! let report = registry().open("mnk:3,3,3", Laws::default()).unwrap().unwrap();
//! assert!(report.checks(Law::Symmetry) > 0);
//! ```

mod case;
mod group;
mod insight;
mod law;
mod laws;
mod move_rules;
mod moves;
mod path;
mod payoffs;
mod perft;
mod pseudo_random;
mod record;
mod report;
mod steps;
mod survey;
mod symmetry;
mod text;
mod view;

pub use law::{Law, Violation};
pub use laws::Laws;
pub use perft::{Perft, PerftError, PerftLine, known_perft};
pub use pseudo_random::PseudoRandom;
pub use report::Report;
