//! `fit`: numbers of an evaluator from what positions are worth.

use std::fs;

use serde_json::Value;

use crate::common::{REFUSED, Sandbox, refusals};

/// −ln of what 1 / (1 + exp −(turn + unit·lead)) gives to what happened, on average.
fn loss(rows: &[(f64, f64)], unit: f64, turn: f64) -> f64 {
    let one = |&(lead, point): &(f64, f64)| {
        let chance = 1.0 / (1.0 + (-(turn + unit * lead)).exp());
        -(point * chance.ln() + (1.0 - point) * (1.0 - chance).ln())
    };
    rows.iter().map(one).sum::<f64>() / rows.len() as f64
}

/// The least loss that any unit and turn give, by trying ever finer steps.
fn fitted(rows: &[(f64, f64)]) -> (f64, f64) {
    let (mut at, mut step) = ((0.0, 0.0), 0.01);
    while step > 1e-9 {
        let around = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(unit, turn)| {
            (at.0 + step * f64::from(unit), at.1 + 10.0 * step * f64::from(turn))
        });
        let best =
            around.into_iter().min_by(|a, b| loss(rows, a.0, a.1).total_cmp(&loss(rows, b.0, b.1)));
        match best.filter(|best| loss(rows, best.0, best.1) < loss(rows, at.0, at.1)) {
            Some(best) => at = best,
            None => step /= 2.0,
        }
    }
    at
}

/// What is told of the new numbers and of the old ones holds when positions, results and values come from other commands.
#[test]
fn the_losses_are_those_of_the_values_that_eval_gives() {
    let sandbox = Sandbox::new();
    let drawn = ["--positions", "400", "--seed", "3", "--from", "games", "--players", "random"];
    let fit = ["fit", "connect4", "threats", "--against", "result"];
    let told = sandbox.json(&[&fit[..], &drawn, &["--curve", "curve.svg"]].concat());
    assert!(sandbox.read("curve.svg").starts_with("<svg"));
    let data = ["data", "connect4", "--label", "result", "--out", "set.jsonl"];
    sandbox.answer(&[&data[..], &drawn].concat());
    let rows: Vec<Value> = fs::read_to_string(sandbox.path("set.jsonl"))
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for (which, evaluator) in
        [("fitted", told["fitted"].as_str().unwrap()), ("as_it_is", "threats")]
    {
        let mut known = Vec::new();
        for row in &rows {
            let Some(result) = row["result"].as_f64() else { continue };
            let position = row["position"].as_str().unwrap();
            let values = sandbox.json(&["eval", "connect4", evaluator, "--position", position]);
            let [first, second] = [0, 1].map(|seat| values["values"][seat].as_f64().unwrap());
            let lead = if row["player"] == 1 { first - second } else { second - first };
            known.push((lead, (1.0 + result) / 2.0));
        }
        let is_held = |index: &usize| index % 5 == 4;
        let part = |held: bool| -> Vec<(f64, f64)> {
            (0..known.len())
                .filter(|index| is_held(index) == held)
                .map(|index| known[index])
                .collect()
        };
        let (unit, turn) = fitted(&part(false));
        let held = part(true);
        assert_eq!(told["held_out"], held.len());
        let (ours, told) = (loss(&held, unit, turn), told["loss"][which].as_f64().unwrap());
        assert!((ours - told).abs() < 1e-4, "{which}: {ours} and {told}");
    }
    let player = told["player"].as_str().unwrap();
    let played = sandbox.json(&["match", "connect4", player, "random", "--games", "4"]);
    assert_eq!(played["games"], 4, "{played}");
}

#[test]
fn the_same_on_any_number_of_threads() {
    let sandbox = Sandbox::new();
    let fit = ["fit", "9tka:3", "eva", "--against", "results", "--positions", "200"];
    let one = sandbox.answer(&[&fit[..], &["--threads", "1"]].concat());
    assert_eq!(sandbox.answer(&[&fit[..], &["--threads", "3"]].concat()), one);
    assert!(one.contains("player: alphabeta:depth=3,eval=eva("), "{one}");
}

#[test]
fn what_cannot_be_fitted() {
    let sandbox = Sandbox::new();
    let refused = refusals(
        &sandbox,
        REFUSED,
        &[
            "fit morris learnt --against result --positions 60",
            "fit 9tka:3 sections --against result --positions 200",
            "fit morris mils",
            "fit morris mills --against result --from men",
            "fit morris mills --against result --positions 20",
            "fit morris mills --ridge -1",
        ],
    );
    insta::assert_snapshot!(refused);
}
