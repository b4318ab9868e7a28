//! Nine Men's Morris, solved.

mod black;
mod board;
mod build;
mod cache;
mod cpu;
mod file;
mod folder;
mod format;
mod frame;
mod pack;
mod permute;
mod placing;
mod row;
mod rows;
mod section;
mod share;
mod slice;
mod taking;

pub use build::{BuildPlan, BuildSign, build};
pub use cpu::{Cpu, Detected};
pub use file::TableError;
pub use folder::MEN;
