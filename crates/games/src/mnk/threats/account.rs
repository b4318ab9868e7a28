//! The breakdown of an evaluation.

use ninefold_core::{Account, Explanation, Phrase, Player, Term};

use super::super::words;
use super::board_threats::BoardThreats;
use super::class::{Class, Kind};
use super::instant_wins::{Duty, SEEN_TURNS, SURE};
use super::shape::{Role, WEIGHTS, Weights, weighed};

/// The names of the counts, in the order of [`Weights`].
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

/// The parts of [`BoardThreats::lead`]: a visible win or loss, or the worth of the empty cells.
pub(super) fn explain<const W: usize>(
    board: &BoardThreats<'_, W>,
    weights: Option<&Weights>,
    mover: Player,
) -> Explanation {
    let seen = if let Some(win) = board.instant_win(mover.index()) {
        Some(seen_win(win.turns))
    } else if board.duty(mover.index()) == Duty::Hopeless {
        Some(seen_loss())
    } else {
        None
    };
    let account = |player: Player| match &seen {
        Some(term) if player == mover => Account::of([term.clone()]),
        Some(_) => Account::default(),
        None => match weights {
            Some(weights) => cells(board, weights, player, player == mover),
            None => learnt_cells(board, player, player == mover),
        },
    };
    Explanation::of_lead(account(Player::FIRST), account(Player::SECOND))
}

/// Every term that [`explain`] can use.
pub(super) fn terms(weights: Option<&Weights>) -> Explanation {
    let cells = [Role::OnTurn, Role::Waiting].map(|role| match weights {
        Some(weights) => weighed_cells([0; WEIGHTS], weights, role).collect(),
        None => learnt_terms([0; LINES], 0, role),
    });
    let seen = SEEN_TURNS.map(seen_win).into_iter().chain([seen_loss()]);
    let account = Account::of(cells.into_iter().flatten().chain(seen));
    Explanation::of_lead(account.clone(), account)
}

fn seen_win(turns: u32) -> Term {
    Term::phrased(Phrase::of(words::SEEN_WIN).with(turns), 1, SURE - turns as i32)
}

fn seen_loss() -> Term {
    Term::new(words::SEEN_LOSS, 1, 2 - SURE)
}

/// The worth of the empty cells to a player.
fn cells<const W: usize>(
    board: &BoardThreats<'_, W>,
    weights: &Weights,
    player: Player,
    on_turn: bool,
) -> Account {
    let role = if on_turn { Role::OnTurn } else { Role::Waiting };
    let mut counts = [0; WEIGHTS];
    board.each_prospect(player.index(), |_, kinds| {
        weighed(kinds.map(Kind::class), |index| counts[index] += 1);
    });
    Account::of(weighed_cells(counts, weights, role))
}

/// The number of [`NAMES`] about a single line.
const LINES: usize = 8;

/// The learnt worth of the empty cells to a player; each cell is listed under the strongest of its lines.
fn learnt_cells<const W: usize>(
    board: &BoardThreats<'_, W>,
    player: Player,
    on_turn: bool,
) -> Account {
    let role = if on_turn { Role::OnTurn } else { Role::Waiting };
    let mut worth = [0; LINES];
    board.each_prospect(player.index(), |cell, kinds| {
        let strongest = kinds.into_iter().map(Kind::class).max().unwrap_or(Class::Dead);
        worth[(strongest as usize).max(1) - 1] += board.worth_of_cell(player.index(), cell, role);
    });
    let threats = if on_turn { board.worth_of_threats(player.index()) } else { 0 };
    Account { terms: learnt_terms(worth, threats, role) }
}

/// The learnt terms of a role.
fn learnt_terms(worth: [i32; LINES], threats: i32, role: Role) -> Vec<Term> {
    let parts = NAMES.into_iter().zip(worth);
    let group = || Phrase::of(group_of(role));
    let mut terms: Vec<Term> =
        parts.map(|(name, worth)| Term::new(name, 1, worth).within(group())).collect();
    if role == Role::OnTurn {
        terms.push(Term::new(words::THREATS, 1, threats).within(group()));
    }
    terms
}

/// The name of a role.
fn group_of(role: Role) -> &'static str {
    match role {
        Role::OnTurn => words::ON_TURN,
        Role::Waiting => words::WAITING,
    }
}

/// The terms of a role.
fn weighed_cells(
    counts: [i32; WEIGHTS],
    weights: &Weights,
    role: Role,
) -> impl Iterator<Item = Term> {
    let counted = NAMES.into_iter().zip(counts).zip(weights.0[role as usize]);
    counted.map(move |((name, count), weight)| {
        Term::new(name, count, weight).within(Phrase::of(group_of(role)))
    })
}
