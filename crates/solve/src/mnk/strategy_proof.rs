//! Proofs by strategies: why a player cannot win, written while it is found.

use std::io::{self, BufRead, BufReader, Read, Write};

use flate2::bufread::GzDecoder;
use thiserror::Error;

use super::breaker::Unwritten;
use super::check::{Checked, ProofProblem, check};
use super::position::{Cuts, Position};
use super::proof::{Claim, ProveError, header, prove};
use super::question::questions;
use super::search::Search;
use super::solver::{asked, over};
use super::strategy_check::{SHARED_HEADER, check_strategy, is_strategy};
use super::word::Word;
use super::{Budget, Question};

/// The result of writing a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The value for the player to move.
    pub value: i8,
    /// The proved claims.
    pub claims: Vec<Claim>,
    /// The total number of nodes of all claims.
    pub nodes: u64,
}

/// Why a proof was not written.
#[derive(Debug, Error)]
pub enum WriteProofError {
    /// There is no proof.
    #[error(transparent)]
    Prove(#[from] ProveError),
    /// Writing failed.
    #[error(transparent)]
    File(#[from] io::Error),
}

/// Solves a position and writes a proof of its value, node by node.
///
/// If both claims of a draw can be proved by strategies of the Maker–Breaker game, the proof has the format below;
/// otherwise it has the format described at [`Proof`](super::Proof).
///
/// ```text
/// ninefold mnk proof 3
/// game mnk:7,7,5
/// position 0000000/0000000/0000000/0000000/0000000/0000000/0000000 1
/// claim player 1 cannot win
/// -
/// 4,4 1,1-1,2 2,1-3,1 … .
/// 3,3 #0
/// …
/// end
/// 5,5 =0/3
/// end
/// ```
///
/// Each claim states that an attacker cannot win and is followed by a strategy of the defender: a tree of nodes in
/// which the attacker is to move. A line `4,4 1,1-1,2` starts the node after the defender's stone on row 4, column
/// 4 (`-` starts the root if the attacker is to move there). It also states that from there on the defender keeps
/// the pair of cells 1,1 and 1,2, that is, answers a stone on one with the other. A line that ends with a dot is a
/// complete node: every window contains a stone or a kept pair of the defender's. Any other node continues with its
/// children up to its `end`.
///
/// The *zone* of a node is the set of cells that it relies on: for a complete node its pairs, for any other node
/// its pairs and the zones and stones of its children. A node is valid if for every cell that the attacker may take
/// there is a child whose zone and stone do not contain it (in other words, the children have no cell in common),
/// and if its own pairs are in no child's zone. Then the defender plays that child's stone, and everything that the
/// child relies on is still empty. The attacker's stones need not be known, so one child answers all moves outside
/// its zone.
///
/// *Nodes that continue as others do.* A node that ends with `#7` is named 7; a reused name refers to the later
/// node. A line that ends with `=7/3` is a node that continues with the children of node 7, whose `end` must
/// already have been read, on the board turned by 3 (upside down with 1, left to right with 2, then rows for
/// columns with 4, added). Let Z be the zone of those children, turned. In node 7, every window that was open when
/// it started received a stone or a pair of the defender's in its part within Z, since all later stones and pairs
/// of the defender are there. So the node is valid if every window that is open here contains such a part as a
/// whole, and none of the defender's stones and pairs here is in Z. Its zone is its pairs and Z. (Proofs of format
/// 2 have no names.)
pub fn write_proof(
    question: &Question,
    budget: &Budget,
    out: &mut dyn Write,
) -> Result<Written, WriteProofError> {
    match question.is_wide() {
        true => written::<u128>(question, budget, out),
        false => written::<u64>(question, budget, out),
    }
}

fn written<W: Word>(
    question: &Question,
    budget: &Budget,
    out: &mut dyn Write,
) -> Result<Written, WriteProofError> {
    let (board, stones) = question.read::<W>().map_err(ProveError::from)?;
    let progress = &mut |_: &_| {};
    let mut search = Search::new(&board, Cuts::ALL, budget, progress);
    if over(&board, stones).is_none() {
        let value = asked(&mut search, stones).ok_or(ProveError::Spent)?;
        let claims = claims(question, stones);
        if value == 0 && claims.iter().all(|(_, root)| search.breaker_holds(root)) {
            let text = header(SHARED_HEADER, question);
            out.write_all(text.as_bytes())?;
            let mut nodes = 0;
            for (claim, root) in &claims {
                writeln!(out, "claim {claim}")?;
                nodes += search.write_strategy(root, out).map_err(|problem| match problem {
                    Unwritten::Open => ProveError::Spent.into(),
                    Unwritten::File(error) => WriteProofError::File(error),
                })?;
            }
            let claims = claims.into_iter().map(|(claim, _)| claim).collect();
            return Ok(Written { value, claims, nodes });
        }
    }
    drop(search);
    let proof = prove(question, budget)?;
    out.write_all(proof.text.as_bytes())?;
    Ok(Written { value: proof.value, claims: proof.claims, nodes: proof.nodes as u64 })
}

/// The claims to be proved for a draw.
fn claims<W: Word>(question: &Question, stones: [W; 2]) -> Vec<(Claim, Position<W>)> {
    let [wins, loses] = questions(stones);
    let mut claims = vec![(Claim { player: question.mover, wins: false }, wins)];
    if stones != [W::EMPTY; 2] {
        claims.push((Claim { player: question.mover.other(), wins: false }, loses));
    }
    claims
}

/// The maximum size of a proof in the first format, which is read into memory as a whole.
const LARGEST_TEXT: u64 = 1 << 30;

/// Checks a proof of any format, compressed with gzip or not, while it is read.
///
/// ```
/// use ninefold_core::Player;
/// use ninefold_solve::mnk::{Budget, Question, check_proof, write_proof};
///
/// let question = Question { rows: 6, columns: 6, k: 5, board: &[0; 36], mover: Player::FIRST };
/// let mut file = Vec::new();
/// write_proof(&question, &Budget::default(), &mut file)?;
/// assert_eq!(check_proof(&mut file.as_slice())?.unwrap().value, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_proof(file: &mut dyn BufRead) -> io::Result<Result<Checked, ProofProblem>> {
    if file.fill_buf()?.starts_with(&[0x1f, 0x8b]) {
        return plain(&mut BufReader::new(GzDecoder::new(file)));
    }
    plain(file)
}

fn plain(file: &mut dyn BufRead) -> io::Result<Result<Checked, ProofProblem>> {
    let mut first = String::new();
    file.take(SHARED_HEADER.len() as u64).read_to_string(&mut first)?;
    let mut whole = first.as_bytes().chain(file);
    if is_strategy(&first) {
        return Ok(check_strategy(&mut whole));
    }
    let mut text = String::new();
    whole.take(LARGEST_TEXT + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST_TEXT {
        return Err(io::Error::other("a proof of more than 1024 MB is too much"));
    }
    Ok(check(&text))
}
