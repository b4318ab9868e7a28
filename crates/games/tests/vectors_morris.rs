//! Nine Men's Morris against the vectors of an independent implementation.

use crate::common;

use common::morris_text::{NAMES, board, side};
use common::{Setup, Table, Vector, table, vectors};

/// A key `board/turn/h1,h2` of the history as a position text.
fn earlier(key: &str) -> String {
    let fields: Vec<&str> = key.split('/').collect();
    let [men, turn, hands] = fields[..] else { panic!("{key} is no key of a position") };
    format!("{} {} {hands}", board(men), side(turn))
}

fn open(vector: &Vector) -> Box<dyn Table> {
    let [white, black] = vector.numbers("hand")[..] else {
        panic!("{} has no two hands", vector.id())
    };
    let position = format!(
        "{} {} {white},{black} {},{}",
        board(vector.text("board")),
        side(&vector.number("turn").to_string()),
        vector.number("mill_countdown"),
        vector.number("fly_countdown"),
    );
    let history: Vec<String> = vector.texts("history").into_iter().map(earlier).collect();
    let setup = Setup { position: Some(&position), earlier: &history, ..Setup::default() };
    setup.open("morris").unwrap_or_else(|error| panic!("{}: {error}", vector.id()))
}

/// `[start, target, taken]` as text.
fn move_text(mv: &[i64]) -> String {
    let name = |point: i64| usize::try_from(point).ok().map(|index| NAMES[index]);
    let &[start, target, taken] = mv else { panic!("{mv:?} is no move") };
    let start = name(start).map(|start| format!("{start}-")).unwrap_or_default();
    let taken = name(taken).map(|taken| format!("x{taken}")).unwrap_or_default();
    format!("{start}{}{taken}", name(target).expect("a target"))
}

fn payoffs(winner: i64) -> Vec<i64> {
    match winner {
        0 => vec![0, 0],
        1 => vec![1, -1],
        2 => vec![-1, 1],
        other => panic!("{other} is no winner"),
    }
}

#[test]
fn positions_have_these_moves_and_ends() {
    let mut ends = 0;
    for vector in vectors("morris.legal.jsonl", 187) {
        let table = open(&vector);
        let moves: Vec<String> = vector.lists("moves").iter().map(|mv| move_text(mv)).collect();
        assert_eq!(table.moves(), moves, "{}", vector.id());
        let over = vector.flag("terminal");
        let turn = if over { 0 } else { vector.size("turn") };
        assert_eq!(table.to_move(), turn, "{}", vector.id());
        let end = over.then(|| (payoffs(vector.number("winner")), vector.text("reason")));
        assert_eq!(table.outcome(), end, "{}", vector.id());
        ends += usize::from(over);
    }
    assert_eq!(ends, 37);
}

#[test]
fn trees_have_this_many_leaves() {
    for vector in vectors("morris.perft.jsonl", 38) {
        let mut table = open(&vector);
        for (depth, leaves) in (1..).zip(vector.numbers("perft")) {
            assert_eq!(table.perft(depth) as i64, leaves, "{} at depth {depth}", vector.id());
        }
    }
}

#[test]
fn games_go_this_way() {
    for vector in vectors("morris.games.jsonl", 127) {
        let mut table = table("morris");
        let moves = vector.lists("moves");
        assert_eq!(moves.len(), vector.size("plies"), "{}", vector.id());
        for mv in moves {
            table.play(&move_text(&mv));
        }
        let position = table.position();
        let (men, _) = position.split_once(' ').expect("a board and more");
        assert_eq!(men, board(vector.text("final_board")), "{}", vector.id());
        let payoff = vector.numbers("payoff");
        assert_eq!(payoff, payoffs(vector.number("winner")), "{}", vector.id());
        assert_eq!(table.outcome(), Some((payoff, vector.text("reason"))), "{}", vector.id());
    }
}
