//! A checker of Breaker's strategies that shares nothing with the search and uses bounded memory.

use std::io::BufRead;

use ninefold_core::Player;

use super::check::{Checked, ProofProblem};
use super::proof::Claim;

/// The first line of a proof by strategies.
pub const STRATEGY_HEADER: &str = "ninefold mnk proof 2";

/// The first line of a proof by strategies in which nodes may continue as others do.
pub const SHARED_HEADER: &str = "ninefold mnk proof 3";

/// Whether a text starts like a proof by strategies.
pub(super) fn is_strategy(text: &str) -> bool {
    [STRATEGY_HEADER, SHARED_HEADER].iter().any(|header| text.starts_with(header))
}

/// The line below the last child of a node: it is no node itself.
const END: &str = "end";

/// The maximum number of node names; a reused name refers to the later node.
const MOST_NAMES: usize = 1 << 20;

/// The maximum number of cells of a board.
const MOST_CELLS: usize = 128;

/// A node that has started and not ended.
struct Node {
    /// The stone that led here.
    stone: u128,
    /// The cells of the pairs kept from here on.
    kept: u128,
    /// The number of pairs kept before this node.
    pairs: usize,
    /// The union of the children's zones with their stones.
    union: u128,
    /// The intersection of them.
    common: u128,
    children: usize,
    /// Its name, and the windows that were open when it started.
    name: Option<(usize, Box<[u64]>)>,
}

/// A proved node that others may continue.
struct Named {
    /// The windows that were open when it started, one bit each.
    open: Box<[u64]>,
    /// The cells that its children rely on.
    zone: u128,
}

/// How a line ends.
enum Ending {
    /// Children follow; they may be named.
    Children(Option<usize>),
    /// Every window is stopped.
    Complete,
    /// It continues as a named node, turned.
    Same { name: usize, turn: usize },
}

struct Checker {
    size: [usize; 3],
    windows: Vec<u128>,
    /// The cells with the number of a player, row by row.
    board: Vec<u8>,
    mover: u8,
    claims: Vec<Claim>,
    nodes: usize,
    /// Whether nodes may have names.
    shared: bool,
}

/// The nodes of one claim, read one after another.
struct Section {
    /// The defender's stones: those on the board and those of the open nodes.
    stones: u128,
    empty: u128,
    pairs: Vec<u128>,
    path: Vec<Node>,
    /// Whether the strategy must start with a stone.
    defender_moves: bool,
    done: bool,
    named: Vec<Option<Named>>,
}

/// Checks a proof by strategies, line by line.
pub(super) fn check_strategy(lines: &mut dyn BufRead) -> Result<Checked, ProofProblem> {
    let mut line = 0;
    read(lines, &mut line).map_err(|what| ProofProblem { line, what })
}

/// The maximum length of a line; more than any board needs.
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
    let mut header = next_line(lines, line)?.unwrap_or_default();
    header.truncate(header.trim_end().len());
    let shared = header == SHARED_HEADER;
    if !shared && header != STRATEGY_HEADER {
        return Err(format!("only `{STRATEGY_HEADER}` and `{SHARED_HEADER}` can be read"));
    }
    let mut field = |name: &str| {
        let found = next_line(lines, line)?.unwrap_or_default();
        let rest = found.strip_prefix(name).map(|rest| rest.trim().to_owned());
        rest.ok_or_else(|| format!("`{found}` where `{name} …` was wanted"))
    };
    let size = size(&field("game mnk:")?)?;
    let position = field("position")?;
    let mut checker = Checker::new(size, &position, shared)?;
    let mut section: Option<Section> = None;
    while let Some(text) = next_line(lines, line)? {
        if let Some(claim) = text.strip_prefix("claim ") {
            section.take().map_or(Ok(()), |section| section.end())?;
            section = Some(checker.begin(claim)?);
        } else {
            let section = section.as_mut().ok_or("a node before the first claim")?;
            checker.nodes += usize::from(text != END);
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

    /// A node is proved with its zone, and possibly also the nodes whose last child it is.
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
    fn new(size: [usize; 3], position: &str, shared: bool) -> Result<Checker, String> {
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
        let (windows, claims) = (windows(size), Vec::new());
        Ok(Checker { size, windows, board, mover, claims, nodes: 0, shared })
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
            named: Vec::new(),
        })
    }

    /// Processes one line: the end of a node, or a node with its stone and its pairs. A node is complete if it ends
    /// with a dot, named with `#7`, and continues a named one with `=7/0`.
    fn node(&self, section: &mut Section, text: &str) -> Result<(), String> {
        if section.done {
            return Err(format!("`{text}` after the end of a strategy"));
        }
        if text == END {
            let node = section.path.pop().ok_or("`end` without a node")?;
            // Whichever cell the attacker takes, the zone of some child must not contain it.
            if node.children == 0 || node.common != 0 {
                return Err("a move of the attacker is not answered".to_owned());
            }
            if node.union & node.kept != 0 {
                return Err("a kept pair is used again".to_owned());
            }
            let zone = node.union | node.kept;
            section.close(&node, zone)?;
            if let Some((name, open)) = node.name {
                if section.named.len() <= name {
                    section.named.resize_with(name + 1, || None);
                }
                section.named[name] = Some(Named { open, zone: node.union });
            }
            return Ok(());
        }
        let (text, ending) = self.ending(text)?;
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
        let (union, common, children) = (0, u128::MAX, 0);
        let mut node = Node { stone, kept, pairs, union, common, children, name: None };
        let is_open = |window: &u128| {
            window & section.stones == 0 && !section.pairs.iter().any(|pair| pair & !window == 0)
        };
        match ending {
            Ending::Children(name) => {
                node.name = name.map(|name| (name, self.bits(is_open)));
                section.path.push(node);
                Ok(())
            }
            Ending::Complete if self.windows.iter().any(is_open) => {
                Err("a window holds neither a stone of the defender nor a pair".to_owned())
            }
            Ending::Complete => section.close(&node, kept),
            Ending::Same { name, turn } => {
                let named = section.named.get(name).and_then(Option::as_ref);
                let named = named.ok_or_else(|| format!("no node is named {name} yet"))?;
                let zone = self.turned(named.zone, turn);
                if zone & (section.stones | kept) != 0 {
                    return Err(format!("node {name} needs a cell that is not free here"));
                }
                // In the named node, every open window received a stone or a pair in the part of it that lies in
                // the zone.
                let parts: Vec<u128> = self
                    .windows
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| named.open[index / 64] >> (index % 64) & 1 != 0)
                    .map(|(_, &window)| self.turned(window, turn) & zone)
                    .collect();
                let served = |window: &u128| parts.iter().any(|part| part & !window == 0);
                if !self.windows.iter().filter(|window| is_open(window)).all(served) {
                    return Err(format!("node {name} leaves a window open that is open here"));
                }
                section.close(&node, kept | zone)
            }
        }
    }

    /// Splits a line into its contents and its ending.
    fn ending<'t>(&self, text: &'t str) -> Result<(&'t str, Ending), String> {
        let number = |text: &str, below: usize| {
            let found = text.parse().ok().filter(|&number: &usize| number < below);
            found.ok_or_else(|| format!("`{text}` is not a number below {below}"))
        };
        match text.rsplit_once(' ') {
            Some((rest, ".")) => Ok((rest, Ending::Complete)),
            Some((rest, word)) if self.shared && word.starts_with('#') => {
                Ok((rest, Ending::Children(Some(number(&word[1..], MOST_NAMES)?))))
            }
            Some((rest, word)) if self.shared && word.starts_with('=') => {
                let (name, turn) = word[1..].split_once('/').unwrap_or((&word[1..], "0"));
                let turn = number(turn, if self.size[0] == self.size[1] { 8 } else { 4 })?;
                Ok((rest, Ending::Same { name: number(name, MOST_NAMES)?, turn }))
            }
            _ => Ok((text, Ending::Children(None))),
        }
    }

    /// The windows that satisfy a condition, one bit each.
    fn bits(&self, holds: impl Fn(&u128) -> bool) -> Box<[u64]> {
        let mut bits = vec![0; self.windows.len().div_ceil(64)].into_boxed_slice();
        for (index, _) in self.windows.iter().enumerate().filter(|(_, window)| holds(window)) {
            bits[index / 64] |= 1 << (index % 64);
        }
        bits
    }

    /// A set of cells after turning the board: upside down with 1, left to right with 2, then rows for columns with
    /// 4.
    fn turned(&self, set: u128, turn: usize) -> u128 {
        let [rows, columns, _] = self.size;
        let (mut left, mut image) = (set, 0);
        while left != 0 {
            let cell = left.trailing_zeros() as usize;
            left &= left - 1;
            let (row, column) = (cell / columns, cell % columns);
            let row = if turn & 1 != 0 { rows - 1 - row } else { row };
            let column = if turn & 2 != 0 { columns - 1 - column } else { column };
            let (row, column) = if turn & 4 != 0 { (column, row) } else { (row, column) };
            image |= 1 << (row * columns + column);
        }
        image
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
        // On the empty board the player who moves second cannot win: the first could use the same strategy.
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
