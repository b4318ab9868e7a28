//! 9tka: `eva` with both tails.

use crate::common::notation::NINETKA;
use crate::common::{session_at, values, vectors};

#[test]
fn tables_say_these_values() {
    let (mut tails, mut ends) = (0, 0);
    for vector in vectors("ninetka.eval.jsonl", 200) {
        let session = session_at(&(NINETKA.spec)(&vector), &(NINETKA.position)(&vector));
        let (printed, code) = (vector.numbers("eva"), vector.numbers("eva_code_tail"));
        assert_eq!(values(&*session, "eva"), printed, "{}", vector.id());
        assert_eq!(values(&*session, "eva(tail=printed)"), printed, "{}", vector.id());
        assert_eq!(values(&*session, "eva(tail=code)"), code, "{}", vector.id());
        let own = "eva(tail=code,c1=30,c2=15,c3=100,c4=90)";
        assert_eq!(values(&*session, own), code, "{}", vector.id());
        tails += usize::from(printed != code);
        ends += usize::from(session.status().over);
    }
    assert_eq!((tails, ends), (5, 21));
}

/// The terms of the formula one by one, by setting the other constants to 0.
#[test]
fn each_constant_weighs_its_own_term() {
    for vector in vectors("ninetka.eval.jsonl", 200) {
        let session = session_at(&(NINETKA.spec)(&vector), &(NINETKA.position)(&vector));
        let (blocked, own) = (vector.numbers("r"), vector.numbers("q"));
        let lead: Vec<i64> = blocked.iter().zip(own).map(|(r, q)| r - q).collect();
        let sum = |sections: Vec<i64>| sections.into_iter().sum();
        let held: Vec<i64> = vector.lists("c").into_iter().map(sum).collect();
        assert_eq!(held, vector.numbers("scores"), "{}", vector.id());
        let spread = |worth: fn(i64) -> i64| -> Vec<i64> {
            let own = vector.lists("v").into_iter();
            own.map(|sections| sections.into_iter().map(worth).sum()).collect()
        };
        let empty = spread(|own| if own < 5 { 1 } else { 0 });
        let counters = spread(|own| if own < 5 { -own } else { -1 });
        let capped = spread(|own| -own.min(4));
        for (spec, wanted) in [
            ("eva(c1=0,c2=0,c3=1,c4=0)", held),
            ("eva(c1=0,c2=0,c3=0,c4=1)", lead),
            ("eva(c1=1,c2=0,c3=0,c4=0)", empty),
            ("eva(c1=0,c2=1,c3=0,c4=0)", counters),
            ("eva(c1=0,c2=1,c3=0,c4=0,tail=code)", capped),
        ] {
            assert_eq!(values(&*session, spec), wanted, "{} {spec}", vector.id());
        }
    }
}
