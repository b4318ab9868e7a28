//! Solves all positions with one number of white men, in rounds.

use ninefold_core::StopFlag;
use std::iter::repeat_with;
use std::sync::atomic::{AtomicU64, Ordering};

use ninefold_games::morris::Points;

use super::board::{ALL, DARK, in_mills, mapped_point, neighbours, takeable};
use super::distance::{self, Codes, Reveals};
use super::pack::Packing;
use super::parallel::share;
use super::permute::Permutation;
use super::row::{Bench, Depths, Field, Planes, WinCodes};
use super::row_changes::{Change, Gain};
use super::row_index::{RowIndex, WORD};
use super::rows::Rows;
use crate::cpu::Cpu;
use crate::huge_pages::zeros;

/// A white move out of a row, in the row's frame.
pub(super) struct Edge {
    /// The row the move leads to.
    pub(super) row: u32,
    /// The symmetry that maps the white set after the move to that row's set.
    pub(super) symmetry: u8,
    /// The point that White leaves.
    pub(super) from: u8,
    /// The point that White moves to.
    pub(super) to: u8,
    /// Whether the move closes a mill.
    pub(super) closes: bool,
}

/// The parameters of the work on a slice.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    /// The number of threads.
    pub(super) threads: usize,
    /// The version of the inner loops to run.
    pub(super) cpu: Cpu,
    /// Raised to stop the work.
    pub(super) stop: &'a StopFlag,
}

/// The solved positions with one number of white men.
pub(super) struct Slice {
    /// White to move wins: one truth table per row.
    pub(super) wins: Vec<u64>,
    /// Black to move loses.
    pub(super) lost: Vec<u64>,
}

/// The inputs and outputs for computing the distances of a slice.
pub(super) struct Distances<'a> {
    /// The distances of the slice with one white man less.
    pub(super) less: Option<Codes<'a>>,
    /// The distances of this slice: codes of wins and of losses by packed place.
    pub(super) wins: Vec<u8>,
    pub(super) lost: Vec<u8>,
}

/// Threads take rows in batches of this size.
const BUNDLE: usize = 4;

impl Slice {
    /// Solves a slice, given the white wins of the slice with one white man less.
    ///
    /// `watch` is called for every round with its number and the number of positions decided in it. Returns `None`
    /// if the work was stopped.
    pub(super) fn solve(
        rows: &Rows,
        less: Option<(&Rows, Vec<u64>)>,
        most_black: u32,
        distances: Option<&mut Distances<'_>>,
        work: Work<'_>,
        watch: &mut dyn FnMut(u32, u64),
    ) -> Option<Slice> {
        let words = 1 << (rows.free() - WORD);
        let mut captures = zeros(rows.len() * words);
        if let Some((less_rows, less_wins)) = less {
            write_captures(rows, less_rows, &less_wins, &mut captures, work);
        }
        let packing = Packing::new(rows.free(), 3, most_black);
        let (mut reveals, mut positions) = (Vec::new(), 0);
        let (win_codes, lost_codes): (&mut [u8], &mut [u8]) = match distances {
            Some(distances) => {
                positions = packing.positions();
                reveals = match distances.less.take() {
                    Some(less) => distance::reveals(rows, &less, &captures, most_black, work),
                    None => vec![Vec::new(); rows.len()],
                };
                captures.fill(0);
                distances.wins = zeros(rows.len() * positions);
                distances.lost = zeros(rows.len() * positions);
                (&mut distances.wins, &mut distances.lost)
            }
            None => (&mut [], &mut []),
        };
        let empty = || zeros::<u64>(rows.len() * words);
        let mut rounds = Rounds {
            rows,
            edges: (0..rows.len()).map(|row| edges(rows, row)).collect(),
            words,
            most_black,
            work,
            wins: empty(),
            lost: empty(),
            takings: empty(),
            captures,
            gains: repeat_with(Gain::default).take(rows.len()).collect(),
            changes: repeat_with(Change::default).take(rows.len()).collect(),
            packing,
            positions,
            win_codes,
            lost_codes,
            reveals,
        };
        // Distances are counted in rounds, and flying men can move anywhere.
        let crews = if positions > 0 || rows.men() == 3 { &[Crew::All][..] } else { &Crew::TURNS };
        for round in 0.. {
            let mut found = 0;
            for &crew in crews {
                if work.stop.is_raised() {
                    return None;
                }
                found += rounds.white_moves(round, crew);
                found += rounds.black_moves(round, crew);
            }
            watch(round, found);
            if rounds.are_over() {
                break;
            }
        }
        Some(Slice { wins: rounds.wins, lost: rounds.lost })
    }
}

/// The rows that are processed together.
///
/// The board's points can be coloured with two colours so that neighbours differ. So a white step changes the
/// number of men on dark points by one, and leads from even rows to odd ones or back; symmetries preserve the
/// colours. If the two alternate, each uses what the other has just found, and half as many rounds suffice.
#[derive(Clone, Copy)]
enum Crew {
    All,
    /// The rows whose number of men on dark points has this remainder modulo 2.
    Parity(u32),
}

impl Crew {
    const TURNS: [Crew; 2] = [Crew::Parity(0), Crew::Parity(1)];

    fn has(self, white: Points) -> bool {
        match self {
            Crew::All => true,
            Crew::Parity(parity) => (white & DARK).count_ones() % 2 == parity,
        }
    }
}

/// The state of a slice being solved.
struct Rounds<'a> {
    rows: &'a Rows,
    edges: Vec<Vec<Edge>>,
    /// The number of words of a row's truth table.
    words: usize,
    most_black: u32,
    work: Work<'a>,
    wins: Vec<u64>,
    lost: Vec<u64>,
    takings: Vec<u64>,
    captures: Vec<u64>,
    /// The result of the last half-round for each row.
    gains: Vec<Gain>,
    changes: Vec<Change>,
    packing: Packing,
    /// The number of codes of a row; 0 without distances, and then the codes and reveals are empty too.
    positions: usize,
    win_codes: &'a mut [u8],
    lost_codes: &'a mut [u8],
    reveals: Vec<Reveals>,
}

impl Rounds<'_> {
    /// White's moves in the rows of a crew; returns the number of positions decided.
    fn white_moves(&mut self, round: u32, crew: Crew) -> u64 {
        let (words, positions, packing) = (self.words, self.positions, &self.packing);
        let cpu = self.work.cpu;
        let field = Field {
            rows: self.rows.sets(),
            changes: &self.changes,
            lost: &self.lost,
            takings: &self.takings,
        };
        let codes = self.win_codes.chunks_mut((BUNDLE * positions).max(1));
        let bundles = self.rows.sets().chunks(BUNDLE);
        let bundles = bundles
            .zip(self.edges.chunks(BUNDLE))
            .zip(self.wins.chunks_mut(BUNDLE * words))
            .zip(self.gains.chunks_mut(BUNDLE))
            .zip(codes.map(Some).chain(repeat_with(|| None)));
        let found = AtomicU64::new(0);
        let bench = || Bench::new(words, self.most_black);
        share(self.work.threads, bundles, bench, |bench, bundle| {
            let ((((sets, edges), wins), gains), mut codes) = bundle;
            for (row, &white) in sets.iter().enumerate().filter(|&(_, &white)| crew.has(white)) {
                let wins = &mut wins[row * words..][..words];
                let codes = codes.as_mut().map(|codes| WinCodes {
                    codes: &mut codes[row * positions..][..positions],
                    packing,
                    round,
                });
                let (edges, gain) = (&edges[row], &mut gains[row]);
                gain.clear();
                cpu.run(
                    #[inline(always)]
                    || bench.white_moves(white, edges, field, wins, gain, codes),
                );
            }
            found.fetch_add(std::mem::take(&mut bench.found), Ordering::Relaxed);
        });
        found.into_inner()
    }

    /// Black's moves in the rows of a crew; returns the number of positions decided.
    fn black_moves(&mut self, round: u32, crew: Crew) -> u64 {
        let (words, positions, packing) = (self.words, self.positions, &self.packing);
        let cpu = self.work.cpu;
        let depths = self.lost_codes.chunks_mut((BUNDLE * positions).max(1));
        let depths = depths.zip(self.reveals.chunks_mut(BUNDLE));
        let bundles = self.rows.sets().chunks(BUNDLE);
        let bundles = bundles
            .zip(self.gains.chunks(BUNDLE))
            .zip(self.changes.chunks_mut(BUNDLE))
            .zip(self.wins.chunks(BUNDLE * words))
            .zip(self.lost.chunks_mut(BUNDLE * words))
            .zip(self.takings.chunks_mut(BUNDLE * words))
            .zip(self.captures.chunks_mut(BUNDLE * words))
            .zip(depths.map(Some).chain(repeat_with(|| None)));
        let found = AtomicU64::new(0);
        let bench = || Bench::new(words, self.most_black);
        share(self.work.threads, bundles, bench, |bench, bundle| {
            let (((((((sets, gains), changes), wins), lost), takings), captures), mut depths) =
                bundle;
            for (row, &white) in sets.iter().enumerate().filter(|&(_, &white)| crew.has(white)) {
                let here = row * words..(row + 1) * words;
                let mut planes = Planes {
                    wins: &wins[here.clone()],
                    lost: &mut lost[here.clone()],
                    takings: &mut takings[here.clone()],
                    captures: &mut captures[here],
                    depths: depths.as_mut().map(|(lost, reveals)| Depths {
                        lost: &mut lost[row * positions..][..positions],
                        reveals: &mut reveals[row],
                        packing,
                    }),
                };
                let (gain, change) = (&gains[row], &mut changes[row]);
                change.clear();
                cpu.run(
                    #[inline(always)]
                    || match round {
                        0 => bench.begin(white, &mut planes, change),
                        _ => bench.black_moves(white, gain, round, &mut planes, change),
                    },
                );
            }
            found.fetch_add(std::mem::take(&mut bench.found), Ordering::Relaxed);
        });
        found.into_inner()
    }

    /// Whether nothing is new and nothing more will be.
    fn are_over(&self) -> bool {
        self.changes.iter().all(Change::is_none) && self.reveals.iter().all(Vec::is_empty)
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

/// The points of a set in ascending order.
pub(super) fn points(mut set: Points) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        point
    })
}

/// For every row, the black sets against which White wins whichever man Black takes. Written to `captures`.
pub(super) fn write_captures(
    rows: &Rows,
    less: &Rows,
    less_wins: &[u64],
    captures: &mut [u64],
    work: Work<'_>,
) {
    let words = 1 << (rows.free() - WORD);
    let items = rows.sets().iter().zip(captures.chunks_mut(words));
    share(work.threads, items, Permutation::new, |permutation, (&white, table)| {
        work.cpu.run(
            #[inline(always)]
            || capture_row(white, less, less_wins, permutation, table),
        );
    });
}

#[inline(always)]
fn capture_row(
    white: Points,
    less: &Rows,
    less_wins: &[u64],
    permutation: &mut Permutation,
    table: &mut [u64],
) {
    let frame = RowIndex::new(white);
    let words = 1 << (less.free() - WORD);
    table.fill(!0);
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
