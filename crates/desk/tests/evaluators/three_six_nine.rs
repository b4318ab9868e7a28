//! 3-6-9: the three heuristics, and points as the only evaluator.

use crate::common::notation::THREE_SIX_NINE as GAME;
use crate::common::{Vector, advise, table_at, values, vectors, weights};
use ninefold_desk::Table;

/// Compares all weights of a heuristic, and its choice by an evaluation and by a player.
fn compare(table: &dyn Table, vector: &Vector, heuristic: &str, matrix: &str, choice: &[i64]) {
    let (found, chosen) = weights(table, heuristic);
    let wanted = vector.matrix(matrix);
    let cell = |(row, column)| format!("{row},{column}");
    let cells: Vec<String> = wanted.iter().map(|&(place, _)| cell(place)).collect();
    let places: Vec<&String> = found.iter().map(|(mv, _)| mv).collect();
    assert_eq!(places, cells.iter().collect::<Vec<_>>(), "{} {matrix}", vector.id());
    for ((mv, weight), (_, wanted)) in found.iter().zip(wanted) {
        let equal = (weight - wanted).abs() <= 1e-12 * wanted.abs();
        assert!(equal, "{} {matrix} at {mv}: {weight}, wanted {wanted}", vector.id());
    }
    let choice = Some((GAME.move_text)(choice));
    assert_eq!(chosen, choice, "{} {heuristic}", vector.id());
    let player = advise(table, &format!("heuristic:eval={heuristic}"));
    assert_eq!(player.best, choice, "{} {heuristic}", vector.id());
}

#[test]
fn tables_say_these_weights() {
    for vector in vectors("369.eval.jsonl", 192) {
        let table = table_at(&(GAME.spec)(&vector), &(GAME.position)(&vector));
        let choices = vector.lists("choice");
        for (heuristic, choice) in ["h1", "h2", "h3"].into_iter().zip(&choices) {
            compare(&*table, &vector, heuristic, heuristic, choice);
        }
        compare(&*table, &vector, "h3", "h3_float", &choices[2]);
        let [first, second] = vector.numbers("scores")[..] else { panic!("not two scores") };
        let lead = first - second;
        assert_eq!(values(&*table, "score"), [lead, -lead], "{}", vector.id());
    }
}
