//! All tests of this crate in one binary, because each binary is compiled and linked by itself.

mod best_reply;
mod common;
mod draw_rules;
mod ends;
mod engine;
mod equal_to_minimax;
mod limits;
mod mcts;
mod pruned_max_n;
mod repetition;
mod selective;
mod text_tree;
