//! `reproduce`: the papers' experiments repeated, their figures beside ours.

mod estimators;
mod heuristics;
mod maxn;
mod mnk;
mod morris;

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use ninefold_arena::{
    ChunkResult, End, EntrantPlan, GameResult, Halt, InMemory, Job, Plan, Schedule,
};
use ninefold_core::quote;
use ninefold_desk::{Games, Opener, Programs, Setup, Table, check_plan, start_tournament};

use super::{live, open, standings::Standings};
use crate::arena_args::{Paper, ReproduceArgs};
use crate::plots::{Bar, intervals};
use crate::{Answer, Console};

/// Where experiments are made.
struct Lab<'a> {
    games: &'a Games,
    quick: bool,
    /// The most games of a line, if somebody wants fewer.
    most: Option<usize>,
    threads: usize,
}

/// What came of one.
#[derive(Default)]
struct Chapter {
    text: String,
    pictures: Vec<(&'static str, String)>,
}

/// A game with how long it took.
struct Timed {
    game: GameResult,
    time: Duration,
}

impl Chapter {
    fn say(&mut self, text: impl AsRef<str>) {
        self.text += text.as_ref();
        self.text += "\n";
    }

    fn row(&mut self, cells: &[String]) {
        self.say(format!("| {} |", cells.join(" | ")));
    }

    fn head(&mut self, cells: &[&str]) {
        self.say(format!("\n| {} |\n|{}", cells.join(" | "), "---|".repeat(cells.len())));
    }

    fn picture(&mut self, name: &'static str, title: &str, svg: String) {
        self.say(format!("\n![{title}](pictures/{name}.svg)\n"));
        self.pictures.push((name, svg));
    }
}

impl Lab<'_> {
    /// The smaller number for a quick run.
    fn pick(&self, quick: usize, full: usize) -> usize {
        if self.quick { quick } else { full }
    }

    /// How many games a line has.
    fn games_of(&self, quick: usize, full: usize) -> usize {
        let games = self.pick(quick, full);
        self.most.map_or(games, |most| games.min(most))
    }

    fn table(&self, game: &str) -> Result<Box<dyn Table>> {
        open(self.games, (game.to_owned(), Opener::Setup(Setup::default())))
    }

    /// A round robin or a gauntlet of the first, every opening in every rotation of the seats.
    fn tournament(
        &self,
        game: &str,
        players: &[(&str, String)],
        schedule: Schedule,
        games: usize,
        opening: u32,
    ) -> Result<(Plan, Vec<ChunkResult>)> {
        let arena = self.table(game)?.arena(Programs::Refused);
        let entrant = |(name, player): &(&str, String)| EntrantPlan {
            name: (*name).into(),
            player: player.clone(),
        };
        let plan = Plan {
            game: arena.spec().to_owned(),
            seats: arena.seats(),
            entrants: players.iter().map(entrant).collect(),
            schedule,
            sets: games.div_ceil(arena.seats()),
            seed: 1,
            opening,
            plies: 400,
            anchor: players.len() - 1,
            sprt: None,
        };
        check_plan(&*arena, &plan)?;
        let (end, results) =
            start_tournament(arena, &plan, 0, Box::new(InMemory), self.threads).wait();
        match end {
            End::Finished(_) => Ok((plan, results)),
            other => Err(anyhow!("the experiment ended early: {other:?}")),
        }
    }

    /// So many games of the first player against the second from the start of a game, each with another seed and
    /// timed by itself; the seats stay.
    fn duels(&self, game: &str, players: [&str; 2], count: usize) -> Result<Vec<Timed>> {
        let arena = self.table(game)?.arena(Programs::Refused);
        for player in players {
            arena.check(player)?;
        }
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::new());
        let halt = Halt::new(false);
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= count {
                            break;
                        }
                        let job = Job {
                            run: 0,
                            chunk: index as u64,
                            seed: index as u64,
                            games: 1,
                            game: game.to_owned(),
                            opening: 0,
                            plies: 2000,
                            table: vec![0, 1],
                            players: players.map(str::to_owned).to_vec(),
                        };
                        let start = Instant::now();
                        let played = arena.play(&job, &halt);
                        let time = start.elapsed();
                        let game = played.and_then(|mut played| played.games.pop());
                        let mut done = done.lock().unwrap_or_else(|broken| broken.into_inner());
                        done.extend(game.map(|game| (index, Timed { game, time })));
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(|broken| broken.into_inner());
        done.sort_by_key(|(index, _)| *index);
        Ok(done.into_iter().map(|(_, timed)| timed).collect())
    }
}

/// A share of trials with Wilson's 95 % interval, in percent.
fn share(count: usize, trials: usize) -> String {
    const Z: f64 = 1.96;
    let (n, p) = (trials.max(1) as f64, count as f64 / trials.max(1) as f64);
    let (square, wide) = (Z * Z / n, 1.0 + Z * Z / n);
    let middle = (p + square / 2.0) / wide;
    let half = Z * (p * (1.0 - p) / n + square / (4.0 * n)).sqrt() / wide;
    format!(
        "{:.0} % [{:.0}, {:.0}]",
        100.0 * p,
        100.0 * (middle - half).max(0.0),
        100.0 * (middle + half).min(1.0)
    )
}

/// The ratings of a tournament as rows and a picture.
fn rated(
    chapter: &mut Chapter,
    name: &'static str,
    title: &str,
    plan: &Plan,
    results: &[ChunkResult],
) {
    let standings = Standings::new(plan, results, true);
    chapter.head(&["player", "games", "share", "95 %", "Elo", "95 %", "won/drawn/lost"]);
    let mut bars = Vec::new();
    for row in &standings.rows {
        let label = plan.entrants[row.entrant].name.clone();
        let elo = standings.elo.as_ref().map(|elo| elo[row.entrant]);
        let (value, range) = match elo {
            Some(elo) => {
                (format!("{:+.0}", elo.value), format!("{:+.0} to {:+.0}", elo.low, elo.high))
            }
            None => ("–".into(), "–".into()),
        };
        bars.extend(elo.map(|elo| Bar {
            label: label.clone(),
            value: elo.value,
            low: elo.low,
            high: elo.high,
        }));
        chapter.row(&[
            label,
            row.total.games().to_string(),
            format!("{:.1} %", 100.0 * row.share.value),
            format!("{:.1}–{:.1} %", 100.0 * row.share.low, 100.0 * row.share.high),
            value,
            range,
            format!("{}/{}/{}", row.total.wins, row.total.draws, row.total.losses),
        ]);
    }
    let anchor = &plan.entrants[plan.anchor].name;
    chapter.picture(
        name,
        title,
        intervals(&format!("{title}, relative to {anchor}"), "Elo", &bars),
    );
}

/// Makes the experiments and prints or writes the report.
pub(super) fn run(
    games: &Games,
    args: &ReproduceArgs,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let lab = Lab { games, quick: args.quick, most: args.games, threads: live::threads(args.jobs) };
    type Experiment = fn(&Lab<'_>) -> Result<Chapter>;
    let all: [(Paper, &str, Experiment); 5] = [
        (Paper::NinetkaMaxn, "9tka with Max^N", maxn::chapter),
        (Paper::MorrisAlphabeta, "Minimax and alpha-beta in Nine Men's Morris", morris::chapter),
        (Paper::Heuristics369, "The heuristics of 3-6-9", heuristics::chapter),
        (Paper::MnkSolver, "The m,n,k solver", mnk::chapter),
        (Paper::MorrisEstimators, "Evolving estimators for Nine Men's Morris", estimators::chapter),
    ];
    let quick = if args.quick { " --quick" } else { "" };
    let most = args.games.map_or(String::new(), |most| format!(" --games {most}"));
    let mut report = format!(
        "# The papers, repeated\n\nWritten by `ninefold reproduce {}{quick}{most}`; [papers.md](papers.md) says what each paper is. Results\nand node counts are the same on every machine. Times are those of one shared machine, as wall clock with {} threads at\nwork: compare them with each other, not with the papers'.\n",
        args.paper.name(),
        lab.threads,
    );
    let mut pictures = Vec::new();
    for (paper, title, experiment) in all {
        if args.paper != Paper::All && args.paper != paper {
            continue;
        }
        if console.live {
            writeln!(console.err, "{title} …")?;
        }
        let start = Instant::now();
        let chapter = experiment(&lab)?;
        report += &format!("\n## {title}\n\n{}", chapter.text);
        report += &format!("\nThis chapter took {:.0} s.\n", start.elapsed().as_secs_f64());
        pictures.extend(chapter.pictures);
    }
    match &args.output {
        None => write!(console.out, "{report}")?,
        Some(folder) => {
            let cannot = || format!("cannot write to {}", quote(&folder.to_string_lossy()));
            fs::create_dir_all(folder.join("pictures")).with_context(cannot)?;
            for (name, svg) in pictures {
                fs::write(folder.join(format!("pictures/{name}.svg")), svg).with_context(cannot)?;
            }
            fs::write(folder.join("reproduction.md"), report).with_context(cannot)?;
        }
    }
    Ok(Answer::Yes)
}
