//! The judgement of a position in parts.

use ninefold_core::{Account, Explanation, Phrase, Player, Term};

use super::super::words;
use super::board_threats::BoardThreats;
use super::class::Class;
use super::instant_wins::{Duty, SURE};
use super::shape::{Role, WEIGHTS, Weights, weighed};

/// What a reader calls the counts, in the order of [`Weights`].
const NAMES: [&str; WEIGHTS] = [
    words::CELL_FAR,
    words::CELL_TWO,
    words::CELL_OPEN_TWO,
    words::CELL_THREE,
    words::CELL_OPEN_THREE,
    words::CELL_FOUR,
    words::CELL_OPEN_FOUR,
    words::CELL_FIVE,
    words::CELL_TWOS,
    words::CELL_THREE_TWO,
    words::CELL_THREES,
    words::CELL_FOUR_THREE,
    words::CELL_FOURS,
];

/// The parts of [`BoardThreats::lead`]: a win or a loss that is seen, or what the empty cells are worth.
pub(super) fn explain<const W: usize>(
    board: &BoardThreats<'_, W>,
    weights: &Weights,
    mover: Player,
) -> Explanation {
    let seen = if let Some(win) = board.instant_win(mover.index()) {
        Some(Term::phrased(Phrase::of(words::SEEN_WIN).with(win.turns), 1, SURE - win.turns as i32))
    } else if board.duty(mover.index()) == Duty::Hopeless {
        Some(Term::new(words::SEEN_LOSS, 1, 2 - SURE))
    } else {
        None
    };
    let account = |player: Player| match &seen {
        Some(term) if player == mover => Account::of([term.clone()]),
        Some(_) => Account::default(),
        None => cells(board, weights, player, player == mover),
    };
    Explanation::of_lead(account(Player::FIRST), account(Player::SECOND))
}

/// What the empty cells are worth to a player.
fn cells<const W: usize>(
    board: &BoardThreats<'_, W>,
    weights: &Weights,
    player: Player,
    on_turn: bool,
) -> Account {
    let (role, group) =
        if on_turn { (Role::OnTurn, words::ON_TURN) } else { (Role::Waiting, words::WAITING) };
    let mut counts = [0; WEIGHTS];
    board.each_prospect(player.index(), |classes: [Class; 4]| {
        weighed(classes, |index| counts[index] += 1);
    });
    let counted = NAMES.into_iter().zip(counts).zip(weights.0[role as usize]);
    Account::of(
        counted.map(|((name, count), weight)| {
            Term::new(name, count, weight).within(Phrase::of(group))
        }),
    )
}
