//! Evaluators against each other, and weights fitted to the results of games.
//!
//! ```sh
//! alias evaluators='cargo run --release -p ninefold-desk --example evaluators --'
//! evaluators match mnk:15,15,5 engine:threats engine:lines nodes=20000 games=100
//! evaluators match mnk:15,15,5 engine:threats alphabeta:lines time=50 games=20
//! evaluators fit mnk:15,15,5 threats nodes=1000 games=2000 opening=6
//! ```
//!
//! A player is a search and an evaluator; `nodes`, or `time` in milliseconds, is what a move may cost
//! either of them. Every opening of `opening` random moves is played twice, each player moving first
//! once. The same seed gives the same openings, and with `nodes` the same games. `fit` plays an
//! evaluator against itself and prints the weights that foretell the results best.

mod contest;
mod fit;
mod player;
mod regression;

use std::time::Duration;

use anyhow::{Context, Result, bail};
use ninefold_core::{Host, Playable};
use ninefold_games::registry;
use ninefold_search::Limits;

/// The settings after the players.
#[derive(Clone, Debug)]
struct Settings {
    limits: Limits,
    games: usize,
    opening: usize,
    seed: u64,
}

fn settings(words: &[String]) -> Result<Settings> {
    let limits = Limits { nodes: Some(10_000), ..Limits::default() };
    let mut settings = Settings { limits, games: 100, opening: 4, seed: 1 };
    for word in words {
        let (name, number) = word.split_once('=').with_context(|| format!("{word} has no ="))?;
        let number: u64 = number.parse().with_context(|| format!("{word} has no number"))?;
        match name {
            "nodes" => settings.limits = Limits { nodes: Some(number), ..Limits::default() },
            "time" => {
                let time = Some(Duration::from_millis(number));
                settings.limits = Limits { time, ..Limits::default() };
            }
            "games" => settings.games = number as usize,
            "opening" => settings.opening = number as usize,
            "seed" => settings.seed = number,
            _ => bail!("{name} is unknown, wanted nodes, time, games, opening or seed"),
        }
    }
    Ok(settings)
}

/// What to do at a game.
enum Task {
    Match(String, String),
    Fit(String),
}

struct Run {
    task: Task,
    settings: Settings,
}

impl Host for Run {
    type Output = Result<()>;

    fn receive<G: Playable>(self, game: G, _spec: String) -> Result<()> {
        match self.task {
            Task::Match(first, second) => {
                let score = contest::contest(&game, &first, &second, &self.settings)?;
                println!("{first}: {score}");
                Ok(())
            }
            Task::Fit(evaluator) => fit::fit(&game, &evaluator, &self.settings),
        }
    }
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let given: Vec<&str> = words.iter().map(String::as_str).collect();
    let (game, task, rest) = match given[..] {
        ["match", game, first, second, ..] => {
            (game, Task::Match(first.to_owned(), second.to_owned()), 4)
        }
        ["fit", game, evaluator, ..] => (game, Task::Fit(evaluator.to_owned()), 3),
        _ => bail!("wanted `match GAME PLAYER PLAYER` or `fit GAME EVALUATOR`, then settings"),
    };
    let settings = settings(&words[rest..])?;
    registry().open(game, Run { task, settings })?
}
