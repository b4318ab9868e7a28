//! One row in one round: what its neighbours gained comes in, what it gains goes out.
//!
//! ```text
//!  neighbours' changes          this row                       its change
//!  lost, takings ──White moves──▶ wins ──Black moves──▶ lost ──White takes──▶ takings
//! ```
//!
//! `wins` holds the black sets against which White, to move, wins; `lost` those against which White
//! wins with Black to move; `takings` those from which White, who has just closed a mill, takes a man
//! and wins. A row with many new positions is worked on as a whole, 256 positions at a time; a row with few
//! position by position. Which of the two costs less is a matter of counting.

use ninefold_games::morris::Points;

use super::black::{Outlook, Stepper, newly_lost_flying, set, vectors, vectors_mut};
use super::board::{INVERSE, in_mills, mapped_point};
use super::depth::{Reveals, revealed};
use super::frame::{Carrier, Frame, NONE, Steps, Vector, WORD, sizes};
use super::pack::Packing;
use super::permute::Permutation;
use super::slice::Edge;
use super::taking::{before_taking, each_before_taking};

/// New positions of a row.
#[derive(Default)]
pub(super) enum News {
    /// None.
    #[default]
    None,
    /// These black sets.
    Few(Box<[Points]>),
    /// The row's truth table.
    Many(Box<[u64]>),
}

/// What a row gained in a round.
#[derive(Default)]
pub(super) struct Change {
    /// Sets against which White wins with Black to move.
    pub(super) lost: News,
    /// Sets from which White can take a man and win.
    pub(super) takings: News,
}

impl Change {
    fn after(&self, closes: bool) -> &News {
        if closes { &self.takings } else { &self.lost }
    }

    /// Whether nothing was gained.
    pub(super) fn is_none(&self) -> bool {
        matches!((&self.lost, &self.takings), (News::None, News::None))
    }
}

/// The truth tables of a row.
pub(super) struct Planes<'a> {
    /// White to move wins.
    pub(super) wins: &'a mut [u64],
    /// Black to move loses.
    pub(super) lost: &'a mut [u64],
    /// White takes a man and wins.
    pub(super) takings: &'a mut [u64],
    /// White wins whichever of his men Black takes.
    pub(super) captures: &'a mut [u64],
    /// The distances of the row, if they are wanted.
    pub(super) depths: Option<Depths<'a>>,
}

/// The distances of a row, as codes by packed place.
pub(super) struct Depths<'a> {
    pub(super) wins: &'a mut [u8],
    pub(super) lost: &'a mut [u8],
    /// Captures that count only later.
    pub(super) reveals: &'a mut Reveals,
    pub(super) packing: &'a Packing,
}

impl Depths<'_> {
    /// Whether a capture begins to count in this round.
    fn opens(&self, round: u32) -> bool {
        self.reveals.last().is_some_and(|next| next >> 24 <= round)
    }
}

/// Room for the work on one row after another.
pub(super) struct Bench {
    permutation: Permutation,
    arrived: Vec<u64>,
    escapes: Vec<u64>,
    fresh: Vec<u64>,
    before: Vec<u64>,
    new_wins: Vec<u32>,
    new_lost: Vec<u32>,
    flying: [Vector; 17],
    stepping: [Vector; 17],
    any: [Vector; 17],
    most_black: u32,
    /// How many positions were found.
    pub(super) found: u64,
}

/// A list is worked on position by position up to this many positions for each word of the row.
const FEW_PER_WORD: f64 = 0.75;
/// New white wins are followed position by position up to this many for each word of the row.
const FEW_WINS_PER_WORD: f64 = 0.04;

impl Bench {
    /// A bench for rows of this many words, for positions with at most so many black men.
    pub(super) fn new(words: usize, most_black: u32) -> Bench {
        Bench {
            permutation: Permutation::new(),
            arrived: vec![0; words],
            escapes: vec![0; words],
            fresh: vec![0; words],
            before: vec![0; words],
            new_wins: Vec::new(),
            new_lost: Vec::new(),
            flying: sizes(3, 3),
            stepping: sizes(4, most_black),
            any: sizes(3, most_black),
            most_black,
            found: 0,
        }
    }

    /// The first round: positions lost without any known win, and captures that leave two men.
    #[inline(always)]
    pub(super) fn begin(&mut self, white: Points, planes: &mut Planes<'_>) -> Change {
        let frame = Frame::new(white);
        self.new_lost.clear();
        self.judge_row(&frame, &frame.steps(), planes, true);
        let three = self.flying;
        for (number, before) in vectors_mut(&mut self.before).iter_mut().enumerate() {
            *before = three[number.count_ones() as usize];
        }
        self.record_fresh(planes, 0);
        self.passed_on(&frame, planes, true)
    }

    /// A later round.
    #[inline(always)]
    pub(super) fn advance(
        &mut self,
        white: Points,
        edges: &[Edge],
        rows: &[Points],
        changes: &[Change],
        round: u32,
        planes: &mut Planes<'_>,
    ) -> Change {
        let mut pieces = 0;
        let mut many = false;
        for edge in edges {
            match changes[edge.row as usize].after(edge.closes) {
                News::None => {}
                News::Few(sets) => pieces += sets.len(),
                News::Many(_) => many = true,
            }
        }
        let opens = planes.depths.as_ref().is_some_and(|depths| depths.opens(round));
        if pieces == 0 && !many && !opens {
            return Change::default();
        }
        let frame = Frame::new(white);
        self.new_wins.clear();
        self.new_lost.clear();
        let words = planes.wins.len();
        if !many && pieces < words {
            for edge in edges {
                if let News::Few(sets) = changes[edge.row as usize].after(edge.closes) {
                    let new_wins = &mut self.new_wins;
                    each_arrival(&frame, edge, sets, |index| {
                        if set(planes.wins, index) {
                            new_wins.push(index);
                        }
                    });
                }
            }
        } else {
            self.arrive(&frame, edges, rows, changes, planes);
        }
        self.found += self.new_wins.len() as u64;
        if let Some(depths) = &mut planes.depths {
            for &men in &self.new_wins {
                depths.wins[depths.packing.place(men)] = round as u8;
            }
            while let Some(after) = revealed(depths.reveals, round) {
                set(planes.captures, after);
                self.new_wins.push(after);
            }
        }
        let wins = self.new_wins.len();
        if wins == 0 {
            return Change::default();
        }
        let steps = frame.steps();
        let flies = self.new_wins.iter().any(|men| men.count_ones() == 3);
        if (wins as f64) < FEW_WINS_PER_WORD * words as f64 {
            let stepper = Stepper::new(&steps);
            let outlook = Outlook { wins: planes.wins, captures: planes.captures };
            for &after in self.new_wins.iter().filter(|men| men.count_ones() > 3) {
                stepper.newly_lost(&outlook, after, planes.lost, &mut self.new_lost);
            }
            if flies {
                newly_lost_flying(&frame, &outlook, planes.lost, &mut self.new_lost);
            }
            if let Some(depths) = &mut planes.depths {
                for &men in &self.new_lost {
                    depths.lost[depths.packing.place(men)] = round as u8 + 1;
                }
            }
            self.passed_on_singly(&frame, planes)
        } else {
            self.judge_row(&frame, &steps, planes, flies);
            self.record_fresh(planes, round);
            self.before.fill(0);
            self.passed_on(&frame, planes, false)
        }
    }

    /// White's moves into this row's frame, whole rows where many positions come.
    #[inline(always)]
    fn arrive(
        &mut self,
        frame: &Frame,
        edges: &[Edge],
        rows: &[Points],
        changes: &[Change],
        planes: &mut Planes<'_>,
    ) {
        self.arrived.fill(0);
        for edge in edges {
            match changes[edge.row as usize].after(edge.closes) {
                News::None => {}
                News::Few(sets) => each_arrival(frame, edge, sets, |index| {
                    self.arrived[(index >> WORD) as usize] |= 1 << (index & 63);
                }),
                News::Many(table) => {
                    plan(&mut self.permutation, frame, edge, rows[edge.row as usize]);
                    let take = |word: &mut u64, carried: u64| *word |= carried;
                    self.permutation.carry(table, &mut self.arrived, take);
                }
            }
        }
        for (number, (wins, &arrived)) in planes.wins.iter_mut().zip(&self.arrived).enumerate() {
            let mut new = arrived & !*wins;
            *wins |= arrived;
            while new != 0 {
                self.new_wins.push((number as u32) << WORD | new.trailing_zeros());
                new &= new - 1;
            }
        }
    }

    /// Black's moves for the whole row: what is newly lost stands in `fresh` and in the plane.
    #[inline(always)]
    fn judge_row(&mut self, frame: &Frame, steps: &Steps, planes: &mut Planes<'_>, flies: bool) {
        let outlook = Outlook { wins: planes.wins, captures: planes.captures };
        self.escapes.fill(0);
        outlook.escapes(steps, &mut self.escapes);
        let escapes = vectors(&self.escapes);
        let fresh = vectors_mut(&mut self.fresh);
        for (number, lost) in vectors_mut(planes.lost).iter_mut().enumerate() {
            let valid = self.stepping[number.count_ones() as usize];
            for lane in 0..4 {
                fresh[number][lane] = !escapes[number][lane] & valid[lane] & !lost[lane];
                lost[lane] |= fresh[number][lane];
            }
        }
        if flies {
            newly_lost_flying(frame, &outlook, planes.lost, &mut self.new_lost);
            for &men in &self.new_lost {
                self.fresh[(men >> WORD) as usize] |= 1 << (men & 63);
            }
        }
    }

    /// Writes the distance of the new losses in `fresh` down.
    #[inline(always)]
    fn record_fresh(&self, planes: &mut Planes<'_>, round: u32) {
        let Some(depths) = &mut planes.depths else { return };
        for (number, &word) in self.fresh.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let men = (number as u32) << WORD | left.trailing_zeros();
                left &= left - 1;
                depths.lost[depths.packing.place(men)] = round as u8 + 1;
            }
        }
    }

    /// The change of a row whose new losses stand in `fresh`; `before` may hold takings already.
    #[inline(always)]
    fn passed_on(&mut self, frame: &Frame, planes: &mut Planes<'_>, first: bool) -> Change {
        let count: u64 = self.fresh.iter().map(|word| u64::from(word.count_ones())).sum();
        self.found += count;
        if count == 0 && !first {
            return Change::default();
        }
        let needs = Needs::of(frame.white);
        let takings = if needs.takings {
            before_taking(frame, &self.fresh, &mut self.before);
            for (number, known) in vectors_mut(planes.takings).iter_mut().enumerate() {
                let valid = self.any[number.count_ones() as usize];
                let before = &mut vectors_mut(&mut self.before)[number];
                for lane in 0..4 {
                    before[lane] &= valid[lane] & !known[lane];
                    known[lane] |= before[lane];
                }
            }
            news(frame, &self.before)
        } else {
            News::None
        };
        let lost = if needs.lost { news(frame, &self.fresh) } else { News::None };
        Change { lost, takings }
    }

    /// The change of a row with few new losses.
    #[inline(always)]
    fn passed_on_singly(&mut self, frame: &Frame, planes: &mut Planes<'_>) -> Change {
        self.found += self.new_lost.len() as u64;
        if self.new_lost.is_empty() {
            return Change::default();
        }
        let needs = Needs::of(frame.white);
        let mut takings = Vec::new();
        if needs.takings {
            for &men in self.new_lost.iter().filter(|men| men.count_ones() < self.most_black) {
                each_before_taking(frame, men, |before| {
                    if set(planes.takings, before) {
                        takings.push(frame.set(before));
                    }
                });
            }
        }
        let lost = match needs.lost {
            true => self.new_lost.iter().map(|&men| frame.set(men)).collect(),
            false => Vec::new(),
        };
        let news = |sets: Vec<Points>| match sets.is_empty() {
            true => News::None,
            false => News::Few(sets.into()),
        };
        Change { lost: news(lost), takings: news(takings) }
    }
}

/// What the moves into a row can ask of it.
struct Needs {
    lost: bool,
    takings: bool,
}

impl Needs {
    /// A white man in a mill came there by closing it, another did not.
    fn of(white: Points) -> Needs {
        let mills = in_mills(white);
        Needs { lost: mills != white, takings: mills != 0 }
    }
}

/// A truth table as news: a list when that is shorter to work on.
#[inline(always)]
fn news(frame: &Frame, table: &[u64]) -> News {
    let count: u32 = table.iter().map(|word| word.count_ones()).sum();
    if count == 0 {
        return News::None;
    }
    if f64::from(count) > FEW_PER_WORD * table.len() as f64 {
        return News::Many(table.into());
    }
    let mut sets = Vec::with_capacity(count as usize);
    for (number, &word) in table.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            sets.push(frame.set((number as u32) << WORD | left.trailing_zeros()));
            left &= left - 1;
        }
    }
    News::Few(sets.into())
}

/// Calls `arrive` with the index, in this row's frame, of every set that a white move leads to.
#[inline(always)]
fn each_arrival(frame: &Frame, edge: &Edge, sets: &[Points], mut arrive: impl FnMut(u32)) {
    let left = 1 << mapped_point(edge.from, edge.symmetry);
    let back = INVERSE[usize::from(edge.symmetry)];
    let carrier = Carrier::new(frame, back);
    // A black man on the point that White leaves was not there before.
    for &set in sets.iter().filter(|&set| set & left == 0) {
        arrive(carrier.index(set));
    }
}

/// Plans how a neighbour's truth table comes into this row's frame.
#[inline(always)]
fn plan(permutation: &mut Permutation, frame: &Frame, edge: &Edge, neighbour: Points) {
    let variable_of = |point: u8| {
        let image = mapped_point(point, edge.symmetry);
        (!neighbour & ((1 << image) - 1)).count_ones() as u8
    };
    let mut source_of = [NONE; 24];
    for (variable, &point) in frame.points[..frame.free as usize].iter().enumerate() {
        if point != edge.to {
            source_of[variable] = variable_of(point);
        }
    }
    let free = frame.free;
    permutation.plan(&source_of[..free as usize], free, Some(variable_of(edge.from)));
}
