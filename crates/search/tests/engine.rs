//! The engine finds at every depth the value that plain search has there, table or not.

use crate::common;

use common::{Coarse, positions, to_depth, to_nodes};
use ninefold_core::{
    Agent, Context, Evaluator, Game, Host, Path, Player, Random, RandomAgent, Rules, Values, View,
};
use ninefold_lawkit::PseudoRandom;
use ninefold_search::{Engine, EngineOptions, Limits, Line, Report, StopFlag};

/// A small table is overwritten all the time, a tiny one holds next to nothing.
const TABLES: [usize; 3] = [64, 1 << 12, 1 << 20];

/// The same value for all images of a position.
struct Symmetric(PseudoRandom);

impl<G: Game> Evaluator<G> for Symmetric {
    fn judges_ends(&self) -> bool {
        true
    }

    fn values(&self, game: &G, state: &G::State, context: Context) -> Values {
        self.0.values(game, &game.canonical(state), context)
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// What is true of a position for the side to move, in the order of preference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Truth {
    /// Later is better, then a smaller margin.
    Lost(i64, i64),
    Open(i32),
    /// Negated turns and the margin.
    Won(i64, i64),
}

impl Truth {
    fn for_the_other(self) -> Truth {
        match self {
            Truth::Lost(turns, margin) => Truth::Won(-turns, -margin),
            Truth::Open(value) => Truth::Open(-value),
            Truth::Won(turns, margin) => Truth::Lost(-turns, -margin),
        }
    }

    fn a_turn_later(self) -> Truth {
        match self {
            Truth::Lost(turns, margin) => Truth::Lost(turns + 1, margin),
            Truth::Won(turns, margin) => Truth::Won(turns - 1, margin),
            open => open,
        }
    }
}

/// Plain search without a window, a table or an order.
fn truth<G: Game>(path: &mut Path<G>, evaluator: &dyn Evaluator<G>, depth: u32) -> Truth {
    let mover = path.game().to_move(path.state());
    if let Some(outcome) = path.outcome() {
        let [own, other] = [mover, mover.other()].map(|player| outcome.payoffs.of(player));
        let points = path.game().points(path.state());
        let margin = i64::from((points[0] - points[1]).abs());
        return match own.cmp(&other) {
            std::cmp::Ordering::Less => Truth::Lost(0, -margin),
            std::cmp::Ordering::Equal => Truth::Open(0),
            std::cmp::Ordering::Greater => Truth::Won(0, margin),
        };
    }
    if depth == 0 {
        let values = evaluator.values(path.game(), path.state(), path.context());
        return Truth::Open(values[mover.index()]);
    }
    let mut moves = Vec::new();
    path.moves(&mut moves);
    let child = |mv| {
        path.play(mv);
        let after = truth(path, evaluator, depth - 1).a_turn_later();
        let same = path.game().to_move(path.state()) == mover;
        path.undo();
        if same { after } else { after.for_the_other() }
    };
    moves.into_iter().map(child).max().expect("a game that goes on has moves")
}

fn assert_true<M>(line: &Line<M>, mover: Player, truth: Truth, place: &str) {
    let value = line.values[mover.index()];
    let found = (line.decided, if line.decided.is_some() { 0 } else { value });
    let wanted = match truth {
        Truth::Lost(turns, _) => (Some(-turns as i32), 0),
        Truth::Open(value) => (None, value),
        Truth::Won(turns, _) => (Some(-turns as i32), 0),
    };
    assert_eq!(found, wanted, "{place}");
}

fn think<G: Game>(engine: &mut Engine<G>, path: &Path<G>, limits: Limits) -> Report<G::Move> {
    engine.think(path, limits, 1, StopFlag::default(), &mut |_| {})
}

/// Compares every depth that plain search can reach from positions of random games.
struct Depths {
    positions: u64,
    most_nodes: u64,
}

impl Host for Depths {
    type Output = u32;

    fn receive<G: View>(self, game: G, spec: String) -> u32 {
        let mut deepest = 0;
        for (index, mut path) in positions(&game, self.positions).into_iter().enumerate() {
            let seed = game.key(path.state());
            let evaluator = |symmetric: bool| -> Box<dyn Evaluator<G>> {
                match symmetric {
                    true => Box::new(Symmetric(PseudoRandom { seed })),
                    false => Box::new(PseudoRandom { seed }),
                }
            };
            let symmetric = index % 2 == 0;
            let options = EngineOptions { table: TABLES[index % 3], ..EngineOptions::default() };
            let mut engine = Engine::new(evaluator(symmetric), options);
            for depth in 1.. {
                if ninefold_core::perft(&mut path, depth) > self.most_nodes {
                    break;
                }
                let found = think(&mut engine, &path, to_depth(depth));
                let truth = truth(&mut path, &*evaluator(symmetric), depth);
                let place = format!("{spec} at {:?}", game.position_text(path.state()));
                assert_true(
                    &found.lines[0],
                    game.to_move(path.state()),
                    truth,
                    &format!("{place} to depth {depth}"),
                );
                deepest = deepest.max(found.depth);
                if found.depth < depth {
                    break;
                }
            }
        }
        deepest
    }
}

fn depths(spec: &str, positions: u64, most_nodes: u64) -> u32 {
    let depths = Depths { positions, most_nodes };
    ninefold_games::registry().open(spec, depths).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_game_has_its_plain_value_at_every_depth() {
    for spec in
        ["mnk:3,3,3", "mnk:4,4,3", "mnk:5,5,4", "mnk:9,9,5", "369:3", "369:4", "369:6", "9tka:2"]
    {
        assert!(depths(spec, 12, 20_000) >= 2, "{spec}");
    }
}

#[test]
fn countdowns_and_repetitions_are_seen_through_the_table() {
    for spec in ["morris", "morris:draws=6/4/3", "morris:draws=9/3/2", "morris:draws=4/2/2"] {
        assert!(depths(spec, 24, 20_000) >= 3, "{spec}");
    }
}

/// From the start, where nearly everything has images, with the symmetries and without.
struct FromTheStart {
    depth: u32,
}

impl Host for FromTheStart {
    type Output = [u64; 2];

    fn receive<G: View>(self, game: G, spec: String) -> [u64; 2] {
        let mut path = Path::new(game.clone(), game.start(0));
        let values = PseudoRandom { seed: 7 };
        let truth = truth(&mut path, &Symmetric(values), self.depth);
        /// The same values, without saying that they are symmetric.
        struct Silent(Symmetric);
        impl<G: Game> Evaluator<G> for Silent {
            fn judges_ends(&self) -> bool {
                true
            }

            fn values(&self, game: &G, state: &G::State, context: Context) -> Values {
                self.0.values(game, state, context)
            }
        }
        let evaluators: [Box<dyn Evaluator<G>>; 2] =
            [Box::new(Symmetric(values)), Box::new(Silent(Symmetric(values)))];
        evaluators.map(|evaluator| {
            let mut engine = Engine::new(evaluator, EngineOptions::default());
            let found = think(&mut engine, &path, to_depth(self.depth));
            assert_true(&found.lines[0], game.to_move(path.state()), truth, &spec);
            found.nodes
        })
    }
}

#[test]
fn images_of_a_position_are_searched_once() {
    for (spec, depth) in [("morris", 4), ("mnk:3,3,3", 7), ("mnk:5,5,4", 4), ("369:4", 5)] {
        let host = FromTheStart { depth };
        let [with, without] =
            ninefold_games::registry().open(spec, host).unwrap_or_else(|error| panic!("{error}"));
        assert!(with < without, "{spec}: {with} nodes with symmetries, {without} without");
    }
}

/// A whole game with one engine, which meets its own table again after every move.
struct WholeGame {
    depth: u32,
}

impl Host for WholeGame {
    type Output = usize;

    fn receive<G: View>(self, game: G, spec: String) -> usize {
        let values = PseudoRandom { seed: 3 };
        let mut engine = Engine::new(Box::new(values), EngineOptions::default());
        let mut path = Path::new(game.clone(), game.start(1));
        let mut random = RandomAgent::new(Random::new(1), None);
        while path.outcome().is_none() && path.played().len() < 120 {
            let found = think(&mut engine, &path, to_depth(self.depth));
            let truth = truth(&mut path, &values, self.depth);
            let place = format!("{spec} at {:?}", game.position_text(path.state()));
            assert_true(&found.lines[0], game.to_move(path.state()), truth, &place);
            // Every third move is anybody's, so that games differ and men are lost.
            let mv = match path.played().len() % 3 {
                0 => random.choose(&path).expect("the game goes on"),
                _ => found.lines[0].moves[0],
            };
            path.play(mv);
        }
        path.played().len()
    }
}

#[test]
fn a_table_kept_through_a_game_changes_no_value() {
    for (spec, depth) in
        [("morris", 3), ("morris:draws=12/6/3", 3), ("mnk:4,4,4", 4), ("9tka:2", 2)]
    {
        let host = WholeGame { depth };
        let plies = ninefold_games::registry().open(spec, host);
        assert!(plies.unwrap_or_else(|error| panic!("{error}")) > 10, "{spec}");
    }
}

/// Answers with limits of nodes, twice.
struct Limited;

impl Host for Limited {
    type Output = ();

    fn receive<G: View>(self, game: G, spec: String) {
        for path in positions(&game, 4) {
            for nodes in [1, 2, 50, 1_000, 20_001] {
                let run = || {
                    let evaluator = Box::new(PseudoRandom { seed: 5 });
                    let mut engine = Engine::new(evaluator, EngineOptions::default());
                    think(&mut engine, &path, to_nodes(nodes))
                };
                let (first, second) = (run(), run());
                assert!(first.nodes <= nodes, "{spec}: {} of {nodes} nodes", first.nodes);
                assert_eq!(
                    (&first.lines, first.depth, first.nodes),
                    (&second.lines, second.depth, second.nodes),
                    "{spec}"
                );
                let mut moves = Vec::new();
                path.moves(&mut moves);
                assert!(moves.contains(&first.lines[0].moves[0]), "{spec}");
            }
        }
    }
}

#[test]
fn node_limits_are_kept_and_answers_repeat() {
    for spec in ["morris", "mnk:9,9,5", "369:6", "9tka:2"] {
        ninefold_games::registry().open(spec, Limited).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The best moves one after the other are those that plain search ranks first.
struct SeveralLines;

impl Host for SeveralLines {
    type Output = ();

    fn receive<G: View>(self, game: G, spec: String) {
        const LINES: usize = 4;
        const DEPTH: u32 = 3;
        for mut path in positions(&game, 6) {
            let values = PseudoRandom { seed: game.key(path.state()) };
            let mut engine = Engine::new(Box::new(values), EngineOptions::default());
            let found =
                engine.think(&path, to_depth(DEPTH), LINES, StopFlag::default(), &mut |_| {});
            let mover = game.to_move(path.state());
            let mut moves = Vec::new();
            path.moves(&mut moves);
            let mut worth = |mv| {
                path.play(mv);
                let after = truth(&mut path, &values, DEPTH - 1).a_turn_later();
                let same = game.to_move(path.state()) == mover;
                path.undo();
                if same { after } else { after.for_the_other() }
            };
            let mut ranked: Vec<Truth> = moves.iter().map(|&mv| worth(mv)).collect();
            let own: Vec<Truth> = found.lines.iter().map(|line| worth(line.moves[0])).collect();
            ranked.sort();
            ranked.reverse();
            ranked.truncate(LINES);
            let as_deep = found.depth == DEPTH;
            assert!(!as_deep || own == ranked, "{spec}: {own:?} instead of {ranked:?}");
            for (line, truth) in found.lines.iter().zip(&ranked).filter(|_| as_deep) {
                assert_true(line, mover, *truth, &spec);
            }
        }
    }
}

#[test]
fn several_lines_are_the_best_in_order() {
    for spec in ["morris", "mnk:4,4,3", "369:4", "9tka:2"] {
        let opened = ninefold_games::registry().open(spec, SeveralLines);
        opened.unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn threads_together_find_the_same_value() {
    let game = ninefold_games::mnk::Mnk::<1>::new(4, 4, 3);
    let path = Path::new(game, game.start(0));
    for threads in [1, 2, 4] {
        let options = EngineOptions { threads, ..EngineOptions::default() };
        let mut engine = Engine::new(Box::new(PseudoRandom { seed: 1 }), options);
        let found = think(&mut engine, &path, Limits::default());
        // The first player wins with its third stone: nothing else can be true at any depth.
        assert_eq!(found.lines[0].decided, Some(5));
        assert_eq!(game.to_move(path.state()), Player::FIRST);
    }
}

#[test]
fn a_raised_flag_stops_every_thread() {
    let game = ninefold_games::mnk::Mnk::<2>::new(9, 9, 5);
    let path = Path::new(game, game.start(0));
    let stop = StopFlag::default();
    let options = EngineOptions { threads: 2, ..EngineOptions::default() };
    let mut engine = Engine::new(Box::new(PseudoRandom { seed: 1 }), options);
    let raised = stop.clone();
    let found = engine.think(&path, Limits::default(), 1, stop, &mut |report| {
        if report.depth == 2 {
            raised.raise();
        }
    });
    assert_eq!(found.depth, 2);
}

/// Whether a player alone gets most at the end, whatever all others do from here on.
fn wins_against_all<G: Game>(path: &Path<G>, hero: Player) -> bool {
    if let Some(outcome) = path.outcome() {
        return outcome.payoffs.sole_winner(path.game().players()) == Some(hero);
    }
    let mut moves = Vec::new();
    path.moves(&mut moves);
    let mut wins = moves.into_iter().map(|mv| {
        let mut after = path.clone();
        after.play(mv);
        wins_against_all(&after, hero)
    });
    if path.to_move() == Some(hero) { wins.any(|won| won) } else { wins.all(|won| won) }
}

/// With more than two players the engine tells every depth, and a win where it can be forced on all others.
#[test]
fn more_than_two_players_are_told_of_depths_and_wins() {
    let (mut won, mut open) = (0, 0);
    for (players, seed) in (3..=4).flat_map(|players| (0..40).map(move |seed| (players, seed))) {
        let game = ninefold_games::ninetka::Ninetka::new(players);
        let mut agent = RandomAgent::new(Random::stream(seed, 1), None);
        let mut path = Path::new(game, game.start(seed));
        while let Some(mv) = agent.choose(&path) {
            path.play(mv);
        }
        for _ in 0..1 + seed % 6 {
            path.undo();
        }
        let mut engine = Engine::new(Box::new(Coarse { seed }), EngineOptions::default());
        let mut depths = Vec::new();
        let limits = to_nodes(10_000_000);
        let found = engine.think(&path, limits, 1, StopFlag::default(), &mut |report| {
            depths.push(report.depth);
        });
        assert_eq!(depths, (1..=found.depth).collect::<Vec<_>>());
        let wins = wins_against_all(&path, path.to_move().expect("it goes on"));
        assert_eq!(found.lines[0].decided.is_some(), wins, "{players} {seed}");
        if wins { won += 1 } else { open += 1 }
    }
    assert!(won > 10 && open > 10, "{won} won, {open} not");
}
