//! Compares a played move with the best one.

use ninefold_core::{Path, View};
use ninefold_search::{Limits, Line};

use super::findings::{Judgement, Tried};
use super::known::share_of;
use super::orientation::Orientation;
use super::{Judge, MOST};

/// Wins within this many turns are expected to be seen: missing one gives away all remaining
/// certainty.
const FORESEEN: i32 = 4;
/// The search of one move is aborted after this multiple of a judgement's average allowance.
const LONGEST: u64 = 8;

/// A played move and the best one, by the same search.
pub(crate) struct Played {
    /// The value of the best move to the player: a share of the point.
    pub(crate) best: f32,
    /// The value of the played move.
    pub(crate) share: f32,
}

impl<G: View> Judge<'_, G> {
    /// The value of a move by the same search as the judgement's head, to the same depth: the
    /// difference is what it gives away. `None` if that would take too long.
    pub(crate) fn played(&mut self, path: &Path<G>, mv: G::Move) -> Option<Played> {
        let orientation = Orientation::of(path);
        let mut judgement = self.at(&orientation, |judge, judgement| {
            judge.search(&orientation, judgement, Tried::Position);
        });
        let images = orientation.images_there(mv);
        let turned = orientation.there(mv);
        let mut worth = self.value_move(&orientation.path, &images, &judgement);
        if worth.is_none() && judgement.head.allowed > self.nodes {
            // The cached search is too deep for this; the same search at lower depth compares as
            // well.
            judgement = Judgement::default();
            self.search(&orientation, &mut judgement, Tried::Position);
            worth = self.value_move(&orientation.path, &images, &judgement);
        }
        let (mut best, mut worth) = (judgement.head.lines.first()?.clone(), worth?);
        if worth.decided.is_none()
            && let Some(turns) = best.decided.filter(|&turns| turns > FORESEEN)
            && let Some(unseen) = self.before_the_win(&orientation.path, turned, turns as u32 - 1)
        {
            [best, worth] = unseen;
        }
        let mover = path.game().to_move(path.state()).index();
        let share = |line| share_of(&orientation.path, self.evaluator(), line)[mover];
        let (best_share, share) = (share(&best), share(&worth));
        Some(Played { best: best_share, share: share.min(best_share) })
    }

    /// Compares the best move with another by a search too shallow to see that the first wins: a
    /// win and an estimate are not comparable, and a practically won position would look like a
    /// mistake next to it. `None` if even this search sees the win.
    fn before_the_win(
        &mut self,
        path: &Path<G>,
        mv: G::Move,
        depth: u32,
    ) -> Option<[Line<G::Move>; 2]> {
        self.engine.forget();
        let limits = Limits { depth: Some(depth), ..self.limits(MOST.saturating_mul(self.nodes)) };
        let stop = || self.effort.stop.clone();
        let best = self.engine.think(path, limits, 1, stop(), &mut |_| {}).lines.into_iter().next();
        let best = best.filter(|line| line.decided.is_none())?;
        if best.moves.first() == Some(&mv) {
            return Some([best.clone(), best]);
        }
        let limits = self.limits(LONGEST.saturating_mul(self.nodes));
        let worth = self.engine.value_move(path, mv, depth, limits, stop()).0?;
        worth.decided.is_none().then_some([best, worth])
    }

    /// The value of a move, given with its images, to the depth of the judgement's head.
    fn value_move(
        &mut self,
        path: &Path<G>,
        images: &[G::Move],
        judgement: &Judgement<G::Move>,
    ) -> Option<Line<G::Move>> {
        let (head, &mv) = (&judgement.head, images.first()?);
        let begins =
            |line: &&Line<G::Move>| line.moves.first().is_some_and(|mv| images.contains(mv));
        if let Some(known) = head.lines.iter().find(begins) {
            return Some(known.clone());
        }
        let limits = self.limits(LONGEST.saturating_mul(self.nodes));
        let stop = self.effort.stop.clone();
        self.engine.value_move(path, mv, head.depth, limits, stop).0
    }
}
