//! Ratings of all entrants from one joint fit.
//!
//! Two seats: the Bradley–Terry model with draws after Davidson (1970) and an advantage of the first seat. With d =
//! θ_A − θ_B + γ, A on the first seat wins, draws and loses with odds exp(d/2) : ν : exp(−d/2). Three and four
//! seats: the Plackett–Luce model, in which an entrant wins a table with odds exp(θ + σ), where σ is the parameter
//! of its seat; a shared first place counts as that share of a win for each.
//!
//! **One Elo.** The Elo of A relative to B follows from the share s of the points that the model expects of A
//! against B, with half of the games on either seat: 400 log10(s / (1 − s)). It is the Elo of a match between the
//! two. The parameter itself, 400 θ / ln 10, is the *strength*: the odds of a win to a loss, ignoring draws.
//!
//! **The prior** is always present and the same for all: each entrant has an extra half game, with equal parts of
//! each result, against an entrant of mean strength, and the seats have half a game among equals. So entrants who
//! never lost, entrants who did not play and groups that never met have finite ratings, and an anchor only shifts
//! the strengths.
//!
//! **Intervals** come from the spread between openings, or between sets if that is larger, since games of one
//! opening are not independent (`logit.rs`); those of Elo use the delta method. Copies of a game count as one
//! observation (`repeats.rs`).

use std::collections::{BTreeMap, BTreeSet};

use crate::logit::{Fit, Model, Seen, Sum, odds};
use crate::normal::normal_below;
use crate::repeats::{parts_by_table, units};
use crate::{Estimate, SetResult};

/// Elo per natural unit.
pub(crate) const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The note when all players kept their seats.
pub const UNCHANGED_SEATS: &str = "nobody changed seats, so what a seat is worth and how strong whoever sits there is cannot be told apart";

/// The joint ratings of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Each entrant's Elo relative to the anchor, which has exactly 0.
    pub elo: Vec<Estimate>,
    /// Each entrant's strength relative to the anchor's, on the Elo scale: the odds of winning to losing, ignoring
    /// draws. Another anchor only shifts it.
    pub strength: Vec<Estimate>,
    /// The share of draws between equals on average over both seats; `None` at tables of more than two.
    pub draws: Option<Estimate>,
    /// The share of the points that each seat gets among equals.
    pub seats: Vec<Estimate>,
    /// Whether the results alone have no finite ratings, because some entrants never lost to the rest, never won
    /// against it, or did not meet it. Then the prior determines the distance between them.
    pub prior: bool,
    /// Whether any entrant sat on more than one seat. If not, the worth of a seat and the strength of its player
    /// cannot be separated.
    pub seats_changed: bool,
    seat_count: usize,
    entrants: usize,
    fit: Fit,
}

/// The possible results of a table with these seats, as predictors: win, draw and loss for two seats; otherwise
/// which entrant wins.
fn results_at(seats: &[usize], entrants: usize) -> Vec<Sum> {
    match *seats {
        [first, second] => {
            let (seat, draw) = (entrants, entrants + 1);
            let won =
                |sign: f64| vec![(first, sign / 2.0), (second, -sign / 2.0), (seat, sign / 2.0)];
            vec![won(1.0), vec![(draw, 1.0)], won(-1.0)]
        }
        _ => (entrants..).zip(seats).map(|(seat, &who)| vec![(who, 1.0), (seat, 1.0)]).collect(),
    }
}

/// The virtual tables: each entrant against the mean of all, and the seats among equals.
fn prior(seats: usize, entrants: usize) -> Vec<Vec<Sum>> {
    let part = 1.0 / entrants as f64;
    let above_mean = |who: usize, weight: f64| -> Sum {
        let own = |other| if other == who { 1.0 } else { 0.0 };
        (0..entrants).map(|other| (other, weight * (own(other) - part))).collect()
    };
    let alone = |who: usize| -> Vec<Sum> {
        match seats {
            2 => vec![above_mean(who, 0.5), vec![(entrants + 1, 1.0)], above_mean(who, -0.5)],
            _ => {
                let mut results = vec![Sum::new(); seats];
                results[0] = above_mean(who, 1.0);
                results
            }
        }
    };
    let equals: Vec<Sum> = match seats {
        2 => vec![vec![(entrants, 0.5)], vec![(entrants + 1, 1.0)], vec![(entrants, -0.5)]],
        _ => (0..seats).map(|seat| vec![(entrants + seat, 1.0)]).collect(),
    };
    (0..entrants).map(alone).chain([equals]).collect()
}

impl Ratings {
    /// Fits the results of `entrants` entrants relative to `anchor`. Returns `None` if no games were played.
    pub fn fit(results: &[SetResult], entrants: usize, anchor: usize) -> Option<Ratings> {
        let seat_count = results.iter().find_map(|set| Some(set.games.first()?.seats.len()))?;
        if anchor >= entrants || seat_count < 2 {
            return None;
        }
        let mut numbers: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        let (mut tables, mut seen, mut beaten) = (Vec::new(), Vec::new(), BTreeSet::new());
        let mut taken: BTreeSet<(usize, usize)> = BTreeSet::new();
        let units = units(results);
        let parts_of_tables = parts_by_table(results, &units);
        for (result, unit) in results.iter().zip(&units) {
            for game in &result.games {
                let distinct: BTreeSet<usize> = game.seats.iter().copied().collect();
                if game.seats.len() != seat_count || distinct.len() != seat_count {
                    continue;
                }
                let table = *numbers.entry(game.seats.clone()).or_insert_with(|| {
                    tables.push(results_at(&game.seats, entrants));
                    tables.len() - 1
                });
                taken.extend(game.seats.iter().copied().zip(0..));
                let mut parts = match game.points[..] {
                    [first, _] if seat_count == 2 => {
                        let drawn = 1.0 - (2.0 * first - 1.0).abs();
                        vec![first - drawn / 2.0, drawn, 1.0 - first - drawn / 2.0]
                    }
                    _ => game.points.clone(),
                };
                if let Some(winner) = game.points.iter().position(|points| *points > 0.999) {
                    let winner = game.seats[winner];
                    beaten.extend(distinct.iter().map(|&loser| (loser, winner)));
                }
                // Copies of a game carry no more information than one of them.
                let part = parts_of_tables.get(&distinct).copied().unwrap_or(1.0);
                parts.iter_mut().for_each(|seen| *seen *= part);
                seen.push(Seen { table, parts, set: unit.same, cluster: unit.cluster });
            }
        }
        if seen.is_empty() {
            return None;
        }
        let games: f64 = seen.iter().flat_map(|game: &Seen| &game.parts).sum();
        let drawn: f64 = seen.iter().filter_map(|game: &Seen| game.parts.get(1)).sum();
        let seats = entrants..entrants + if seat_count == 2 { 1 } else { seat_count };
        let free_seats = (seat_count > 2).then_some(seats.clone());
        let relative = std::iter::once(0..entrants).chain(free_seats).collect();
        let parameters = if seat_count == 2 { entrants + 2 } else { seats.end };
        let model = Model { parameters, tables, prior: prior(seat_count, entrants), relative };
        let mut ratings = Ratings {
            elo: Vec::new(),
            strength: Vec::new(),
            draws: None,
            seats: Vec::new(),
            prior: !strongly_connected(&beaten, entrants),
            seats_changed: taken.iter().zip(taken.iter().skip(1)).any(|(a, b)| a.0 == b.0),
            seat_count,
            entrants,
            fit: model.fit(&seen),
        };
        ratings.elo = (0..entrants).map(|who| ratings.difference(who, anchor)).collect();
        ratings.strength = (0..entrants).map(|who| ratings.stronger(who, anchor)).collect();
        ratings.seats = (0..seat_count).map(|seat| ratings.seat(seat)).collect();
        ratings.draws = (seat_count == 2).then(|| {
            // ν / (2 + ν): its log-odds are ln ν − ln 2.
            let weights = ratings.weights(&[(entrants + 1, 1.0)]);
            let value = ratings.fit.at[entrants + 1] - std::f64::consts::LN_2;
            let mut found = ratings.estimate(value, &weights).map(share_of);
            // If no game was drawn, draws may be impossible; if all were drawn, wins may be.
            if drawn <= 0.0 {
                found.low = 0.0;
            } else if drawn >= games {
                found.high = 1.0;
            }
            found
        });
        Some(ratings)
    }

    /// The Elo of A relative to B.
    pub fn difference(&self, a: usize, b: usize) -> Estimate {
        let (value, weights) = self.elo_of(a, b);
        self.estimate(value, &weights)
    }

    /// The advantage of the first of two seats in Elo, from its share among equals.
    pub fn first_seat(&self) -> Option<Estimate> {
        (self.seat_count == 2)
            .then(|| self.seats[0].map(|share| ELO * (share / (1.0 - share)).ln()))
    }

    /// The likelihood of superiority: the probability that A is stronger than B.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let (value, weights) = self.elo_of(a, b);
        match self.fit.variance(&weights, self.prior).sqrt() {
            0.0 => 0.5,
            deviation => normal_below(value / deviation),
        }
    }

    /// The difference in strength between A and B.
    fn stronger(&self, a: usize, b: usize) -> Estimate {
        let weights = self.weights(&[(a, ELO), (b, -ELO)]);
        self.estimate(ELO * (self.fit.at[a] - self.fit.at[b]), &weights)
    }

    /// The Elo of A's expected share against B, and its gradient in all parameters.
    fn elo_of(&self, a: usize, b: usize) -> (f64, Vec<f64>) {
        if self.seat_count > 2 || a == b {
            let weights = self.weights(&[(a, ELO), (b, -ELO)]);
            return (ELO * (self.fit.at[a] - self.fit.at[b]), weights);
        }
        let (mut share, mut slope) = (0.0, vec![0.0; self.fit.at.len()]);
        for (seats, points) in [([a, b], [1.0, 0.5, 0.0]), ([b, a], [0.0, 0.5, 1.0])] {
            let (expected, slopes) = self.expected(&results_at(&seats, self.entrants), &points);
            share += expected / 2.0;
            slope.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope / 2.0);
        }
        let bend = ELO / (share * (1.0 - share));
        slope.iter_mut().for_each(|slope| *slope *= bend);
        (ELO * (share / (1.0 - share)).ln(), slope)
    }

    /// The share of a seat among equals. Its log odds are estimated, so it stays between 0 and 1.
    fn seat(&self, seat: usize) -> Estimate {
        let entrants = self.entrants;
        let (results, points) = match self.seat_count {
            2 => {
                let results =
                    vec![vec![(entrants, 0.5)], vec![(entrants + 1, 1.0)], vec![(entrants, -0.5)]];
                (results, if seat == 0 { vec![1.0, 0.5, 0.0] } else { vec![0.0, 0.5, 1.0] })
            }
            seats => {
                let results = (0..seats).map(|seat| vec![(entrants + seat, 1.0)]).collect();
                (results, (0..seats).map(|s| f64::from(u8::from(s == seat))).collect())
            }
        };
        let (share, mut slope) = self.expected(&results, &points);
        slope.iter_mut().for_each(|slope| *slope /= share * (1.0 - share));
        self.estimate((share / (1.0 - share)).ln(), &slope).map(share_of)
    }

    /// The expected points at a table, and their gradient in all parameters.
    fn expected(&self, results: &[Sum], points: &[f64]) -> (f64, Vec<f64>) {
        let odds = odds(results, &self.fit.at);
        let mean: f64 = odds.iter().zip(points).map(|(odds, points)| odds * points).sum();
        let mut slope = vec![0.0; self.fit.at.len()];
        for ((sum, odds), points) in results.iter().zip(&odds).zip(points) {
            sum.iter().for_each(|&(i, weight)| slope[i] += weight * odds * (points - mean));
        }
        (mean, slope)
    }

    fn weights(&self, sum: &[(usize, f64)]) -> Vec<f64> {
        let mut weights = vec![0.0; self.fit.at.len()];
        sum.iter().for_each(|&(i, weight)| weights[i] += weight);
        weights
    }

    fn estimate(&self, value: f64, weights: &[f64]) -> Estimate {
        let error = self.fit.reach() * self.fit.variance(weights, self.prior).sqrt();
        // Treat rounding noise around zero as zero.
        let value = if value.abs() < 1e-9 { 0.0 } else { value };
        Estimate { value, low: value - error, high: value + error }
    }
}

fn share_of(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Whether every entrant can be reached from every other by steps from a loser to the winner. Without draws that is
/// Ford's condition for finite ratings; draws alone do not connect entrants, because their frequency is a free
/// parameter.
fn strongly_connected(beaten: &BTreeSet<(usize, usize)>, entrants: usize) -> bool {
    let reaches_all = |forward: bool| {
        let mut seen = vec![false; entrants];
        let mut pending = vec![0];
        seen[0] = true;
        while let Some(at) = pending.pop() {
            for &(loser, winner) in beaten {
                let (from, to) = if forward { (loser, winner) } else { (winner, loser) };
                if from == at && !seen[to] {
                    seen[to] = true;
                    pending.push(to);
                }
            }
        }
        seen.iter().all(|seen| *seen)
    };
    reaches_all(true) && reaches_all(false)
}
