//! What is left of a position that nobody has won, and what can be refuted before any search.
//!
//! # Zones: why an answer to one move answers many
//!
//! The *edges* of a position are what Maker still has to fill of each line without a stone of Breaker's. Only they count: Maker
//! wins when he has filled one. A stone of one's own never hurts: whoever has it may play on as if it were not there,
//! and where the plan wants that very cell, anywhere else.
//!
//! A set Z of empty cells is a *zone of Breaker's* if he wins even when all empty cells outside Z are given to Maker,
//! that is, if of each edge e only the part e ∩ Z is left to fill. W is a *zone of Maker's* if he wins even when all
//! empty cells outside W are given to Breaker, that is, with the edges inside W alone. The search finds a zone with every
//! win. That it is one follows from the leaves of the tree upwards. First for Breaker:
//!
//! - *No edge is left.* Nothing can be filled, whatever Maker is given: Z is empty.
//! - *A pairing.* Z is the cells of the pairs. Each edge contains a pair, so does its part in Z, and Breaker answers in the
//!   pair as before.
//! - *Breaker puts a stone on y*, which leads to a win with the zone Z′: Z is Z′ and y. Give all cells outside to Maker; y is
//!   still free, Breaker takes it, and what has come is the position after y with all outside Z′ given away, but for
//!   stones that Breaker may have besides. Forced blocks are the same, and an exchange is a pair {a, b} that he keeps.
//! - *Maker is to move.* Say that his move x was refuted: Breaker wins after it, with a zone z that x is not in. Then
//!   Breaker wins after every other move x′ outside z as well, with the same z: give all cells outside z to Maker, and it
//!   no longer matters which of x and x′ he took, for he has both. So one refutation leaves only the moves inside
//!   z, and the next one only those in both zones. When no move is left, each move of Maker's lies outside at least
//!   one of the zones z₁, z₂, … that were used. Their union Z is a zone of the node: give all cells outside Z to
//!   Maker, and let him move at x in Z. Some zᵢ is without x. It is a part of Z, so all cells outside zᵢ that Maker
//!   has by now were allowed for, and Breaker goes on as that refutation says. If Z is full, Maker cannot move inside it,
//!   and to pass is never better than to move.
//!
//! A move that is in no edge is such a pass, which is why only the cells of edges are tried.
//!
//! For Maker the two change places:
//!
//! - *An edge of one cell, or two edges that meet in one* (with Breaker to move two cells that complete, or three edges through
//!   a cell): W is the cells of these edges, which are all he needs.
//! - *Maker puts a stone on c*: W is the zone after it, and c.
//! - *Breaker is to move.* A stone y after which Maker wins with a zone w without y loses, and so does every stone outside w,
//!   since all of them may be Breaker's at once. What is left are the stones inside w. When none is left, W is the union of
//!   the zones.
//!
//! In [`Front`] `must` is what is left, `total` the union, and [`Front::refute`] the step from one to the next. The zone that it is
//! given is that of the position after the move, the answer and what was forced included.
//!
//! *What the table keeps.* A zone is stored with the edges that contain no other, and found again for any position with the same
//! ones. An edge that contains another changes nothing: its part in Z contains that of the smaller one, so Breaker need not
//! think of it, and Maker never does. All cells of a zone lie in such edges, hence are empty there too. On the image of a board the
//! zone is the image of the zone.

use super::cells::{Set, bit, cells, has};
use super::grid::Grid;
use super::search::{Search, Verdict, Win, won};
use super::sight::{Open, Sight};
use super::table::Memory;

/// What is left of a node that nobody has won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Front {
    /// The moves that are not refuted yet.
    pub must: Set,
    /// The zone of what refutes the others.
    pub total: Set,
    /// The cells with which Breaker would win if Maker passed.
    pub answers: Set,
}

impl Front {
    /// The same on the board as a symmetry leaves it.
    pub fn image(self, grid: &Grid, symmetry: usize) -> Front {
        let image = |set| grid.image(set, symmetry);
        Front { must: image(self.must), total: image(self.total), answers: image(self.answers) }
    }

    /// A move at `cell` is refuted within a zone, and so is every other outside.
    pub fn refute(&mut self, cell: u32, zone: Set, zones: bool) {
        let zone = if zones { zone } else { (self.must | self.total | zone) & !bit(cell) };
        if self.must & !zone != 0 {
            self.must &= zone;
            self.total |= zone;
        }
    }
}

impl Search {
    /// What is left to search, from the table or anew; a verdict when nothing is.
    ///
    /// The table is read once: another thread may have settled the position since anybody looked.
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

    /// Lets Maker pass, and notes every stone with which Breaker then wins at sight.
    ///
    /// Such a win with its zone Z, the stone included, refutes every move of Maker's outside Z.
    ///
    /// Where a stone does not lead to a pairing, some lanes were in the way. Without that stone they have the same
    /// edges or more, so another stone can only help if it is on one of their edges: the others are
    /// not tried. This can only miss a win at sight.
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
    /// No other stone need be tried at sight: edges only shrink by Maker's move x, so a pairing after x and
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

    /// Positions of 9,8,5, where nothing is seen at once so early, with Maker and with Breaker to move.
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

    /// Another thread settles a position between two looks at it: whoever goes on hears who has won, for either side
    /// and with either side to move, and takes nothing of it for moves that are left.
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

    /// A move that another thread has settled is no move to search: it decides, or leaves only what its zone holds.
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
            // Refuted within a zone that holds one other move, which alone is left.
            let zone = bit(other);
            search.beside().remember_won(&child, won(!maker, zone), 9);
            let left = search.grow(&node).unwrap_or_else(|_| panic!("a move is left"));
            assert_eq!(left.front.must & !(zone | child.extra), 0);
            assert!(left.children.iter().all(|(_, numbers)| numbers.winner().is_none()));
            assert_eq!(left.front.total & zone, zone, "what refutes it is part of the zone");
            // Won by the side to move: the whole position is.
            search.beside().remember_won(&child, won(maker, zone), 9);
            let found = search.grow(&node).expect_err("it is decided");
            assert_eq!(found.numbers.winner(), Some(maker));
            assert_eq!(found.zone, zone | child.extra | bit(cell));
        }
    }

    /// Who comes late with numbers does not undo what is settled.
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
