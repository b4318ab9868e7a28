//! Tables that solvers build automatically when they are first needed.

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use ninefold_core::StopFlag;

use crate::ExactError;

/// A table that is about to be needed.
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
    /// The position to be solved; if the table would not cover it, nothing is built.
    pub position: Option<&'a str>,
    /// The size of the table: in morris the maximum number of men of a side.
    pub size: u32,
    /// The folder of finished tables.
    pub data: &'a Path,
    /// The number of threads.
    pub threads: usize,
    /// A flag that stops the build; finished parts are kept.
    pub stop: &'a StopFlag,
}

impl Preparation<'_> {
    /// The default size.
    pub const USUAL_SIZE: u32 = crate::morris::SMALL;
    /// All sizes.
    pub const SIZES: RangeInclusive<u32> = crate::morris::MEN;
}

/// The progress of building a table.
#[derive(Clone, PartialEq, Debug)]
pub struct PreparationProgress {
    /// The fraction of the work done.
    pub share: f64,
    /// The approximate remaining time, once it can be estimated.
    pub left: Option<Duration>,
    /// The same as text, with the current step.
    pub words: String,
}

/// The callback for progress of a build.
pub type WatchPreparation<'a> = &'a mut dyn FnMut(&PreparationProgress);

/// Whether anything was built, or why it could not be.
pub type Prepared = Result<bool, ExactError>;
