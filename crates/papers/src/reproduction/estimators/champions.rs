//! The printed sets, our champions and our own evaluator against each other.

use anyhow::Result;

use super::{Evolved, GAME, RANGES, deepest};
use crate::reproduction::chapter::{Chapter, Verdict};
use crate::reproduction::lab::Lab;

/// The printed sets, the two that won with our reimplementation of the paper's basic version, and
/// our own evaluator.
const EVALUATORS: [&str; 7] = ["mills", "E34", "E30", "E46", "offence", "defence", "E32"];

/// The printed sets, our champions and our own evaluator.
pub(super) fn table(lab: &Lab<'_>, chapter: &mut Chapter, evolved: &[Evolved]) -> Result<()> {
    let games = lab.games_of(6, 100);
    let depth = deepest(lab);
    chapter.say(format!("\n**The printed sets, two of our champions (seed 1), and our own evaluator `mills`**: alpha-beta at depth {depth}, after four random moves, {games} games a pairing, relative to E32. `offence` and `defence` are of our own making, since the paper does not print its own. [The comparison](#the-comparison-the-papers-could-not-make) has all evaluators at larger depths."));
    let names = ["evolved (stated)", "evolved (printed)"];
    let mut players: Vec<(&str, String)> = Vec::new();
    for (name, ranges) in names.into_iter().zip(RANGES) {
        // The first evolution represents the others, whatever its result.
        let first = evolved.iter().find(|one| one.ranges == ranges && one.depth == depth);
        players.extend(first.map(|one| (name, one.best(1))));
    }
    let spec = |name: &str| format!("alphabeta:depth={depth},eval={name}");
    players.extend(EVALUATORS.map(|name| (name, spec(name))));
    let (plan, measured) =
        lab.round_robin("champions and printed sets", GAME, &players, games, 4)?;
    let standings =
        chapter.rated("estimators", "Estimators of the evolution", &plan, &measured.found);
    let place = |name: &str| {
        standings.rows.iter().position(|row| plan.entrants[row.entrant].name == name).unwrap_or(0)
    };
    let printed = ["E32", "E34", "E30", "E46"].map(place);
    let basic = ["offence", "defence"].map(place);
    // An order holds if nobody is found below another it should precede; it fails if one is so
    // beyond chance.
    let precedes = |first: &[usize], then: &[usize]| {
        let pairs = || first.iter().flat_map(|&a| then.iter().map(move |&b| (a, b)));
        let below = |(a, b): (usize, usize)| {
            let [a, b] = [a, b].map(|place| standings.rows[place].entrant);
            standings.ratings.as_ref().is_some_and(|found| found.difference(a, b).high < 0.0)
        };
        match (pairs().all(|(a, b)| a < b), pairs().any(below)) {
            (true, _) => Verdict::Agrees,
            (_, true) => Verdict::Differs,
            _ => Verdict::Open("no difference beyond chance"),
        }
    };
    chapter.claim(
        "the best estimators are better than the initial offence and defence",
        format!("places of E32, E34, E30, E46 among {}: {}, {}, {}, {}; of offence and defence (ours) {} and {}", players.len(), printed[0] + 1, printed[1] + 1, printed[2] + 1, printed[3] + 1, basic[0] + 1, basic[1] + 1),
        precedes(&printed, &basic),
    );
    chapter.claim(
        "the order of the printed sets is E32, E34, then E30 and E46",
        "places as above",
        match precedes(&printed[..1], &printed[1..]) {
            Verdict::Agrees => precedes(&printed[1..2], &printed[2..]),
            other => other,
        },
    );
    Ok(())
}
