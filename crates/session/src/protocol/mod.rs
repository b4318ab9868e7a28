//! Notations of other programs, shared by both sides of a protocol.

mod board;
mod morris_rules;
mod turns;

pub(crate) use self::board::{Board, Place};
pub(crate) use self::morris_rules::MorrisRules;
pub(crate) use self::turns::{Told, is_morris, parts, told};
