//! The quick Max^N finds what the plain one finds: the same vector and the same line, whatever its table
//! keeps and its ceilings leave out.

use crate::common;

use common::{Coarse, find, positions, to_depth, to_nodes};
use ninefold_core::{Arguments, Context, Evaluator, Game, Guide, Host, Path, Values, View, mix};
use ninefold_games::searched_specs;
use ninefold_lawkit::PseudoRandom;
use ninefold_search::{Algorithm, SearchResult};

/// Forms besides those that every game wants searched.
const MORE: [&str; 3] = ["morris:draws=6/3/2", "mnk:2,5,3", "mnk:4,4,3"];

/// A depth is left out when plain search would visit more nodes.
const MOST_NODES: u64 = 12_000;
const DEEPEST: u32 = 7;

/// An evaluator whose guide looks at everything below a move and adds something to the largest value for
/// the mover: an honest ceiling, now exact and now loose.
struct Ceilings<E> {
    inner: E,
    seed: u64,
}

struct Looking<'a, E>(&'a Ceilings<E>);

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Ceilings<E> {
    fn judges_ends(&self) -> bool {
        true
    }

    fn values(&self, game: &G, state: &G::State, context: Context) -> Values {
        self.inner.values(game, state, context)
    }

    fn guide<'a>(&'a self, _game: &G, _state: &G::State) -> Box<dyn Guide<G> + 'a> {
        Box::new(Looking(self))
    }
}

impl<G: Game, E: Evaluator<G>> Guide<G> for Looking<'_, E> {
    fn values(&self, game: &G, state: &G::State, context: Context) -> Values {
        self.0.values(game, state, context)
    }

    fn ceiling(&self, game: &G, state: &G::State, mv: G::Move, turns: u32) -> i32 {
        let mover = game.to_move(state).index();
        let mut after = *state;
        game.play(&mut after, mv);
        let slack = (mix(game.key(&after) ^ self.0.seed) % 4 * 10) as i32;
        self.0.highest(game, &after, mover, turns) + slack
    }
}

impl<E> Ceilings<E> {
    fn highest<G: Game>(&self, game: &G, state: &G::State, player: usize, turns: u32) -> i32
    where
        E: Evaluator<G>,
    {
        let context = Context { outcome: game.outcome(state), progress: false };
        let mut highest = self.inner.values(game, state, context)[player];
        let mut moves = Vec::new();
        if turns > 0 {
            game.moves(state, &mut moves);
        }
        for mv in moves {
            let mut after = *state;
            game.play(&mut after, mv);
            highest = highest.max(self.highest(game, &after, player, turns - 1));
        }
        highest
    }
}

#[derive(Default, Debug)]
struct Tally {
    searches: usize,
    deepest: u32,
    plain_nodes: u64,
    nodes: u64,
    cuts: u64,
}

impl Tally {
    fn compare<G: View>(&mut self, path: &Path<G>, evaluator: &dyn Evaluator<G>, most: u64) {
        let mut moves = Vec::new();
        path.moves(&mut moves);
        let mut nodes = 1;
        for depth in 1..=DEEPEST {
            if nodes * moves.len() as u64 > most {
                break;
            }
            let plain = find(path, evaluator, Algorithm::PlainMaxN, to_depth(depth));
            let quick = find(path, evaluator, Algorithm::MaxN, to_depth(depth));
            assert_same(path, &quick, &plain);
            nodes = plain.nodes;
            self.searches += 1;
            self.deepest = self.deepest.max(depth);
            self.plain_nodes += plain.nodes;
            self.nodes += quick.nodes;
            self.cuts += quick.cuts;
        }
        // The same one depth after the other, with what the table remembers.
        let quick = find(path, evaluator, Algorithm::MaxN, to_nodes(most / 8));
        let again = find(path, evaluator, Algorithm::MaxN, to_nodes(most / 8));
        assert_eq!(quick, again);
        if quick.depth <= self.deepest {
            let plain = find(path, evaluator, Algorithm::PlainMaxN, to_depth(quick.depth));
            assert_same(path, &quick, &plain);
        }
    }
}

fn assert_same<G: View>(
    path: &Path<G>,
    quick: &SearchResult<G::Move>,
    plain: &SearchResult<G::Move>,
) {
    let place = || format!("depth {} at {}", plain.depth, path.game().position_text(path.state()));
    assert_eq!(quick.values, plain.values, "{}", place());
    assert_eq!(quick.line, plain.line, "{}", place());
}

/// Evaluators without sense.
struct Senseless;

impl Host for Senseless {
    type Output = Tally;

    fn receive<G: View>(self, game: G, _spec: String) -> Tally {
        let mut tally = Tally::default();
        for path in positions(&game, 12) {
            let seed = game.key(path.state());
            tally.compare(&path, &PseudoRandom { seed }, MOST_NODES);
            tally.compare(&path, &Coarse { seed }, MOST_NODES);
            // What ends a game from outside the state is not seen from below.
            if game.repetitions_to_draw().is_none() {
                let inner = PseudoRandom { seed };
                tally.compare(&path, &Ceilings { inner, seed }, MOST_NODES / 20);
                let inner = Coarse { seed };
                tally.compare(&path, &Ceilings { inner, seed }, MOST_NODES / 20);
            }
        }
        tally
    }
}

#[test]
fn senseless_values_are_found_again() {
    let (mut nodes, mut plain_nodes, mut cuts) = (0, 0, 0);
    for spec in searched_specs().chain(MORE) {
        let tally = ninefold_games::registry().open(spec, Senseless).expect("a known game");
        assert!(tally.searches > 40 && tally.deepest >= 2, "{spec}: {tally:?}");
        nodes += tally.nodes;
        plain_nodes += tally.plain_nodes;
        cuts += tally.cuts;
    }
    assert!(nodes < plain_nodes && cuts > 1000, "{nodes} of {plain_nodes} nodes, {cuts} cuts");
}

/// The games' own evaluators, each with these parameters.
struct Own(&'static [(&'static str, &'static str)]);

impl Host for Own {
    type Output = Tally;

    fn receive<G: View>(self, game: G, spec: String) -> Tally {
        let mut tally = Tally::default();
        for entry in game.knowledge().evaluators {
            let given = self.0.iter().filter(|(id, _)| *id == entry.info.id);
            for text in given.map(|(_, text)| *text).chain([""]) {
                let arguments = Arguments::parse(entry.info.parameters, text);
                let arguments = arguments.unwrap_or_else(|error| panic!("{spec}: {error}"));
                let evaluator = (entry.build)(&game, &arguments, 7);
                for path in positions(&game, 10) {
                    tally.compare(&path, &*evaluator, MOST_NODES);
                }
            }
        }
        tally
    }
}

#[test]
fn sensible_values_are_found_again() {
    const PARAMETERS: &[(&str, &str)] = &[
        ("eva", "tail=code"),
        ("eva", "c1=-7,c2=90,c3=50,c4=-20"),
        ("eva", "c1=0,c2=-15,c3=-100,c4=30"),
        ("fav1", "noise=10"),
    ];
    for spec in searched_specs().chain(MORE) {
        let tally = ninefold_games::registry().open(spec, Own(PARAMETERS)).expect("a known game");
        assert!(tally.searches > 15 && tally.deepest >= 2, "{spec}: {tally:?}");
        if spec.starts_with("9tka") {
            assert!(tally.nodes < tally.plain_nodes && tally.cuts > 1000, "{spec}: {tally:?}");
        }
    }
}
