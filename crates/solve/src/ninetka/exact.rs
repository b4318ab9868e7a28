//! The 9tka solver with text as input and output.

use ninefold_core::{Arguments, Family, Notation, Player, Rules};
use ninefold_games::ninetka::{Ninetka, NinetkaFamily, Slot, State};

use crate::{Caveat, ExactAnswer, ExactError, Request, SolveProgress, Solver};

use super::Budget;
use super::many::{MOST_MOVABLE, solve_many};
use super::solver::{Wanted, solve};

/// Solves the movement phase of 9tka.
pub struct NinetkaSolver;

/// Up to this many counters, every move's value is included without being requested.
const FEW_COUNTERS: u32 = 16;

impl Solver for NinetkaSolver {
    fn family(&self) -> &'static str {
        NinetkaFamily::INFO.id
    }

    fn solve(
        &self,
        request: &Request,
        watch: &mut dyn FnMut(SolveProgress),
    ) -> Result<ExactAnswer, ExactError> {
        let refused = |error: &dyn std::fmt::Display| ExactError::Refused(error.to_string());
        let missing = |what| ExactError::Missing { what, game: request.game.clone() };
        if request.anew {
            return Err(missing("a stored book to compute anew"));
        }
        let parameters = request.game.split_once(':').map_or("", |(_, parameters)| parameters);
        let arguments = Arguments::parse(NinetkaFamily::INFO.parameters, parameters)
            .map_err(|error| refused(&error))?;
        let game = Ninetka::new(arguments.number("players") as usize);
        let state = game.parse_position(&request.position).map_err(|error| refused(&error))?;
        let mut tell = |nodes, elapsed| watch(SolveProgress { nodes, elapsed });
        if let Some(outcome) = game.outcome(&state) {
            let sections = game.sections(&state).map(|sections| sections as i32);
            let won = outcome.payoffs.of(Player::FIRST) > 0;
            let margin = request.margin.then(|| sections[0] - sections[1]);
            return Ok(ExactAnswer { value: Some(result(won)), margin, ..ExactAnswer::unknown() });
        }
        if state.placing() {
            let missing = "counters are still being placed; the movement phase can be solved";
            return Ok(ExactAnswer { missing: Some(missing.into()), ..ExactAnswer::unknown() });
        }
        if game.players() == 2 {
            return Ok(two(&game, &state, request, &mut tell));
        }
        match request.margin {
            true => Err(missing("a margin")),
            false => Ok(many(&game, &state, &request.budget, &mut tell)),
        }
    }
}

fn result(wins: bool) -> i32 {
    if wins { 1 } else { -1 }
}

type Tell<'a> = &'a mut dyn FnMut(u64, std::time::Duration);

fn two(game: &Ninetka, state: &State, request: &Request, tell: Tell<'_>) -> ExactAnswer {
    let every_move = request.all || game.most_turns(state) <= FEW_COUNTERS;
    let wanted = Wanted { every_move, margin: request.margin };
    let found = solve(game, state, &request.budget, wanted, tell);
    ExactAnswer {
        value: found.wins.map(result),
        margin: found.margin,
        moves: found
            .moves
            .iter()
            .map(|&(slot, wins)| (game.move_text(slot), result(wins)))
            .collect(),
        line: texts(game, &found.line),
        nodes: found.nodes,
        elapsed: found.elapsed,
        ..ExactAnswer::unknown()
    }
}

fn many(game: &Ninetka, state: &State, budget: &Budget, tell: Tell<'_>) -> ExactAnswer {
    let movable = game.most_turns(state);
    if movable > MOST_MOVABLE {
        let missing = format!(
            "{movable} counters can move; with more than two players at most {MOST_MOVABLE} can be solved"
        );
        return ExactAnswer { missing: Some(missing), ..ExactAnswer::unknown() };
    }
    let found = solve_many(game, state, budget, tell);
    let mover = game.to_move(state);
    let value = found.winner.map(|winner| result(winner == mover));
    let caveat = found
        .winner
        .map(|winner| Caveat::Selfish { winner: winner.number(), forced: found.forced.is_some() });
    let values = found.moves.iter().map(|&(slot, winner)| {
        let forced = found.forced == Some(slot);
        (game.move_text(slot), result(forced || winner == mover))
    });
    // Of the winning moves, prefer a forced win.
    let line = match found.forced {
        Some(slot) if found.line.first() != Some(&slot) => vec![slot],
        _ => found.line,
    };
    ExactAnswer {
        value,
        moves: values.collect(),
        line: texts(game, &line),
        caveat,
        nodes: found.nodes,
        elapsed: found.elapsed,
        ..ExactAnswer::unknown()
    }
}

fn texts(game: &Ninetka, line: &[Slot]) -> Vec<String> {
    line.iter().map(|&slot| game.move_text(slot)).collect()
}
