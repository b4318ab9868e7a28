//! What the papers' evaluators know: their choices in positions with all moves proved.

use anyhow::{Result, bail};
use ninefold_arena::plots::{Bar, intervals};
use ninefold_arena::wilson;
use ninefold_core::quote;
use ninefold_session::measure::{Choices, ChoicesRequest, choices};
use ninefold_session::{
    DataPlan, DrawnFrom, FittedEvaluator, PlayerSpec, example_source, fit_evaluator,
    held_out_losses,
};
use ninefold_solve::morris::Tables;
use serde_json::json;

use super::chapter::{Chapter, share};
use super::estimators::PRINTED;
use super::lab::Lab;

/// Table values are those of the game without draw rules.
const MORRIS: &str = "morris:draws=off";
const PHASES: [&str; 3] = ["placing", "moving", "flying"];
/// The evaluators of the two papers about morris, and ours.
const EVALUATORS: [&str; 9] =
    ["fav1", "fav2", "E30", "E32", "E34", "E46", "offence", "defence", "mills"];
/// The depths of the evaluators, and the search: plain alpha-beta and, deeper, our engine, which
/// finds the same values.
const DEPTHS: [(u32, &str); 3] = [(1, "alphabeta"), (3, "alphabeta"), (5, "engine")];
/// Our levels, from the first; the tenth is the tables themselves.
const LEVELS: u32 = 9;
/// The relations of the estimator, in the order of its numbers.
const RELATIONS: [&str; 17] = [
    "placing: a mill just closed",
    "placing: mills",
    "placing: blocked men",
    "placing: men",
    "placing: twos",
    "placing: threes",
    "moving: a mill just closed",
    "moving: mills",
    "moving: blocked men",
    "moving: men",
    "moving: opened mills",
    "moving: double mills",
    "moving: winning",
    "flying: twos",
    "flying: threes",
    "flying: a mill just closed",
    "flying: winning",
];
/// The random seed.
const SEED: u64 = 2;
/// The ridge penalty on the weights.
const RIDGE: f64 = 1.0;

/// The source of proofs, as recorded in the notebook: measurements with another source are
/// repeated.
const TRUTH: &str = "complete tables of morris";

/// Checks before the start that the tables for proofs exist.
pub(super) fn check(lab: &Lab<'_>) -> Result<()> {
    if !Tables::open(&lab.data)?.is_some_and(|tables| tables.covers_placing()) {
        bail!(
            "the complete tables of morris are not in {}; ninefold tables build morris --full makes them",
            quote(&lab.data.to_string_lossy())
        );
    }
    Ok(())
}

pub(super) fn chapter(lab: &Lab<'_>) -> Result<Chapter> {
    let mut chapter = Chapter::default();
    chapter.say("A question that no paper could ask: how often does an evaluator choose a move that gives the win or the draw away? Positions are drawn from games between our levels 1 to 4, at any ply; every move of each is proved by complete tables or by a solver, and at least one is worse than the best, so that a player who knows nothing can be wrong. All players choose in the same positions, without tables, from seeds of their own.");
    morris(lab, &mut chapter)?;
    learnt(lab, &mut chapter)?;
    points(lab, &mut chapter)?;
    sections(lab, &mut chapter)?;
    Ok(chapter)
}

/// The players' choices in this many positions of a game.
fn ask(
    lab: &Lab<'_>,
    game: &str,
    phase: Option<&str>,
    players: &[(String, String)],
    count: usize,
) -> Result<Vec<Choices>> {
    let specs: Result<Vec<PlayerSpec>, _> =
        players.iter().map(|(_, player)| PlayerSpec::parse(player)).collect();
    let request = ChoicesRequest {
        game: game.to_owned(),
        data: Some(lab.data.clone()),
        players: specs?,
        phase: phase.map(str::to_owned),
        seed: SEED,
        stop: lab.stop.clone(),
    };
    let title = format!("{game}{}", phase.map_or(String::new(), |phase| format!(", {phase}")));
    let specs: Vec<&String> = players.iter().map(|(_, player)| player).collect();
    let about =
        json!({ "choices": game, "phase": phase, "players": specs, "seed": SEED, "truth": TRUTH });
    let one = |at: usize| Ok(choices(&request, at as u64)?);
    Ok(lab.measure(&title, about, count, lab.threads, &one)?.found)
}

/// The number of a player's choices that give something away.
fn wrong(found: &[Choices], player: usize) -> usize {
    found.iter().filter(|choices| choices.lost[player] > 0).count()
}

fn morris(lab: &Lab<'_>, chapter: &mut Chapter) -> Result<()> {
    chapter.say("\n### Nine Men's Morris");
    let Fit { fitted, .. } = fit(lab, None)?;
    let mut players = vec![("by chance".to_owned(), "random".to_owned())];
    for evaluator in EVALUATORS.into_iter().chain([fitted.spec.as_str()]) {
        let name = if evaluator == fitted.spec { "est, fitted" } else { evaluator };
        players.extend(DEPTHS.map(|(depth, search)| {
            (format!("{name}, depth {depth}"), format!("{search}:depth={depth},eval={evaluator}"))
        }));
    }
    players.extend((1..=LEVELS).map(|level| (format!("level {level}"), format!("level:{level}"))));
    let count = lab.games_of(10, 400);
    let mut found = Vec::new();
    for phase in PHASES {
        found.push(ask(lab, MORRIS, Some(phase), &players, count)?);
    }
    chapter.say(format!("\n{count} positions of each phase. The share of choices that give the win or the draw away, with Wilson's interval:"));
    chapter.head(&["player", "placing", "moving", "flying"]);
    for (index, (name, _)) in players.iter().enumerate() {
        let mut row = vec![name.clone()];
        row.extend(found.iter().map(|phase| share(wrong(phase, index), phase.len())));
        chapter.row(&row);
    }
    for (phase, found) in PHASES.iter().zip(&found) {
        let bars = players.iter().enumerate().map(|(index, (name, _))| {
            let count = found.len() as f64;
            let part = wilson(wrong(found, index) as f64 / count, count);
            let [value, low, high] = [part.value, part.low, part.high].map(|part| 100.0 * part);
            Bar { label: name.clone(), value, low, high }
        });
        let title = format!("Choices that give value away, {phase}");
        let svg = intervals(&title, "%", &bars.collect::<Vec<_>>());
        chapter.picture(&format!("truth-{phase}"), &title, svg);
    }
    tell_fit(chapter, &fitted);
    tell_missed(lab, chapter)
}

/// The strength of our evaluator fitted to exact values, at the same number of nodes per move as
/// the hand-tuned one.
fn learnt(lab: &Lab<'_>, chapter: &mut Chapter) -> Result<()> {
    const NODES: usize = 1000;
    let players = ["mills", "learnt"]
        .map(|name| (format!("`{name}`"), format!("engine:nodes={NODES},eval={name}")));
    let count = lab.games_of(10, 700);
    let mut found = Vec::new();
    for phase in PHASES {
        found.push(ask(lab, MORRIS, Some(phase), &players, count)?);
    }
    chapter.say(format!("\n**What can be learnt.** Our `learnt` is fitted to exact values of other games ([search.md](search.md#learnt-from-the-tables)), `mills` by hand and by matches. Both in our engine with {NODES} positions a move, {count} positions of each phase:"));
    chapter.head(&["evaluator", "placing", "moving", "flying", "all"]);
    let all = PHASES.len() * count;
    let together = |player| found.iter().map(|phase| wrong(phase, player)).sum::<usize>();
    for (index, (name, _)) in players.iter().enumerate() {
        let mut row = vec![name.clone()];
        row.extend(found.iter().map(|phase| share(wrong(phase, index), phase.len())));
        row.push(share(together(index), all));
        chapter.row(&row);
    }
    let [by_hand, by_truth] = [0, 1].map(together);
    let fewer = match by_hand {
        0 => String::new(),
        _ => format!(": {:.0} % fewer", 100.0 * (1.0 - by_truth as f64 / by_hand as f64)),
    };
    chapter.say(format!(
        "\n`learnt` gives value away {by_truth} times, `mills` {by_hand} times{fewer}."
    ));
    Ok(())
}

/// The numbers of `est` that best predict exact values.
struct Fit {
    fitted: FittedEvaluator,
    /// The held-out log-loss with each of the paper's sets.
    printed: Vec<f64>,
}

/// Fits `est` to positions of games between levels 2 and 4, of all phases or of one.
fn fit(lab: &Lab<'_>, phase: Option<&str>) -> Result<Fit> {
    let plan = DataPlan {
        positions: Some(lab.pick(1500, 12_000) as u64),
        seed: SEED,
        from: DrawnFrom::Games,
        players: vec!["level:2".into(), "level:4".into()],
        phase: phase.map(str::to_owned),
        ..DataPlan::usual(MORRIS)
    };
    let source = example_source(&plan, "est", Some(lab.data.clone()), lab.stop.clone())?;
    const PIECE: u64 = 250;
    let pieces = source.len().div_ceil(PIECE) as usize;
    let about = json!({ "fit": "est", "plan": serde_json::to_value(&plan)?, "truth": TRUTH });
    let stop = &lab.stop;
    let one = |at: usize| {
        let begin = at as u64 * PIECE;
        let examples = source.examples(begin..source.len().min(begin + PIECE))?;
        Ok((!stop.is_raised()).then_some(examples))
    };
    let title = format!(
        "positions to fit est to{}",
        phase.map_or(String::new(), |phase| format!(", {phase}"))
    );
    let made = lab.measure(&title, about, pieces, lab.threads, &one)?;
    let examples: Vec<_> = made.found.into_iter().flatten().collect();
    let sets = PRINTED.map(|(_, _, numbers)| {
        let fitted = source.numbers().iter().filter_map(|number| place(&number.name));
        fitted.map(|place| numbers[place]).collect()
    });
    Ok(Fit {
        fitted: fit_evaluator(&*source, &examples, RIDGE)?,
        printed: held_out_losses(&*source, &examples, &sets)?,
    })
}

/// The index of the relation that a number of `est` weighs.
fn place(number: &str) -> Option<usize> {
    let place = number.strip_prefix("coefs ")?.parse::<usize>().ok()?;
    place.checked_sub(1).filter(|&place| place < RELATIONS.len())
}

/// How much each of the paper's sets misses of what the relations can predict, phase by phase.
fn tell_missed(lab: &Lab<'_>, chapter: &mut Chapter) -> Result<()> {
    chapter.say("\n**What the genetic search missed.** The same phase by phase, each fitted to positions of its own. Between the forecast of whoever does not look (0 %) and that of the best numbers (100 %), the paper's sets tell so much of what the relations can tell, by log-loss of the held out; below 0 % a set misleads:");
    let names = PRINTED.map(|(name, ..)| name);
    chapter
        .head(&[&["phase", "positions", "without looking", "best numbers"][..], &names].concat());
    for phase in PHASES {
        let Fit { fitted, printed } = fit(lab, Some(phase))?;
        let [best, _, blind] = fitted.losses;
        let mut row = vec![
            phase.to_owned(),
            fitted.examples.iter().sum::<usize>().to_string(),
            format!("{blind:.4}"),
            format!("{best:.4}"),
        ];
        let told = printed.iter().map(|loss| (loss, 100.0 * (blind - loss) / (blind - best)));
        row.extend(told.map(|(loss, part)| format!("{part:.0} % ({loss:.4})")));
        chapter.row(&row);
    }
    Ok(())
}

fn tell_fit(chapter: &mut Chapter, fitted: &FittedEvaluator) {
    let ([rows, held], [new, old, blind]) = (fitted.examples, fitted.losses);
    let [gain, low, high] = fitted.gain;
    chapter.say(format!("\n**The best possible numbers.** The estimator of \"Nine Men's Morris: Evaluation Functions\" weighs 17 relations; a genetic search found the numbers of E32, E34, E30 and E46. Here they are fitted to the exact values of {rows} positions by logistic regression (`ninefold fit`); {held} others are held out. The log-loss of those is {new:.4} with the fitted numbers, {old:.4} with those of E32, {blind:.4} for whoever does not look: the genetic search missed {:.0} % of what the 17 relations can tell, {gain:.4} [{low:.4}, {high:.4}].", 100.0 * gain / (blind - new)));
    chapter.say("\nFitted numbers are scaled so that the largest is 100; winning is a matter of the rules and stays.");
    chapter.head(&["relation", "E32", "fitted", "standard error"]);
    for (number, value, error) in &fitted.numbers {
        let relation = place(&number.name).map(|place| RELATIONS[place].to_owned());
        chapter.row(&[
            relation.unwrap_or_else(|| number.name.clone()),
            number.value.to_string(),
            value.to_string(),
            format!("{error:.1}"),
        ]);
    }
    chapter.say(format!("\nAs a player: `alphabeta:depth=3,eval={}`.", fitted.spec));
}

fn named(players: &[&str]) -> Vec<(String, String)> {
    players.iter().map(|player| (format!("`{player}`"), (*player).to_owned())).collect()
}

/// The heuristics of 3-6-9 on solved boards.
fn points(lab: &Lab<'_>, chapter: &mut Chapter) -> Result<()> {
    chapter.say("\n### 3-6-9\n\nThe value is the lead in points at the end, so a wrong choice costs points. Small boards, of which every position is solved; of 6 × 6 those that the solver proves in the time of a glance, which are late ones. On 4 × 4 and 5 × 5 `h3` weighs every cell as `h2` does: a line of at most five cells has at most four stones before it is full, `h3` scales all of one to three stones alike, and four are worth nothing. On 6 × 6 they may differ.");
    let players = named(&[
        "random",
        "heuristic:eval=h1",
        "heuristic:eval=h2",
        "heuristic:eval=h3",
        "level:3",
        "level:6",
    ]);
    for board in ["369:4", "369:5", "369:6"] {
        let found = ask(lab, board, None, &players, lab.games_of(10, 400))?;
        chapter.say(format!("\n`{board}`, {} positions:", found.len()));
        chapter.head(&["player", "gives points away", "points a choice"]);
        for (index, (name, _)) in players.iter().enumerate() {
            let lost: i32 = found.iter().map(|choices| choices.lost[index]).sum();
            chapter.row(&[
                name.clone(),
                share(wrong(&found, index), found.len()),
                format!("{:.2}", f64::from(lost) / found.len() as f64),
            ]);
        }
    }
    Ok(())
}

/// The evaluator of the 9tka paper in solved endgames.
fn sections(lab: &Lab<'_>, chapter: &mut Chapter) -> Result<()> {
    chapter.say("\n### 9tka\n\nPositions of the game for two in which men slide, as far as the solver knows every move.");
    let players = named(&[
        "random",
        "maxn:depth=1,eval=eva",
        "maxn:depth=2,eval=eva",
        "maxn:depth=3,eval=eva",
        "maxn:depth=3,eval=sections",
        "level:3",
        "level:6",
    ]);
    let found = ask(lab, "9tka:2", Some("sliding"), &players, lab.games_of(10, 200))?;
    chapter.say(format!("\n{} positions:", found.len()));
    chapter.head(&["player", "gives the win or the draw away"]);
    for (index, (name, _)) in players.iter().enumerate() {
        chapter.row(&[name.clone(), share(wrong(&found, index), found.len())]);
    }
    Ok(())
}
