//! All tests of this crate in one binary, because each binary is compiled and linked by itself.

mod contest;
mod evolution;
mod ratings;
mod runs;
mod verify;
