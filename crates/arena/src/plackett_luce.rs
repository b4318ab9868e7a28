//! Ratings at tables of three and four.
//!
//! In the model of Plackett and Luce an entrant of strength π wins at a table with π / Σ π; a shared first
//! place counts as that share of a win for each. Hunter's minorising-maximising steps (2004) find the
//! strengths that make the results most likely; the intervals come from drawing whole rotation sets again
//! and again with replacement (bootstrap). Every draw has one set more, at the table of a drawn one, all of which
//! one of those who sit there wins by lot: few sets, or many that say the same, would claim certainty otherwise.

use std::collections::BTreeMap;

use ninefold_core::Random;

use crate::rating::ELO;
use crate::{Estimate, SetResult};

/// How many times the sets are drawn.
const DRAWS: u64 = 1000;
/// Points from nowhere: every entrant shares this much of a win with one of mean strength, so that nobody
/// is infinitely strong or weak.
const PRIOR: f64 = 0.1;
/// Steps end when no strength changes by more than this part, or after so many.
const CLOSE: f64 = 1e-7;
const MOST_STEPS: usize = 5000;

/// What one set says: which tables were played, and what was won there.
#[derive(Default)]
struct Set {
    tables: Vec<usize>,
    wins: Vec<(usize, f64)>,
}

/// Each entrant's strength in Elo relative to the anchor, with bootstrap intervals over rotation sets. Nothing when
/// nobody played.
pub fn plackett_luce(
    results: &[SetResult],
    entrants: usize,
    anchor: usize,
    seed: u64,
) -> Option<Vec<Estimate>> {
    let mut tables: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    let mut sets: Vec<Set> = Vec::with_capacity(results.len());
    for result in results.iter().filter(|result| !result.games.is_empty()) {
        let mut set = Set::default();
        for game in &result.games {
            let mut seats = game.seats.clone();
            seats.sort_unstable();
            let next = tables.len();
            set.tables.push(*tables.entry(seats).or_insert(next));
            set.wins.extend(game.seats.iter().copied().zip(game.points.iter().copied()));
        }
        sets.push(set);
    }
    if sets.is_empty() {
        return None;
    }
    let mut by_number = vec![Vec::new(); tables.len()];
    tables.into_iter().for_each(|(seats, number)| by_number[number] = seats);
    let fit = |sets: &mut dyn Iterator<Item = &Set>, near: Option<&[f64]>| {
        strengths(sets, &by_number, entrants, anchor, near)
    };
    let values = fit(&mut sets.iter(), None);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(DRAWS as usize); entrants];
    for draw in 0..DRAWS {
        let mut random = Random::stream(seed, draw);
        let mut drawn_set = || &sets[random.below(sets.len())];
        let mut sample: Vec<&Set> = sets.iter().map(|_| drawn_set()).collect();
        let tables = drawn_set().tables.clone();
        let winner = random.below(by_number[tables[0]].len());
        let wins = tables.iter().map(|&table| (by_number[table][winner], 1.0)).collect();
        let by_lot = Set { tables, wins };
        sample.push(&by_lot);
        let again = fit(&mut sample.into_iter(), Some(&values));
        drawn.iter_mut().zip(again).for_each(|(kept, value)| kept.push(value));
    }
    let interval = |(value, drawn): (f64, &mut Vec<f64>)| {
        drawn.sort_unstable_by(f64::total_cmp);
        let at = |part: f64| drawn[((drawn.len() - 1) as f64 * part).round() as usize];
        Estimate { value, low: at(0.025), high: at(0.975) }
    };
    Some(values.iter().copied().zip(drawn.iter_mut()).map(interval).collect())
}

/// The likeliest strengths in Elo relative to the anchor.
fn strengths(
    sets: &mut dyn Iterator<Item = &Set>,
    tables: &[Vec<usize>],
    entrants: usize,
    anchor: usize,
    near: Option<&[f64]>,
) -> Vec<f64> {
    let mut wins = vec![PRIOR / 2.0; entrants];
    let mut counts = vec![0.0; tables.len()];
    for set in sets {
        set.wins.iter().for_each(|&(entrant, share)| wins[entrant] += share);
        set.tables.iter().for_each(|&table| counts[table] += 1.0);
    }
    let mut strength: Vec<f64> = match near {
        Some(near) => near.iter().map(|elo| (elo / ELO).exp()).collect(),
        None => vec![1.0; entrants],
    };
    for _ in 0..MOST_STEPS {
        let mut weight: Vec<f64> = strength.iter().map(|s| PRIOR / (s + 1.0)).collect();
        for (seats, count) in tables.iter().zip(&counts) {
            let sum: f64 = seats.iter().map(|&seat| strength[seat]).sum();
            seats.iter().for_each(|&seat| weight[seat] += count / sum);
        }
        let next: Vec<f64> = wins.iter().zip(&weight).map(|(wins, weight)| wins / weight).collect();
        let change =
            next.iter().zip(&strength).map(|(a, b)| (a / b).ln().abs()).fold(0.0, f64::max);
        strength = next;
        if change < CLOSE {
            break;
        }
    }
    strength.iter().map(|s| ELO * (s / strength[anchor]).ln()).collect()
}
