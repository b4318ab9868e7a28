//! What a search may spend: nodes are kept exactly, and what was not searched in full does not count.

use crate::common;

use std::time::Duration;

use common::{Coarse, find, positions, to_depth, to_nodes};
use ninefold_core::{Evaluator, Game, Host, Path, Rules, View};
use ninefold_games::searched_specs;
use ninefold_lawkit::PseudoRandom;
use ninefold_search::{ALGORITHMS, Algorithm, Limits, Search, StopFlag};

/// A form besides those that every game wants searched.
const MORE: [&str; 1] = ["morris:draws=4/2/2"];

const NODES: [u64; 12] = [1, 2, 3, 5, 8, 21, 55, 144, 377, 987, 1500, 2584];

/// A check of one position with one evaluator; returns how many searches it made.
type Check = fn(&mut Position<'_>) -> usize;

/// The checks of a game.
struct Trial(Check);

/// A position of some game, without its type.
struct Position<'a> {
    /// The legal moves.
    legal: usize,
    /// What a search by the algorithm of this index finds: with these limits, and a raised flag.
    search: &'a mut dyn FnMut(usize, Limits, bool) -> Outline,
    /// For how many players the game is.
    players: usize,
}

/// What was found, the moves by their place among the legal ones at the root.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Outline {
    values: [i32; 4],
    first: Option<usize>,
    line: String,
    depth: u32,
    nodes: u64,
    cuts: u64,
    /// The value of the position itself.
    unsearched: [i32; 4],
}

impl Host for Trial {
    type Output = usize;

    fn receive<G: View>(self, game: G, _spec: String) -> usize {
        let mut searches = 0;
        for path in positions(&game, 5) {
            let seed = game.key(path.state());
            let evaluators: [&dyn Evaluator<G>; 2] = [&PseudoRandom { seed }, &Coarse { seed }];
            for evaluator in evaluators {
                let mut moves = Vec::new();
                path.moves(&mut moves);
                let mut search = |index, limits, raised| {
                    outline(&path, &moves, evaluator, index, limits, raised)
                };
                let (legal, players) = (moves.len(), game.players());
                searches += (self.0)(&mut Position { legal, search: &mut search, players });
            }
        }
        searches
    }
}

fn outline<G: Game>(
    path: &Path<G>,
    moves: &[G::Move],
    evaluator: &dyn Evaluator<G>,
    index: usize,
    limits: Limits,
    raised: bool,
) -> Outline {
    let algorithm = ALGORITHMS[index].algorithm;
    let found = if raised {
        let stop = StopFlag::default();
        stop.raise();
        Search::new(path, evaluator, limits, stop).run(algorithm)
    } else {
        find(path, evaluator, algorithm, limits)
    };
    Outline {
        values: found.values,
        first: found.line.first().and_then(|mv| moves.iter().position(|legal| legal == mv)),
        line: format!("{:?}", found.line),
        depth: found.depth,
        nodes: found.nodes,
        cuts: found.cuts,
        unsearched: evaluator.values(path.game(), path.state(), path.context()),
    }
}

impl Position<'_> {
    fn algorithms(&self) -> impl Iterator<Item = usize> + use<> {
        let players = self.players;
        (0..ALGORITHMS.len()).filter(move |&index| ALGORITHMS[index].players.contains(&players))
    }

    /// The first legal move, unsearched.
    fn assert_unsearched(&self, found: &Outline) {
        assert_eq!(found.first, Some(0));
        assert_eq!((found.depth, found.values), (0, found.unsearched));
    }
}

/// Runs a check on all games and returns how many searches it made.
fn run(check: Check) -> usize {
    let open = |spec| ninefold_games::registry().open(spec, Trial(check));
    searched_specs()
        .chain(MORE)
        .map(|spec| open(spec).unwrap_or_else(|error| panic!("{error}")))
        .sum()
}

/// Within a limit of nodes the result is that of the deepest search that fits.
#[test]
fn limits_of_nodes_are_kept_exactly() {
    let searches = run(|position| {
        let mut searches = 0;
        for index in position.algorithms() {
            for limit in NODES {
                let found = (position.search)(index, to_nodes(limit), false);
                assert!(found.nodes <= limit, "{} nodes of {limit}", found.nodes);
                assert!(found.first.is_some_and(|first| first < position.legal));
                let fixed: Vec<Outline> = (1..=found.depth)
                    .map(|depth| (position.search)(index, to_depth(depth), false))
                    .collect();
                match fixed.last() {
                    None => position.assert_unsearched(&found),
                    Some(last) => {
                        assert_eq!((found.values, &found.line), (last.values, &last.line));
                    }
                }
                searches += 1;
                if ALGORITHMS[index].algorithm == Algorithm::MaxN {
                    // What its table keeps from one depth to the next saves nodes.
                    continue;
                }
                let spent: u64 = fixed.iter().map(|found| found.nodes).sum();
                let cuts: u64 = fixed.iter().map(|found| found.cuts).sum();
                if found.nodes < limit {
                    // It stopped by itself, because a deeper search would find no more.
                    assert_eq!((found.nodes, found.cuts), (spent, cuts));
                    let deeper = (position.search)(index, to_depth(found.depth + 1), false);
                    assert_eq!((deeper.values, &deeper.line), (found.values, &found.line));
                    assert_eq!(Some(deeper.nodes), fixed.last().map(|last| last.nodes));
                } else if found.depth < 3 {
                    let deeper = (position.search)(index, to_depth(found.depth + 1), false);
                    let solved = fixed.last().is_some_and(|last| last.nodes == deeper.nodes);
                    assert!(solved || spent + deeper.nodes > limit, "depth {} fits", deeper.depth);
                }
            }
        }
        searches
    });
    assert!(searches > 4000, "only {searches} searches");
}

#[test]
fn one_node_is_enough_for_a_legal_move() {
    run(|position| {
        for index in position.algorithms() {
            let found = (position.search)(index, to_nodes(1), false);
            position.assert_unsearched(&found);
            assert_eq!((found.nodes, found.cuts), (1, 0));
        }
        1
    });
}

#[test]
fn a_raised_flag_or_no_time_stops_at_once() {
    run(|position| {
        let none = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        for index in position.algorithms() {
            for (limits, raised) in [(none, false), (to_depth(3), true), (to_nodes(500), true)] {
                let found = (position.search)(index, limits, raised);
                position.assert_unsearched(&found);
                assert_eq!(found.nodes, 0);
            }
        }
        1
    });
}

/// A depth with a limit that is never reached is searched like the depth alone, one depth after the
/// other.
#[test]
fn a_depth_within_a_limit_is_reached() {
    run(|position| {
        for index in position.algorithms() {
            let limits = Limits { nodes: Some(u64::MAX), ..to_depth(2) };
            let found = (position.search)(index, limits, false);
            let fixed = [1, 2].map(|depth| (position.search)(index, to_depth(depth), false));
            assert_eq!(fixed.each_ref().map(|found| found.depth), [1, 2]);
            let last = &fixed[found.depth as usize - 1];
            assert_eq!((found.values, &found.line), (last.values, &last.line));
            let nodes: u64 = fixed[..found.depth as usize].iter().map(|found| found.nodes).sum();
            match ALGORITHMS[index].algorithm {
                Algorithm::MaxN => assert!(found.nodes <= nodes),
                _ => assert_eq!(found.nodes, nodes),
            }
        }
        1
    });
}

/// Without any limit but many nodes a small game is searched to its end and no further.
#[test]
fn a_solved_game_is_not_searched_again() {
    let game = ninefold_games::mnk::Mnk::<1>::new(3, 3, 3);
    let path = Path::new(game, game.start(0));
    for info in ALGORITHMS {
        let found = find(&path, &Coarse { seed: 0 }, info.algorithm, to_nodes(u64::MAX));
        assert_eq!((found.values[0], found.line.len()), (0, 9), "{}", info.id);
        assert_eq!(found.depth, 9, "{}", info.id);
    }
}

#[test]
fn a_finished_game_has_a_value_and_no_move() {
    let game = ninefold_games::mnk::Mnk::<1>::new(1, 1, 1);
    let mut path = Path::new(game, game.start(0));
    let mut moves = Vec::new();
    path.moves(&mut moves);
    path.play(moves[0]);
    for info in ALGORITHMS {
        for limits in [to_depth(1), to_depth(4), to_nodes(1), to_nodes(100), Limits::default()] {
            let found = find(&path, &Coarse { seed: 0 }, info.algorithm, limits);
            assert_eq!((found.values, found.line), ([20, -20, 0, 0], Vec::new()), "{}", info.id);
            assert_eq!(found.nodes, 1, "{}", info.id);
        }
    }
}
