//! The law kit under its own laws: right games pass, and each wrong one is caught by the right law.

mod bent;
mod broken;
mod obeyed;
mod perft;
mod pseudo_random;
mod ring;
mod row;
