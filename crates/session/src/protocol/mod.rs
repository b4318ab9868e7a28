//! How games look in the words of other programs: what both ends of a conversation know.

mod board;
mod morris_rules;
mod turns;

pub(crate) use self::board::{Board, Place};
pub(crate) use self::morris_rules::MorrisRules;
pub(crate) use self::turns::{Told, is_morris, parts, told};
