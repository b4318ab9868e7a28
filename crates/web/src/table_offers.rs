//! The available builds towards the solution of a whole game, and their costs, for the user to
//! decide.

use ninefold_solve::morris::{Kind, SetInfo, memory_needed, price};
use serde::Serialize;

use crate::table_builder::{SPARED, distances_are_whole, values_are_whole};

/// The cost of a build.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TableOffer {
    distances: bool,
    /// The approximate seconds, with the available processors.
    seconds: f64,
    /// On disk.
    bytes: u64,
    /// Memory, during the build.
    memory: u64,
    /// Whether it is partly finished and would be continued.
    begun: bool,
}

/// The remaining builds for the whole game.
pub(crate) fn offers(set: Option<&SetInfo>) -> Vec<TableOffer> {
    let has_some = |kind: Kind| {
        set.is_some_and(|set| {
            set.files.iter().any(|file| file.kind == kind && matches!(file.state, Some(Ok(_))))
        })
    };
    let offer = |distances: bool| TableOffer {
        distances,
        begun: has_some(if distances { Kind::Distances } else { Kind::Values }),
        seconds: price(distances).processor_seconds / threads() as f64,
        bytes: price(distances).bytes,
        memory: memory_needed(9, distances) + SPARED,
    };
    match set {
        Some(set) if distances_are_whole(set) && values_are_whole(set) => Vec::new(),
        Some(set) if values_are_whole(set) => vec![offer(true)],
        _ => vec![offer(false), offer(true)],
    }
}

/// The number of processors for a build: one is left for the users.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |all| all.get().max(2) - 1)
}
