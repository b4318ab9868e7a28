//! Evaluators of positions and heuristics for moves.

use std::ops::RangeInclusive;

use crate::guide::Afresh;
use crate::{
    Account, Arguments, Explanation, Game, Guide, MAX_PLAYERS, Odds, Outcome, Parameter, Player,
    Term,
};

/// One value per player. With two players the second is the negation of the first, unless the evaluator judges each
/// player separately.
pub type Values = [i32; MAX_PLAYERS];

/// The values of a two-player position, given from the first player's side.
pub const fn zero_sum(first: i32) -> Values {
    [first, -first, 0, 0]
}

/// What an evaluator may use besides the state, which has no history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Context {
    /// How the game ended, if it has: by a rule of the game, a countdown or a repetition.
    pub outcome: Option<Outcome>,
    /// Whether the last turn made progress, as defined by [`Recurring::is_progress`](crate::Recurring::is_progress).
    pub progress: bool,
}

/// Evaluates positions: the larger a player's value, the better that player stands.
///
/// Only [`values`](Evaluator::values) is required. By default a finished game is worth [`WON`] to its winner and
/// the negation to all others, so that no search overlooks a win. An evaluator with its own formula for finished
/// games returns true from [`judges_ends`](Evaluator::judges_ends).
///
/// # Laws
/// - No unfinished position has a higher value than a won one, or a lower value than a lost one.
/// - The parts of its [explanation](Evaluator::explain) add up to its values.
///
/// # Example
/// ```
/// use ninefold_core::{Context, Evaluator, Path, Player, Values, judge, zero_sum};
/// use ninefold_games::morris::{Morris, State};
///
/// /// Counts men, on the board and in hand.
/// struct Men;
///
/// impl Evaluator<Morris> for Men {
///     fn values(&self, _game: &Morris, state: &State, _context: Context) -> Values {
///         let men = |player| state.men_left(player) as i32;
///         zero_sum(men(Player::FIRST) - men(Player::SECOND))
///     }
/// }
///
/// // White closes a mill and takes a man.
/// let mut path = Path::from_start(Morris::default());
/// for text in ["d6", "f4", "b6", "g1", "f6xf4"] {
///     path.play_text(text)?;
/// }
/// assert_eq!(judge(&Men, path.game(), path.state(), path.context())[..2], [1, -1]);
/// # Ok::<(), ninefold_core::MoveError>(())
/// ```
pub trait Evaluator<G: Game>: Send + Sync {
    /// The value of a position for each player.
    fn values(&self, game: &G, state: &G::State, context: Context) -> Values;

    /// Whether [`values`](Evaluator::values) also covers finished games. If not, searches never pass it one.
    fn judges_ends(&self) -> bool {
        false
    }

    /// The parts of a position's value, which add up to it.
    fn explain(&self, game: &G, state: &G::State, context: Context) -> Explanation {
        Explanation::bare(game.players(), &self.values(game, state, context))
    }

    /// Every term that [`explain`](Evaluator::explain) can name during the game. Only the names matter, and with
    /// two players a term may be listed for either. The default returns the terms of the start position, which
    /// suits a formula that counts the same things in every position.
    fn terms(&self, game: &G) -> Explanation {
        self.explain(game, &game.start(0), Context::default())
    }

    /// Whether the values of two players are always negations of each other. If not, a search for two sides uses
    /// the difference between them.
    fn is_zero_sum(&self) -> bool {
        true
    }

    /// Whether all images of a position under the game's symmetries have the same value.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// How this evaluator's values convert into winning chances in this position.
    fn odds(&self, _game: &G, _state: &G::State) -> Odds {
        Odds::default()
    }

    /// Creates a guide for a search that starts at `state`.
    fn guide<'a>(&'a self, _game: &G, _state: &G::State) -> Box<dyn Guide<G> + 'a> {
        Box::new(Afresh(self))
    }
}

/// The value of a won game if the evaluator does not judge ends: larger than any other value.
pub const WON: i32 = 1_000_000_000;

/// The value of a position as searches see it: the evaluator's own, or that of the outcome if the game is over and
/// the evaluator does not judge ends.
///
/// ```
/// use ninefold_core::{Context, Evaluator, Game, Outcome, Player, Values, WON, judge};
///
/// /// Knows nothing at all.
/// struct Blank;
///
/// impl<G: Game> Evaluator<G> for Blank {
///     fn values(&self, _game: &G, _state: &G::State, _context: Context) -> Values {
///         [0; 4]
///     }
/// }
///
/// fn sees_a_win<G: Game>(game: &G, won: &G::State) -> bool {
///     let context = Context { outcome: Some(Outcome::win(Player::FIRST, "line")), progress: false };
///     judge(&Blank, game, won, context)[..2] == [WON, -WON]
/// }
/// ```
pub fn judge<G: Game, E: Evaluator<G> + ?Sized>(
    evaluator: &E,
    game: &G,
    state: &G::State,
    context: Context,
) -> Values {
    match context.outcome {
        Some(outcome) if !evaluator.judges_ends() => decided(game.players(), outcome),
        _ => evaluator.values(game, state, context),
    }
}

/// The parts of the value returned by [`judge`].
pub fn explain<G: Game, E: Evaluator<G> + ?Sized>(
    evaluator: &E,
    game: &G,
    state: &G::State,
    context: Context,
) -> Explanation {
    match context.outcome {
        Some(outcome) if !evaluator.judges_ends() => {
            let players = game.players();
            Explanation::decided(players, WON, &decided(players, outcome))
        }
        _ => evaluator.explain(game, state, context),
    }
}

/// [`WON`] for each player with a positive payoff and `-WON` for the others; 0 for all after a draw.
pub fn decided(players: usize, outcome: Outcome) -> Values {
    let mut values = Values::default();
    if Player::all(players).any(|player| outcome.payoffs.of(player) > 0) {
        for player in Player::all(players) {
            values[player.index()] = if outcome.payoffs.of(player) > 0 { WON } else { -WON };
        }
    }
    values
}

#[deny(clippy::missing_trait_methods)] // The adaptor forwards every method.
impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Box<E> {
    fn values(&self, game: &G, state: &G::State, context: Context) -> Values {
        (**self).values(game, state, context)
    }

    fn judges_ends(&self) -> bool {
        (**self).judges_ends()
    }

    fn explain(&self, game: &G, state: &G::State, context: Context) -> Explanation {
        (**self).explain(game, state, context)
    }

    fn terms(&self, game: &G) -> Explanation {
        (**self).terms(game)
    }

    fn is_zero_sum(&self) -> bool {
        (**self).is_zero_sum()
    }

    fn is_symmetric(&self) -> bool {
        (**self).is_symmetric()
    }

    fn odds(&self, game: &G, state: &G::State) -> Odds {
        (**self).odds(game, state)
    }

    fn guide<'a>(&'a self, game: &G, state: &G::State) -> Box<dyn Guide<G> + 'a> {
        (**self).guide(game, state)
    }
}

/// The description of an evaluator or a move heuristic.
#[derive(Debug)]
pub struct EvaluatorInfo {
    /// The name in a specification: `fav1`.
    pub id: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The parameters, written in brackets after the name.
    pub parameters: &'static [Parameter],
}

/// Ranges from which an evolution draws an evaluator's initial weights.
#[derive(Debug)]
pub struct DrawnRanges {
    /// The name of these ranges: `stated`.
    pub id: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The evaluator that the weights belong to.
    pub evaluator: &'static str,
    /// One range per weight, in the order of the evaluator's parameters.
    pub ranges: &'static [RangeInclusive<i64>],
}

/// An evaluator of a game.
pub struct EvaluatorEntry<G: Game> {
    /// The description.
    pub info: &'static EvaluatorInfo,
    /// Builds the evaluator from its parameters and the seed of its random part.
    pub build: Build<G>,
}

/// Builds an evaluator.
pub type Build<G> = Box<dyn Fn(&G, &Arguments, u64) -> Box<dyn Evaluator<G>>>;

/// A move heuristic of a game: it chooses a move by weighing every legal move, without lookahead.
pub struct HeuristicEntry<G: Game> {
    /// The description.
    pub info: &'static EvaluatorInfo,
    /// Whether the weights are fractions rather than integers.
    pub fractional: bool,
    /// Builds the heuristic from its parameters.
    pub build: BuildHeuristic<G>,
}

/// Builds a move heuristic.
pub type BuildHeuristic<G> = Box<dyn Fn(&G, &Arguments) -> Box<dyn Heuristic<G>>>;

/// Rates moves: the larger the weight, the better the move.
pub trait Heuristic<G: Game>: Send + Sync {
    /// The weight of a legal move. A player chooses the first move with the largest weight.
    fn weigh(&self, game: &G, state: &G::State, mv: G::Move) -> f64;

    /// The counts behind the weights, by row and column from the top left. A cell that cannot be played is `None`;
    /// so is the whole result on a board without rows and columns.
    fn counts(&self, _game: &G, _state: &G::State) -> Option<Vec<Vec<Option<i32>>>> {
        None
    }
}

#[deny(clippy::missing_trait_methods)] // The adaptor forwards every method.
impl<G: Game, H: Heuristic<G> + ?Sized> Heuristic<G> for Box<H> {
    fn weigh(&self, game: &G, state: &G::State, mv: G::Move) -> f64 {
        (**self).weigh(game, state, mv)
    }

    fn counts(&self, game: &G, state: &G::State) -> Option<Vec<Vec<Option<i32>>>> {
        (**self).counts(game, state)
    }
}

impl<G: Game> dyn Heuristic<G> + '_ {
    /// Returns the first move with the largest weight.
    pub fn choose(&self, game: &G, state: &G::State, moves: &[G::Move]) -> Option<G::Move> {
        let mut best: Option<(f64, G::Move)> = None;
        for &mv in moves {
            let weight = self.weigh(game, state, mv);
            if best.is_none_or(|(most, _)| weight > most) {
                best = Some((weight, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }
}

/// Knows only the outcomes of finished games, which every search sees anyway. For searches to the end of the game,
/// and for games without an evaluator of their own.
///
/// ```
/// use ninefold_core::{OutcomeEvaluator, Path, judge};
/// use ninefold_games::mnk::Mnk;
///
/// let mut path = Path::from_start(Mnk::<1>::new(1, 2, 1));
/// let value = |path: &Path<_>| judge(&OutcomeEvaluator, path.game(), path.state(), path.context())[0];
/// assert_eq!(value(&path), 0);
/// path.play_text("1,1")?;
/// assert_eq!(value(&path), ninefold_core::WON);
/// # Ok::<(), ninefold_core::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OutcomeEvaluator;

impl<G: Game> Evaluator<G> for OutcomeEvaluator {
    fn values(&self, _game: &G, _state: &G::State, _context: Context) -> Values {
        Values::default()
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// Points won so far: with two players the lead of the first and its negation, with more players the points of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PointsEvaluator;

impl<G: Game> Evaluator<G> for PointsEvaluator {
    fn values(&self, game: &G, state: &G::State, _context: Context) -> Values {
        let points = game.points(state);
        if game.players() > 2 { points } else { zero_sum(points[0] - points[1]) }
    }

    /// Points keep their value after the end of the game.
    fn judges_ends(&self) -> bool {
        true
    }

    fn explain(&self, game: &G, state: &G::State, _context: Context) -> Explanation {
        let points = game.points(state);
        let term = |player: Player| Term::new(Explanation::POINTS, points[player.index()], 1);
        let players = Player::all(game.players()).map(|player| Account::of([term(player)]));
        Explanation { lead: game.players() == 2, ..Explanation::of_sums(players) }
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}
