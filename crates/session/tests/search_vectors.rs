//! Every search against the vectors of an independent implementation.

use crate::common;

use common::notation::{MNK, MORRIS, NINETKA, Notation, THREE_SIX_NINE, earlier};
use common::{Answer, Recalled, Vector, advise, session_at, vectors};
use ninefold_search::Algorithm;
use ninefold_session::Session;

/// The three searches that must agree on value and move.
const TWO_PLAYER: [(&str, Algorithm); 3] = [
    ("minimax", Algorithm::Minimax),
    ("alphabeta", Algorithm::AlphaBeta),
    ("mws", Algorithm::MinimalWindow),
];

fn open(game: &Notation, vector: &Vector) -> Box<dyn Session> {
    session_at(&(game.spec)(vector), &(game.position)(vector))
}

/// The first of the best moves, which every search must find.
fn first_best(game: &Notation, vector: &Vector) -> Option<String> {
    game.moves(&vector.lists("best_moves")).into_iter().next()
}

#[test]
fn morris_is_worth_this() {
    let (mut with_history, mut choices) = (0, 0);
    for vector in vectors("morris.search.jsonl", 36) {
        let (eval, value) = (vector.text("eval"), vector.number("value"));
        let depth = vector.number("depth") as u32;
        let best = first_best(&MORRIS, &vector);
        let (position, earlier) = ((MORRIS.position)(&vector), earlier(&vector));
        for (id, algorithm) in TWO_PLAYER {
            let recalled = Recalled {
                position: &position,
                earlier: &earlier,
                evaluator: Some((eval, "")),
                search: Some((algorithm, depth)),
            };
            let Answer { values, line, reason } = recalled.ask("morris");
            assert_eq!(values, [value, -value], "{} {id}", vector.id());
            assert_eq!(line.first(), best.as_ref(), "{} {id}", vector.id());
            assert_eq!(reason, None, "{} {id}", vector.id());
            if earlier.is_empty() {
                let player = format!("{id}:depth={depth},eval={eval}");
                let advice = advise(&*open(&MORRIS, &vector), &player);
                let found: Vec<i64> = advice.values.into_iter().map(i64::from).collect();
                assert_eq!((found, advice.pv), (values, line), "{} {player}", vector.id());
                assert_eq!((advice.best, advice.depth), (best.clone(), depth), "{}", vector.id());
            }
        }
        with_history += usize::from(!earlier.is_empty());
        choices += usize::from(vector.lists("best_moves").len() > 1);
    }
    assert_eq!((with_history, choices), (21, 17));
}

#[test]
fn three_six_nine_is_worth_this() {
    let mut exact = 0;
    for vector in vectors("369.search.jsonl", 36) {
        let session = open(&THREE_SIX_NINE, &vector);
        let (value, depth) = (vector.number("value") as i32, vector.number("depth"));
        for (id, _) in TWO_PLAYER {
            let advice = advise(&*session, &format!("{id}:depth={depth},eval=score"));
            assert_eq!(advice.values, [value, -value], "{} {id}", vector.id());
            assert_eq!(advice.best, first_best(&THREE_SIX_NINE, &vector), "{} {id}", vector.id());
            assert_eq!(i64::from(advice.depth), depth, "{} {id}", vector.id());
        }
        if vector.flag("exact") {
            // Looking further than the end of the game changes nothing.
            let advice = advise(&*session, "alphabeta:depth=99");
            assert_eq!(advice.values, [value, -value], "{}", vector.id());
            assert_eq!(advice.pv.len() as i64, depth, "{}", vector.id());
            let proved = advise(&*session, "best:nodes=1000000");
            assert_eq!((proved.values, proved.exact), (advice.values, true), "{}", vector.id());
            assert_eq!(proved.best, first_best(&THREE_SIX_NINE, &vector), "{}", vector.id());
            exact += 1;
        }
    }
    assert_eq!(exact, 16);
}

/// Among finished games `lines` knows wins from draws only, so a search to the end solves the game.
#[test]
fn mnk_is_solved_like_this() {
    const WIN: i32 = 1_000_000_000;
    let mut listed = 0;
    for vector in vectors("mnk.search.jsonl", 62) {
        let session = open(&MNK, &vector);
        let value = vector.number("value") as i32;
        let text = ["SECOND_PLAYER_WINS", "BOTH_PLAYERS_TIE", "FIRST_PLAYER_WINS"];
        assert_eq!(text[(value + 1) as usize], vector.text("text"), "{}", vector.id());
        for player in ["alphabeta:depth=99", "mws:depth=99"] {
            let advice = advise(&*session, player);
            assert_eq!(advice.values, [value * WIN, -value * WIN], "{} {player}", vector.id());
            if vector.has("best_moves") {
                assert_eq!(advice.best, first_best(&MNK, &vector), "{} {player}", vector.id());
                listed += 1;
            }
        }
    }
    assert_eq!(listed, 2 * 58);
}

#[test]
fn max_n_finds_these_vectors() {
    let (mut all, mut papers) = (0, 0);
    for vector in vectors("ninetka.search.jsonl", 52) {
        if vector.text("kind") != "maxn" {
            continue;
        }
        let session = open(&NINETKA, &vector);
        let depth = vector.number("depth");
        let advice = advise(&*session, &format!("maxn:depth={depth},eval=eva(tail=printed)"));
        let values: Vec<i64> = advice.values.iter().copied().map(i64::from).collect();
        assert_eq!(values, vector.numbers("value"), "{}", vector.id());
        let mv = (NINETKA.move_text)(&vector.numbers("move"));
        assert_eq!(advice.best, Some(mv), "{}", vector.id());
        all += 1;
        if depth == vector.number("players") + 3 {
            // The depth and the evaluator of the paper are what the player does unasked.
            assert_eq!(advise(&*session, "maxn"), advice, "{}", vector.id());
            papers += 1;
        }
    }
    assert_eq!((all, papers), (34, 11));
}

#[test]
fn two_players_of_9tka_win_like_this() {
    let mut solved = 0;
    for vector in vectors("ninetka.search.jsonl", 52) {
        if vector.text("kind") != "solve2" {
            continue;
        }
        let winner = vector.number("winner");
        let value = if winner == 1 { 1 } else { -1 };
        let winning = NINETKA.moves(&vector.lists("winning_moves"));
        let mut session = open(&NINETKA, &vector);
        let solve = |position: &str, algorithm| {
            let search = Some((algorithm, 99));
            Recalled { position, earlier: &[], evaluator: None, search }.ask("9tka:2")
        };
        for (id, algorithm) in TWO_PLAYER {
            let answer = solve(&session.status().position, algorithm);
            assert_eq!(answer.values, [value, -value], "{} {id}", vector.id());
            let first = winning.first().or(session.moves().first()).cloned();
            assert_eq!(answer.line.first(), first.as_ref(), "{} {id}", vector.id());
        }
        let mover = vector.number("to_move");
        let proved = advise(&*session, "best:nodes=1000000");
        assert_eq!(
            (proved.values, proved.exact),
            (vec![value as i32, -value as i32], true),
            "{}",
            vector.id()
        );
        if mover == winner {
            assert!(winning.contains(&proved.best.expect("a move")), "{}", vector.id());
        }
        let mut found = session.moves();
        found.retain(|mv| {
            session.play(mv).expect("a legal move");
            let after = solve(&session.status().position, Algorithm::AlphaBeta);
            assert!(session.undo());
            after.values[mover as usize - 1] == 1
        });
        assert_eq!(found, winning, "{}", vector.id());
        assert_eq!(!found.is_empty(), mover == winner, "{}", vector.id());
        solved += 1;
    }
    assert_eq!(solved, 18);
}
