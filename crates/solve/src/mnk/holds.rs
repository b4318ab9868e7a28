//! Explains how players who cannot win are held, on boards of any size.

use std::time::Duration;

use ninefold_core::{Player, Stopwatch};

use super::breaker::{Breaker, BreakerCuts, Hold};
use super::{Budget, Progress, Question, SolveError};

/// The interval of progress reports.
const REPORT: Duration = Duration::from_millis(250);

/// The result for one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// How the other player holds this one without threats.
    Held(Hold),
    /// This player cannot be held that way: the player wins, or holding requires threats.
    NotHeld,
    /// The budget was spent first.
    Open,
}

/// The result for each player who might win, the player to move first; empty if the game is over.
pub(super) fn holds(
    question: &Question,
    budget: &Budget,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Vec<(Player, Found)>, SolveError> {
    let [mover, other] = question.stones()?;
    let Question { rows, columns, k, .. } = *question;
    let mut breaker = Breaker::new([rows, columns, k], BreakerCuts::ALL, budget.memory)
        .ok_or(SolveError::Size { rows, columns })?;
    let [won, lost] = [mover, other].map(|stones| breaker.has_line(stones));
    if won && lost {
        return Err(SolveError::BothWon(k));
    }
    if won || lost || question.board.iter().all(|&stone| stone != 0) {
        return Ok(Vec::new());
    }
    let started = Stopwatch::start(&budget.stop);
    let mut reported = Duration::ZERO;
    let mut calls = 0_u64;
    let mut watch = |nodes: u64, [proof, disproof]: [u32; 2]| {
        calls += 1;
        if budget.is_stopped() || budget.nodes.is_some_and(|limit| nodes >= limit) {
            return true;
        }
        // The clock is polled only from time to time; with several threads the calls are rare anyway.
        if budget.threads < 2 && !calls.is_multiple_of(64) {
            return false;
        }
        let elapsed = started.elapsed();
        if elapsed >= reported + REPORT {
            reported = elapsed;
            progress(&Progress { nodes, elapsed, proof, disproof });
        }
        budget.is_over_after(elapsed)
    };
    let mut found = Vec::new();
    let waiting = question.mover.other();
    for (player, stones, attacks) in
        [(question.mover, [mover, other], true), (waiting, [other, mover], false)]
    {
        let asked = breaker.ask_threads(stones, attacks, budget.threads, &mut watch);
        let about = match asked {
            None => Found::Open,
            Some(answer) if answer.maker_wins => Found::NotHeld,
            Some(_) => breaker.hold(stones, attacks, &mut watch).map_or(Found::Open, Found::Held),
        };
        found.push((player, about));
    }
    Ok(found)
}
