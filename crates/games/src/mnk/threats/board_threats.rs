//! Incremental tables: the worth of every empty cell to either player.

use ninefold_core::Player;

use super::super::{Bits, LONGEST_SIDE, Mnk, State};
use super::class::{Kind, Kinds};
use super::shape::{PLACES, Role, Shape, Shapes, THREATS, Threat};
use super::tracks::Tracks;

/// What does not change during play.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) tracks: Tracks,
    pub(super) shapes: Shapes,
    kinds: Kinds,
    /// The worth of each set of threats to the player to move; empty if unused.
    marks: Vec<i16>,
}

impl Plan {
    /// Creates the plan for a board, with the worth of shapes there.
    pub(super) fn new<const W: usize>(game: &Mnk<W>, shapes: Shapes, marks: Vec<i16>) -> Plan {
        let tracks = Tracks::new(game);
        let kinds = Kinds::new(tracks.k());
        Plan { tracks, shapes, kinds, marks }
    }
}

/// What an empty cell would be to a player who placed a stone on it. An occupied cell keeps its last value.
#[derive(Clone, Copy, Debug)]
struct Prospect {
    kinds: [Kind; 4],
    shape: Shape,
}

const NO_PROSPECT: Prospect = Prospect { kinds: [Kind::Dead; 4], shape: 0 };

/// A position as a gomoku player sees it, updated stone by stone.
///
/// A stone affects at most K − 1 cells in each direction on its four lines; everything else is unchanged. Nothing
/// is allocated after the tables are created.
#[derive(Clone, Debug)]
pub(super) struct BoardThreats<'a, const W: usize> {
    plan: &'a Plan,
    /// The stones of each player on every line.
    lines: Vec<[u64; 2]>,
    prospects: Vec<[Prospect; 2]>,
    empty: Bits<W>,
    sums: Sums<W>,
    /// The changes by the stones placed since the tables were created, the latest last.
    changes: Vec<Change>,
    /// For every such stone, the sums before it and the number of changes before it.
    before: Vec<(Sums<W>, usize)>,
}

/// The totals over all empty cells.
#[derive(Clone, Copy, Debug)]
struct Sums<const W: usize> {
    cells: [[Bits<W>; THREATS]; 2],
    counts: [[u16; THREATS]; 2],
    /// By player and role.
    worth: [[i32; 2]; 2],
}

/// The previous value of one of the lines through an empty cell, for a player.
#[derive(Clone, Copy, Debug)]
struct Change {
    cell: u16,
    shape: Shape,
    side: u8,
    direction: u8,
    kind: Kind,
}

impl<'a, const W: usize> BoardThreats<'a, W> {
    /// Creates the tables of a position.
    pub(super) fn new(plan: &'a Plan, game: &Mnk<W>, state: &State<W>) -> BoardThreats<'a, W> {
        let most = game.rows() * game.columns();
        let mut board = BoardThreats {
            plan,
            lines: vec![[0; 2]; plan.tracks.walls.len()],
            prospects: vec![[NO_PROSPECT; 2]; plan.tracks.cells()],
            empty: game.board().without(state.stones(Player::FIRST), state.stones(Player::SECOND)),
            sums: Sums {
                cells: [[Bits::EMPTY; THREATS]; 2],
                counts: [[0; THREATS]; 2],
                worth: [[0; 2]; 2],
            },
            // A stone affects K − 1 cells in each direction on four lines, for both players.
            changes: Vec::with_capacity(most * (plan.tracks.k() - 1).min(LONGEST_SIDE) * 16),
            before: Vec::with_capacity(most),
        };
        for player in Player::all(2) {
            for cell in state.stones(player).cells() {
                board.toggle(player.index(), cell);
            }
        }
        for cell in board.empty.cells() {
            board.enter(cell);
        }
        board
    }

    /// Places a stone of a player (0 or 1) on an empty cell.
    pub(super) fn put(&mut self, player: usize, cell: usize) {
        self.before.push((self.sums, self.changes.len()));
        for side in 0..2 {
            self.count(side, cell, -1);
        }
        self.empty.remove(cell);
        self.toggle(player, cell);
        self.look_around(cell);
    }

    /// Removes the stone placed last.
    pub(super) fn lift(&mut self, player: usize, cell: usize) {
        self.toggle(player, cell);
        self.empty.insert(cell);
        let Some((sums, changes)) = self.before.pop() else { return };
        self.sums = sums;
        // The values of the cell itself from when it was taken are valid again.
        while self.changes.len() > changes {
            let Some(change) = self.changes.pop() else { return };
            let prospect = &mut self.prospects[usize::from(change.cell)][usize::from(change.side)];
            prospect.kinds[usize::from(change.direction)] = change.kind;
            prospect.shape = change.shape;
        }
    }

    /// The cells on which a stone of a player makes exactly this threat.
    pub(super) fn cells(&self, player: usize, threat: Threat) -> &Bits<W> {
        &self.sums.cells[player][threat as usize]
    }

    /// The number of such cells.
    pub(super) fn count_of(&self, player: usize, threat: Threat) -> u32 {
        self.sums.counts[player][threat as usize].into()
    }

    /// The total worth of all empty cells to a player in a role.
    pub(super) fn worth(&self, player: usize, role: Role) -> i32 {
        self.sums.worth[player][role as usize]
    }

    /// The worth of an empty cell to a player in a role.
    pub(super) fn worth_of_cell(&self, player: usize, cell: usize, role: Role) -> i32 {
        self.plan.shapes.worth(self.prospects[cell][player].shape)[role as usize]
    }

    /// The worth of the threats on the board to the player to move.
    pub(super) fn worth_of_threats(&self, mover: usize) -> i32 {
        match self.plan.marks[..] {
            [] => 0,
            _ => self.plan.marks[self.mark(mover)].into(),
        }
    }

    /// The move-ordering value of an empty cell to the player to move.
    pub(super) fn appeal(&self, mover: usize, cell: usize) -> i32 {
        let prospects = &self.prospects[cell];
        let [own, _] = self.plan.shapes.appeal(prospects[mover].shape);
        let [_, others] = self.plan.shapes.appeal(prospects[1 - mover].shape);
        own + others
    }

    /// The threat that a player's stone on an empty cell makes.
    pub(super) fn threat_of(&self, player: usize, cell: usize) -> Threat {
        self.plan.shapes.threat(self.prospects[cell][player].shape)
    }

    /// Calls `tell` for every empty cell with the kinds that a player's stone would give its lines.
    pub(super) fn each_prospect(&self, player: usize, mut tell: impl FnMut(usize, [Kind; 4])) {
        for cell in self.empty.cells() {
            tell(cell, self.prospects[cell][player].kinds);
        }
    }

    /// Whether neither player can complete a line through an empty cell.
    pub(super) fn is_dead(&self, cell: usize) -> bool {
        self.prospects[cell].iter().all(|prospect| prospect.shape == 0)
    }

    /// The empty cells on which a player's fours through `cell` would rest, including `cell`.
    pub(super) fn gaps_of_fours(&self, player: usize, cell: usize) -> Bits<W> {
        let mut gaps = Bits::EMPTY;
        let tracks = &self.plan.tracks;
        for (direction, spot) in tracks.spots(cell).into_iter().enumerate() {
            if self.prospects[cell][player].kinds[direction] < Kind::Four {
                continue;
            }
            let (own, taken) = self.line(player, usize::from(spot.track));
            let outlook = tracks.outlook(own, taken, usize::from(spot.at));
            let mut word = outlook.gaps_of_four(tracks.k());
            while word != 0 {
                let bit = word.trailing_zeros() as usize;
                gaps.insert(tracks.cell_in_outlook(cell, direction, bit));
                word &= word - 1;
            }
        }
        gaps
    }

    /// A player's own stones on a line, and the cells unavailable to that player.
    fn line(&self, player: usize, track: usize) -> (u64, u64) {
        let stones = self.lines[track];
        (stones[player], stones[1 - player] | self.plan.tracks.walls[track])
    }

    /// Adds or removes a stone on the four lines.
    fn toggle(&mut self, player: usize, cell: usize) {
        for spot in self.plan.tracks.spots(cell) {
            self.lines[usize::from(spot.track)][player] ^= 1 << self.plan.tracks.bit(spot);
        }
    }

    /// Evaluates a cell that has become empty.
    fn enter(&mut self, cell: usize) {
        for side in 0..2 {
            let mut prospect = NO_PROSPECT;
            for (direction, spot) in self.plan.tracks.spots(cell).into_iter().enumerate() {
                let (own, taken) = self.line(side, usize::from(spot.track));
                let outlook = self.plan.tracks.outlook(own, taken, usize::from(spot.at));
                let kind = self.plan.kinds.of(outlook);
                prospect.kinds[direction] = kind;
                prospect.shape += PLACES[direction] * kind as Shape;
            }
            self.prospects[cell][side] = prospect;
            self.count(side, cell, 1);
        }
    }

    /// Re-evaluates the empty cells whose outlook includes `cell`.
    fn look_around(&mut self, cell: usize) {
        let plan = self.plan;
        let tracks = &plan.tracks;
        for (direction, spot) in tracks.spots(cell).into_iter().enumerate() {
            for side in 0..2 {
                let (own, taken) = self.line(side, usize::from(spot.track));
                let mut empty = tracks.outlook(own, taken, usize::from(spot.at)).reach(tracks.k());
                while empty != 0 {
                    let bit = empty.trailing_zeros() as usize;
                    empty &= empty - 1;
                    let other = tracks.cell_in_outlook(cell, direction, bit);
                    let at = usize::from(spot.at) + bit + 1 - tracks.k();
                    let kind = plan.kinds.of(tracks.outlook(own, taken, at));
                    if self.prospects[other][side].kinds[direction] != kind {
                        self.change(side, other, direction, kind);
                    }
                }
            }
        }
    }

    /// Records the new kind of one of the lines through an empty cell.
    fn change(&mut self, side: usize, cell: usize, direction: usize, kind: Kind) {
        let prospect = &mut self.prospects[cell][side];
        let before = prospect.shape;
        let old = prospect.kinds[direction];
        self.changes.push(Change {
            cell: cell as u16,
            shape: before,
            side: side as u8,
            direction: direction as u8,
            kind: old,
        });
        prospect.kinds[direction] = kind;
        // Subtract the old kind first: adding the new one first might overflow a shape.
        prospect.shape =
            before - PLACES[direction] * old as Shape + PLACES[direction] * kind as Shape;
        let after = prospect.shape;
        let (shapes, sums) = (&self.plan.shapes, &mut self.sums);
        for role in 0..2 {
            sums.worth[side][role] += shapes.worth(after)[role] - shapes.worth(before)[role];
        }
        let (lost, gained) = (shapes.threat(before), shapes.threat(after));
        if lost != gained {
            sums.counts[side][lost as usize] -= 1;
            sums.counts[side][gained as usize] += 1;
            sums.cells[side][lost as usize].remove(cell);
            sums.cells[side][gained as usize].insert(cell);
        }
    }

    /// Adds an empty cell to a player's sums, or removes it.
    fn count(&mut self, side: usize, cell: usize, sign: i32) {
        let shape = self.prospects[cell][side].shape;
        let threat = self.plan.shapes.threat(shape) as usize;
        let worth = self.plan.shapes.worth(shape);
        for (sum, worth) in self.sums.worth[side].iter_mut().zip(worth) {
            *sum += sign * worth;
        }
        if sign > 0 {
            self.sums.counts[side][threat] += 1;
            self.sums.cells[side][threat].insert(cell);
        } else {
            self.sums.counts[side][threat] -= 1;
            self.sums.cells[side][threat].remove(cell);
        }
    }
}
