//! Nine Men's Morris, solved.

mod black;
mod board;
mod build;
mod cache;
mod cost;
mod depth;
mod exact;
mod file;
mod folder;
mod format;
mod frame;
mod info;
mod judge;
mod news;
mod opening;
mod pack;
mod permute;
mod placing;
mod plane;
mod policy;
mod puzzle;
mod row;
mod rows;
mod sample;
mod section;
mod share;
mod slice;
mod small;
mod subspace;
mod tables;
mod taking;
mod turn;
mod verify;
mod writing;

pub use crate::cpu::{Cpu, Detected};
pub use build::{BuildPlan, BuildSign, Stage, build};
pub use cost::Cost;
pub use exact::{MorrisSolver, keep_in_memory, known_value};
pub use file::TableError;
pub use folder::MEN;
pub use format::Kind;
pub use info::{FileInfo, SetInfo, info};
pub use policy::{Choice, Situation};
pub use puzzle::{PUZZLE_LEVELS, Puzzle, puzzle};
pub use small::{SMALL, build_if_missing, is_covered_by, is_solved};
pub use subspace::Subspace;
pub use tables::{Tables, USUAL_CACHE, Value, Verdict};
pub use verify::{Selection, Verified, verify};

/// The rules that the tables are about: three men fly, men in mills are safe, and nothing ends a game as a draw.
pub fn rules() -> ninefold_games::morris::Morris {
    ninefold_games::morris::Morris::default()
}
