//! Who stands where in a league: the arena's own fit of all rated games.

use std::collections::HashMap;

use ninefold_arena::{Estimate, Ratings, SetResult, cross_table, rows};

use super::game::{FinishedGame, sets};

/// The rating of the entrant to whom all others are compared.
pub(crate) const BASE: f64 = 1500.0;
/// How many points of its way a rating keeps for a curve, at most.
const LONGEST_CURVE: usize = 240;
/// At how many moments the way is worked out again after a start.
const WORKED_OUT: usize = 30;

/// A rating with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rated {
    pub(crate) rating: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// Rated games of an entrant, counted.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) games: u32,
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
    pub(crate) points: f64,
}

impl Tally {
    /// Counts what a game brought.
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

/// A rating at a moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct CurvePoint {
    /// After how many of its own games.
    pub(crate) games: u32,
    /// When the last of them ended.
    pub(crate) at: i64,
    pub(crate) rated: Rated,
}

/// All that rated games say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standing {
    /// By the number of the entrant; nothing for who has not played or was removed.
    pub(crate) ratings: Vec<Option<Rated>>,
    pub(crate) tallies: Vec<Tally>,
    /// How many games it was worked out from.
    pub(crate) counted: usize,
    /// The way of each rating.
    pub(crate) curves: Vec<Vec<CurvePoint>>,
}

impl Standing {
    /// What these games say of so many entrants, of whom some are out, relative to `anchor`.
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
        // Only who has played has a place in the fit: the others say nothing.
        let played: Vec<usize> =
            (0..entrants).filter(|&number| tallies[number].games > 0).collect();
        let place = |number: usize| played.binary_search(&number).unwrap_or_default();
        let fitted = Ratings::fit(
            &sets(rated.iter().copied(), place),
            played.len(),
            played.binary_search(&anchor).unwrap_or_default(),
        );
        let mut ratings = vec![None; entrants];
        // Before the measure has played there is nothing to compare with.
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

    /// What these games say, going on from what was known before. Curves of a league that was just opened are worked out
    /// at some moments of its past.
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

    /// Adds a point to the curve of everybody who has played since its last.
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
                // Half of it tells as much.
                let mut keep = false;
                curve.retain(|_| {
                    keep = !keep;
                    keep
                });
            }
        }
    }

    /// What each rated game of an entrant did to its rating, by the name of the game: how far the rating would lie from where it is
    /// without it, to the first order. That is what it got beyond what the ratings foretell, over all that its games tell.
    pub(crate) fn changes<'a>(
        &self,
        number: usize,
        own: &[&'a FinishedGame],
    ) -> HashMap<&'a str, f64> {
        let rating = |of: usize| self.ratings.get(of).copied().flatten().map(|rated| rated.rating);
        let Some(level) = rating(number) else { return HashMap::new() };
        // Against each other player of a game: what was foretold, and what came.
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

    /// Entrants in the order of their ratings, the best first; those without one last, by number.
    pub(crate) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.ratings.len()).collect();
        let rating = |number: usize| self.ratings[number].map_or(f64::NEG_INFINITY, |r| r.rating);
        order.sort_by(|&a, &b| rating(b).total_cmp(&rating(a)).then(a.cmp(&b)));
        order
    }
}

/// Points and games of everybody against everybody, rated games only.
pub(crate) fn cross(games: &[FinishedGame], entrants: usize) -> Vec<Vec<(f64, u64)>> {
    let known = |game: &&FinishedGame| {
        game.is_rated() && game.meta.entrants.iter().all(|&number| number < entrants)
    };
    cross_table(&sets(games.iter().filter(known), |entrant| entrant), entrants)
}

/// What the first of two players, by their numbers, got of the points in rated games with the second, with its interval from the
/// spread between openings; nothing of games for more.
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
