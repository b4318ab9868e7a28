//! Laws that every game must obey, and what else tests of games and searches share.
//!
//! [`Laws`] is a [`Host`](ninefold_core::Host): open any game of a registry for it and it walks
//! random games and the trees around them, checks every [`Law`] on what it meets, and gives a
//! [`Report`] of how much it checked, or the first [`Violation`]. [`Perft`] compares leaf counts
//! with the known ones of a family, read by [`known_perft`]. [`PseudoRandom`] is an evaluator
//! without sense, under which every search must find what plain search finds.
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
