//! The vocabulary every other crate of Ninefold speaks.
//!
//! A game is a *rules object* ([`Game`]) and a plain `Copy` *state* without history. A [`Path`] adds
//! the history: the positions since the start, and with them repetition. [`WithDraws`] adds draw
//! countdowns around a game whose pure graph stays visible to solvers. [`Notation`] turns positions
//! and moves into text and back, [`View`] into plain data that a front end draws, [`Record`] keeps a
//! whole game as text. A [`Family`] describes a kind of game and opens it from a
//! specification such as `mnk:3,3,3` for any [`Host`].
//!
//! Nothing in this crate names a particular game.

mod agent;
mod dihedral;
mod draws;
mod evaluator;
mod game;
mod guide;
mod hash;
mod insight;
mod notation;
mod outcome;
mod parameter;
mod path;
mod perft;
mod phrase;
mod player;
mod playout;
mod random;
mod record;
mod registry;
mod text;
mod view;

pub use agent::{Agent, HeuristicAgent, RandomAgent};
pub use dihedral::Dihedral;
pub use draws::{Clock, Clocks, DrawRules, Tick, WithDraws};
pub use evaluator::{
    Banked, Build, Context, DrawnRanges, Evaluator, EvaluatorEntry, EvaluatorInfo, HeuristicEntry,
    Values, zero_sum,
};
pub use game::{Game, Habit, Symmetry};
pub use guide::{ForcedWin, Forcing, Guide};
pub use hash::{digest, mix, piece_key, scramble};
pub use insight::{
    Standing, Wanted, new_marks, over, plain_forms, plain_refusal, plain_why, quiet, repeats,
    standing, wanted,
};
pub use notation::{
    MoveError, Notation, PositionError, find_move, parse_number, parse_player, parse_rows,
    split_parts,
};
pub use outcome::{Outcome, Payoffs};
pub use parameter::{Arguments, Kind, Parameter, ParameterError, Value, milliseconds};
pub use path::Path;
pub use perft::{perft, perft_played};
pub use phrase::{Phrase, Word, listed, sentence};
pub use player::{MAX_PLAYERS, Player};
pub use playout::{Playout, playout};
pub use random::Random;
pub use record::{Record, RecordError, ReplayError, Replayed};
pub use registry::{Entry, Family, FamilyInfo, Host, Playable, Preset, Registry, SpecError};
pub use text::{nearest, quote};
pub use view::{
    Countdown, Label, Layout, Mark, MarkKind, Piece, Region, Scene, Seat, Site, SiteKind, Step,
    StepAction, View,
};
