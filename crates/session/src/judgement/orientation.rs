//! Normalises positions so that all symmetric images are judged as one.

use ninefold_core::{Path, Symmetry, View};

/// A position in its normal orientation, and the way back. A position and its mirror image have the
/// same normal orientation, so they are judged alike.
pub(crate) struct Orientation<G: View> {
    /// The position, with earlier ones that may be repeated.
    pub(crate) path: Path<G>,
    /// The symmetry to the normal orientation.
    there: Symmetry,
    back: Symmetry,
    /// The symmetries that preserve the position and the relevant earlier ones.
    same: Vec<Symmetry>,
}

impl<G: View> Orientation<G> {
    /// The orientation of the position at the end of a path.
    pub(crate) fn of(path: &Path<G>) -> Orientation<G> {
        let (game, state) = (path.game(), path.state());
        let all = || (0..game.symmetries()).map(|index| Symmetry(index as u8));
        let there = all().min_by_key(|&symmetry| game.map(state, symmetry));
        let there = there.unwrap_or(Symmetry(0));
        let mut moves = Vec::new();
        path.moves(&mut moves);
        let undoes = |back: &Symmetry| {
            game.map(&game.map(state, there), *back) == *state
                && moves.iter().all(|&mv| game.map_move(game.map_move(mv, there), *back) == mv)
        };
        let (there, back) = match all().find(undoes) {
            Some(back) => (there, back),
            None => (Symmetry(0), Symmetry(0)),
        };
        let mut earlier: Vec<G::State> = Vec::new();
        if game.repetitions_to_draw().is_some() {
            earlier.extend(path.earlier().map(|state| game.map(state, there)));
            earlier.reverse();
        }
        let path = Path::recalling(game.clone(), earlier, game.map(state, there));
        let same = all().filter(|&symmetry| is_same(&path, symmetry)).collect();
        Orientation { path, there, back, same }
    }

    /// The key of this orientation among all others of the same game: the position and, where they
    /// matter, earlier ones.
    pub(super) fn key(&self) -> String {
        let (game, path) = (self.path.game(), &self.path);
        let mut key = game.position_text(path.state());
        let mut keys: Vec<u64> = match game.repetitions_to_draw() {
            Some(_) => path.earlier().map(|state| game.key(state)).collect(),
            None => Vec::new(),
        };
        // Their order does not matter.
        keys.sort_unstable();
        for earlier in keys {
            key += &format!(" {earlier:x}");
        }
        key
    }

    /// A move in the normal orientation.
    pub(crate) fn there(&self, mv: G::Move) -> G::Move {
        self.path.game().map_move(mv, self.there)
    }

    /// A move in the normal orientation, with all its images there: they have the same value.
    pub(crate) fn images_there(&self, mv: G::Move) -> Vec<G::Move> {
        self.images(self.there(mv))
    }

    /// A move in the normal orientation, with its images.
    pub(super) fn images(&self, turned: G::Move) -> Vec<G::Move> {
        let game = self.path.game();
        self.same.iter().map(|&symmetry| game.map_move(turned, symmetry)).collect()
    }

    /// A move in the orientation of the query.
    pub(crate) fn back(&self, mv: G::Move) -> G::Move {
        self.path.game().map_move(mv, self.back)
    }

    /// Moves in the orientation of the query.
    pub(super) fn line_back(&self, line: &[G::Move]) -> Vec<G::Move> {
        line.iter().map(|&mv| self.back(mv)).collect()
    }
}

/// Whether a symmetry preserves the position at the end of a path, and the set of earlier positions
/// it remembers.
fn is_same<G: View>(path: &Path<G>, symmetry: Symmetry) -> bool {
    let (game, state) = (path.game(), path.state());
    let keys = |turned: Symmetry| {
        let mut keys: Vec<u64> =
            path.earlier().map(|earlier| game.key(&game.map(earlier, turned))).collect();
        keys.sort_unstable();
        keys
    };
    game.map(state, symmetry) == *state && keys(symmetry) == keys(Symmetry(0))
}
