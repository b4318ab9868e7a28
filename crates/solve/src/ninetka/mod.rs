//! 9tka.
mod glance;
pub mod position;
pub mod search;
pub mod table;
mod ways;
