//! A draw proved in parts: which players must be held, and the answer once they are.

use std::io::Write;
use std::time::Duration;

use super::breaker::{Breaker, BreakerCuts, KeptTree, Reply, Unwritten};
use super::exact::Asked;
use super::proof::{Claim, ProveError, header};
use super::strategy_check::SHARED_HEADER;
use super::{Question, Solution, SolveError, WriteProofError};
use crate::{ExactAnswer, ExactError, Request};

/// The minimum K for proving a draw in parts: with four in a row the defender nearly always needs threats.
const LEAST_K_IN_PARTS: usize = 5;

/// A player to be held by an opponent who does not aim for a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// Rows, columns and K.
    pub size: [usize; 3],
    /// The stones of the attacker and the defender, bit c for cell c row by row.
    pub stones: [u128; 2],
    /// Whether the attacker is to move.
    pub attacks: bool,
}

impl Held {
    /// The name of the file that stores its tree: `mnk-8,8,5-0-0-attack.tree`.
    pub fn file_name(&self) -> String {
        let ([rows, columns, k], [attacker, defender]) = (self.size, self.stones);
        let side = if self.attacks { "attack" } else { "defence" };
        format!("mnk-{rows},{columns},{k}-{attacker:x}-{defender:x}-{side}.tree")
    }
}

/// The players who must be held for a draw: one on the empty board, where the other cannot win anyway, otherwise
/// both. Empty if the game is over.
///
/// ```
/// use ninefold_solve::{Request, mnk::held_for_a_draw};
///
/// let rows = ["000000"; 6].join("/");
/// let held = held_for_a_draw(&Request::new("mnk:6,6,5", format!("{rows} 1")))?;
/// assert_eq!((held.len(), held[0].stones), (1, [0, 0]));
/// # Ok::<(), ninefold_solve::ExactError>(())
/// ```
pub fn held_for_a_draw(request: &Request) -> Result<Vec<Held>, ExactError> {
    let asked = Asked::read(request)?;
    let size = asked.size;
    if size[2] < LEAST_K_IN_PARTS {
        return Err(ExactError::Refused(format!(
            "{} cannot be solved in parts: that is for draws with {LEAST_K_IN_PARTS} or more in a row",
            request.game
        )));
    }
    let refused = |error: SolveError| ExactError::Refused(error.to_string());
    let question = asked.question();
    let Question { rows, columns, .. } = question;
    let [mover, other] = question.stones().map_err(refused)?;
    let lines = Breaker::new(size, BreakerCuts::ALL, 0)
        .ok_or(SolveError::Size { rows, columns })
        .map_err(refused)?;
    let full = asked.board.iter().all(|&stone| stone != 0);
    if full || [mover, other].iter().any(|&stones| lines.has_line(stones)) {
        return Ok(Vec::new());
    }
    let attack = Held { size, stones: [mover, other], attacks: true };
    let defence = Held { size, stones: [other, mover], attacks: false };
    Ok(if mover | other == 0 { vec![attack] } else { vec![attack, defence] })
}

/// The answer once all of them are held. `reply` is the stone with which the player to move holds the other;
/// without it the answer contains only the value.
pub fn answer_of_a_draw(
    request: &Request,
    reply: Reply,
    nodes: u64,
    elapsed: Duration,
) -> Result<ExactAnswer, ExactError> {
    let asked = Asked::read(request)?;
    let blank = asked.board.iter().all(|&stone| stone == 0);
    let middle = asked.size[0] / 2 * asked.size[1] + asked.size[1] / 2;
    let best = match reply {
        _ if blank => Some(middle),
        Reply::Any => asked.board.iter().position(|&stone| stone == 0),
        Reply::Stone(cell) => Some(cell),
        Reply::Unknown => None,
    };
    let line: Vec<usize> = best.into_iter().collect();
    let moves = line.iter().map(|&cell| (cell, Some(0))).collect();
    let solution = Solution { value: Some(0), best, line, nodes, elapsed };
    Ok(asked.answer(&solution, moves))
}

/// Writes a proof of a draw from the trees in which the players are held, in the order of [`held_for_a_draw`], and
/// returns the number of nodes.
///
/// Positions that the trees have lost, or that were found on other machines, are searched again.
pub fn write_draw_proof(
    request: &Request,
    trees: &mut [KeptTree],
    out: &mut dyn Write,
) -> Result<u64, ExactError> {
    let asked = Asked::read(request)?;
    let refused = |error: WriteProofError| ExactError::Refused(error.to_string());
    let question = asked.question();
    let file = |error: std::io::Error| refused(error.into());
    out.write_all(header(SHARED_HEADER, &question).as_bytes()).map_err(file)?;
    let mut nodes = 0;
    for (tree, player) in trees.iter_mut().zip([question.mover, question.mover.other()]) {
        writeln!(out, "claim {}", Claim { player, wins: false }).map_err(file)?;
        let written = tree.write_strategy(&request.budget, out);
        nodes += written.map_err(|problem| match problem {
            Unwritten::Open => refused(ProveError::Spent.into()),
            Unwritten::File(error) => file(error),
        })?;
    }
    Ok(nodes)
}
