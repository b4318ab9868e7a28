//! The papers behind Ninefold: their claims, measured again, and the course assignment among them.
//!
//! [`reproduction`] repeats the papers' experiments and compares their figures with ours;
//! `ninefold reproduce` prints its report. [`assignment`] is the course assignment about
//! m,n,k-games: the three commands it defines, the min-max it describes, and a checker for
//! students' solutions.
//!
//! ```
//! use ninefold_papers::assignment;
//!
//! // Noughts has the middle, crosses a corner; whose game is it, with best play?
//! let mut answer = Vec::new();
//! assignment::run(&mut &b"SOLVE_GAME_STATE 3 3 3 2  1 0 0  0 2 0  0 0 0"[..], &mut answer)?;
//! assert_eq!(answer, b"BOTH_PLAYERS_TIE\n");
//! # Ok::<(), assignment::ProtocolError>(())
//! ```
//!
//! `docs/papers.md` describes each paper and what it leaves open.

pub mod assignment;
pub mod reproduction;
