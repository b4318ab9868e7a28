//! A proof checker that shares nothing with the solver except the rules of the game.

use std::collections::HashMap;

use ninefold_core::{Notation, Player, Rules, quote};
use ninefold_games::mnk::{Cell, Mnk, State};
use thiserror::Error;

use super::proof::{Claim, PROOF_HEADER};
use super::strategy_check::{check_strategy, is_strategy};
use super::windows::Windows;

/// Enough words for every board of at most 128 cells with its guards.
const WORDS: usize = 7;
/// The maximum number of cells of a board.
const MOST_CELLS: usize = 128;

/// What a valid proof has shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Rows, columns and K.
    pub game: [usize; 3],
    /// The position in the notation of the game.
    pub position: String,
    /// The proved claims.
    pub claims: Vec<Claim>,
    /// The value for the player to move, if the claims determine it.
    pub value: Option<i8>,
    /// The number of nodes checked.
    pub nodes: usize,
}

/// Why a text is not a valid proof.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {what}")]
pub struct ProofProblem {
    /// The invalid line, counted from 1.
    pub line: usize,
    /// What is wrong with it, in one sentence.
    pub what: String,
}

/// Checks every node of a proof; the formats are described at [`Proof`](super::Proof) and
/// [`write_proof`](super::write_proof()).
///
/// ```
/// use ninefold_solve::mnk::check;
///
/// let text = "ninefold mnk proof 1
/// game mnk:2,2,2
/// position 10/00 1
/// claim player 1 wins
/// 0 win 2,2
/// ";
/// assert_eq!(check(text)?.value, Some(1));
/// let problem = check(&text.replace("win 2,2", "win 1,1")).unwrap_err();
/// assert_eq!(problem.to_string(), "line 5: 1,1 is not a legal move");
/// # Ok::<(), ninefold_solve::mnk::ProofProblem>(())
/// ```
pub fn check(text: &str) -> Result<Checked, ProofProblem> {
    if is_strategy(text) {
        return check_strategy(&mut text.as_bytes());
    }
    let mut line = 0;
    read(text, &mut line).map_err(|what| ProofProblem { line, what })
}

fn read(text: &str, line: &mut usize) -> Result<Checked, String> {
    let mut lines = text.lines();
    let mut field = |name: &str| {
        *line += 1;
        let found = lines.next().unwrap_or_default();
        let rest = found.strip_prefix(name).map(str::trim);
        rest.ok_or_else(|| format!("{} where `{name} …` was wanted", quote(found)))
    };
    if !field(PROOF_HEADER)?.is_empty() {
        return Err(format!("only `{PROOF_HEADER}` can be read"));
    }
    let size = size(field("game mnk:")?)?;
    let rules = Mnk::<WORDS>::new(size[0], size[1], size[2]);
    let position = field("position")?;
    let root = rules.parse_position(position).map_err(|error| error.to_string())?;
    let mut checker =
        Checker { windows: Windows::new(size), rules, root, claims: Vec::new(), nodes: 0 };
    let mut section: Option<Section> = None;
    for text in lines {
        *line += 1;
        if let Some(claim) = text.strip_prefix("claim ") {
            section.take().map_or(Ok(()), Section::end)?;
            let claim = parse_claim(claim)?;
            checker.claims.push(claim);
            section = Some(Section { claim, number: 0, waiting: HashMap::from([(0, root)]) });
        } else {
            let section = section.as_mut().ok_or("a node before the first claim")?;
            checker.nodes += 1;
            checker.node(section, text)?;
        }
    }
    section.ok_or("no claim was made")?.end()?;
    let position = rules.position_text(&root);
    let value = checker.value();
    Ok(Checked { game: size, position, claims: checker.claims, value, nodes: checker.nodes })
}

/// The nodes of a claim, read one after another.
struct Section {
    claim: Claim,
    number: usize,
    /// The positions of nodes that were referred to and not yet read.
    waiting: HashMap<usize, State<WORDS>>,
}

impl Section {
    fn end(self) -> Result<(), String> {
        match self.waiting.keys().min() {
            None => Ok(()),
            Some(number) => Err(format!("node {number} of `{}` is missing", self.claim)),
        }
    }

    /// Every edge adds a stone and leads to a later node, and a node has only one position.
    fn refer(&mut self, text: &str, position: State<WORDS>) -> Result<(), String> {
        let number = number(text)?;
        if number <= self.number {
            return Err(format!("node {} refers back to node {number}", self.number));
        }
        if *self.waiting.entry(number).or_insert(position) != position {
            return Err(format!("node {number} would stand for two positions"));
        }
        Ok(())
    }
}

struct Checker {
    rules: Mnk<WORDS>,
    windows: Windows,
    root: State<WORDS>,
    claims: Vec<Claim>,
    nodes: usize,
}

impl Checker {
    /// The value for the player to move, as far as the claims determine it.
    fn value(&self) -> Option<i8> {
        let mover = self.rules.to_move(&self.root);
        let claimed = |player, wins| self.claims.contains(&Claim { player, wins });
        let empty = Player::all(2).all(|player| self.root.stones(player).is_empty());
        if claimed(mover, true) {
            Some(1)
        } else if claimed(mover.other(), true) {
            Some(-1)
        } else {
            // On the empty board the player who moves second cannot win: the first could play anywhere and then use
            // the second's strategy, and an extra stone does not hurt.
            let both = claimed(mover, false) && (empty || claimed(mover.other(), false));
            both.then_some(0)
        }
    }

    fn node(&self, section: &mut Section, text: &str) -> Result<(), String> {
        let mut words = text.split_whitespace();
        let here = section.number;
        if words.next() != Some(here.to_string().as_str()) {
            return Err(format!("{} where node {here} was wanted", quote(text)));
        }
        let unknown = || format!("no earlier node leads to node {here}");
        let position = section.waiting.remove(&here).ok_or_else(unknown)?;
        let kind = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        let attacker = section.claim.player;
        let prover = if section.claim.wins { attacker } else { attacker.other() };
        let outcome = self.rules.outcome(&position);
        let over = outcome.is_some();
        if over != (kind == "over") {
            return Err(format!(
                "node {here} is `{kind}`, but the game is {}over",
                if over { "" } else { "not " }
            ));
        }
        let proves = self.rules.to_move(&position) == prover;
        match (kind, words.as_slice()) {
            ("over", []) => {
                let wins = position.winner() == Some(attacker);
                let right = wins == section.claim.wins;
                right.then_some(()).ok_or(format!("node {here} ends against the claim"))?;
            }
            ("win", [cell]) if proves => {
                let won = self.after(&position, self.cell(cell)?)?.winner() == Some(prover);
                won.then_some(()).ok_or(format!("{cell} does not complete a line"))?;
            }
            ("move", [cell, next]) if proves => {
                let after = self.after(&position, self.cell(cell)?)?;
                section.refer(next, after)?;
            }
            ("all", replies) if !proves => self.all(section, &position, replies)?,
            ("pairs", pairs) if !section.claim.wins => {
                self.windows.paired(
                    &self.contents(&position, attacker),
                    &parsed(pairs, |cell| self.place(cell))?,
                )?;
            }
            ("weight", []) if !section.claim.wins => {
                let moves = self.rules.to_move(&position) == attacker;
                self.windows.light(&self.contents(&position, attacker), moves)?;
            }
            _ => return Err(format!("node {here} cannot be {}", quote(text))),
        }
        section.number += 1;
        Ok(())
    }

    /// Every legal move of the side that proves nothing, in order.
    fn all(
        &self,
        section: &mut Section,
        position: &State<WORDS>,
        replies: &[&str],
    ) -> Result<(), String> {
        let mut moves = Vec::new();
        self.rules.moves(position, &mut moves);
        if moves.len() != replies.len() {
            return Err(format!("{} replies where there are {}", replies.len(), moves.len()));
        }
        for (&cell, &reply) in moves.iter().zip(replies) {
            let after = self.after(position, cell)?;
            if reply != "=" {
                section.refer(reply, after)?;
            } else if !self.completes(&after) {
                return Err(format!("nothing answers {} at once", self.rules.move_text(cell)));
            }
        }
        Ok(())
    }

    /// Whether the player to move completes a line with the next stone.
    fn completes(&self, position: &State<WORDS>) -> bool {
        let mut moves = Vec::new();
        self.rules.moves(position, &mut moves);
        let mover = self.rules.to_move(position);
        moves.iter().any(|&cell| {
            let mut after = *position;
            self.rules.play(&mut after, cell);
            after.winner() == Some(mover)
        })
    }

    fn after(&self, position: &State<WORDS>, cell: Cell) -> Result<State<WORDS>, String> {
        let mut moves = Vec::new();
        self.rules.moves(position, &mut moves);
        if !moves.contains(&cell) {
            return Err(format!("{} is not a legal move", self.rules.move_text(cell)));
        }
        let mut after = *position;
        self.rules.play(&mut after, cell);
        Ok(after)
    }

    fn cell(&self, text: &str) -> Result<Cell, String> {
        let place = self.place(text)?;
        Ok(self.rules.cell(place / self.rules.columns(), place % self.rules.columns()))
    }

    /// A cell's number, row by row from 0.
    fn place(&self, text: &str) -> Result<usize, String> {
        let wrong = || format!("{} is not a cell", quote(text));
        let (row, column) = text.split_once(',').ok_or_else(wrong)?;
        let (row, column) = (number(row)?, number(column)?);
        let inside =
            (1..=self.rules.rows()).contains(&row) && (1..=self.rules.columns()).contains(&column);
        inside.then(|| (row - 1) * self.rules.columns() + column - 1).ok_or_else(wrong)
    }

    /// The contents of each cell: empty, the attacker's stone (true) or the defender's.
    fn contents(&self, position: &State<WORDS>, attacker: Player) -> Vec<Option<bool>> {
        let text = self.rules.position_text(position);
        let stones =
            text.chars().take_while(|symbol| *symbol != ' ').filter(|symbol| *symbol != '/');
        stones
            .map(|symbol| match symbol {
                '0' => None,
                stone => Some(stone.to_string() == attacker.to_string()),
            })
            .collect()
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("{} is not a number", quote(text)))
}

fn size(text: &str) -> Result<[usize; 3], String> {
    let numbers = text.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    match numbers[..] {
        [rows, columns, k]
            if k > 0
                && rows
                    .checked_mul(columns)
                    .is_some_and(|cells| (1..=MOST_CELLS).contains(&cells)) =>
        {
            Ok([rows, columns, k])
        }
        _ => Err(format!(
            "{} is not a size: rows, columns and K were wanted, 1 to {MOST_CELLS} cells",
            quote(text)
        )),
    }
}

fn parse_claim(text: &str) -> Result<Claim, String> {
    let all = Player::all(2).flat_map(|player| [true, false].map(|wins| Claim { player, wins }));
    let mut named = all.filter(|claim| claim.to_string() == text.trim());
    named
        .next()
        .ok_or_else(|| format!("{} is not a claim: `player 1 cannot win` is one", quote(text)))
}

fn parsed(
    pairs: &[&str],
    place: impl Fn(&str) -> Result<usize, String>,
) -> Result<Vec<[usize; 2]>, String> {
    let pair = |text: &&str| {
        let (first, second) =
            text.split_once('-').ok_or(format!("{} is not a pair", quote(text)))?;
        Ok([place(first)?, place(second)?])
    };
    pairs.iter().map(pair).collect()
}
