//! Play by the book, where there are no tables.

use ninefold_games::morris::{Move, State, neighbours};

use super::{Book, after_each};
use crate::morris::tables::{Value, in_hand};

/// How much more likely a reply is that takes a man.
const GREED: f64 = 3.0;
/// What a position costs each time it has come before: more than anything else can bring.
const AGAIN: f64 = 10.0;
/// What pressure is worth beside a man that is taken at once.
const HALF: f64 = 0.5;
/// What each neighbour of the point that a man goes to is worth: it decides among equals.
const LANES: f64 = 0.001;

impl Book {
    /// A move that keeps the value of the position, and that value; nothing unless the book knows what every move
    /// leads to.
    ///
    /// Among those moves the one is chosen that a player would like best: in a won position one that takes a man, else,
    /// if men move, one that leaves few replies to the threat of taking one; in others one after which most replies
    /// lose value, those that take a man thought three times as likely. Equal moves go to the point with the most
    /// neighbours, then the first in the order of generation is chosen, so the same move is played on every machine.
    ///
    /// `seen` tells how often a position has come before. What came least often comes first, so that no winning move
    /// stays untried for ever.
    pub fn best_move(&self, state: &State, seen: &dyn Fn(&State) -> u32) -> Option<(Move, Value)> {
        let all: Option<Vec<_>> = after_each(state)
            .map(|(mv, after)| Some((mv, after, self.value(&after)?.reversed())))
            .collect();
        let all = all?;
        let best = all.iter().map(|&(_, _, value)| value).max()?;
        let mut chosen: Option<(Move, f64)> = None;
        for &(mv, after, _) in all.iter().filter(|&&(_, _, value)| value == best) {
            let merit = match best {
                Value::Win if mv.taken().is_some() => 1.0,
                Value::Win if in_hand(state) == 0 => HALF * self.pressure(&after),
                Value::Win => 0.0,
                _ => self.trouble(&after),
            };
            let ways = f64::from(neighbours(mv.to().set()).count_ones());
            let merit = merit + LANES * ways - AGAIN * f64::from(seen(&after).min(100));
            if chosen.is_none_or(|(_, most)| merit > most) {
                chosen = Some((mv, merit));
            }
        }
        chosen.map(|(mv, _)| (mv, best))
    }

    /// The share of replies after which the winning side can take a man and still wins.
    fn pressure(&self, state: &State) -> f64 {
        let takes = |(mv, after): (Move, State)| {
            mv.taken().is_some() && self.value(&after) == Some(Value::Loss)
        };
        let answers = after_each(state).map(|(_, after)| after_each(&after).any(takes));
        let (count, taken) = answers
            .fold((0_u32, 0_u32), |(count, taken), takes| (count + 1, taken + u32::from(takes)));
        if count > 0 { f64::from(taken) / f64::from(count) } else { 1.0 }
    }

    /// The share of replies that give value away, as far as the book knows them.
    fn trouble(&self, state: &State) -> f64 {
        let replies = self.moves(state);
        let best = replies.iter().map(|&(_, value)| value).max();
        let weight = |mv: Move| if mv.taken().is_some() { GREED } else { 1.0 };
        let all: f64 = replies.iter().map(|&(mv, _)| weight(mv)).sum();
        let wrong = replies.iter().filter(|&&(_, value)| Some(value) < best);
        let wrong: f64 = wrong.map(|&(mv, _)| weight(mv)).sum();
        if all > 0.0 { wrong / all } else { 0.0 }
    }
}
