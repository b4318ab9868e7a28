//! The locations of the tables in a data folder.
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

/// The minimum and maximum number of men of a set of tables.
pub const MEN: std::ops::RangeInclusive<u32> = 3..=9;

/// The files of one set of tables.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    path: PathBuf,
    pub(super) men: u32,
}

impl Folder {
    /// The folder of the tables with at most `men` men on each side.
    pub(super) fn new(data: &Path, men: u32) -> Folder {
        Folder { path: data.join("tables").join("morris").join(format!("{men}-men")), men }
    }

    /// The folder itself.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the unfinished files of a build that was killed.
    pub(super) fn remove_pending(&self) {
        let entries = std::fs::read_dir(&self.path).into_iter().flatten().flatten();
        let files = entries.map(|entry| entry.path());
        for file in files.filter(|file| file.extension().is_some_and(|found| found == PENDING)) {
            // A file that cannot be removed does no harm.
            let _ = std::fs::remove_file(file);
        }
    }

    /// The file of values for positions with this many white men.
    pub(super) fn values(&self, white: u32) -> PathBuf {
        self.path.join(format!("values-{white}.table"))
    }

    /// The file of distances for positions with this many white men.
    pub(super) fn distances(&self, white: u32) -> PathBuf {
        self.path.join(format!("distances-{white}.table"))
    }

    /// The file of values for a layer of the placing phase.
    pub(super) fn placing(&self, layer: Layer) -> PathBuf {
        let side = if layer.first { "first" } else { "second" };
        self.path.join(format!("placing-{}-{side}.table", layer.placed))
    }

    /// The numbers of white men with a slice.
    pub(super) fn slices(&self) -> std::ops::RangeInclusive<u32> {
        *MEN.start()..=self.men
    }
}
