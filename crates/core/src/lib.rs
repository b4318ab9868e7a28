//! The vocabulary that all other crates of Ninefold share.
//!
//! A game is a *rules object* ([`Rules`]) and a plain `Copy` *state* without history. Together with what searches
//! need besides (the symmetries of the board, which positions can recur, and the [`Knowledge`] of evaluators) it
//! forms a [`Game`]. A [`Path`] adds the history: the positions since the start, and with them repetition.
//! [`WithDraws`] adds draw countdowns around a game whose pure graph stays visible to solvers. [`Notation`]
//! converts positions and moves to text and back, [`View`] turns them into plain data that a front end draws, and
//! [`Record`] stores a whole game as text. A [`Family`] describes a kind of game and opens it from a specification
//! such as `mnk:3,3,3` for any [`Host`].
//!
//! Nothing in this crate names a particular game. To write one, write a rules object:
//!
//! ```
//! use ninefold_core::{Game, Outcome, Path, Player, Recurring, Rules, Symmetric, perft};
//!
//! /// A turn takes one or two matches; the player who takes the last one wins.
//! #[derive(Clone)]
//! struct Matches(u8);
//!
//! impl Rules for Matches {
//!     type State = (u8, Player);
//!     type Move = u8;
//!     fn players(&self) -> usize { 2 }
//!     fn start(&self, _seed: u64) -> (u8, Player) { (self.0, Player::FIRST) }
//!     fn to_move(&self, &(_, mover): &(u8, Player)) -> Player { mover }
//!     fn moves(&self, &(left, _): &(u8, Player), moves: &mut Vec<u8>) { moves.extend(1..=left.min(2)) }
//!     fn play(&self, (left, mover): &mut (u8, Player), taken: u8) { *left -= taken; *mover = mover.other() }
//!     fn outcome(&self, &(left, mover): &(u8, Player)) -> Option<Outcome> {
//!         (left == 0).then(|| Outcome::win(mover.other(), "last"))
//!     }
//!     fn key(&self, &(left, mover): &(u8, Player)) -> u64 { u64::from(left) << 1 | mover.index() as u64 }
//!     fn move_index(&self, taken: u8) -> u16 { taken.into() }
//! }
//! // No board to turn, no recurring positions, no knowledge of good play.
//! impl Symmetric for Matches {}
//! impl Recurring for Matches {}
//! impl Game for Matches {}
//!
//! // Four matches are taken as 1111, 112, 121, 211 or 22: after three turns four of these sequences remain.
//! let mut path = Path::from_start(Matches(4));
//! assert_eq!((1..=4).map(|depth| perft(&mut path, depth)).collect::<Vec<_>>(), [2, 4, 4, 1]);
//! path.try_play(2)?;
//! assert!(path.try_play(3).is_err());
//! path.try_play(2)?;
//! assert_eq!(path.outcome(), Some(Outcome::win(Player::SECOND, "last")));
//! # Ok::<(), ninefold_core::IllegalMove>(())
//! ```

mod agent;
mod dihedral;
mod draws;
mod evaluator;
mod explain;
mod explanation;
mod game;
mod guide;
mod hash;
mod knowledge;
mod look;
mod memory;
mod notation;
mod odds;
mod outcome;
mod parameter;
mod path;
mod perft;
mod phrase;
mod player;
mod playout;
mod random;
mod readable;
mod record;
mod recurring;
mod registry;
mod rules;
mod stop;
mod symmetry;
mod text;
mod view;

pub use agent::{Agent, Fault, RandomAgent, TimeLeft};
pub use dihedral::Dihedral;
pub use draws::{Clock, Clocks, Counted, DrawRules, Tick, UnderDraws, WithDraws};
pub use evaluator::{
    Build, BuildHeuristic, Context, DrawnRanges, Evaluator, EvaluatorEntry, EvaluatorInfo,
    Heuristic, HeuristicEntry, OutcomeEvaluator, PointsEvaluator, Values, WON, decided, explain,
    judge, zero_sum,
};
pub use explain::{
    Standing, Wanted, new_marks, over, plain_forms, plain_refusal, plain_why, quiet, repeats,
    standing, wanted,
};
pub use explanation::{Account, Explanation, Term};
pub use game::Game;
pub use guide::{Afresh, ForcedWin, Forcing, Guide, Habits, Tension};
pub use hash::{digest, mix, piece_key, scramble};
pub use knowledge::{Decides, Knowledge, MoveRule, Narrows};
pub use look::{Accent, BoardLook, Ground, SeatLook, Shape};
pub use memory::{OutOfMemory, room_for, zeros};
pub use notation::{
    MoveError, Notation, PositionError, find_move, parse_number, parse_player, parse_rows,
    split_parts,
};
pub use odds::Odds;
pub use outcome::{Outcome, Payoffs};
pub use parameter::{Arguments, Kind, Parameter, ParameterError, Value, milliseconds};
pub use path::{IllegalMove, Path};
pub use perft::{perft, perft_played};
pub use phrase::{Phrase, Word, listed, sentence};
pub use player::{MAX_PLAYERS, Player};
pub use playout::{Evenly, Playout, RandomGame, RandomGames, playout};
pub use random::Random;
pub use readable::{readable_end, readable_name};
pub use record::{Record, RecordError, ReplayError, Replayed};
pub use recurring::Recurring;
pub use registry::{
    Entry, Example, Family, FamilyInfo, Host, Preset, Registry, SpecError, Spot, StudyGames, Trial,
    Variant, Words,
};
pub use rules::Rules;
pub use stop::{StopFlag, Stopwatch};
pub use symmetry::{Symmetric, Symmetry};
pub use text::{nearest, quote};
pub use view::{
    Countdown, Label, Layout, Mark, MarkKind, Piece, Region, Scene, Seat, Site, SiteKind, Step,
    StepAction, View,
};
