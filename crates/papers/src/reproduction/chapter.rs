//! The text of an experiment: paragraphs, tables, pictures, and the verdicts on the paper's claims.

use ninefold_arena::{Note, Plan, SetResult, Standings, signed, wilson};

use ninefold_arena::plots::{Bar, intervals};

/// The text and verdicts of an experiment.
#[derive(Default)]
pub(super) struct Chapter {
    pub(super) text: String,
    pub(super) pictures: Vec<(String, String)>,
    claims: Vec<[String; 3]>,
}

/// Whether a claim was confirmed.
pub(super) enum Verdict {
    Agrees,
    Differs,
    /// It cannot be compared, and why.
    Open(&'static str),
}

impl Verdict {
    /// The verdict on a claim that holds, or does not.
    pub(super) fn of(holds: bool) -> Verdict {
        if holds { Verdict::Agrees } else { Verdict::Differs }
    }

    /// The verdict on a ratio in the paper and here: they agree within a factor of one and a half.
    pub(super) fn of_ratio(paper: f64, here: f64) -> Verdict {
        const NEAR: f64 = 1.5;
        match here / paper {
            near if (1.0 / NEAR..=NEAR).contains(&near) => Verdict::Agrees,
            _ if (here > 1.0) == (paper > 1.0) => Verdict::Open("same direction, other size"),
            _ => Verdict::Differs,
        }
    }
}

impl Chapter {
    /// Adds a paragraph, or a verbatim line of a table.
    pub(super) fn say(&mut self, text: impl AsRef<str>) {
        const WIDTH: usize = 118;
        for line in text.as_ref().split('\n') {
            let mut width = 0;
            for word in line.split(' ') {
                let long = word.chars().count();
                let fits = width == 0 || width + 1 + long <= WIDTH || line.starts_with(['|', '!']);
                if width > 0 {
                    self.text.push(if fits { ' ' } else { '\n' });
                }
                width = if fits && width > 0 { width + 1 + long } else { long };
                self.text += word;
            }
            self.text.push('\n');
        }
    }

    pub(super) fn row(&mut self, cells: &[String]) {
        self.say(format!("| {} |", cells.join(" | ")));
    }

    pub(super) fn head(&mut self, cells: &[&str]) {
        self.say(format!("\n| {} |\n|{}", cells.join(" | "), "---|".repeat(cells.len())));
    }

    pub(super) fn picture(&mut self, name: &str, title: &str, svg: String) {
        let name = format!("reproduction-{name}");
        self.say(format!("\n![{title}](pictures/{name}.svg)\n"));
        self.pictures.push((name, svg));
    }

    /// Adds a claim of the paper, our finding, and whether they agree.
    pub(super) fn claim(&mut self, paper: &str, here: impl Into<String>, verdict: Verdict) {
        let verdict = match verdict {
            Verdict::Agrees => "agrees".to_owned(),
            Verdict::Differs => "**differs**".to_owned(),
            Verdict::Open(why) => why.to_owned(),
        };
        self.claims.push([paper.to_owned(), here.into(), verdict]);
    }

    /// The table of claims, at the end.
    pub(super) fn conclude(&mut self, title: &str) {
        self.say(format!("\n**{title}**"));
        self.head(&["the paper", "here", ""]);
        for claim in std::mem::take(&mut self.claims) {
            self.row(&claim);
        }
    }

    /// The ratings of a tournament as rows and a picture.
    pub(super) fn rated(
        &mut self,
        picture: &str,
        title: &str,
        plan: &Plan,
        results: &[SetResult],
    ) -> Standings {
        let standings = Standings::new(plan, results, true);
        self.head(&["player", "games", "share", "95 %", "Elo", "95 %", "won/drawn/lost"]);
        let mut bars = Vec::new();
        for row in &standings.rows {
            let label = plan.entrants[row.entrant].name.clone();
            let elo = standings.elo.as_ref().map(|elo| elo[row.entrant]);
            let (value, range) = match elo {
                _ if row.entrant == plan.anchor => ("0".into(), "the anchor".into()),
                Some(elo) => (
                    signed(elo.value, 0),
                    format!("{} to {}", signed(elo.low, 0), signed(elo.high, 0)),
                ),
                None => ("–".into(), "–".into()),
            };
            bars.extend(elo.map(|elo| Bar {
                label: label.clone(),
                value: elo.value,
                low: elo.low,
                high: elo.high,
            }));
            self.row(&[
                label,
                row.total.games().to_string(),
                format!("{:.1} %", 100.0 * row.share.value),
                format!("{:.1}–{:.1} %", 100.0 * row.share.low, 100.0 * row.share.high),
                value,
                range,
                format!("{}/{}/{}", row.total.wins, row.total.draws, row.total.losses),
            ]);
        }
        let notes: Vec<String> = standings.notes().iter().map(Note::text).collect();
        if !notes.is_empty() {
            self.say(format!("\nNote: {}.", notes.join("; ")));
        }
        let anchor = &plan.entrants[plan.anchor].name;
        let svg = intervals(&format!("{title}, relative to {anchor}"), "Elo", &bars);
        self.picture(picture, title, svg);
        standings
    }
}

/// A proportion of trials with Wilson's 95 % interval, in percent.
pub(super) fn share(count: usize, trials: usize) -> String {
    if trials == 0 {
        return "–".into();
    }
    let found = wilson(count as f64 / trials as f64, trials as f64);
    format!("{:.0} % [{:.0}, {:.0}]", 100.0 * found.value, 100.0 * found.low, 100.0 * found.high)
}

/// Whether a proportion of trials is compatible with the expected one, by Wilson's 95 % interval.
pub(super) fn may_be(count: usize, trials: usize, expected: f64) -> bool {
    let found = wilson(count as f64 / trials.max(1) as f64, trials.max(1) as f64);
    (found.low..=found.high).contains(&expected)
}

/// The probability of a result at most as likely as the listed one, for the same number of games,
/// if wins, draws and losses have the odds of our own counts (each with half a game more, so that
/// nothing is impossible).
pub(super) fn probability(listed: [usize; 3], ours: [usize; 3]) -> f64 {
    let games: usize = listed.iter().sum();
    let all = ours.iter().sum::<usize>() as f64 + 1.5;
    let odds = ours.map(|count| (count as f64 + 0.5) / all);
    let of = |counts: [usize; 3]| {
        let ways = |n: usize| (1..=n).map(|k| k as f64).product::<f64>();
        let orders = ways(games) / counts.iter().map(|&count| ways(count)).product::<f64>();
        orders * counts.iter().zip(odds).map(|(&n, p)| p.powi(n as i32)).product::<f64>()
    };
    let seen = of(listed) * (1.0 + 1e-9);
    (0..=games)
        .flat_map(|wins| (0..=games - wins).map(move |draws| [wins, draws, games - wins - draws]))
        .map(of)
        .filter(|found| *found <= seen)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With even odds for winning and losing and hardly any draws, 5:0 or 0:5 has about 2 of 32;
    /// any result is at most as likely as 3:2.
    #[test]
    fn probabilities_are_those_of_coins() {
        let even = [1_000_000, 0, 1_000_000];
        assert!((probability([5, 0, 0], even) - 2.0 / 32.0).abs() < 1e-5);
        assert!((probability([4, 0, 1], even) - 12.0 / 32.0).abs() < 1e-5);
        assert!((probability([3, 0, 2], even) - 1.0).abs() < 1e-5);
    }

    #[test]
    fn ratios_agree_if_they_are_near() {
        assert!(matches!(Verdict::of_ratio(2.8, 2.0), Verdict::Agrees));
        assert!(matches!(Verdict::of_ratio(2.8, 7.4), Verdict::Open(_)));
        assert!(matches!(Verdict::of_ratio(2.8, 0.9), Verdict::Differs));
    }

    #[test]
    fn a_share_may_be_what_its_interval_holds() {
        assert!(may_be(22, 40, 0.5) && !may_be(39, 40, 0.5));
        assert_eq!(share(10, 20), "50 % [30, 70]");
        assert_eq!(share(0, 0), "–");
    }
}
