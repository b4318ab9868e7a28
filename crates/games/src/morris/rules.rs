//! The rules.

use std::fmt;

use ninefold_core::{
    Clock, Clocks, Evenly, Game, Knowledge, Outcome, Player, Random, Recurring, Rules, Symmetric,
    Symmetry, Tick, mix,
};

use super::sets::{ALL, closers, in_mills, in_reading_order, mapped, neighbours};
use super::{Point, Points, words};

/// The pure game, without draw countdowns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Morris {
    /// Whether a side with three men may move to any point.
    pub flying: bool,
    /// Whether men in mills are protected as long as another man can be taken.
    pub protect: bool,
}

impl Default for Morris {
    fn default() -> Morris {
        Morris { flying: true, protect: true }
    }
}

/// One side of a position in one word:
///
/// ```text
/// bits 0-23   men on the board, in the ring order of [`Point::bit`]
///      24-27  men left, on the board and in hand
///      31     set for Black
/// ```
///
/// The men in hand are those left but not on the board, so placing only adds a bit and sliding only moves one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Side(u32);

/// One man left.
const ONE_LEFT: u32 = 1 << 24;
const LEFT: u32 = 0xf * ONE_LEFT;

impl Side {
    pub(super) const fn new(player: Player, men: Points, hand: u32) -> Side {
        let left = men.count_ones() + hand;
        Side(men | (left * ONE_LEFT) | ((player.index() as u32) << 31))
    }

    pub(super) const fn men(self) -> Points {
        self.0 & ALL
    }

    /// The number of men on the board and in hand.
    pub(super) const fn left(self) -> u32 {
        (self.0 & LEFT) / ONE_LEFT
    }

    pub(super) const fn hand(self) -> u32 {
        self.left() - self.men().count_ones()
    }

    pub(super) const fn player(self) -> Player {
        Player::new((self.0 >> 31) as usize)
    }

    #[inline]
    fn moved(self, mv: Move) -> Side {
        Side(self.0 - Point::optional_set(mv.from()) + mv.to_set())
    }

    #[inline]
    fn robbed(self, taken: Option<Point>) -> Side {
        let one = if taken.is_some() { ONE_LEFT } else { 0 };
        Side(self.0 - one - Point::optional_set(taken))
    }
}

/// A position from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct State {
    pub(super) own: Side,
    pub(super) other: Side,
}

impl State {
    /// The player whose turn it is.
    pub fn to_move(&self) -> Player {
        self.own.player()
    }

    /// The men of a player on the board.
    pub fn men(&self, player: Player) -> Points {
        self.side(player).men()
    }

    /// The number of men that a player has in hand.
    pub fn hand(&self, player: Player) -> u32 {
        self.side(player).hand()
    }

    /// The number of men that a player has on the board and in hand.
    pub fn men_left(&self, player: Player) -> u32 {
        self.side(player).left()
    }

    fn side(&self, player: Player) -> Side {
        if player == self.own.player() { self.own } else { self.other }
    }

    /// Whether both sides have exactly three men left.
    fn three_each(&self) -> bool {
        const THREE: u32 = ENOUGH * ONE_LEFT;
        ((self.own.0 ^ THREE) | (self.other.0 ^ THREE)) & LEFT == 0
    }

    /// The empty points.
    pub(super) fn empty(&self) -> Points {
        ALL & !(self.own.0 | self.other.0)
    }
}

/// A turn: a man is placed or moved, and if that closes a mill an opposing man is taken.
///
/// ```text
/// bits 0-7   the man taken, or 0
///      8-15  where the man goes
///     16-23  where the man comes from, or 0 when it is placed
/// ```
///
/// So moves are ordered by start, target and taken man in reading order, placements first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

impl Move {
    /// Creates the turn that moves a man to `to`.
    pub fn new(from: Option<Point>, to: Point, taken: Option<Point>) -> Move {
        let [from, to, taken] = [from, Some(to), taken].map(|point| u32::from(Point::byte(point)));
        Move(from << 16 | to << 8 | taken)
    }

    /// Where the man comes from; `None` if it is placed.
    #[inline]
    pub fn from(self) -> Option<Point> {
        Point::from_byte((self.0 >> 16) as u8)
    }

    /// Where the man goes.
    pub fn to(self) -> Point {
        Point::from_byte((self.0 >> 8) as u8).unwrap_or(Point::new(0))
    }

    #[inline]
    fn to_set(self) -> Points {
        Point::optional_set(Point::from_byte((self.0 >> 8) as u8))
    }

    /// The man taken.
    #[inline]
    pub fn taken(self) -> Option<Point> {
        Point::from_byte(self.0 as u8)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}-{}x{:?}", self.from(), self.to(), self.taken())
    }
}

/// The minimum number of men with which a side can continue.
const ENOUGH: u32 = 3;

impl Morris {
    /// The number of men of each side.
    pub const MEN: u32 = 9;

    #[inline]
    pub(super) fn flies(&self, state: &State) -> bool {
        self.flying && state.own.hand() == 0 && state.own.left() == ENOUGH
    }

    /// The opponent's men that a mill may take.
    #[inline]
    pub(super) fn takeable(&self, state: &State) -> Points {
        let men = state.other.men();
        let outside = if self.protect { men & !in_mills(men) } else { 0 };
        if outside == 0 { men } else { outside }
    }
}

/// Appends the moves of one man, which may be a new one, to each target; if a move closes a mill, one for each man
/// that can be taken.
#[inline(always)]
fn push_turns(
    from: Option<Point>,
    targets: Points,
    closing: Points,
    takeable: Points,
    moves: &mut Vec<Move>,
) {
    if closing & targets == 0 {
        return moves.extend(in_reading_order(targets).map(|to| Move::new(from, to, None)));
    }
    for to in in_reading_order(targets) {
        if closing & to.set() == 0 {
            moves.push(Move::new(from, to, None));
        } else {
            let taken = in_reading_order(takeable).map(Some);
            moves.extend(taken.map(|taken| Move::new(from, to, taken)));
        }
    }
}

impl Rules for Morris {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        2
    }

    fn start(&self, _seed: u64) -> State {
        State {
            own: Side::new(Player::FIRST, 0, Morris::MEN),
            other: Side::new(Player::SECOND, 0, Morris::MEN),
        }
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        state.own.player()
    }

    fn with_turn(&self, state: &State, player: Player) -> Option<State> {
        let given = match state.own.player() == player {
            true => *state,
            false => State { own: state.other, other: state.own },
        };
        let goes_on = |state: &State| self.outcome(state).is_none();
        (goes_on(state) && goes_on(&given)).then_some(given)
    }

    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        if state.own.left() < ENOUGH || state.other.left() < ENOUGH {
            return;
        }
        let (men, empty) = (state.own.men(), state.empty());
        let takeable = self.takeable(state);
        if state.own.hand() > 0 {
            push_turns(None, empty, closers(men), takeable, moves);
        } else if self.flies(state) {
            for from in in_reading_order(men) {
                push_turns(Some(from), empty, closers(men & !from.set()), takeable, moves);
            }
        } else {
            for from in in_reading_order(men & neighbours(empty)) {
                let targets = neighbours(from.set()) & empty;
                push_turns(Some(from), targets, closers(men & !from.set()), takeable, moves);
            }
        }
    }

    /// Draws without listing the moves.
    fn draw(
        &self,
        state: &State,
        evenly: Evenly,
        random: &mut Random,
        _moves: &mut Vec<Move>,
    ) -> Option<Move> {
        if state.own.left() < ENOUGH || state.other.left() < ENOUGH {
            return None;
        }
        self.drawn(state, evenly, random)
    }

    #[inline]
    fn steps_of(&self, mv: Move) -> u32 {
        1 + u32::from(mv.taken().is_some())
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        *state = State { own: state.other.robbed(mv.taken()), other: state.own.moved(mv) };
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let mover = state.own.player();
        if state.own.left() < ENOUGH {
            return Some(Outcome::win(mover.other(), "two_pieces"));
        }
        if state.other.left() < ENOUGH {
            return Some(Outcome::win(mover, "two_pieces"));
        }
        let can_step = state.own.men() & neighbours(state.empty()) != 0;
        let blocked = state.own.hand() == 0 && !can_step && !self.flies(state);
        blocked.then(|| Outcome::win(mover.other(), "blocked"))
    }

    /// Exact: the two words side by side, mixed by a bijection.
    #[inline]
    fn key(&self, state: &State) -> u64 {
        mix(u64::from(state.own.0) | u64::from(state.other.0) << 32)
    }

    /// Start, target and taken man as a three-digit number in base 25, with 0 for no point.
    #[inline]
    fn move_index(&self, mv: Move) -> u16 {
        let [taken, to, from, _] = mv.0.to_le_bytes().map(|byte| u16::from(byte).div_ceil(2));
        (25 * from + to) * 25 + taken
    }

    fn actions(&self) -> usize {
        25 * 25 * 25
    }
}

impl Symmetric for Morris {
    fn symmetries(&self) -> usize {
        16
    }

    fn map(&self, state: &State, symmetry: Symmetry) -> State {
        let map = |side: Side| Side(side.0 & !ALL | mapped(side.men(), symmetry));
        State { own: map(state.own), other: map(state.other) }
    }

    fn map_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let map =
            |point: Point| Point::at_bit(mapped(point.set(), symmetry).trailing_zeros() as usize);
        Move::new(mv.from().map(map), map(mv.to()), mv.taken().map(map))
    }
}

impl Recurring for Morris {
    /// Only sliding without a capture can be reversed.
    #[inline]
    fn irreversible(&self, _state: &State, mv: Move) -> bool {
        mv.from().is_none() || mv.taken().is_some()
    }

    /// Every mill takes a man, so progress is a capture.
    #[inline]
    fn is_progress(&self, _state: &State, mv: Move) -> bool {
        mv.taken().is_some()
    }
}

impl Game for Morris {
    fn knowledge(&self) -> Knowledge<Morris> {
        Knowledge {
            evaluators: super::evaluators::all(),
            // The learnt evaluator applies to the rules it was learnt from.
            strongest_evaluator: Some(if *self == Morris::default() { "learnt" } else { "mills" }),
            level_evaluator: Some("mills"),
            drawn_ranges: super::evolution::RANGES,
            ..Knowledge::default()
        }
    }
}

impl Clocks for Morris {
    const CLOCKS: [Clock; 2] = [
        Clock { name: "mill countdown", reason: "draw_50", ran_out: words::QUIET },
        Clock { name: "three-men countdown", reason: "draw_10", ran_out: words::THREE_EACH },
    ];
    const POSITION_FIELDS: usize = 3;

    #[inline]
    fn ticks(&self, before: &State, mv: Move) -> [Tick; 2] {
        [
            if self.is_progress(before, mv) { Tick::Reset } else { Tick::Down },
            if before.three_each() { Tick::Down } else { Tick::Keep },
        ]
    }

    /// A turn takes at most one man, and the second countdown starts at three men each.
    #[inline]
    fn stand_still(&self, state: &State) -> [u32; 2] {
        [0, (state.own.left() + state.other.left()).saturating_sub(2 * ENOUGH)]
    }
}
