//! The worked examples of the papers and reports.

use crate::common::notation::{NINETKA, THREE_SIX_NINE};
use crate::common::{Vector, advise, session_at, values, vectors, weights};
use ninefold_session::{PlayerSpec, Session};

/// The examples whose name begins like this, which must be `count`.
fn examples(prefix: &str, count: usize) -> Vec<Vector> {
    let mut examples = vectors("paper_examples.jsonl", 15);
    examples.retain(|example| example.id().starts_with(prefix));
    assert_eq!(examples.len(), count, "examples of {prefix}");
    examples
}

#[test]
fn the_two_leaves_of_9tka_are_worth_605_and_785() {
    let mut printed = Vec::new();
    for example in examples("9tka-", 2) {
        let mut session = session_at(&(NINETKA.spec)(&example), &(NINETKA.position)(&example));
        for mv in NINETKA.moves(&example.lists("moves")) {
            session.play(&mv).unwrap_or_else(|error| panic!("{}: {error}", example.id()));
        }
        let position = session.status().position;
        let (board, _) = position.split_once(' ').expect("a board and a player");
        assert_eq!(board, example.texts("leaf").join("/"), "{}", example.id());
        let eva = values(&*session, "eva");
        assert_eq!(eva, example.numbers("eva_vector"), "{}", example.id());
        assert_eq!(values(&*session, "eva(tail=code)"), eva, "{}", example.id());
        printed.push(eva[example.number("eva_player") as usize - 1]);
    }
    assert_eq!(printed, [605, 785]);
}

/// A table of 3-6-9 at a board that a report draws, without points.
fn drawn(example: &Vector) -> Box<dyn Session> {
    let position = format!("{} 0-0 1", example.texts("board").join("/"));
    session_at(&(THREE_SIX_NINE.spec)(example), &position)
}

#[test]
fn the_figures_of_369_show_these_weights() {
    for example in examples("369-figure", 3).into_iter().chain(examples("369-h3", 2)) {
        let session = drawn(&example);
        let mut heuristic = format!("h{}", example.number("heuristic"));
        // One figure counts a stone that it does not draw.
        let stones = example.texts("board").concat().matches('x').count() as i64;
        if example.has("turns") && example.number("turns") != stones {
            assert_eq!(example.id(), "369-figure-h3");
            heuristic = format!("{heuristic}(turns={})", example.number("turns"));
        }
        let (found, choice) = weights(&*session, &heuristic);
        let matrix = example.matrix("matrix");
        assert_eq!(found.len(), matrix.len(), "{}", example.id());
        for ((mv, weight), ((row, column), wanted)) in found.iter().zip(matrix) {
            assert_eq!(*mv, format!("{row},{column}"), "{}", example.id());
            let equal = (weight - wanted).abs() <= 1e-12 * wanted.abs();
            assert!(equal, "{} at {mv}: {weight}, wanted {wanted}", example.id());
        }
        let wanted = (THREE_SIX_NINE.move_text)(&example.numbers("choice"));
        assert_eq!(choice, Some(wanted), "{}", example.id());
    }
}

#[test]
fn the_examples_of_369_earn_these_points() {
    for example in examples("369-examples", 1) {
        let mut session = drawn(&example);
        for place in ["[3,4]", "[6,4]", "[2,5]"] {
            session.play(place.trim_matches(['[', ']'])).expect("a legal move");
            let lead = values(&*session, "score")[0];
            assert_eq!(lead, example.number_in("gains", place), "{place}");
            assert!(session.undo());
        }
    }
}

/// The computer of the report, seated beside a person, makes every move that is printed.
#[test]
fn the_games_of_369_go_this_way() {
    let games = examples("369-full", 1).into_iter().chain(examples("369-comparison", 2));
    let mut chosen = Vec::new();
    for game in games {
        let empty = "......";
        let position = format!("{} 0-0 1", [empty; 6].join("/"));
        let mut session = session_at(&(THREE_SIX_NINE.spec)(&game), &position);
        let computer = format!("heuristic:eval=h{}", game.number("ai_heuristic"));
        let seats = [computer.as_str(), "human"].map(|spec| PlayerSpec::parse(spec).unwrap());
        session.seat(&seats).unwrap();
        let mut own = 0;
        for (ply, mv) in THREE_SIX_NINE.moves(&game.lists("moves")).iter().enumerate() {
            let thought = session.think();
            let wanted = (ply % 2 == 0).then_some(mv);
            assert_eq!(thought.as_ref(), wanted, "{} ply {}", game.id(), ply + 1);
            own += usize::from(thought.is_some());
            session.play(mv).unwrap();
            if game.has("running_scores") {
                let scores = &game.lists("running_scores")[ply];
                let lead = scores[0] - scores[1];
                assert_eq!(values(&*session, "score"), [lead, -lead], "{} after {mv}", game.id());
            }
        }
        if game.has("payoff") {
            let payoffs = session.status().payoffs.expect("the end");
            let payoffs: Vec<i64> = payoffs.into_iter().map(i64::from).collect();
            assert_eq!(payoffs, game.numbers("payoff"), "{}", game.id());
        }
        chosen.push(own);
    }
    assert_eq!(chosen, [18, 4, 4]);
}

/// The commands of the assignment, answered by a table: all positions after one move, those cut when
/// one ends the game, and the value with best play.
#[test]
fn the_commands_of_mnk_have_these_answers() {
    for example in examples("mnk-", 4) {
        let mut tokens = example.text("input").split_whitespace();
        let mut next = || tokens.next().expect("another word");
        let (command, rows, columns, k, active) = (next(), next(), next(), next(), next());
        let width: usize = columns.parse().unwrap();
        let cells: Vec<&str> = tokens.collect();
        let board: Vec<String> = cells.chunks(width).map(|row| row.concat()).collect();
        let position = format!("{} {active}", board.join("/"));
        let mut session = session_at(&format!("mnk:{rows},{columns},{k}"), &position);
        let answer = match command {
            "SOLVE_GAME_STATE" => match advise(&*session, "alphabeta:depth=99").values[0] {
                0 => "BOTH_PLAYERS_TIE",
                1.. => "FIRST_PLAYER_WINS",
                _ => "SECOND_PLAYER_WINS",
            }
            .to_owned(),
            _ => {
                let (mut boards, mut last) = (Vec::new(), None);
                for mv in session.moves() {
                    session.play(&mv).unwrap();
                    let status = session.status();
                    let (board, _) = status.position.split_once(' ').expect("a board");
                    boards.push(board.replace('/', ""));
                    if status.over {
                        last = last.or(boards.last().cloned());
                    }
                    assert!(session.undo());
                }
                if command.ends_with("CUT_IF_GAME_OVER") {
                    boards = last.map_or(boards, |last| vec![last]);
                }
                let digits =
                    |board: &String| board.chars().map(String::from).collect::<Vec<_>>().join(" ");
                let boards: Vec<String> = boards.iter().map(digits).collect();
                format!("{} {}", boards.len(), boards.join(" "))
            }
        };
        let wanted: Vec<&str> = example.text("output").split_whitespace().collect();
        assert_eq!(answer.split_whitespace().collect::<Vec<_>>(), wanted, "{}", example.id());
    }
}
