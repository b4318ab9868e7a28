//! The games of Ninefold, one folder each, and the registry that lists them.
//!
//! A folder holds all there is to a game: its rules, notation, view and look, what it can say (`words.rs`) and how that is
//! said in other languages (`words.de.json`), its evaluators, the rules page (`README.md`), known perft counts
//! (`perft.txt`) and the numbers of its bench (`bench.txt`). Nothing here searches, solves or prints.
//!
//! ```
//! use ninefold_core::{Notation, Path, Player, perft};
//! use ninefold_games::{mnk::Mnk, morris::Morris};
//!
//! // A game is a rules object, and a path through it.
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
//! [`registry()`] opens any of them from a specification, for whoever can take a game of any type:
//!
//! ```
//! use ninefold_core::{Host, Registry, View};
//!
//! /// Tells how many moves a game begins with.
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
