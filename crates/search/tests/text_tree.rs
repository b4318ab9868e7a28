//! Searches of game trees that are written down, with results worked out by hand.

use crate::common;

use std::sync::{Arc, Mutex};

use common::{find, to_depth};
use ninefold_core::{
    Context, Evaluator, Game, Outcome, Path, Player, Recurring, Rules, Symmetric, Values, zero_sum,
};
use ninefold_search::{Algorithm, Bound, SearchResult, TraceError, TreeNode, Visit, trace};

/// A game that is its tree: `((3 12) (2 4))` has two moves, each answered by two.
///
/// A leaf is the first player's value of two, or the values of more players joined by commas.
#[derive(Clone)]
struct Tree {
    players: usize,
    first: Player,
    nodes: Arc<Vec<Node>>,
}

#[derive(Default)]
struct Node {
    ply: usize,
    children: Vec<usize>,
    /// The value of a leaf.
    values: Values,
}

impl Tree {
    fn new(players: usize, first: Player, text: &str) -> Path<Tree> {
        let text = text.replace('(', " ( ").replace(')', " ) ");
        let mut nodes = Vec::new();
        let mut words = text.split_whitespace();
        Tree::read(&mut words, 0, &mut nodes);
        assert_eq!(words.next(), None, "words after the tree");
        Path::new(Tree { players, first, nodes: Arc::new(nodes) }, 0)
    }

    /// Reads a node and everything below it; nothing at the end of its parent.
    fn read<'t>(
        words: &mut impl Iterator<Item = &'t str>,
        ply: usize,
        nodes: &mut Vec<Node>,
    ) -> Option<usize> {
        let word = words.next().expect("an open bracket");
        if word == ")" {
            return None;
        }
        let index = nodes.len();
        nodes.push(Node { ply, ..Node::default() });
        if word == "(" {
            while let Some(child) = Tree::read(words, ply + 1, nodes) {
                nodes[index].children.push(child);
            }
            return Some(index);
        }
        let values: Vec<i32> = word.split(',').map(|value| value.parse().unwrap()).collect();
        nodes[index].values = match values[..] {
            [first] => zero_sum(first),
            _ => std::array::from_fn(|player| values.get(player).copied().unwrap_or_default()),
        };
        Some(index)
    }
}

impl Rules for Tree {
    type State = usize;
    /// The number of the child.
    type Move = usize;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self, _seed: u64) -> usize {
        0
    }

    fn to_move(&self, state: &usize) -> Player {
        Player::new((self.first.index() + self.nodes[*state].ply) % self.players)
    }

    fn moves(&self, state: &usize, moves: &mut Vec<usize>) {
        moves.extend(0..self.nodes[*state].children.len());
    }

    fn play(&self, state: &mut usize, mv: usize) {
        *state = self.nodes[*state].children[mv];
    }

    fn outcome(&self, state: &usize) -> Option<Outcome> {
        self.nodes[*state].children.is_empty().then_some(Outcome::draw("leaf"))
    }

    fn key(&self, state: &usize) -> u64 {
        *state as u64
    }

    fn move_index(&self, mv: usize) -> u16 {
        mv as u16
    }
}

impl Symmetric for Tree {}

impl Recurring for Tree {}

impl Game for Tree {}

/// Gives leaves their values and notes which it is asked about.
#[derive(Default)]
struct Leaves {
    seen: Mutex<Vec<i32>>,
}

impl Evaluator<Tree> for Leaves {
    fn judges_ends(&self) -> bool {
        true
    }

    fn values(&self, game: &Tree, state: &usize, context: Context) -> Values {
        let values = game.nodes[*state].values;
        if context.outcome.is_some() {
            self.seen.lock().unwrap().push(values[0]);
        }
        values
    }
}

/// What an algorithm finds in a tree, and the first player's values of the leaves it visits, in order.
fn searched(path: &Path<Tree>, algorithm: Algorithm) -> (SearchResult<usize>, Vec<i32>) {
    let leaves = Leaves::default();
    let found = find(path, &leaves, algorithm, to_depth(9));
    (found, leaves.seen.into_inner().unwrap())
}

fn for_two(text: &str) -> Path<Tree> {
    Tree::new(2, Player::FIRST, text)
}

fn for_three(text: &str) -> Path<Tree> {
    Tree::new(3, Player::FIRST, text)
}

/// The tree of Russell and Norvig's textbook: of nine leaves alpha-beta leaves out two.
const TEXTBOOK: &str = "((3 12 8) (2 4 6) (14 5 2))";

/// The searches for two sides that leave out the same.
const CUTTING: [Algorithm; 4] =
    [Algorithm::AlphaBeta, Algorithm::Paranoid, Algorithm::BestReply, Algorithm::MinimalWindow];

#[test]
fn minimax_visits_every_leaf() {
    let (found, leaves) = searched(&for_two(TEXTBOOK), Algorithm::Minimax);
    assert_eq!((found.values, found.line), (zero_sum(3), vec![0, 0]));
    assert_eq!(leaves, [3, 12, 8, 2, 4, 6, 14, 5, 2]);
    assert_eq!((found.nodes, found.cuts, found.depth), (13, 0, 9));
}

#[test]
fn alpha_beta_leaves_out_what_the_textbook_leaves_out() {
    for algorithm in CUTTING {
        let (found, leaves) = searched(&for_two(TEXTBOOK), algorithm);
        assert_eq!((found.values, found.line), (zero_sum(3), vec![0, 0]), "{algorithm:?}");
        assert_eq!(leaves, [3, 12, 8, 2, 14, 5, 2], "{algorithm:?}");
        assert_eq!(found.nodes, 11, "{algorithm:?}");
    }
}

/// The same with the last answers turned round: the first of them is enough.
#[test]
fn good_answers_first_cut_more() {
    for algorithm in CUTTING {
        let (found, leaves) = searched(&for_two("((3 12 8) (2 4 6) (2 5 14))"), algorithm);
        assert_eq!((found.values, found.line), (zero_sum(3), vec![0, 0]), "{algorithm:?}");
        assert_eq!(leaves, [3, 12, 8, 2, 2], "{algorithm:?}");
        assert_eq!((found.nodes, found.cuts), (9, 2), "{algorithm:?}");
    }
}

/// An answer that leaves the first player no more than it is sure of is enough.
#[test]
fn equal_answers_cut() {
    for algorithm in CUTTING {
        let (found, leaves) = searched(&for_two("((1 2) (1 3))"), algorithm);
        assert_eq!((found.values, found.line), (zero_sum(1), vec![0, 0]), "{algorithm:?}");
        assert_eq!(leaves, [1, 2, 1], "{algorithm:?}");
        assert_eq!((found.nodes, found.cuts), (6, 1), "{algorithm:?}");
    }
}

/// What the first player is sure of at the root cuts three turns further down.
#[test]
fn alpha_beta_cuts_deep() {
    let path = for_two("(5 (((4 9) 1) 7))");
    let (found, leaves) = searched(&path, Algorithm::AlphaBeta);
    assert_eq!((found.values, found.line), (zero_sum(5), vec![0]));
    assert_eq!(leaves, [5, 4, 1]);
    assert_eq!((found.nodes, found.cuts), (7, 2));
    assert_eq!(searched(&path, Algorithm::Minimax).0.nodes, 9);
}

/// When the second player is at the root everything is the other way round.
#[test]
fn the_second_player_minimises() {
    let path = Tree::new(2, Player::SECOND, "((-3 -12 -8) (-2 -4 -6) (-2 -5 -14))");
    for algorithm in [
        Algorithm::Minimax,
        Algorithm::AlphaBeta,
        Algorithm::MinimalWindow,
        Algorithm::Paranoid,
        Algorithm::BestReply,
        Algorithm::MaxN,
        Algorithm::PlainMaxN,
    ] {
        let (found, _) = searched(&path, algorithm);
        assert_eq!((found.values, found.line), (zero_sum(-3), vec![0, 0]), "{algorithm:?}");
    }
    assert_eq!(searched(&path, Algorithm::AlphaBeta).1, [-3, -12, -8, -2, -2]);
}

/// A minimal window asks, and when the answer is yes it searches again: the leaf 4 is seen twice.
#[test]
fn a_better_move_is_searched_again() {
    let (found, leaves) = searched(&for_two("((3 5) (4 6))"), Algorithm::MinimalWindow);
    assert_eq!((found.values, found.line), (zero_sum(4), vec![1, 0]));
    assert_eq!(leaves, [3, 5, 4, 6, 4, 6]);
}

#[test]
fn equal_moves_give_the_first() {
    for algorithm in [
        Algorithm::Minimax,
        Algorithm::AlphaBeta,
        Algorithm::MinimalWindow,
        Algorithm::Paranoid,
        Algorithm::BestReply,
        Algorithm::MaxN,
        Algorithm::PlainMaxN,
    ] {
        let (found, _) = searched(&for_two("((0 9) (1 1) (1 2) (1 1))"), algorithm);
        assert_eq!((found.values, found.line), (zero_sum(1), vec![1, 0]), "{algorithm:?}");
    }
}

#[test]
fn max_n_gives_everybody_the_best_of_its_own() {
    let path = for_three("(((1,2,3 4,0,0) (0,9,9 7,7,7)) ((5,1,1 6,1,1) (2,8,8 9,9,9)))");
    let (found, leaves) = searched(&path, Algorithm::PlainMaxN);
    assert_eq!((found.values, found.line), ([9, 9, 9, 0], vec![1, 1, 1]));
    assert_eq!((leaves.len(), found.nodes, found.cuts), (8, 15, 0));
}

/// The others are in league: they would give the first player 0 on the left and 2 on the right.
#[test]
fn paranoid_expects_the_worst() {
    let path = for_three("(((1,2,3 4,0,0) (0,9,9 7,7,7)) ((5,1,1 6,1,1) (2,8,8 9,9,9)))");
    let (found, leaves) = searched(&path, Algorithm::Paranoid);
    assert_eq!((found.values, found.line), ([2, 0, 0, 0], vec![1, 1, 0]));
    assert_eq!(leaves, [1, 4, 0, 7, 5, 6, 2, 9]);
}

/// With the better move first, the leaf 1 is enough to leave out all others of the worse one.
#[test]
fn paranoid_cuts() {
    let path = for_three("(((5,1,1 6,1,1) (2,8,8 9,9,9)) ((1,2,3 4,0,0) (0,9,9 7,7,7)))");
    let (found, leaves) = searched(&path, Algorithm::Paranoid);
    assert_eq!((found.values, found.line), ([2, 0, 0, 0], vec![0, 1, 0]));
    assert_eq!(leaves, [5, 6, 2, 9, 1]);
    assert_eq!((found.nodes, found.cuts), (11, 2));
}

/// The second player does not care; its first move stands, whatever it does to the others.
#[test]
fn max_n_resolves_ties_to_the_first() {
    let path = for_three("((1,2,3 4,2,1) (2,5,0 6,5,9) (3,0,0 9,0,1))");
    let (found, _) = searched(&path, Algorithm::MaxN);
    assert_eq!((found.values, found.line), ([3, 0, 0, 0], vec![2, 0]));
    let (found, _) = searched(&for_three("((2,1,0 0,0,0) (2,7,7 1,0,0))"), Algorithm::MaxN);
    assert_eq!((found.values, found.line), ([2, 1, 0, 0], vec![0, 0]));
}

/// A node knows nothing of what its parent has found: the second player's 1 on the right is no more
/// than its 1 on the left, and still its best there.
#[test]
fn max_n_judges_each_node_alone() {
    let (found, _) = searched(&for_three("((2,1,0 0,0,0) (5,0,0 9,1,9))"), Algorithm::MaxN);
    assert_eq!((found.values, found.line), ([9, 1, 9, 0], vec![1, 1]));
}

/// Four players, of whom the last decides by its own value alone.
#[test]
fn max_n_takes_turns_round_the_table() {
    let path = Tree::new(4, Player::new(3), "((1,0,0,4 0,9,9,9) (2,0,0,5 3,0,0,3))");
    let (found, _) = searched(&path, Algorithm::MaxN);
    // The last player starts and the first answers: left it takes 4 for the last, right 3.
    assert_eq!((found.values, found.line), ([1, 0, 0, 4], vec![0, 0]));
}

/// A recorded position as text: moves from the root, `?` when cut off, window, bound and value.
fn written(nodes: &[TreeNode<usize>], node: &TreeNode<usize>) -> String {
    let mut way = Vec::new();
    let mut here = node;
    while let (Some(mv), Some(parent)) = (here.mv, here.parent) {
        way.insert(0, mv.to_string());
        here = &nodes[parent as usize];
    }
    let end = |end: Option<i32>| end.map_or("any".into(), |end| end.to_string());
    let window = node.window.map(|[low, high]| format!(" [{} {}]", end(low), end(high)));
    let again = if node.visit == Visit::Again { " again" } else { "" };
    let sign = match node.bound {
        Bound::Exact => "=",
        Bound::AtMost => "<=",
        Bound::AtLeast => ">=",
    };
    let value = node.values.map_or("?".into(), |values| format!("{sign}{}", values[0]));
    format!("{}{}{again} {value}", way.join("."), window.unwrap_or_default())
}

fn tree_of(text: &str, algorithm: Algorithm) -> Vec<String> {
    let tree = trace(&for_two(text), &Leaves::default(), algorithm, 9).expect("a small tree");
    tree.nodes.iter().map(|node| written(&tree.nodes, node)).collect()
}

/// By hand: after the first branch the first player is sure of 3; in the second branch the answer 2
/// is enough, so 4 and 6 are cut off.
#[test]
fn a_recorded_tree_has_windows_bounds_and_cut_moves() {
    let nodes = tree_of(TEXTBOOK, Algorithm::AlphaBeta);
    let wanted = [
        " [any any] =3",
        "0 [any any] =3",
        "0.0 [any any] =3",
        "0.1 [any 3] =12",
        "0.2 [any 3] =8",
        "1 [3 any] <=2",
        "1.0 [3 any] =2",
        "1.1 ?",
        "1.2 ?",
        "2 [3 any] <=2",
        "2.0 [3 any] =14",
        "2.1 [3 14] =5",
        "2.2 [3 5] =2",
    ];
    assert_eq!(nodes, wanted);
    let tree = trace(&for_two(TEXTBOOK), &Leaves::default(), Algorithm::AlphaBeta, 9).unwrap();
    assert_eq!((tree.found.nodes, tree.found.cuts, tree.leaves, tree.unlisted), (11, 1, 7, 0));
    let counts: Vec<(u64, u64, Option<u64>)> =
        tree.levels.iter().take(3).map(|l| (l.visited, l.cut_off, l.whole)).collect();
    assert_eq!(counts, [(1, 0, Some(1)), (3, 0, Some(3)), (7, 2, Some(9))]);
    assert_eq!(tree.nodes[0].best, Some(1));
    assert_eq!((tree.nodes[5].cut_off, tree.nodes[5].best), (2, Some(6)));
    assert_eq!(tree.nodes[7].visit, Visit::Never);
}

#[test]
fn a_recorded_minimal_window_shows_its_questions() {
    let nodes = tree_of("((3 5) (4 6))", Algorithm::MinimalWindow);
    let wanted = [
        " [any any] =4",
        "0 [any any] =3",
        "0.0 [any any] =3",
        "0.1 [2 3] =5",
        "1 [3 4] >=4",
        "1.0 [3 4] =4",
        "1.1 [3 4] =6",
        "1 [3 any] again =4",
        "1.0 [3 any] =4",
        "1.1 [3 4] =6",
    ];
    assert_eq!(nodes, wanted);
}

#[test]
fn best_reply_search_has_no_tree() {
    let tree = trace(&for_two(TEXTBOOK), &Leaves::default(), Algorithm::BestReply, 2);
    assert_eq!(tree, Err(TraceError::NoTree));
}
