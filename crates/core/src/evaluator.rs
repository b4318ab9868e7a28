//! What a position is worth, and what a move is worth, by somebody's formula.

use std::ops::RangeInclusive;

use crate::guide::Afresh;
use crate::{Arguments, Game, Guide, MAX_PLAYERS, Outcome, Parameter};

/// One number per player. With two players the second is the negated first, unless an evaluator says
/// that it judges each player by itself.
pub type Values = [i32; MAX_PLAYERS];

/// The values of a two-player position from the first player's side.
pub const fn zero_sum(first: i32) -> Values {
    [first, -first, 0, 0]
}

/// What an evaluator may know besides the state, which has no history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Context {
    /// How the game ended, if it has: by a rule of the game, a countdown or a repetition.
    pub outcome: Option<Outcome>,
    /// Whether the last turn made progress, as [`Game::is_progress`] has it.
    pub progress: bool,
}

/// A judgement of positions, larger for a player who stands better.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The value of a position for each player.
    fn values(&self, game: &G, state: &G::State, context: Context) -> Values;

    /// Whether one of two players always gets the negated value of the other. If not, a search for two
    /// sides looks at the lead of one over the other.
    fn is_zero_sum(&self) -> bool {
        true
    }

    /// Whether all images of a position under the game's symmetries have the same value.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// The lead over the others at which a player is about three times as likely to win as they are.
    fn scale(&self) -> i32 {
        100
    }

    /// A companion for a search that begins at `state`.
    fn guide<'a>(&'a self, _game: &G, _state: &G::State) -> Box<dyn Guide<G> + 'a> {
        Box::new(Afresh(self))
    }
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Box<E> {
    fn values(&self, game: &G, state: &G::State, context: Context) -> Values {
        (**self).values(game, state, context)
    }

    fn is_zero_sum(&self) -> bool {
        (**self).is_zero_sum()
    }

    fn is_symmetric(&self) -> bool {
        (**self).is_symmetric()
    }

    fn scale(&self) -> i32 {
        (**self).scale()
    }

    fn guide<'a>(&'a self, game: &G, state: &G::State) -> Box<dyn Guide<G> + 'a> {
        (**self).guide(game, state)
    }
}

/// The description of an evaluator or of a move heuristic.
#[derive(Debug)]
pub struct EvaluatorInfo {
    /// The word in a specification: `fav1`.
    pub id: &'static str,
    /// One line for a reader.
    pub summary: &'static str,
    /// The parameters in brackets after it.
    pub parameters: &'static [Parameter],
}

/// Ranges from which an evaluator's numbers are drawn when an evolution begins.
#[derive(Debug)]
pub struct DrawnRanges {
    /// The word that names them: `stated`.
    pub id: &'static str,
    /// One line for a reader.
    pub summary: &'static str,
    /// The evaluator whose numbers they are.
    pub evaluator: &'static str,
    /// One a number, in the order of the evaluator's parameters.
    pub ranges: &'static [RangeInclusive<i64>],
}

/// The evaluators of a game, the default first.
pub struct EvaluatorEntry<G: Game> {
    /// The description.
    pub info: &'static EvaluatorInfo,
    /// Builds it from its parameters and the seed of its random part.
    pub build: Build<G>,
}

/// Builds an evaluator.
pub type Build<G> = Box<dyn Fn(&G, &Arguments, u64) -> Box<dyn Evaluator<G>>>;

/// A way of choosing a move by weighing every legal one, without looking ahead.
pub struct HeuristicEntry<G: Game> {
    /// The description.
    pub info: &'static EvaluatorInfo,
    /// Whether weights are fractions rather than whole numbers.
    pub fractional: bool,
    /// The weight of a move; the first move with the largest is chosen.
    pub weigh: fn(&G, &G::State, G::Move) -> f64,
}

impl<G: Game> HeuristicEntry<G> {
    /// The first of the moves with the largest weight.
    pub fn choose(&self, game: &G, state: &G::State, moves: &[G::Move]) -> Option<G::Move> {
        let mut best: Option<(f64, G::Move)> = None;
        for &mv in moves {
            let weight = (self.weigh)(game, state, mv);
            if best.is_none_or(|(most, _)| weight > most) {
                best = Some((weight, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }
}

/// The points won so far: with two players the lead of the first and its negation, with more the
/// points of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Banked;

impl<G: Game> Evaluator<G> for Banked {
    fn values(&self, game: &G, state: &G::State, _context: Context) -> Values {
        let points = game.banked(state);
        if game.players() > 2 { points } else { zero_sum(points[0] - points[1]) }
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}
