//! Every evaluator and heuristic against the vectors of an independent implementation and against the
//! examples that the papers print.

#[path = "../common/mod.rs"]
mod common;

mod mnk;
mod morris;
mod ninetka;
mod papers;
mod three_six_nine;
