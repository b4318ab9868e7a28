//! Nine Men's Morris, solved.

mod black;
mod board;
mod book;
mod build;
mod build_lock;
mod cache;
mod conversion;
mod countdowns;
mod defender;
mod distance;
mod ending_table;
mod exact;
mod file;
mod folder;
mod format;
mod info;
mod judge;
mod opening;
mod pack;
mod parallel;
mod permute;
mod placing;
mod plane;
mod policy;
mod progress;
mod pursuit;
mod row;
mod row_changes;
mod row_index;
mod rows;
mod sample;
mod section;
mod settle;
mod slice;
mod subspace;
mod tables;
mod taking;
mod truth;
mod usage;
mod verify;
mod writing;

pub use crate::cpu::{Cpu, Detected};
pub use book::{Book, BookError, Counted, MOST_PLACED};
pub use build::{BuildPlan, BuildProgress, Price, Stage, build, memory_needed, price};
pub use conversion::{
    Conversion, ConversionPlan, ConversionReport, DrawnMorris, Opponent, Phase, PhaseReport,
    Position, Prospect, USUAL_DRAWS, convert, measure_conversion, won_position,
};
pub use defender::delay;
pub use ending_table::{SMALL, build_if_missing, is_covered_by, is_solved};
pub use exact::{MorrisSolver, keep_in_memory, known_value};
pub use file::TableError;
pub use folder::MEN;
pub use format::Kind;
pub use info::{FileInfo, SetInfo, info};
pub use policy::{Choice, Situation};
pub use progress::logarithm;
pub use sample::random_position;
pub use subspace::Subspace;
pub use tables::{Tables, USUAL_CACHE, Value, Verdict};
pub use usage::Usage;
pub use verify::{Selection, Verified, verify};

/// Making and checking the built-in book.
pub mod own_book {
    pub use super::book::{NEEDS_FULL_TABLES, check, count, count_endings, make};
}

/// The rules of the tables: three men fly, men in mills are protected, and no rule ends a game as a draw.
pub fn rules() -> ninefold_games::morris::Morris {
    ninefold_games::morris::Morris::default()
}
