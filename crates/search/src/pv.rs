//! The principal variation from every ply of a search.

/// For each ply of the current path, the best line found from there.
#[derive(Debug)]
pub(crate) struct PvTable<M>(Vec<Vec<M>>);

impl<M: Copy> PvTable<M> {
    pub(crate) fn new() -> PvTable<M> {
        PvTable(Vec::new())
    }

    /// Clears the line previously found from this ply.
    pub(crate) fn enter(&mut self, ply: usize) {
        while self.0.len() <= ply {
            self.0.push(Vec::new());
        }
        self.0[ply].clear();
    }

    /// Sets the best line of this ply to `mv` followed by the best line of the next ply.
    pub(crate) fn note(&mut self, ply: usize, mv: M) {
        let (here, deeper) = self.0.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        if let Some(next) = deeper.first() {
            here[ply].extend_from_slice(next);
        }
    }

    /// Sets the best line from the root.
    pub(crate) fn set(&mut self, line: Vec<M>) {
        self.0.clear();
        self.0.push(line);
    }

    /// The best line from a ply.
    pub(crate) fn from(&self, ply: usize) -> &[M] {
        self.0.get(ply).map_or(&[], Vec::as_slice)
    }
}
