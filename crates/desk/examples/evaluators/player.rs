//! A search with an evaluator: `engine:threats(tempo=20)`, `alphabeta:lines`.

use anyhow::{Context, Result, bail};
use ninefold_core::{Arguments, Evaluator, EvaluatorInfo, Game, Path};
use ninefold_search::{Algorithm, Engine, EngineOptions, Limits, Search, StopFlag};

/// The description of the evaluator with this name.
pub fn info<G: Game>(game: &G, id: &str) -> Result<&'static EvaluatorInfo> {
    let entries = game.evaluators();
    let entry = entries.iter().find(|entry| entry.info.id == id);
    Ok(entry.with_context(|| format!("this game has no evaluator {id}"))?.info)
}

/// The evaluator of `threats` or `threats(tempo=20)`.
pub fn evaluator<G: Game>(game: &G, spec: &str) -> Result<Box<dyn Evaluator<G>>> {
    let (id, arguments) = spec.split_once('(').unwrap_or((spec, ""));
    let arguments = arguments.trim_end_matches(')');
    let arguments = Arguments::parse(info(game, id)?.parameters, arguments)?;
    let entries = game.evaluators();
    let entry = entries.iter().find(|entry| entry.info.id == id).context("it was there before")?;
    Ok((entry.build)(game, &arguments, 0))
}

/// A player, for one game.
pub enum Player<G: Game> {
    /// The strong engine.
    Engine(Box<Engine<G>>),
    /// One of the plain searches.
    Plain(Algorithm, Box<dyn Evaluator<G>>),
}

/// What a move cost.
#[derive(Clone, Copy, Default, Debug)]
pub struct Cost {
    pub depth: u64,
    pub nodes: u64,
}

impl<G: Game> Player<G> {
    /// The player of this specification.
    pub fn new(game: &G, spec: &str) -> Result<Player<G>> {
        let (search, eval) = spec.split_once(':').with_context(|| format!("{spec} has no :"))?;
        let evaluator = evaluator(game, eval)?;
        Ok(match search {
            "engine" => Player::Engine(Box::new(Engine::new(evaluator, EngineOptions::default()))),
            "alphabeta" => Player::Plain(Algorithm::AlphaBeta, evaluator),
            _ => bail!("{search} is unknown, wanted engine or alphabeta"),
        })
    }

    /// Its move, and what it cost.
    pub fn choose(&mut self, path: &Path<G>, limits: Limits) -> Result<(G::Move, Cost)> {
        let stop = StopFlag::default();
        let (line, depth, nodes) = match self {
            Player::Engine(engine) => {
                let report = engine.think(path, limits, 1, stop, &mut |_| {});
                let line = report.lines.into_iter().next().map(|line| line.moves);
                (line.unwrap_or_default(), report.depth, report.nodes)
            }
            Player::Plain(algorithm, evaluator) => {
                let found = Search::new(path, &**evaluator, limits, stop).run(*algorithm);
                (found.line, found.depth, found.nodes)
            }
        };
        let mv = line.first().copied().context("a player without a move")?;
        Ok((mv, Cost { depth: depth.into(), nodes }))
    }
}
