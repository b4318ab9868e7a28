//! `solve`, `proof`, `mnk` and the player `best`: exact values as scripts see them. Expected values are
//! published ones or follow from the rules by hand.

use crate::common;

use common::Sandbox;

#[test]
fn published_values_of_whole_games() {
    let sandbox = Sandbox::new();
    for (game, value) in
        [("tictactoe", 0), ("mnk:4,3,3", 1), ("mnk:4,4,4", 0), ("mnk:6,5,4", 1), ("mnk:6,6,5", 0)]
    {
        let answer = sandbox.json(&["solve", game]);
        assert_eq!((&answer["value"], &answer["exact"]), (&value.into(), &true.into()), "{game}");
    }
}

/// After 1 in the corner and 2 beside it, three replies win; brute force gives the other four a draw.
#[test]
fn every_move_of_a_small_board_has_its_value() {
    let sandbox = Sandbox::new();
    let answer = sandbox.json(&["solve", "tictactoe", "--position", "120/000/000 1"]);
    let winning: Vec<&str> = answer["moves"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(_, value)| **value == 1)
        .map(|(mv, _)| mv.as_str())
        .collect();
    assert_eq!(winning, ["2,1", "2,2", "3,1"]);
    assert_eq!(answer["moves"].as_object().unwrap().len(), 7);
}

/// A lost position is an answer, a game that is over too, and what is not proved is none.
#[test]
fn exit_codes() {
    let sandbox = Sandbox::new();
    let lost =
        sandbox.json(&["solve", "tictactoe", "--position", "110/022/100 2", "--moves", "1,3"]);
    assert_eq!(lost["value"], 1, "X wins in column 1 whatever happens in row 1");
    let over = sandbox.json(&["solve", "tictactoe", "--position", "111/220/000 2"]);
    assert_eq!(over["value"], -1);
    let run = sandbox.run(&["solve", "mnk:11,11,6", "--time", "20ms", "--json"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let unproved: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&unproved["value"], &unproved["exact"]), (&serde_json::Value::Null, &false.into()));
}

/// Where there is not time enough for a board that was proved before, its value is told, and from where it is known;
/// of other positions of that board nothing is.
#[test]
fn what_was_proved_before_is_told() {
    let sandbox = Sandbox::new();
    let known = sandbox.json(&["solve", "mnk:8,8,5", "--time", "20ms"]);
    assert_eq!((&known["value"], known["moves"].as_object().unwrap().len()), (&0.into(), 64));
    let note = known["note"].as_str().unwrap();
    assert!(note.starts_with("mnk:8,8,5 was proved a draw by this program in "), "{note}");
    let run = sandbox.run(&["solve", "mnk:8,8,5", "--moves", "1,1", "--time", "20ms"]);
    assert!(run.code == 1 && run.out.starts_with("value   not proved; "), "{run:?}");
    let best = sandbox.json(&["best", "mnk:8,7,5"]);
    assert_eq!((&best["exact"], &best["share"]), (&true.into(), &serde_json::json!([0.5, 0.5])));
    assert!(best["note"].as_str().unwrap().starts_with("mnk:8,7,5 was proved a draw"), "{best}");
}

#[test]
fn a_proof_is_written_once_and_can_be_checked() {
    let sandbox = Sandbox::new();
    sandbox.answer(&["solve", "mnk:4,3,3", "--proof", "proof"]);
    let checked = sandbox.answer(&["proof", "check", "proof"]);
    assert!(checked.contains("mnk:4,3,3") && checked.contains("player 1 wins"), "{checked}");
    assert_eq!(
        sandbox.run(&["solve", "mnk:4,3,3", "--proof", "proof"]).code,
        2,
        "not written over"
    );
    sandbox.write("forged", sandbox.read("proof").replace("mnk:4,3,3", "mnk:3,4,3"));
    let run = sandbox.run(&["proof", "check", "forged"]);
    assert_eq!((run.code, run.out.as_str(), run.err.lines().count()), (1, "", 1), "{run:?}");
}

/// Compressed because of its name, and checked as it is; 6,6,5 is a published draw.
#[test]
fn a_packed_proof_is_checked_as_it_is() {
    let sandbox = Sandbox::new();
    sandbox.answer(&["solve", "mnk:6,6,5", "--proof", "665.proof.gz"]);
    let checked = sandbox.answer(&["proof", "check", "665.proof.gz"]);
    assert!(checked.contains("mnk:6,6,5") && checked.contains("player 1 cannot win"), "{checked}");
}

/// What is solved in parts has a proof as well, on two threads, begun in one command and written by another.
#[test]
fn a_draw_in_parts_has_a_proof() {
    let sandbox = Sandbox::new();
    sandbox.run(&["solve", "mnk:8,6,5", "--local", "--time", "1ms"]);
    sandbox.answer(&["solve", "mnk:8,6,5", "--local", "--jobs", "2", "--proof", "865.proof.gz"]);
    let checked = sandbox.answer(&["proof", "check", "865.proof.gz"]);
    assert!(checked.contains("mnk:8,6,5") && checked.contains("player 1 cannot win"), "{checked}");
    let refused =
        sandbox.run(&["solve", "mnk:8,6,5", "--cluster", "nats://127.0.0.1:1", "--proof", "x"]);
    assert_eq!((refused.code, refused.out.as_str()), (2, ""), "a proof is written by one search");
}

/// The value is the same on several threads.
#[test]
fn jobs_change_no_value() {
    let sandbox = Sandbox::new();
    for flag in ["--jobs", "--threads"] {
        assert_eq!(sandbox.json(&["solve", "mnk:8,6,5", flag, "2"])["value"], 0, "{flag}");
    }
}

/// Three in a row on one row, by hand: of five cells the lines are 1 to 3, 2 to 4 and 3 to 5, and two pairs are enough.
#[test]
fn why_a_player_cannot_win() {
    let sandbox = Sandbox::new();
    let answer = sandbox.json(&["solve", "mnk:1,5,3", "--why"]);
    let reason = &answer["why"][0];
    assert_eq!((&reason["player"], &reason["complete"]), (&1.into(), &true.into()), "{answer}");
    let pairs: Vec<[String; 2]> = serde_json::from_value(reason["pairs"].clone()).unwrap();
    for line in [["1,1", "1,2", "1,3"], ["1,2", "1,3", "1,4"], ["1,3", "1,4", "1,5"]] {
        let holds = |pair: &[String; 2]| pair.iter().all(|cell| line.contains(&cell.as_str()));
        assert!(pairs.iter().any(holds), "{line:?} {answer}");
    }
    // The second player is not to move: the first needs one stone.
    let waiting = &answer["why"][1];
    assert_eq!((&waiting["player"], &waiting["to_move"]), (&2.into(), &false.into()), "{answer}");
    assert_eq!(waiting["answers"][0]["to"], serde_json::json!([]), "{answer}");
    let paired = sandbox.answer(&["solve", "mnk:1,4,3", "--why"]);
    assert!(paired.contains("\n  .  a  a  .\n"), "{paired}");
    let open = sandbox.json(&["solve", "mnk:1,4,3", "--why"]);
    assert_eq!(
        (&open["not_held"], &open["open"]),
        (&serde_json::json!([]), &serde_json::json!([]))
    );
    let late = sandbox.run(&["solve", "mnk:9,8,5", "--why", "--time", "20ms"]);
    let sentence = "ninefold: whether player 1 can be held was not found; give it more --time";
    assert!(late.code == 1 && late.err.starts_with(sentence), "{late:?}");
    let run = sandbox.run(&["solve", "tictactoe", "--why", "--position", "111/220/000 2"]);
    assert_eq!((run.code, run.err.as_str()), (1, "ninefold: the game is over\n"));
    let run = sandbox.run(&["solve", "mnk:4,3,3", "--why"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""), "{run:?}");
    let sentence = "ninefold: player 1 cannot be held by pairs and answers alone: ";
    assert!(run.err.starts_with(sentence), "{run:?}");
    assert_eq!(sandbox.run(&["solve", "morris", "--why"]).code, 2);
}

#[test]
fn the_papers_solvers_and_ours_agree_and_each_sees_less() {
    let sandbox = Sandbox::new();
    let answer = sandbox.answer(&["solve", "tictactoe", "--compare", "--json"]);
    let lines: Vec<serde_json::Value> =
        answer.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().all(|line| line["value"] == 0), "{answer}");
    let nodes: Vec<u64> = lines.iter().map(|line| line["nodes"].as_u64().unwrap()).collect();
    assert_eq!((nodes.len(), nodes[0]), (4, 549_946));
    assert!(nodes.is_sorted_by(|more, less| more >= less), "{nodes:?}");
}

/// Thirteen empty cells are too many for plain min-max alone: who stops at a win finds one at once.
#[test]
fn only_the_solver_that_cannot_finish_is_left_out() {
    let sandbox = Sandbox::new();
    let words = ["solve", "mnk:4,4,3", "--position", "0000/0010/0120/0000 1", "--compare"];
    let answer = sandbox.answer(&[&words[..], &["--json"]].concat());
    let lines: Vec<serde_json::Value> =
        answer.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let left_out: Vec<bool> =
        lines.iter().map(|line| line["left_out"].as_bool().unwrap()).collect();
    assert_eq!(left_out, [true, false, false, false], "{answer}");
    assert!(lines[0]["value"].is_null() && lines[1..].iter().all(|line| line["value"] == 1));
    let told = sandbox.answer(&words);
    assert!(told.contains("left out: more than 30000000 positions"), "{told}");
}

#[test]
fn the_assignment_is_answered_from_standard_input() {
    let sandbox = Sandbox::new();
    let run = sandbox.feed(
        &["mnk"],
        "SOLVE_GAME_STATE 3 3 3 2\n1 0 0\n0 0 0\n0 0 0\nSOLVE_GAME_STATE 3 3 3 1\n1 2 0\n0 0 0\n0 0 0",
    );
    assert_eq!((run.code, run.out.as_str()), (0, "BOTH_PLAYERS_TIE\nFIRST_PLAYER_WINS\n"));
    let run = sandbox.feed(&["mnk"], "SOLVE_GAME_STATE 1 1 1 1 0 SOLVE_GAME_STATE 3 3 3 1 1 2");
    assert_eq!((run.code, run.out.as_str()), (2, "FIRST_PLAYER_WINS\n"));
    assert_eq!(run.err.lines().count(), 1);
    assert!(run.err.contains("command 2"), "{}", run.err);
}

/// From every first move of tic-tac-toe, `best` against a player who tries every reply never loses.
#[test]
fn best_never_loses_tic_tac_toe() {
    use ninefold_session::{PlayerSpec, Setup, games};
    fn walk(moves: &mut Vec<String>, bests_turn: bool, games_played: &mut u32) {
        let setup = Setup { moves: moves.clone(), ..Setup::default() };
        let session = games().open("tictactoe", &setup).unwrap();
        if let Some(payoffs) = session.status().payoffs {
            let best_is_second = payoffs[1] >= 0;
            assert!(best_is_second, "lost after {moves:?}");
            *games_played += 1;
            return;
        }
        let candidates = match bests_turn {
            true => {
                let player = PlayerSpec::parse("best:nodes=100000").unwrap();
                let advice = session.advise(&player).unwrap();
                assert!(advice.exact);
                vec![advice.best.unwrap()]
            }
            false => session.moves(),
        };
        for mv in candidates {
            moves.push(mv);
            walk(moves, !bests_turn, games_played);
            moves.pop();
        }
    }
    let mut games_played = 0;
    walk(&mut Vec::new(), false, &mut games_played);
    assert!(games_played > 50, "{games_played}");
}

/// On odd boards only the centre keeps the value; on 6 × 6 every first move loses six points.
#[test]
fn boards_of_3_6_9_have_their_values() {
    let sandbox = Sandbox::new();
    for (size, value, best) in [(3, 4, Some(1)), (4, 0, None), (5, 4, Some(1)), (6, -6, Some(36))] {
        let answer = sandbox.json(&["solve", &format!("369:{size}"), "--threads", "2"]);
        assert_eq!((&answer["value"], &answer["exact"]), (&value.into(), &true.into()), "{size}");
        let moves = answer["moves"].as_object().unwrap();
        assert_eq!(moves.len(), size * size);
        let as_good = moves.values().filter(|of_move| **of_move == value).count();
        assert!(as_good >= 1 && best.is_none_or(|best| best == as_good), "{size}: {as_good}");
    }
    let text = sandbox.answer(&["solve", "369:6", "--moves", "1,1"]);
    assert!(text.starts_with("value   6 (points still to be won"), "{text}");
}

/// Nine by nine is too large to solve, but the centre and then answering by reflection is worth eight points.
#[test]
fn what_is_sure_is_told_and_played_where_no_value_is_known() {
    let sandbox = Sandbox::new();
    let run = sandbox.run(&["solve", "369:9", "--json"]);
    assert_eq!(run.code, 1);
    let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&answer["value"], &answer["at_least"]), (&serde_json::Value::Null, &8.into()));
    let run = sandbox.run(&["solve", "369:9"]);
    assert_eq!((run.code, run.out.as_str(), run.err.lines().count()), (1, "", 1));
    assert!(run.err.contains("8 points more") && run.err.contains("5,5"), "{}", run.err);
    let best = sandbox.json(&["best", "369:9", "best:nodes=1000"]);
    assert_eq!((&best["move"], &best["exact"]), (&"5,5".into(), &false.into()));
    let reply = sandbox.json(&["best", "369:9", "best:nodes=1000", "--moves", "5,5 2,3"]);
    assert_eq!((&reply["move"], &reply["values"]), (&"8,7".into(), &serde_json::json!([8, -8])));
}

/// A position of the vectors: the first player wins by these five moves and no other.
const LATE: &str = "00000100120/00000000011/00120000501/20150510000/00150222000/00000111000/10000050510/00000002221/00150055200/22012020002/02202001000 1";

#[test]
fn the_movement_phase_of_9tka_is_solved() {
    let sandbox = Sandbox::new();
    let answer = sandbox.json(&["solve", "9tka:2", "--position", LATE, "--all", "--margin"]);
    assert_eq!((&answer["value"], &answer["exact"]), (&1.into(), &true.into()));
    assert!(answer["sections"].as_i64().unwrap() > 0, "{answer}");
    let moves = answer["moves"].as_object().unwrap();
    let winning: Vec<&str> =
        moves.iter().filter(|(_, value)| **value == 1).map(|(mv, _)| mv.as_str()).collect();
    assert_eq!(winning, ["0,5", "0,8", "2,10", "6,0", "10,7"]);
    let threads = sandbox.json(&["solve", "9tka:2", "--position", LATE, "--threads", "2"]);
    assert_eq!((&threads["value"], &threads["sections"]), (&1.into(), &serde_json::Value::Null));
    let placing = sandbox.run(&["solve", "9tka:2"]);
    assert_eq!((placing.code, placing.err.lines().count()), (1, 1));
    assert!(placing.err.contains("still being placed"), "{}", placing.err);
}

#[test]
fn wishes_that_a_solver_cannot_grant_are_refused() {
    let sandbox = Sandbox::new();
    for (arguments, word) in [
        (["solve", "tictactoe", "--margin"], "margin"),
        (["solve", "369:3", "--margin"], "margin"),
        (["solve", "9tka:2", "--prove"], "book"),
        (["solve", "tictactoe", "--prove"], "book"),
    ] {
        let run = sandbox.run(&arguments);
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{run:?}");
        assert!(run.err.contains(word), "{}", run.err);
    }
    let run = sandbox.run(&["solve", "369:6", "--prove", "--memory", "1G"]);
    assert_eq!((run.code, run.err.lines().count()), (2, 1), "{run:?}");
}

/// In parts, kept on the way: the same values, also where the parts say nothing and another search is asked.
#[test]
fn in_parts_and_kept() {
    let sandbox = Sandbox::new();
    let position = "0000000/0000000/0001200/0002100/0000000/0000000 1";
    for (game, position) in [
        ("mnk:7,6,5", None),
        ("mnk:9,9,7", None),
        ("mnk:6,7,5", Some(position)),
        ("mnk:5,5,5", Some("11110/00000/02220/00000/00000 1")),
        ("mnk:5,5,5", Some("11111/00000/02222/00000/00000 2")),
    ] {
        let mut args = vec!["solve", game];
        args.extend(position.iter().flat_map(|position| ["--position", position]));
        let wanted = sandbox.json(&args);
        args.extend(["--local", "--jobs", "2"]);
        for _ in 0..2 {
            let found = sandbox.json(&args);
            assert_eq!(found["value"], wanted["value"], "{args:?}");
            assert!(!found["value"].is_null(), "{args:?}");
        }
    }
    let stopped = sandbox.run(&["solve", "mnk:8,8,5", "--local", "--time", "300ms"]);
    assert_eq!((stopped.code, stopped.out.as_str()), (1, ""));
    let wanted = "which are kept; go on with: ninefold solve mnk:8,8,5 --local";
    assert!(stopped.err.contains(wanted), "{}", stopped.err);
    let unproved = sandbox.run(&["solve", "mnk:8,8,5", "--local", "--time", "300ms", "--json"]);
    let unproved: serde_json::Value = serde_json::from_str(&unproved.out).unwrap();
    assert!(unproved["value"].is_null() && unproved["nodes"].as_u64() > Some(0), "{unproved}");
    for (args, what) in [
        (["solve", "morris", "--local"], "morris cannot be solved in parts"),
        (["solve", "mnk:8,4,4", "--local"], "that is for draws with 5 or more in a row"),
    ] {
        let refused = sandbox.run(&args);
        assert!(refused.code == 2 && refused.err.contains(what), "{refused:?}");
    }
}
