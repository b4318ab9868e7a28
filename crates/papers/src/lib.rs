//! The papers behind Ninefold: what they claim, measured again, and the assignment one of them is.
//!
//! [`reproduction`] repeats the papers' experiments and sets their figures beside ours; `ninefold reproduce` prints
//! what it writes. [`assignment`] is the course assignment about m,n,k-games: the three commands it defines, the
//! min-max it describes, and a checker of other people's solutions.
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
//! `docs/papers.md` says what each paper is and where it leaves something open.

pub mod assignment;
pub mod reproduction;
