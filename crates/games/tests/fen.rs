//! Morris positions in the form of the program Sanmill.

use ninefold_core::{DrawRules, Notation, Path, Random, Rules, WithDraws, find_move};
use ninefold_games::morris::Morris;

const START: &str = "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";

fn morris() -> WithDraws<Morris> {
    let rules = DrawRules { limits: [50, 10], repetitions: 3 };
    WithDraws::new(Morris::default(), rules)
}

/// The FEN of a position given as text.
fn fen_of(position: &str) -> String {
    let game = morris();
    let state = game.parse_position(position).expect("a possible position");
    game.fen(&state, 0).expect("morris has a FEN")
}

/// The position text of a FEN.
fn read(fen: &str) -> String {
    let game = morris();
    let (state, _) = game.parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    game.position_text(&state)
}

fn refusal(fen: &str) -> String {
    match morris().parse_fen(fen) {
        Ok((state, _)) => panic!("{fen} was read as {state:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_start_is_the_published_text() {
    assert_eq!(fen_of(".../.../.../....../.../.../... w 9,9"), START);
    assert_eq!(read(START), ".../.../.../....../.../.../... w 9,9 50,10");
}

/// Each ring clockwise from its top middle: inner, middle, outer.
#[test]
fn rings_go_clockwise_from_the_top_middle() {
    let mut path = Path::new(morris(), morris().start(0));
    for mv in ["d5", "f6", "a7", "g1", "c3"] {
        let mv = find_move(&path, mv).expect("an empty point");
        path.play(mv);
    }
    let fen = "O****O**/*@******/***@***O b p p 3 6 2 7 0 0 -1 -1 -1 -1 0 5 3 ids:nodes";
    assert_eq!(path.game().fen(path.state(), 0).as_deref(), Some(fen));
    assert_eq!(read(fen), path.game().position_text(path.state()));
}

#[test]
fn phase_and_action_follow_the_position() {
    let fields = |position: &str| {
        let fen = fen_of(position);
        fen.split(' ').skip(1).take(3).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(fields("www/.../.../....../.../.../.b. b 5,6"), "b p p");
    assert_eq!(fields("www/.../.../....../.../bbb/... w 0,0"), "w m s");
    assert_eq!(fields("www/.../.../....../.../bb./... b 0,0"), "b o s");
}

/// The FEN knows the plies since a capture, but nothing of three men each.
#[test]
fn positions_of_random_games_come_back() {
    let game = morris();
    let mut moves = Vec::new();
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut path = Path::new(game.clone(), game.start(0));
        loop {
            let state = *path.state();
            let fen = game.fen(&state, 0).expect("morris has a FEN");
            let (back, quiet) = game.parse_fen(&fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
            assert_eq!(back.inner, state.inner, "{fen}");
            assert_eq!(back.left, [state.left[0], 10], "{fen}");
            assert_eq!(quiet, 50 - u32::from(state.left[0]), "{fen}");
            moves.clear();
            path.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            path.play(random.pick(&moves));
        }
    }
}

#[test]
fn the_pure_game_takes_the_quiet_plies_from_outside() {
    let pure = Morris::default();
    let fen = pure.fen(&pure.start(0), 17).expect("morris has a FEN");
    assert_eq!(fen, START.replace(" 0 0 1 ids", " 0 17 1 ids"));
    assert_eq!(pure.parse_fen(&fen), Ok((pure.start(0), 17)));
}

#[test]
fn more_quiet_plies_than_the_countdown_are_a_draw() {
    let long = "OOO*****/********/@@@***** w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 77 40 ids:nodes";
    assert!(read(long).ends_with(" w 0,0 0,10"));
    assert!(read(&long.replace(" 77 ", " 49 ")).ends_with(" w 0,0 1,10"));
}

#[test]
fn the_last_field_may_be_missing() {
    let short = START.strip_suffix(" ids:nodes").expect("the last field");
    assert_eq!(read(short), read(START));
}

#[test]
fn a_truncated_text_is_refused() {
    assert_eq!(
        refusal("********/********/******** w p p 0 9 0 9"),
        "position \"********/********/******** w p p 0 9 0 9\" has the wrong number of parts (8), wanted 18, \
         for example \"********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes\"",
    );
}

#[test]
fn wrong_fields_are_refused() {
    let wrong = |field: usize, text: &str| {
        let mut fields: Vec<&str> = START.split(' ').collect();
        fields[field] = text;
        refusal(&fields.join(" "))
    };
    assert_eq!(
        wrong(0, "********/********"),
        "board \"********/********\" has the wrong number of rows (2), wanted 3",
    );
    assert_eq!(
        wrong(0, "********/*******/********"),
        "row 2 of the board is \"*******\", wanted 8 characters and not 7",
    );
    assert_eq!(
        wrong(0, "********/********/**x*****"),
        "row 3 of the board has 'x' at place 3, wanted one of \"*O@\"",
    );
    assert_eq!(wrong(1, "O"), "side to move is \"O\", wanted w or b");
    assert_eq!(wrong(2, "x"), "phase is \"x\", wanted r, p, m or o");
    assert_eq!(
        wrong(3, "r"),
        "action is \"r\", wanted p or s: give the position before or after a whole turn",
    );
    assert_eq!(wrong(4, "-1"), "white men on the board is \"-1\", wanted a number from 0 to 9");
    assert_eq!(wrong(5, "10"), "white men in hand is \"10\", wanted a number from 0 to 9");
    assert_eq!(wrong(6, "one"), "black men on the board is \"one\", wanted a number from 0 to 9");
    assert_eq!(wrong(7, "+9"), "black men in hand is \"+9\", wanted a number from 0 to 9");
    assert_eq!(
        wrong(15, "x"),
        "plies since a capture is \"x\", wanted a number from 0 to 4294967295",
    );
}

#[test]
fn impossible_positions_are_refused() {
    assert_eq!(
        refusal("OOO*****/********/@@@***** w p p 4 5 3 5 0 0 -1 -1 -1 -1 0 0 1"),
        "impossible position: the FEN counts 4 white and 3 black men on the board but shows 3 and 3",
    );
    assert_eq!(
        refusal("OOO*****/********/@@@***** b p p 3 6 3 6 0 0 -1 -1 -1 -1 0 0 1"),
        "impossible position: with Black to move the men in hand cannot be 6,6, \
         because White places first",
    );
    assert_eq!(
        refusal("OOO*****/********/@@@***** w p p 3 7 3 7 0 0 -1 -1 -1 -1 0 0 1"),
        "impossible position: White has more than nine men: 3 on the board and 7 in hand",
    );
}
