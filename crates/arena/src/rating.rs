//! Ratings of all entrants from one joint fit.
//!
//! Two seats: the model of Bradley and Terry with draws as Davidson (1970) has them. With strengths
//! π = exp θ, A wins with π_A / S, B with π_B / S and they draw with ν √(π_A π_B) / S, where S is the sum
//! of the three. θ of the anchor is 0 and all others, with ν, are those that make the results most
//! likely. 400 θ / ln 10 is Elo, relative to the anchor.
//!
//! The intervals come from the spread between sets (the sandwich estimator): the games of a set share an
//! opening and are no independent trials. Where a prior had to be added the sets say too little for that, and
//! the intervals come from the curve of the likelihood.

use crate::linear::{Matrix, inverse, product, times};
use crate::normal::{Z, normal_below};
use crate::{Estimate, SetResult};

/// Elo of one natural unit.
pub(crate) const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The joint ratings of a run between two seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Each entrant's Elo relative to the anchor, which has exactly 0.
    pub elo: Vec<Estimate>,
    /// The share of draws between equals.
    pub draws: f64,
    /// Whether some entrants never lost a point, or never won one, to the rest, or did not meet them yet, so that
    /// the results alone give no finite rating and a weak prior was added: a spread of 500 Elo around the anchor.
    pub prior: bool,
    covariance: Matrix,
}

/// The wins, draws and losses of one entrant against another in one set.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    set: usize,
    first: usize,
    second: usize,
    wins: f64,
    draws: f64,
    losses: f64,
}

impl Ratings {
    /// Fits the results of so many entrants relative to `anchor`. Nothing when nobody played.
    pub fn fit(results: &[SetResult], entrants: usize, anchor: usize) -> Option<Ratings> {
        let mut meetings = Vec::new();
        for (set, result) in results.iter().enumerate() {
            for game in &result.games {
                let ([first, second], [points, _]) = (&game.seats[..], &game.points[..]) else {
                    return None;
                };
                if first == second {
                    continue;
                }
                let is = |wanted: f64| f64::from(u8::from((points - wanted).abs() < 0.01));
                let (wins, draws, losses) = (is(1.0), is(0.5), is(0.0));
                meetings.push(Meeting { set, first: *first, second: *second, wins, draws, losses });
            }
        }
        (!meetings.is_empty() && anchor < entrants).then(|| fit(&meetings, entrants, anchor))
    }

    /// The difference of two entrants in Elo: A relative to B.
    pub fn difference(&self, a: usize, b: usize) -> Estimate {
        let value = self.elo[a].value - self.elo[b].value;
        let error = Z * self.deviation(a, b);
        Estimate { value, low: value - error, high: value + error }
    }

    /// The likelihood of superiority: how probable it is that A is the stronger of the two.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        match self.deviation(a, b) {
            0.0 => 0.5,
            deviation => normal_below((self.elo[a].value - self.elo[b].value) / deviation),
        }
    }

    fn deviation(&self, a: usize, b: usize) -> f64 {
        let of = |x: usize, y: usize| self.covariance[x][y];
        ELO * (of(a, a) + of(b, b) - 2.0 * of(a, b)).max(0.0).sqrt()
    }
}

/// The parameters: one θ an entrant, then ln ν. The anchor's θ stays 0.
fn fit(meetings: &[Meeting], entrants: usize, anchor: usize) -> Ratings {
    let any_draw = meetings.iter().any(|meeting| meeting.draws > 0.0);
    let prior = !strongly_connected(meetings, entrants);
    // Without draws ν is 0 and no parameter.
    let free: Vec<usize> =
        (0..entrants + usize::from(any_draw)).filter(|&index| index != anchor).collect();
    let mut parameters = vec![0.0; entrants + 1];
    for _ in 0..200 {
        let (gradient, information) = derivatives(meetings, &parameters, &free, prior, any_draw);
        let Some(inverse) = inverse(&information) else { break };
        let step = times(&inverse, &gradient);
        // A step of more than two units is cut, so that the first ones cannot run away.
        let longest = step.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        let scale = (2.0 / longest).min(1.0);
        for (&index, value) in free.iter().zip(&step) {
            parameters[index] += scale * value;
        }
        if longest < 1e-12 {
            break;
        }
    }
    let covariance = covariance(meetings, &parameters, &free, prior, any_draw);
    let elo = (0..entrants)
        .map(|index| {
            let value = ELO * parameters[index];
            let error = Z * ELO * covariance[index][index].max(0.0).sqrt();
            Estimate { value, low: value - error, high: value + error }
        })
        .collect();
    let nu = if any_draw { parameters[entrants].exp() } else { 0.0 };
    Ratings { elo, draws: nu / (2.0 + nu), prior, covariance }
}

/// What the results of one meeting say about its parameters: the derivative by the difference θ_A − θ_B
/// and by ln ν, and the information (minus the second derivatives).
fn local(meeting: &Meeting, parameters: &[f64], any_draw: bool) -> ([f64; 2], [[f64; 2]; 2]) {
    let difference = parameters[meeting.first] - parameters[meeting.second];
    let nu = if any_draw { parameters[parameters.len() - 1].exp() } else { 0.0 };
    let (win, draw, loss) = ((difference / 2.0).exp(), nu, (-difference / 2.0).exp());
    let sum = win + draw + loss;
    let (win, draw, loss) = (win / sum, draw / sum, loss / sum);
    let games = meeting.wins + meeting.draws + meeting.losses;
    let score = meeting.wins + meeting.draws / 2.0;
    let mean = win + draw / 2.0;
    let gradient = [score - games * mean, meeting.draws - games * draw];
    // Score and draw indicator are the sufficient statistics, so the information is their covariance.
    let variance = win + draw / 4.0 - mean * mean;
    let mixed = draw / 2.0 - mean * draw;
    let spread = draw * (1.0 - draw);
    let information = [[games * variance, games * mixed], [games * mixed, games * spread]];
    debug_assert!((win + draw + loss - 1.0).abs() < 1e-9);
    (gradient, information)
}

/// The deviation of the weak prior, in natural units.
const PRIOR: f64 = 500.0 / ELO;

fn derivatives(
    meetings: &[Meeting],
    parameters: &[f64],
    free: &[usize],
    prior: bool,
    any_draw: bool,
) -> (Vec<f64>, Matrix) {
    let size = parameters.len();
    let mut gradient = vec![0.0; size];
    let mut information = vec![vec![0.0; size]; size];
    for meeting in meetings {
        let (slope, bend) = local(meeting, parameters, any_draw);
        let signed = [(meeting.first, 1.0, 0), (meeting.second, -1.0, 0), (size - 1, 1.0, 1)];
        for (row, sign, kind) in signed {
            gradient[row] += sign * slope[kind];
            for (column, other, other_kind) in signed {
                information[row][column] += sign * other * bend[kind][other_kind];
            }
        }
    }
    if prior {
        for index in 0..size - 1 {
            gradient[index] -= parameters[index] / (PRIOR * PRIOR);
            information[index][index] += 1.0 / (PRIOR * PRIOR);
        }
    }
    let gradient = free.iter().map(|&index| gradient[index]).collect();
    let information =
        free.iter().map(|&row| free.iter().map(|&column| information[row][column]).collect());
    (gradient, information.collect())
}

/// The covariance of all θ from the spread between sets, zero for the anchor. Where that would claim certainty,
/// because all sets say the same or somebody won everything, the inverse information stands in.
fn covariance(
    meetings: &[Meeting],
    parameters: &[f64],
    free: &[usize],
    prior: bool,
    any_draw: bool,
) -> Matrix {
    let size = parameters.len();
    let mut full = vec![vec![0.0; size - 1]; size - 1];
    let (_, information) = derivatives(meetings, parameters, free, prior, any_draw);
    let Some(bread) = inverse(&information) else { return full };
    let mut filling = vec![vec![0.0; free.len()]; free.len()];
    let mut sets = 0.0;
    for set in meetings.chunk_by(|a, b| a.set == b.set) {
        let (slope, _) = derivatives(set, parameters, free, false, any_draw);
        for (row, a) in slope.iter().enumerate() {
            for (column, b) in slope.iter().enumerate() {
                filling[row][column] += a * b;
            }
        }
        sets += 1.0;
    }
    let sandwich = product(&product(&bread, &filling), &bread);
    let correction = if sets > 1.0 { sets / (sets - 1.0) } else { 1.0 };
    for (row, &to) in free.iter().enumerate().filter(|(_, to)| **to < size - 1) {
        for (column, &from) in free.iter().enumerate().filter(|(_, from)| **from < size - 1) {
            let degenerate =
                prior || sets < 2.0 || sandwich[row][row] < 1e-9 || sandwich[column][column] < 1e-9;
            full[to][from] =
                if degenerate { bread[row][column] } else { correction * sandwich[row][column] };
        }
    }
    full
}

/// Whether from every entrant one can reach every other by steps from a loser, or a drawer, to whoever got a
/// point from it: Ford's condition for finite ratings.
fn strongly_connected(meetings: &[Meeting], entrants: usize) -> bool {
    let reach = |forward: bool| {
        let mut seen = vec![false; entrants];
        let Some(start) = meetings.first().map(|meeting| meeting.first) else { return seen };
        let mut pending = vec![start];
        seen[start] = true;
        while let Some(at) = pending.pop() {
            for meeting in meetings {
                let up = meeting.wins + meeting.draws > 0.0;
                let down = meeting.losses + meeting.draws > 0.0;
                let (first, second) = (meeting.first, meeting.second);
                for (from, to, open) in [(second, first, up), (first, second, down)] {
                    let (from, to) = if forward { (from, to) } else { (to, from) };
                    if open && from == at && !seen[to] {
                        seen[to] = true;
                        pending.push(to);
                    }
                }
            }
        }
        seen
    };
    reach(true).iter().zip(reach(false)).all(|(there, back)| *there && back)
}
