//! Tables that solvers make by themselves when they are first needed.

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use ninefold_core::StopFlag;

use crate::ExactError;

/// A table that somebody is about to need.
///
/// ```no_run
/// use ninefold_core::StopFlag;
/// use ninefold_solve::{Preparation, solver};
///
/// let stop = StopFlag::default();
/// let wanted = Preparation {
///     game: "morris",
///     position: None,
///     size: Preparation::USUAL_SIZE,
///     data: "data".as_ref(),
///     threads: 2,
///     stop: &stop,
/// };
/// let made = solver("morris")?.prepare(&wanted, &mut |progress| eprintln!("{}", progress.words))?;
/// # Ok::<(), ninefold_solve::ExactError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Preparation<'a> {
    /// The game's full specification.
    pub game: &'a str,
    /// The position that will be asked about: where the table would not know it, nothing is made.
    pub position: Option<&'a str>,
    /// How large a table: in morris the most men of a side.
    pub size: u32,
    /// The folder that holds finished tables.
    pub data: &'a Path,
    /// How many threads may work on it.
    pub threads: usize,
    /// A flag with which somebody else ends it; what is finished stays.
    pub stop: &'a StopFlag,
}

impl Preparation<'_> {
    /// The size that is made when nobody says another.
    pub const USUAL_SIZE: u32 = crate::morris::SMALL;
    /// All sizes there are.
    pub const SIZES: RangeInclusive<u32> = crate::morris::MEN;
}

/// How far the making of a table is.
#[derive(Clone, PartialEq, Debug)]
pub struct PreparationProgress {
    /// The part of the work that is done.
    pub share: f64,
    /// How much longer it takes, about, once that can be told.
    pub left: Option<Duration>,
    /// The same for a reader, with what is being worked on.
    pub words: String,
}

/// What a maker of tables calls to tell how far it is.
pub type WatchPreparation<'a> = &'a mut dyn FnMut(&PreparationProgress);

/// Whether anything was made; why it could not be.
pub type Prepared = Result<bool, ExactError>;
