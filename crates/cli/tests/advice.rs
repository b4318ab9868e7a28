//! `eval`, `best` and `players`: the forms scripts rely on. Values are those of the papers, of known
//! trees or counted by hand.

use crate::common;

use common::Sandbox;

/// The paper's figure: the fullest line through the first row's second cell has one stone.
#[test]
fn a_heuristic_prints_a_weight_a_move_and_its_choice() {
    let sandbox = Sandbox::new();
    let position = [".x.x.x/..xx../....../....x./....../xxx.xx 0-0 1"];
    let args = ["eval", "369:6", "h1", "--position", position[0]];
    let answer = sandbox.json(&args);
    assert_eq!(answer["choice"], "6,4");
    assert_eq!(answer["weights"]["6,4"], 5);
    assert_eq!(answer["weights"]["3,1"], 1);
    assert_eq!(answer["weights"].as_object().map(|weights| weights.len()), Some(25));
    let text = sandbox.answer(&args);
    assert!(text.lines().any(|line| line == "6,4 5  <"), "{text}");
}

/// On the empty board nobody is ahead, and every section is worth 30 to everybody in 9tka.
#[test]
fn an_evaluator_prints_a_value_a_player() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.answer(&["eval", "morris", "fav1"]), "0 0\n");
    assert_eq!(sandbox.answer(&["eval", "9tka:3", "eva"]), "270 270 270\n");
    assert_eq!(sandbox.json(&["eval", "9tka:2", "eva(c1=10)"])["values"][1], 90);
    assert_eq!(
        sandbox.answer(&["eval", "369:3", "score", "--position", "x../.../... 5-3 2"]),
        "2 -2\n"
    );
}

/// White has a man with four steps and four neighbours, Black one with two of each.
#[test]
fn a_value_is_explained_as_an_aligned_table() {
    let sandbox = Sandbox::new();
    let position = "b../.w./.../....../.../.../... w 8,8";
    let args = ["eval", "morris", "fav1", "--position", position, "--explain"];
    let wanted = "\
White                        count  weight  product
  possible steps                 4      50      200
  neighbours of the own men      4      50      200
  men                            9    1000     9000
  sum                                          9400
Black                        count  weight  product
  possible steps                 2      50      100
  neighbours of the own men      2      50      100
  men                            9    1000     9000
  sum                                          9200
200 -200
";
    assert_eq!(sandbox.answer(&args), wanted);
    let answer = sandbox.json(&args);
    assert_eq!(answer["values"], serde_json::json!([200, -200]));
    let white = &answer["explained"]["players"][0];
    assert_eq!((&white["seat"], &white["sum"]), (&"White".into(), &9400.into()));
    let term = serde_json::json!({
        "group": null, "name": "men", "count": 9, "weight": 1000, "product": 9000,
        "words": {"group": null, "name": {"form": "men"}},
    });
    assert_eq!(white["terms"][2], term);
    assert_eq!(sandbox.json(&args[..5])["explained"], serde_json::Value::Null);
}

/// The fullest line through each cell, in the shape of the board.
#[test]
fn a_heuristic_is_explained_by_what_it_counts() {
    let sandbox = Sandbox::new();
    let args = ["eval", "369:3", "h2", "--position", "xx./.../... 0-0 1", "--explain"];
    let text = sandbox.answer(&args);
    assert!(text.starts_with(". . 2\n1 1 1\n1 1 1\n1,3 5  <\n"), "{text}");
    let answer = sandbox.json(&args);
    let matrix = serde_json::json!([[null, null, 2], [1, 1, 1], [1, 1, 1]]);
    assert_eq!((&answer["explained"]["matrix"], &answer["choice"]), (&matrix, &"1,3".into()));
}

/// The whole tree of tic-tac-toe has 549,946 positions, and the game is a draw.
#[test]
fn best_counts_the_whole_tree_of_tic_tac_toe() {
    let sandbox = Sandbox::new();
    let answer = sandbox.json(&["best", "tictactoe", "minimax:depth=9"]);
    assert_eq!((answer["nodes"].as_u64(), answer["depth"].as_u64()), (Some(549_946), Some(9)));
    assert_eq!(answer["values"], serde_json::json!([0, 0]));
    assert_eq!(answer["pv"].as_array().map(Vec::len), Some(9));
    for player in ["alphabeta:depth=9", "mws:depth=9", "maxn:depth=9", "paranoid:depth=9"] {
        let other = sandbox.json(&["best", "tictactoe", player]);
        assert_eq!(
            (&other["move"], &other["values"]),
            (&answer["move"], &answer["values"]),
            "{player}"
        );
    }
}

#[test]
fn best_of_a_finished_game_is_no_move() {
    let sandbox = Sandbox::new();
    let run =
        sandbox.run(&["best", "tictactoe", "alphabeta", "--position", "111/220/000 2", "--json"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(answer["move"], serde_json::Value::Null);
}

#[test]
fn node_limits_are_kept() {
    let sandbox = Sandbox::new();
    let answer = sandbox.json(&["best", "morris", "alphabeta:nodes=5000,eval=fav1"]);
    assert!(answer["nodes"].as_u64() <= Some(5000), "{answer}");
    assert!(answer["depth"].as_u64() >= Some(2), "{answer}");
    assert_eq!(answer, sandbox.json(&["best", "morris", "alphabeta:nodes=5000,eval=fav1"]));
}

#[test]
fn searching_players_play_whole_games() {
    let sandbox = Sandbox::new();
    for (index, (game, players)) in [
        ("morris", ["alphabeta:depth=2", "mws:depth=2,eval=E32"]),
        ("369:6", ["heuristic:eval=h2", "minimax:depth=1"]),
        ("9tka:2", ["maxn:depth=2,place=own", "paranoid:depth=2"]),
    ]
    .into_iter()
    .enumerate()
    {
        let file = index.to_string();
        let [first, second] = players;
        sandbox.answer(&["play", game, first, second, "--seed", "1", "--save", &file]);
        assert_eq!(sandbox.json(&["record", "check", &file])["ok"], true, "{game}");
        assert!(sandbox.read(&file).contains("[Result "), "{game}");
    }
}

#[test]
fn players_are_listed_with_their_parameters() {
    let sandbox = Sandbox::new();
    let answer = sandbox.json(&["players"]);
    let ids: Vec<&str> = answer["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kind| kind["id"].as_str().unwrap())
        .collect();
    for id in ["human", "random", "heuristic", "minimax", "alphabeta", "mws", "maxn", "paranoid"] {
        assert!(ids.contains(&id), "{id} in {ids:?}");
    }
    assert!(sandbox.answer(&["players"]).contains("depth="));
}

/// X must take 1,3, which also makes a threat; O's stones say the same the other way round.
#[test]
fn best_says_why() {
    let sandbox = Sandbox::new();
    let args = ["best", "tictactoe", "minimax:depth=5", "--position", "110/020/000 2"];
    assert_eq!(
        sandbox.json(&args)["why"]["sentence"],
        "Keeps X from 3 in a row; threatens to win at 3,1."
    );
    let text = sandbox.answer(&args);
    let why = "why     Keeps X from 3 in a row; threatens to win at 3,1.";
    assert!(text.lines().any(|line| line == why), "{text}");
    let run =
        sandbox.feed(&["play", "tictactoe", "human", "human", "--position", args[4]], "hint\n");
    assert!(run.out.contains("  Keeps X from 3 in a row; threatens to win at 3,1.\n"), "{run:?}");
    let analysed = sandbox.answer(&["analyse", "tictactoe", "--position", args[4], "--depth", "5"]);
    assert!(analysed.ends_with("1,3: Keeps X from 3 in a row; threatens to win at 3,1.\n"));
}

/// By hand: two in a row win on two by two cells, so X's second stone wins wherever it is. The
/// tree says so; O's answers are all alike, and the first is enough from
/// the second move on.
#[test]
fn a_tree_is_printed_for_the_class() {
    let sandbox = Sandbox::new();
    let args = ["tree", "mnk:2,2,2", "--moves", "1,1", "--depth", "2"];
    let text = sandbox.answer(&args);
    let wanted = "\
here: X wins  [-inf, +inf]
  1,2: X wins  [-inf, +inf] *
    2,1: X wins  [-inf, +inf]  line *
    2,2: X wins  [X wins, +inf]  line
  2,1: at least X wins  [-inf, X wins]
    1,2: X wins  [-inf, X wins]  line *
    2,2 cut
  2,2: at least X wins  [-inf, X wins]
    1,2: X wins  [-inf, X wins]  line *
    2,1 cut
alphabeta with lines, 2 deep: 8 positions looked at, 4 judged, 2 moves cut off in 2 cuts
level 1: 3 of 3 looked at
level 2: 4 of 6 looked at
";
    assert_eq!(text, wanted);
    // The last cell completes nothing: both positions are drawn, not only the one in which the game is over.
    let drawn = ["tree", "tictactoe", "--position", "121/122/210 1", "--depth", "2"];
    let drawn = sandbox.answer(&drawn);
    assert_eq!(drawn.matches(": draw").count(), 2, "{drawn}");
    let answer = sandbox.json(&args);
    assert_eq!((&answer["visited"], &answer["cuts"]), (&8.into(), &2.into()));
    assert_eq!(answer["nodes"][6]["state"], "cut");
    let whole = sandbox.json(&["tree", "mnk:2,2,2", "--algorithm", "minimax", "--depth", "4"]);
    assert_eq!((&whole["visited"], &whole["unlisted"]), (&41.into(), &0.into()));
}

/// The last cell is the third on a row, a column and a diagonal, which earns three points: 7 to 12. What is proved is told in points.
#[test]
fn a_game_of_points_is_won_by_so_many() {
    let sandbox = Sandbox::new();
    let position = ["--position", "xxx/xxx/xx. 4-12 1"];
    let told = |command: &[&str]| sandbox.answer(&[command, &position].concat());
    let text = told(&["best", "369:3"]);
    assert!(text.contains("Player 1 loses by 5 points against best play, exact"), "{text}");
    let text = told(&["analyse", "369:3"]);
    assert!(text.contains("\n1. loses by 5 points  3,3\n"), "{text}");
    let text = sandbox.answer(&["best", "369:6"]);
    assert!(text.contains("Player 1 loses by 6 points against best play, exact"), "{text}");
}
