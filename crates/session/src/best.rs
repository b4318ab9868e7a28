//! The strongest player: proved moves where a solver finds a proof, a search otherwise.

use std::path::PathBuf;
use std::time::Duration;

use ninefold_core::{
    Evaluator, Game, Path, PointsEvaluator, Stopwatch, Values, View, find_move, zero_sum,
};
use ninefold_search::{Engine, EngineOptions, Limits, Report, SearchResult, StopFlag};
use ninefold_solve::{Budget, ExactAnswer, Request, solver};

use crate::bot::BotPool;
use crate::judgement::{Orientation, share_of};
use crate::thinker::{Aloud, Thinker, Thought, only_move, values_here};
use crate::{GuestList, Guests, evaluation, win_share};

/// The default time for a move.
pub(crate) const USUAL_TIME: Duration = Duration::from_secs(1);

/// The evaluator for the strongest play.
pub(crate) fn strongest_evaluator<G: Game>(game: &G) -> Box<dyn Evaluator<G>> {
    // A game without evaluators still has its points.
    evaluation::evaluator(game, game.knowledge().strongest_evaluator, 0)
        .unwrap_or_else(|_| Box::new(PointsEvaluator))
}

/// The evaluator that levels of play use.
pub(crate) fn level_evaluator<G: Game>(game: &G) -> Box<dyn Evaluator<G>> {
    let own = game.knowledge().level_evaluator;
    own.and_then(|id| evaluation::evaluator(game, Some(id), 0).ok())
        .unwrap_or_else(|| strongest_evaluator(game))
}

/// The context of a game that players are seated at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameContext<'a> {
    /// Its full specification.
    pub(crate) spec: &'a str,
    /// The folder of finished tables, if known.
    pub(crate) data: Option<&'a std::path::Path>,
    /// Programs waiting for their next game, if players meet repeatedly.
    pub(crate) bots: Option<&'a std::sync::Arc<BotPool>>,
    /// Custom players and evaluators that specifications cannot name.
    pub(crate) guests: Option<&'a Guests>,
}

impl<'a> GameContext<'a> {
    /// A game with its tables, if known, and no custom programs or players.
    pub(crate) fn new(spec: &'a str, data: Option<&'a std::path::Path>) -> GameContext<'a> {
        GameContext { spec, data, bots: None, guests: None }
    }

    /// The guests for a game of this type.
    pub(crate) fn guest_list<G: View>(&self) -> Option<&'a GuestList<G>> {
        self.guests.and_then(Guests::of)
    }
}

/// The strongest player of a game.
pub(crate) struct Best<G: View> {
    game: String,
    data: Option<PathBuf>,
    /// The limits given; one second by default.
    limits: Limits,
    engine: Engine<G>,
}

impl<G: View> Best<G> {
    /// The player for a game. If there is a solver, at most half of the limits go to the proof; if
    /// it fails, a search gets the rest.
    pub(crate) fn new(
        game: &G,
        context: GameContext<'_>,
        limits: Limits,
        options: EngineOptions,
    ) -> Best<G> {
        let engine = Engine::new(strongest_evaluator(game), options);
        let data = context.data.map(ToOwned::to_owned);
        Best { game: context.spec.to_owned(), data, limits, engine }
    }

    /// Runs the game's solver, if there is one, within half of the limits.
    fn solve(&self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> Option<ExactAnswer> {
        let solver = solver(&self.game).ok()?;
        let request = Request {
            budget: Budget {
                time: limits.time.map(|time| time / 2),
                nodes: limits.nodes.map(|nodes| nodes / 2),
                memory: solver.usual_memory(),
                stop: stop.clone(),
                ..Budget::default()
            },
            data: self.data.clone(),
            ..Request::new(self.game.clone(), path.game().position_text(path.state()))
        };
        let mut earlier = path.earlier().map(|state| path.game().position_text(state));
        solver.choose(&request, &mut earlier).ok()
    }

    /// The move to play in a position proved even, and the number of nodes searched for it.
    fn play_for_more(
        &mut self,
        path: &Path<G>,
        exact: &ExactAnswer,
        limits: Limits,
        stop: &StopFlag,
    ) -> (Option<G::Move>, u64) {
        let even = exact.moves.iter().filter(|(_, value)| *value == 0);
        let even = even.filter_map(|(mv, _)| find_move(path, mv).ok());
        let turned = Orientation::of(path);
        let even: Vec<G::Move> = even.map(|mv| turned.there(mv)).collect();
        let (best, nodes) = play_for_more(&mut self.engine, &turned.path, &even, limits, stop);
        (best.map(|best| turned.back(best)), nodes)
    }
}

/// The one of several even moves that the search prefers, and the number of nodes it searched; no
/// move if there is no choice or no depth was finished. All are equal against perfect play, but
/// this one beats fallible opponents more often. The path is normalised as for a judgement, so that
/// judgement and player find the same move.
pub(crate) fn play_for_more<G: View>(
    engine: &mut Engine<G>,
    path: &Path<G>,
    even: &[G::Move],
    limits: Limits,
    stop: &StopFlag,
) -> (Option<G::Move>, u64) {
    if even.len() < 2 {
        return (None, 0);
    }
    engine.forget();
    let (line, nodes) = engine.choose_among(path, even, limits, stop.clone());
    (line.filter(|line| line.depth > 0).map(|line| line.moves[0]), nodes)
}

/// The remainder of the limits after this many nodes and the time since the start.
fn rest(limits: Limits, nodes: u64, start: &Stopwatch) -> Limits {
    Limits {
        depth: limits.depth,
        nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
        time: limits.time.map(|most| most.saturating_sub(start.elapsed())),
    }
}

impl<G: View> Thinker<G> for Best<G> {
    fn consider(&mut self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> Thought<G::Move> {
        self.consider_aloud(path, limits, stop, &mut |_| {})
    }

    fn consider_aloud(
        &mut self,
        path: &Path<G>,
        limits: Limits,
        stop: &StopFlag,
        watch: Aloud<'_, G::Move>,
    ) -> Thought<G::Move> {
        if path.outcome().is_some() {
            return Thought::without_search(None, values_here(path));
        }
        let start = Stopwatch::start(stop);
        let game = path.game();
        let limits = match self.limits.within(limits) {
            Limits { nodes: None, time: None, depth } => {
                Limits { nodes: None, time: Some(USUAL_TIME), depth }
            }
            given => given,
        };
        let worth = |found: &SearchResult<G::Move>| {
            let mover = game.to_move(path.state());
            Some(win_share::certain(game, mover, found.values[mover.index()]))
        };
        let exact = self.solve(path, limits, stop);
        if let Some(exact) = &exact
            && let Some(mut found) = proved(path, exact)
        {
            // A table knows values but no line.
            if exact.value == Some(0) && exact.line.len() < 2 {
                let left = rest(limits, exact.nodes, &start);
                let (best, nodes) = self.play_for_more(path, exact, left, stop);
                found.line = best.map_or(found.line, |best| vec![best]);
                found.nodes += nodes;
            }
            // A countdown may end the game before the distance does.
            let known = exact.plies.zip(exact.value).filter(|_| exact.caveat.is_none());
            let decided = known.map(|(plies, value)| value * plies as i32);
            let decided = decided.filter(|&turns| turns != 0);
            let share = worth(&found);
            return Thought { found, share, decided, exact: true, caveat: exact.caveat.clone() };
        }
        if let Some(found) = exact.as_ref().and_then(|exact| assured(path, exact)) {
            let caveat = exact.and_then(|exact| exact.caveat);
            let share = worth(&found);
            return Thought { share, caveat, ..Thought::of(found) };
        }
        let left = rest(limits, exact.map_or(0, |exact| exact.nodes), &start);
        self.engine.forget();
        let mut tell = |report: &Report<G::Move>| watch(Thought::on_the_way(report));
        let report = self.engine.think(path, left, 1, stop.clone(), &mut tell);
        let best = report.lines.first();
        Thought {
            share: best.map(|line| share_of(path, self.engine.evaluator(), line)),
            decided: best.and_then(|line| line.decided),
            ..Thought::of(report.found(Values::default()))
        }
    }

    fn choose(&mut self, path: &Path<G>, limits: Limits, stop: &StopFlag) -> Option<G::Move> {
        only_move(path).or_else(|| self.consider(path, limits, stop).found.line.first().copied())
    }
}

/// The best move according to the proof, if anything was proved.
fn proved<G: View>(path: &Path<G>, exact: &ExactAnswer) -> Option<SearchResult<G::Move>> {
    let value = exact.value?;
    if path.game().players() > 2 && value < 0 {
        // With several players, one who loses by the rule may still win; a search handles that
        // better.
        return None;
    }
    let is_best = |mv: &&String| exact.moves.contains(&((*mv).clone(), value));
    let any = exact.moves.iter().find(|(_, of_move)| *of_move == value).map(|(mv, _)| mv);
    let best = exact.line.first().filter(is_best).or(any)?;
    find_move(path, best).ok()?;
    Some(SearchResult {
        values: values(path, value),
        line: line(path, exact, best),
        depth: exact.line.len() as u32,
        nodes: exact.nodes,
        cuts: 0,
    })
}

/// A move that certainly wins although its value is unknown.
fn assured<G: View>(path: &Path<G>, exact: &ExactAnswer) -> Option<SearchResult<G::Move>> {
    let values = values(path, exact.at_least?);
    let mv = find_move(path, exact.line.first()?).ok()?;
    let wins = values[path.game().to_move(path.state()).index()] > 0;
    wins.then_some(SearchResult { values, line: vec![mv], depth: 0, nodes: exact.nodes, cuts: 0 })
}

/// The exact value for the player to move, in seat order, including points so far.
pub(crate) fn values<G: View>(path: &Path<G>, value: i32) -> Values {
    let (game, state) = (path.game(), path.state());
    let mover = game.to_move(state).index();
    let points = game.points(state);
    let lead = if game.players() > 2 { 0 } else { points[mover] - points[1 - mover] };
    values_for(game, mover, lead + value)
}

/// Values in seat order from one player's value: with two players the other's is its negation, with
/// more the others get 0.
pub(crate) fn values_for<G: Game>(game: &G, player: usize, value: i32) -> Values {
    if game.players() == 2 {
        return zero_sum(if player == 0 { value } else { -value });
    }
    let mut values = Values::default();
    values[player] = value;
    values
}

/// The proved line, or the best move alone if the line begins with another.
fn line<G: View>(path: &Path<G>, exact: &ExactAnswer, best: &str) -> Vec<G::Move> {
    let mut walk = path.clone();
    let alone = [best.to_owned()];
    let texts = if exact.line.first().is_some_and(|first| first == best) {
        &exact.line
    } else {
        &alone[..]
    };
    let mut line = Vec::new();
    for text in texts {
        let Ok(mv) = find_move(&walk, text) else { break };
        walk.play(mv);
        line.push(mv);
    }
    line
}
