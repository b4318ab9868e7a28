//! The placing phase: 18 layers, each computed from the next.
//!
//! A layer is the number of men placed so far, which determines whose turn it is and the men in hand. As in the
//! middle game, only white wins are computed, on the same rows. White may be the side that places first or second,
//! so there are two chains of layers.
//!
//! ```text
//! layer   0   1   2  …  16  17  18 = the middle game
//! turn    1st 2nd 1st   1st 2nd 1st
//! ```
//!
//! Not every layer is stored: see [`Layer::is_kept`].

use ninefold_games::morris::Points;

use super::black::{vectors, vectors_mut};
use super::board::{ALL, in_mills, mapped_point};
use super::parallel::share;
use super::permute::Permutation;
use super::row_index::{Conjunction, LOW, NONE, ONES, RowIndex, Vector, WORD, sizes};
use super::rows::Rows;
use super::slice::{Work, points, write_captures};
use super::taking::before_taking;
use crate::huge_pages::{BufferPool, zeros};

/// The last layer that is stored on disk.
const LAST_KEPT: u32 = 13;

/// The total number of men placed.
pub(super) const LAYERS: u32 = 18;
/// The number of men each side places.
const MEN: u32 = 9;
/// A side with fewer men has lost.
const ENOUGH: u32 = 3;

/// A layer from White's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layer {
    /// The number of men placed.
    pub(super) placed: u32,
    /// Whether White is the side that places first.
    pub(super) first: bool,
}

impl Layer {
    /// Whether the layer is stored on disk.
    ///
    /// The last layers are as large as the middle game and one to four plies away from it, so they are searched
    /// instead; of the others every second one is stored.
    pub(super) fn is_kept(placed: u32) -> bool {
        placed <= LAST_KEPT && placed % 2 == LAST_KEPT % 2
    }

    /// The stored layers, the last first.
    pub(super) fn kept() -> impl Iterator<Item = u32> + Clone {
        (0..LAYERS).rev().filter(|&placed| Layer::is_kept(placed))
    }

    /// Whether White is to move.
    pub(super) fn white_to_move(self) -> bool {
        self.placed.is_multiple_of(2) == self.first
    }

    /// The numbers of men that White and Black have placed: the maximum on the board.
    pub(super) fn placed_by(self) -> (u32, u32) {
        let (first, second) = (self.placed.div_ceil(2), self.placed / 2);
        if self.first { (first, second) } else { (second, first) }
    }

    /// Whether the game is over with these numbers of men on the board, and if so, whether White wins.
    fn decided(self, white: u32, black: u32) -> Option<bool> {
        let (white_placed, black_placed) = self.placed_by();
        let left = |men: u32, placed: u32| men + MEN - placed;
        if left(white, white_placed) < ENOUGH {
            Some(false)
        } else {
            (left(black, black_placed) < ENOUGH).then_some(true)
        }
    }
}

/// The white wins of a layer: for each number of white men on the board, one truth table per row.
pub(super) struct Planes(pub(super) Vec<Vec<u64>>);

fn words(white: u32) -> usize {
    1 << (24 - white - WORD)
}

/// The number of words of a plane.
fn plane_words(white: u32) -> usize {
    Rows::of(white).len() * words(white)
}

/// The number of words of the largest plane.
pub(super) fn most_words() -> usize {
    (0..=MEN).map(plane_words).max().unwrap_or(0)
}

impl Planes {
    /// The layer in which all men are placed, from the tables of the middle game for three and more white men, by
    /// the number of white men.
    pub(super) fn last(first: bool, mut middle_game: impl FnMut(u32) -> Vec<u64>) -> Planes {
        let layer = Layer { placed: LAYERS, first };
        let plane = |white| {
            let mut plane = match white {
                ENOUGH.. => middle_game(white),
                _ => zeros(plane_words(white)),
            };
            settle(layer, white, &mut plane);
            plane
        };
        // The largest first, so that the others reuse its buffer.
        let mut planes: Vec<_> = (0..=MEN).rev().map(plane).collect();
        planes.reverse();
        Planes(planes)
    }

    /// Computes the previous layer, consuming this one.
    pub(super) fn before(mut self, layer: Layer, work: Work<'_>, spare: &mut BufferPool) -> Planes {
        let (most_white, _) = layer.placed_by();
        let mut planes: Vec<Vec<u64>> = vec![Vec::new(); most_white as usize + 1];
        if layer.white_to_move() {
            let mut takings = spare.take(most_words());
            for white in 0..=most_white {
                let after = std::mem::take(&mut self.0[white as usize + 1]);
                let mut plane = spare.take(plane_words(white));
                white_places(white, &after, &mut takings[..after.len()], &mut plane, work);
                planes[white as usize] = plane;
                spare.give(after);
            }
            spare.give(takings);
        } else {
            for white in (0..=most_white).rev() {
                let after = std::mem::take(&mut self.0[white as usize]);
                let (rows, mut plane) = (Rows::of(white), spare.take(plane_words(white)));
                match white.checked_sub(1) {
                    Some(less) => {
                        let wins = &self.0[less as usize];
                        write_captures(rows, Rows::of(less), wins, &mut plane, work);
                    }
                    None => plane.fill(!0),
                }
                black_places(rows, &after, &mut plane, work);
                planes[white as usize] = plane;
                spare.give(after);
            }
        }
        self.retire(spare);
        for (white, plane) in planes.iter_mut().enumerate() {
            settle(layer, white as u32, plane);
        }
        Planes(planes)
    }

    /// Returns the buffers of the planes to the pool.
    pub(super) fn retire(self, spare: &mut BufferPool) {
        self.0.into_iter().for_each(|plane| spare.give(plane));
    }
}

/// Sets the positions that are decided without a move, and clears those that are invalid.
fn settle(layer: Layer, white: u32, plane: &mut [u64]) {
    let (_, most_black) = layer.placed_by();
    let decided = |black| layer.decided(white, black);
    let open: Vec<u32> = (0..=most_black).filter(|&black| decided(black).is_none()).collect();
    let won = (0..=most_black).filter(|&black| decided(black) == Some(true)).max();
    // The fewer men Black has, the sooner Black is out, so both are ranges.
    let nothing = [[0; 4]; 17];
    let open = match (open.first(), open.last()) {
        (Some(&least), Some(&most)) => sizes(least, most),
        _ => nothing,
    };
    let won = won.map_or(nothing, |most| sizes(0, most));
    let row = words(white) / 4;
    for (number, vector) in vectors_mut(plane).iter_mut().enumerate() {
        let above = (number % row).count_ones() as usize;
        for lane in 0..4 {
            vector[lane] = vector[lane] & open[above][lane] | won[above][lane];
        }
    }
}

/// White places a man on any empty point: the best of the rows with one man more. Written to `plane`; `takings` is
/// a buffer for the rows after captures.
fn white_places(white: u32, after: &[u64], takings: &mut [u64], plane: &mut [u64], work: Work<'_>) {
    let (rows, more) = (Rows::of(white), Rows::of(white + 1));
    let (words, more_words) = (words(white), words(white + 1));
    write_takings(more, after, takings, work);
    let items = rows.sets().iter().zip(plane.chunks_mut(words));
    share(work.threads, items, Permutation::new, |permutation, (&set, table)| {
        work.cpu.run(
            #[inline(always)]
            || {
                let frame = RowIndex::new(set);
                table.fill(0);
                for to in points(ALL & !set) {
                    let (row, symmetry) = more.find(set | 1 << to);
                    let closes = in_mills(set | 1 << to) >> to & 1 != 0;
                    let source = if closes { &*takings } else { after };
                    let source = &source[row * more_words..][..more_words];
                    plan(permutation, &frame, more.sets()[row], symmetry, to);
                    permutation.carry(source, table, |word, carried| *word |= carried);
                }
            },
        );
    });
}

/// The sets from which White takes a man and wins, for rows with a mill; other rows are never read.
fn write_takings(rows: &Rows, after: &[u64], takings: &mut [u64], work: Work<'_>) {
    let words = words(rows.men());
    let items = rows.sets().iter().zip(after.chunks(words)).zip(takings.chunks_mut(words));
    share(
        work.threads,
        items,
        || (),
        |(), ((&set, after), takings)| {
            if in_mills(set) != 0 {
                takings.fill(0);
                work.cpu.run(
                    #[inline(always)]
                    || before_taking(&RowIndex::new(set), after, takings),
                );
            }
        },
    );
}

/// Plans the conversion of a row with one white man more to a row's frame.
#[inline(always)]
fn plan(permutation: &mut Permutation, frame: &RowIndex, more: Points, symmetry: u8, to: u8) {
    let free = frame.free as usize;
    let mut source_of = [NONE; 24];
    for (variable, &point) in frame.points[..free].iter().enumerate() {
        if point != to {
            let image = mapped_point(point, symmetry);
            source_of[variable] = (!more & ((1 << image) - 1)).count_ones() as u8;
        }
    }
    permutation.plan(&source_of[..free], frame.free - 1, None);
}

/// Black places a man on any empty point: White must win after all of them. The result replaces `taken`.
fn black_places(rows: &Rows, after: &[u64], taken: &mut [u64], work: Work<'_>) {
    let words = words(rows.men());
    let items = rows.sets().iter().zip(after.chunks(words)).zip(taken.chunks_mut(words));
    let room = || vec![0; words];
    share(work.threads, items, room, |escapes, ((&set, after), table)| {
        work.cpu.run(
            #[inline(always)]
            || {
                let frame = RowIndex::new(set);
                escapes.fill(0);
                for variable in 0..frame.free as u8 {
                    place(&frame, variable, vectors(after), vectors(table), vectors_mut(escapes));
                }
                for (word, escapes) in table.iter_mut().zip(escapes) {
                    *word = !*escapes;
                }
            },
        );
    });
}

/// Marks the sets in which a man placed on this point saves Black from losing.
#[inline(always)]
fn place(
    frame: &RowIndex,
    variable: u8,
    after: &[Vector],
    taken: &[Vector],
    escapes: &mut [Vector],
) {
    let mut closes = [Conjunction::NEVER; 2];
    for (closes, line) in closes.iter_mut().zip(frame.lines_through(variable)) {
        *closes = Conjunction::of(&line);
    }
    match u32::from(variable) {
        0..WORD => {
            let (shift, zeros) = (1 << variable, !ONES[usize::from(variable)][0]);
            lower(&closes, 0, after, taken, escapes, |lost, lane| lost[lane] >> shift & zeros);
        }
        WORD => {
            lower(&closes, 0, after, taken, escapes, |lost, lane| [lost[1], 0, lost[3], 0][lane])
        }
        7 => lower(&closes, 0, after, taken, escapes, |lost, lane| [lost[2], lost[3], 0, 0][lane]),
        high => {
            let high = 1 << (high - LOW);
            lower(&closes, high, after, taken, escapes, |lost, lane| lost[lane]);
        }
    }
}

#[inline(always)]
fn lower(
    closes: &[Conjunction; 2],
    high: u32,
    after: &[Vector],
    taken: &[Vector],
    escapes: &mut [Vector],
    before: impl Fn(&Vector, usize) -> u64,
) {
    let mut vector = high;
    for _ in 0..after.len() >> high.count_ones() {
        let (wins, takes) = (after[vector as usize], taken[vector as usize]);
        let (one, other) = (closes[0].at(vector), closes[1].at(vector));
        let lost = std::array::from_fn(|lane| {
            !(wins[lane] ^ ((wins[lane] ^ takes[lane]) & (one[lane] | other[lane])))
        });
        let found = &mut escapes[(vector ^ high) as usize];
        for (lane, found) in found.iter_mut().enumerate() {
            *found |= before(&lost, lane);
        }
        vector = (vector + 1) | high;
    }
}
