//! Whether what is told is true: chances against results, marks of reviews and moves of players against exact tables.

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

/// Why nothing could be measured.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MeasureError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// It cannot be measured for this game, or not with what is there.
    #[error("{0}")]
    Missing(String),
}
