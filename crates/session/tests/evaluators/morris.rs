//! Nine Men's Morris: both favourites and the four printed sets of the estimator.

use crate::common::notation::{MORRIS, earlier};
use crate::common::{Answer, Recalled, Vector, session_at, values, vectors};

const SETS: [&str; 4] = ["E32", "E34", "E30", "E46"];

/// Every evaluator with its parameters and what it must say.
fn wanted(vector: &Vector) -> Vec<(&'static str, &'static str, i64)> {
    let mut wanted = vec![("fav1", "", vector.number("fav1")), ("fav2", "", vector.number("fav2"))];
    for set in SETS {
        wanted.push((set, "", vector.number_in("est", set)));
        wanted.push((set, "double=shared", vector.number_in("est", set)));
        wanted.push((set, "double=shuttle", vector.number_in("est_shuttle", set)));
    }
    wanted
}

/// The reason of a draw by repetition is not in the position, so these records need their history.
fn repeats(vector: &Vector) -> bool {
    let hands = vector.numbers("hand");
    let key =
        format!("{}/{}/{},{}", vector.text("board"), vector.number("turn"), hands[0], hands[1]);
    vector.texts("history").into_iter().filter(|earlier| *earlier == key).count() >= 2
}

#[test]
fn tables_say_these_values() {
    let (mut checked, mut repeated, mut closed, mut shuttles) = (0, 0, 0, 0);
    for vector in vectors("morris.eval.jsonl", 185) {
        if repeats(&vector) {
            repeated += 1;
            continue;
        }
        let session = session_at("morris", &(MORRIS.position)(&vector));
        let over = vector.has("winner");
        assert_eq!(session.status().over, over, "{}", vector.id());
        for (name, parameters, value) in wanted(&vector) {
            let spec = format!("{name}({parameters})");
            assert_eq!(values(&*session, &spec), [value, -value], "{} {spec}", vector.id());
        }
        // The set of E32 is the default of the estimator with coefficients of one's own.
        let default = vector.number_in("est", "E32");
        assert_eq!(values(&*session, "est"), [default, -default], "{} est", vector.id());
        checked += 1;
        closed += usize::from(vector.number("last_mill") != 0);
        let differs = |set| vector.number_in("est", set) != vector.number_in("est_shuttle", set);
        shuttles += usize::from(differs("E32"));
    }
    assert_eq!((checked, repeated, closed), (175, 10, 17));
    assert!(shuttles > 0, "no record tells the two doubles apart");
}

#[test]
fn positions_with_a_history_have_these_values() {
    let mut repeated = 0;
    for vector in vectors("morris.eval.jsonl", 185) {
        let (position, earlier) = ((MORRIS.position)(&vector), earlier(&vector));
        for (name, parameters, value) in wanted(&vector) {
            let recalled = Recalled {
                position: &position,
                earlier: &earlier,
                evaluator: Some((name, parameters)),
                search: None,
            };
            let Answer { values, reason, .. } = recalled.ask("morris");
            assert_eq!(values, [value, -value], "{} {name}({parameters})", vector.id());
            assert_eq!(reason.is_some(), vector.has("winner"), "{}", vector.id());
            let drawn = reason == Some("draw_repetition");
            assert_eq!(drawn, repeats(&vector), "{}", vector.id());
            repeated += usize::from(drawn && name == "fav1");
        }
    }
    assert_eq!(repeated, 10);
}

/// The random part lies within its bound and is the same for the same seed and position.
#[test]
fn noise_stays_within_its_bound() {
    let mut moved = 0;
    for vector in vectors("morris.eval.jsonl", 185).iter().filter(|vector| !repeats(vector)) {
        let session = session_at("morris", &(MORRIS.position)(vector));
        for (name, value) in [("fav1", vector.number("fav1")), ("fav2", vector.number("fav2"))] {
            let spec = format!("{name}(noise=10)");
            let noisy = values(&*session, &spec)[0];
            assert!((noisy - value).abs() <= 10, "{} {spec}: {noisy}", vector.id());
            assert_eq!(values(&*session, &spec), [noisy, -noisy], "{} {spec}", vector.id());
            moved += usize::from(noisy != value);
        }
    }
    assert!(moved > 300, "only {moved} of 350 values were moved by noise");
}

/// A white man on d6, a crossing of four neighbours, against a black man on a7 with two.
#[test]
fn the_weights_of_the_favourites_are_parameters() {
    let session = session_at("morris", "b../.w./.../....../.../.../... w 8,8");
    for (evaluator, value) in [
        ("fav1", 50 * (4 - 2) + 50 * (4 - 2)),
        ("fav1(step=50,neighbour=50,man=1000,win=50000,draw=25000)", 200),
        ("fav1(step=60)", 60 * 2 + 50 * 2),
        ("fav1(neighbour=0,man=2000)", 100),
        ("fav2", 100),
        ("fav2(neighbour=50,man=1000)", 200),
    ] {
        assert_eq!(values(&*session, evaluator), [value, -value], "{evaluator}");
    }
}
