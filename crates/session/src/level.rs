//! Levels of play, from a beginner to the strongest.
//!
//! A level is a number of nodes, never a time, so the same game is played on every machine. The
//! lower levels look one or two turns ahead and pick among the moves at random, preferring good
//! ones; the middle ones do so now and then. So they overlook things as people do, and they all
//! answer quickly.

use ninefold_core::{
    Afresh, Context, Evaluator, Explanation, Game, Guide, Odds, Path, Random, Values, View, mix,
};
use ninefold_search::{Engine, EngineOptions, Limits, Line, Report, StopFlag};

use crate::best::level_evaluator;
use crate::judgement::share_of;
use crate::thinker::{Thinker, Thought, only_move, values_here};

/// The definition of a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    /// The nodes searched where the start has [`USUAL_MOVES`] moves; fewer where it has more, since
    /// each takes longer there.
    nodes: u64,
    /// The maximum depth in turns.
    depth: Option<u32>,
    /// How far it may stray from the best move, in percent of the typical spread of move values.
    whim: u32,
    /// The percentage of moves for which it is [`CARELESS`].
    slips: u32,
    /// Whether it has the evaluator's guide, which sees forced moves at a glance.
    guided: bool,
}

/// The strongest level, which is `best`.
pub(crate) const STRONGEST: i64 = 10;

/// The names of the levels, weakest first.
pub(crate) const LEVEL_NAMES: [&str; STRONGEST as usize] = [
    "First steps",
    "Beginner",
    "Casual",
    "Attentive",
    "Club player",
    "Strong club player",
    "Expert",
    "Master",
    "Grandmaster",
    "The best there is",
];

/// The levels below the strongest, weakest first.
const LEVELS: [Level; STRONGEST as usize - 1] = [
    Level { depth: Some(1), whim: 200, guided: false, ..Level::looking_at(1_000) },
    Level { depth: Some(1), whim: 60, guided: false, ..Level::looking_at(1_000) },
    CARELESS,
    Level { depth: Some(2), whim: 10, ..Level::looking_at(4_000) },
    Level { slips: 14, ..Level::looking_at(2_000) },
    Level { slips: 9, ..Level::looking_at(8_000) },
    Level { slips: 4, ..Level::looking_at(30_000) },
    Level::looking_at(100_000),
    Level::looking_at(1_000_000),
];

/// How a level plays when it slips, itself expressed as a level.
const CARELESS: Level = Level { depth: Some(2), whim: 30, ..Level::looking_at(4_000) };

/// The number of moves at the start of a game for which a level's nodes are not scaled.
const USUAL_MOVES: u64 = 24;

/// The size of a level's table; the levels need little memory.
const TABLE: usize = 4 << 20;

impl Level {
    /// A level that always plays the best it finds.
    const fn looking_at(nodes: u64) -> Level {
        Level { nodes, depth: None, whim: 0, slips: 0, guided: true }
    }

    /// The level of a number from 1 to [`STRONGEST`] − 1.
    pub(crate) fn new(number: i64) -> Option<Level> {
        LEVELS.get(usize::try_from(number - 1).ok()?).copied()
    }

    fn limits<G: Game>(&self, game: &G) -> Limits {
        Limits { depth: self.depth, nodes: Some(scaled_nodes(game, self.nodes)), time: None }
    }
}

/// Scales nodes meant for a game with [`USUAL_MOVES`] at its start so that they take about as long
/// in this game.
pub(crate) fn scaled_nodes<G: Game>(game: &G, nodes: u64) -> u64 {
    let mut moves = Vec::new();
    game.moves(&game.start(0), &mut moves);
    let count = USUAL_MOVES.max(moves.len() as u64);
    // Every move is searched, however many there are.
    (nodes.saturating_mul(USUAL_MOVES) / count).max(2 * count)
}

/// The nodes per move of each level below the strongest, weakest first.
pub fn level_budgets() -> impl Iterator<Item = u64> {
    LEVELS.iter().map(|level| level.nodes)
}

/// A player of a level.
pub(crate) struct LevelPlayer<G: Game> {
    engine: Engine<G>,
    level: Level,
    /// The random seed, combined with the number of the turn.
    seed: u64,
    seat: usize,
}

impl<G: View> LevelPlayer<G> {
    pub(crate) fn new(game: &G, level: Level, seed: u64, seat: usize) -> LevelPlayer<G> {
        let evaluator = level_evaluator(game);
        let evaluator: Box<dyn Evaluator<G>> =
            if level.guided { evaluator } else { Box::new(Unguided(evaluator)) };
        let selective = level.depth.is_none();
        let options = EngineOptions { table: TABLE, selective, ..EngineOptions::default() };
        let engine = Engine::new(evaluator, options);
        LevelPlayer { engine, level, seed, seat }
    }

    /// Searches a position and picks one of the lines.
    fn look(
        &mut self,
        path: &Path<G>,
        limits: Limits,
        stop: &StopFlag,
    ) -> (Report<G::Move>, usize) {
        let turn = path.played().len() as u64;
        let mut random = Random::stream(mix(self.seed ^ mix(turn)), self.seat as u64);
        let slips = random.below(100) < self.level.slips as usize;
        let level = if slips { CARELESS } else { self.level };
        let limits = level.limits(path.game()).within(limits);
        let lines = if level.whim > 0 { usize::MAX } else { 1 };
        self.engine.forget();
        let report = self.engine.think(path, limits, lines, stop.clone(), &mut |_| {});
        let mover = path.game().to_move(path.state()).index();
        let index = match (level.whim, report.lines.len()) {
            (0, _) | (_, 0) => 0,
            (whim, _) => whimsical(&report.lines, mover, whim, &mut random),
        };
        (report, index)
    }
}

impl<G: View> Thinker<G> for LevelPlayer<G> {
    fn consider(&mut self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> Thought<G::Move> {
        let (mut report, index) = self.look(path, limits, stop);
        if report.lines.is_empty() {
            return Thought::without_search(None, values_here(path));
        }
        report.lines.swap(0, index);
        let line = &report.lines[0];
        Thought {
            share: Some(share_of(path, self.engine.evaluator(), line)),
            decided: line.decided,
            ..Thought::of(report.found(Values::default()))
        }
    }

    fn choose(&mut self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> Option<G::Move> {
        only_move(path).or_else(|| {
            let (report, index) = self.look(path, limits, stop);
            report.lines.get(index).map(|line| line.moves[0])
        })
    }
}

/// A randomly drawn index that favours better lines: a line's probability halves with every `whim`
/// percent of the usual distance between values by which it is worse than the best.
fn whimsical<M>(lines: &[Line<M>], mover: usize, whim: u32, random: &mut Random) -> usize {
    let best = i64::from(lines[0].values[mover]);
    let behind: Vec<u64> = lines
        .iter()
        .map(|line| best.saturating_sub(line.values[mover].into()).max(0) as u64)
        .collect();
    let mut sorted = behind.clone();
    sorted.sort_unstable();
    // The median: a lost game far outside does not widen it.
    let usual = sorted[sorted.len() / 2].max(1);
    let half = (usual * u64::from(whim) / 100).max(1);
    let chances: Vec<u64> = behind.iter().map(|&behind| halved(1 << 32, behind, half)).collect();
    let mut drawn = random.below(chances.iter().sum::<u64>() as usize) as u64;
    let chosen = chances.iter().position(|&chance| match drawn.checked_sub(chance) {
        Some(rest) => {
            drawn = rest;
            false
        }
        None => true,
    });
    chosen.unwrap_or_default()
}

/// A number halved with every `half` of `distance`, linear in between, in integers: so it is the
/// same on every machine.
fn halved(number: u64, distance: u64, half: u64) -> u64 {
    let (times, rest) = (distance / half, distance % half);
    let number = number.checked_shr(times.min(64) as u32).unwrap_or_default();
    number - (u128::from(number) * u128::from(rest) / u128::from(2 * half)) as u64
}

/// An evaluator without its guide, so that it overlooks what a guide sees at a glance.
struct Unguided<G>(Box<dyn Evaluator<G>>);

#[deny(clippy::missing_trait_methods)] // An adaptor hands on everything.
impl<G: Game> Evaluator<G> for Unguided<G> {
    fn values(&self, game: &G, state: &G::State, context: Context) -> Values {
        self.0.values(game, state, context)
    }

    fn judges_ends(&self) -> bool {
        self.0.judges_ends()
    }

    fn explain(&self, game: &G, state: &G::State, context: Context) -> Explanation {
        self.0.explain(game, state, context)
    }

    fn terms(&self, game: &G) -> Explanation {
        self.0.terms(game)
    }

    fn is_zero_sum(&self) -> bool {
        self.0.is_zero_sum()
    }

    fn is_symmetric(&self) -> bool {
        self.0.is_symmetric()
    }

    fn odds(&self, game: &G, state: &G::State) -> Odds {
        self.0.odds(game, state)
    }

    fn guide<'a>(&'a self, _game: &G, _state: &G::State) -> Box<dyn Guide<G> + 'a> {
        Box::new(Afresh(self))
    }
}
