//! Playing in the terminal, typed into the real binary.

use std::io::{BufReader, Read, Write};
use std::process::{Command, Stdio};

use crate::common;

use common::{Run, Sandbox};

/// Two people at tic-tac-toe.
const PEOPLE: [&str; 4] = ["play", "tictactoe", "human", "human"];

/// Types these lines at a table and leaves by the end of input.
fn typed(args: &[&str], lines: &[&str]) -> (Sandbox, Run) {
    let sandbox = Sandbox::new();
    let run = sandbox.feed(args, lines.join("\n"));
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    (sandbox, run)
}

/// The three rows of the board that was drawn last.
fn last_board(run: &Run) -> Vec<&str> {
    let lines: Vec<&str> = run.out.lines().collect();
    let top = lines.iter().rposition(|line| line.starts_with("1 ")).expect("a board");
    lines[top..top + 3].to_vec()
}

#[test]
fn two_people_play_a_whole_game() {
    let (sandbox, run) = typed(&PEOPLE, &["1,1", "2,1", "1,2", "2,2", "1,3"]);
    assert_eq!(last_board(&run), ["1 X X X", "2 O O ·", "3 · · ·"]);
    assert!(run.out.contains("X to move: ") && run.out.contains("O to move: "), "{}", run.out);
    assert!(run.out.trim_end().ends_with("X wins: 3 in a row"), "{}", run.out);
    assert_eq!(sandbox.kept(), ["mnk-3-3-3-0001"]);
    let record = sandbox.kept_text("mnk-3-3-3-0001");
    for line in ["[Result \"1 -1\"]", "[Reason \"line\"]", "1. 1,1 2,1", "2. 1,2 2,2", "3. 1,3"] {
        assert!(record.lines().any(|found| found == line), "{line} is missing in\n{record}");
    }
}

#[test]
fn moves_may_be_typed_carelessly() {
    let (_, run) = typed(&["play", "morris", "human", "human"], &["  A7 ", "\tG7\r", "show"]);
    assert!(run.out.contains("last move 2: g7"), "{}", run.out);
}

#[test]
fn what_cannot_be_played_is_explained_and_asked_again() {
    let (sandbox, run) = typed(&PEOPLE, &["2,2", "2,2", "nonsense", "", "\u{1b}[2J", "1,1"]);
    let sentence =
        |text: &str| format!("move {text:?} is not legal here; legal moves: 8, for example");
    for text in ["nonsense", "\u{1b}[2J"] {
        assert!(run.out.contains(&sentence(text)), "{}", run.out);
    }
    assert!(run.out.contains("O to move: 2,2 is taken."), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'), "{}", run.out);
    assert!(sandbox.kept_text("mnk-3-3-3-0001").ends_with("\n1. 2,2 1,1\n"));
}

#[test]
fn bytes_that_are_no_text_are_refused_like_any_other_move() {
    let sandbox = Sandbox::new();
    let mut input = b"\xff\xfe\n".to_vec();
    input.extend([b'9'; 9000]);
    input.extend(b"\n2,2\n");
    let run = sandbox.feed(&PEOPLE, input);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(last_board(&run), ["1 · · ·", "2 · X ·", "3 · · ·"]);
}

#[test]
fn help_moves_and_show_answer_without_playing() {
    let (sandbox, run) = typed(&PEOPLE, &["help", "?", "moves", "show", "save"]);
    for word in ["moves", "hint", "undo", "show", "save FILE", "resign", "quit"] {
        assert_eq!(run.out.matches(&format!("\n  {word} ")).count(), 2, "{word} in {}", run.out);
    }
    assert!(run.out.contains("1,1 1,2 1,3 2,1 2,2 2,3 3,1 3,2 3,3\n"), "{}", run.out);
    assert!(run.out.contains("save where?"), "{}", run.out);
    assert_eq!(sandbox.kept(), [""; 0], "a game without moves is not kept");
}

#[test]
fn undo_takes_one_move_of_two_people_back() {
    let (sandbox, run) = typed(&PEOPLE, &["1,1", "2,2", "undo", "3,3", "undo", "undo", "undo"]);
    assert!(run.out.contains("there is no move of yours to take back"), "{}", run.out);
    assert_eq!(last_board(&run), ["1 · · ·", "2 · · ·", "3 · · ·"]);
    assert_eq!(sandbox.kept().len(), 1);
    let (sandbox, _) = typed(&PEOPLE, &["1,1", "2,2", "undo", "3,3"]);
    assert!(sandbox.kept_text("mnk-3-3-3-0001").ends_with("\n1. 1,1 3,3\n"));
}

#[test]
fn undo_takes_the_answers_of_computers_back_too() {
    let players = ["play", "9tka:3", "human", "random", "random", "--seed", "4"];
    let (sandbox, run) = typed(&players, &["0,1", "undo", "0,2", "quit"]);
    let drawn_before_undo = run.out.matches("last move 3: ").count();
    assert_eq!(drawn_before_undo, 2, "{}", run.out);
    let record = sandbox.kept_text("9tka-3-0001");
    let round = record.lines().last().expect("a line of moves");
    assert!(round.starts_with("1. 0,2 ") && round.split(' ').count() == 4, "{record}");
}

#[test]
fn save_writes_a_record_of_the_game_so_far() {
    let (sandbox, run) = typed(&PEOPLE, &["1,1", "save so far.txt", "2,2", "save no/such/a.txt"]);
    assert!(run.out.contains("saved to so far.txt"), "{}", run.out);
    assert!(
        run.out.contains("cannot write \"no/such/a.txt\": there is no such folder"),
        "{}",
        run.out
    );
    assert!(sandbox.read("so far.txt").ends_with("\n1. 1,1\n"));
    assert_eq!(
        sandbox.answer(&["record", "check", "so far.txt"]).lines().count(),
        1,
        "what was saved is a true record"
    );
}

#[test]
fn resigning_gives_the_game_to_the_other() {
    let (sandbox, run) = typed(&PEOPLE, &["1,1", "resign", "2,2"]);
    assert!(run.out.trim_end().ends_with("O resigns. X wins."), "{}", run.out);
    let record = sandbox.kept_text("mnk-3-3-3-0001");
    assert!(record.contains("[Result \"1 -1\"]\n[Reason \"resigned\"]\n\n1. 1,1\n"), "{record}");
    sandbox.check_kept("mnk-3-3-3-0001");
    let (_, run) = typed(&["play", "9tka:3", "human", "random", "random"], &["resign", "quit"]);
    assert!(run.out.contains("only one of two players can resign"), "{}", run.out);
}

#[test]
fn quitting_and_the_end_of_input_tell_how_to_go_on() {
    for last in ["quit", "exit", ""] {
        let (_, run) = typed(&PEOPLE, &["1,1", last]);
        let command = "go on with: ninefold play --resume mnk-3-3-3-0001\n";
        assert!(run.out.ends_with(command), "{}", run.out);
    }
}

#[test]
fn a_position_and_moves_may_come_first() {
    let args = [&PEOPLE[..], &["--position", "110/220/000 1", "--moves", "3,3"]].concat();
    let (sandbox, run) = typed(&args, &["2,3"]);
    assert!(run.out.trim_end().ends_with("O wins: 3 in a row"), "{}", run.out);
    let record = sandbox.kept_text("mnk-3-3-3-0001");
    assert!(record.contains("[Position \"110/220/000 1\"]"), "{record}");
    sandbox.check_kept("mnk-3-3-3-0001");
}

#[test]
fn without_arguments_a_game_is_asked_for() {
    let (sandbox, run) = typed(&["play"], &["moris", "tictactoe", "2,2"]);
    assert!(run.out.contains("unknown game \"moris\", did you mean morris?"), "{}", run.out);
    assert_eq!(sandbox.kept(), ["mnk-3-3-3-0001"]);
    let (_, run) = typed(&["play"], &["", "show"]);
    assert!(run.out.contains("White to move: "), "{}", run.out);
    let (_, run) = typed(&["play"], &[]);
    assert!(run.out.ends_with("game: "), "{}", run.out);
}

/// The computer began: there is nothing of the person's to take back, and the opening stands.
#[test]
fn undo_does_not_make_the_computer_begin_again() {
    let players = ["play", "tictactoe", "random", "human", "--seed", "3"];
    let (_, run) = typed(&players, &["undo", "undo"]);
    assert_eq!(run.out.matches("X: ").count(), 1, "{}", run.out);
    assert!(run.out.contains("there is no move of yours to take back"), "{}", run.out);
}

/// X wins at once on the third row, and a search of one turn sees it.
#[test]
fn a_hint_names_the_winning_move() {
    let position = ["play", "tictactoe", "human", "human", "--position", "022/000/110 1"];
    let (_, run) = typed(&position, &["hint alphabeta:depth=1", "hint nobody"]);
    assert!(run.out.contains("alphabeta:depth=1 would play 3,3"), "{}", run.out);
    assert!(run.out.contains("unknown player \"nobody\""), "{}", run.out);
}

#[test]
fn commands_may_be_typed_in_any_case() {
    let (_, run) = typed(&PEOPLE, &["MOVES", "Quit", "1,1"]);
    assert!(run.out.contains("1,1 1,2 1,3 2,1"), "{}", run.out);
    assert!(!run.out.contains("last move"), "{}", run.out);
}

/// Moves are refused with the reason, in the sentences that the page has too.
#[test]
fn a_refusal_says_why() {
    let people = ["play", "morris", "human", "human"];
    let (_, run) = typed(&people, &["d6", "d6", "f4", "f6", "d2", "b6", "resign"]);
    assert!(run.out.contains("b6 also takes something: say what, b6x"), "{}", run.out);
    assert!(!run.out.contains("is not legal here"), "{}", run.out);
    assert!(
        run.out.contains("White (w) resigns. Black (b) wins.")
            || run.out.contains("resigns. Black wins."),
        "{}",
        run.out
    );
}

/// Ctrl-C while a line is waited for: the game is kept, and it is said how to go on.
#[test]
fn ctrl_c_tells_where_the_game_is_kept() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&PEOPLE);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut typed = child.stdin.take().expect("its input");
    typed.write_all(b"2,2\n").expect("a line");
    let (stdout, mut shown) = (child.stdout.take().expect("its output"), Vec::new());
    for byte in BufReader::new(stdout).bytes() {
        shown.push(byte.expect("what it says"));
        if shown.ends_with(b"O to move: ") {
            break;
        }
    }
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signal.expect("kill").success());
    let output = child.wait_with_output().expect("it has ended");
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(130), "{said}");
    let name = "mnk-3-3-3-0001";
    assert_eq!(said, format!("\nkept as {name}\ngo on with: ninefold play --resume {name}\n"));
    let resumed = sandbox.feed(&["play", "--resume", name], "quit\n");
    assert!(resumed.out.contains("O to move"), "{resumed:?}");
}
