//! The rules allocate nothing: walking a tree or playing a game costs no memory per node.

use allocation_counter::measure;
use ninefold_core::{Host, Path, Random, View, perft, perft_played, playout};
use ninefold_games::registry;

/// A shared stack of moves doubles its room a few times, whatever the size of the tree.
const FEW: u64 = 16;

/// Every game with a depth that gives at least ten thousand leaves.
const GAMES: [(&str, u32); 12] = [
    ("morris", 4),
    ("morris:draws=off", 4),
    ("mnk:3,3,3", 6),
    ("mnk:7,7,5", 3),
    ("mnk:9,9,5", 3),
    ("mnk:15,15,5", 2),
    ("369:3", 6),
    ("369:6", 3),
    ("369:9", 3),
    ("9tka:2", 3),
    ("9tka:3", 3),
    ("9tka:4", 3),
];

/// The leaves of a tree and the allocations that counting and that playing them took.
struct Tree {
    depth: u32,
}

impl Host for Tree {
    type Output = (u64, [u64; 2]);

    fn receive<G: View>(self, game: G, _spec: String) -> Self::Output {
        let start = game.start(0);
        let mut path = Path::new(game, start);
        let mut leaves = 0;
        let counted = measure(|| leaves = perft(&mut path, self.depth));
        let played = measure(|| assert_eq!(perft_played(&mut path, self.depth), leaves));
        (leaves, [counted.count_total, played.count_total])
    }
}

#[test]
fn trees_cost_a_few_allocations_whatever_their_size() {
    for (spec, depth) in GAMES {
        let (leaves, allocations) = registry().open(spec, Tree { depth }).expect("a known game");
        assert!(leaves > 10_000, "{spec} has only {leaves} leaves");
        for count in allocations {
            assert!(count <= FEW, "{spec}: {count} allocations for {leaves} leaves");
        }
    }
}

/// The moves of many random games and the allocations that they took, with room for moves given.
struct Games;

impl Host for Games {
    type Output = (u32, u64);

    fn receive<G: View>(self, game: G, _spec: String) -> Self::Output {
        let mut random = Random::new(1);
        let mut moves = Vec::with_capacity(1000);
        let mut plies = 0;
        let start = game.start(0);
        let measured = measure(|| {
            for _ in 0..100 {
                plies += playout(&game, start, 500, &mut random, &mut moves).plies;
            }
        });
        (plies, measured.count_total)
    }
}

#[test]
fn random_games_allocate_nothing() {
    for (spec, _) in GAMES {
        let (plies, allocations) = registry().open(spec, Games).expect("a known game");
        assert!(plies >= 500, "{spec}: only {plies} moves");
        assert_eq!(allocations, 0, "{spec}: {plies} moves");
    }
}

/// The allocations of asking for everything a search asks for, at every node of a random game.
struct Questions;

impl Host for Questions {
    type Output = u64;

    fn receive<G: View>(self, game: G, _spec: String) -> u64 {
        let mut random = Random::new(2);
        let mut moves = Vec::with_capacity(1000);
        let mut state = game.start(0);
        let measured = measure(|| {
            while game.outcome(&state).is_none() {
                moves.clear();
                game.moves(&state, &mut moves);
                let canonical = game.canonical(&state);
                assert_eq!(game.to_move(&canonical), game.to_move(&state));
                assert_eq!(game.points(&canonical), game.points(&state));
                assert_eq!(game.key(&canonical), game.key(&game.canonical(&canonical)));
                let mv = random.pick(&moves);
                game.play(&mut state, mv);
            }
        });
        measured.count_total
    }
}

#[test]
fn questions_of_a_search_allocate_nothing() {
    for (spec, _) in GAMES.into_iter().filter(|(spec, _)| *spec != "morris:draws=off") {
        let allocations = registry().open(spec, Questions).expect("a known game");
        assert_eq!(allocations, 0, "{spec}");
    }
}
