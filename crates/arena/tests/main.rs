//! All tests of this crate in one binary, because each binary is compiled and linked by itself.

mod clock;
mod coverage;
mod evolution;
mod match_plan;
mod ratings;
mod repeats;
mod runs;
mod verify;
