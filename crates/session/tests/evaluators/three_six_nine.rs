//! 3-6-9: the three heuristics, and points as the only evaluator.

use crate::common::notation::THREE_SIX_NINE as GAME;
use crate::common::{Vector, advise, session_at, values, vectors, weights};
use ninefold_session::Session;

/// Compares all weights of a heuristic, and its choice by an evaluation and by a player.
fn compare(session: &dyn Session, vector: &Vector, heuristic: &str, matrix: &str, choice: &[i64]) {
    let (found, chosen) = weights(session, heuristic);
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
    let player = advise(session, &format!("heuristic:eval={heuristic}"));
    assert_eq!(player.best, choice, "{} {heuristic}", vector.id());
}

#[test]
fn tables_say_these_weights() {
    for vector in vectors("369.eval.jsonl", 192) {
        let session = session_at(&(GAME.spec)(&vector), &(GAME.position)(&vector));
        let choices = vector.lists("choice");
        for (heuristic, choice) in ["h1", "h2", "h3"].into_iter().zip(&choices) {
            compare(&*session, &vector, heuristic, heuristic, choice);
        }
        compare(&*session, &vector, "h3", "h3_float", &choices[2]);
        let explained = session.explain("h2").expect("a heuristic");
        let counts = explained.explained().and_then(|explained| explained.matrix.clone());
        let counts = counts.expect("a board of rows and columns");
        let cells = counts.iter().flatten().flatten().map(|&count| f64::from(count));
        let wanted = vector.matrix("h1").into_iter().map(|(_, weight)| weight);
        assert!(cells.eq(wanted), "{} {counts:?}", vector.id());
        assert_eq!(counts.len(), counts[0].len(), "{}", vector.id());
        let [first, second] = vector.numbers("scores")[..] else { panic!("not two scores") };
        let lead = first - second;
        assert_eq!(values(&*session, "score"), [lead, -lead], "{}", vector.id());
    }
}

/// The levels are parameters, and those that are printed the default.
#[test]
fn levels_can_be_changed() {
    let session = session_at("369:3", "x../.../... 0-0 1");
    assert_eq!(weights(&*session, "h2(levels=0/1/5/2/0/7/1/0/10/1)"), weights(&*session, "h2"));
    let (found, choice) = weights(&*session, "h2(levels=3/1/5/2/0/7/1/0/10/1)");
    // Only two cells lie on no line with the stone in the corner.
    assert_eq!(choice, Some("2,3".into()));
    assert_eq!(found.iter().filter(|(_, weight)| *weight == 3.0).count(), 2);
}
