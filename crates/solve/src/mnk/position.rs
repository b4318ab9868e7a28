//! One question about one position, and its static analysis.

use super::board::Board;
use super::lines::{Doubles, FULL, Lines};
use super::pairing::is_paired;
use super::word::Word;

/// The question whether the attacker can force a line before the defender makes one.
///
/// A line of the defender ends the game, so the defender's threats must be answered as the attacker's must.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position<W> {
    pub attacker: W,
    pub defender: W,
    /// Whether the attacker is to move.
    pub attacks: bool,
}

impl<W: Word> Position<W> {
    /// The position after the side to move takes a cell.
    pub fn play(mut self, cell: W) -> Position<W> {
        let stones = if self.attacks { &mut self.attacker } else { &mut self.defender };
        *stones |= cell;
        self.attacks = !self.attacks;
        self
    }

    /// The empty cells.
    pub fn empty(&self, board: &Board<W>) -> W {
        board.all() & !(self.attacker | self.defender)
    }
}

/// Which of the solver's cuts are enabled. All are by default; tests disable each one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cuts {
    /// The bound of Erdős and Selfridge.
    pub weights: bool,
    /// Pairing strategies.
    pub pairings: bool,
    /// Double threats decide the position, and restrict the replies.
    pub doubles: bool,
    /// Stones and cells without a live line are ignored.
    pub dead: bool,
    /// Images under the board's symmetries count as one position.
    pub symmetry: bool,
    /// The Maker–Breaker search is tried first.
    pub breaker: bool,
}

impl Cuts {
    /// All cuts.
    pub const ALL: Cuts = Cuts {
        weights: true,
        pairings: true,
        doubles: true,
        dead: true,
        symmetry: true,
        breaker: true,
    };
    /// No cuts except the rules: win now, or block.
    pub const NONE: Cuts = Cuts {
        weights: false,
        pairings: false,
        doubles: false,
        dead: false,
        symmetry: false,
        breaker: false,
    };
}

impl Default for Cuts {
    fn default() -> Cuts {
        Cuts::ALL
    }
}

/// The result of the static analysis.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sight<W> {
    /// The attacker forces a line.
    Proved,
    /// The attacker cannot force a line.
    Disproved,
    /// Undecided; one of these cells is as good as any move of the side to move.
    Open(Open<W>),
}

/// An undecided position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open<W> {
    /// The moves to try.
    pub moves: W,
    /// Identifies the position up to dead stones: the cells that the attacker may still use or has used, then the
    /// defender's. An empty cell is in both, a dead one in neither.
    pub sets: (W, W),
}

/// Analyses a position in which neither side has a line.
pub(super) fn look<W: Word>(board: &Board<W>, cuts: Cuts, position: &Position<W>) -> Sight<W> {
    let empty = position.empty(board);
    let attack = Lines::new(board, position.attacker, position.defender);
    let defence = Lines::new(board, position.defender, position.attacker);
    let (own, other, won, lost) = if position.attacks {
        (&attack, &defence, Sight::Proved, Sight::Disproved)
    } else {
        (&defence, &attack, Sight::Disproved, Sight::Proved)
    };
    // Win now. Neither side can on a full board, and the attacker has not won.
    if own.one != W::EMPTY {
        return won;
    }
    if empty == W::EMPTY {
        return Sight::Disproved;
    }
    // Block, or lose to the threat that is not blocked.
    if other.one.count_ones() > 1 {
        return lost;
    }
    let mut moves = if other.one != W::EMPTY { other.one } else { empty };
    // The attacker has no window left.
    if cuts.dead && attack.cover == W::EMPTY {
        return Sight::Disproved;
    }
    if cuts.weights && bounded(position, &attack) {
        return Sight::Disproved;
    }
    if cuts.doubles {
        match narrowed(board, own, other, empty, moves) {
            Narrowed::Won => return won,
            Narrowed::To(few) => moves = few,
        }
        if moves == W::EMPTY {
            return lost;
        }
    }
    if cuts.pairings && attack.one == W::EMPTY && is_paired(board, &attack, empty) {
        return Sight::Disproved;
    }
    let mut sets = (position.attacker | empty, position.defender | empty);
    if cuts.dead {
        // A stone on a dead cell is a pass, and a stone never hurts: any other cell is as good. The moves left
        // after blocking and narrowing are already in live windows.
        let live = attack.cover | defence.cover;
        moves &= live;
        let used = empty & live;
        sets = (position.attacker & attack.cover | used, position.defender & defence.cover | used);
    }
    Sight::Open(Open { moves, sets })
}

/// Whether the attacker's windows weigh too little (Erdős and Selfridge 1973).
///
/// A window with e empty cells weighs 2^−e, a full one 1. Let the defender always take the cell whose windows weigh
/// most: the weight removed is at least what the attacker's next stone adds, so the sum never grows from one
/// defender's turn to the next. Below 1 it stays there and no window is ever filled. If the attacker is to move,
/// the attacker's stone at most doubles the sum, so less than 1/2 is sufficient.
pub(super) fn bounded<W: Word>(position: &Position<W>, attack: &Lines<W>) -> bool {
    attack.weight < if position.attacks { FULL / 2 } else { FULL }
}

enum Narrowed<W> {
    Won,
    To(W),
}

/// Double threats of the side to move decide the position; those of the other side leave few replies.
///
/// Neither side can win now, and `moves` are those left after blocking. A stone of the side to move that threatens
/// two cells wins: the other side has no window with one empty cell, so it can only block, and only once. If the
/// other side has such a cell, the side to move must stop it, or make threats of its own, which must be answered;
/// every other stone loses to the double threat. If a threat must be blocked, the block is the only move and
/// nothing is narrowed.
fn narrowed<W: Word>(
    board: &Board<W>,
    own: &Lines<W>,
    other: &Lines<W>,
    empty: W,
    moves: W,
) -> Narrowed<W> {
    let ours = own.doubles(board, empty);
    if ours.makers & moves != W::EMPTY {
        return Narrowed::Won;
    }
    if other.one != W::EMPTY {
        return Narrowed::To(moves);
    }
    let Doubles { makers, cure, .. } = other.doubles(board, empty);
    Narrowed::To(if makers != W::EMPTY { moves & (cure | ours.forcing) } else { moves })
}
