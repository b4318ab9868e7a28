//! All tests of this crate in one binary, because each binary is compiled and linked by itself.

mod actions;
mod common;
mod draw_rules;
mod evaluators;
mod fen;
mod insight;
mod lessons;
mod looks;
mod morris_corners;
mod paper_369;
mod parity_369;
mod parsers;
mod positions;
mod random_games;
mod skeleton;
mod translated_rules;
mod vectors_369;
mod vectors_mnk;
mod vectors_morris;
mod vectors_ninetka;
mod words;
