//! 3-6-9 against the vectors of an independent implementation.

use crate::common;

use common::{Table, Vector, table, table_at, vectors};

fn spec(vector: &Vector) -> String {
    format!("369:{}", vector.number("size"))
}

fn open(vector: &Vector) -> Box<dyn Table> {
    let rows = vector.texts("board").join("/");
    let [first, second] = vector.numbers("scores")[..] else {
        panic!("{} has no two scores", vector.id())
    };
    let position = format!("{rows} {first}-{second} {}", vector.number("to_move"));
    table_at(&spec(vector), &position)
}

fn move_text(mv: &[i64]) -> String {
    format!("{},{}", mv[0], mv[1])
}

/// What the player to move gets for a move.
fn gain(table: &mut dyn Table, mv: &str) -> i64 {
    let (mover, before) = (table.to_move() - 1, table.points());
    table.play(mv);
    let after = table.points();
    table.undo();
    assert_eq!(after[1 - mover], before[1 - mover], "{mv} gave the other player points");
    after[mover] - before[mover]
}

/// The sequences of exactly `depth` moves and the sums of both players' points after them.
fn point_sums(table: &mut dyn Table, depth: usize) -> [i64; 3] {
    if depth == 0 {
        let points = table.points();
        return [1, points[0], points[1]];
    }
    let mut sums = [0; 3];
    for mv in table.moves() {
        table.play(&mv);
        let deeper = point_sums(table, depth - 1);
        table.undo();
        sums = std::array::from_fn(|index| sums[index] + deeper[index]);
    }
    sums
}

#[test]
fn positions_have_these_moves_gains_and_ends() {
    let mut ends = 0;
    for vector in vectors("369.legal.jsonl", 188) {
        let mut table = open(&vector);
        let moves: Vec<String> = vector.lists("moves").iter().map(|mv| move_text(mv)).collect();
        assert_eq!(table.moves(), moves, "{}", vector.id());
        assert_eq!(table.to_move(), vector.size("to_move"), "{}", vector.id());
        assert_eq!(table.points(), vector.numbers("scores"), "{}", vector.id());
        let gains: Vec<i64> = moves.iter().map(|mv| gain(&mut *table, mv)).collect();
        assert_eq!(gains, vector.numbers("gains"), "{}", vector.id());
        let over = vector.flag("terminal");
        let scores = vector.numbers("scores");
        let lead = (scores[0] - scores[1]).signum();
        let end = over.then(|| (vec![lead, -lead], "full"));
        assert_eq!(table.outcome(), end, "{}", vector.id());
        ends += usize::from(over);
    }
    assert_eq!(ends, 7);
}

#[test]
fn trees_have_this_many_leaves_and_points() {
    for vector in vectors("369.perft.jsonl", 38) {
        let mut table = open(&vector);
        let points = vector.lists("points");
        assert_eq!(points.len(), vector.numbers("perft").len(), "{}", vector.id());
        for (depth, leaves) in (1..).zip(vector.numbers("perft")) {
            assert_eq!(table.perft(depth) as i64, leaves, "{} at depth {depth}", vector.id());
        }
        for (index, sums) in points.iter().enumerate() {
            let found = point_sums(&mut *table, index + 1);
            assert_eq!(found, sums[..], "{} at depth {}", vector.id(), index + 1);
        }
    }
}

#[test]
fn games_go_this_way() {
    for vector in vectors("369.games.jsonl", 60) {
        let mut table = table(&spec(&vector));
        let moves = vector.lists("moves");
        let running = vector.lists("running_scores");
        assert_eq!(moves.len(), running.len(), "{}", vector.id());
        for (mv, scores) in moves.iter().zip(&running) {
            table.play(&move_text(mv));
            assert_eq!(&table.points(), scores, "{} after {mv:?}", vector.id());
        }
        assert_eq!(table.scores(), vector.numbers("scores"), "{}", vector.id());
        assert_eq!(table.outcome(), Some((vector.numbers("payoff"), "full")), "{}", vector.id());
    }
}
