//! The paper's table 1, recomputed.

use super::PAPER;
use crate::reproduction::chapter::{Chapter, Verdict, may_be, share};

/// Table 1.
pub(super) fn table(chapter: &mut Chapter) {
    chapter.say("\n**The paper's table 1, recomputed.** Eight people played five games with each number of players, one of them against computers.");
    chapter.head(&[
        "players",
        "won by people",
        "average of five",
        "printed",
        "share",
        "an even share",
    ]);
    let printed = [2.25, 2.125, 1.25];
    let mut within = true;
    for ((players, _, won), printed) in PAPER.iter().zip(printed) {
        let sum: usize = won.iter().sum();
        let even = 1.0 / *players as f64;
        within &= may_be(sum, 40, even);
        chapter.row(&[
            players.to_string(),
            sum.to_string(),
            format!("{}", sum as f64 / 8.0),
            format!("{printed}"),
            share(sum, 40),
            format!("{:.0} %", 100.0 * even),
        ]);
    }
    let all: usize = PAPER.iter().map(|(_, _, won)| won.iter().sum::<usize>()).sum();
    chapter.claim(
        "2.25 of 5 games won by people \"across all types of players\" (abstract)",
        format!(
            "2.25 is the average for two players; over all types it is {:.3}",
            all as f64 / 24.0
        ),
        Verdict::Differs,
    );
    chapter.claim(
        "computers have \"a better chance to defeat human opponents\"",
        if within {
            "with two, three and four players, the share of people does not differ from an even one by more than chance"
        } else {
            "the share of people differs from an even one"
        },
        Verdict::of(!within),
    );
    chapter.claim(
        "\"the more the number of computer player, the harder human can defeat\" them",
        "an even share falls as well (50, 33, 25 %); relative to it people won 0.90, 1.28 and 1.00 times as often",
        Verdict::Differs,
    );
}
