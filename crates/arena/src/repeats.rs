//! Duplicate games of a run.
//!
//! Deterministic players repeat the same game from the same opening, and copies are one observation. So intervals
//! and tests count *different* games: no two of them have the same players in the same seats, the same first
//! position and the same moves. Players with a random element play different games from one opening, and each of
//! them counts.
//!
//! An *opening* is a first position with the moves from there, independent of the seed.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{Hash, Hasher};

use crate::{GameResult, SetResult};

/// A first position, if it is not the usual one, and the moves from there; or the seed, if no moves are known.
#[derive(PartialEq, Eq, Hash)]
enum Opening<'a> {
    Line(Option<&'a str>, &'a [String]),
    Seed(u64),
}

impl SetResult {
    fn opening(&self) -> Opening<'_> {
        match self.games.first() {
            Some(first) if !first.moves.is_empty() => {
                let played = first.moves.len().min(first.opening as usize);
                let position = self.games.iter().find_map(|game| game.position.as_deref());
                Opening::Line(position, &first.moves[..played])
            }
            Some(first) => Opening::Seed(first.seed),
            None => Opening::Seed(self.set),
        }
    }

    /// Identifies the set; `None` if no moves are known.
    fn digest(&self) -> Option<u64> {
        let games: Option<Vec<u64>> = self.games.iter().map(GameResult::digest).collect();
        games.map(|games| digest(&games))
    }
}

impl GameResult {
    /// Identifies the game; `None` if no moves are known.
    fn digest(&self) -> Option<u64> {
        let points: Vec<u64> = self.points.iter().map(|points| points.to_bits()).collect();
        let known = !self.moves.is_empty();
        known.then(|| digest(&(&self.seats, &self.position, &self.moves, points, &self.reason)))
    }
}

fn digest(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// The number of the opening of every set, from 0 in order of first occurrence.
///
/// ```
/// use ninefold_arena::{GameResult, SetResult, opening_numbers};
///
/// let game = |seed, moves: &str| GameResult {
///     seed,
///     opening: 1,
///     moves: moves.split(' ').map(str::to_owned).collect(),
///     ..GameResult::default()
/// };
/// let set = |seed, moves| SetResult { run: 0, set: seed, games: vec![game(seed, moves)] };
/// let results = [set(0, "a1 b2"), set(1, "c3 b2"), set(2, "a1 c3")];
/// assert_eq!(opening_numbers(&results), [0, 1, 0]);
/// ```
pub fn opening_numbers(results: &[SetResult]) -> Vec<usize> {
    let mut numbers = HashMap::new();
    let number = |set| {
        let next = numbers.len();
        *numbers.entry(SetResult::opening(set)).or_insert(next)
    };
    results.iter().map(number).collect()
}

/// Detects duplicates in a stream of sets.
#[derive(Clone, Debug, Default)]
pub struct DifferentSets(HashSet<u64>);

impl DifferentSets {
    /// Whether a set is not a copy of an earlier one.
    pub fn is_new(&mut self, set: &SetResult) -> bool {
        set.digest().is_none_or(|digest| self.0.insert(digest))
    }
}

/// A set as intervals count it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    /// The cluster that it belongs to: all sets of its opening, or only its copies if there is no other opening.
    pub(crate) cluster: usize,
    /// The first set of which it is a copy, or itself.
    pub(crate) same: usize,
    /// The number of its games that are new.
    pub(crate) different: usize,
}

/// The sets as intervals count them.
pub(crate) fn units(results: &[SetResult]) -> Vec<Unit> {
    let openings = opening_numbers(results);
    let several = openings.iter().any(|opening| *opening > 0);
    let (mut sets, mut games) = (HashMap::new(), HashSet::new());
    let unit = |(number, (set, opening)): (usize, (&SetResult, usize))| {
        let digests: Vec<Option<u64>> = set.games.iter().map(GameResult::digest).collect();
        let whole = digests.iter().copied().collect::<Option<Vec<u64>>>();
        let same = whole.map_or(number, |whole| *sets.entry(digest(&whole)).or_insert(number));
        let is_new = |game: &&Option<u64>| game.is_none_or(|game| games.insert(game));
        let different = digests.iter().filter(is_new).count();
        Unit { cluster: if several { opening } else { same }, same, different }
    };
    results.iter().zip(openings).enumerate().map(unit).collect()
}

/// The fraction of distinct games at each table, by its entrants.
pub(crate) fn parts_by_table(
    results: &[SetResult],
    units: &[Unit],
) -> BTreeMap<BTreeSet<usize>, f64> {
    let mut counts: BTreeMap<BTreeSet<usize>, (usize, usize)> = BTreeMap::new();
    for (set, unit) in results.iter().zip(units) {
        let (different, all) = counts.entry(set.entrants().into_iter().collect()).or_default();
        *different += unit.different;
        *all += set.games.len();
    }
    let part = |(different, all): (usize, usize)| different as f64 / all.max(1) as f64;
    counts.into_iter().map(|(table, counts)| (table, part(counts))).collect()
}
