//! Measurements on disk, so that a stopped experiment can be resumed.
//!
//! A [`Page`] is a text file with one JSON object per line: its subject, then one measurement per
//! line, appended as soon as it is made. A kill leaves at most half a line behind, which is removed
//! when the page is opened again.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use ninefold_core::digest;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::shown;

/// A folder of pages.
pub(super) struct Notebook {
    folder: PathBuf,
    /// Whether to discard pages of earlier runs.
    fresh: bool,
}

/// A stored measurement.
#[derive(Serialize, Deserialize)]
struct Line {
    /// Its number.
    at: usize,
    /// The CPU time it took.
    seconds: f64,
    found: Value,
}

/// The measurements of one line of a report.
pub(super) struct Page {
    file: File,
    path: PathBuf,
    /// The results and the seconds they took, by number.
    pub(super) kept: BTreeMap<usize, (Value, f64)>,
}

impl Notebook {
    /// The notebook in this folder, which is created with the first page.
    pub(super) fn new(folder: PathBuf, fresh: bool) -> Notebook {
        Notebook { folder, fresh }
    }

    /// The page with exactly this subject, which must include everything that a measurement depends
    /// on.
    pub(super) fn page(&self, about: &Value) -> Result<Page> {
        let head = format!("{about}\n");
        let name = digest(0, head.bytes());
        let path = self.folder.join(format!("{name:016x}.jsonl"));
        let cannot = || format!("cannot keep measurements in {}", shown(&path));
        fs::create_dir_all(&self.folder).with_context(cannot)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(self.fresh);
        let mut file = options.open(&path).with_context(cannot)?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(cannot)?;
        let mut kept = BTreeMap::new();
        let mut whole = 0;
        if let Some(lines) = text.strip_prefix(&head) {
            whole = head.len();
            for line in lines.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
                let Ok(line_read) = serde_json::from_str::<Line>(line) else { break };
                kept.insert(line_read.at, (line_read.found, line_read.seconds));
                whole += line.len();
            }
        }
        file.set_len(whole as u64).with_context(cannot)?;
        file.seek(SeekFrom::End(0)).with_context(cannot)?;
        if whole == 0 {
            file.write_all(head.as_bytes()).with_context(cannot)?;
        }
        Ok(Page { file, path, kept })
    }
}

impl Page {
    /// Stores a measurement.
    pub(super) fn keep(&mut self, at: usize, found: Value, seconds: f64) -> Result<()> {
        let line = serde_json::to_string(&Line { at, seconds, found: found.clone() })? + "\n";
        let cannot = || format!("cannot keep measurements in {}", shown(&self.path));
        self.file.write_all(line.as_bytes()).with_context(cannot)?;
        self.kept.insert(at, (found, seconds));
        Ok(())
    }
}
