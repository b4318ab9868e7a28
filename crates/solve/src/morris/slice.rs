//! All positions with one number of white men, solved in rounds.

use std::iter::repeat_with;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ninefold_games::morris::Points;

use super::board::{ALL, in_mills, mapped_point, neighbours, takeable};
use super::depth::{self, Codes, Reveals};
use super::frame::{Frame, WORD};
use super::news::{Change, Gain};
use super::pack::Packing;
use super::permute::Permutation;
use super::row::{Bench, Depths, Field, Planes, WinCodes};
use super::rows::Rows;
use super::share::share;
use crate::cpu::Cpu;
use crate::room::zeros;

/// A white move out of a row, as the row sees it.
pub(super) struct Edge {
    /// The row the move leads to.
    pub(super) row: u32,
    /// The symmetry that carries the white set after the move to that row's.
    pub(super) symmetry: u8,
    /// The point White leaves.
    pub(super) from: u8,
    /// The point White goes to.
    pub(super) to: u8,
    /// Whether the move closes a mill.
    pub(super) closes: bool,
}

/// How a slice is worked on.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    /// How many threads there are.
    pub(super) threads: usize,
    /// Which compilation of the inner loops runs.
    pub(super) cpu: Cpu,
    /// Set by somebody who wants it to end.
    pub(super) stop: &'a AtomicBool,
}

/// The solved positions with one number of white men.
pub(super) struct Slice {
    /// White to move wins: one truth table a row.
    pub(super) wins: Vec<u64>,
    /// Black to move loses.
    pub(super) lost: Vec<u64>,
}

/// What the distances of a slice need and give.
pub(super) struct Distances<'a> {
    /// The distances of the slice with one white man less.
    pub(super) less: Option<Codes<'a>>,
    /// The distances of the slice: codes of wins and of losses by packed place.
    pub(super) wins: Vec<u8>,
    pub(super) lost: Vec<u8>,
}

/// Rows are handed to threads in bundles.
const BUNDLE: usize = 4;

impl Slice {
    /// Solves a slice, given the white wins of the slice with one white man less.
    ///
    /// `watch` hears of every round: its number and how many positions it decided. Nothing is
    /// returned when the work was stopped.
    pub(super) fn solve(
        rows: &Rows,
        less: Option<(&Rows, Vec<u64>)>,
        most_black: u32,
        mut distances: Option<&mut Distances<'_>>,
        work: Work<'_>,
        watch: &mut dyn FnMut(u32, u64),
    ) -> Option<Slice> {
        let words = 1 << (rows.free() - WORD);
        let mut captures = match less {
            Some((less_rows, less_wins)) => captures(rows, less_rows, &less_wins, work),
            None => zeros(rows.len() * words),
        };
        let packing = Packing::new(rows.free(), 3, most_black);
        let mut reveals: Vec<Reveals> = Vec::new();
        let mut positions = 0;
        if let Some(distances) = &mut distances {
            positions = packing.positions();
            reveals = match distances.less.take() {
                Some(less) => depth::reveals(rows, &less, &captures, most_black, work),
                None => vec![Vec::new(); rows.len()],
            };
            captures.fill(0);
            distances.wins = zeros(rows.len() * positions);
            distances.lost = zeros(rows.len() * positions);
        }
        let edges: Vec<Vec<Edge>> = (0..rows.len()).map(|row| edges(rows, row)).collect();
        let empty = || zeros::<u64>(rows.len() * words);
        let (mut wins, mut lost, mut takings) = (empty(), empty(), empty());
        let mut changes: Vec<Change> = Vec::new();
        changes.resize_with(rows.len(), Change::default);
        let mut gains: Vec<Gain> = Vec::new();
        gains.resize_with(rows.len(), Gain::default);
        // Without distances there are no codes, and no chunks of them.
        let (mut none_won, mut none_lost) = (Vec::new(), Vec::new());
        let (win_codes, lost_codes) = match distances {
            Some(distances) => (&mut distances.wins, &mut distances.lost),
            None => (&mut none_won, &mut none_lost),
        };
        let codes = (BUNDLE * positions).max(1);
        let bench = || Bench::new(words, most_black);
        for round in 0.. {
            if work.stop.load(Ordering::Relaxed) {
                return None;
            }
            let found = AtomicU64::new(0);
            if round > 0 {
                let field =
                    Field { rows: rows.sets(), changes: &changes, lost: &lost, takings: &takings };
                let bundles = rows
                    .sets()
                    .chunks(BUNDLE)
                    .zip(edges.chunks(BUNDLE))
                    .zip(wins.chunks_mut(BUNDLE * words))
                    .zip(gains.chunks_mut(BUNDLE))
                    .zip(win_codes.chunks_mut(codes).map(Some).chain(repeat_with(|| None)));
                share(work.threads, bundles, bench, |bench, bundle| {
                    let ((((sets, edges), wins), gains), mut codes) = bundle;
                    for (row, &white) in sets.iter().enumerate() {
                        let wins = &mut wins[row * words..][..words];
                        let codes = codes.as_mut().map(|codes| WinCodes {
                            codes: &mut codes[row * positions..][..positions],
                            packing: &packing,
                            round,
                        });
                        let (edges, gain) = (&edges[row], &mut gains[row]);
                        gain.clear();
                        work.cpu.run(
                            #[inline(always)]
                            || bench.white_moves(white, edges, field, wins, gain, codes),
                        );
                    }
                    found.fetch_add(std::mem::take(&mut bench.found), Ordering::Relaxed);
                });
            }
            let depths = lost_codes.chunks_mut(codes).zip(reveals.chunks_mut(BUNDLE));
            let bundles = rows
                .sets()
                .chunks(BUNDLE)
                .zip(gains.chunks(BUNDLE))
                .zip(changes.chunks_mut(BUNDLE))
                .zip(wins.chunks(BUNDLE * words))
                .zip(lost.chunks_mut(BUNDLE * words))
                .zip(takings.chunks_mut(BUNDLE * words))
                .zip(captures.chunks_mut(BUNDLE * words))
                .zip(depths.map(Some).chain(repeat_with(|| None)));
            share(work.threads, bundles, bench, |bench, bundle| {
                let (((((((sets, gains), changes), wins), lost), takings), captures), mut depths) =
                    bundle;
                for (row, &white) in sets.iter().enumerate() {
                    let here = row * words..(row + 1) * words;
                    let mut planes = Planes {
                        wins: &wins[here.clone()],
                        lost: &mut lost[here.clone()],
                        takings: &mut takings[here.clone()],
                        captures: &mut captures[here],
                        depths: depths.as_mut().map(|(lost, reveals)| Depths {
                            lost: &mut lost[row * positions..][..positions],
                            reveals: &mut reveals[row],
                            packing: &packing,
                        }),
                    };
                    let (gain, change) = (&gains[row], &mut changes[row]);
                    change.clear();
                    work.cpu.run(
                        #[inline(always)]
                        || match round {
                            0 => bench.begin(white, &mut planes, change),
                            _ => bench.black_moves(white, gain, round, &mut planes, change),
                        },
                    );
                }
                found.fetch_add(std::mem::take(&mut bench.found), Ordering::Relaxed);
            });
            watch(round, found.into_inner());
            if changes.iter().all(Change::is_none) && reveals.iter().all(Vec::is_empty) {
                break;
            }
        }
        Some(Slice { wins, lost })
    }
}

/// The white moves out of a row.
fn edges(rows: &Rows, row: usize) -> Vec<Edge> {
    let white = rows.sets()[row];
    let flies = rows.men() == 3;
    let mut edges = Vec::new();
    for from in points(white) {
        let targets = if flies { ALL } else { neighbours(1 << from) };
        for to in points(targets & !white) {
            let after = white ^ 1 << from ^ 1 << to;
            let (row, symmetry) = rows.find(after);
            let closes = in_mills(after) >> to & 1 != 0;
            edges.push(Edge { row: row as u32, symmetry, from, to, closes });
        }
    }
    edges
}

/// The points of a set, ascending.
pub(super) fn points(mut set: Points) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        point
    })
}

/// For every row: the black sets against which White wins whichever man Black takes.
pub(super) fn captures(rows: &Rows, less: &Rows, less_wins: &[u64], work: Work<'_>) -> Vec<u64> {
    let words = 1 << (rows.free() - WORD);
    let mut captures = zeros(rows.len() * words);
    captures.fill(!0);
    let items = rows.sets().iter().zip(captures.chunks_mut(words));
    share(work.threads, items, Permutation::new, |permutation, (&white, table)| {
        work.cpu.run(
            #[inline(always)]
            || capture_row(white, less, less_wins, permutation, table),
        );
    });
    captures
}

#[inline(always)]
fn capture_row(
    white: Points,
    less: &Rows,
    less_wins: &[u64],
    permutation: &mut Permutation,
    table: &mut [u64],
) {
    let frame = Frame::new(white);
    let words = 1 << (less.free() - WORD);
    for taken in points(takeable(white)) {
        let (row, symmetry) = less.find(white ^ 1 << taken);
        let left = less.sets()[row];
        let variable_of = |point: u8| {
            let image = mapped_point(point, symmetry);
            (!left & ((1 << image) - 1)).count_ones() as u8
        };
        let mut source_of = [0; 24];
        for (variable, &point) in frame.points[..frame.free as usize].iter().enumerate() {
            source_of[variable] = variable_of(point);
        }
        permutation.plan(&source_of[..frame.free as usize], less.free(), Some(variable_of(taken)));
        permutation
            .carry(&less_wins[row * words..][..words], table, |word, carried| *word &= carried);
    }
}
