//! Depth-first proof-number search.

use std::cmp::Reverse;
use std::time::Duration;

use ninefold_core::Stopwatch;

use super::board::{Board, cells};
use super::breaker::{Breaker, BreakerCuts};
use super::lines::Lines;
use super::position::{Cuts, Open, Position, Sight, look};
use super::table::{INFINITE, Key, Numbers, Table};
use super::tandem::{LEAST_K_TO_ASK_BREAKER, shared_memory};
use super::word::Word;
use super::{Budget, Progress};

/// The number of positions between two polls of the clock.
const CLOCK: u64 = 1 << 12;
/// The interval of progress reports.
const REPORT: Duration = Duration::from_millis(250);

/// A search with its table, for any number of questions on one board.
pub(super) struct Search<'a, W: Word> {
    pub board: &'a Board<W>,
    pub cuts: Cuts,
    pub nodes: u64,
    pub table: Table,
    started: Stopwatch,
    budget: &'a Budget,
    progress: &'a mut dyn FnMut(&Progress),
    reported: Duration,
    pub root: Numbers,
    clock: u64,
    pub stopped: bool,
    /// The Maker–Breaker search that is tried first, if it may help.
    pub breaker: Option<Breaker>,
    /// The number of positions after which to pause.
    pub pause: Option<u64>,
}

/// A child of a position in the search: where forced moves lead after a move.
struct Child<W> {
    position: Position<W>,
    open: Open<W>,
    key: Key,
    numbers: Numbers,
}

/// The position after all forced moves, and what is known about it.
pub(super) enum Settled<W> {
    /// Whether the attacker forces a line.
    Decided(bool),
    /// A position with a choice.
    Choice(Position<W>, Open<W>, Key),
}

impl<'a, W: Word> Search<'a, W> {
    pub fn new(
        board: &'a Board<W>,
        cuts: Cuts,
        budget: &'a Budget,
        progress: &'a mut dyn FnMut(&Progress),
    ) -> Search<'a, W> {
        let [breaker_memory, memory] = shared_memory(board, budget.memory);
        let size = [board.rows(), board.columns(), board.k()];
        let breaker = (cuts.breaker && board.k() >= LEAST_K_TO_ASK_BREAKER)
            .then(|| Breaker::new(size, BreakerCuts::ALL, breaker_memory))
            .flatten();
        Search {
            board,
            cuts,
            nodes: 0,
            table: Table::new(memory),
            started: Stopwatch::start(&budget.stop),
            budget,
            progress,
            reported: Duration::ZERO,
            root: Numbers { proof: 1, disproof: 1 },
            clock: 0,
            stopped: false,
            breaker,
            pause: None,
        }
    }

    /// The maximum number of threads.
    pub fn threads(&self) -> usize {
        self.budget.threads
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the attacker forces a line from a position in which neither side has one; `None` if the budget is
    /// spent first.
    pub fn ask(&mut self, position: Position<W>) -> Option<bool> {
        match self.settle(position) {
            Settled::Decided(answer) => Some(answer),
            Settled::Choice(position, open, key) => {
                let known = self.table.get(key).filter(|numbers| numbers.settled());
                match known {
                    Some(numbers) => Some(numbers.proof == 0),
                    None => self.in_tandem(&position, &open, key),
                }
            }
        }
    }

    /// Like [`ask`](Search::ask), for a position in which a side may have a line.
    pub fn answer(&mut self, position: Position<W>) -> Option<bool> {
        self.line(&position).or_else(|| self.ask(position))
    }

    /// Like [`answer`](Search::answer), without any search.
    pub fn recall(&mut self, position: Position<W>) -> Option<bool> {
        self.line(&position).or_else(|| match self.settle(position) {
            Settled::Decided(answer) => Some(answer),
            Settled::Choice(position, _, key) => {
                match self.table.get(key).filter(|numbers| numbers.settled()) {
                    Some(numbers) => Some(numbers.proof == 0),
                    None => self.breaker_recalls(&position).then_some(false),
                }
            }
        })
    }

    /// Whether the attacker has a line, if either side has one.
    pub fn line(&self, position: &Position<W>) -> Option<bool> {
        let attacker = self.board.has_line(position.attacker);
        (attacker || self.board.has_line(position.defender)).then_some(attacker)
    }

    /// The cells that complete a line of the side to move, then those of the other side.
    pub fn completing(&self, position: &Position<W>) -> [W; 2] {
        let Position { attacker, defender, attacks } = *position;
        let attack = Lines::new(self.board, attacker, defender).one;
        let defence = Lines::new(self.board, defender, attacker).one;
        if attacks { [attack, defence] } else { [defence, attack] }
    }

    /// Follows forced moves until the position is decided or leaves a choice.
    pub fn settle(&mut self, mut position: Position<W>) -> Settled<W> {
        loop {
            self.nodes += 1;
            match look(self.board, self.cuts, &position) {
                Sight::Proved => return Settled::Decided(true),
                Sight::Disproved => return Settled::Decided(false),
                Sight::Open(open) if open.moves.count_ones() == 1 => {
                    position = position.play(open.moves);
                }
                Sight::Open(open) => {
                    let sets = if self.cuts.symmetry {
                        self.board.canonical(open.sets)
                    } else {
                        open.sets
                    };
                    return Settled::Choice(position, open, Key::new(sets, position.attacks));
                }
            }
        }
    }

    /// Searches below a position until a number reaches its limit, `[proof, disproof]`.
    pub fn visit(
        &mut self,
        position: &Position<W>,
        open: &Open<W>,
        key: Key,
        limits: [u32; 2],
        depth: u32,
    ) -> Numbers {
        let before = self.nodes;
        let Some(mut children) = self.children(position, open) else {
            let numbers = if position.attacks { Numbers::PROVED } else { Numbers::DISPROVED };
            self.table.put(key, numbers, self.nodes - before);
            return numbers;
        };
        loop {
            let (numbers, best, second) = gathered(position.attacks, &children);
            let work = self.nodes - before;
            self.table.put(key, numbers, work);
            if depth == 0 {
                self.root = numbers;
            }
            if numbers.proof >= limits[0] || numbers.disproof >= limits[1] || numbers.settled() {
                return numbers;
            }
            self.look_at_clock();
            if self.stopped {
                return numbers;
            }
            let child = &mut children[best];
            // Another path may have led there since.
            let known = self.table.get(child.key).unwrap_or(child.numbers);
            if known != child.numbers {
                child.numbers = known;
                continue;
            }
            let limits = narrowed_limits(position.attacks, limits, numbers, child.numbers, second);
            let (next, open, key) = (child.position, child.open, child.key);
            children[best].numbers = self.visit(&next, &open, key, limits, depth + 1);
        }
    }

    /// The children of a position that are still open; `None` if one of them settles the position for the side to
    /// move. A child that is lost for that side is dropped.
    ///
    /// The cells whose windows weigh most for the attacker come first: they are good for both sides, and the first
    /// of equal children is searched first.
    fn children(&mut self, position: &Position<W>, open: &Open<W>) -> Option<Vec<Child<W>>> {
        let mut children = Vec::with_capacity(open.moves.count_ones() as usize);
        let weights = Lines::new(self.board, position.attacker, position.defender)
            .weights(self.board, position.empty(self.board));
        let mut moves: Vec<u32> = cells(open.moves).collect();
        moves.sort_by_key(|&cell| Reverse(weights[cell as usize]));
        for cell in moves {
            match self.settle(position.play(W::bit(cell))) {
                Settled::Decided(answer) if answer == position.attacks => return None,
                Settled::Decided(_) => {}
                Settled::Choice(position, open, key) => {
                    if children.iter().any(|child: &Child<W>| child.key == key) {
                        continue;
                    }
                    let numbers = self.table.get(key).unwrap_or_else(|| first(&position, &open));
                    children.push(Child { position, open, key, numbers });
                }
            }
        }
        Some(children)
    }

    pub fn look_at_clock(&mut self) {
        let limits = [self.budget.nodes, self.pause];
        self.stopped |= limits.into_iter().flatten().any(|limit| self.nodes >= limit);
        if self.nodes / CLOCK == self.clock {
            return;
        }
        self.clock = self.nodes / CLOCK;
        let elapsed = self.elapsed();
        self.stopped |= self.budget.is_over_after(elapsed);
        if elapsed >= self.reported + REPORT {
            self.reported = elapsed;
            let Numbers { proof, disproof } = self.root;
            (self.progress)(&Progress { nodes: self.nodes, elapsed, proof, disproof });
        }
    }
}

/// The initial numbers of a position.
fn first<W: Word>(position: &Position<W>, open: &Open<W>) -> Numbers {
    let choice = open.moves.count_ones();
    if position.attacks {
        Numbers { proof: 1, disproof: choice }
    } else {
        Numbers { proof: choice, disproof: 1 }
    }
}

/// A position's numbers computed from its children's, the child to search next, and the number of the next best.
///
/// The side to move needs one child: its number is the minimum of theirs. The other side must settle all of them:
/// its number is their sum.
fn gathered<W>(attacks: bool, children: &[Child<W>]) -> (Numbers, usize, u32) {
    let (mut least, mut second, mut best, mut sum) = (INFINITE, INFINITE, 0, 0_u64);
    for (index, child) in children.iter().enumerate() {
        let (ours, theirs) = ordered(attacks, child.numbers);
        sum += u64::from(theirs);
        if ours < least {
            (second, least, best) = (least, ours, index);
        } else {
            second = second.min(ours);
        }
    }
    let sum = match least {
        0 => INFINITE,
        INFINITE => 0,
        _ => sum.min(u64::from(INFINITE - 1)) as u32,
    };
    let (proof, disproof) = if attacks { (least, sum) } else { (sum, least) };
    (Numbers { proof, disproof }, best, second)
}

/// The number of the side to move, then the other's.
fn ordered(attacks: bool, numbers: Numbers) -> (u32, u32) {
    if attacks { (numbers.proof, numbers.disproof) } else { (numbers.disproof, numbers.proof) }
}

/// The limits for searching the best child, `[proof, disproof]`.
///
/// For the side to move, until it is worse by half than the next best (the slack avoids switching back and forth
/// between two children; a quarter took longer); for the other side, until the sum reaches its limit.
fn narrowed_limits(
    attacks: bool,
    limits: [u32; 2],
    numbers: Numbers,
    child: Numbers,
    second: u32,
) -> [u32; 2] {
    let (own, other) = if attacks { (0, 1) } else { (1, 0) };
    let (_, sum) = ordered(attacks, numbers);
    let (_, part) = ordered(attacks, child);
    let mut narrowed = limits;
    narrowed[own] = limits[own].min((second + second / 2 + 1).min(INFINITE));
    narrowed[other] = (limits[other] - sum).saturating_add(part).min(INFINITE);
    narrowed
}
