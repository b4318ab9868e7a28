//! Boards of 65 to 128 cells, where the Maker–Breaker game alone is searched.
//!
//! It shows that a player cannot win. A win cannot be shown by it, since the defender's threats do not count,
//! so a position is either proved a draw or left open.

use std::io::Write;
use std::time::{Duration, Instant};

use ninefold_core::Player;

use super::breaker::{Breaker, BreakerCuts, Hold, Unwritten};
use super::proof::{Claim, ProveError, header};
use super::solver::MoveValues;
use super::strategy_check::SHARED_HEADER;
use super::strategy_proof::{WriteProofError, Written};
use super::{Budget, Progress, Question, Solution, SolveError};

/// How many positions of the other search take as long as one of this.
const COST: u64 = 4;
/// How often the caller hears of progress.
const REPORT: Duration = Duration::from_millis(250);

/// A search on a wide board within its budget.
struct Wide<'a> {
    question: &'a Question<'a>,
    /// The stones of the mover and the other player.
    stones: [u128; 2],
    breaker: Breaker,
    budget: &'a Budget,
    started: Instant,
}

impl<'a> Wide<'a> {
    fn new(question: &'a Question<'a>, budget: &'a Budget) -> Result<Wide<'a>, SolveError> {
        let stones = question.read_wide()?;
        let Question { rows, columns, k, .. } = *question;
        let breaker = Breaker::new([rows, columns, k], BreakerCuts::ALL, budget.memory)
            .ok_or(SolveError::Size { rows, columns })?;
        if stones.iter().all(|&stones| breaker.has_line(stones)) {
            return Err(SolveError::BothWon(k));
        }
        Ok(Wide { question, stones, breaker, budget, started: Instant::now() })
    }

    /// The cells without a stone.
    fn empty(&self) -> u128 {
        let cells = self.question.board.len() as u32;
        u128::MAX >> (u128::BITS - cells) & !(self.stones[0] | self.stones[1])
    }

    /// The value of a game that is over, for the player to move.
    fn over(&self) -> Option<i8> {
        let [mover, other] = self.stones.map(|stones| self.breaker.has_line(stones));
        match (mover, other) {
            (true, _) => Some(1),
            (_, true) => Some(-1),
            _ => (self.empty() == 0).then_some(0),
        }
    }

    /// The positions whose attackers must be held for a draw: the stones of attacker and defender, and
    /// whether the attacker is to move. On the empty board the second player cannot win anyway.
    fn claims(&self) -> Vec<([u128; 2], bool)> {
        let [mover, other] = self.stones;
        match mover | other {
            0 => vec![([0, 0], true)],
            _ => vec![([mover, other], true), ([other, mover], false)],
        }
    }

    /// Whether the attacker is held; false when that was not found.
    fn holds(
        &mut self,
        (stones, attacks): ([u128; 2], bool),
        progress: &mut dyn FnMut(&Progress),
    ) -> bool {
        let (budget, started) = (self.budget, self.started);
        let mut reported = started.elapsed();
        let threads = budget.threads;
        let watch = &mut |nodes: u64, [proof, disproof]: [u32; 2]| {
            let spent = budget.nodes.is_some_and(|limit| nodes >= limit / COST);
            if spent || threads < 2 && !nodes.is_multiple_of(64) {
                return spent || budget.is_stopped();
            }
            let elapsed = started.elapsed();
            if elapsed >= reported + REPORT {
                reported = elapsed;
                progress(&Progress { nodes, elapsed, proof, disproof });
            }
            budget.is_stopped() || budget.time.is_some_and(|time| elapsed >= time)
        };
        let found = self.breaker.ask_threads(stones, attacks, threads, watch);
        found.is_some_and(|found| !found.maker_wins)
    }

    /// A cell with which the player to move keeps a draw that was shown.
    fn keeping(&mut self) -> Option<usize> {
        let [mover, other] = self.stones;
        if mover | other == 0 {
            return Some(
                self.question.rows / 2 * self.question.columns + self.question.columns / 2,
            );
        }
        let empty = self.empty();
        let moves = || (0..self.question.board.len()).filter(move |cell| empty >> cell & 1 != 0);
        let after = |cell: usize| [other, mover | 1 << cell];
        moves().find(|&cell| self.breaker.recall(after(cell), true) == Some(false)).or_else(|| {
            // All were forgotten: they are searched again.
            moves().find(|&cell| self.holds((after(cell), true), &mut |_| {}))
        })
    }
}

/// Like [`solve`](super::solve()), on a wide board.
pub(super) fn solve_wide(
    question: &Question,
    budget: &Budget,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Solution, SolveError> {
    let mut wide = Wide::new(question, budget)?;
    let (mut value, mut best) = (wide.over(), None);
    if value.is_none() && wide.claims().into_iter().all(|claim| wide.holds(claim, progress)) {
        value = Some(0);
        best = wide.keeping();
    }
    let line = best.into_iter().collect();
    let (nodes, elapsed) = (wide.breaker.looks(), wide.started.elapsed());
    Ok(Solution { value, best, line, nodes, elapsed })
}

/// How each player who cannot win is held, as far as that can be shown without threats of the other's: the
/// player, and how. Nothing of a game that is over.
pub(super) fn holds_wide(
    question: &Question,
    budget: &Budget,
) -> Result<Vec<(Player, Hold)>, SolveError> {
    let mut wide = Wide::new(question, budget)?;
    let mut found = Vec::new();
    if wide.over().is_some() {
        return Ok(found);
    }
    let [mover, other] = wide.stones;
    let attackers = [(question.mover, [mover, other], true)];
    let waiting = [(question.mover.other(), [other, mover], false)];
    for (player, stones, attacks) in attackers.into_iter().chain(waiting) {
        if !wide.holds((stones, attacks), &mut |_| {}) {
            continue;
        }
        let started = wide.started;
        let stop = &mut |_: u64, _: [u32; 2]| {
            budget.is_stopped() || budget.time.is_some_and(|time| started.elapsed() >= time)
        };
        if let Ok(hold) = wide.breaker.hold(stones, attacks, stop) {
            found.push((player, hold));
        }
    }
    Ok(found)
}

/// The values of moves that follow from a solution of a wide board: from a drawn empty board every move
/// draws.
pub(super) fn values_wide(question: &Question, solution: &Solution) -> MoveValues {
    let blank = question.board.iter().all(|&stone| stone == 0);
    let known = |cell: usize| (blank || solution.best == Some(cell)).then_some(solution.value)?;
    let empty = (0..question.board.len()).filter(|&cell| question.board[cell] == 0);
    match solution.best {
        None if solution.value.is_some() => Vec::new(),
        _ => empty.map(|cell| (cell, known(cell))).collect(),
    }
}

/// Like [`write_proof`](super::write_proof()), on a wide board.
pub(super) fn write_wide(
    question: &Question,
    budget: &Budget,
    out: &mut dyn Write,
) -> Result<Written, WriteProofError> {
    let mut wide = Wide::new(question, budget).map_err(ProveError::from)?;
    let claims = wide.claims();
    let open = wide.over().is_none();
    if !open || !claims.iter().all(|&claim| wide.holds(claim, &mut |_| {})) {
        return Err(ProveError::Spent.into());
    }
    out.write_all(header(SHARED_HEADER, question).as_bytes())?;
    let mut written = Written { value: 0, claims: Vec::new(), nodes: 0 };
    for (stones, attacks) in claims {
        let player = if attacks { question.mover } else { question.mover.other() };
        let claim = Claim { player, wins: false };
        writeln!(out, "claim {claim}")?;
        let stop = &mut |_: u64, _: [u32; 2]| budget.is_stopped();
        written.nodes +=
            wide.breaker.write(stones, attacks, out, stop).map_err(|problem| match problem {
                Unwritten::Open => ProveError::Spent.into(),
                Unwritten::File(error) => WriteProofError::File(error),
            })?;
        written.claims.push(claim);
    }
    Ok(written)
}
