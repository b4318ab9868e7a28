//! All tests of this crate in one binary, because each binary is compiled and linked by itself.

mod care;
mod games;
mod leagues;
mod notes;
mod participants;
mod places;
mod runs;
mod take_over;
