//! The standings of a league: the arena's fit of all rated games.

use std::collections::HashMap;

use ninefold_arena::{Estimate, Ratings, SetResult, cross_table, rows};

use super::game::{FinishedGame, sets};

/// The rating of the entrant that all others are relative to.
pub(crate) const BASE: f64 = 1500.0;
/// The maximum number of points on a rating's curve.
const LONGEST_CURVE: usize = 240;
/// The number of points recomputed after a start.
const WORKED_OUT: usize = 30;

/// A rating with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rated {
    pub(crate) rating: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The tally of an entrant's rated games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) games: u32,
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
    pub(crate) points: f64,
}

impl Tally {
    /// Counts a game's result.
    pub(crate) fn count(&mut self, points: f64) {
        self.games += 1;
        self.points += points;
        match points {
            all if all > 0.999 => self.won += 1,
            none if none < 0.001 => self.lost += 1,
            _ => self.drawn += 1,
        }
    }
}

/// A rating at a point in time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct CurvePoint {
    /// The number of its own games by then.
    pub(crate) games: u32,
    /// When the last of them ended.
    pub(crate) at: i64,
    pub(crate) rated: Rated,
}

/// The standings from all rated games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standing {
    /// By the entrant's number; `None` if it has not played or was removed.
    pub(crate) ratings: Vec<Option<Rated>>,
    pub(crate) tallies: Vec<Tally>,
    /// The number of games they are based on.
    pub(crate) counted: usize,
    /// The history of each rating.
    pub(crate) curves: Vec<Vec<CurvePoint>>,
}

impl Standing {
    /// The standings from these games, relative to `anchor`; `is_in` marks the current entrants.
    fn fit(games: &[FinishedGame], is_in: &[bool], anchor: usize) -> Standing {
        let entrants = is_in.len();
        let counts = |game: &&FinishedGame| {
            game.is_rated()
                && game.meta.entrants.iter().all(|&number| is_in.get(number) == Some(&true))
        };
        let rated: Vec<&FinishedGame> = games.iter().filter(counts).collect();
        let mut tallies = vec![Tally::default(); entrants];
        for game in &rated {
            for (&entrant, &points) in game.meta.entrants.iter().zip(&game.points) {
                tallies[entrant].count(points);
            }
        }
        // Only entrants who have played are part of the fit: the others add no information.
        let played: Vec<usize> =
            (0..entrants).filter(|&number| tallies[number].games > 0).collect();
        let place = |number: usize| played.binary_search(&number).unwrap_or_default();
        let fitted = Ratings::fit(
            &sets(rated.iter().copied(), place),
            played.len(),
            played.binary_search(&anchor).unwrap_or_default(),
        );
        let mut ratings = vec![None; entrants];
        // Before the anchor has played there is no reference.
        let is_measured = is_in.get(anchor) != Some(&true) || tallies[anchor].games > 0;
        let fitted = fitted.filter(|_| is_measured);
        for (at, &number) in played.iter().enumerate() {
            ratings[number] = fitted.as_ref().and_then(|fitted| fitted.elo.get(at)).map(|elo| {
                let elo = elo.map(|elo| BASE + elo);
                Rated { rating: elo.value, low: elo.low, high: elo.high }
            });
        }
        Standing { ratings, tallies, counted: games.len(), curves: vec![Vec::new(); entrants] }
    }

    /// The standings from these games, continuing the previous ones. Curves of a league that was
    /// just loaded are recomputed at some points of its past.
    pub(crate) fn next(
        before: &Standing,
        games: &[FinishedGame],
        is_in: &[bool],
        anchor: usize,
    ) -> Standing {
        let mut curves = before.curves.clone();
        curves.resize(is_in.len(), Vec::new());
        if before.counted == 0 && games.len() > 1 {
            let step = games.len().div_ceil(WORKED_OUT).max(1);
            for count in (step..games.len()).step_by(step) {
                let past = Standing::fit(&games[..count], is_in, anchor);
                past.go_on(&mut curves, &games[..count]);
            }
        }
        let mut standing = Standing::fit(games, is_in, anchor);
        standing.go_on(&mut curves, games);
        standing.curves = curves;
        standing
    }

    /// Adds a point to the curve of every entrant who has played since its last one.
    fn go_on(&self, curves: &mut [Vec<CurvePoint>], games: &[FinishedGame]) {
        let at = games.last().map_or(0, |game| game.ended);
        for (number, curve) in curves.iter_mut().enumerate() {
            let played = self.tallies.get(number).map_or(0, |tally| tally.games);
            let Some(rated) = self.ratings.get(number).copied().flatten() else { continue };
            match curve.last_mut() {
                Some(last) if last.games >= played => last.rated = rated,
                _ => curve.push(CurvePoint { games: played, at, rated }),
            }
            if curve.len() > LONGEST_CURVE {
                // Half of the points show as much.
                let mut keep = false;
                curve.retain(|_| {
                    keep = !keep;
                    keep
                });
            }
        }
    }

    /// The effect of each rated game on an entrant's rating, by the name of the game: to first
    /// order, how far the rating would move without it. That is the result beyond the ratings'
    /// prediction, over the total information of its games.
    pub(crate) fn changes<'a>(
        &self,
        number: usize,
        own: &[&'a FinishedGame],
    ) -> HashMap<&'a str, f64> {
        let rating = |of: usize| self.ratings.get(of).copied().flatten().map(|rated| rated.rating);
        let Some(level) = rating(number) else { return HashMap::new() };
        // For each opponent in a game: the predicted and the actual result.
        let met = |game: &'a FinishedGame| -> Option<Vec<(f64, f64)>> {
            let points = game.points_of(number).filter(|_| game.is_rated())?;
            let others = game.meta.entrants.iter().zip(&game.points);
            let others = others.filter(|(other, _)| **other != number);
            others
                .map(|(&other, &theirs)| {
                    let foretold = 1.0 / (1.0 + 10_f64.powf((rating(other)? - level) / 400.0));
                    let came = match points - theirs {
                        more if more > 0.001 => 1.0,
                        less if less < -0.001 => 0.0,
                        _ => 0.5,
                    };
                    Some((foretold, came))
                })
                .collect()
        };
        let met: Vec<(&str, Vec<(f64, f64)>)> =
            own.iter().filter_map(|game| Some((game.id.as_str(), met(game)?))).collect();
        let all = met.iter().flat_map(|(_, met)| met);
        let told: f64 = all.map(|(foretold, _)| foretold * (1.0 - foretold)).sum();
        let scale = 400.0 / std::f64::consts::LN_10 / told;
        let sum =
            |met: &[(f64, f64)]| met.iter().map(|(foretold, came)| came - foretold).sum::<f64>();
        met.iter().map(|(game, met)| (*game, scale * sum(met))).collect()
    }

    /// Entrants by rating, best first; those without one last, by number.
    pub(crate) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.ratings.len()).collect();
        let rating = |number: usize| self.ratings[number].map_or(f64::NEG_INFINITY, |r| r.rating);
        order.sort_by(|&a, &b| rating(b).total_cmp(&rating(a)).then(a.cmp(&b)));
        order
    }
}

/// Points and games of every entrant against every other, rated games only.
pub(crate) fn cross(games: &[FinishedGame], entrants: usize) -> Vec<Vec<(f64, u64)>> {
    let known = |game: &&FinishedGame| {
        game.is_rated() && game.meta.entrants.iter().all(|&number| number < entrants)
    };
    cross_table(&sets(games.iter().filter(known), |entrant| entrant), entrants)
}

/// The share of points that the first of two players, by number, got in rated games against the
/// second, with an interval from the spread between openings; games for more than two have none.
pub(crate) fn shares(games: &[FinishedGame]) -> HashMap<(usize, usize), Estimate> {
    let mut meetings: HashMap<(usize, usize), Vec<&FinishedGame>> = HashMap::new();
    for game in games.iter().filter(|game| game.is_rated()) {
        if let [one, other] = game.meta.entrants[..] {
            meetings.entry((one.min(other), one.max(other))).or_default().push(game);
        }
    }
    let share = |((one, other), games): ((usize, usize), Vec<&FinishedGame>)| {
        let sets: Vec<SetResult> = sets(games.into_iter(), |number| usize::from(number == other));
        let both = rows(&sets, 2, 2);
        [((one, other), both[0].share), ((other, one), both[1].share)]
    };
    meetings.into_iter().flat_map(share).collect()
}
