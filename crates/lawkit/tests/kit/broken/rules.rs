//! Playing, ending and paying.

use std::sync::atomic::{AtomicU32, Ordering};

use ninefold_core::{DrawRules, MAX_PLAYERS, Outcome, Payoffs, Player, Rules, WithDraws};
use ninefold_lawkit::Law;

use super::{caught, violation};
use crate::bent::{Bent, Fault};
use crate::ring::{Ring, RingState};
use crate::row::{Domino, Row, RowState};

caught! {
    a_stranger_to_move: Table catches Row = Row::PAIR, where {
        fn to_move(&self, _: &Row, _: &RowState) -> Player {
            Player::new(2)
        }
    }
    a_missing_outcome: Ending catches Row = Row::PAIR, where {
        fn outcome(&self, _: &Row, _: &RowState) -> Option<Outcome> {
            None
        }
    }
    an_outcome_too_early: Ending catches Row = Row::PAIR, where {
        fn outcome(&self, game: &Row, state: &RowState) -> Option<Outcome> {
            (state.covered != 0).then_some(Outcome::win(state.to_move, "full"))
                .or_else(|| game.outcome(state))
        }
    }
    a_list_emptied_first: Ending catches Row = Row::PAIR, where {
        fn moves(&self, game: &Row, state: &RowState, moves: &mut Vec<Domino>) {
            moves.clear();
            game.moves(state, moves);
        }
    }
    a_wrong_order: Order catches Row = Row::PAIR, where {
        fn moves(&self, game: &Row, state: &RowState, moves: &mut Vec<Domino>) {
            let before = moves.len();
            game.moves(state, moves);
            moves[before..].reverse();
        }
    }
    a_move_twice: Order catches Row = Row::PAIR, where {
        fn moves(&self, game: &Row, state: &RowState, moves: &mut Vec<Domino>) {
            let before = moves.len();
            game.moves(state, moves);
            moves.extend(moves[before..].last().copied());
        }
    }
    a_code_for_two_moves: Code catches Row = Row::PAIR, where {
        fn move_index(&self, game: &Row, mv: Domino) -> u16 {
            game.move_index(mv) / 2
        }
    }
    an_action_for_two_moves: Code catches Row = Row::PAIR, where {
        fn action(&self, game: &Row, mv: Domino) -> u16 {
            game.action(mv) / 2
        }
    }
    an_action_beyond_the_last: Code catches Row = Row::PAIR, where {
        fn action(&self, game: &Row, mv: Domino) -> u16 {
            game.action(mv) + game.actions() as u16
        }
    }
    payoffs_that_do_not_cancel: Payoffs catches Row = Row::PAIR, where {
        fn outcome(&self, game: &Row, state: &RowState) -> Option<Outcome> {
            let outcome = game.outcome(state)?;
            Some(Outcome { payoffs: Payoffs([2, -1, 0, 0]), ..outcome })
        }
    }
    payoffs_under_which_all_lose: Payoffs catches Row = Row { cells: 6, players: 3 }, where {
        fn outcome(&self, game: &Row, state: &RowState) -> Option<Outcome> {
            let outcome = game.outcome(state)?;
            Some(Outcome { payoffs: Payoffs([-1, -1, -1, 0]), ..outcome })
        }
    }
    payoffs_for_an_empty_seat: Payoffs catches Row = Row::PAIR, where {
        fn outcome(&self, game: &Row, state: &RowState) -> Option<Outcome> {
            let outcome = game.outcome(state)?;
            Some(Outcome { payoffs: Payoffs([0, 0, 1, 0]), ..outcome })
        }
    }
    an_end_without_reason: Payoffs catches Row = Row::PAIR, where {
        fn outcome(&self, game: &Row, state: &RowState) -> Option<Outcome> {
            let outcome = game.outcome(state)?;
            Some(Outcome { reason: "", ..outcome })
        }
    }
    points_for_an_empty_seat: Points catches Row = Row::PAIR, where {
        fn points(&self, _: &Row, state: &RowState) -> [i32; MAX_PLAYERS] {
            [0, 0, 0, state.points[0]]
        }
    }
    a_move_rule_without_moves: MoveRules catches Row = Row::PAIR, where {
        fn habit_moves(&self, _: &Row, _: usize, _: &RowState, _: &mut Vec<Domino>) {}
    }
    a_move_rule_of_illegal_moves: MoveRules catches Row = Row::PAIR, where {
        fn habit_moves(&self, _: &Row, _: usize, _: &RowState, moves: &mut Vec<Domino>) {
            moves.push(Domino(2));
        }
    }
    a_move_rule_out_of_order: MoveRules catches Row = Row::PAIR, where {
        fn habit_moves(&self, game: &Row, _: usize, state: &RowState, moves: &mut Vec<Domino>) {
            game.moves(state, moves);
            moves.reverse();
        }
    }
    steps_called_irreversible: Path catches Ring = Ring, where {
        fn irreversible(&self, _: &Ring, _: &RingState, _: u8) -> bool {
            true
        }
    }
    a_start_that_changes: Record catches Row = Row::PAIR, where {
        fn start(&self, game: &Row, seed: u64) -> RowState {
            static STARTS: AtomicU32 = AtomicU32::new(0);
            let mut state = game.start(seed);
            if STARTS.fetch_add(1, Ordering::Relaxed) % 2 == 1 {
                game.play(&mut state, Domino(0));
            }
            state
        }
    }
}

#[test]
fn repetition_missed_by_a_wrong_fence_is_caught() {
    type Drawn = WithDraws<Ring>;
    #[derive(Clone)]
    struct Forgetful;
    impl Fault<Drawn> for Forgetful {
        fn irreversible(&self, _: &Drawn, _: &<Drawn as Rules>::State, mv: u8) -> bool {
            mv == 0
        }
    }
    let rules = DrawRules { limits: [30, 30], repetitions: 3 };
    let violation = violation(Bent { game: WithDraws::new(Ring, rules), fault: Forgetful });
    assert_eq!(violation.law, Law::Path, "{violation}");
}

#[test]
fn a_violation_names_game_law_and_position() {
    #[derive(Clone)]
    struct Wrong;
    impl Fault<Row> for Wrong {
        fn moves(&self, _: &Row, _: &RowState, moves: &mut Vec<Domino>) {
            moves.extend([Domino(1), Domino(0)]);
        }
    }
    let message = "toy breaks the law \"order\" at \"...... 1 0-0\": \
                   move 2-3 comes before move 1-2";
    assert_eq!(violation(Bent { game: Row::PAIR, fault: Wrong }).to_string(), message);
}
