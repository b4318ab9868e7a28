//! Proofs that can be checked independently.

use std::collections::HashMap;
use std::fmt::{self, Write};

use ninefold_core::Player;
use thiserror::Error;

use super::board::{Board, cells};
use super::follow::keeping;
use super::lines::Lines;
use super::pairing::{ends, pairing};
use super::position::{Cuts, Position, bounded};
use super::question::questions;
use super::search::Search;
use super::solver::{asked, over};
use super::word::Word;
use super::{Budget, Question, SolveError};

/// The first line of every proof in this format.
pub const PROOF_HEADER: &str = "ninefold mnk proof 1";

/// What a proof states about one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The player who wins or cannot win.
    pub player: Player,
    /// Whether the player forces a line.
    pub wins: bool,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.wins { "wins" } else { "cannot win" };
        write!(f, "player {} {verb}", self.player)
    }
}

/// A proof of the value of a position, and its text format.
///
/// A proof is a text:
///
/// ```text
/// ninefold mnk proof 1
/// game mnk:3,3,3
/// position 000/000/000 1
/// claim player 1 cannot win
/// 0 all 1 2 3 4 5 6 7 8 9
/// 1 move 2,2 10
/// …
/// ```
///
/// A claim is about one player, the attacker: that the attacker forces a line, or cannot. A drawn position has two
/// claims, one about each player; from an empty board the one about the player to move is enough, since the other
/// cannot do better. The claim is followed by its nodes, numbered from 0, which is the position itself. A node
/// refers only to later ones. Each node has one of these forms:
///
/// - `move 2,2 10`: the side that proves the claim plays row 2, column 2, and node 10 follows;
/// - `all 1 = 3`: the other side is to move; its moves in reading order lead to nodes 1 and 3, and the one marked
///   `=` is answered by completing a line immediately;
/// - `win 2,2`: the side that proves the claim completes a line;
/// - `over`: the game is over, as claimed;
/// - `pairs 1,1-1,2 2,1-3,1`: every window that the attacker could still fill contains both cells of a pair, so the
///   defender takes the other cell of a pair whenever the attacker takes one;
/// - `weight`: the windows that the attacker could still fill, each counted as 2^−(empty cells), sum to less than
///   1, or to less than 1/2 if the attacker is to move, so that none can be filled (Erdős and Selfridge 1973).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The value for the player to move.
    pub value: i8,
    /// The proved claims.
    pub claims: Vec<Claim>,
    /// The total number of nodes of all claims.
    pub nodes: usize,
    /// The text.
    pub text: String,
}

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProveError {
    /// The question is invalid.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The budget was spent first.
    #[error("nothing was proved in the time, nodes or memory allowed: allow more")]
    Spent,
}

/// Solves a position and writes a proof of its value, which [`check`](super::check()) verifies.
///
/// ```
/// use ninefold_core::Player;
/// use ninefold_solve::mnk::{Budget, Question, check, prove};
///
/// let question = Question { rows: 6, columns: 6, k: 5, board: &[0; 36], mover: Player::FIRST };
/// let proof = prove(&question, &Budget::default())?;
/// assert_eq!(proof.claims[0].to_string(), "player 1 cannot win");
/// assert_eq!(check(&proof.text).unwrap().value, Some(0));
/// # Ok::<(), ninefold_solve::mnk::ProveError>(())
/// ```
pub fn prove(question: &Question, budget: &Budget) -> Result<Proof, ProveError> {
    match question.is_wide() {
        true => proved::<u128>(question, budget),
        false => proved::<u64>(question, budget),
    }
}

fn proved<W: Word>(question: &Question, budget: &Budget) -> Result<Proof, ProveError> {
    let (board, stones) = question.read::<W>()?;
    let progress = &mut |_: &_| {};
    let cuts = Cuts { breaker: false, ..Cuts::ALL };
    let mut search = Search::new(&board, cuts, budget, progress);
    let value =
        over(&board, stones).or_else(|| asked(&mut search, stones)).ok_or(ProveError::Spent)?;
    let [wins, loses] = questions(stones);
    let mover = |wins: bool| Claim { player: question.mover, wins };
    let other = |wins: bool| Claim { player: question.mover.other(), wins };
    let claims = match value {
        1 => vec![(mover(true), wins)],
        0 if stones == [W::EMPTY; 2] => vec![(mover(false), wins)],
        0 => vec![(mover(false), wins), (other(false), loses)],
        _ => vec![(other(true), loses)],
    };
    let mut text = header(PROOF_HEADER, question);
    let mut nodes = 0;
    for (claim, root) in &claims {
        let _ = writeln!(text, "claim {claim}");
        let mut writer = Writer { claim: claim.wins, numbers: HashMap::new(), queue: Vec::new() };
        nodes += writer.write(&mut search, *root, &mut text).ok_or(ProveError::Spent)?;
    }
    let claims = claims.into_iter().map(|(claim, _)| claim).collect();
    Ok(Proof { value, claims, nodes, text })
}

/// The lines before the first claim.
pub(super) fn header(form: &str, question: &Question) -> String {
    let Question { rows, columns, k, board, mover } = question;
    let row = |row: &[u8]| row.iter().map(|stone| char::from(b'0' + stone)).collect();
    let position: Vec<String> = board.chunks(*columns).map(row).collect();
    let position = position.join("/");
    format!("{form}\ngame mnk:{rows},{columns},{k}\nposition {position} {mover}\n")
}

/// Writes the nodes of one claim, positions with fewer stones first, each position once.
struct Writer<W> {
    claim: bool,
    numbers: HashMap<[W; 2], usize>,
    queue: Vec<Position<W>>,
}

impl<W: Word> Writer<W> {
    fn number(&mut self, position: Position<W>) -> usize {
        let next = self.numbers.len();
        let stones = [position.attacker, position.defender];
        let number = *self.numbers.entry(stones).or_insert(next);
        if number == next {
            self.queue.push(position);
        }
        number
    }

    /// Returns the number of nodes; `None` if the budget is spent.
    fn write(
        &mut self,
        search: &mut Search<W>,
        root: Position<W>,
        text: &mut String,
    ) -> Option<usize> {
        self.number(root);
        let mut index = 0;
        while let Some(&position) = self.queue.get(index) {
            let node = self.node(search, position)?;
            let _ = writeln!(text, "{index} {node}");
            index += 1;
        }
        Some(index)
    }

    fn node(&mut self, search: &mut Search<W>, position: Position<W>) -> Option<String> {
        let board = search.board;
        let empty = position.empty(board);
        if empty == W::EMPTY || search.line(&position).is_some() {
            return Some("over".to_owned());
        }
        let proves = position.attacks == self.claim;
        let [own, other] = search.completing(&position);
        if proves && own != W::EMPTY {
            return Some(format!("win {}", name(board, own.trailing_zeros())));
        }
        if !self.claim {
            let lines = Lines::new(board, position.attacker, position.defender);
            if let Some(pairs) = pairing(board, &lines, empty) {
                return Some(listed(board, &pairs));
            }
            if bounded(&position, &lines) {
                return Some("weight".to_owned());
            }
        }
        if proves {
            let cell = keeping(search, position, self.claim)?;
            let next = self.number(position.play(W::bit(cell)));
            return Some(format!("move {} {next}", name(board, cell)));
        }
        let mut node = "all".to_owned();
        for cell in cells(empty) {
            // The reply may have blocked the only cell that completes a line.
            if other & !W::bit(cell) != W::EMPTY {
                node.push_str(" =");
            } else {
                let _ = write!(node, " {}", self.number(position.play(W::bit(cell))));
            }
        }
        Some(node)
    }
}

fn listed<W: Word>(board: &Board<W>, pairs: &[W]) -> String {
    let mut node = "pairs".to_owned();
    for &pair in pairs {
        let (first, second) = ends(pair);
        let _ = write!(node, " {}-{}", name(board, first), name(board, second));
    }
    node
}

/// A cell as `row,column` from 1.
fn name<W: Word>(board: &Board<W>, cell: u32) -> String {
    let (row, column) = (cell as usize / board.columns(), cell as usize % board.columns());
    format!("{},{}", row + 1, column + 1)
}
