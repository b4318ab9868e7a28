//! "Modelling and implementation of 9tka game with Max^N algorithm": time per step, and playing
//! strength.

mod examples;
mod people;

use anyhow::Result;
use ninefold_session::{Games, PlayerSpec, Setup};
use serde_json::json;

use super::chapter::{Chapter, Verdict, may_be, share};
use super::lab::{Lab, cpu_time};
use super::open;
use ninefold_arena::plots::{Axes, Series, lines};

/// The paper's figures for each number of players: the average time of a move in milliseconds, and
/// how many of its 40 games people won.
const PAPER: [(usize, f64, [usize; 8]); 3] = [
    (2, 180.0, [4, 2, 1, 2, 2, 3, 1, 3]),
    (3, 270.0, [4, 0, 1, 4, 2, 2, 2, 2]),
    (4, 541.0, [1, 1, 0, 2, 1, 1, 2, 2]),
];
/// The recursion as described, and our search that finds the same moves.
const SEARCHES: [&str; 2] = ["plainmaxn", "maxn"];

/// The mean of each player's n-th move.
#[derive(Clone, Copy, Default)]
pub(super) struct Step {
    moves: f64,
    ms: f64,
    pub(super) nodes: f64,
}

/// A game between computers: the step, the milliseconds and the nodes of every searched move.
/// `search` gives the search of a step.
pub(super) fn game(
    games: &Games,
    players: usize,
    search: &dyn Fn(usize) -> &'static str,
    seed: u64,
) -> Result<Vec<(usize, f64, f64)>> {
    let setup = Setup { seed, ..Setup::default() };
    let mut session = open(games, (format!("9tka:{players}"), setup))?;
    let mut moved = vec![0; players];
    let mut found = Vec::new();
    while session.status().to_move > 0 {
        let seat = session.status().to_move - 1;
        let player = PlayerSpec::parse(search(moved[seat]))?;
        let start = cpu_time();
        let advice = session.advise(&player)?;
        let ms = (cpu_time() - start) * 1000.0;
        let Some(best) = advice.best else { break };
        // Placing follows the paper's random rules and searches no nodes.
        if advice.nodes > 0 {
            found.push((moved[seat], ms, advice.nodes as f64));
            moved[seat] += 1;
        }
        session.play(&best)?;
    }
    Ok(found)
}

/// The means by step over this many games.
pub(super) fn steps(
    lab: &Lab<'_>,
    players: usize,
    search: &'static str,
    games: usize,
) -> Result<Vec<Step>> {
    let title = format!("{players} players, {search}");
    let about = json!({ "9tka steps": players, "search": search });
    let catalogue = lab.games;
    let one = |at: usize| game(catalogue, players, &|_| search, at as u64).map(Some);
    let measured = lab.measure(&title, about, games, 1, &one)?;
    let mut found = Vec::new();
    for (step, ms, nodes) in measured.found.into_iter().flatten() {
        found.resize(found.len().max(step + 1), Step::default());
        let sum: &mut Step = &mut found[step];
        *sum = Step { moves: sum.moves + 1.0, ms: sum.ms + ms, nodes: sum.nodes + nodes };
    }
    let mean = |sum: Step| Step { ms: sum.ms / sum.moves, nodes: sum.nodes / sum.moves, ..sum };
    Ok(found.into_iter().map(mean).collect())
}

/// A curve `scale` · `factor`^step fitted to values by least squares on their logarithms, and the
/// fraction of the variation it explains.
struct Exponential {
    scale: f64,
    factor: f64,
    explained: f64,
}

impl Exponential {
    fn fit(values: &[f64]) -> Exponential {
        let points: Vec<(f64, f64)> = (1..)
            .zip(values)
            .map(|(step, value)| (f64::from(step), value.max(1e-6).ln()))
            .collect();
        let count = points.len().max(1) as f64;
        let mean = |f: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>() / count;
        let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
        let (xx, yy) = (mean(&|p| (p.0 - x).powi(2)), mean(&|p| (p.1 - y).powi(2)));
        let xy = mean(&|p| (p.0 - x) * (p.1 - y));
        let slope = xy / xx.max(1e-12);
        Exponential {
            scale: (y - slope * x).exp(),
            factor: slope.exp(),
            explained: xy * xy / (xx * yy).max(1e-12),
        }
    }

    fn at(&self, step: f64) -> f64 {
        self.scale * self.factor.powf(step)
    }
}

pub(super) fn chapter(lab: &Lab<'_>) -> Result<Chapter> {
    let mut chapter = Chapter::default();
    times(lab, &mut chapter)?;
    opponents(lab, &mut chapter)?;
    examples::all(lab, &mut chapter)?;
    people::table(&mut chapter);
    chapter.conclude("What the paper says, and what was found");
    Ok(chapter)
}

/// Figure 7.
fn times(lab: &Lab<'_>, chapter: &mut Chapter) -> Result<()> {
    let games = lab.games_of(1, 10);
    chapter.say(format!("**Time a step** (figure 7 of the paper). The paper's computer looks players + 3 turns ahead; five games for each number of players. `plainmaxn` is the recursion of the literature, as the paper describes it; `maxn` finds the same moves with a table and bounds. Means over {games} games for each number of players, all moves of all seats; the milliseconds are CPU time."));
    chapter.head(&["players", "step", "plainmaxn ms", "its nodes", "maxn ms", "its nodes"]);
    let mut found = Vec::new();
    for (players, ..) in PAPER {
        let [plain, ours] = SEARCHES.map(|search| steps(lab, players, search, games));
        let (plain, ours) = (plain?, ours?);
        for (step, (a, b)) in plain.iter().zip(&ours).enumerate() {
            chapter.row(&[
                players.to_string(),
                (step + 1).to_string(),
                format!("{:.3}", a.ms),
                format!("{:.0}", a.nodes),
                format!("{:.3}", b.ms),
                format!("{:.0}", b.nodes),
            ]);
        }
        found.push((players, plain, ours));
    }
    chapter.say("\nThe exponential through each column, by least squares on the logarithms, as time = a · b^step:");
    chapter.head(&[
        "players",
        "search",
        "ms a move",
        "paper",
        "a (ms)",
        "b",
        "R²",
        "nodes a move",
        "b of the nodes",
        "R²",
    ]);
    let (mut milliseconds, mut nodes) = (Vec::new(), Vec::new());
    let (mut explained, mut first_two) = (Vec::new(), Vec::new());
    for ((players, plain, ours), (_, paper, _)) in found.iter().zip(PAPER) {
        for (search, steps) in SEARCHES.iter().zip([plain, ours]) {
            let all: f64 = steps.iter().map(|step| step.moves).sum();
            let mean = |value: &dyn Fn(&Step) -> f64| {
                steps.iter().map(|step| step.moves * value(step)).sum::<f64>() / all
            };
            let time = Exponential::fit(&steps.iter().map(|step| step.ms).collect::<Vec<_>>());
            let size = Exponential::fit(&steps.iter().map(|step| step.nodes).collect::<Vec<_>>());
            chapter.row(&[
                players.to_string(),
                (*search).to_owned(),
                format!("{:.2}", mean(&|step| step.ms)),
                format!("< {paper:.0}"),
                format!("{:.2}", time.scale),
                format!("{:.2}", time.factor),
                format!("{:.2}", time.explained),
                format!("{:.0}", mean(&|step| step.nodes)),
                format!("{:.2}", size.factor),
                format!("{:.2}", size.explained),
            ]);
            if *search == SEARCHES[0] {
                explained.push(time.explained);
                first_two.push([0, 1].map(|step| steps.get(step).map_or(0.0, |step| step.ms)));
                let by_step = |value: &dyn Fn(&Step) -> f64| {
                    (1..).zip(steps).map(|(at, step)| (f64::from(at), value(step))).collect()
                };
                let label = format!("{players} players");
                let ends = [1.0, steps.len() as f64];
                milliseconds.push(Series::dots(&label, by_step(&|step| step.ms)));
                milliseconds.push(Series::fit(ends.map(|x| (x, time.at(x))).to_vec()));
                nodes.push(Series::dots(&label, by_step(&|step| step.nodes)));
                nodes.push(Series::fit(ends.map(|x| (x, size.at(x))).to_vec()));
            }
        }
    }
    for (name, title, y, series) in [
        ("9tka-time", "Time a move of plainmaxn by step", "ms", milliseconds),
        ("9tka-nodes", "Positions a move of plainmaxn by step", "positions", nodes),
    ] {
        let axes = Axes { title, x: "step", y, logarithmic: true };
        chapter.picture(name, title, lines(&axes, &series));
    }
    chapter.say("A straight line in these logarithmic pictures is an exponential; the dashed lines are the fits.");
    let least = explained.iter().copied().fold(1.0, f64::min);
    chapter.claim(
        "the time of a move falls exponentially with the step",
        format!(
            "an exponential explains at least {:.0} % of the variation of the logarithms",
            100.0 * least
        ),
        Verdict::of(least > 0.8),
    );
    for (step, name) in ["first", "second"].into_iter().enumerate() {
        let times: Vec<f64> = first_two.iter().map(|times| times[step]).collect();
        let listed: Vec<String> = times.iter().map(|ms| format!("{ms:.1}")).collect();
        chapter.claim(
            &format!("with more players the {name} move takes longer"),
            format!("{} ms for 2, 3, 4 players", listed.join(", ")),
            Verdict::of(times.is_sorted()),
        );
    }
    chapter.claim(
        "a move takes less than 180, 270, 541 ms on average",
        "see the table",
        Verdict::Open("other machine and language: only the shape compares"),
    );
    Ok(())
}

/// The computer against weaker ones.
fn opponents(lab: &Lab<'_>, chapter: &mut Chapter) -> Result<()> {
    chapter.say("\n**Against weaker players, by seat.** The paper let eight people play; here one `maxn` meets players that move at random, and players that look one turn ahead. All place as the paper's computer does; every start in every rotation of the seats.");
    chapter.head(&["players", "opponents", "games", "maxn wins", "an even share", "won by seat"]);
    for (opponent, spec) in [("random", "random:place=literal"), ("one turn", "maxn:depth=1")] {
        let (mut better, mut worse, mut shares) = (true, false, Vec::new());
        for (players, ..) in PAPER {
            let mut entrants = vec![("maxn", "maxn".to_owned())];
            let names = ["second", "third", "fourth"];
            let others = names[..players - 1].iter().enumerate();
            entrants.extend(others.map(|(i, name)| (*name, format!("{spec},seed={}", i + 1))));
            let games = lab.games_of(6 * players, 100 * players);
            let title = format!("{players} players against {opponent}");
            let game = format!("9tka:{players}");
            let (plan, measured) = lab.round_robin(&title, &game, &entrants, games, 0)?;
            let rows = ninefold_arena::rows(&measured.found, plan.entrants.len(), players);
            let row = &rows[0];
            let (wins, played) = (row.total.wins as usize, row.total.games() as usize);
            let even = 1.0 / players as f64;
            let (more, certain) = (wins as f64 > even * played as f64, !may_be(wins, played, even));
            better &= more && certain;
            worse |= !more && certain;
            shares.push(share(wins, played));
            let seats: Vec<String> =
                row.seats.iter().map(|seat| format!("{} of {}", seat.wins, seat.games())).collect();
            chapter.row(&[
                players.to_string(),
                opponent.to_owned(),
                played.to_string(),
                share(wins, played),
                format!("{:.0} %", 100.0 * even),
                seats.join(", "),
            ]);
        }
        chapter.claim(
            "the computer makes relatively good decisions",
            format!(
                "against players of kind \"{opponent}\" it wins {} with 2, 3, 4 players; even are 50, 33, 25 %",
                shares.join(", ")
            ),
            match (better, worse) {
                (true, _) => Verdict::Agrees,
                (_, true) => Verdict::Differs,
                _ => Verdict::Open("not beyond chance for every number of players"),
            },
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_halving_is_fitted_exactly() {
        let fit = Exponential::fit(&[8.0, 4.0, 2.0, 1.0]);
        assert!((fit.scale - 16.0).abs() < 1e-9 && (fit.factor - 0.5).abs() < 1e-9);
        assert!((fit.explained - 1.0).abs() < 1e-9 && (fit.at(2.0) - 4.0).abs() < 1e-9);
    }
}
