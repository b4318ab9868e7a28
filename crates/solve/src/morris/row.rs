//! One row in one round: first the rows whose turn it is make White's moves, then Black's.
//!
//! ```text
//!  neighbours                    this row                           neighbours' next round
//!  lost, takings ──White moves──▶ wins │ ──Black moves──▶ lost ──White takes──▶ takings
//! ```
//!
//! `wins` holds the black sets against which White, to move, wins; `lost` those against which White wins with Black
//! to move; `takings` those from which White, having just closed a mill, takes a man and wins. White's moves read
//! the neighbours' `lost` and `takings` and write `wins`. Black's moves stay inside the row and write the other
//! two. So no row reads what another writes. A row with many new positions is processed as a whole, 256 positions
//! at a time; a row with few, position by position. The counts decide which is cheaper.

use ninefold_games::morris::Points;

use super::black::{Outlook, Stepper, newly_lost_flying, set, vectors, vectors_mut};
use super::board::{IDENTITY, INVERSE, in_mills, mapped, mapped_point};
use super::distance::{Reveals, revealed};
use super::pack::Packing;
use super::permute::Permutation;
use super::row_changes::{Change, Gain, RowChanges, count, each_index, few_wins};
use super::row_index::{Indexer, NONE, RowIndex, Steps, Vector, WORD, sizes};
use super::slice::Edge;
use super::taking::{before_taking, each_before_taking};

/// What White's moves read from the other rows.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    /// The white sets of all rows.
    pub(super) rows: &'a [Points],
    /// The changes in each row in the previous round.
    pub(super) changes: &'a [Change],
    /// Black to move loses: the truth tables of all rows.
    pub(super) lost: &'a [u64],
    /// White takes a man and wins.
    pub(super) takings: &'a [u64],
}

impl Field<'_> {
    fn changes(&self, edge: &Edge) -> &RowChanges {
        self.changes[edge.row as usize].after(edge.closes)
    }
}

/// The truth tables of a row, as Black's moves use them.
pub(super) struct Planes<'a> {
    /// White to move wins.
    pub(super) wins: &'a [u64],
    /// Black to move loses.
    pub(super) lost: &'a mut [u64],
    /// White takes a man and wins.
    pub(super) takings: &'a mut [u64],
    /// White wins whichever white man Black takes.
    pub(super) captures: &'a mut [u64],
    /// The distances of the row, if requested.
    pub(super) depths: Option<Depths<'a>>,
}

/// The distances of a row with White to move.
pub(super) struct WinCodes<'a> {
    /// The codes by packed place.
    pub(super) codes: &'a mut [u8],
    pub(super) packing: &'a Packing,
    pub(super) round: u32,
}

impl WinCodes<'_> {
    #[inline(always)]
    fn record(&mut self, men: u32) {
        self.codes[self.packing.place(men)] = self.round as u8;
    }
}

/// The distances of a row with Black to move.
pub(super) struct Depths<'a> {
    /// The codes by packed place.
    pub(super) lost: &'a mut [u8],
    /// Captures that take effect later.
    pub(super) reveals: &'a mut Reveals,
    pub(super) packing: &'a Packing,
}

impl Depths<'_> {
    #[inline(always)]
    fn record(&mut self, men: u32, round: u32) {
        self.lost[self.packing.place(men)] = round as u8 + 1;
    }
}

/// The workspace for processing rows.
pub(super) struct Bench {
    permutation: Permutation,
    arrived: Vec<u64>,
    escapes: Vec<u64>,
    fresh: Vec<u64>,
    before: Vec<u64>,
    new_wins: Vec<u32>,
    new_lost: Vec<u32>,
    flying: [Vector; 17],
    stepping: [Vector; 17],
    any: [Vector; 17],
    most_black: u32,
    /// The number of positions found.
    pub(super) found: u64,
}

impl Bench {
    /// Creates a workspace for rows of this many words and positions with at most this many black men.
    pub(super) fn new(words: usize, most_black: u32) -> Bench {
        Bench {
            permutation: Permutation::new(),
            arrived: vec![0; words],
            escapes: vec![0; words],
            fresh: vec![0; words],
            before: vec![0; words],
            new_wins: Vec::new(),
            new_lost: Vec::new(),
            flying: sizes(3, 3),
            stepping: sizes(4, most_black),
            any: sizes(3, most_black),
            most_black,
            found: 0,
        }
    }

    /// The first round: positions lost without any known win, and captures that leave two men.
    #[inline(always)]
    pub(super) fn begin(&mut self, white: Points, planes: &mut Planes<'_>, change: &mut Change) {
        let frame = RowIndex::new(white);
        self.new_lost.clear();
        self.judge_row(&frame, &frame.steps(), planes, true);
        let three = self.flying;
        for (number, before) in vectors_mut(&mut self.before).iter_mut().enumerate() {
            *before = three[number.count_ones() as usize];
        }
        self.record_fresh(planes, 0);
        self.pass_on(&frame, planes, change);
    }

    /// White's moves out of a row in a later round; `wins` receives the result.
    #[inline(always)]
    pub(super) fn white_moves(
        &mut self,
        white: Points,
        edges: &[Edge],
        field: Field<'_>,
        wins: &mut [u64],
        gain: &mut Gain,
        mut codes: Option<WinCodes<'_>>,
    ) {
        let mut pieces = 0;
        let mut many = false;
        for edge in edges {
            let changes = field.changes(edge);
            pieces += changes.sets.len();
            many |= changes.many;
        }
        if pieces == 0 && !many {
            return;
        }
        let frame = RowIndex::new(white);
        let indexer = Indexer::new(&frame, IDENTITY);
        let words = wins.len();
        if !many && pieces < words {
            for edge in edges {
                each_arrival(&indexer, edge, &field.changes(edge).sets, |index| {
                    if set(wins, index) {
                        gain.indices.push(index);
                    }
                });
            }
            self.found += gain.indices.len() as u64;
            if let Some(codes) = &mut codes {
                gain.indices.iter().for_each(|&men| codes.record(men));
            }
            if !few_wins(gain.indices.len(), words) {
                gain.many = true;
                gain.flies = gain.indices.iter().any(|men| men.count_ones() == 3);
                gain.indices.clear();
            }
            return;
        }
        self.arrive(&frame, &indexer, edges, field, wins);
        let count = count(&self.arrived);
        self.found += count as u64;
        if few_wins(count, words) {
            each_index(&self.arrived, |index| gain.indices.push(index));
        } else {
            gain.many = true;
            gain.flies = vectors(&self.arrived).iter().enumerate().any(|(number, arrived)| {
                let three = &self.flying[number.count_ones() as usize];
                arrived.iter().zip(three).any(|(arrived, three)| arrived & three != 0)
            });
        }
        if let Some(codes) = &mut codes {
            each_index(&self.arrived, |men| codes.record(men));
        }
    }

    /// White's moves into this row's frame, as whole rows if there are many positions; `arrived` receives the new
    /// ones.
    #[inline(always)]
    fn arrive(
        &mut self,
        frame: &RowIndex,
        indexer: &Indexer,
        edges: &[Edge],
        field: Field<'_>,
        wins: &mut [u64],
    ) {
        self.arrived.fill(0);
        for edge in edges {
            let changes = field.changes(edge);
            if changes.many {
                let row = edge.row as usize;
                let plane = if edge.closes { field.takings } else { field.lost };
                plan(&mut self.permutation, frame, edge, field.rows[row]);
                let take = |word: &mut u64, carried: u64| *word |= carried;
                let table = &plane[row * wins.len()..][..wins.len()];
                self.permutation.carry(table, &mut self.arrived, take);
            } else {
                each_arrival(indexer, edge, &changes.sets, |index| {
                    self.arrived[(index >> WORD) as usize] |= 1 << (index & 63);
                });
            }
        }
        for (arrived, wins) in self.arrived.iter_mut().zip(wins) {
            *arrived &= !*wins;
            *wins |= *arrived;
        }
    }

    /// Black's moves inside a row after White's moves brought a gain.
    #[inline(always)]
    pub(super) fn black_moves(
        &mut self,
        white: Points,
        gain: &Gain,
        round: u32,
        planes: &mut Planes<'_>,
        change: &mut Change,
    ) {
        self.new_wins.clear();
        self.new_wins.extend(&gain.indices);
        if let Some(depths) = &mut planes.depths {
            while let Some(after) = revealed(depths.reveals, round) {
                set(planes.captures, after);
                self.new_wins.push(after);
            }
        }
        let whole = gain.many || !few_wins(self.new_wins.len(), planes.wins.len());
        if !whole && self.new_wins.is_empty() {
            return;
        }
        let flies = gain.flies || self.new_wins.iter().any(|men| men.count_ones() == 3);
        let frame = RowIndex::new(white);
        let steps = frame.steps();
        self.new_lost.clear();
        if whole {
            self.judge_row(&frame, &steps, planes, flies);
            self.record_fresh(planes, round);
            self.before.fill(0);
            self.pass_on(&frame, planes, change);
            return;
        }
        let stepper = Stepper::new(&steps);
        let outlook = Outlook { wins: planes.wins, captures: planes.captures };
        for &after in self.new_wins.iter().filter(|men| men.count_ones() > 3) {
            stepper.newly_lost(&outlook, after, planes.lost, &mut self.new_lost);
        }
        if flies {
            newly_lost_flying(&frame, &outlook, planes.lost, &mut self.new_lost);
        }
        if let Some(depths) = &mut planes.depths {
            self.new_lost.iter().for_each(|&men| depths.record(men, round));
        }
        self.pass_on_singly(&frame, planes, change);
    }

    /// Black's moves for the whole row; `fresh` and the plane receive the new losses.
    #[inline(always)]
    fn judge_row(&mut self, frame: &RowIndex, steps: &Steps, planes: &mut Planes<'_>, flies: bool) {
        let outlook = Outlook { wins: planes.wins, captures: planes.captures };
        self.escapes.fill(0);
        outlook.escapes(steps, &mut self.escapes);
        let escapes = vectors(&self.escapes);
        let fresh = vectors_mut(&mut self.fresh);
        for (number, lost) in vectors_mut(planes.lost).iter_mut().enumerate() {
            let valid = self.stepping[number.count_ones() as usize];
            for lane in 0..4 {
                fresh[number][lane] = !escapes[number][lane] & valid[lane] & !lost[lane];
                lost[lane] |= fresh[number][lane];
            }
        }
        if flies {
            newly_lost_flying(frame, &outlook, planes.lost, &mut self.new_lost);
            for &men in &self.new_lost {
                self.fresh[(men >> WORD) as usize] |= 1 << (men & 63);
            }
        }
    }

    /// Records the distance of the new losses in `fresh`.
    #[inline(always)]
    fn record_fresh(&self, planes: &mut Planes<'_>, round: u32) {
        let Some(depths) = &mut planes.depths else { return };
        each_index(&self.fresh, |men| depths.record(men, round));
    }

    /// Reports the new losses in `fresh` to the neighbours; `before` may already contain takings.
    #[inline(always)]
    fn pass_on(&mut self, frame: &RowIndex, planes: &mut Planes<'_>, change: &mut Change) {
        self.found += count(&self.fresh) as u64;
        let needs = Needs::of(frame.white);
        if needs.takings {
            before_taking(frame, &self.fresh, &mut self.before);
            for (number, known) in vectors_mut(planes.takings).iter_mut().enumerate() {
                let valid = self.any[number.count_ones() as usize];
                let before = &mut vectors_mut(&mut self.before)[number];
                for lane in 0..4 {
                    before[lane] &= valid[lane] & !known[lane];
                    known[lane] |= before[lane];
                }
            }
            change.takings.tell(frame, &self.before);
        }
        if needs.lost {
            change.lost.tell(frame, &self.fresh);
        }
    }

    /// Reports a small number of new losses.
    #[inline(always)]
    fn pass_on_singly(&mut self, frame: &RowIndex, planes: &mut Planes<'_>, change: &mut Change) {
        self.found += self.new_lost.len() as u64;
        let needs = Needs::of(frame.white);
        if needs.takings {
            for &men in self.new_lost.iter().filter(|men| men.count_ones() < self.most_black) {
                each_before_taking(frame, men, |before| {
                    if set(planes.takings, before) {
                        change.takings.sets.push(frame.set(before));
                    }
                });
            }
        }
        if needs.lost {
            change.lost.sets.extend(self.new_lost.iter().map(|&men| frame.set(men)));
        }
    }
}

/// What moves into a row can read from it.
struct Needs {
    lost: bool,
    takings: bool,
}

impl Needs {
    /// If every white man is in a mill, the last move closed one; if none is, it did not.
    fn of(white: Points) -> Needs {
        let mills = in_mills(white);
        Needs { lost: mills != white, takings: mills != 0 }
    }
}

/// Calls `arrive` with the index, in this row's frame, of every set that a white move leads to.
#[inline(always)]
fn each_arrival(indexer: &Indexer, edge: &Edge, sets: &[Points], mut arrive: impl FnMut(u32)) {
    let left = 1 << mapped_point(edge.from, edge.symmetry);
    let back = INVERSE[usize::from(edge.symmetry)];
    // The point that White leaves cannot hold a black man.
    for &set in sets.iter().filter(|&set| set & left == 0) {
        arrive(indexer.index(mapped(set, back)));
    }
}

/// Plans the conversion of a neighbour's truth table to this row's frame.
#[inline(always)]
fn plan(permutation: &mut Permutation, frame: &RowIndex, edge: &Edge, neighbour: Points) {
    let variable_of = |point: u8| {
        let image = mapped_point(point, edge.symmetry);
        (!neighbour & ((1 << image) - 1)).count_ones() as u8
    };
    let mut source_of = [NONE; 24];
    for (variable, &point) in frame.points[..frame.free as usize].iter().enumerate() {
        if point != edge.to {
            source_of[variable] = variable_of(point);
        }
    }
    let free = frame.free;
    permutation.plan(&source_of[..free as usize], free, Some(variable_of(edge.from)));
}
