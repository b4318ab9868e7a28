//! An evaluator that judges each player by itself, searched by algorithms for two sides: they look at
//! the lead of one over the other, whoever is to move.

use ninefold_session::{Origin, PlayerSpec, Setup, games};

/// The figure of the 9tka paper, rebuilt from its listed moves.
const FIGURE: &str = "02212222210/20000000001/10505000002/20000000502/20000000002/10000500502/\
    20500000002/20000005002/10050050001/10000000001/01111111110";

#[test]
fn both_players_look_at_the_lead() {
    for mover in ["1", "2"] {
        let origin = Origin::Position(format!("{FIGURE} {mover}"));
        let setup = Setup { origin, ..Setup::default() };
        let session = games().open("9tka:2", &setup).unwrap();
        let advice = |spec: &str| session.advise(&PlayerSpec::parse(spec).unwrap()).unwrap();
        let plain = advice("minimax:depth=2");
        for spec in ["alphabeta:depth=2", "mws:depth=2", "paranoid:depth=2"] {
            let other = advice(spec);
            assert_eq!((&other.best, &other.values), (&plain.best, &plain.values), "{spec}");
        }
        // After one turn the lead is what the formula gives one player less what it gives the other.
        let one = advice("minimax:depth=1");
        let setup = Setup {
            origin: Origin::Position(format!("{FIGURE} {mover}")),
            moves: one.best.into_iter().collect(),
            ..Setup::default()
        };
        let session = games().open("9tka:2", &setup).unwrap();
        let values = serde_json::to_value(session.evaluate("eva").unwrap()).unwrap();
        let lead = values["values"][0].as_i64().unwrap() - values["values"][1].as_i64().unwrap();
        assert_eq!(i64::from(one.values[0]), lead);
    }
}
