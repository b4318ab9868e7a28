//! Distances: the rounds of a slice correspond to plies, so the round in which a position is decided gives its
//! distance.
//!
//! Only Black's captures leave the slice. They lead to slices with known distances, so a capture counts from the
//! round in which its result is won; until then it is treated as an escape.
//!
//! ```text
//! round r   White, to move, wins in 2r − 1 plies      code r
//!           Black, to move, loses in 2r plies         code r + 1; 0 plies (blocked): code 1
//!           code 0 means neither
//! ```

use ninefold_games::morris::Points;

use super::board::in_mills;
use super::pack::Packing;
use super::parallel::share;
use super::row_index::{Indexer, RowIndex, WORD};
use super::rows::Rows;
use super::slice::{Work, points};

/// The codes of the slice with one white man less, for every row and packed place.
pub(super) struct Codes<'a> {
    pub(super) rows: &'a Rows,
    pub(super) wins: Vec<u8>,
    pub(super) packing: Packing,
}

/// The captures of one row that take effect later: `round << 24 | index`, the last round first.
pub(super) type Reveals = Vec<u32>;

const INDEX: u32 = (1 << 24) - 1;

/// Takes the next capture that takes effect in a round.
#[inline(always)]
pub(super) fn revealed(reveals: &mut Reveals, round: u32) -> Option<u32> {
    let next = reveals.pop_if(|next| *next >> 24 <= round)?;
    Some(next & INDEX)
}

/// For every row, the rounds in which Black's captures take effect.
///
/// `captures` are those that ever do. A result without a black mill cannot come from a capture.
pub(super) fn reveals(
    rows: &Rows,
    less: &Codes<'_>,
    captures: &[u64],
    most_black: u32,
    work: Work<'_>,
) -> Vec<Reveals> {
    let words = 1 << (rows.free() - WORD);
    let mut all: Vec<Reveals> = vec![Vec::new(); rows.len()];
    let items = rows.sets().iter().zip(captures.chunks(words)).zip(all.iter_mut());
    share(
        work.threads,
        items,
        || (),
        |(), ((&white, table), reveals)| {
            work.cpu.run(
                #[inline(always)]
                || reveals_of_row(white, less, table, most_black, reveals),
            );
        },
    );
    all
}

#[inline(always)]
fn reveals_of_row(
    white: Points,
    less: &Codes<'_>,
    table: &[u64],
    most_black: u32,
    reveals: &mut Reveals,
) {
    let frame = RowIndex::new(white);
    let positions = less.packing.positions();
    let results: Vec<(Indexer, &[u8])> = points(super::board::takeable(white))
        .map(|taken| {
            let (row, symmetry) = less.rows.find(white ^ 1 << taken);
            let indexer = Indexer::new(&RowIndex::new(less.rows.sets()[row]), symmetry);
            (indexer, &less.wins[row * positions..][..positions])
        })
        .collect();
    for (number, &word) in table.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            let index = (number as u32) << WORD | left.trailing_zeros();
            left &= left - 1;
            let black = frame.set(index);
            if !(3..=most_black).contains(&black.count_ones()) || in_mills(black) == 0 {
                continue;
            }
            let code = |(indexer, codes): &(Indexer, &[u8])| {
                codes[less.packing.place(indexer.index(black))]
            };
            let latest = results.iter().map(code).max().unwrap_or(0);
            reveals.push(u32::from(latest) << 24 | index);
        }
    }
    reveals.sort_unstable_by(|one, other| other.cmp(one));
}

/// The longest distance by the number of black men, from the codes of a plane.
pub(super) fn longest(codes: &[u8], packing: &Packing, wins: bool) -> [u32; 10] {
    let mut longest = [0; 10];
    for row in codes.chunks(packing.positions()) {
        for (men, longest) in longest.iter_mut().enumerate() {
            let code = row[packing.range(men as u32)].iter().max().copied().unwrap_or(0);
            *longest = code.max(*longest);
        }
    }
    let plies = |code: u8| match (code, wins) {
        (0, _) => 0,
        (code, true) => 2 * u32::from(code) - 1,
        (code, false) => 2 * u32::from(code) - 2,
    };
    longest.map(plies)
}
