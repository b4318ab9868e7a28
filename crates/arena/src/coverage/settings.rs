//! Matches and tournaments between players of known strength.

use ninefold_core::Random;

use super::{Coverage, drawn, game, normal};
use crate::logit::{Sum, odds};
use crate::rating::ELO;
use crate::schedule::in_order;
use crate::{Estimate, Ratings, SetResult, elo, rows};

/// Players of known strength, on the natural-logarithm scale.
pub(super) struct Setting {
    name: &'static str,
    strengths: &'static [f64],
    /// The bonus of each seat.
    seats: &'static [f64],
    /// The weight of a draw between two players; unused at larger tables.
    draws: f64,
    openings: usize,
    /// How much openings vary in the bonus of the first seat, and in how well they suit each player.
    unfair: f64,
    suits: f64,
    /// Whether players keep their seats.
    fixed: bool,
    /// Which players meet.
    meet: Meet,
    /// The number of openings in the book that games start from in turn; `None` for a new opening in every set.
    lines: Option<usize>,
    /// Whether the same players repeat the same game when an opening recurs.
    repeat: bool,
}

/// Which players meet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meet {
    Everybody,
    /// All others meet the last, as the members of an evolution meet an opponent.
    TheLast,
    /// The first meets the second, the third meets the fourth, and so on.
    Neighbours,
}

/// Two players who alternate seats, from openings that suit both.
const TWO: Setting = Setting {
    name: "",
    strengths: &[],
    seats: &[0.3, 0.0],
    draws: 0.0,
    openings: 10,
    unfair: 0.0,
    suits: 0.0,
    fixed: false,
    meet: Meet::Everybody,
    lines: None,
    repeat: false,
};

pub(super) const SETTINGS: [Setting; 11] = [
    Setting {
        name: "many draws, 20 games",
        strengths: &[0.3, 0.0],
        draws: 4.0,
        openings: 10,
        ..TWO
    },
    Setting {
        name: "many draws, 200 games",
        strengths: &[0.3, 0.0],
        draws: 4.0,
        openings: 100,
        ..TWO
    },
    Setting {
        name: "one-sided (94 %), 20 games",
        strengths: &[5.4, 0.0],
        draws: 2.0,
        openings: 10,
        ..TWO
    },
    Setting {
        name: "one-sided (94 %), 100 games",
        strengths: &[5.4, 0.0],
        draws: 2.0,
        openings: 50,
        ..TWO
    },
    Setting {
        name: "one-sided (97 %) without draws, 40 games",
        strengths: &[3.5, 0.0],
        draws: 0.0,
        openings: 20,
        ..TWO
    },
    Setting {
        name: "unfair openings, 40 games",
        strengths: &[1.0, 0.0],
        draws: 1.0,
        openings: 20,
        unfair: 1.5,
        ..TWO
    },
    Setting {
        name: "four players, 10 shared openings",
        strengths: &[1.5, 0.5, 0.3, 0.0],
        draws: 1.0,
        openings: 10,
        unfair: 1.0,
        suits: 0.8,
        ..TWO
    },
    Setting {
        name: "three seats, 30 games",
        strengths: &[1.0, 0.3, 0.0],
        seats: &[0.3, 0.0, -0.3],
        draws: 0.0,
        openings: 10,
        ..TWO
    },
    Setting {
        name: "four seats, 48 games",
        strengths: &[1.0, 0.5, 0.2, 0.0],
        seats: &[0.4, 0.1, -0.1, -0.4],
        draws: 0.0,
        openings: 12,
        ..TWO
    },
    Setting {
        name: "fixed seats, 40 games",
        strengths: &[0.6, 0.0],
        draws: 1.0,
        openings: 40,
        fixed: true,
        ..TWO
    },
    Setting {
        name: "four players, fixed seats, 20 openings",
        strengths: &[1.2, 0.6, 0.3, 0.0],
        draws: 1.0,
        openings: 20,
        fixed: true,
        ..TWO
    },
];

/// Settings with recurring openings, and fields in which not all players meet.
pub(super) const FURTHER: [Setting; 6] = [
    Setting {
        name: "20 openings played ten times, always alike",
        strengths: &[0.6, 0.0],
        draws: 1.0,
        openings: 200,
        unfair: 1.0,
        lines: Some(20),
        repeat: true,
        ..TWO
    },
    Setting {
        name: "20 openings played ten times, by chance",
        strengths: &[0.6, 0.0],
        draws: 1.0,
        openings: 200,
        unfair: 1.0,
        lines: Some(20),
        ..TWO
    },
    Setting {
        name: "one opening, by chance, 60 games",
        strengths: &[0.6, 0.0],
        draws: 1.0,
        openings: 30,
        lines: Some(1),
        ..TWO
    },
    Setting {
        name: "evolution: five against one, 10 openings",
        strengths: &[0.8, 0.4, 0.0, -0.4, -0.8, 0.0],
        draws: 1.0,
        openings: 10,
        unfair: 1.0,
        suits: 0.8,
        meet: Meet::TheLast,
        ..TWO
    },
    Setting {
        name: "evolution: eight among themselves, one opening",
        strengths: &[0.7, 0.5, 0.3, 0.1, -0.1, -0.3, -0.5, -0.7],
        draws: 1.0,
        openings: 1,
        lines: Some(1),
        ..TWO
    },
    Setting {
        name: "two pairs that never met, 40 games each",
        strengths: &[0.5, 0.0, 0.3, 0.0],
        draws: 1.0,
        openings: 20,
        meet: Meet::Neighbours,
        ..TWO
    },
];

/// The effect of an opening: how well it suits each player, and its bonus for the first seat.
struct OpeningEffect {
    suits: Vec<f64>,
    first: f64,
}

/// The names of the seats' shares.
const SEATS: [&str; 4] = [
    "share of the first seat",
    "share of the second seat",
    "share of the third seat",
    "share of the fourth seat",
];

impl Setting {
    fn effect(&self, random: &mut Random) -> OpeningEffect {
        OpeningEffect {
            suits: self.strengths.iter().map(|_| self.suits * normal(random)).collect(),
            first: self.unfair * normal(random),
        }
    }

    /// The odds of the results at a table: win, draw and loss for two players, otherwise which player wins.
    fn odds(&self, seated: &[usize], effect: &OpeningEffect) -> Vec<f64> {
        let at = |(seat, &who): (usize, &usize)| {
            let first = if seat == 0 { effect.first } else { 0.0 };
            self.strengths[who] + effect.suits[who] + self.seats[seat] + first
        };
        let sums: Vec<f64> = seated.iter().enumerate().map(at).collect();
        let predictors: Vec<Sum> = match sums[..] {
            [_, _] => vec![vec![(0, 0.5), (1, -0.5)], vec![(2, 1.0)], vec![(0, -0.5), (1, 0.5)]],
            _ => (0..sums.len()).map(|seat| vec![(seat, 1.0)]).collect(),
        };
        let mut at = sums;
        at.push(self.draws.max(1e-9).ln());
        odds(&predictors, &at)
    }

    /// The points of each seat for a result.
    fn points(&self, result: usize) -> Vec<f64> {
        match self.seats.len() {
            2 => vec![1.0 - result as f64 / 2.0, result as f64 / 2.0],
            seats => (0..seats).map(|seat| f64::from(u8::from(seat == result))).collect(),
        }
    }

    fn tables(&self) -> Vec<Vec<usize>> {
        match self.seats.len() {
            2 => {
                let all = 0..self.strengths.len();
                let last = all.end - 1;
                let meets = |a: usize, b: usize| match self.meet {
                    Meet::Everybody => true,
                    Meet::TheLast => b == last,
                    Meet::Neighbours => a.is_multiple_of(2) && b == a + 1,
                };
                let pairs = all.clone().flat_map(|a| (a + 1..all.end).map(move |b| (a, b)));
                pairs.filter(|&(a, b)| meets(a, b)).map(|(a, b)| vec![a, b]).collect()
            }
            _ => vec![(0..self.strengths.len()).collect()],
        }
    }

    /// The seatings of the set of an opening: every rotation of the order that is next, as in a tournament.
    fn seatings(table: &[usize], opening: usize, fixed: bool) -> Vec<Vec<usize>> {
        let table = in_order(table, opening);
        let turns = if fixed { 1 } else { table.len() };
        (0..turns).map(|turn| [&table[turn..], &table[..turn]].concat()).collect()
    }

    /// Simulates a run.
    fn play(&self, random: &mut Random) -> Vec<SetResult> {
        let mut results: Vec<SetResult> = Vec::new();
        let (mut effects, tables) = (Vec::new(), self.tables());
        for opening in 0..self.openings {
            let line = self.lines.map_or(opening, |lines| opening % lines);
            if line == effects.len() {
                effects.push(self.effect(random));
            }
            for (number, table) in tables.iter().enumerate() {
                let set = results.len() as u64;
                // Repeating players copy the games of the first time this line was played.
                let again = (self.repeat && line < opening)
                    .then(|| results[line * tables.len() + number].games.clone());
                let games = again.unwrap_or_else(|| {
                    let seatings = Setting::seatings(table, opening, self.fixed);
                    let play = |seats: Vec<usize>| {
                        let odds = self.odds(&seats, &effects[line]);
                        let points = self.points(drawn(&odds, random));
                        let mut game = game(opening as u64, seats, points);
                        if self.lines.is_some() {
                            game.opening = 1;
                            game.moves = vec![format!("line {line}"), format!("set {set}")];
                        }
                        game
                    };
                    seatings.into_iter().map(play).collect()
                });
                results.push(SetResult { run: 0, set, games });
            }
        }
        results
    }

    /// The expected share of entrant `a` in games at these tables, averaged over all openings and orders.
    fn truth(
        &self,
        a: usize,
        tables: &[Vec<usize>],
        effects: &[OpeningEffect],
        fixed: bool,
    ) -> f64 {
        /// After this many openings, all orders of three and of four players have been used.
        const ORDERS: usize = 6;
        let orders = if self.seats.len() == 2 { 1 } else { ORDERS };
        let (mut points, mut games) = (0.0, 0.0);
        for effect in effects {
            let tables = tables.iter().flat_map(|table| (0..orders).map(move |at| (table, at)));
            for seats in tables.flat_map(|(table, at)| Setting::seatings(table, at, fixed)) {
                let Some(seat) = seats.iter().position(|&who| who == a) else { continue };
                let odds = self.odds(&seats, effect);
                let got = |(result, odds): (usize, &f64)| odds * self.points(result)[seat];
                points += odds.iter().enumerate().map(got).sum::<f64>();
                games += 1.0;
            }
        }
        points / games
    }

    /// The strength of `a` minus that of `b`, in Elo without draws.
    fn stronger(&self, a: usize, b: usize) -> f64 {
        ELO * (self.strengths[a] - self.strengths[b])
    }

    /// The Elo of `a` relative to `b`; at tables of two, with half of the games on either seat.
    fn elo(&self, a: usize, b: usize, effects: &[OpeningEffect]) -> f64 {
        match self.seats.len() {
            2 => elo(self.truth(a, &[vec![a, b]], effects, false)).unwrap_or(f64::NAN),
            _ => self.stronger(a, b),
        }
    }

    /// Counts how often each interval printed for a match or a tournament contains the true value.
    ///
    /// Estimates among equals and strengths are meaningful only if all openings are alike. Otherwise the fitted
    /// model is one of their mean.
    pub(super) fn count(&self, runs: u64, mut random: Random, found: &mut Vec<Coverage>) {
        let alike = self.unfair + self.suits == 0.0;
        let sampled = if alike { 1 } else { 20_000 };
        let effects: Vec<OpeningEffect> = (0..sampled).map(|_| self.effect(&mut random)).collect();
        let (players, seats) = (self.strengths.len(), self.seats.len());
        let (anchor, tables) = (players - 1, self.tables());
        // The last player's share is determined by the others; in a match of two it would mirror the misses.
        let shares: Vec<f64> =
            (0..anchor).map(|a| self.truth(a, &tables, &effects, self.fixed)).collect();
        let elos: Vec<f64> = (0..anchor).map(|a| self.elo(a, anchor, &effects)).collect();
        let others: Vec<(usize, usize, f64)> = (0..anchor)
            .flat_map(|a| (a + 1..anchor).map(move |b| (a, b)))
            .map(|(a, b)| (a, b, self.elo(a, b, &effects)))
            .collect();
        let among_equals = Setting { strengths: &[0.0; 4][..seats], ..*self }.among_equals();
        let [mut share, mut rating, mut other, mut strength, mut draws] = [
            "share of the points",
            "Elo",
            "Elo without the anchor",
            "strength",
            "draws among equals",
        ]
        .map(|what| Coverage::new(self.name, what));
        // With two seats, the second share is determined by the first.
        let told = if seats == 2 { 1 } else { seats };
        let mut advantage = Coverage::new(self.name, "seat advantage");
        let mut by_seat: Vec<Coverage> =
            SEATS[..told].iter().map(|what| Coverage::new(self.name, what)).collect();
        for _ in 0..runs {
            let results = self.play(&mut random);
            for (row, truth) in rows(&results, players, seats).iter().zip(&shares) {
                share.look(row.share, *truth);
            }
            let Some(ratings) = Ratings::fit(&results, players, anchor) else { continue };
            let look = |into: &mut Coverage, found: &[Estimate], truths: &[f64]| {
                found.iter().zip(truths).for_each(|(found, truth)| into.look(*found, *truth));
            };
            look(&mut rating, &ratings.elo, &elos);
            for &(a, b, truth) in &others {
                other.look(ratings.difference(a, b), truth);
            }
            if !alike {
                continue;
            }
            for a in 0..anchor {
                strength.look(ratings.strength[a], self.stronger(a, anchor));
            }
            for ((seat, found), truth) in by_seat.iter_mut().zip(&ratings.seats).zip(&among_equals)
            {
                seat.look(*found, *truth);
            }
            // This is the share of the first seat in Elo, which the original settings already count.
            if let (Some(found), Some(truth), true) =
                (ratings.first_seat(), elo(among_equals[0]), self.is_further())
            {
                advantage.look(found, truth);
            }
            if let Some(found) = ratings.draws {
                draws.look(found, self.draws / (2.0 + self.draws));
            }
        }
        let all =
            [share, rating, other, strength].into_iter().chain(by_seat).chain([advantage, draws]);
        found.extend(all.filter(|one| one.count > 0));
    }

    /// Whether this is one of [`FURTHER`].
    fn is_further(&self) -> bool {
        self.lines.is_some() || self.meet != Meet::Everybody
    }

    /// The points of each seat if all players are equally strong.
    fn among_equals(&self) -> Vec<f64> {
        let seats: Vec<usize> = (0..self.seats.len()).collect();
        let nothing = OpeningEffect { suits: vec![0.0; seats.len()], first: 0.0 };
        let odds = self.odds(&seats, &nothing);
        let of = |seat: usize| {
            odds.iter().enumerate().map(|(result, odds)| odds * self.points(result)[seat]).sum()
        };
        seats.into_iter().map(of).collect()
    }
}
