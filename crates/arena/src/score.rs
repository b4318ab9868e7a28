//! What the games of a match say about the entrants.

use crate::Played;
use crate::normal::Z;

/// A number with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How an entrant did.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// Its points.
    pub points: f64,
    /// Games in which it alone got the point.
    pub wins: usize,
    /// Games whose point it shared.
    pub draws: usize,
    /// Games without a share.
    pub losses: usize,
    /// Its share of the points, with the interval.
    pub share: Estimate,
}

/// The standing of each entrant.
///
/// The interval comes from the spread between sets, not between games: the games of a set share an
/// opening and are no independent trials. Where all sets ended alike, Wilson's interval over the sets
/// stands in, since a spread of 0 would claim certainty.
pub fn standings(games: &[Played], entrants: usize) -> Vec<Standing> {
    (0..entrants).map(|entrant| standing(games, entrant, entrants)).collect()
}

fn standing(games: &[Played], entrant: usize, entrants: usize) -> Standing {
    let got = || games.iter().map(|game| game.points[entrant]);
    let wins = got().filter(|&points| points > 0.999).count();
    let losses = got().filter(|&points| points < 0.001).count();
    let sets: Vec<f64> = games
        .chunks(entrants)
        .map(|set| set.iter().map(|game| game.points[entrant]).sum::<f64>() / set.len() as f64)
        .collect();
    Standing {
        points: got().sum(),
        wins,
        losses,
        draws: games.len() - wins - losses,
        share: share(&sets),
    }
}

/// The mean of the sets' shares with its interval.
pub(crate) fn share(sets: &[f64]) -> Estimate {
    let count = sets.len() as f64;
    if sets.is_empty() {
        return Estimate { value: 0.5, low: 0.0, high: 1.0 };
    }
    let value = sets.iter().sum::<f64>() / count;
    let squares: f64 = sets.iter().map(|set| (set - value).powi(2)).sum();
    let wilson = wilson(value, count);
    if sets.len() < 2 || squares == 0.0 {
        return wilson;
    }
    let error = Z * (squares / (count - 1.0) / count).sqrt();
    Estimate { value, low: (value - error).max(0.0), high: (value + error).min(1.0) }
}

/// Wilson's interval of a share over independent trials.
pub fn wilson(value: f64, trials: f64) -> Estimate {
    let square = Z * Z / trials;
    let middle = (value + square / 2.0) / (1.0 + square);
    let half =
        Z * (value * (1.0 - value) / trials + square / (4.0 * trials)).sqrt() / (1.0 + square);
    Estimate { value, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// The Elo difference of a share between two players; nothing at 0 and 1, where it is infinite.
pub fn elo(share: f64) -> Option<f64> {
    (share > 0.0 && share < 1.0).then(|| -400.0 * (1.0 / share - 1.0).log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(shares: &[[f64; 2]]) -> Vec<Played> {
        let game = |(index, points): (usize, &[f64; 2])| Played {
            set: index / 2,
            rotation: index % 2,
            points: points.to_vec(),
            plies: 9,
            reason: "line".into(),
        };
        shares.iter().enumerate().map(game).collect()
    }

    /// Four sets with 1, 1/2, 3/4 and 3/4 of the points: mean 3/4, variance 1/24, error of the mean
    /// the root of 1/96.
    #[test]
    fn the_interval_is_that_of_the_sets() {
        let set = [
            [1.0, 0.0],
            [1.0, 0.0],
            [1.0, 0.0],
            [0.0, 1.0],
            [1.0, 0.0],
            [0.5, 0.5],
            [0.5, 0.5],
            [1.0, 0.0],
        ];
        let standings = standings(&games(&set), 2);
        let first = &standings[0];
        assert_eq!((first.points, first.wins, first.draws, first.losses), (6.0, 5, 2, 1));
        let error = 1.959_963_984_540_054 * (1.0_f64 / 96.0).sqrt();
        assert!((first.share.low - (0.75 - error)).abs() < 1e-12);
        assert!((standings[1].share.high - (0.25 + error)).abs() < 1e-12);
    }

    /// Ten wins of ten: Wilson's lower end is n / (n + z²), a textbook value of 0.7225.
    #[test]
    fn a_clean_sweep_claims_no_certainty() {
        let sweep = vec![[1.0, 0.0]; 20];
        let share = standings(&games(&sweep), 2)[0].share;
        assert_eq!(share.value, 1.0);
        assert!((share.high - 1.0).abs() < 1e-12, "{}", share.high);
        assert!((share.low - 0.7225).abs() < 1e-4, "{}", share.low);
    }

    /// 3/4 of the points is 190.85 Elo by the logistic formula.
    #[test]
    fn elo_is_logistic() {
        assert_eq!(elo(0.5), Some(-0.0));
        assert!((elo(0.75).expect("finite") - 190.848).abs() < 1e-3);
        assert_eq!((elo(0.0), elo(1.0)), (None, None));
    }
}
