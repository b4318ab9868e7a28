//! m,n,k: who has won, where a stone wins, and `lines` against a plain count in this file.

use crate::common::notation::MNK;
use crate::common::{Vector, session_at, values, vectors};

/// What `lines` gives for a line of K.
const WIN: i64 = 1_000_000_000;

#[test]
fn positions_end_like_this() {
    let mut ends = 0;
    for vector in vectors("mnk.eval.jsonl", 184) {
        let status = session_at(&(MNK.spec)(&vector), &(MNK.position)(&vector)).status();
        let (winner, full) = (vector.number("winner"), vector.flag("full"));
        assert_eq!(status.over, winner != 0 || full, "{}", vector.id());
        assert_eq!(status.over, vector.has("value"), "{}", vector.id());
        if let Some(payoffs) = status.payoffs {
            let value = vector.number("value") as i16;
            assert_eq!(payoffs, [value, -value], "{}", vector.id());
            let reason = if winner == 0 { "full" } else { "line" };
            assert_eq!(status.reason.as_deref(), Some(reason), "{}", vector.id());
            ends += 1;
        }
    }
    assert_eq!(ends, 15);
}

#[test]
fn stones_win_on_these_cells() {
    let mut cells = 0;
    for vector in vectors("mnk.eval.jsonl", 184) {
        for (wanted, player) in vector.nested("winning_cells").iter().zip(1..) {
            let position = format!("{} {player}", vector.texts("board").join("/"));
            let mut session = session_at(&(MNK.spec)(&vector), &position);
            let mut found = session.moves();
            found.retain(|mv| {
                session.play(mv).expect("a legal move");
                let wins = session.status().reason.as_deref() == Some("line");
                assert!(session.undo());
                wins
            });
            assert_eq!(found, MNK.moves(wanted), "{} player {player}", vector.id());
            cells += found.len();
        }
    }
    assert!(cells > 100, "only {cells} winning cells");
}

#[test]
fn lines_counts_windows_that_one_side_can_fill() {
    let mut different = std::collections::BTreeSet::new();
    for vector in vectors("mnk.eval.jsonl", 184) {
        let session = session_at(&(MNK.spec)(&vector), &(MNK.position)(&vector));
        let wanted = match vector.number("winner") {
            0 => counted(&vector),
            1 => WIN,
            _ => -WIN,
        };
        assert_eq!(values(&*session, "lines"), [wanted, -wanted], "{}", vector.id());
        different.insert(wanted);
    }
    assert!(different.len() > 30, "only {} different values", different.len());
}

/// The sum over all windows of K cells on the board: 4 to the power of the stones less one when all
/// of them are one player's, negative for the second player.
fn counted(vector: &Vector) -> i64 {
    let board: Vec<Vec<char>> =
        vector.texts("board").into_iter().map(|row| row.chars().collect()).collect();
    let k = vector.number("k");
    let at = |row: i64, column: i64| -> Option<char> {
        board.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    };
    let mut sum = 0;
    for row in 0..board.len() as i64 {
        for column in 0..board[0].len() as i64 {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells = (0..k).map(|far| at(row + far * down, column + far * right));
                let Some(cells) = cells.collect::<Option<String>>() else { continue };
                let stones = |symbol| cells.chars().filter(|cell| *cell == symbol).count() as u32;
                sum += match (stones('1'), stones('2')) {
                    (first @ 1.., 0) => 4_i64.pow(first - 1),
                    (0, second @ 1..) => -4_i64.pow(second - 1),
                    _ => 0,
                };
            }
        }
    }
    sum
}
