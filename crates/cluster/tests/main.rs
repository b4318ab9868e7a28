//! All tests of this crate in one binary, with real servers on free ports of this machine.

mod common;
mod failures;
mod runs;
mod safety;
