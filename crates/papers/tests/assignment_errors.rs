//! The m,n,k assignment: inputs that cannot be answered, and what is said then.

use std::io::{self, Read, Write};

use ninefold_core::Player;
use ninefold_papers::assignment::{Board, ProtocolError, SolveError, Solver, run};
use proptest::prelude::*;

/// What a run prints, and the sentence it ends with.
fn run_on(input: &[u8]) -> (String, Option<String>) {
    let mut output = Vec::new();
    let result = run(&mut &input[..], &mut output);
    (String::from_utf8(output).expect("text"), result.err().map(|error| error.to_string()))
}

#[test]
fn each_fault_has_its_sentence() {
    let long = format!("{}{}", "y".repeat(40), "z".repeat(100_000));
    let cut = format!(
        "command 1: `{}…` is none of GEN_ALL_POS_MOV, GEN_ALL_POS_MOV_CUT_IF_GAME_OVER and \
         SOLVE_GAME_STATE",
        "y".repeat(40)
    );
    let cases: &[(&[u8], &str)] = &[
        (
            b"gen_all_pos_mov 3 3 3 1",
            "command 1: `gen_all_pos_mov` is none of GEN_ALL_POS_MOV, \
             GEN_ALL_POS_MOV_CUT_IF_GAME_OVER and SOLVE_GAME_STATE",
        ),
        (
            b"\xff\x00\"",
            "command 1: `\\xff\\x00\\\"` is none of GEN_ALL_POS_MOV, \
             GEN_ALL_POS_MOV_CUT_IF_GAME_OVER and SOLVE_GAME_STATE",
        ),
        (long.as_bytes(), &cut),
        (
            b"GEN_ALL_POS_MOV 0 3 3 1",
            "command 1: N, the number of rows, is `0`, not a number from 1 to 19",
        ),
        (
            b"GEN_ALL_POS_MOV 20 3 3 1",
            "command 1: N, the number of rows, is `20`, not a number from 1 to 19",
        ),
        (
            b"SOLVE_GAME_STATE 3 99999999999999999999999 3 1",
            "command 1: M, the number of columns, is `99999999999999999999999`, \
             not a number from 1 to 19",
        ),
        (
            b"SOLVE_GAME_STATE 3 3 0 1",
            "command 1: K, the length of a winning row, is `0`, not a number from 1 to 361",
        ),
        (
            b"SOLVE_GAME_STATE 3 3 -3 1",
            "command 1: K, the length of a winning row, is `-3`, not a number from 1 to 361",
        ),
        (
            b"SOLVE_GAME_STATE 3 3 3 3",
            "command 1: the active player is `3`, not a number from 1 to 2",
        ),
        (
            b"SOLVE_GAME_STATE 3 3 3 +1",
            "command 1: the active player is `+1`, not a number from 1 to 2",
        ),
        (
            b"SOLVE_GAME_STATE 3 3",
            "command 1: the input ends where K, the length of a winning row, should be",
        ),
        (
            b"SOLVE_GAME_STATE 2 3 3 1 0 0 0 0 3 0",
            "command 1: the cell in row 2, column 2 is `3`, not 0, 1 or 2",
        ),
        (
            b"SOLVE_GAME_STATE 2 3 3 1 000 0x0",
            "command 1: the cell in row 2, column 1 is `0x0`, not 0, 1 or 2",
        ),
        (
            b"SOLVE_GAME_STATE 2 3 3 1 0 0 SOLVE_GAME_STATE",
            "command 1: the cell in row 1, column 3 is `SOLVE_GAME_STATE`, not 0, 1 or 2",
        ),
        (
            b"SOLVE_GAME_STATE 2 3 3 1 0 0 0 0 0",
            "command 1: the input ends after 5 of the board's 6 cells",
        ),
        (b"GEN_ALL_POS_MOV 2 3 3 1", "command 1: the input ends after 0 of the board's 6 cells"),
        (b"SOLVE_GAME_STATE 2 2 2 1 1 1 2 2", "command 1: both players have 2 in a row"),
    ];
    for (input, sentence) in cases {
        let (output, error) = run_on(input);
        assert_eq!((output.as_str(), error.as_deref()), ("", Some(*sentence)));
    }
}

#[test]
fn answers_before_a_fault_are_kept() {
    let (output, error) = run_on(
        b"SOLVE_GAME_STATE 1 1 1 1 0\r\n\r\nGEN_ALL_POS_MOV 1 2 2 2\n0 1\nSOLVE_GAME_STATE 1 1 1 1 x",
    );
    assert_eq!(output, "FIRST_PLAYER_WINS\n1\n2 1\n");
    let sentence = "command 3: the cell in row 1, column 1 is `x`, not 0, 1 or 2";
    assert_eq!(error.as_deref(), Some(sentence));
}

#[test]
fn nothing_in_nothing_out() {
    for input in [&b""[..], b" \r\n\t\x0b\x0c", b"\xef\xbb\xbf"] {
        assert_eq!(run_on(input), (String::new(), None));
    }
}

#[test]
fn a_won_board_is_won_whoever_is_active() {
    let (output, error) = run_on(
        b"SOLVE_GAME_STATE 1 3 2 1 2 2 0 SOLVE_GAME_STATE 1 3 2 2 1 1 0 GEN_ALL_POS_MOV 1 3 2 1 2 2 0
          SOLVE_GAME_STATE 1 2 2 1 1 2 SOLVE_GAME_STATE 2 2 300 2 0 0 0 0 GEN_ALL_POS_MOV 2 2 2 1 1 1 2 2",
    );
    assert_eq!(error, None);
    let wanted =
        "SECOND_PLAYER_WINS\nFIRST_PLAYER_WINS\n0\nBOTH_PLAYERS_TIE\nBOTH_PLAYERS_TIE\n0\n";
    assert_eq!(output, wanted);
}

/// A board of any size is solved while few cells are left; given up, not hung on, when it is hard.
#[test]
fn large_boards() {
    let mut board = Board::empty(19, 19, 5).expect("a size in range");
    for cell in 0..361 {
        // Pairs of columns in turn, shifted by two each row: no three in a row anywhere.
        board.put(cell, Player::new((cell % 19 + 2 * (cell / 19)) / 2 % 2));
    }
    for cell in [0, 100, 200, 360] {
        board.take(cell);
    }
    assert_eq!(board.winner(), None);
    assert_eq!(Solver::new().solve(&board, Player::FIRST), Ok(0));
    let board = Board::empty(10, 10, 4).expect("a size in range");
    assert_eq!(Solver::new().solve(&board, Player::SECOND), Ok(-1));

    // Deep, too: hundreds of stones before the first answer.
    for k in 4..=19 {
        let mut board = Board::empty(19, 19, k).expect("a size in range");
        board.put(180, Player::FIRST);
        let _ = Solver::with_limit(5_000).solve(&board, Player::SECOND);
    }

    let mut board = Board::empty(9, 8, 5).expect("a size in range");
    board.put(40, Player::FIRST);
    let error = Solver::with_limit(1000).solve(&board, Player::SECOND).expect_err("too hard");
    assert!(matches!(error, SolveError::TooLarge { empty: 71, limit: 1000, .. }));
    assert_eq!(
        error.to_string(),
        "9,8,5 with 71 empty cells is too large to solve: no answer after 1000 positions"
    );
}

/// Giving up leaves nothing wrong behind.
#[test]
fn a_solver_that_gave_up_still_answers() {
    let mut solver = Solver::with_limit(50);
    let hard = Board::empty(5, 5, 4).expect("a size in range");
    assert!(solver.solve(&hard, Player::FIRST).is_err());
    let easy = Board::from_rows(4, &["1110", "2220", "0000", "0000"]).expect("a board");
    assert_eq!(solver.solve(&easy, Player::SECOND), Ok(-1));
    assert_eq!(solver.solve(&easy, Player::FIRST), Ok(1));
}

#[test]
fn a_failing_input_or_output_is_told() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("full"))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let command = &b"SOLVE_GAME_STATE 1 1 1 1 0 "[..];
    let mut output = Vec::new();
    let error = run(&mut io::BufReader::new(command.chain(Broken)), &mut output);
    assert!(matches!(error, Err(ProtocolError::Read(_))));
    assert_eq!(output, b"FIRST_PLAYER_WINS\n");
    let error = run(&mut &command[..], &mut Broken).expect_err("an output that is full");
    assert_eq!(error.to_string(), "the answers cannot be written: full");
}

proptest! {
    /// Whatever the bytes, a run ends with answers or a sentence.
    #[test]
    fn no_bytes_make_it_panic(input in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = run_on(&input);
    }

    #[test]
    fn no_words_make_it_panic(words in proptest::collection::vec(prop_oneof![
        3 => Just("0"), 2 => Just("1"), 2 => Just("2"), 1 => Just("3"),
        1 => Just("SOLVE_GAME_STATE"), 1 => Just("GEN_ALL_POS_MOV"),
        1 => Just("SOLVE_GAME_STATE 2 2 2 1"), 1 => Just("GEN_ALL_POS_MOV_CUT_IF_GAME_OVER 1 3 2 2"),
    ], 0..60)) {
        let _ = run_on(words.join(" ").as_bytes());
    }
}
