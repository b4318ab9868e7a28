//! What can be built of the solution of a whole game, and what it costs: told before anybody asks for it.

use ninefold_solve::morris::{Kind, SetInfo, memory_needed, price};
use serde::Serialize;

use crate::table_builder::{SPARED, distances_are_whole, values_are_whole};

/// What a build would take.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TableOffer {
    distances: bool,
    /// About how many seconds, with the processors that it may use here.
    seconds: f64,
    /// On disk.
    bytes: u64,
    /// Memory, while it lasts.
    memory: u64,
    /// Whether a part of it is there already, and is gone on with.
    begun: bool,
}

/// What is still to be built of the whole game.
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

/// The processors that a build uses: one is left for those who play.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |all| all.get().max(2) - 1)
}
