//! What the tests of the searches share: plain searches that share no code with the crate, evaluators
//! without sense, and positions of random games.

// Each test file compiles this module for itself, and none uses all of it.
#![allow(dead_code)]

use ninefold_core::{
    Agent, Context, Evaluator, Game, Path, Player, Random, RandomAgent, Values, zero_sum,
};
use ninefold_lawkit::PseudoRandom;
use ninefold_search::{Algorithm, Limits, Search, SearchResult, StopFlag};

/// Limits of depth alone.
pub fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Limits of nodes alone.
pub fn to_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// What an algorithm of the crate finds.
pub fn find<G: Game>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    algorithm: Algorithm,
    limits: Limits,
) -> SearchResult<G::Move> {
    Search::new(path, evaluator, limits, StopFlag::default()).run(algorithm)
}

/// What a plain search finds.
pub struct Plain<M> {
    /// The value for each player.
    pub values: Values,
    /// The moves all would play.
    pub line: Vec<M>,
    /// All positions to the depth.
    pub nodes: u64,
}

/// A search that builds every child and lets `pick` choose among their values by index.
pub fn plain<G: Game>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    depth: u32,
    pick: &dyn Fn(Player, &[Values]) -> usize,
) -> Plain<G::Move> {
    let mut moves = Vec::new();
    path.moves(&mut moves);
    if depth == 0 || moves.is_empty() {
        let values = evaluator.values(path.game(), path.state(), path.context());
        return Plain { values, line: Vec::new(), nodes: 1 };
    }
    let child = |&mv: &G::Move| {
        let mut after = path.clone();
        after.play(mv);
        plain(&after, evaluator, depth - 1, pick)
    };
    let mut children: Vec<Plain<G::Move>> = moves.iter().map(child).collect();
    let nodes = 1 + children.iter().map(|child| child.nodes).sum::<u64>();
    let values: Vec<Values> = children.iter().map(|child| child.values).collect();
    let index = pick(path.game().to_move(path.state()), &values);
    let chosen = children.swap_remove(index);
    let line = [moves[index]].into_iter().chain(chosen.line).collect();
    Plain { values: chosen.values, line, nodes }
}

fn first_where(values: &[i32], wanted: Option<&i32>) -> usize {
    values.iter().position(|value| Some(value) == wanted).expect("children have values")
}

/// The first player takes the first of the largest values of its own, the second of the smallest.
pub fn minimax(mover: Player, values: &[Values]) -> usize {
    let first: Vec<i32> = values.iter().map(|values| values[0]).collect();
    let wanted = if mover == Player::FIRST { first.iter().max() } else { first.iter().min() };
    first_where(&first, wanted)
}

/// Everybody takes the first of the largest values of its own.
pub fn max_n(mover: Player, values: &[Values]) -> usize {
    let own: Vec<i32> = values.iter().map(|values| values[mover.index()]).collect();
    first_where(&own, own.iter().max())
}

/// Only `hero` takes the first of its largest values, all others the first of its smallest.
pub fn paranoid(hero: Player) -> impl Fn(Player, &[Values]) -> usize {
    move |mover, values| {
        let own: Vec<i32> = values.iter().map(|values| values[hero.index()]).collect();
        let wanted = if mover == hero { own.iter().max() } else { own.iter().min() };
        first_where(&own, wanted)
    }
}

/// Few values, so that most positions have several best moves; the end of the game counts most.
pub struct Coarse {
    /// Another seed gives other values.
    pub seed: u64,
}

impl<G: Game> Evaluator<G> for Coarse {
    fn judges_ends(&self) -> bool {
        true
    }

    fn values(&self, game: &G, state: &G::State, context: Context) -> Values {
        let small = PseudoRandom { seed: self.seed }.values(game, state, context);
        let Some(outcome) = context.outcome else { return small.map(|value| value / 40) };
        let mut payoffs = Values::default();
        for player in Player::all(game.players()) {
            payoffs[player.index()] = 10 * i32::from(outcome.payoffs.of(player));
        }
        if game.players() == 2 { zero_sum(payoffs[0] - payoffs[1]) } else { payoffs }
    }
}

/// Games cut off somewhere, each from its own start, in which a move is still to be made.
pub fn positions<G: Game>(game: &G, count: u64) -> Vec<Path<G>> {
    let mut positions = Vec::new();
    for seed in 0..count {
        let mut agent = RandomAgent::new(Random::stream(seed, 1), None);
        let mut path = Path::new(game.clone(), game.start(seed));
        while path.played().len() < 200 {
            let Some(mv) = agent.choose(&path) else { break };
            path.play(mv);
        }
        let kept = Random::stream(seed, 2).below(path.played().len());
        while path.played().len() > kept {
            path.undo();
        }
        positions.push(path);
    }
    positions
}
