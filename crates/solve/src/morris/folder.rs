//! Where the tables of a data folder are.
//!
//! ```text
//! DATA/tables/morris/6-men/values-3.table  …  values-6.table
//!                    9-men/values-3.table  …  values-9.table
//!                          placing-13-first.table …       White places first; 13 men placed
//!                          distances-3.table …
//! ```

use std::path::{Path, PathBuf};

use super::placing::Layer;
use super::writing::PENDING;

/// The fewest and the most men that a set of tables can be about.
pub const MEN: std::ops::RangeInclusive<u32> = 3..=9;

/// The files of one set of tables.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    path: PathBuf,
    pub(super) men: u32,
}

impl Folder {
    /// The tables with at most so many men on each side.
    pub(super) fn new(data: &Path, men: u32) -> Folder {
        Folder { path: data.join("tables").join("morris").join(format!("{men}-men")), men }
    }

    /// The folder itself.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes what a build that was killed left unfinished.
    pub(super) fn remove_pending(&self) {
        let entries = std::fs::read_dir(&self.path).into_iter().flatten().flatten();
        let files = entries.map(|entry| entry.path());
        for file in files.filter(|file| file.extension().is_some_and(|found| found == PENDING)) {
            // What cannot be removed is in nobody's way.
            let _ = std::fs::remove_file(file);
        }
    }

    /// The values of positions with so many white men.
    pub(super) fn values(&self, white: u32) -> PathBuf {
        self.path.join(format!("values-{white}.table"))
    }

    /// The distances of positions with so many white men.
    pub(super) fn distances(&self, white: u32) -> PathBuf {
        self.path.join(format!("distances-{white}.table"))
    }

    /// The values of a layer of the placing phase.
    pub(super) fn placing(&self, layer: Layer) -> PathBuf {
        let side = if layer.first { "first" } else { "second" };
        self.path.join(format!("placing-{}-{side}.table", layer.placed))
    }

    /// The numbers of white men there are slices of.
    pub(super) fn slices(&self) -> std::ops::RangeInclusive<u32> {
        *MEN.start()..=self.men
    }
}
