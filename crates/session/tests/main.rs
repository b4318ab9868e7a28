//! All tests of this crate in one binary, because each binary is compiled and linked by itself.

mod balanced_openings;
mod chances;
mod choices;
mod common;
mod insight;
mod judgement;
mod lead;
mod listed;
mod perfect_play;
mod players;
mod referee;
mod search_labels;
mod search_vectors;
mod simulating_player;
mod sure;
