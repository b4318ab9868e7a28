//! Checks the book against the rules and itself.

use ninefold_core::{Notation, Player, StopFlag};
use ninefold_games::morris::{Morris, Point, Points, State};

use super::space::{Space, as_played};
use super::{Book, after_each};
use crate::morris::board::{SYMMETRIES, mapped};
use crate::morris::file::TableError;
use crate::morris::placing::LAYERS;
use crate::morris::rows::{Rows, next_of_size};
use crate::morris::sample::{Combinations, position};
use crate::morris::subspace::Subspace;
use crate::morris::tables::Value;

/// The maximum number of problems reported.
const MOST_PROBLEMS: usize = 10;

/// The number of boards and how many of them each side wins, counting images separately.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    /// All boards.
    pub boards: u64,
    /// Those won by White, who places first.
    pub white: u64,
    /// Those won by Black.
    pub black: u64,
}

impl Counted {
    /// The published counts with none, one and up to six men placed and none taken. Up to two men, everything is
    /// drawn; the others are from an independent solution.
    pub const PUBLISHED: [Counted; 7] = [
        Counted { boards: 1, white: 0, black: 0 },
        Counted { boards: 24, white: 0, black: 0 },
        Counted { boards: 552, white: 0, black: 0 },
        Counted { boards: 6072, white: 0, black: 384 },
        Counted { boards: 63_756, white: 7792, black: 332 },
        Counted { boards: 425_040, white: 3296, black: 82_676 },
        Counted { boards: 2_691_920, white: 980_776, black: 68_060 },
    ];
}

/// Counts the boards with `placed` men placed and none taken; `None` if the book does not reach that far.
pub fn count(book: &Book, placed: u32) -> Option<Counted> {
    let (white, black) = (placed.div_ceil(2), placed / 2);
    let mover = Player::new((placed % 2) as usize);
    let rows = Rows::of(white.min(9));
    let mut counted = Counted { boards: 0, white: 0, black: 0 };
    for (number, &men) in rows.sets().iter().enumerate() {
        let images = (SYMMETRIES / rows.stabiliser(number).len()) as u64;
        for chosen in Combinations::new(black, 24 - white) {
            let value = book.value(&state(men, spread(men, chosen), placed, mover))?;
            let wins = value.number() * if mover == Player::FIRST { 1 } else { -1 };
            counted.boards += images;
            counted.white += if wins > 0 { images } else { 0 };
            counted.black += if wins < 0 { images } else { 0 };
        }
    }
    Some(counted)
}

/// Counts the endings with these numbers of men of the side to move and the opponent, one per class of images;
/// `None` if the book does not contain them.
pub fn count_endings(book: &Book, own: u32, other: u32) -> Option<Subspace> {
    let space = Space { placed: LAYERS, row: own, run: other };
    let page = book.pages.iter().find(|page| page.space == space)?;
    let mut counted = Subspace { own, other, wins: 0, losses: 0, positions: 0, longest: None };
    for (number, &men) in space.rows().sets().iter().enumerate() {
        let row = page.row(number, &book.file);
        let symmetries = space.rows().stabiliser(number);
        for (place, chosen) in Combinations::new(other, 24 - own).enumerate() {
            let run = if symmetries.len() == 1 { 0 } else { spread(men, chosen) };
            if symmetries.iter().all(|&symmetry| mapped(run, symmetry) >= run) {
                let value = row.value(place)?;
                counted.positions += 1;
                counted.wins += u64::from(value == Value::Win);
                counted.losses += u64::from(value == Value::Loss);
            }
        }
    }
    Some(counted)
}

/// Compares the stored values with the rules: every value must be the best of its successors', as far as the book
/// covers them. Examines every `every`-th place of each row.
///
/// Returns the number of positions examined and the first few problems, one sentence each. `watch` is called from
/// time to time with the fraction of the work done, from 0 to 1.
pub fn check(
    book: &Book,
    every: usize,
    stop: &StopFlag,
    watch: &mut dyn FnMut(f64),
) -> Result<(u64, Vec<String>), TableError> {
    let (mut looked_at, mut problems) = (0, Vec::new());
    // The successors of the last layer are not in the book.
    let spaces = || Space::all().filter(|space| space.placed != super::LAST);
    let all: usize = spaces().map(|space| space.rows().len() * space.length()).sum();
    let mut done = 0;
    for space in spaces() {
        for &row in space.rows().sets() {
            watch(done as f64 / all as f64);
            if stop.is_raised() {
                return Err(TableError::Stopped);
            }
            let mut index: u32 = (1 << space.run) - 1;
            for _ in 0..space.length() {
                done += 1;
                let run = spread(row, index);
                index = next_of_size(index);
                if done % every == 0 && space.keeps(row, run) {
                    looked_at += 1;
                    problems.extend(problem(book, &as_state(space, row, run)));
                }
            }
            problems.truncate(MOST_PROBLEMS);
        }
    }
    Ok((looked_at, problems))
}

/// The problem with a position, if there is one.
fn problem(book: &Book, state: &State) -> Option<String> {
    let text = |state: &State| Morris::default().position_text(state);
    let mut due = Value::Loss;
    for (_, after) in after_each(state) {
        let Some(value) = book.value(&after) else {
            return Some(format!("{}: {} is not covered", text(state), text(&after)));
        };
        due = due.max(value.reversed());
        if due == Value::Win {
            break;
        }
    }
    let told = book.value(state);
    (told != Some(due))
        .then(|| format!("{}: {told:?} in the book, {due:?} by its successors", text(state)))
}

/// The subset of the free points of a row with these indices.
fn spread(row: Points, chosen: u32) -> Points {
    let free = (0..24).filter(|point| row >> point & 1 == 0).enumerate();
    free.filter(|(bit, _)| chosen >> bit & 1 != 0).fold(0, |set, (_, point)| set | 1 << point)
}

/// A position of a space. In endings White is to move.
fn as_state(space: Space, row: Points, run: Points) -> State {
    let mover = if space.is_ending() { Player::FIRST } else { Player::SECOND };
    state(row, run, space.placed.min(LAYERS), mover)
}

/// The position with these men of White and Black, in the solver's numbering.
fn state(white: Points, black: Points, placed: u32, mover: Player) -> State {
    let [white, black] = [white, black].map(as_played);
    let mut board = ['.'; Point::COUNT];
    for point in Point::all() {
        if white & point.set() != 0 {
            board[point.index()] = 'w';
        } else if black & point.set() != 0 {
            board[point.index()] = 'b';
        }
    }
    position(&board, placed, mover)
}
