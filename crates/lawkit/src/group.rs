//! The symmetries as a group.

use std::collections::BTreeSet;

use ninefold_core::{Game, Symmetry, View};

use crate::case::{Case, Subject};
use crate::law::Verdict;
use crate::symmetry::symmetries;
use crate::{Law, Report};

/// The number of witness positions.
const ENOUGH: usize = 24;

/// Positions with the largest number of different images found so far: they distinguish the symmetries.
pub(crate) struct Witnesses<G: Game> {
    orbit: usize,
    seen: Vec<(G::State, Vec<G::Move>)>,
}

impl<G: View> Witnesses<G> {
    pub fn new() -> Witnesses<G> {
        Witnesses { orbit: 0, seen: Vec::new() }
    }

    pub fn meet(&mut self, case: &Case<G>) {
        if self.orbit == case.game.symmetries() && self.seen.len() == ENOUGH {
            return;
        }
        let images = symmetries(case.game).map(|symmetry| case.game.map(&case.state, symmetry));
        let orbit = images.collect::<BTreeSet<G::State>>().len();
        if orbit > self.orbit {
            self.orbit = orbit;
            self.seen.clear();
        }
        if orbit == self.orbit && self.seen.len() < ENOUGH {
            self.seen.push((case.state, case.moves.clone()));
        }
    }

    /// The group law: the composition of any two symmetries is a symmetry, and each has an inverse.
    ///
    /// The effects of two symmetries are compared on all witnesses and their moves, so that boards on which several
    /// symmetries have the same effect, such as a single row, also pass.
    pub fn check(&self, subject: &Subject<G>, start: &G::State, report: &mut Report) -> Verdict {
        report.orbit = self.orbit;
        let game = subject.game;
        let count = game.symmetries();
        subject.require(report, Law::Group, start, (1..=256).contains(&count), || {
            format!("{count} symmetries, wanted 1 to 256")
        })?;
        for first in symmetries(game) {
            let mut undone = false;
            for second in symmetries(game) {
                let together = symmetries(game).find(|&one| self.agree(game, first, second, one));
                subject.require(report, Law::Group, start, together.is_some(), || {
                    let (first, second) = (first.0, second.0);
                    format!("symmetry {first} followed by {second} does what no symmetry does")
                })?;
                undone |= self.agree(game, first, second, Symmetry(0));
            }
            subject.require(report, Law::Group, start, undone, || {
                format!("no symmetry undoes symmetry {}", first.0)
            })?;
        }
        Ok(())
    }

    /// Whether `first` followed by `second` has the same effect as `one`.
    fn agree(&self, game: &G, first: Symmetry, second: Symmetry, one: Symmetry) -> bool {
        let state = |state| game.map(&game.map(state, first), second) == game.map(state, one);
        let mv = |&mv: &G::Move| {
            game.map_move(game.map_move(mv, first), second) == game.map_move(mv, one)
        };
        self.seen.iter().all(|(at, moves)| state(at) && moves.iter().all(mv))
    }
}
