//! Narrowing never loses the best move of a small board, and does the obvious on a large one.

use std::collections::BTreeMap;

use ninefold_core::{Evaluator, Notation, Random, Rules, Tension};
use ninefold_games::mnk::{Cell, Mnk, State};

use crate::{Ask, BOARDS, ask, moves, scattered, threats};

fn narrowed<const W: usize>(
    game: &Mnk<W>,
    threats: &dyn Evaluator<Mnk<W>>,
    state: &State<W>,
) -> Vec<Cell> {
    let mut kept = moves(game, state);
    threats.guide(game, state).narrow(game, state, &mut kept, 0);
    kept
}

/// The value for the player on turn, by trying everything.
fn value<const W: usize>(
    game: &Mnk<W>,
    state: &State<W>,
    known: &mut BTreeMap<State<W>, i16>,
) -> i16 {
    if let Some(outcome) = game.outcome(state) {
        return outcome.payoffs.of(game.to_move(state));
    }
    if let Some(&value) = known.get(state) {
        return value;
    }
    let best = moves(game, state).into_iter().map(|mv| of_move(game, state, mv, known)).max();
    let best = best.expect("the game goes on");
    known.insert(*state, best);
    best
}

fn of_move<const W: usize>(
    game: &Mnk<W>,
    state: &State<W>,
    mv: Cell,
    known: &mut BTreeMap<State<W>, i16>,
) -> i16 {
    let mut next = *state;
    game.play(&mut next, mv);
    -value(game, &next, known)
}

struct Exact {
    empty: usize,
}

impl Ask for Exact {
    fn ask<const W: usize>(&self, game: &Mnk<W>, threats: &dyn Evaluator<Mnk<W>>) {
        let mut random = Random::new(8);
        let mut known = BTreeMap::new();
        let cells = game.rows() * game.columns();
        for _ in 0..200 {
            let state = scattered(game, cells - self.empty + random.below(self.empty), &mut random);
            // A game that was over early leaves too much to try.
            if moves(game, &state).len() > self.empty {
                continue;
            }
            let kept = narrowed(game, threats, &state);
            let best = kept.into_iter().map(|mv| of_move(game, &state, mv, &mut known)).max();
            let whole = value(game, &state, &mut known);
            assert_eq!(best.expect("one is kept"), whole, "{state:?}");
        }
    }
}

#[test]
fn a_best_move_stays_on_small_boards() {
    for (spec, empty) in [
        ("mnk:2,2,2", 4),
        ("mnk:3,3,3", 9),
        ("mnk:4,4,3", 12),
        ("mnk:4,4,4", 12),
        ("mnk:5,4,4", 12),
        ("mnk:5,5,4", 12),
        ("mnk:3,8,3", 12),
    ] {
        ask(spec, &Exact { empty });
    }
}

struct Orderly;

impl Ask for Orderly {
    fn ask<const W: usize>(&self, game: &Mnk<W>, threats: &dyn Evaluator<Mnk<W>>) {
        let mut random = Random::new(9);
        for stones in 0..60 {
            let state = scattered(game, stones, &mut random);
            let legal = moves(game, &state);
            if legal.is_empty() {
                continue;
            }
            let kept = narrowed(game, threats, &state);
            assert!(!kept.is_empty() && kept.is_sorted());
            assert!(kept.iter().all(|mv| legal.contains(mv)));
            // Moves below the index given belong to somebody else.
            let mut stack = vec![legal[0]; 3];
            stack.extend(&legal);
            threats.guide(game, &state).narrow(game, &state, &mut stack, 3);
            assert_eq!(stack[..3], [legal[0]; 3]);
            assert_eq!(stack[3..], kept);
        }
    }
}

#[test]
fn some_legal_moves_stay_in_their_order() {
    for spec in BOARDS {
        ask(spec, &Orderly);
    }
}

/// The moves kept on a board of seven by seven where five win.
fn kept(position: &str) -> Vec<String> {
    let game = Mnk::<2>::new(7, 7, 5);
    let state = game.parse_position(position).expect("a position");
    let kept = narrowed(&game, &*threats(&game), &state);
    kept.into_iter().map(|mv| game.move_text(mv)).collect()
}

#[test]
fn lines_are_completed_then_blocked_then_prevented() {
    // A four of either: the own one is completed.
    let both = "0000000/0111100/0000000/0222200/0000000/0000000/0000000";
    assert_eq!(kept(&format!("{both} 1")), ["2,1", "2,6"]);
    assert_eq!(kept(&format!("{both} 2")), ["4,1", "4,6"]);
    // One cell to block.
    assert_eq!(kept("0000000/2111100/0000000/0222000/0000000/0000000/0000000 2"), ["2,6"]);
    // An open three becomes an open four at either end.
    let three = "0000000/0000000/0011100/0000000/0000000/0000000/0000002";
    assert_eq!(kept(&format!("{three} 1")), ["3,2", "3,6"]);
    // The other goes there; a stone on a far end leaves the other side open.
    assert_eq!(kept(&format!("{three} 2")), ["3,2", "3,6"]);
    // With one far end shut only one side makes an open four, and any of its three cells prevents it.
    let shut = "0000000/0000000/0011102/0000000/0000000/0000000/0000000";
    assert_eq!(kept(&format!("{shut} 1")), ["3,2"]);
    assert_eq!(kept(&format!("{shut} 2")), ["3,1", "3,2", "3,6"]);
    // An own four comes before any of that.
    let counter = "0000000/0000000/0011100/0000000/0000000/0000000/1222000";
    assert_eq!(kept(&format!("{counter} 2")), ["3,2", "3,6", "7,5", "7,6"]);
}

#[test]
fn an_empty_board_has_a_middle() {
    let empty = "0000000/0000000/0000000/0000000/0000000/0000000/0000000";
    assert_eq!(kept(&format!("{empty} 1")), ["4,4"]);
}

fn tension(rows: &str) -> Tension {
    let rows: Vec<&str> = rows.split('/').collect();
    let game = Mnk::<2>::new(rows.len(), rows[0].len(), 5);
    let state = game.parse_position(&format!("{} 1", rows.join("/"))).expect("a position");
    threats(&game).guide(&game, &state).tension(&game, &state)
}

#[test]
fn fours_force_and_open_threes_press() {
    let calm = "0000000/0000000/0010200/0001200/0000000/0000000/0000000";
    assert!(matches!(tension(calm), Tension::Calm { swing } if swing > 0));
    let three = "0000000/0000000/0022200/0001100/0000000/0000000/0000000";
    assert_eq!(tension(three), Tension::Pressed);
    let four = "0000000/0000000/1222200/0001100/0000000/0000000/0000000";
    assert_eq!(tension(four), Tension::Forced);
    // Nothing is guessed where everything can be tried.
    assert_eq!(tension("00000/02220/00100/00010/00000"), Tension::Unknown);
}
