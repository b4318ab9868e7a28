//! "Nine Men's Morris: Evaluation Functions": the evolution, and its champions among the printed sets.

use anyhow::{Result, anyhow};
use ninefold_arena::{EvolutionPlan, GameResult, Generation, Method};

use super::chapter::{Chapter, Verdict, share};
use super::lab::Lab;

const GAME: &str = "morris";
/// The printed sets, the two that the paper's basic version had in our making, and our own evaluator.
const EVALUATORS: [&str; 7] = ["mills", "E34", "E30", "E46", "offence", "defence", "E32"];

/// An evolution that has been played.
struct Evolved {
    ranges: &'static str,
    plan: EvolutionPlan,
    generations: Vec<Generation>,
}

/// The depth of the evolution, which the paper does not state.
fn depth(lab: &Lab<'_>) -> usize {
    lab.pick(1, 3)
}

fn evolve(lab: &Lab<'_>, ranges: &'static str) -> Result<(Evolved, f64)> {
    let kind = lab.games.kind(GAME)?;
    let form = kind.genome(Some("est"), Some(ranges))?;
    let plan = EvolutionPlan {
        game: kind.spec().to_owned(),
        player: format!("alphabeta:depth={},eval={}", depth(lab), form.evaluator),
        genes: form.genes,
        method: Method::Paper,
        population: 50,
        generations: 2,
        families: 1,
        seed: 4,
        opening: 0,
        plies: 85,
    };
    let played = lab.evolution(&format!("ranges {ranges}"), &plan)?;
    let games: usize = played.found.iter().map(|result| result.games.len()).sum();
    let rate = games as f64 / played.seconds.iter().sum::<f64>().max(1e-9);
    let generations = plan.generations_of(&played.found);
    Ok((Evolved { ranges, plan, generations }, rate))
}

impl Evolved {
    /// The tournaments.
    fn both(&self) -> Result<[&Generation; 2]> {
        match &self.generations[..] {
            [first, second] => Ok([first, second]),
            _ => Err(anyhow!("two tournaments were expected")),
        }
    }

    /// The player of a tournament's best.
    fn best(&self, generation: &Generation) -> String {
        self.plan.player_of(&generation.members[generation.ranking[0]].genome)
    }
}

/// Wins, draws and losses of the first entrant.
fn tally(games: &[&GameResult]) -> [usize; 3] {
    let got = |game: &GameResult| {
        let seat = game.seats.iter().position(|entrant| *entrant == 0);
        seat.map_or(0.0, |seat| game.points[seat])
    };
    [1.0, 0.5, 0.0]
        .map(|wanted| games.iter().filter(|game| (got(game) - wanted).abs() < 0.01).count())
}

pub(super) fn chapter(lab: &Lab<'_>) -> Result<Chapter> {
    let mut chapter = Chapter::default();
    chapter.say(format!("**The two tournaments.** Fifty sets of 17 coefficients, every pair twice, a tie after 85 moves, five points a win; the best ten and forty children of twenty crossovers play again. The paper does not state the depth; here it is {}. It states ranges that its printed sets break (`stated`: 900 to 1200 for winning, 20 to 40 for a closed mill, less for the rest); `printed` are ranges that hold the printed sets.", depth(lab)));
    chapter.head(&[
        "ranges",
        "games",
        "games a CPU second",
        "ties, first",
        "ties, second",
        "best score, first",
        "best score, second",
        "the winner is",
        "of the best four, children of E0",
    ]);
    let mut evolved = Vec::new();
    for ranges in ["stated", "printed"] {
        let (one, rate) = evolve(lab, ranges)?;
        let [first, second] = one.both()?;
        let winner = second.ranking[0];
        let top = |generation: &Generation| generation.score(generation.ranking[0]).to_string();
        let of_best = second.ranking.iter().take(4).filter(|&&member| {
            let birth = second.members[member].birth;
            birth.is_some_and(|birth| birth.first == 0 || birth.second == 0)
        });
        chapter.row(&[
            ranges.to_owned(),
            one.plan.games().to_string(),
            format!("{rate:.0}"),
            format!("{:.0} %", 100.0 * first.ties()),
            format!("{:.0} %", 100.0 * second.ties()),
            top(first),
            top(second),
            match second.members[winner].birth {
                Some(birth) => {
                    format!("E{winner}, of E{} and E{} at {}", birth.first, birth.second, birth.cut)
                }
                None => format!("E{winner}, a parent"),
            },
            of_best.count().to_string(),
        ]);
        let ties = first.ties();
        chapter.claim(
            "about a quarter of the games were ties",
            format!("ranges {ranges}: {:.0} % in the first tournament", 100.0 * ties),
            Verdict::of((0.2..=0.3).contains(&ties)),
        );
        evolved.push(one);
    }
    for one in &evolved {
        against_first(lab, &mut chapter, one)?;
    }
    champions(lab, &mut chapter, &evolved)?;
    chapter.conclude("What the paper says, and what was found");
    chapter.say("\nThe share of ties depends on what the paper leaves open: the depth, the ranges of the other coefficients, and whether 85 moves are turns or pairs of turns.");
    Ok(chapter)
}

/// The winner of the second tournament against E0, the best of the first.
fn against_first(lab: &Lab<'_>, chapter: &mut Chapter, one: &Evolved) -> Result<()> {
    let [first, second] = one.both()?;
    let ranges = one.ranges;
    let numbers = |generation: &Generation| {
        let genome = &generation.members[generation.ranking[0]].genome;
        genome.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
    };
    chapter.say(format!(
        "\nRanges {ranges}: the best of the first tournament, E0, is `{}`, of the second `{}`.",
        numbers(first),
        numbers(second)
    ));
    let players = [("winner", one.best(second)), ("E0", one.best(first))];
    let claim = "the winner of the second tournament beats E0 (one game shown)";
    if players[0].1 == players[1].1 {
        chapter.say("The winner of the second tournament is E0 itself.");
        chapter.claim(
            claim,
            format!("ranges {ranges}: E0 wins the second tournament too"),
            Verdict::Differs,
        );
        return Ok(());
    }
    let games = lab.games_of(20, 400);
    let title = format!("ranges {ranges}, winner against E0");
    let (_, measured) = lab.round_robin(&title, GAME, &players, games, 4)?;
    let games: Vec<&GameResult> = measured.found.iter().flat_map(|result| &result.games).collect();
    let [won, drawn, lost] = tally(&games);
    let all = games.len();
    chapter.say(format!(
        "The winner against E0 after four random moves, {all} games: won {}, drawn {}, lost {}.",
        share(won, all),
        share(drawn, all),
        share(lost, all)
    ));
    let points = ninefold_arena::rows(&measured.found, 2, 2)[0].share;
    let here = format!(
        "ranges {ranges}: {:.1} % of the points [{:.1}, {:.1}] in {all} games",
        100.0 * points.value,
        100.0 * points.low,
        100.0 * points.high
    );
    let verdict = match points {
        better if better.low > 0.5 => Verdict::Agrees,
        worse if worse.high < 0.5 => Verdict::Differs,
        _ => Verdict::Open("no difference beyond chance"),
    };
    chapter.claim(claim, here, verdict);
    Ok(())
}

/// The printed sets, our champions and our own evaluator.
fn champions(lab: &Lab<'_>, chapter: &mut Chapter, evolved: &[Evolved]) -> Result<()> {
    let games = lab.games_of(6, 100);
    let depth = depth(lab);
    chapter.say(format!("\n**The printed sets, our champions, and our own evaluator `mills`**: alpha-beta at depth {depth}, after four random moves, {games} games a pairing, relative to E32. `offence` and `defence` are of our own making, since the paper does not print its own. [The comparison](#the-comparison-the-papers-could-not-make) has all evaluators at larger depths."));
    let names = ["evolved (stated)", "evolved (printed)"];
    let mut players: Vec<(&str, String)> = Vec::new();
    for (name, one) in names.into_iter().zip(evolved) {
        players.push((name, one.best(one.both()?[1])));
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
    // An order holds if nobody is found below another it should precede; it fails if one is so beyond chance.
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
