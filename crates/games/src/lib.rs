//! The games of Ninefold, each in its own module, and the registry that lists them.
//!
//! A game's folder contains everything about it: its rules, notation, view and look, its messages (`words.rs`) and
//! their translations (`words.de.json`), its evaluators, the rules page (`README.md`), known perft counts
//! (`perft.txt`) and the bench counts (`bench.txt`). Nothing in this crate searches, solves or prints.
//!
//! ```
//! use ninefold_core::{Notation, Path, Player, perft};
//! use ninefold_games::{mnk::Mnk, morris::Morris};
//!
//! // A game is a rules object, and a path goes through it.
//! assert_eq!(perft(&mut Path::from_start(Morris::default()), 3), 12_144);
//!
//! let mut path = Path::from_start(Mnk::<1>::new(3, 3, 3));
//! for text in ["2,2", "1,2", "1,1", "3,3", "2,1", "3,1", "2,3"] {
//!     path.play_text(text)?;
//! }
//! assert_eq!(path.game().position_text(path.state()), "120/111/202 2");
//! let outcome = path.outcome().expect("three in a row");
//! assert_eq!((outcome.payoffs.of(Player::FIRST), outcome.reason), (1, "line"));
//! # Ok::<(), ninefold_core::MoveError>(())
//! ```
//!
//! [`registry()`] opens any game from a specification, for a host that accepts games of any type:
//!
//! ```
//! use ninefold_core::{Host, Registry, View};
//!
//! /// The number of legal first moves of a game.
//! struct FirstMoves;
//!
//! impl Host for FirstMoves {
//!     type Output = usize;
//!     fn receive<G: View>(self, game: G, _spec: String) -> usize {
//!         ninefold_core::Path::from_start(game).legal_moves().len()
//!     }
//! }
//!
//! let registry: Registry<FirstMoves> = ninefold_games::registry();
//! assert_eq!(registry.open("mnk:6,5,4", FirstMoves), Ok(30));
//! ```

pub mod connect4;
pub mod mnk;
pub mod morris;
pub mod ninetka;
mod registry;
pub mod three_six_nine;

pub use registry::{families, registry, searched_specs};
