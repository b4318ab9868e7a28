//! All tests of this crate in one binary, with real servers on free ports of this machine.

mod common;
mod failures;
mod leaving;
mod runs;
mod safety;
mod tasks;
