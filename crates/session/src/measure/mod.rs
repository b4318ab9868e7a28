//! Measures whether claims are true: chances against results, review marks and players' moves
//! against exact tables.

mod calibration;
mod choices;
mod fit;
mod mistakes;
mod played;
mod review;
mod strength;
mod truth;

pub use calibration::{Bin, Calibration, CalibrationRequest, Sample, calibrate};
pub use choices::{Choices, ChoicesRequest, choices};
pub use fit::Fitted;
pub use mistakes::{Mistakes, MistakesRequest, PhaseMistakes, count_mistakes};
pub use played::Seats;
pub use review::{PhaseMarks, ReviewCheck, ReviewCheckRequest, check_reviews};
pub use strength::{Compared, Strength, StrengthRequest, compare_strength};

use truth::Truth;

use ninefold_core::SpecError;
use thiserror::Error;

/// Why a measurement is impossible.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MeasureError {
    /// Unknown game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// Not possible for this game, or not with the available files.
    #[error("{0}")]
    Missing(String),
}
