//! Perfect play which, among moves of equal value, prefers the one that is hardest for the opponent.

use std::sync::LazyLock;

use ninefold_core::{Player, StopFlag};
use ninefold_games::morris::{Move, State, neighbours};

use super::book::Book;
use super::countdowns::Countdowns;
use super::file::TableError;
use super::judge::Judge;
use super::placing::LAYERS;
use super::pursuit::Pursuit;
use super::subspace::Subspace;
use super::tables::{Tables, Value, Verdict, in_hand};
use super::truth::Truth;
use crate::InTime;

/// A move and what is known about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The verdict for the side that plays it.
    pub verdict: Verdict,
    /// Its merit among moves of the same value; only the order is meaningful.
    pub merit: f64,
    /// All moves that preserve the value, including this one.
    pub keeping: Vec<Move>,
}

/// What a choice depends on besides the position.
pub struct Situation<'a> {
    /// The number of occurrences of a position in the game, including the current one.
    pub seen: &'a dyn Fn(&State) -> u32,
    /// The plies without a mill that are left until the game is drawn, if that countdown is in force.
    pub mills: Option<u32>,
    /// The plies with three men each that are left until the game is drawn, if that countdown is in force.
    pub three_each: Option<u32>,
    /// The number of occurrences of a position that draws the game, if repetition does.
    pub repetitions: Option<u32>,
    /// A flag that stops the search; the result is then based on what was found so far.
    pub stop: Option<&'a StopFlag>,
}

impl Situation<'_> {
    /// No history and no draw rules.
    pub const FRESH: Situation<'static> =
        Situation { seen: &|_| 0, mills: None, three_each: None, repetitions: None, stop: None };

    /// Whether the game is drawn if this position occurs once more.
    pub(super) fn is_drawn_by(&self, state: &State) -> bool {
        self.repetitions.is_some_and(|limit| (self.seen)(state) + 1 >= limit)
    }
}

/// With more moves to compare, as with flying men, distances are not looked up.
const FEW_MOVES: usize = 20;
/// Layers of the placing phase whose positions each need a search of two to four plies.
const SLOW_LAYERS: std::ops::RangeInclusive<u32> = 14..=16;
/// The weight of the balance of the subspace that a move leads to.
const BALANCE: f64 = 0.5;
/// How much more likely a reply that takes a man is.
const GREED: f64 = 3.0;
/// A mistake that is punished within this many plies is noticed half the time.
const SIGHT: f64 = 8.0;
/// The weight of a mistake if the distance to its punishment is unknown.
const UNKNOWN_DEPTH: f64 = 0.6;
/// The bonus in drawn positions for each neighbour of the target point: a tie-breaker.
const LANES: f64 = 0.001;

impl Tables {
    /// The best move; `None` if the game is over or no table covers it.
    ///
    /// It never gives away a win or loses a draw. If distances are known and no draw rule applies before the end,
    /// it plays the shortest win. Otherwise it searches the winning moves for the way that looks shortest and that
    /// neither a countdown nor a repetition ends, not even through the reply; positions that occurred before are
    /// avoided.
    ///
    /// The choice depends only on the position, the situation and the tables.
    ///
    /// Drawn and lost moves are ranked by how easily the opponent goes wrong; a mistake counts more if it is
    /// punished too late to be foreseen. The share of won over lost positions with the resulting numbers of men is
    /// added. A caller with a search can use it to choose better among drawn moves.
    pub fn best_move(
        &self,
        state: &State,
        situation: &Situation<'_>,
    ) -> Result<Option<Choice>, TableError> {
        best_move(self, state, situation)
    }
}

impl Book {
    /// The best move by the same policy as with [tables](Tables::best_move), but without distances; `None` unless
    /// the book knows the value of every move.
    pub fn best_move(&self, state: &State, situation: &Situation<'_>) -> Option<Choice> {
        // A book in memory cannot fail.
        best_move(self, state, situation).ok().flatten()
    }
}

/// The best move according to `truth`.
fn best_move(
    truth: &dyn Truth,
    state: &State,
    situation: &Situation<'_>,
) -> Result<Option<Choice>, TableError> {
    let judge = Judge::new(truth);
    let mut decision = Decision { truth, judge, situation, asks_distances: true };
    let Some((value, best)) = decision.candidates(state)? else { return Ok(None) };
    decision.asks_distances = best.len() <= FEW_MOVES;
    let merits = match value {
        Value::Win => decision.wins(state, &best)?,
        Value::Draw => decision.draws(state, &best)?,
        Value::Loss => decision.losses(state, &best)?,
    };
    // The first of equals in generation order.
    let chosen = best.iter().zip(merits).reduce(|first, next| match next.1 > first.1 {
        true => next,
        false => first,
    });
    let keeping = best.iter().map(|(mv, _)| *mv).collect();
    Ok(chosen.map(|(&(mv, verdict), merit)| Choice { mv, verdict, merit, keeping }))
}

/// The value of a position and the moves that preserve it.
type Candidates = (Value, Vec<(Move, Verdict)>);

/// The state of one decision.
struct Decision<'a> {
    truth: &'a dyn Truth,
    judge: Judge<'a>,
    situation: &'a Situation<'a>,
    /// Whether there is time to look up how soon a mistake is punished.
    asks_distances: bool,
}

impl Decision<'_> {
    /// The value of the position and the moves that preserve it; `None` if no table covers it.
    fn candidates(&mut self, state: &State) -> Result<Option<Candidates>, TableError> {
        if self.truth.ahead(state) == 0 {
            return Ok(None);
        }
        if in_hand(state) == 0 {
            let Some(moves) = self.truth.moves(state)? else { return Ok(None) };
            let Some(value) = moves.iter().map(|(_, verdict)| verdict.value).max() else {
                return Ok(None);
            };
            let best = moves.into_iter().filter(|(_, verdict)| verdict.value == value);
            return Ok(Some((value, best.collect())));
        }
        let Some(value) = self.judge.value(state)? else { return Ok(None) };
        let mut best = Vec::new();
        for mv in self.judge.moves(state) {
            let next = self.judge.after(state, mv);
            // Whether the opponent gets more than its due; exact values would take longer.
            let keeps = match value {
                Value::Win => self.judge.reaches(&next, Value::Draw)? == Some(false),
                Value::Draw => self.judge.reaches(&next, Value::Win)? == Some(false),
                Value::Loss => true,
            };
            if keeps {
                best.push((mv, Verdict { value, plies: None }));
            }
        }
        Ok(Some((value, best)))
    }

    fn wins(&mut self, state: &State, best: &[(Move, Verdict)]) -> Result<Vec<f64>, TableError> {
        let in_time =
            |verdict: &Verdict| verdict.plies.filter(|&plies| self.is_in_time(state, plies));
        let safe: Vec<Option<u32>> = best
            .iter()
            .map(|(mv, verdict)| in_time(verdict).filter(|_| !self.may_repeat(state, *mv)))
            .collect();
        if safe.iter().any(Option::is_some) {
            let merit =
                |plies: Option<u32>| plies.map_or(f64::NEG_INFINITY, |plies| -f64::from(plies));
            return Ok(safe.into_iter().map(merit).collect());
        }
        let moves: Vec<Move> = best.iter().map(|&(mv, _)| mv).collect();
        let mut pursuit = Pursuit::new(&mut self.judge, self.situation);
        Ok(pursuit.weigh(state, &moves)?.into_iter().map(|value| -f64::from(value)).collect())
    }

    /// Whether a win of so many plies is expected before the countdowns end, if it takes the shortest way.
    fn is_in_time(&self, state: &State, plies: u32) -> bool {
        let left = Countdowns::of(self.situation);
        left.is_none_or(|left| left.allow(state, state.to_move(), plies) >= InTime::Likely)
    }

    /// Whether the move or a reply to it draws the game by repetition.
    fn may_repeat(&self, state: &State, mv: Move) -> bool {
        let next = self.judge.after(state, mv);
        let replies = self.judge.moves(&next);
        self.situation.is_drawn_by(&next)
            || replies
                .into_iter()
                .any(|reply| self.situation.is_drawn_by(&self.judge.after(&next, reply)))
    }

    fn losses(&mut self, state: &State, best: &[(Move, Verdict)]) -> Result<Vec<f64>, TableError> {
        let mut merits = Vec::with_capacity(best.len());
        for (mv, verdict) in best {
            let next = self.judge.after(state, *mv);
            let mistakes = if self.is_quick(&next) { self.trouble(&next)? } else { 0.0 };
            // In a lost position, prefer the longest game; what the opponent cannot foresee counts most.
            let plies = verdict.plies.map_or(0.0, f64::from);
            merits.push(mistakes + plies / (plies + 4.0 * SIGHT));
        }
        Ok(merits)
    }

    fn draws(&mut self, state: &State, best: &[(Move, Verdict)]) -> Result<Vec<f64>, TableError> {
        let player = state.to_move();
        let mut merits = Vec::with_capacity(best.len());
        for (mv, _) in best {
            let next = self.judge.after(state, *mv);
            let mistakes = if self.is_quick(&next) { self.trouble(&next)? } else { 0.0 };
            let again = 10.0 * f64::from((self.situation.seen)(&next).min(100));
            let lanes = LANES * f64::from(neighbours(mv.to().set()).count_ones());
            merits.push(mistakes + BALANCE * balance(&next, player) + lanes - again);
        }
        Ok(merits)
    }

    /// How easily the player to move, the opponent, goes wrong: the share of replies that lose value.
    fn trouble(&mut self, state: &State) -> Result<f64, TableError> {
        let replies = self.judge.judged(state)?;
        let best = replies.iter().map(|&(_, value)| value).max();
        let (mut sum, mut all) = (0.0, 0.0);
        for (reply, value) in replies {
            all += likelihood(reply);
            if Some(value) < best {
                sum += likelihood(reply) * self.depth_of(&self.judge.after(state, reply))?;
            }
        }
        Ok(if all > 0.0 { sum / all } else { 0.0 })
    }

    /// How hard it is to foresee that this position is won, from 0 to 1.
    fn depth_of(&self, state: &State) -> Result<f64, TableError> {
        let plies = match self.asks_distances && in_hand(state) == 0 {
            true => self.truth.plies(state)?,
            false => None,
        };
        Ok(plies.map_or(UNKNOWN_DEPTH, |plies| f64::from(plies) / (f64::from(plies) + SIGHT)))
    }

    /// Whether the replies can be valued quickly: not in layers far from a stored one.
    fn is_quick(&self, state: &State) -> bool {
        self.truth.ahead(state) > 0
            && !SLOW_LAYERS.contains(&(LAYERS + 1 - in_hand(state).min(LAYERS)))
    }
}

/// The relative likelihood of a reply before its value is known.
fn likelihood(reply: Move) -> f64 {
    if reply.taken().is_some() { GREED } else { 1.0 }
}

/// How much more often positions with these numbers of men are won than lost by `player`, −1 to 1.
fn balance(state: &State, player: Player) -> f64 {
    static LEADS: LazyLock<[[f64; 10]; 10]> = LazyLock::new(|| {
        let mut leads = [[0.0; 10]; 10];
        for space in Subspace::published() {
            let lead = (space.wins as f64 - space.losses as f64) / space.positions as f64;
            leads[space.own as usize][space.other as usize] = lead;
        }
        leads
    });
    let mover = state.to_move();
    let [own, other] = [mover, mover.other()].map(|side| state.men_left(side) as usize);
    let lead = LEADS[own.min(9)][other.min(9)];
    if mover == player { lead } else { -lead }
}
