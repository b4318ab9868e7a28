//! The positions of one row, in order.

use ninefold_games::morris::Points;

use super::context::{Circumstances, grade};
use super::shape::shape;
use super::space::{Space, as_played};
use crate::morris::board::mapped;
use crate::morris::rows::{binomial, next_of_size, rank_of};
use crate::morris::tables::Value;

/// The marker for a position that the book does not contain.
pub(super) const NOTHING: u8 = 3;

/// The maximum number of men of the side whose sets are enumerated.
const MOST_MEN: usize = 5;

/// The values of a row, two bits each: 0 for a loss, 1 for a draw, 2 for a win, 3 for none.
pub(super) struct Row(Box<[u8]>);

impl Row {
    /// The value at a place; `None` if the book does not contain the position.
    pub(super) fn value(&self, place: usize) -> Option<Value> {
        match self.0.get(place / 4)? >> (place % 4 * 2) & 3 {
            0 => Some(Value::Loss),
            1 => Some(Value::Draw),
            2 => Some(Value::Win),
            _ => None,
        }
    }

    /// Packs the values of a walk.
    pub(super) fn new(values: &[u8]) -> Row {
        let pack = |four: &[u8]| four.iter().rev().fold(0, |byte, &value| byte << 2 | value);
        Row(values.chunks(4).map(pack).collect())
    }
}

/// The place of a set within a row.
pub(super) fn place(row: Points, run: Points) -> usize {
    let (mut left, mut index) = (run, 0);
    while left != 0 {
        let man = left & left.wrapping_neg();
        index |= 1 << (!row & (man - 1)).count_ones();
        left ^= man;
    }
    rank_of(index)
}

/// Walks through a row and asks for the value of every position, passing its place and its context. Returns all
/// values by place.
///
/// Skips positions that are images of earlier ones under a symmetry of the row, and positions that the book does
/// not contain. Callers run it with [`Cpu::run`](crate::cpu::Cpu::run), since it counts many bits.
#[inline(always)]
pub(super) fn walk(
    space: Space,
    number: usize,
    mut ask: impl FnMut(usize, Circumstances) -> u8,
) -> Vec<u8> {
    let (rows, length) = (space.rows(), space.length());
    let row = rows.sets()[number];
    if !space.keeps_row(row) {
        return vec![NOTHING; length];
    }
    let mut values = Vec::with_capacity(length);
    let points: Vec<u32> = (0..24).filter(|point| row >> point & 1 == 0).collect();
    let symmetries = &rows.stabiliser(number)[1..];
    // How often the sets with one man less have been in lost, drawn and won positions so far.
    let smaller_sets = binomial(24 - space.row, space.run.saturating_sub(1)) as usize;
    let mut smaller = vec![[0_u16; 3]; smaller_sets];
    let mut index: u32 = (1 << space.run) - 1;
    for place in 0..length {
        let (mut run, mut ranks) = (0, [0; MOST_MEN]);
        for (rank, bit) in ranks.iter_mut().zip(each(index)) {
            run |= 1 << points[bit.trailing_zeros() as usize];
            *rank = rank_of(index ^ bit);
        }
        let ranks = &ranks[..space.run as usize];
        let value = if !space.keeps(row, run) {
            NOTHING
        } else if let Some(before) =
            symmetries.iter().map(|&symmetry| mapped(run, symmetry)).find(|&image| image < run)
        {
            values[self::place(row, before)]
        } else {
            let [mut lost, mut drawn, mut won] = [0; 3];
            for &rank in ranks {
                lost += u32::from(smaller[rank][0]);
                drawn += u32::from(smaller[rank][1]);
                won += u32::from(smaller[rank][2]);
            }
            let (own, other) = space.sides(as_played(row), as_played(run));
            let circumstances = Circumstances {
                shape: shape(own, other, space.is_ending()),
                won: grade(won, won + drawn + lost),
                lost: grade(lost, drawn + lost),
            };
            ask(place, circumstances)
        };
        if value != NOTHING {
            for &rank in ranks {
                smaller[rank][usize::from(value)] += 1;
            }
        }
        values.push(value);
        index = next_of_size(index);
    }
    values
}

/// The single points of a set.
#[inline(always)]
fn each(set: u32) -> impl Iterator<Item = u32> {
    let mut left = set;
    std::iter::from_fn(move || {
        let bit = left & left.wrapping_neg();
        left ^= bit;
        (bit != 0).then_some(bit)
    })
}
