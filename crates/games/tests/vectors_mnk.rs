//! m,n,k-games against the vectors of an independent implementation.

use crate::common;

use common::{Table, Vector, table, table_at, vectors};

fn spec(vector: &Vector) -> String {
    let [rows, columns, k] = ["n", "m", "k"].map(|name| vector.number(name));
    format!("mnk:{rows},{columns},{k}")
}

fn open(vector: &Vector) -> Box<dyn Table> {
    let rows = vector.texts("board").join("/");
    table_at(&spec(vector), &format!("{rows} {}", vector.number("active")))
}

/// `[row, column]` from 0 as text from 1.
fn move_text(mv: &[i64]) -> String {
    format!("{},{}", mv[0] + 1, mv[1] + 1)
}

/// The end of a game that this player, or nobody, has won.
fn end(winner: i64) -> (Vec<i64>, &'static str) {
    match winner {
        0 => (vec![0, 0], "full"),
        1 => (vec![1, -1], "line"),
        2 => (vec![-1, 1], "line"),
        other => panic!("{other} is no winner"),
    }
}

fn board(table: &dyn Table) -> String {
    let position = table.position();
    let (rows, _) = position.split_once(' ').expect("a board and a player");
    rows.to_owned()
}

/// The boards after each move; when some end the game, the first of those alone.
fn cut(table: &mut dyn Table) -> Vec<String> {
    let mut boards = Vec::new();
    for mv in table.moves() {
        table.play(&mv);
        let (after, over) = (board(table).replace('/', ""), table.outcome().is_some());
        table.undo();
        if over {
            return vec![after];
        }
        boards.push(after);
    }
    boards
}

#[test]
fn positions_have_these_moves_and_ends() {
    let mut ends = 0;
    for vector in vectors("mnk.legal.jsonl", 176) {
        let mut table = open(&vector);
        let moves: Vec<String> = vector.lists("moves").iter().map(|mv| move_text(mv)).collect();
        assert_eq!(table.moves(), moves, "{}", vector.id());
        let over = vector.flag("terminal");
        let active = if over { 0 } else { vector.size("active") };
        assert_eq!(table.to_move(), active, "{}", vector.id());
        let end = over.then(|| end(vector.number("winner")));
        assert_eq!(table.outcome(), end, "{}", vector.id());
        assert_eq!(cut(&mut *table), vector.texts("cut"), "{}", vector.id());
        ends += usize::from(over);
    }
    assert_eq!(ends, 7);
}

#[test]
fn trees_have_this_many_leaves() {
    for vector in vectors("mnk.perft.jsonl", 38) {
        let mut table = open(&vector);
        for (depth, leaves) in (1..).zip(vector.numbers("perft")) {
            assert_eq!(table.perft(depth) as i64, leaves, "{} at depth {depth}", vector.id());
        }
    }
}

#[test]
fn games_go_this_way() {
    for vector in vectors("mnk.games.jsonl", 40) {
        let mut table = table(&spec(&vector));
        for mv in vector.lists("moves") {
            table.play(&move_text(&mv));
        }
        assert_eq!(board(&*table), vector.texts("board").join("/"), "{}", vector.id());
        let end = end(vector.number("winner"));
        assert_eq!(end.0, vector.numbers("payoff"), "{}", vector.id());
        assert_eq!(table.outcome(), Some(end), "{}", vector.id());
    }
}
