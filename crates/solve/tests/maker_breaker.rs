//! The Maker–Breaker search against plain minimax: who wins, and whether the zone holds.

use std::collections::HashMap;

use crate::solver_support::Random;

use ninefold_solve::mnk::{BreakerCuts, maker_breaker};

/// The Maker–Breaker game played out to its end with a memory: Maker fills a window or Breaker has won.
struct Reference {
    windows: Vec<u128>,
    cells: usize,
    memory: HashMap<(u128, u128, bool), bool>,
}

impl Reference {
    fn new([rows, columns, k]: [usize; 3]) -> Reference {
        let mut windows = Vec::new();
        for row in 0..rows as i32 {
            for column in 0..columns as i32 {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let at = |step: i32| {
                        let (row, column) = (row + step * down, column + step * right);
                        let inside = (0..rows as i32).contains(&row)
                            && (0..columns as i32).contains(&column);
                        inside.then(|| 1_u128 << (row * columns as i32 + column))
                    };
                    if let Some(cells) = (0..k as i32).map(at).collect::<Option<Vec<_>>>() {
                        windows.push(cells.into_iter().fold(0, |window, cell| window | cell));
                    }
                }
            }
        }
        Reference { windows, cells: rows * columns, memory: HashMap::new() }
    }

    fn has_line(&self, stones: u128) -> bool {
        self.windows.iter().any(|window| window & !stones == 0)
    }

    /// Whether Maker fills a window.
    fn maker_wins(&mut self, makers: u128, breakers: u128, maker_moves: bool) -> bool {
        if self.has_line(makers) {
            return true;
        }
        // Stones of Breaker's matter only where they stand in a window, and there Maker's do not.
        if self.windows.iter().all(|window| window & breakers != 0) {
            return false;
        }
        let key = (makers, breakers, maker_moves);
        if let Some(&known) = self.memory.get(&key) {
            return known;
        }
        let empty = (0..self.cells).filter(|cell| (makers | breakers) >> cell & 1 == 0);
        let wins = match maker_moves {
            true => {
                empty.into_iter().any(|cell| self.maker_wins(makers | 1 << cell, breakers, false))
            }
            false => {
                let mut moves = empty.into_iter().peekable();
                moves.peek().is_some()
                    && moves.all(|cell| self.maker_wins(makers, breakers | 1 << cell, true))
            }
        };
        self.memory.insert(key, wins);
        wins
    }
}

/// Value and zone of a position under a set of cuts.
fn check(
    reference: &mut Reference,
    size: [usize; 3],
    [makers, breakers]: [u128; 2],
    turn: bool,
    cuts: BreakerCuts,
) {
    if reference.has_line(makers) {
        return;
    }
    // A table of 256 positions is enough for the smallest boards, of which there are a million questions.
    let memory = if size[0] * size[1] <= 10 { 1 << 14 } else { 1 << 20 };
    let answer = maker_breaker(size, [makers, breakers], turn, cuts, memory).unwrap();
    let place = format!("{size:?} makers {makers:b} breakers {breakers:b} {turn} {cuts:?}");
    let wins = reference.maker_wins(makers, breakers, turn);
    assert_eq!(answer.maker_wins, wins, "{place}");
    let empty = ((1 << (size[0] * size[1])) - 1) & !(makers | breakers);
    let outside = empty & !answer.zone;
    // Everything outside the zone goes to the loser, who still loses.
    let (makers, breakers) =
        if wins { (makers, breakers | outside) } else { (makers | outside, breakers) };
    assert_eq!(
        reference.maker_wins(makers, breakers, turn),
        wins,
        "outside {outside:b} of {place}"
    );
}

fn stones(board: &[u8]) -> [u128; 2] {
    let set = |player: u8| {
        let cells = board.iter().enumerate().filter(|(_, owner)| **owner == player);
        cells.fold(0, |set, (cell, _)| set | 1 << cell)
    };
    [set(1), set(2)]
}

/// Every cut, none, each alone and each missing.
fn settings() -> Vec<BreakerCuts> {
    let switches: [fn(&mut BreakerCuts, bool); 7] = [
        |cuts, on| cuts.pairings = on,
        |cuts, on| cuts.null_moves = on,
        |cuts, on| cuts.obstacles = on,
        |cuts, on| cuts.zones = on,
        |cuts, on| cuts.exchanges = on,
        |cuts, on| cuts.forks = on,
        |cuts, on| cuts.symmetry = on,
    ];
    let mut settings = vec![BreakerCuts::ALL, BreakerCuts::NONE];
    for switch in switches {
        for (mut cuts, on) in [(BreakerCuts::NONE, true), (BreakerCuts::ALL, false)] {
            switch(&mut cuts, on);
            settings.push(cuts);
        }
    }
    settings
}

/// Every way to put stones on a board of at most ten cells, either side to move.
#[test]
fn every_position_of_the_smallest_boards() {
    for (rows, columns) in
        [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (1, 7), (2, 4), (1, 9), (3, 3), (2, 5)]
    {
        for k in 1..=4 {
            let size = [rows, columns, k];
            let mut reference = Reference::new(size);
            for code in 0..3_usize.pow((rows * columns) as u32) {
                let digit = |cell: usize| (code / 3_usize.pow(cell as u32) % 3) as u8;
                let board: Vec<u8> = (0..rows * columns).map(digit).collect();
                for turn in [false, true] {
                    check(&mut reference, size, stones(&board), turn, BreakerCuts::ALL);
                }
            }
        }
    }
}

/// Every way to put stones on the board of tic-tac-toe, either side to move, with every setting of the cuts.
#[test]
fn every_position_of_tic_tac_toe_with_every_setting() {
    let size = [3, 3, 3];
    let mut reference = Reference::new(size);
    for code in 0..3_usize.pow(9) {
        let digit = |cell: usize| (code / 3_usize.pow(cell as u32) % 3) as u8;
        let board: Vec<u8> = (0..9).map(digit).collect();
        for turn in [false, true] {
            for cuts in settings() {
                check(&mut reference, size, stones(&board), turn, cuts);
            }
        }
    }
}

/// Random positions with few empty cells on boards of many shapes, each with every setting of the cuts.
#[test]
fn random_positions_with_every_setting() {
    let mut random = Random(11);
    let settings = settings();
    for size in [[3, 3, 3], [3, 4, 3], [4, 4, 4], [4, 5, 4], [5, 5, 4], [2, 9, 4], [6, 6, 5]] {
        let cells = size[0] * size[1];
        for _ in 0..60 {
            let board = random.board(cells, cells.saturating_sub(10));
            let turn = random.below(2) == 0;
            let mut reference = Reference::new(size);
            for &cuts in &settings {
                check(&mut reference, size, stones(&board), turn, cuts);
            }
        }
    }
}

/// Many random positions with four to eleven empty cells, all cuts on.
#[test]
fn many_random_positions() {
    let mut random = Random(12);
    for size in [
        [3, 3, 3],
        [4, 3, 3],
        [4, 4, 3],
        [4, 4, 4],
        [5, 4, 4],
        [5, 5, 4],
        [5, 5, 5],
        [6, 5, 4],
        [6, 6, 4],
        [6, 6, 5],
        [7, 5, 5],
        [8, 4, 4],
        [3, 9, 4],
        [8, 8, 5],
        [9, 9, 5],
        [12, 5, 5],
    ] {
        let cells = size[0] * size[1];
        for _ in 0..600 {
            let empty = 4 + random.below(8);
            let board = mostly_breakers(&mut random, cells, empty);
            let turn = random.below(2) == 0;
            let mut reference = Reference::new(size);
            check(&mut reference, size, stones(&board), turn, BreakerCuts::ALL);
        }
    }
}

/// Twelve to nineteen empty cells: too many for minimax, so the search without some cuts is the judge, once
/// without pairings and once without zones. Both are compared with minimax above.
#[test]
fn larger_endings_against_the_search_with_few_cuts() {
    let mut random = Random(13);
    let plain = BreakerCuts { zones: false, exchanges: false, ..BreakerCuts::ALL };
    let unpaired = BreakerCuts { pairings: false, null_moves: false, ..BreakerCuts::ALL };
    let mut decided = [0; 2];
    for size in [[5, 5, 4], [6, 5, 4], [6, 6, 5], [7, 7, 5], [8, 8, 5], [10, 7, 5]] {
        let cells = size[0] * size[1];
        for _ in 0..150 {
            let empty = 12 + random.below(8);
            let board = mostly_breakers(&mut random, cells, empty);
            let [makers, breakers] = stones(&board);
            if Reference::new(size).has_line(makers) {
                continue;
            }
            let turn = random.below(2) == 0;
            let ask = |cuts, makers, breakers| {
                maker_breaker(size, [makers, breakers], turn, cuts, 1 << 22).unwrap()
            };
            let found = ask(BreakerCuts::ALL, makers, breakers);
            let wins = found.maker_wins;
            decided[usize::from(wins)] += 1;
            for cuts in [plain, unpaired] {
                let judged = ask(cuts, makers, breakers);
                assert_eq!(judged.maker_wins, wins, "{size:?} {board:?} {cuts:?}");
            }
            let outside = ((1 << cells) - 1) & !(makers | breakers | found.zone);
            let given = match wins {
                true => ask(plain, makers, breakers | outside),
                false if Reference::new(size).has_line(makers | outside) => {
                    panic!("{size:?} {board:?}: the zone leaves a line open")
                }
                false => ask(plain, makers | outside, breakers),
            };
            assert_eq!(given.maker_wins, wins, "zone of {size:?} {board:?}");
        }
    }
    assert!(decided.iter().all(|&count| count > 100), "{decided:?}");
}

/// A board with so many empty cells. Breaker has about as many stones as Maker, or up to half as many on
/// larger boards, so that neither side wins nearly always.
fn mostly_breakers(random: &mut Random, cells: usize, empty: usize) -> Vec<u8> {
    let mut board = vec![0; cells];
    let share = 3 + random.below(4);
    for _ in empty..cells {
        let mut cell = random.below(cells);
        while board[cell] != 0 {
            cell = random.below(cells);
        }
        board[cell] = if random.below(8) < share { 1 } else { 2 };
    }
    board
}
