//! Finds the way to the end of a win by searching the moves that preserve it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use ninefold_core::{Player, Rules, StopFlag};
use ninefold_games::morris::{Move, State};

use super::file::TableError;
use super::judge::Judge;
use super::policy::Situation;
use super::progress::{guess, on_scale};
use super::tables::Value;

/// The work limit of a search. A value lookup costs `LOOK`, a distance lookup `FAR_LOOK`, and an estimate of a
/// board 1.
const MOST_WORK: u64 = 160_000;
/// The factor on the limit if every move leaves a win that looks farther away than `FAR`: such wins are rare, and
/// the countdown decides them.
const FAR_WORK: u64 = 8;
const FAR: u32 = 24;
const LOOK: u64 = 20;
const FAR_LOOK: u64 = 80;
/// The amount of work between two checks of the flag.
const BETWEEN_LOOKS: u64 = 1 << 10;
/// The maximum search depth in plies.
const DEEPEST: u32 = 40;
/// The game is over and won; a sooner win scores lower.
const OVER: i32 = -100_000;
/// A draw rule ends the game.
const DRAWN: i32 = 100_000;
/// The winner's penalty for each earlier occurrence of a position, on the scale of the estimates; equivalent to a
/// game more than three times as long.
const AGAIN: i32 = 300;
/// When fewer plies than this are left on the countdown, each of them adds a penalty, so that a man is taken in time.
const HURRY: u32 = 24;
const HURRY_COST: i32 = 16;

/// A search from one won position.
pub(super) struct Pursuit<'a, 'b> {
    judge: &'b mut Judge<'a>,
    situation: &'b Situation<'b>,
    /// Whether a position with the loser to move is lost.
    lost: Map<bool>,
    /// Search results for positions with the winner to move.
    found: Map<SearchResult>,
    work: u64,
    most_work: u64,
    /// Whether the flag may end the search; every move is searched at least once.
    may_be_stopped: bool,
}

/// Maps from the key of a position.
type Map<T> = HashMap<u64, T, BuildHasherDefault<AsIs>>;

/// A hasher for keys that are already mixed.
#[derive(Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// The bounds of a value searched to a depth, and the best move.
#[derive(Clone, Copy)]
struct SearchResult {
    depth: u32,
    left: Left,
    low: i32,
    high: i32,
    best: Option<Move>,
}

/// The plies left on the countdowns: without a mill, and with three men each.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Left {
    mills: u32,
    three_each: u32,
}

impl Left {
    /// After a move in `state`. A mill resets the first countdown beyond the depth of any search.
    fn after(self, state: &State, mv: Move) -> Left {
        Left {
            mills: if mv.taken().is_some() { u32::MAX } else { self.mills.saturating_sub(1) },
            three_each: self.three_each.saturating_sub(u32::from(three_each(state))),
        }
    }

    fn has_run_out(self) -> bool {
        self.mills == 0 || self.three_each == 0
    }

    /// Whether a search to this depth gives the same result with either.
    fn is_like(self, other: Left, depth: u32) -> bool {
        let ample = |left: Left| left.mills > depth + HURRY && left.three_each > depth;
        self == other || ample(self) && ample(other)
    }

    /// The penalty from the first countdown.
    fn hurry(self) -> i32 {
        HURRY_COST * HURRY.saturating_sub(self.mills) as i32
    }
}

/// Whether both sides have three men.
pub(super) fn three_each(state: &State) -> bool {
    [Player::FIRST, Player::SECOND].iter().all(|&side| state.men_left(side) == 3)
}

/// Why a search was interrupted.
enum Interruption {
    /// The work limit is reached, or the search was stopped.
    OutOfBudget,
    Error(TableError),
}

impl From<TableError> for Interruption {
    fn from(error: TableError) -> Interruption {
        Interruption::Error(error)
    }
}

impl<'a, 'b> Pursuit<'a, 'b> {
    pub(super) fn new(judge: &'b mut Judge<'a>, situation: &'b Situation<'b>) -> Pursuit<'a, 'b> {
        let (lost, found) = (Map::default(), Map::default());
        Pursuit {
            judge,
            situation,
            lost,
            found,
            work: 0,
            most_work: MOST_WORK,
            may_be_stopped: false,
        }
    }

    /// The scores of the winning moves; lower is better, and only the lowest is exact.
    ///
    /// The search deepens as long as work is left, and returns the result of the last completed depth. The winner's
    /// moves are those that preserve the win; the loser's are all. The score of a position is its distance to the
    /// win, known or estimated; a draw by countdown or repetition has the worst score.
    pub(super) fn weigh(&mut self, state: &State, moves: &[Move]) -> Result<Vec<i32>, TableError> {
        let mut order: Vec<usize> = (0..moves.len()).collect();
        let mut values = vec![0; moves.len()];
        if moves.len() == 1 {
            return Ok(values);
        }
        let is_near = |&mv: &Move| guess(&self.judge.after(state, mv)) <= on_scale(FAR);
        if !moves.iter().any(is_near) {
            self.most_work = FAR_WORK * MOST_WORK;
        }
        // Beyond what is known, different ways cannot be compared.
        let deepest = DEEPEST.min(self.judge.truth.ahead(state));
        for depth in (0..deepest).step_by(2) {
            self.may_be_stopped = depth > 0;
            match self.weigh_to(depth, state, moves, &order) {
                Ok(found) => values = found,
                Err(Interruption::OutOfBudget) => break,
                Err(Interruption::Error(error)) => return Err(error),
            }
            order.sort_by_key(|&index| values[index]);
            if order.first().is_none_or(|&best| values[best] < OVER / 2) {
                break;
            }
        }
        Ok(values)
    }

    fn weigh_to(
        &mut self,
        depth: u32,
        state: &State,
        moves: &[Move],
        order: &[usize],
    ) -> Result<Vec<i32>, Interruption> {
        let left = Left {
            mills: self.situation.mills.unwrap_or(u32::MAX),
            three_each: self.situation.three_each.unwrap_or(u32::MAX),
        };
        let mut values = vec![i32::MAX; moves.len()];
        let mut least = i32::MAX;
        for &index in order {
            let mv = moves[index];
            let next = self.judge.after(state, mv);
            let seen = (self.situation.seen)(&next);
            let again = AGAIN.saturating_mul(seen.min(1000) as i32);
            let value = if self.situation.is_drawn_by(&next) {
                DRAWN
            } else {
                // Scores above the lowest so far need not be exact.
                let high = least.saturating_sub(again);
                self.defend(&next, depth, left.after(state, mv), i32::MIN, high)?
            };
            let value = value.saturating_add(again);
            // A bound equal to the lowest score is not a tie.
            values[index] = if value < least { value } else { value.saturating_add(1) };
            least = least.min(value);
        }
        Ok(values)
    }

    /// The score of a lost position with the loser to move: exact between `low` and `high`, else a bound.
    fn defend(
        &mut self,
        state: &State,
        depth: u32,
        left: Left,
        low: i32,
        high: i32,
    ) -> Result<i32, Interruption> {
        if self.judge.game.outcome(state).is_some() {
            return Ok(OVER - depth as i32);
        }
        if left.has_run_out() {
            return Ok(DRAWN);
        }
        if depth == 0 {
            // A reply that ends the game is searched for at every depth.
            let ends = self.ends_by_repetition(state);
            return if ends { Ok(DRAWN) } else { Ok(self.distance(state)? + left.hurry()) };
        }
        let mut replies = Vec::new();
        for reply in self.judge.moves(state) {
            let next = self.judge.after(state, reply);
            if self.situation.is_drawn_by(&next) {
                return Ok(DRAWN);
            }
            let hint =
                self.found.get(&self.judge.game.key(&next)).map_or(i32::MIN, |known| known.low);
            replies.push((hint, reply, next));
        }
        // The replies that delayed longest before come first.
        replies.sort_by_key(|&(hint, _, _)| std::cmp::Reverse(hint));
        let (mut longest, mut low) = (i32::MIN, low);
        for (_, reply, next) in replies {
            longest =
                longest.max(self.attack(&next, depth - 1, left.after(state, reply), low, high)?);
            low = low.max(longest);
            if longest >= high {
                break;
            }
        }
        Ok(longest)
    }

    /// The score of a won position with the winner to move.
    fn attack(
        &mut self,
        state: &State,
        depth: u32,
        left: Left,
        low: i32,
        high: i32,
    ) -> Result<i32, Interruption> {
        if left.has_run_out() {
            return Ok(DRAWN);
        }
        let key = self.judge.game.key(state);
        let known = self.found.get(&key).copied();
        if let Some(known) = known
            && known.depth == depth
            && known.left.is_like(left, depth)
        {
            if known.low >= high || known.low == known.high {
                return Ok(known.low);
            }
            if known.high <= low {
                return Ok(known.high);
            }
        }
        let first = known.and_then(|known| known.best);
        let (mut least, mut best) = (DRAWN, None);
        for (mv, next) in self.promising(state, first)? {
            // The winner must make progress: returning to an earlier position does not count as winning.
            if (self.situation.seen)(&next) > 0 || !self.is_lost(&next)? {
                continue;
            }
            let value =
                self.defend(&next, depth - 1, left.after(state, mv), low, high.min(least))?;
            if value < least {
                (least, best) = (value, Some(mv));
            }
            if least <= low {
                break;
            }
        }
        let found = SearchResult {
            depth,
            left,
            low: if least > low { least } else { i32::MIN },
            high: if least < high { least } else { i32::MAX },
            best,
        };
        self.found.insert(key, found);
        Ok(least)
    }

    /// The moves in search order: the best of before, those that end the game, those that look short.
    fn promising(
        &mut self,
        state: &State,
        first: Option<Move>,
    ) -> Result<impl Iterator<Item = (Move, State)> + use<>, Interruption> {
        let mut moves = Vec::new();
        for mv in self.judge.moves(state) {
            let next = self.judge.after(state, mv);
            let hint = match self.judge.game.outcome(&next) {
                _ if Some(mv) == first => i32::MIN,
                Some(_) => OVER,
                None => guess(&next),
            };
            moves.push((hint, mv, next));
        }
        moves.sort_by_key(|&(hint, _, _)| hint);
        self.tire(moves.len() as u64)?;
        Ok(moves.into_iter().map(|(_, mv, next)| (mv, next)))
    }

    fn ends_by_repetition(&self, state: &State) -> bool {
        let mut next =
            self.judge.moves(state).into_iter().map(|reply| self.judge.after(state, reply));
        self.situation.repetitions.is_some() && next.any(|next| self.situation.is_drawn_by(&next))
    }

    /// The distance to the win, on the scale of the estimates.
    fn distance(&mut self, state: &State) -> Result<i32, Interruption> {
        if let Some(plies) = self.judge.truth.plies(state)? {
            self.tire(FAR_LOOK)?;
            return Ok(on_scale(plies));
        }
        self.tire(1)?;
        Ok(guess(state))
    }

    fn is_lost(&mut self, state: &State) -> Result<bool, Interruption> {
        let key = self.judge.game.key(state);
        if let Some(&lost) = self.lost.get(&key) {
            return Ok(lost);
        }
        let before = self.judge.looked_at();
        let lost = self.judge.reaches(state, Value::Draw)? == Some(false);
        self.lost.insert(key, lost);
        self.tire(LOOK * (self.judge.looked_at() - before))?;
        Ok(lost)
    }

    fn tire(&mut self, work: u64) -> Result<(), Interruption> {
        let looks = self.work / BETWEEN_LOOKS;
        self.work += work;
        let looks_up = self.may_be_stopped && self.work / BETWEEN_LOOKS > looks;
        let is_stopped = looks_up && self.situation.stop.is_some_and(StopFlag::is_raised);
        match is_stopped || self.work > self.most_work {
            true => Err(Interruption::OutOfBudget),
            false => Ok(()),
        }
    }
}
