//! All tests of this crate in one binary, because each binary is compiled and linked by itself.

mod endings;
mod first_replies;
mod kept_trees;
mod maker_breaker;
mod morris_book;
mod morris_conversion;
mod morris_files;
mod morris_learnt;
mod morris_tables;
mod ninetka;
mod proof_files;
mod python_checker;
mod reasons;
mod solver_errors;
mod solver_known;
mod solver_minimax;
mod solver_support;
mod strategy_proofs;
mod three_six_nine;
