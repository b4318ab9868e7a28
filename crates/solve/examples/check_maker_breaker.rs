//! Random positions of the Maker–Breaker game, each solved by the search and by plain minimax, value and zone:
//!
//! ```text
//! cargo run --release -p ninefold-solve --example check_maker_breaker -- 20000 1
//! ```
//!
//! The numbers are how many positions and which seed. The first position is solved with every cut, each of the next with one of
//! them switched off, and so on in turn. It prints how many positions of each size there were, who won them, and what was
//! wrong; it ends with 1 if anything was.

use std::collections::HashMap;
use std::process::ExitCode;
use std::time::Instant;

use ninefold_core::scramble;
use ninefold_solve::mnk::{BreakerCuts, maker_breaker};

const BOARDS: [[usize; 3]; 16] = [
    [3, 3, 3],
    [4, 4, 3],
    [4, 4, 4],
    [5, 4, 4],
    [5, 5, 4],
    [5, 5, 5],
    [6, 5, 4],
    [6, 6, 4],
    [6, 6, 5],
    [7, 5, 5],
    [7, 7, 5],
    [8, 4, 4],
    [8, 8, 5],
    [9, 9, 5],
    [12, 5, 5],
    [9, 9, 6],
];
const FEWEST_EMPTY: usize = 4;
const MOST_EMPTY: usize = 19;

const ALL: BreakerCuts = BreakerCuts::ALL;
/// All cuts, then all but one.
const SETTINGS: [BreakerCuts; 8] = [
    ALL,
    BreakerCuts { pairings: false, ..ALL },
    BreakerCuts { null_moves: false, ..ALL },
    BreakerCuts { obstacles: false, ..ALL },
    BreakerCuts { zones: false, ..ALL },
    BreakerCuts { exchanges: false, ..ALL },
    BreakerCuts { forks: false, ..ALL },
    BreakerCuts { symmetry: false, ..ALL },
];

/// A position told by its empty cells alone: for every window without a stone of Breaker's, the cells that Maker
/// still has to fill, as bits of the empty cells.
struct Minimax {
    windows: Vec<u32>,
    empty: u32,
    memory: HashMap<(u32, u32), bool>,
}

impl Minimax {
    fn new([rows, columns, k]: [usize; 3], board: &[u8], empty: &[usize]) -> Minimax {
        let mut windows = Vec::new();
        for start in 0..rows * columns {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cell = |step: isize| {
                    let row = (start / columns) as isize + step * down;
                    let column = (start % columns) as isize + step * right;
                    let inside = (0..rows as isize).contains(&row)
                        && (0..columns as isize).contains(&column);
                    inside.then(|| row as usize * columns + column as usize)
                };
                let cells: Option<Vec<usize>> = (0..k as isize).map(cell).collect();
                let Some(cells) = cells.filter(|cells| cells.iter().all(|&cell| board[cell] != 2))
                else {
                    continue;
                };
                let bit = |cell: &usize| empty.iter().position(|other| other == cell);
                windows.push(cells.iter().filter_map(bit).fold(0, |set, bit| set | 1 << bit));
            }
        }
        Minimax { windows, empty: (1 << empty.len()) - 1, memory: HashMap::new() }
    }

    /// Whether Maker has or gets a line. Who can complete one does, and who must block one does; everything else
    /// is tried.
    fn maker_wins(&mut self, makers: u32, breakers: u32, maker_moves: bool) -> bool {
        let mut needed = 0;
        let mut live = false;
        for &window in self.windows.iter().filter(|&&window| window & breakers == 0) {
            let rest = window & !makers;
            live = true;
            match rest.count_ones() {
                0 => return true,
                1 => needed |= rest,
                _ => {}
            }
        }
        if !live {
            return false;
        }
        if needed != 0 && (maker_moves || needed.count_ones() > 1) {
            return true;
        }
        let key = (makers, breakers << 1 | u32::from(maker_moves));
        if let Some(&known) = self.memory.get(&key) {
            return known;
        }
        let free = self.empty & !(makers | breakers);
        let moves = if needed != 0 { needed } else { free };
        let mut moves = (0..u32::BITS).filter(|bit| moves >> bit & 1 != 0);
        let wins = match maker_moves {
            true => moves.any(|bit| self.maker_wins(makers | 1 << bit, breakers, false)),
            // On a full board nobody moves, and Maker has no line.
            false => {
                free != 0 && moves.all(|bit| self.maker_wins(makers, breakers | 1 << bit, true))
            }
        };
        self.memory.insert(key, wins);
        wins
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (scramble(self.0) % bound as u64) as usize
    }

    /// A board with so many empty cells, on which Maker has three to six of eight stones.
    fn board(&mut self, cells: usize, empty: usize) -> Vec<u8> {
        let mut board = vec![0; cells];
        let share = 3 + self.below(4);
        for _ in empty..cells {
            let mut cell = self.below(cells);
            while board[cell] != 0 {
                cell = self.below(cells);
            }
            board[cell] = if self.below(8) < share { 1 } else { 2 };
        }
        board
    }
}

/// How far a cell is from the middle, twice.
fn distance([rows, columns, _]: [usize; 3], cell: usize) -> usize {
    (2 * (cell / columns)).abs_diff(rows - 1) + (2 * (cell % columns)).abs_diff(columns - 1)
}

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map_while(|text| text.parse::<u64>().ok());
    let (count, seed) = (numbers.next().unwrap_or(20_000), numbers.next().unwrap_or(1));
    let (mut random, started) = (Random(seed), Instant::now());
    let mut won = [[0_u64; 2]; MOST_EMPTY + 1];
    let (mut done, mut values, mut zones) = (0, 0, 0);
    while done < count {
        let size = BOARDS[random.below(BOARDS.len())];
        let cells = size[0] * size[1];
        // Minimax needs most of its time for the many empty cells: the fewer of two numbers makes them rare.
        let kinds = MOST_EMPTY - FEWEST_EMPTY + 1;
        let wanted = FEWEST_EMPTY + random.below(kinds).min(random.below(kinds));
        let board = random.board(cells, wanted.min(cells));
        let maker_moves = random.below(2) == 0;
        let mut empty: Vec<usize> = (0..cells).filter(|&cell| board[cell] == 0).collect();
        // Cells near the middle are tried first: minimax needs less time, and nothing else changes.
        empty.sort_by_key(|&cell| distance(size, cell));
        let mut minimax = Minimax::new(size, &board, &empty);
        if minimax.windows.contains(&0) {
            continue; // Maker has a line
        }
        let set = |player: u8| {
            let own = board.iter().enumerate().filter(|(_, owner)| **owner == player);
            own.fold(0_u128, |set, (cell, _)| set | 1 << cell)
        };
        let cuts = SETTINGS[done as usize % SETTINGS.len()];
        let found = maker_breaker(size, [set(1), set(2)], maker_moves, cuts, 1 << 20)
            .expect("the sizes fit");
        let wins = minimax.maker_wins(0, 0, maker_moves);
        let outside = (0..empty.len()).filter(|&bit| found.zone >> empty[bit] & 1 == 0);
        let outside = outside.fold(0, |set, bit| set | 1 << bit);
        // Everything outside the zone goes to the loser, who still loses.
        let given = match wins {
            true => minimax.maker_wins(0, outside, maker_moves),
            false => minimax.maker_wins(outside, 0, maker_moves),
        };
        if found.maker_wins != wins {
            values += 1;
            println!("wrong value: {size:?} {board:?} {maker_moves} {cuts:?}");
        } else if given != wins {
            zones += 1;
            println!("wrong zone: {size:?} {board:?} {maker_moves} {cuts:?} {:b}", found.zone);
        }
        won[empty.len()][usize::from(wins)] += 1;
        done += 1;
    }
    println!("empty  Breaker    Maker");
    for (empty, [breaker, maker]) in won.iter().enumerate().skip(FEWEST_EMPTY) {
        println!("{empty:>5} {breaker:>8} {maker:>8}");
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("{done} positions, {values} wrong values, {zones} wrong zones, {seconds:.1} s");
    if values + zones == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
