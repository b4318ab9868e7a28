//! The open moves of an undecided position, and refutations that need no search.
//!
//! # Zones: why an answer to one move answers many
//!
//! The *edges* of a position are the sets of cells that Maker still has to fill, one for each line without a stone
//! of Breaker's. Only they matter: Maker wins by filling one. A player's own stone never hurts: the player can
//! continue as if it were not there, and if the plan requires that very cell, play anywhere else.
//!
//! A set Z of empty cells is a *zone of Breaker's* if Breaker wins even when all empty cells outside Z are given to
//! Maker, that is, when only the part e ∩ Z of each edge e is left to fill. W is a *zone of Maker's* if Maker wins
//! even when all empty cells outside W are given to Breaker, that is, with only the edges inside W. The search
//! finds a zone with every win. Its correctness follows from the leaves of the tree upwards. First for Breaker:
//!
//! - *No edge is left.* Nothing can be filled, whatever Maker is given: Z is empty.
//! - *A pairing.* Z is the cells of the pairs. Each edge contains a pair, so its part in Z does too, and Breaker
//!   answers within the pair as before.
//! - *Breaker puts a stone on y*, which leads to a win with the zone Z′: Z is Z′ ∪ {y}. Give all cells outside to
//!   Maker. Then y is still free and Breaker takes it. The result is the position after y with all cells outside Z′
//!   given away, except for additional stones of Breaker's. The same holds for forced blocks, and an exchange is a
//!   pair {a, b} that Breaker keeps.
//! - *Maker is to move.* Suppose that a move x was refuted: Breaker wins after it, with a zone z that does not
//!   contain x. Then Breaker also wins after every other move x′ outside z, with the same z: give all cells outside
//!   z to Maker, and it no longer matters which of x and x′ Maker took, because both are Maker's. So one refutation
//!   leaves only the moves inside z, and the next one only those in both zones. When no move is left, each of
//!   Maker's moves lies outside at least one of the zones z₁, z₂, … that were used. Their union Z is a zone of the
//!   node: give all cells outside Z to Maker, and let Maker move at x in Z. Some zᵢ does not contain x. It is a
//!   subset of Z, so all cells outside zᵢ that Maker has by now were allowed for, and Breaker continues with that
//!   refutation. If Z is full, Maker cannot move inside it, and passing is never better than moving.
//!
//! A move that is in no edge is such a pass, so only the cells of edges are tried.
//!
//! For Maker the roles are swapped:
//!
//! - *An edge of one cell, or two edges that meet in one* (with Breaker to move: two cells that complete a line, or
//!   three edges through a cell): W is the cells of these edges, which are all that Maker needs.
//! - *Maker puts a stone on c*: W is the zone after it, and c.
//! - *Breaker is to move.* A stone y after which Maker wins with a zone w that does not contain y loses, and so
//!   does every stone outside w, since all of them may be Breaker's at once. Only the stones inside w are left.
//!   When none is left, W is the union of the zones.
//!
//! In [`Front`], `must` is the set of moves left, `total` is the union, and [`Front::refute`] is the step from one
//! refutation to the next. Its zone argument is that of the position after the move, including the answer and
//! forced moves.
//!
//! *What the table stores.* A zone is stored with the minimal edges, and found again for any position with the same
//! minimal edges. An edge that contains another has no effect: its part in Z contains that of the smaller one, so
//! Breaker can ignore it, and Maker never needs it. All cells of a zone lie in minimal edges, hence they are empty
//! in the other position too. For the image of a board the zone is the image of the zone.

use super::cells::{Set, bit, cells, has};
use super::grid::Grid;
use super::search::{Search, Verdict, Win, won};
use super::sight::{Open, Sight};
use super::table::Memory;

/// The remaining work at an undecided node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Front {
    /// The moves that are not refuted yet.
    pub must: Set,
    /// The zone of the refutations of the others.
    pub total: Set,
    /// The cells with which Breaker would win if Maker passed.
    pub answers: Set,
}

impl Front {
    /// Maps it to the image of the board under a symmetry.
    pub fn image(self, grid: &Grid, symmetry: usize) -> Front {
        let image = |set| grid.image(set, symmetry);
        Front { must: image(self.must), total: image(self.total), answers: image(self.answers) }
    }

    /// Records that a move at `cell` is refuted within a zone, and so is every move outside it.
    pub fn refute(&mut self, cell: u32, zone: Set, zones: bool) {
        let zone = if zones { zone } else { (self.must | self.total | zone) & !bit(cell) };
        if self.must & !zone != 0 {
            self.must &= zone;
            self.total |= zone;
        }
    }
}

impl Search {
    /// The remaining work, from the table or computed; a verdict if there is none.
    ///
    /// The table is read only once: another thread may have settled the position since the last lookup.
    pub fn front(&mut self, node: &Open) -> Result<Front, Verdict> {
        match self.remembered(node) {
            Some(Memory::Won { maker, zone }) => return Err(won(maker, zone)),
            Some(Memory::Open { front, .. }) => return Ok(front),
            None => {}
        }
        let mut front = Front { must: node.moves, total: node.total, answers: 0 };
        if node.maker && self.eye.cuts.null_moves {
            self.try_passes(node, &mut front)?;
            self.try_answers(node, &mut front)?;
        }
        Ok(front)
    }

    /// Lets Maker pass, and records every stone with which Breaker then wins without search.
    ///
    /// Such a win with its zone Z, including the stone, refutes all of Maker's moves outside Z.
    ///
    /// If a stone does not lead to a pairing, some lanes were the obstacle. Without that stone they have the same
    /// edges or more, so another stone can only help if it is on one of their edges; the others are not tried. This
    /// can only miss an immediate win.
    fn try_passes(&mut self, node: &Open, front: &mut Front) -> Result<(), Verdict> {
        let mut promising = node.moves;
        for cell in self.by_weight(&node.position, node.moves) {
            if !has(promising, cell) {
                continue;
            }
            let after = self.eye.after(&node.position, cell, false);
            let seen = match self.eye.look(after, true, true) {
                Sight::Open(open) => self
                    .known(&open)
                    .filter(|found| found.numbers.breaker == 0)
                    .map(|found| found.zone | open.extra),
                Sight::Won { maker, zone } => (!maker).then_some(zone),
            };
            let obstacle = self.eye.pairing.obstacle;
            if self.eye.cuts.obstacles && obstacle != 0 {
                promising &= obstacle;
            }
            if let Some(zone) = seen {
                front.answers |= bit(cell);
                if self.eye.cuts.zones {
                    front.refute(cell, zone | bit(cell), true);
                    if front.must == 0 {
                        return Err(won(false, front.total));
                    }
                }
            }
        }
        Ok(())
    }

    /// Tries each of Maker's moves against the stones with which Breaker would win after a pass.
    ///
    /// No other stone needs to be tried without search: Maker's move x only shrinks edges, so a pairing after x and
    /// Breaker's y also serves the position with y alone.
    fn try_answers(&mut self, node: &Open, front: &mut Front) -> Result<(), Verdict> {
        let zones = self.eye.cuts.zones;
        let mut last = 0;
        for cell in self.by_weight(&node.position, front.must) {
            if !has(front.must, cell) {
                continue;
            }
            match self.child(&node.position, cell, true, false) {
                Err(Win { maker: true, zone }) => return Err(won(true, zone | bit(cell))),
                Err(Win { maker: false, zone }) => front.refute(cell, zone, zones),
                Ok((open, _)) if open.maker => {
                    if self.eye.cuts.pairings && self.eye.pairs(&open.position) {
                        let chosen = &self.eye.pairing.chosen;
                        let zone = chosen.iter().fold(open.extra, |zone, set| zone | set);
                        front.refute(cell, zone, zones);
                    }
                }
                Ok((open, _)) => {
                    let answers = front.answers & open.moves;
                    let first = answers & last;
                    for answer in cells(first).chain(cells(answers & !last)) {
                        let after = self.child(&open.position, answer, false, true);
                        if let Err(Win { maker: false, zone }) = after {
                            front.refute(cell, zone | bit(answer) | open.extra, zones);
                            last = bit(answer);
                            break;
                        }
                    }
                }
            }
            if front.must == 0 {
                return Err(won(false, front.total));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::sight::BreakerCuts;
    use super::super::table::{NO_LIMITS, Numbers};
    use super::*;

    fn search(size: [usize; 3]) -> Search {
        let [rows, columns, k] = size;
        Search::new(Grid::new(rows, columns, k).unwrap(), BreakerCuts::ALL, 1 << 20)
    }

    /// Positions of 9,8,5, where nothing is decided without search this early, with Maker and with Breaker to move.
    fn opens(search: &mut Search) -> Vec<Open> {
        let mut opens = Vec::new();
        for (makers, breakers, maker) in [(1 << 9, 1 << 17, true), (1 << 9, 0, false)] {
            let position = search.position(makers, breakers);
            match search.eye.look(position, maker, true) {
                Sight::Open(open) => opens.push(open),
                Sight::Won { .. } => panic!("nothing is decided so early"),
            }
        }
        opens
    }

    /// Another thread settles a position between two lookups: the search must see the winner, for either side and
    /// with either side to move, and not mistake the entry for moves that are left.
    #[test]
    fn what_somebody_else_has_settled_is_settled() {
        let mut search = search([9, 8, 5]);
        for open in opens(&mut search) {
            let front = search.front(&open).unwrap_or_else(|_| panic!("it is open"));
            assert_ne!(front.must, 0);
            for maker in [true, false] {
                let mut other = search.beside();
                let zone = bit(3) | bit(20);
                other.remember_won(&open, won(maker, zone), 9);
                for found in [search.front(&open).err(), search.grow(&open).err()] {
                    let found = found.expect("nothing is left");
                    assert_eq!((found.numbers.winner(), found.zone), (Some(maker), zone));
                }
                let found =
                    search.explore(open.position.clone(), open.maker, NO_LIMITS, &mut |_, _| false);
                assert_eq!((found.numbers.winner(), found.zone), (Some(maker), zone));
            }
        }
    }

    /// A move that another thread has settled is not searched: it decides the node, or leaves only the moves in its
    /// zone.
    #[test]
    fn settled_children_have_no_numbers() {
        for maker in [true, false] {
            let mut search = search([9, 8, 5]);
            let node = opens(&mut search).remove(usize::from(!maker));
            assert_eq!(node.maker, maker);
            let all = search.grow(&node).unwrap_or_else(|_| panic!("it is open"));
            let (cell, other) = (all.children[0].0, all.children[1].0);
            let after = search.eye.after(&node.position, cell, maker);
            let Sight::Open(child) = search.eye.look(after, !maker, false) else {
                panic!("it was a child");
            };
            // Refuted within a zone that contains one other move, which alone is left.
            let zone = bit(other);
            search.beside().remember_won(&child, won(!maker, zone), 9);
            let left = search.grow(&node).unwrap_or_else(|_| panic!("a move is left"));
            assert_eq!(left.front.must & !(zone | child.extra), 0);
            assert!(left.children.iter().all(|(_, numbers)| numbers.winner().is_none()));
            assert_eq!(left.front.total & zone, zone, "what refutes it is part of the zone");
            // Won by the side to move, so the whole position is.
            search.beside().remember_won(&child, won(maker, zone), 9);
            let found = search.grow(&node).expect_err("it is decided");
            assert_eq!(found.numbers.winner(), Some(maker));
            assert_eq!(found.zone, zone | child.extra | bit(cell));
        }
    }

    /// Late numbers do not overwrite a settled entry.
    #[test]
    fn a_win_stays_in_the_table() {
        let search = search([9, 8, 5]);
        let settled = Memory::Won { maker: false, zone: 6 };
        let front = Front { must: 5, total: 7, answers: 1 };
        let open = Memory::Open { numbers: Numbers { maker: 3, breaker: 4 }, front };
        let key = 5 << 64 | 77;
        search.table.put(key, open, 10);
        assert_eq!(search.table.get(key), Some(open));
        search.table.put(key, settled, 1);
        assert_eq!(search.table.get(key), Some(settled));
        search.table.put(key, open, 1000);
        assert_eq!(search.table.get(key), Some(settled));
    }
}
