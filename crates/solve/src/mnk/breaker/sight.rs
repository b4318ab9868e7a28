//! Static analysis of positions, without search.

use super::cells::{Set, bit, cells, first, has};
use super::grid::Grid;
use super::lanes::{FULL, Lanes, Position, ends, pairs};
use super::pairing::Pairing;
use super::table::Numbers;

/// Which cuts are enabled. All are by default; tests disable each one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BreakerCuts {
    /// Pairings end the search.
    pub pairings: bool,
    /// Maker's moves are first tried against Breaker's best second stones.
    pub null_moves: bool,
    /// A stone for Breaker that does not touch the lanes which another stone left unserved is not tried.
    pub obstacles: bool,
    /// The refutation of a move refutes every move outside its zone.
    pub zones: bool,
    /// Exchanges that gain nothing are made immediately.
    pub exchanges: bool,
    /// Two threats at once decide the position, and restrict the replies.
    pub forks: bool,
    /// Images under the board's symmetries count as one position.
    pub symmetry: bool,
}

impl BreakerCuts {
    /// All cuts.
    pub const ALL: BreakerCuts = BreakerCuts {
        pairings: true,
        null_moves: true,
        obstacles: true,
        zones: true,
        exchanges: true,
        forks: true,
        symmetry: true,
    };
    /// No cuts except the rules: complete a line, or block.
    pub const NONE: BreakerCuts = BreakerCuts {
        pairings: false,
        null_moves: false,
        obstacles: false,
        zones: false,
        exchanges: false,
        forks: false,
        symmetry: false,
    };
}

/// The result of the static analysis.
pub(super) enum Sight {
    /// The winner, and the zone of the win.
    Won { maker: bool, zone: Set },
    /// Undecided.
    Open(Open),
}

/// A position without forced moves and without a known winner.
#[derive(Clone, Debug)]
pub(super) struct Open {
    /// The position after the forced moves.
    pub position: Position,
    /// Whether Maker is to move there.
    pub maker: bool,
    /// The cells of the forced moves, which belong to every zone.
    pub extra: Set,
    /// Those of them that are Maker's.
    pub makers: Set,
    /// The moves that matter.
    pub moves: Set,
    /// The zone in which Maker wins against all other moves.
    pub total: Set,
    pub key: u128,
    /// The symmetry to the image used for the key.
    pub symmetry: usize,
}

/// A forced step on the way to an open position, as needed for writing a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// Maker would play the first cell and Breaker must answer with the second, which has no other use: Breaker
    /// keeps the two as a pair.
    Exchange(u32, u32),
    /// Breaker blocks here.
    Block(u32),
}

/// Analyses positions, with the memory needed for it.
pub(super) struct Eye {
    pub grid: Grid,
    pub lanes: Lanes,
    pub pairing: Pairing,
    pub cuts: BreakerCuts,
    /// The number of positions analysed.
    pub looks: u64,
    /// The forced steps of the last analysis.
    pub steps: Vec<Step>,
}

impl Eye {
    /// Analyses a position in which Maker has no line.
    ///
    /// *Zones.* If Breaker wins, the zone is a set of empty cells such that Breaker still wins if Maker has every
    /// empty cell outside. If Maker wins, it is one such that Maker still wins if Breaker has every empty cell
    /// outside. A forced move adds its cells. The proof is at the head of `front.rs`.
    ///
    /// *Exchanges.* If Maker is to move, {a, b} is an edge and b is in no other edge, Maker may as well play a now:
    /// Breaker must answer b, a stone with no other use, and Maker's own stone never hurts Maker. Breaker loses
    /// nothing either and may keep a and b as a pair to the end.
    ///
    /// *Forks.* Maker to move wins if a cell lies in two edges of two cells: a stone there makes two threats. If
    /// Breaker is to move, Breaker must take such a cell or, if there are just two edges, one of the other ends;
    /// any other stone loses within the cells of these edges.
    pub fn look(&mut self, mut position: Position, mut maker: bool, pairings: bool) -> Sight {
        self.looks += 1;
        self.steps.clear();
        self.pairing.clear();
        let (mut extra, mut makers) = (0, 0);
        let (cover, moves, total) = loop {
            let (mut cover, mut multiple, mut one, mut two) = (0, 0, 0, false);
            for (_, state) in position.live() {
                let state = self.lanes.state(state);
                multiple |= cover & state.cover | state.multiple;
                cover |= state.cover;
                one |= state.one;
                two |= state.two;
            }
            if cover == 0 {
                return Sight::Won { maker: false, zone: extra };
            }
            if one != 0 {
                let rest = one & (one - 1);
                if maker {
                    return Sight::Won { maker: true, zone: bit(first(one)) | extra };
                }
                if rest != 0 {
                    let both = bit(first(one)) | bit(first(rest));
                    return Sight::Won { maker: true, zone: both | extra };
                }
                self.lanes.put(&self.grid, &mut position, first(one), false);
                self.steps.push(Step::Block(first(one)));
                extra |= one;
                maker = true;
                continue;
            }
            if !two {
                break (cover, cover, 0);
            }
            let forks = if self.cuts.forks { self.forks(&position) } else { Forks::default() };
            if maker {
                if forks.cells != 0 {
                    return Sight::Won { maker: true, zone: forks.win | extra };
                }
                if self.cuts.exchanges
                    && let Some((a, b)) = self.exchange(&position, multiple)
                {
                    self.lanes.put(&self.grid, &mut position, a, true);
                    self.lanes.put(&self.grid, &mut position, b, false);
                    self.steps.push(Step::Exchange(a, b));
                    extra |= bit(a) | bit(b);
                    makers |= bit(a);
                    continue;
                }
            } else if forks.cells != 0 {
                let moves = cover & forks.cures;
                if moves == 0 {
                    return Sight::Won { maker: true, zone: forks.zone | extra };
                }
                break (cover, moves, forks.zone);
            }
            break (cover, cover, 0);
        };
        debug_assert_eq!(moves & !cover, 0);
        if pairings && maker && self.cuts.pairings && self.pairs(&position) {
            let zone = self.pairing.chosen.iter().fold(extra, |zone, set| zone | set);
            return Sight::Won { maker: false, zone };
        }
        let (key, symmetry) = self.lanes.key(&position, maker, self.cuts.symmetry);
        Sight::Open(Open { position, maker, extra, makers, moves, total, key, symmetry })
    }

    /// Whether a pairing is found.
    pub fn pairs(&mut self, position: &Position) -> bool {
        self.pairing.find(&self.grid, &self.lanes, position)
    }

    /// The position after a stone.
    pub fn after(&mut self, position: &Position, cell: u32, maker: bool) -> Position {
        let mut after = position.clone();
        self.lanes.put(&self.grid, &mut after, cell, maker);
        after
    }

    /// An edge of two cells, the second of which is in no other edge.
    fn exchange(&self, position: &Position, multiple: Set) -> Option<(u32, u32)> {
        for (_, state) in position.live() {
            for pair in pairs(self.lanes.state(state)) {
                if pair & !multiple != 0 {
                    let (a, b) = ends(pair);
                    return Some(if has(multiple, b) { (b, a) } else { (a, b) });
                }
            }
        }
        None
    }

    /// The cells in two edges of two cells each.
    fn forks(&self, position: &Position) -> Forks {
        let mut forks = Forks { cures: Set::MAX, ..Forks::default() };
        let mut once = 0;
        let all = || position.live().flat_map(|(_, state)| pairs(self.lanes.state(state)));
        for pair in all() {
            forks.cells |= once & pair;
            once |= pair;
        }
        for cell in cells(forks.cells) {
            let through = || all().filter(|&pair| has(pair, cell));
            let zone = through().take(3).fold(0, |zone, pair| zone | pair);
            if forks.win == 0 {
                forks.win = through().take(2).fold(0, |zone, pair| zone | pair);
            }
            let cures = if through().nth(2).is_some() { bit(cell) } else { zone };
            if forks.cures & !cures != 0 {
                forks.cures &= cures;
                forks.zone |= zone;
            }
        }
        forks
    }

    /// The initial numbers of a position, from the weights of its edges.
    ///
    /// If the edges weigh much, Breaker has much left to show. The theorem of Erdős and Selfridge decides when the
    /// sum of 2^−(cells) over the edges, plus with Maker to move that of the best cell once more, is below 1; above
    /// 1 the work grows roughly as e to the power of twice the excess.
    pub fn first_numbers(&self, open: &Open) -> Numbers {
        let mut weight = self.lanes.weight(&open.position);
        if open.maker {
            let weights = self.lanes.cell_weights(&self.grid, &open.position);
            weight += weights.iter().max().copied().unwrap_or(0);
        }
        let hard = exponential(weight);
        let moves = open.moves.count_ones();
        if open.maker {
            Numbers { maker: 1, breaker: (hard + moves / 10).max(1) }
        } else {
            Numbers { maker: 1 + moves, breaker: hard.max(1) }
        }
    }
}

/// The exponential of twice the excess of a weight over one, rounded down, up to about a million.
///
/// Computed from powers of e^(1/16), so that every machine gets the same result.
fn exponential(weight: u32) -> u32 {
    const STEP: f64 = 1.064_494_458_917_859_4;
    let steps = (weight / (FULL / 32)).saturating_sub(32).min(220);
    let mut power = 1.0;
    let mut square = STEP;
    let mut rest = steps;
    while rest != 0 {
        if rest & 1 != 0 {
            power *= square;
        }
        square *= square;
        rest /= 2;
    }
    if weight < FULL { 0 } else { power as u32 }
}

/// Where Maker could make two threats with one stone.
#[derive(Clone, Copy, Debug, Default)]
struct Forks {
    cells: Set,
    /// The replies that stop all of them.
    cures: Set,
    /// The cells of the edges that rule out the other replies.
    zone: Set,
    /// The cells of the two edges with which Maker wins if Maker is to move.
    win: Set,
}
