//! All tests of this crate in one binary, because each binary is compiled and linked by itself.

mod assignment;
mod assignment_errors;
mod assignment_naive;
mod assignment_paper;
mod assignment_speed;
mod assignment_support;
