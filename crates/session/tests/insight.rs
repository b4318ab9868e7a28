//! What a table says about moves and clicks, and the trees it shows.

use std::time::Duration;

use ninefold_core::{Step, StepAction};
use ninefold_session::{
    BoundView, NodeState, Origin, Session, Setup, StopFlag, TreeRequest, TreeView, games,
};

fn session(spec: &str, position: Option<&str>, moves: &str) -> Box<dyn Session> {
    let origin = position.map_or(Origin::Start, |text| Origin::Position(text.to_owned()));
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    games().open(spec, &Setup { origin, moves, ..Setup::default() }).unwrap()
}

#[test]
fn a_move_is_explained_in_a_sentence_and_in_parts() {
    let why = session("tictactoe", Some("110/020/000 2"), "").why("1,3").unwrap();
    assert_eq!(why.sentence, "Keeps X from 3 in a row; threatens to win at 3,1.");
    let forms: Vec<&str> = why.reasons.iter().map(|clause| &*clause.form).collect();
    assert_eq!(forms, ["keeps {0} from {1} in a row", "threatens to win at {0}"]);
    assert!(session("tictactoe", None, "1,1").why("1,1").is_err());
}

/// Two men go to and fro: the position after the start comes a third time.
#[test]
fn a_repetition_is_said() {
    let position = "www/bbb/.w./....../.../.../b.. w 0,0";
    let round = "d5-e5 a1-d1 e5-d5 d1-a1";
    let twice = format!("{round} d5-e5 a1-d1 e5-d5");
    let why = session("morris", Some(position), &twice).why("d1-a1").unwrap();
    assert_eq!(why.reasons[0].form, "brings the same position for the last time allowed: a draw");
    let over = session("morris", Some(position), &format!("{round} {round}"));
    assert_eq!(over.refuse(&[], 0).unwrap().sentence, "The game is over.");
    assert!(over.previews().is_empty());
}

#[test]
fn previews_come_for_every_legal_move_and_refusals_for_no_legal_step() {
    let morris = session("morris", Some("ww./.../.../.w...b/b../..w/..b w 5,5"), "");
    let previews = morris.previews();
    let texts: Vec<&str> = previews.iter().map(|preview| preview.text.as_str()).collect();
    assert_eq!(texts, morris.moves());
    // g7 is the third point in reading order; c3 the sixteenth, d3 the next.
    let put = Step::new(StepAction::Put, 2);
    assert_eq!(morris.refuse(&[], 2), None);
    assert_eq!(morris.refuse(&[put], 15), None);
    assert_eq!(morris.refuse(&[put], 16).unwrap().sentence, "There is no man on d3.");
    assert_eq!(morris.refuse(&[], 99).unwrap().sentence, "There is no such place on the board.");
    assert_eq!(
        morris.refuse(&[Step::new(StepAction::Put, 0)], 5).unwrap().sentence,
        "The turn cannot go on like this."
    );
}

fn tree(session: &dyn Session, algorithm: &str, depth: u32) -> TreeView {
    let boards = algorithm == "maxn";
    let request =
        TreeRequest { algorithm: algorithm.into(), depth, eval: None, boards, time: None };
    session.tree(&request, &StopFlag::default()).unwrap()
}

/// The picture of a class: O to move, three moves deep. X wins with 1,2 unless O takes it.
#[test]
fn two_algorithms_are_shown_on_the_same_tree() {
    let session = session("tictactoe", Some("101/200/012 2"), "");
    let (whole, cut) = (tree(&*session, "minimax", 3), tree(&*session, "alphabeta", 3));
    assert_eq!((&whole.best, &whole.values), (&cut.best, &cut.values));
    assert_eq!(whole.best.as_deref(), Some("1,2"));
    assert_eq!((whole.visited, whole.cut_off, whole.unlisted), (whole.nodes.len() as u64, 0, 0));
    assert!(cut.visited < whole.visited && cut.cuts > 0);
    let counts = |tree: &TreeView| tree.levels.iter().map(|level| level.whole).collect::<Vec<_>>();
    assert_eq!(counts(&whole), counts(&cut));
    // Every cut move is there, without a value, and the whole tree has the same move.
    for node in cut.nodes.iter().filter(|node| node.state == NodeState::Cut) {
        assert_eq!((&node.values, node.bound, node.to_move), (&None, BoundView::Exact, 0));
        assert!(whole.nodes.iter().any(|n| n.text == node.text && n.level == node.level));
    }
    let root = &cut.nodes[0];
    assert_eq!((root.window, root.to_move, root.level), (Some([None, None]), 2, 0));
}

#[test]
fn more_players_have_vectors_and_boards_have_pieces() {
    let session = session("9tka:3", None, "");
    let tree = tree(&*session, "maxn", 1);
    assert_eq!((tree.nodes.len(), tree.values.len()), (37, 3));
    assert!(tree.nodes.iter().all(|node| node.values.as_ref().is_some_and(|v| v.len() == 3)));
    let pieces = |index: usize| tree.nodes[index].pieces.as_ref().map(Vec::len);
    assert_eq!((pieces(0), pieces(1)), (Some(9), Some(10)));
}

/// Gomoku two moves deep: 225 answers to each of 225 moves are too many to list.
#[test]
fn a_large_tree_is_counted_where_it_is_not_listed() {
    let tree = tree(&*session("gomoku", None, ""), "alphabeta", 2);
    assert_eq!(tree.nodes.len(), 226);
    assert_eq!(tree.levels[2].whole, Some(225 * 224));
    assert_eq!(tree.unlisted, tree.levels[2].visited + tree.levels[2].cut_off);
    assert_eq!(tree.unlisted, 225 * 224);
}

/// Hours of searching end with the flag, and with the time.
#[test]
fn a_tree_that_nobody_waits_for_ends() {
    let raised = StopFlag::default();
    raised.raise();
    for (time, stop) in [(None, raised), (Some(Duration::ZERO), StopFlag::default())] {
        let request = TreeRequest {
            algorithm: "alphabeta".into(),
            depth: 9,
            eval: None,
            boards: false,
            time,
        };
        let refused = session("gomoku", None, "").tree(&request, &stop).unwrap_err();
        assert_eq!(refused.to_string(), "the tree takes too long; choose a smaller depth");
    }
}

#[test]
fn trees_that_cannot_be_shown_are_refused_in_a_sentence() {
    let say = |spec: &str, algorithm: &str, depth: u32, eval: Option<&str>| {
        let eval = eval.map(str::to_owned);
        let request =
            TreeRequest { algorithm: algorithm.into(), depth, eval, boards: false, time: None };
        session(spec, None, "").tree(&request, &StopFlag::default()).unwrap_err().to_string()
    };
    assert_eq!(
        say("tictactoe", "alphabet", 2, None),
        "unknown algorithm \"alphabet\", did you mean alphabeta?"
    );
    assert_eq!(say("tictactoe", "minimax", 0, None), "depth is 0, wanted a number from 1 to 9");
    assert_eq!(
        say("9tka:3", "minimax", 2, None),
        "minimax is for two players, this game has 3; maxn is for any number"
    );
    assert_eq!(
        say("tictactoe", "brs", 2, None),
        "best-reply search lets players pass and has no tree of moves to show"
    );
    assert_eq!(
        say("morris", "minimax", 9, None),
        "the tree has more than 2000000 positions; choose a smaller depth"
    );
    assert!(say("tictactoe", "minimax", 2, Some("fav1")).contains("unknown evaluator"));
}
