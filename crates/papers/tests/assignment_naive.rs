//! The m,n,k assignment against a slow implementation that shares nothing with the crate.

use ninefold_core::Player;
use ninefold_papers::assignment::{Board, Solver, run};
use proptest::prelude::*;

/// Rows of 0, 1 and 2.
type Grid = Vec<Vec<u8>>;

/// Whether the player has k in a row, by trying every cell and direction.
fn wins(grid: &Grid, k: usize, player: u8) -> bool {
    let at = |row: i32, column: i32| {
        let row = usize::try_from(row).ok().and_then(|row| grid.get(row));
        row.zip(usize::try_from(column).ok()).and_then(|(row, column)| row.get(column)).copied()
    };
    (0..grid.len() as i32).any(|row| {
        (0..grid[0].len() as i32).any(|column| {
            [(0, 1), (1, 0), (1, 1), (-1, 1)].iter().any(|(down, right)| {
                (0..k as i32)
                    .all(|step| at(row + down * step, column + right * step) == Some(player))
            })
        })
    })
}

fn over(grid: &Grid, k: usize) -> bool {
    wins(grid, k, 1) || wins(grid, k, 2) || grid.iter().flatten().all(|&stone| stone != 0)
}

fn after_each_move(grid: &Grid, k: usize, active: u8) -> Vec<Grid> {
    let mut grids = Vec::new();
    for row in 0..grid.len() {
        for column in 0..grid[0].len() {
            if grid[row][column] == 0 && !over(grid, k) {
                let mut after = grid.clone();
                after[row][column] = active;
                grids.push(after);
            }
        }
    }
    grids
}

/// The value for the first player.
fn minimax(grid: &Grid, k: usize, active: u8) -> i8 {
    if wins(grid, k, 1) {
        return 1;
    }
    if wins(grid, k, 2) {
        return -1;
    }
    let values = after_each_move(grid, k, active);
    let values = values.iter().map(|after| minimax(after, k, 3 - active));
    let best = if active == 1 { values.max() } else { values.min() };
    best.unwrap_or(0)
}

/// The answer for a value.
fn named(value: i8) -> &'static str {
    match value {
        1 => "FIRST_PLAYER_WINS\n",
        -1 => "SECOND_PLAYER_WINS\n",
        _ => "BOTH_PLAYERS_TIE\n",
    }
}

fn command(name: &str, grid: &Grid, k: usize, active: u8) -> String {
    format!("{name} {} {} {k} {active}\n{}", grid.len(), grid[0].len(), drawn(grid))
}

fn drawn(grid: &Grid) -> String {
    let row = |row: &Vec<u8>| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ") + "\n";
    grid.iter().map(row).collect()
}

fn listed(grids: &[Grid]) -> String {
    format!("{}\n{}", grids.len(), grids.iter().map(drawn).collect::<String>())
}

fn answer(input: &str) -> String {
    let mut output = Vec::new();
    run(&mut input.as_bytes(), &mut output).expect("a well-formed input");
    String::from_utf8(output).expect("text")
}

/// Any stones on a board with the given sides, `empty` in 10 cells empty, and any K from 1 to 6.
fn grids(
    side: std::ops::RangeInclusive<usize>,
    empty: u32,
) -> impl Strategy<Value = (Grid, usize, u8)> {
    let cell = prop_oneof![empty => Just(0_u8), 10 - empty => 1..=2_u8];
    (side.clone(), side, 1..=6_usize, 1..=2_u8).prop_flat_map(move |(rows, columns, k, active)| {
        let row = proptest::collection::vec(cell.clone(), columns);
        (proptest::collection::vec(row, rows), Just(k), Just(active))
    })
}

proptest! {
    #[test]
    fn generated_boards((grid, k, active) in grids(1..=19, 4)) {
        let wanted = after_each_move(&grid, k, active);
        let found = answer(&command("GEN_ALL_POS_MOV", &grid, k, active));
        prop_assert_eq!(found, listed(&wanted));

        let last = wanted.iter().find(|after| over(after, k)).cloned();
        let wanted = last.map_or(wanted, |last| vec![last]);
        let found = answer(&command("GEN_ALL_POS_MOV_CUT_IF_GAME_OVER", &grid, k, active));
        prop_assert_eq!(found, listed(&wanted));
    }

    /// Stones that no game need lead to, so long as not both have won.
    #[test]
    fn solved_boards((grid, k, active) in grids(1..=5, 4)) {
        let empty = grid.iter().flatten().filter(|&&stone| stone == 0).count();
        prop_assume!(empty <= 8 && !(wins(&grid, k, 1) && wins(&grid, k, 2)));
        let found = answer(&command("SOLVE_GAME_STATE", &grid, k, active));
        prop_assert_eq!(found, named(minimax(&grid, k, active)));
    }
}

/// A large board with a few empty cells close together. Elsewhere pairs of stones alternate in every
/// direction, so that three or four in a row are never far, and seldom there.
fn nearly_full() -> impl Strategy<Value = (Grid, usize, u8)> {
    let block = proptest::collection::vec(0..16_usize, 6);
    let stones = proptest::collection::vec((0..16_usize, 1..=2_u8), 3);
    let sizes = (4..=19_usize, 10..=19_usize, 0..=15_usize, 0..=15_usize);
    let arguments = (3..=4_usize, 1..=2_u8);
    (sizes, block, stones, arguments).prop_map(|(sizes, block, stones, (k, active))| {
        let (rows, columns, row, column) = sizes;
        let stone = |row: usize, column: usize| 1 + ((column + 2 * row) / 2 % 2) as u8;
        let mut grid: Grid =
            (0..rows).map(|row| (0..columns).map(|column| stone(row, column)).collect()).collect();
        let (row, column) = (row.min(rows - 4), column.min(columns - 4));
        for (cell, stone) in stones.into_iter().chain(block.into_iter().map(|cell| (cell, 0))) {
            grid[row + cell / 4][column + cell % 4] = stone;
        }
        (grid, k, active)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Boards of all three widths.
    #[test]
    fn solved_large_boards((grid, k, active) in nearly_full()) {
        prop_assume!(!(wins(&grid, k, 1) && wins(&grid, k, 2)));
        let found = answer(&command("SOLVE_GAME_STATE", &grid, k, active));
        prop_assert_eq!(found, named(minimax(&grid, k, active)));
    }
}

/// All 3 × 3 boards on which not both have won, with either player to move and every K, by one solver
/// that remembers them all; the naive values are filled from the full boards down.
#[test]
fn every_board_of_nine_cells() {
    let mut solver = Solver::new();
    for (rows, k) in [(3, 1), (3, 2), (3, 3), (3, 4), (1, 3), (1, 4)] {
        let columns = 9 / rows;
        let mut values = vec![[0_i8; 2]; 3_usize.pow(9)];
        // A stone makes the number larger.
        for number in (0..values.len()).rev() {
            let digit = |cell: usize| (number / 3_usize.pow(cell as u32) % 3) as u8;
            let grid: Grid = (0..rows)
                .map(|row| (0..columns).map(|column| digit(row * columns + column)).collect())
                .collect();
            let won = (wins(&grid, k, 1), wins(&grid, k, 2));
            for (index, sign) in [(0, 1), (1, -1)] {
                let moves = (0..9).filter(|&cell| digit(cell) == 0);
                let after = |cell: usize| values[number + (index + 1) * 3_usize.pow(cell as u32)];
                let best = moves.map(|cell| sign * after(cell)[1 - index]).max();
                values[number][index] = match won {
                    (true, _) => 1,
                    (_, true) => -1,
                    _ => best.map_or(0, |best| sign * best),
                };
            }
            let drawn: Vec<String> =
                grid.iter().map(|row| row.iter().map(u8::to_string).collect()).collect();
            let rows: Vec<&str> = drawn.iter().map(String::as_str).collect();
            let board = Board::from_rows(k, &rows).expect("a board");
            for active in Player::all(2) {
                let found = solver.solve(&board, active);
                match won {
                    (true, true) => assert!(found.is_err()),
                    _ => assert_eq!(found, Ok(values[number][active.index()]), "{drawn:?} {k}"),
                }
            }
        }
    }
}
