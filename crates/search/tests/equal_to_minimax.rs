//! Every search finds what plain search finds: the same values, the same moves, never more nodes.

use crate::common;

use common::{Coarse, Plain, find, max_n, minimax, paranoid, plain, positions, to_depth};
use ninefold_core::{Evaluator, Game, Host, Path, Values, View, perft, zero_sum};
use ninefold_games::searched_specs;
use ninefold_lawkit::PseudoRandom;
use ninefold_search::{ALGORITHMS, Algorithm, Bound, SearchResult, Tree, TreeNode, Visit, trace};

/// Forms besides those that every game wants searched: shorter countdowns, other boards, other points.
const MORE: [&str; 6] = [
    "morris:draws=4/2/2",
    "morris:flying=off,protect=off",
    "mnk:2,5,3",
    "mnk:4,4,3",
    "369:5,points=2/0/5",
    "369:9",
];

/// A depth is left out when plain search would visit more nodes.
const MOST_NODES: u64 = 20_000;
const DEEPEST: u32 = 4;

/// What was compared.
#[derive(Default)]
struct Tally {
    searches: usize,
    deepest: u32,
    /// Positions in which several moves are best.
    choices: usize,
    cuts: u64,
    plain_nodes: u64,
    alpha_beta_nodes: u64,
}

/// Compares searches of some positions of a game.
struct Trial {
    positions: u64,
}

impl Trial {
    fn run(spec: &str) -> Tally {
        let trial = Trial { positions: 10 };
        ninefold_games::registry().open(spec, trial).unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Host for Trial {
    type Output = Tally;

    fn receive<G: View>(self, game: G, spec: String) -> Tally {
        let mut tally = Tally::default();
        for path in positions(&game, self.positions) {
            let place = format!("{spec} at {:?}", game.position_text(path.state()));
            let seed = game.key(path.state());
            let evaluators: [&dyn Evaluator<G>; 3] =
                [&PseudoRandom { seed }, &PseudoRandom { seed: seed ^ 1 }, &Coarse { seed }];
            for evaluator in evaluators {
                let mut moves = Vec::new();
                path.moves(&mut moves);
                let mut nodes = 1;
                for depth in 1..=DEEPEST {
                    if nodes * moves.len() as u64 > MOST_NODES {
                        break;
                    }
                    let place = format!("{place} to depth {depth}");
                    nodes = match game.players() {
                        2 => compare_two(&path, evaluator, depth, &place, &mut tally),
                        _ => compare_more(&path, evaluator, depth, &place, &mut tally),
                    };
                    tally.deepest = tally.deepest.max(depth);
                }
            }
        }
        tally
    }
}

/// All algorithms for two players; returns the nodes of plain search.
fn compare_two<G: Game>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    depth: u32,
    place: &str,
    tally: &mut Tally,
) -> u64 {
    let wanted = plain(path, evaluator, depth, &minimax);
    tally.choices += usize::from(has_choice(path, evaluator, depth, &wanted));
    tally.plain_nodes += wanted.nodes;
    for info in ALGORITHMS {
        let found = search(path, evaluator, info.algorithm, depth, place);
        let place = format!("{} of {place}", info.id);
        assert_eq!(found.values, zero_sum(wanted.values[0]), "{place}");
        assert_eq!(found.line, wanted.line, "{place}");
        assert_eq!(leaf(path, evaluator, &found), found.values, "{place}");
        match info.algorithm {
            Algorithm::Minimax | Algorithm::PlainMaxN => {
                assert_eq!((found.nodes, found.cuts), (wanted.nodes, 0), "{place}");
            }
            Algorithm::AlphaBeta => {
                assert!(found.nodes <= wanted.nodes, "{place}: {} nodes", found.nodes);
                tally.cuts += found.cuts;
                tally.alpha_beta_nodes += found.nodes;
            }
            Algorithm::Paranoid | Algorithm::BestReply => {
                // With two players they are alpha-beta seen by the player at the root.
                let same = search(path, evaluator, Algorithm::AlphaBeta, depth, &place);
                assert_eq!(found, same, "{place}");
            }
            // A table and a line found again may cost more or less.
            Algorithm::MinimalWindow | Algorithm::MaxN => {}
        }
        tally.searches += 1;
    }
    wanted.nodes
}

/// Max^N and paranoid search for more players; returns the nodes of plain search.
fn compare_more<G: Game>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    depth: u32,
    place: &str,
    tally: &mut Tally,
) -> u64 {
    let wanted = plain(path, evaluator, depth, &max_n);
    for algorithm in [Algorithm::MaxN, Algorithm::PlainMaxN] {
        let found = search(path, evaluator, algorithm, depth, place);
        assert_eq!(found.values, wanted.values, "{algorithm:?} of {place}");
        assert_eq!(found.line, wanted.line, "{algorithm:?} of {place}");
        assert_eq!(leaf(path, evaluator, &found), found.values, "{algorithm:?} of {place}");
        if algorithm == Algorithm::PlainMaxN {
            assert_eq!((found.nodes, found.cuts), (wanted.nodes, 0), "maxn of {place}");
        }
    }

    let hero = path.to_move().expect("a move to make");
    let wanted = plain(path, evaluator, depth, &paranoid(hero));
    let found = search(path, evaluator, Algorithm::Paranoid, depth, place);
    let mut own = Values::default();
    own[hero.index()] = wanted.values[hero.index()];
    assert_eq!(found.values, own, "paranoid of {place}");
    assert_eq!(found.line, wanted.line, "paranoid of {place}");
    assert!(found.nodes <= wanted.nodes, "paranoid of {place}: {} nodes", found.nodes);
    let leaf = leaf(path, evaluator, &found);
    assert_eq!(leaf[hero.index()], own[hero.index()], "paranoid of {place}");

    tally.searches += 3;
    tally.cuts += found.cuts;
    tally.plain_nodes += wanted.nodes;
    tally.alpha_beta_nodes += found.nodes;
    wanted.nodes
}

/// A search to a depth, done twice.
fn search<G: Game>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    algorithm: Algorithm,
    depth: u32,
    place: &str,
) -> SearchResult<G::Move> {
    let found = find(path, evaluator, algorithm, to_depth(depth));
    let again = find(path, evaluator, algorithm, to_depth(depth));
    assert_eq!(found, again, "{algorithm:?} of {place} is not the same twice");
    assert_eq!(found.depth, depth, "{algorithm:?} of {place}");
    found
}

/// The values of the position that a line leads to.
fn leaf<G: Game>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    found: &SearchResult<G::Move>,
) -> Values {
    let mut end = path.clone();
    for &mv in &found.line {
        let mut moves = Vec::new();
        end.moves(&mut moves);
        assert!(moves.contains(&mv), "{mv:?} is not legal");
        end.play(mv);
    }
    let full = found.line.len() as u32 == found.depth;
    assert!(full || end.outcome().is_some(), "the line {:?} stops early", found.line);
    evaluator.values(end.game(), end.state(), end.context())
}

/// Whether a move after the best one is as good.
fn has_choice<G: Game>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    depth: u32,
    wanted: &Plain<G::Move>,
) -> bool {
    let mut moves = Vec::new();
    path.moves(&mut moves);
    let later = moves.into_iter().filter(|mv| Some(mv) > wanted.line.first());
    let value = |mv| {
        let mut after = path.clone();
        after.play(mv);
        plain(&after, evaluator, depth - 1, &minimax).values[0]
    };
    depth <= 2 && later.map(value).any(|value| value == wanted.values[0])
}

/// Checks every other form that is tried, so that two tests share the work.
fn check(part: usize) {
    for spec in searched_specs().chain(MORE).skip(part).step_by(2) {
        let tally = Trial::run(spec);
        assert!(tally.searches >= 2 * 10 * 3, "{spec}: only {} searches", tally.searches);
        assert!(tally.deepest >= 2, "{spec}: only to depth {}", tally.deepest);
        assert!(tally.cuts > 0, "{spec}: nothing was cut");
        assert!(tally.alpha_beta_nodes < tally.plain_nodes, "{spec}: no node was saved");
    }
}

#[test]
fn every_search_finds_what_plain_search_finds() {
    check(0);
}

#[test]
fn and_so_it_does_in_the_other_half() {
    check(1);
}

/// Where several moves are best it matters that the first is chosen.
#[test]
fn many_positions_have_several_best_moves() {
    let choices: usize = ["morris", "369:3"].map(|spec| Trial::run(spec).choices).iter().sum();
    assert!(choices > 20, "only {choices} positions with several best moves");
}

/// The trees of searches of some positions of a game, written down.
struct Written;

impl Host for Written {
    type Output = u64;

    /// Returns how many cuts there were.
    fn receive<G: View>(self, game: G, spec: String) -> u64 {
        let mut cuts = 0;
        for path in positions(&game, 4) {
            let evaluator = Coarse { seed: game.key(path.state()) };
            let mut moves = Vec::new();
            path.moves(&mut moves);
            for depth in 1..=3 {
                if (moves.len() as u64).pow(depth) > MOST_NODES {
                    break;
                }
                let place = format!("{spec} at {:?}", game.position_text(path.state()));
                cuts += compare_written(&path, &evaluator, depth, &place);
            }
        }
        cuts
    }
}

/// A recorded search is the search, and its bounds hold for the values of the whole tree.
fn compare_written<G: Game>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    depth: u32,
    place: &str,
) -> u64 {
    let mut cuts = 0;
    let of = |algorithm| trace(path, evaluator, algorithm, depth).expect("a small tree");
    let players = path.game().players();
    for info in ALGORITHMS.iter().filter(|info| info.players.contains(&players)) {
        if info.algorithm == Algorithm::BestReply {
            continue;
        }
        let place = format!("{} to depth {depth} of {place}", info.id);
        let tree = of(info.algorithm);
        let plain = match info.algorithm {
            Algorithm::MaxN => Algorithm::PlainMaxN,
            other => other,
        };
        assert_eq!(tree.found, find(path, evaluator, plain, to_depth(depth)), "{place}");
        check_counts(path, &tree, &place);
        cuts += tree.found.cuts;
        if players == 2 {
            let whole = of(Algorithm::Minimax);
            check_values(&tree, 0, &whole, 0, &place);
        }
    }
    cuts
}

fn check_counts<G: Game>(path: &Path<G>, tree: &Tree<G::Move>, place: &str) {
    let visited: u64 = tree.levels.iter().map(|level| level.visited).sum();
    let cut_off: u64 = tree.levels.iter().map(|level| level.cut_off).sum();
    assert_eq!(visited, tree.found.nodes, "{place}");
    assert_eq!(tree.nodes.len() as u64 + tree.unlisted, visited + cut_off, "{place}");
    for (level, counts) in tree.levels.iter().enumerate() {
        assert_eq!(counts.whole, Some(perft(&mut path.clone(), level as u32)), "{place}");
    }
    let never = tree.nodes.iter().filter(|node| node.visit == Visit::Never).count();
    let said: u32 = tree.nodes.iter().map(|node| node.cut_off).sum();
    assert!(never as u32 <= said, "{place}");
    if tree.unlisted == 0 {
        let leaves = tree.nodes.iter().filter(|node| node.leaf).count() as u64;
        let events = tree.nodes.iter().filter(|node| node.cut_off > 0).count() as u64;
        assert_eq!((leaves, events), (tree.leaves, tree.found.cuts), "{place}");
        assert_eq!(never as u32, said, "{place}");
    }
}

/// Compares a position with the same one of the whole tree, and everything listed below it.
fn check_values<M: Copy + PartialEq>(
    tree: &Tree<M>,
    at: usize,
    whole: &Tree<M>,
    there: usize,
    place: &str,
) {
    let (node, true_node) = (&tree.nodes[at], &whole.nodes[there]);
    let value = |node: &TreeNode<M>| node.values.map(|values| values[0]);
    let (Some(value), Some(truth)) = (value(node), value(true_node)) else {
        assert_eq!(node.visit, Visit::Never, "{place}");
        return;
    };
    // Values of a paranoid second player are turned round, and so are its bounds.
    let turned =
        place.starts_with("paranoid") && tree.nodes[0].mover != Some(ninefold_core::Player::FIRST);
    let holds = match (node.bound, turned) {
        (Bound::Exact, _) => truth == value,
        (Bound::AtMost, false) | (Bound::AtLeast, true) => truth <= value,
        (Bound::AtLeast, false) | (Bound::AtMost, true) => truth >= value,
    };
    assert!(holds, "{place}: {value} {:?}, but it is {truth}", node.bound);
    let children = |tree: &Tree<M>, parent: usize| -> Vec<usize> {
        let of = |&index: &usize| tree.nodes[index].parent == Some(parent as u32);
        (0..tree.nodes.len()).filter(of).collect()
    };
    let true_children = children(whole, there);
    for child in children(tree, at) {
        let same = |&&index: &&usize| whole.nodes[index].mv == tree.nodes[child].mv;
        if let Some(&found) = true_children.iter().find(same) {
            check_values(tree, child, whole, found, place);
        }
    }
}

#[test]
fn a_tree_written_down_is_the_tree_searched() {
    let specs = ["morris", "mnk:3,3,3", "mnk:4,4,3", "369:3", "9tka:2", "9tka:3"];
    let registry = ninefold_games::registry;
    let cuts: u64 =
        specs.iter().map(|spec| registry().open(spec, Written).expect("a known game")).sum();
    assert!(cuts > 100, "only {cuts} cuts");
}

/// Four cells, two in a row: the whole game is listed. Every line of play takes three moves, because
/// any two stones of one player are a line.
#[test]
fn the_whole_game_of_two_by_two_is_listed() {
    struct Whole;
    impl Host for Whole {
        type Output = (usize, u64, Vec<Option<u64>>);
        fn receive<G: View>(self, game: G, _spec: String) -> Self::Output {
            let path = Path::new(game.clone(), game.start(0));
            let tree = trace(&path, &Coarse { seed: 1 }, Algorithm::Minimax, 4).expect("a tree");
            (tree.nodes.len(), tree.unlisted, tree.levels.iter().map(|level| level.whole).collect())
        }
    }
    let (nodes, unlisted, whole) = ninefold_games::registry().open("mnk:2,2,2", Whole).unwrap();
    assert_eq!((nodes, unlisted), (1 + 4 + 12 + 24, 0));
    assert_eq!(whole, [1, 4, 12, 24, 0].map(Some));
}
