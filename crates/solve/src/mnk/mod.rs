//! m,n,k-games, solved.

pub mod assignment;
