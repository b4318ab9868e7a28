//! Information about the tables in a data folder.

use std::path::{Path, PathBuf};

use super::file::TableFile;
use super::folder::{Folder, MEN};
use super::format::Kind;
use super::placing::Layer;

/// One set of tables.
#[derive(Clone, Debug)]
pub struct SetInfo {
    /// The maximum number of men on each side.
    pub men: u32,
    /// Where the files are.
    pub folder: PathBuf,
    /// The files that belong to it, whether they exist or not.
    pub files: Vec<FileInfo>,
}

/// One file of a set.
#[derive(Clone, Debug)]
pub struct FileInfo {
    /// Its name.
    pub name: String,
    /// Its contents.
    pub kind: Kind,
    /// Its size on disk and unpacked, or why it cannot be used; `None` if it does not exist.
    pub state: Option<Result<[u64; 2], String>>,
}

impl SetInfo {
    /// Whether all files of a kind exist and are usable.
    pub fn is_complete(&self, kind: Kind) -> bool {
        let mut files = self.files.iter().filter(|file| file.kind == kind).peekable();
        files.peek().is_some() && files.all(|file| matches!(file.state, Some(Ok(_))))
    }

    /// The total size of its files on disk in bytes.
    pub fn bytes(&self) -> u64 {
        [Kind::Values, Kind::Distances, Kind::Placing].map(|kind| self.bytes_of(kind)).iter().sum()
    }

    /// The total size of its files of a kind on disk in bytes.
    pub fn bytes_of(&self, kind: Kind) -> u64 {
        self.files
            .iter()
            .filter(|file| file.kind == kind)
            .filter_map(|file| file.state.as_ref()?.as_ref().ok())
            .map(|size| size[0])
            .sum()
    }
}

/// The sets of tables with at least one file in a data folder.
pub fn info(data: &Path) -> Vec<SetInfo> {
    let sets = MEN.map(|men| {
        let folder = Folder::new(data, men);
        let mut files = Vec::new();
        for white in folder.slices() {
            files.push(file(folder.values(white), Kind::Values));
        }
        for white in folder.slices() {
            files.push(file(folder.distances(white), Kind::Distances));
        }
        let layers = Layer::kept().filter(|_| men == *MEN.end());
        for placed in layers {
            for first in [true, false] {
                files.push(file(folder.placing(Layer { placed, first }), Kind::Placing));
            }
        }
        SetInfo { men, folder: folder.path().to_owned(), files }
    });
    sets.filter(|set| set.files.iter().any(|file| file.state.is_some())).collect()
}

fn file(path: PathBuf, kind: Kind) -> FileInfo {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let state = path.try_exists().unwrap_or(false).then(|| match TableFile::open(&path) {
        Ok(table) => Ok([table.size(), table.unpacked_size()]),
        Err(error) => Err(error.to_string()),
    });
    FileInfo { name, kind, state }
}
