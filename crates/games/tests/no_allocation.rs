//! The rules allocate nothing: walking a tree or playing a game costs no memory per node.

use allocation_counter::measure;
use ninefold_core::{Host, Path, Random, View, perft, perft_played, playout};
use ninefold_games::{families, registry};

/// A shared stack of moves doubles its room a few times, whatever the size of the tree.
const FEW: u64 = 16;

/// A tree is large enough to count with so many leaves.
const LEAVES: u64 = 10_000;
/// No tree of so few turns is larger.
const DEEPEST: u32 = 12;

/// A game without draw rules may have no end.
const LONGEST: usize = 500;

fn specs() -> impl Iterator<Item = &'static str> {
    families().flat_map(|family| family.trials).map(|trial| trial.spec)
}

/// The leaves of the first tree that is large enough, and the allocations that counting and that playing them took;
/// nothing for a game without such a tree.
struct Tree;

impl Host for Tree {
    type Output = Option<(u64, [u64; 2])>;

    fn receive<G: View>(self, game: G, _spec: String) -> Self::Output {
        let start = game.start(0);
        let mut path = Path::new(game, start);
        let depth = (1..=DEEPEST).find(|&depth| perft(&mut path, depth) > LEAVES)?;
        let mut leaves = 0;
        let counted = measure(|| leaves = perft(&mut path, depth));
        let played = measure(|| assert_eq!(perft_played(&mut path, depth), leaves));
        Some((leaves, [counted.count_total, played.count_total]))
    }
}

#[test]
fn trees_cost_a_few_allocations_whatever_their_size() {
    for family in families() {
        let mut counted = 0;
        for trial in family.trials {
            let tree = registry().open(trial.spec, Tree).expect("a known game");
            let Some((leaves, allocations)) = tree else { continue };
            for count in allocations {
                assert!(count <= FEW, "{}: {count} allocations for {leaves} leaves", trial.spec);
            }
            counted += 1;
        }
        assert!(counted > 0, "no form of {} has a tree of {LEAVES} leaves", family.id);
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
    for spec in specs() {
        let (plies, allocations) = registry().open(spec, Games).expect("a known game");
        assert!(plies >= 100, "{spec}: only {plies} moves");
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
            for _ in 0..LONGEST {
                if game.outcome(&state).is_some() {
                    break;
                }
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
    for spec in specs() {
        let allocations = registry().open(spec, Questions).expect("a known game");
        assert_eq!(allocations, 0, "{spec}");
    }
}
