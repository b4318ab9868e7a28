//! A checker of Breaker's strategies that shares nothing with the search, in memory that does not grow.

use std::io::BufRead;

use ninefold_core::Player;

use super::check::{Checked, ProofProblem};
use super::proof::Claim;

/// The first line of a proof by strategies.
pub const STRATEGY_HEADER: &str = "ninefold mnk proof 2";

/// The most cells of a board.
const MOST_CELLS: usize = 128;

/// A node that was begun and not ended.
struct Node {
    /// The stone that led here.
    stone: u128,
    /// The cells of the pairs kept from here on.
    kept: u128,
    /// How many pairs were kept before this node.
    pairs: usize,
    /// The union of the children's zones with their stones.
    union: u128,
    /// What all of them have in common.
    common: u128,
    children: usize,
}

struct Checker {
    size: [usize; 3],
    windows: Vec<u128>,
    /// The cells with the number of a player, row by row.
    board: Vec<u8>,
    mover: u8,
    claims: Vec<Claim>,
    nodes: usize,
}

/// The nodes of one claim, read one after another.
struct Section {
    /// The defender's stones: those on the board and those of the nodes begun.
    stones: u128,
    empty: u128,
    pairs: Vec<u128>,
    path: Vec<Node>,
    /// Whether the strategy must begin with a stone.
    defender_moves: bool,
    done: bool,
}

/// Checks a proof by strategies, line by line.
pub(super) fn check_strategy(lines: &mut dyn BufRead) -> Result<Checked, ProofProblem> {
    let mut line = 0;
    read(lines, &mut line).map_err(|what| ProofProblem { line, what })
}

/// The longest line that is read: more than any board needs.
const LONGEST_LINE: u64 = 4096;

fn next_line(lines: &mut dyn BufRead, line: &mut usize) -> Result<Option<String>, String> {
    let mut text = String::new();
    let read = std::io::Read::take(&mut *lines, LONGEST_LINE).read_line(&mut text);
    let count = read.map_err(|error| format!("the proof cannot be read: {error}"))?;
    if count as u64 == LONGEST_LINE {
        return Err(format!("a line is longer than {LONGEST_LINE} letters"));
    }
    *line += usize::from(count > 0);
    Ok((count > 0).then(|| text.trim_end().to_owned()))
}

fn read(lines: &mut dyn BufRead, line: &mut usize) -> Result<Checked, String> {
    let mut field = |name: &str| {
        let found = next_line(lines, line)?.unwrap_or_default();
        let rest = found.strip_prefix(name).map(|rest| rest.trim().to_owned());
        rest.ok_or_else(|| format!("`{found}` where `{name} …` was wanted"))
    };
    if !field(STRATEGY_HEADER)?.is_empty() {
        return Err(format!("only `{STRATEGY_HEADER}` can be read"));
    }
    let size = size(&field("game mnk:")?)?;
    let position = field("position")?;
    let mut checker = Checker::new(size, &position)?;
    let mut section: Option<Section> = None;
    while let Some(text) = next_line(lines, line)? {
        if let Some(claim) = text.strip_prefix("claim ") {
            section.take().map_or(Ok(()), |section| section.end())?;
            section = Some(checker.begin(claim)?);
        } else {
            let section = section.as_mut().ok_or("a node before the first claim")?;
            checker.nodes += 1;
            checker.node(section, &text)?;
        }
    }
    section.ok_or("no claim was made")?.end()?;
    Ok(checker.checked(position))
}

impl Section {
    fn end(self) -> Result<(), String> {
        self.done.then_some(()).ok_or_else(|| "a claim is not proved to its end".to_owned())
    }

    /// A node is proved with its zone; so may be the nodes it is the last child of.
    fn close(&mut self, node: &Node, zone: u128) -> Result<(), String> {
        self.stones &= !node.stone;
        self.pairs.truncate(node.pairs);
        match self.path.last_mut() {
            Some(parent) => {
                parent.union |= zone | node.stone;
                parent.common &= zone | node.stone;
                parent.children += 1;
            }
            None if (zone | node.stone) & !self.empty != 0 => {
                return Err("the strategy needs a cell that is not empty".to_owned());
            }
            None => self.done = true,
        }
        Ok(())
    }
}

impl Checker {
    fn new(size: [usize; 3], position: &str) -> Result<Checker, String> {
        let wrong = || format!("`{position}` is not a position");
        let (rows, mover) = position.split_once(' ').ok_or_else(wrong)?;
        let rows: Vec<&str> = rows.split('/').collect();
        let fits = rows.len() == size[0]
            && rows
                .iter()
                .all(|row| row.len() == size[1] && row.bytes().all(|c| (b'0'..=b'2').contains(&c)));
        if !fits || !["1", "2"].contains(&mover) {
            return Err(wrong());
        }
        let board = rows.concat().bytes().map(|stone| stone - b'0').collect();
        let mover = mover.as_bytes()[0] - b'0';
        Ok(Checker { size, windows: windows(size), board, mover, claims: Vec::new(), nodes: 0 })
    }

    fn stones(&self, player: u8) -> u128 {
        let cells = self.board.iter().enumerate().filter(|(_, owner)| **owner == player);
        cells.fold(0, |set, (cell, _)| set | 1 << cell)
    }

    fn begin(&mut self, text: &str) -> Result<Section, String> {
        let attacker = match text {
            "player 1 cannot win" => 1,
            "player 2 cannot win" => 2,
            _ => return Err(format!("`{text}` is not a claim: `player 1 cannot win` is one")),
        };
        let player = if attacker == 1 { Player::FIRST } else { Player::SECOND };
        self.claims.push(Claim { player, wins: false });
        let attackers = self.stones(attacker);
        if self.windows.iter().any(|window| window & !attackers == 0) {
            return Err(format!("player {attacker} has won"));
        }
        Ok(Section {
            stones: self.stones(3 - attacker),
            empty: self.stones(0),
            pairs: Vec::new(),
            path: Vec::new(),
            defender_moves: self.mover != attacker,
            done: false,
        })
    }

    /// One line: the end of a node, or a node with its stone and its pairs, complete if it ends with a dot.
    fn node(&self, section: &mut Section, text: &str) -> Result<(), String> {
        if section.done {
            return Err(format!("`{text}` after the end of a strategy"));
        }
        if text == "end" {
            let node = section.path.pop().ok_or("`end` without a node")?;
            // Whatever cell the attacker takes, the zone of some child must be free of it.
            if node.children == 0 || node.common != 0 {
                return Err("a move of the attacker is not answered".to_owned());
            }
            if node.union & node.kept != 0 {
                return Err("a kept pair is used again".to_owned());
            }
            return section.close(&node, node.union | node.kept);
        }
        let (text, complete) = match text.strip_suffix(" .") {
            Some(text) => (text, true),
            None => (text, false),
        };
        let mut words = text.split(' ');
        let stone = match words.next().unwrap_or_default() {
            "-" => 0,
            cell => self.cell(cell)?,
        };
        let wanted = !section.path.is_empty() || section.defender_moves;
        if wanted != (stone != 0) {
            return Err(format!("`{text}` {} a stone", if wanted { "lacks" } else { "has" }));
        }
        if stone & (section.stones | !section.empty) != 0 {
            return Err(format!("`{text}` puts a stone where there is one"));
        }
        section.stones |= stone;
        let pairs = section.pairs.len();
        let mut kept = 0;
        for word in words {
            let (a, b) = word.split_once('-').ok_or_else(|| format!("`{word}` is not a pair"))?;
            let (a, b) = (self.cell(a)?, self.cell(b)?);
            if a == b || (a | b) & (kept | section.stones) != 0 {
                return Err(format!("a cell of `{word}` is used twice"));
            }
            kept |= a | b;
            section.pairs.push(a | b);
        }
        let node = Node { stone, kept, pairs, union: 0, common: u128::MAX, children: 0 };
        if !complete {
            section.path.push(node);
            return Ok(());
        }
        let stopped = |window: &u128| {
            window & section.stones != 0 || section.pairs.iter().any(|pair| pair & !window == 0)
        };
        if !self.windows.iter().all(stopped) {
            return Err("a window holds neither a stone of the defender nor a pair".to_owned());
        }
        section.close(&node, kept)
    }

    /// The cell `row,column` as a set.
    fn cell(&self, text: &str) -> Result<u128, String> {
        let wrong = || format!("`{text}` is not a cell");
        let (row, column) = text.split_once(',').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
        let (row, column) = (number(row)?, number(column)?);
        let inside = (1..=self.size[0]).contains(&row) && (1..=self.size[1]).contains(&column);
        inside.then(|| 1 << ((row - 1) * self.size[1] + column - 1)).ok_or_else(wrong)
    }

    fn checked(self, position: String) -> Checked {
        let claimed = |player: u8| {
            let name = player.to_string();
            self.claims.iter().any(|claim| claim.player.to_string() == name)
        };
        // On the empty board the player who moves second cannot win: the first could use his strategy.
        let blank = self.board.iter().all(|&stone| stone == 0);
        let draw = claimed(self.mover) && (blank || claimed(3 - self.mover));
        let value = draw.then_some(0);
        Checked { game: self.size, position, claims: self.claims, value, nodes: self.nodes }
    }
}

fn windows([rows, columns, k]: [usize; 3]) -> Vec<u128> {
    let mut windows = Vec::new();
    let far = (k.min(MOST_CELLS + 1) - 1) as isize;
    for row in 0..rows as isize {
        for column in 0..columns as isize {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let (last, end) = (row + far * down, column + far * right);
                if last < rows as isize && (0..columns as isize).contains(&end) {
                    let cell =
                        |step| (row + step * down) * columns as isize + column + step * right;
                    windows.push((0..=far).fold(0, |set, step| set | 1 << cell(step)));
                }
            }
        }
    }
    windows
}

fn size(text: &str) -> Result<[usize; 3], String> {
    let wrong = || {
        format!("`{text}` is not a size: rows, columns and K were wanted, 1 to {MOST_CELLS} cells")
    };
    let numbers: Result<Vec<usize>, _> = text.split(',').map(str::parse).collect();
    let size: [usize; 3] = numbers.map_err(|_| wrong())?.try_into().map_err(|_| wrong())?;
    let cells = size[0].checked_mul(size[1]).filter(|cells| (1..=MOST_CELLS).contains(cells));
    (cells.is_some() && size[2] > 0).then_some(size).ok_or_else(wrong)
}
