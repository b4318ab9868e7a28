//! How long endings last, against every game played to its end without a memory or a cut.

use ninefold_solve::mnk::{Ending, Endings};
use ninefold_solve::{Request, solver};

use super::solver_support::{Minimax, question};

/// The value for the mover and how many plies the game lasts, by trying everything; the board is not decided.
fn plain(rules: &Minimax, board: &mut [u8], mover: u8) -> (i8, u32) {
    let mut best: Option<(i8, u32)> = None;
    for cell in 0..board.len() {
        if board[cell] != 0 {
            continue;
        }
        board[cell] = mover;
        let (value, plies) = match rules.is_won_by(board, mover) {
            true => (1, 1),
            false => {
                let (value, plies) = plain(rules, board, 3 - mover);
                (-value, plies + 1)
            }
        };
        board[cell] = 0;
        let is_better = match best {
            None => true,
            Some((other, _)) if other != value => value > other,
            Some((_, other)) => {
                if value > 0 {
                    plies < other
                } else {
                    plies > other
                }
            }
        };
        if is_better {
            best = Some((value, plies));
        }
    }
    best.unwrap_or((0, 0))
}

fn agrees(rules: &Minimax, board: &mut [u8], mover: u8) -> bool {
    let is_over = [1, 2].iter().any(|&player| rules.is_won_by(board, player));
    let empty = board.iter().filter(|&&cell| cell == 0).count();
    let found = Endings::of(&question(rules.size(), board, mover))
        .map(|mut endings| (endings.moves(), endings.line()));
    let Some((moves, line)) = found else { return is_over || empty == 0 };
    assert!(!is_over && moves.len() == empty);
    for &(cell, Ending { value, plies }) in &moves {
        board[cell] = mover;
        let expected = match rules.is_won_by(board, mover) {
            true => (1, 1),
            false => {
                let (value, plies) = plain(rules, board, 3 - mover);
                (-value, plies + 1)
            }
        };
        assert_eq!((value, plies), expected, "{board:?} {mover} {cell}");
        board[cell] = 0;
    }
    // The line is a game of just that length and result.
    let (value, plies) = plain(rules, board, mover);
    let mut player = mover;
    for &cell in &line {
        assert_eq!(std::mem::replace(&mut board[cell], player), 0);
        player = 3 - player;
    }
    let winner = [1, 2].into_iter().find(|&player| rules.is_won_by(board, player));
    let ended = winner.map_or(0, |winner| if winner == mover { 1 } else { -1 });
    for &cell in &line {
        board[cell] = 0;
    }
    (ended, line.len() as u32) == (value, plies)
}

#[test]
fn every_ending_of_tic_tac_toe_lasts_as_long_as_it_says() {
    let rules = Minimax::new(3, 3, 3);
    for code in 0..3_usize.pow(9) {
        let mut board = rules.board_of(code);
        for mover in [1, 2] {
            assert!(agrees(&rules, &mut board, mover), "{board:?} {mover}");
        }
    }
}

#[test]
fn endings_of_larger_boards_last_as_long_as_they_say() {
    for [rows, columns, k] in [[3, 4, 3], [4, 4, 3], [4, 4, 4], [5, 4, 4], [2, 6, 3], [1, 7, 2]] {
        let rules = Minimax::new(rows, columns, k);
        let mut code = 12_345_usize;
        for _ in 0..300 {
            // Any board will do: the next number of a linear generator.
            code = code
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let mut board = rules.board_of((code >> 20) % 3_usize.pow((rows * columns) as u32));
            let mut empty = 0;
            for cell in board.iter_mut().filter(|cell| **cell == 0) {
                empty += 1;
                if empty > 7 {
                    *cell = 1 + (empty % 2) as u8;
                }
            }
            let mover = 1 + (code >> 60) as u8 % 2;
            assert!(agrees(&rules, &mut board, mover), "{board:?} {mover}");
        }
    }
}

/// O in the corner has lost: X needs three more stones, and O's reply decides nothing.
#[test]
fn answers_tell_distances_where_few_cells_are_empty() {
    let answer = |position: &str| {
        solver("mnk:3,3,3")
            .unwrap()
            .solve(&Request::new("mnk:3,3,3", position), &mut |_| {})
            .unwrap()
    };
    let edge = answer("120/000/000 1");
    assert_eq!((edge.value, edge.plies, edge.line.len()), (Some(1), Some(5), 5));
    let of =
        |mv: &str| edge.distances.iter().find(|(other, _)| other == mv).map(|&(_, plies)| plies);
    assert_eq!((of("2,2"), of("3,3")), (Some(5), None));
    let drawn = answer("000/000/000 1");
    assert_eq!((drawn.value, drawn.plies, drawn.distances.len()), (Some(0), None, 0));
}
