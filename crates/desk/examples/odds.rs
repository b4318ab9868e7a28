//! The scale of a game's strongest evaluator: the lead at which a player is three times as likely to
//! win as the others.
//!
//! ```sh
//! cargo run --release -p ninefold-desk --example odds -- morris 200 2000 6
//! ```
//!
//! plays 200 games of the engine against itself with 2000 positions a move, each after an opening of 6
//! random moves, and prints the scale under which its values foretell the results best. The same
//! command prints the same number.

use anyhow::{Context as _, Result, bail};
use ninefold_arena::opening;
use ninefold_core::{Evaluator, Game, Host, Path, Playable, Player};
use ninefold_games::registry;
use ninefold_search::{Engine, EngineOptions, Limits};

/// What to play.
struct Odds {
    games: u64,
    nodes: u64,
    opening: u32,
}

/// The values of a position for each player, and the parts of the point they got in the end.
type Sample = (Vec<f64>, Vec<f64>);

impl Host for Odds {
    type Output = Result<()>;

    fn receive<G: Playable>(self, game: G, spec: String) -> Result<()> {
        let mut samples = Vec::new();
        for seed in 0..self.games {
            self.play(&game, seed, &mut samples)?;
        }
        // The misfit has one valley: the point between two others that are worse is closed in on.
        let (mut low, mut high) = (1.0_f64, 100_000.0_f64);
        for _ in 0..100 {
            let step = (high / low).powf(1.0 / 3.0);
            let (left, right) = (low * step, high / step);
            if misfit(&samples, left) < misfit(&samples, right) { high = right } else { low = left }
        }
        println!("{spec}: scale {:.0}, from {} positions", low, samples.len());
        Ok(())
    }
}

impl Odds {
    fn play<G: Playable>(&self, game: &G, seed: u64, samples: &mut Vec<Sample>) -> Result<()> {
        let players = game.players();
        let id = game.strongest_evaluator();
        let mut path: Path<G> = opening(game, seed, self.opening);
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let mut seen = Vec::new();
        let mut engine = Engine::new(evaluator(game, id)?, EngineOptions::default());
        while path.outcome().is_none() {
            let lines = if players > 2 { path.game().players() * 8 } else { 1 };
            let report = engine.think(&path, limits, lines, Default::default(), &mut |_| {});
            let Some(line) = report.lines.first() else { break };
            if line.decided.is_none() {
                seen.push(line.values[..players].iter().map(|&value| f64::from(value)).collect());
            }
            path.play(line.moves[0]);
        }
        let payoffs = path.outcome().context("the game has an end")?.payoffs;
        let most = Player::all(players).map(|player| payoffs.of(player)).max();
        let won: Vec<f64> = Player::all(players)
            .map(|player| f64::from(u8::from(Some(payoffs.of(player)) == most)))
            .collect();
        let winners: f64 = won.iter().sum();
        let parts: Vec<f64> = won.iter().map(|part| part / winners).collect();
        samples.extend(seen.into_iter().map(|values| (values, parts.clone())));
        Ok(())
    }
}

fn evaluator<G: Game>(game: &G, id: Option<&str>) -> Result<Box<dyn Evaluator<G>>> {
    let entry = game.evaluators().into_iter().find(|entry| id.is_none_or(|id| entry.info.id == id));
    let entry = entry.context("the game has an evaluator")?;
    let usual = ninefold_core::Arguments::parse(entry.info.parameters, "")?;
    Ok((entry.build)(game, &usual, 0))
}

/// How badly a scale foretells the results: the mean of minus the logarithm of what was expected.
fn misfit(samples: &[Sample], scale: f64) -> f64 {
    let of = |(values, parts): &Sample| {
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weight = |value: &f64| 3_f64.powf((value - most) / scale);
        let sum: f64 = values.iter().map(weight).sum();
        let part = |(value, part): (&f64, &f64)| -part * (weight(value) / sum).max(1e-9).ln();
        values.iter().zip(parts).map(part).sum::<f64>()
    };
    samples.iter().map(of).sum::<f64>() / samples.len() as f64
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, games, nodes, opening] = arguments.as_slice() else {
        bail!("wanted: GAME GAMES NODES OPENING, such as morris 200 2000 6");
    };
    let odds = Odds { games: games.parse()?, nodes: nodes.parse()?, opening: opening.parse()? };
    registry().open(game, odds)?
}
