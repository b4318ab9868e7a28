//! Why a player cannot win: every pair and every answer is checked cell by cell.

use ninefold_solve::mnk::{BreakerCuts, maker_breaker};
use ninefold_solve::{Reason, Request, solver};

use crate::solver_support::Random;

/// A position as plain cells, with everything that its windows are.
struct Judge {
    size: [usize; 3],
    board: Vec<u8>,
    windows: Vec<Vec<usize>>,
}

impl Judge {
    fn new(size: [usize; 3], board: &[u8]) -> Judge {
        let [rows, columns, k] = size;
        let mut windows = Vec::new();
        for start in 0..rows * columns {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cell = |step: i32| {
                    let row = (start / columns) as i32 + step * down;
                    let column = (start % columns) as i32 + step * right;
                    let inside =
                        (0..rows as i32).contains(&row) && (0..columns as i32).contains(&column);
                    inside.then(|| row as usize * columns + column as usize)
                };
                windows.extend((0..k as i32).map(cell).collect::<Option<Vec<usize>>>());
            }
        }
        Judge { size, board: board.to_vec(), windows }
    }

    fn cell(&self, text: &str) -> usize {
        let (row, column) = text.split_once(',').unwrap();
        let (row, column): (usize, usize) = (row.parse().unwrap(), column.parse().unwrap());
        (row - 1) * self.size[1] + column - 1
    }

    /// Pairs are empty and have no cell in common; if they are complete, every window without a stone of the
    /// holder's contains one.
    fn check_pairs(&self, holder: u8, board: &[u8], pairs: &[[String; 2]], complete: bool) {
        let pairs: Vec<[usize; 2]> =
            pairs.iter().map(|pair| [self.cell(&pair[0]), self.cell(&pair[1])]).collect();
        let mut used = vec![false; board.len()];
        for &cell in pairs.iter().flatten() {
            assert!(board[cell] == 0 && !used[cell], "{pairs:?} on {board:?}");
            used[cell] = true;
        }
        let stopped = |window: &Vec<usize>| {
            window.iter().any(|&cell| board[cell] == holder)
                || pairs.iter().any(|pair| pair.iter().all(|cell| window.contains(cell)))
        };
        assert!(!complete || self.windows.iter().all(stopped), "{pairs:?} on {board:?}");
    }

    /// Whether the player cannot win as Maker, who is to move.
    fn is_held(&self, player: u8, board: &[u8]) -> bool {
        let set = |owner: u8| {
            let cells = board.iter().enumerate().filter(|(_, cell)| **cell == owner);
            cells.fold(0, |set, (cell, _)| set | 1_u128 << cell)
        };
        let stones = [set(player), set(3 - player)];
        let cuts = BreakerCuts { pairings: false, null_moves: false, ..BreakerCuts::ALL };
        !maker_breaker(self.size, stones, true, cuts, 1 << 20).unwrap().maker_wins
    }

    fn check(&self, reason: &Reason) {
        let player = reason.player as u8;
        let holder = 3 - player;
        self.check_pairs(holder, &self.board, &reason.pairs, reason.complete);
        assert_eq!(reason.complete, reason.answers.is_empty());
        let mut answered: Vec<usize> =
            reason.pairs.iter().flatten().map(|cell| self.cell(cell)).collect();
        for answer in &reason.answers {
            assert_eq!(reason.to_move, !answer.to.is_empty());
            let moves: Vec<usize> = answer.to.iter().map(|cell| self.cell(cell)).collect();
            let boards = match reason.to_move {
                true => moves.iter().map(|&cell| self.with(&self.board, cell, player)).collect(),
                false => vec![self.board.clone()],
            };
            for board in boards {
                let board = self.with(&board, self.cell(&answer.stone), holder);
                self.check_pairs(holder, &board, &answer.pairs, answer.complete);
                assert!(answer.complete || self.is_held(player, &board), "{board:?}");
            }
            answered.extend(moves);
        }
        if reason.to_move && !reason.complete {
            answered.sort_unstable();
            let empty: Vec<usize> =
                (0..self.board.len()).filter(|&cell| self.board[cell] == 0).collect();
            assert_eq!(answered, empty, "every move is answered once");
        }
    }

    fn with(&self, board: &[u8], cell: usize, player: u8) -> Vec<u8> {
        let mut board = board.to_vec();
        assert_eq!(std::mem::replace(&mut board[cell], player), 0);
        board
    }

    fn request(&self, mover: usize) -> Request {
        let [rows, columns, k] = self.size;
        let text: Vec<String> = self.board.iter().map(u8::to_string).collect();
        let rows_text: Vec<String> = text.chunks(columns).map(|row| row.concat()).collect();
        let position = format!("{} {mover}", rows_text.join("/"));
        Request::new(format!("mnk:{rows},{columns},{k}"), position)
    }
}

/// Random positions; who is said to be held is held, and by these pairs and answers.
#[test]
fn random_positions() {
    let mut random = Random(21);
    let (mut complete, mut answered) = (0, 0);
    for size in [[4, 4, 4], [3, 5, 4], [5, 5, 4], [5, 5, 5], [6, 6, 5], [7, 5, 5]] {
        let cells: usize = size[0] * size[1];
        for _ in 0..30 {
            let stones = cells.saturating_sub(6 + random.below(7));
            let judge = Judge::new(size, &random.board(cells, stones));
            let request = judge.request(1 + random.below(2));
            let asked = solver("mnk").unwrap().why(&request, &mut |_| {});
            let Ok(reasons) = asked else { continue };
            assert_eq!(reasons.open, [0; 0], "there was no limit");
            for &player in &reasons.not_held {
                assert!(!judge.is_held(player as u8, &judge.board), "{request:?}");
            }
            for reason in &reasons.found {
                judge.check(reason);
                complete += usize::from(reason.complete);
                answered += usize::from(!reason.complete);
            }
        }
    }
    assert!(complete > 20 && answered > 20, "{complete} {answered}");
}

/// From empty boards: 6,6,5 needs answers, 9 in a row on 9 × 9 only pairs (Hales and Jewett 1963); on 5,5,4 the
/// defender needs threats of his own, so there is nothing to show of the first player.
#[test]
fn empty_boards() {
    for (size, players) in [([6, 6, 5], vec![1, 2]), ([9, 9, 9], vec![1, 2]), ([5, 5, 4], vec![])] {
        let judge = Judge::new(size, &vec![0; size[0] * size[1]]);
        let reasons = solver("mnk").unwrap().why(&judge.request(1), &mut |_| {}).unwrap().found;
        let held: Vec<usize> = reasons.iter().map(|reason| reason.player).collect();
        for player in players {
            assert!(held.contains(&player), "{size:?} {held:?}");
        }
        if size == [5, 5, 4] {
            assert!(!held.contains(&1));
        }
        for reason in reasons.iter().filter(|reason| reason.complete || size[0] < 6) {
            judge.check(reason);
        }
        assert_eq!(size == [9, 9, 9], reasons.first().is_some_and(|reason| reason.complete));
    }
}

/// What was not found in time is told apart from what cannot be; nothing is said of a game that is over.
#[test]
fn what_there_is_no_reason_for() {
    let ask = |size: [usize; 3], board: &[u8], nodes| {
        let mut request = Judge::new(size, board).request(1);
        request.budget.nodes = nodes;
        solver("mnk").unwrap().why(&request, &mut |_| {}).unwrap()
    };
    let reasons = ask([5, 5, 4], &[0; 25], None);
    assert!(reasons.not_held.contains(&1) && reasons.open.is_empty(), "{reasons:?}");
    let reasons = ask([9, 8, 5], &[0; 72], Some(100));
    assert_eq!((reasons.found, reasons.not_held, reasons.open), (vec![], vec![], vec![1, 2]));
    let reasons = ask([1, 3, 3], &[1, 1, 1], None);
    assert_eq!((reasons.found, reasons.not_held, reasons.open), (vec![], vec![], vec![]));
}

/// Other games have no such reasons.
#[test]
fn other_games_say_so() {
    let error =
        solver("morris").unwrap().why(&Request::new("morris", ""), &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "a reason is not to be had for morris");
}
