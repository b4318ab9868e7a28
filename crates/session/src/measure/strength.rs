//! Measures what the shared judgement and players without memory cost in strength.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ninefold_arena::{Ends, Entrant, MatchPlan, Row, SetResult, play_set, rows};
use ninefold_core::{Agent, Host, Path, View};
use ninefold_search::{Engine, EngineOptions, Limits, StopFlag};
use serde::Serialize;

use super::MeasureError;
use crate::PlayerSpec;
use crate::best::{GameContext, strongest_evaluator};
use crate::judgement::{Effort, Judge};
use crate::level::scaled_nodes;

/// The players compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compared {
    /// A player that plays every hint, against `best` on all other seats.
    Hint,
    /// The strong search without memory between moves, against the same with memory on all other
    /// seats.
    Forgetful,
}

/// The settings of a measurement.
#[derive(Clone, Debug)]
pub struct StrengthRequest {
    /// The game's specification.
    pub game: String,
    /// The players compared.
    pub compared: Compared,
    /// The minimum number of games, in whole rotations of the seats.
    pub games: usize,
    /// The nodes of each player for a move; the hint as shown to users, plus those of its proof.
    pub nodes: u64,
    /// The seed of openings.
    pub seed: u64,
    /// Lets another thread stop it.
    pub stop: StopFlag,
}

/// A player's result against others.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Strength {
    /// The game's specification.
    pub game: String,
    /// The number of games played.
    pub games: usize,
    /// The share of the points, with its 95 % interval.
    pub share: [f64; 3],
    /// The share of an equal player.
    pub fair: f64,
    /// The average number of nodes for a move; the other players were allowed the requested number.
    pub nodes: f64,
    /// The share of the points won by it and one of the others together, which is a half for equals
    /// in any number of players.
    pub against_one: [f64; 3],
}

/// A player's share of the points won by it and one of several equal others, from its share of all
/// points.
fn against_one(share: f64, players: usize) -> f64 {
    let other = (1.0 - share) / (players - 1) as f64;
    share / (share + other)
}

/// Random moves before the players begin, and the number of moves after which a game counts as a
/// draw.
const OPENING: u32 = 4;
const PLIES: u32 = 300;

/// Plays the match. Reports progress after every opening.
pub fn compare_strength(
    request: &StrengthRequest,
    watch: &mut dyn FnMut(usize),
) -> Result<Strength, MeasureError> {
    let registry = ninefold_games::registry::<Match<'_>>();
    Ok(registry.open(&request.game, Match { request, watch })?)
}

struct Match<'a> {
    request: &'a StrengthRequest,
    watch: &'a mut dyn FnMut(usize),
}

impl Host for Match<'_> {
    type Output = Strength;

    fn receive<G: View>(self, game: G, spec: String) -> Strength {
        let Match { request, watch } = self;
        let players = game.players();
        let (nodes, compared) = (scaled_nodes(&game, request.nodes), request.compared);
        let (rules, named) = (game.clone(), spec.clone());
        let spent = Arc::new(Spent::default());
        let counted = Arc::clone(&spent);
        let first = move |_seed: u64, _seat: usize| -> Box<dyn Agent<G>> {
            let spent = Arc::clone(&counted);
            match compared {
                Compared::Hint => Box::new(Hinted { spec: named.clone(), nodes, spent }),
                Compared::Forgetful => Box::new(Remembering::new(&rules, nodes, false, spent)),
            }
        };
        let (rules, named) = (game.clone(), spec.clone());
        let others = move |seed: u64, seat: usize| -> Box<dyn Agent<G>> {
            let context = GameContext::new(&named, None);
            let best = PlayerSpec::parse(&format!("best:nodes={nodes}")).ok();
            let best = best.and_then(|best| best.seat(&rules, context, seed, seat).ok().flatten());
            match (compared, best) {
                (Compared::Hint, Some(best)) => best,
                _ => Box::new(Remembering::new(&rules, nodes, true, Arc::default())),
            }
        };
        let mut entrants: Vec<Entrant<'_, G>> = vec![&first];
        entrants.resize(players, &others);
        let names: Vec<String> = (0..players).map(|seat| seat.to_string()).collect();
        let plan = MatchPlan {
            seed: request.seed,
            sets: request.games.div_ceil(players),
            opening: OPENING,
            plies: PLIES,
        };
        let ends = |plies| Ends { plies, adjudicator: None, timed: false, clock: None };
        let mut results: Vec<SetResult> = Vec::new();
        for job in plan.jobs(&spec, &names) {
            let stop = request.stop.clone();
            let seated: Vec<Entrant<'_, G>> =
                job.entrants.iter().map(|&who| entrants[who]).collect();
            let Some(set) = play_set(&game, &job, &seated, &ends(job.plies), &stop) else {
                break;
            };
            results.push(set);
            watch(results.len() * players);
        }
        let row: Option<Row> = rows(&results, players, players).into_iter().next();
        let share =
            row.map_or([0.0, 0.0, 1.0], |row| [row.share.value, row.share.low, row.share.high]);
        let games = results.len() * players;
        let against_one = share.map(|part| against_one(part, players));
        let (fair, nodes) = (1.0 / players as f64, spent.mean());
        Strength { game: spec, games, share, fair, nodes, against_one }
    }
}

/// Plays every hint.
struct Hinted {
    spec: String,
    nodes: u64,
    /// The cost of its moves.
    spent: Arc<Spent>,
}

/// Nodes searched, and for how many moves.
#[derive(Default)]
struct Spent {
    nodes: AtomicU64,
    moves: AtomicU64,
}

impl Spent {
    fn add(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.moves.fetch_add(1, Ordering::Relaxed);
    }

    fn mean(&self) -> f64 {
        let moves = self.moves.load(Ordering::Relaxed).max(1);
        self.nodes.load(Ordering::Relaxed) as f64 / moves as f64
    }
}

impl<G: View> Agent<G> for Hinted {
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
        let context = GameContext::new(&self.spec, None);
        let effort = Effort { nodes: Some(self.nodes), ..Effort::default() };
        let known = Judge::new(path.game(), context, &effort).best(path);
        self.spent.add(known.nodes + known.choosing);
        known.line.first().copied()
    }
}

/// The strong search with or without memory of earlier moves.
struct Remembering<G: View> {
    engine: Engine<G>,
    nodes: u64,
    remembers: bool,
    spent: Arc<Spent>,
}

impl<G: View> Remembering<G> {
    fn new(game: &G, nodes: u64, remembers: bool, spent: Arc<Spent>) -> Remembering<G> {
        let options = EngineOptions { selective: true, ..EngineOptions::default() };
        let engine = Engine::new(strongest_evaluator(game), options);
        Remembering { engine, nodes, remembers, spent }
    }
}

impl<G: View> Agent<G> for Remembering<G> {
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
        if !self.remembers {
            self.engine.forget();
        }
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let found = self.engine.think(path, limits, 1, StopFlag::default(), &mut |_| {});
        self.spent.add(found.nodes);
        found.lines.first().map(|line| line.moves[0])
    }
}
