//! 9tka against the vectors of an independent implementation.

use crate::common;

use common::{Table, Vector, table_at, vectors};
use ninefold_core::{Notation, Player, Rules};
use ninefold_games::ninetka::{Ninetka, State};

/// The fields of the random placement and the move rules that they are.
const READINGS: [(&str, &str); 3] = [
    ("ai_choices_literal", "literal"),
    ("ai_choices_own", "own"),
    ("ai_choices_own_clear", "own-clear"),
];

fn spec(vector: &Vector) -> String {
    format!("9tka:{}", vector.number("players"))
}

fn position(vector: &Vector) -> String {
    format!("{} {}", vector.texts("board").join("/"), vector.number("to_move"))
}

fn open(vector: &Vector) -> Box<dyn Table> {
    table_at(&spec(vector), &position(vector))
}

fn texts(places: &[Vec<i64>]) -> Vec<String> {
    places.iter().map(|place| format!("{},{}", place[0], place[1])).collect()
}

/// Leaves when a player who cannot move passes, and the pass is a turn with one choice.
fn perft_with_passes(game: &Ninetka, state: &State, turn: Player, depth: usize) -> i64 {
    if depth == 0 {
        return 1;
    }
    if game.outcome(state).is_some() {
        return 0;
    }
    let next = turn.next(game.players());
    if turn != game.to_move(state) {
        return perft_with_passes(game, state, next, depth - 1);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let leaves = moves.into_iter().map(|mv| {
        let mut after = *state;
        game.play(&mut after, mv);
        perft_with_passes(game, &after, next, depth - 1)
    });
    leaves.sum()
}

#[test]
fn positions_have_these_moves_and_ends() {
    let (mut placing, mut ends) = (0, 0);
    for vector in vectors("ninetka.legal.jsonl", 200) {
        let table = open(&vector);
        let moves = texts(&vector.lists("moves"));
        assert_eq!(table.moves(), moves, "{}", vector.id());
        assert_eq!(table.to_move(), vector.size("to_move"), "{}", vector.id());
        assert_eq!(table.position(), position(&vector), "{}", vector.id());
        assert_eq!(table.outcome().is_some(), vector.flag("terminal"), "{}", vector.id());
        if vector.text("phase") == "place" {
            for (field, move_rule) in READINGS {
                let choices = texts(&vector.lists(field));
                assert_eq!(table.rule_moves(move_rule), choices, "{} {move_rule}", vector.id());
            }
            placing += 1;
        } else {
            let stops: Vec<String> = moves.iter().map(|mv| table.destination(mv)).collect();
            assert_eq!(stops, texts(&vector.lists("destinations")), "{}", vector.id());
        }
        ends += usize::from(vector.flag("terminal"));
    }
    assert_eq!((placing, ends), (49, 16));
}

#[test]
fn trees_have_this_many_leaves() {
    for vector in vectors("ninetka.perft.jsonl", 50) {
        let mut table = open(&vector);
        for (depth, leaves) in (1..).zip(vector.numbers("perft")) {
            assert_eq!(table.perft(depth) as i64, leaves, "{} at depth {depth}", vector.id());
        }
    }
}

#[test]
fn trees_with_passes_have_this_many_leaves() {
    for vector in vectors("ninetka.perft.jsonl", 50) {
        let game = Ninetka::new(vector.size("players"));
        let state = game.parse_position(&position(&vector)).expect("a possible position");
        let mover = game.to_move(&state);
        for (depth, leaves) in (1..).zip(vector.numbers("perft_explicit_pass")) {
            let found = perft_with_passes(&game, &state, mover, depth);
            assert_eq!(found, leaves, "{} at depth {depth}", vector.id());
        }
    }
}

#[test]
fn games_go_this_way() {
    let mut ties = 0;
    for vector in vectors("ninetka.games.jsonl", 60) {
        let mut rows = [[b'0'; 11]; 11];
        for place in vector.lists("neutrals") {
            rows[place[0] as usize][place[1] as usize] = b'5';
        }
        let rows = rows.map(|row| String::from_utf8(row.to_vec()).expect("digits"));
        let mut table = table_at(&spec(&vector), &format!("{} 1", rows.join("/")));
        let placements = texts(&vector.lists("placements"));
        assert_eq!(placements.len(), 36, "{}", vector.id());
        for mv in placements.iter().chain(&texts(&vector.lists("moves"))) {
            table.play(mv);
        }
        let last = format!("{} 0", vector.texts("board").join("/"));
        assert_eq!(table.position(), last, "{}", vector.id());
        let scores = vector.numbers("scores");
        assert_eq!(table.scores(), scores, "{}", vector.id());

        let payoff = vector.numbers("payoff");
        let winner = payoff.iter().position(|&share| share == 1).expect("a winner");
        assert_eq!(winner + 1, vector.size("winner"), "{}", vector.id());
        let best = scores.iter().filter(|&&score| score == scores[winner]).count();
        let reason = if best > 1 { "tie_latest_seat" } else { "sections" };
        assert_eq!(table.outcome(), Some((payoff, reason)), "{}", vector.id());
        ties += usize::from(best > 1);
    }
    assert!(ties > 0, "no game ends in a tie");
}
