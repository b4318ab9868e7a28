//! The m,n,k assignment: its three commands and its solver.
