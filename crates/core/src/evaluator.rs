//! What a position is worth, and what a move is worth, by somebody's formula.

use std::ops::RangeInclusive;

use crate::guide::Afresh;
use crate::{
    Account, Arguments, Explanation, Game, Guide, MAX_PLAYERS, Odds, Outcome, Parameter, Player,
    Term,
};

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
    /// Whether the last turn made progress, as [`Recurring::is_progress`](crate::Recurring::is_progress) has it.
    pub progress: bool,
}

/// A judgement of positions, larger for a player who stands better.
///
/// Only [`values`](Evaluator::values) has to be written. A finished game is then worth [`WON`] to its winner and the
/// negation to everybody else, so that no search overlooks a win; an evaluator with a formula of its own for
/// finished games says so by [`judges_ends`](Evaluator::judges_ends).
///
/// # Laws
/// - No unfinished position is valued above a won one, nor below a lost one.
/// - What it [explains](Evaluator::explain) adds up to its values.
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

    /// Whether [`values`](Evaluator::values) speak of finished games too. If not, no search asks it about one.
    fn judges_ends(&self) -> bool {
        false
    }

    /// The parts of the value of a position, which add up to it.
    fn explain(&self, game: &G, state: &G::State, context: Context) -> Explanation {
        Explanation::bare(game.players(), &self.values(game, state, context))
    }

    /// Every term that [`explain`](Evaluator::explain) can name while the game goes on; only the names matter, and of two
    /// players either may name a term for both. Where nothing else is said they are those of the start, which suits a
    /// formula that counts the same in every position.
    fn terms(&self, game: &G) -> Explanation {
        self.explain(game, &game.start(0), Context::default())
    }

    /// Whether one of two players always gets the negated value of the other. If not, a search for two
    /// sides looks at the lead of one over the other.
    fn is_zero_sum(&self) -> bool {
        true
    }

    /// Whether all images of a position under the game's symmetries have the same value.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// How its values turn into chances of winning in this position.
    fn odds(&self, _game: &G, _state: &G::State) -> Odds {
        Odds::default()
    }

    /// A companion for a search that begins at `state`.
    fn guide<'a>(&'a self, _game: &G, _state: &G::State) -> Box<dyn Guide<G> + 'a> {
        Box::new(Afresh(self))
    }
}

/// What a finished game is worth where the evaluator does not say: more than any judgement.
pub const WON: i32 = 1_000_000_000;

/// The value of a position as searches see it: the evaluator's, or that of the end of the game where the
/// evaluator does not judge ends.
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

/// The parts of the value that [`judge`] gives.
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

/// Everything for who gets something and nothing for the others; nothing for anybody after a draw.
pub fn decided(players: usize, outcome: Outcome) -> Values {
    let mut values = Values::default();
    if Player::all(players).any(|player| outcome.payoffs.of(player) > 0) {
        for player in Player::all(players) {
            values[player.index()] = if outcome.payoffs.of(player) > 0 { WON } else { -WON };
        }
    }
    values
}

#[deny(clippy::missing_trait_methods)] // An adaptor hands on everything.
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

/// A move heuristic of a game: a way of choosing a move by weighing every legal one, without looking
/// ahead.
pub struct HeuristicEntry<G: Game> {
    /// The description.
    pub info: &'static EvaluatorInfo,
    /// Whether weights are fractions rather than whole numbers.
    pub fractional: bool,
    /// Builds it from its parameters.
    pub build: BuildHeuristic<G>,
}

/// Builds a move heuristic.
pub type BuildHeuristic<G> = Box<dyn Fn(&G, &Arguments) -> Box<dyn Heuristic<G>>>;

/// A judgement of moves, larger for a better one.
pub trait Heuristic<G: Game>: Send + Sync {
    /// The weight of a legal move; a player chooses the first with the largest.
    fn weigh(&self, game: &G, state: &G::State, mv: G::Move) -> f64;

    /// What it counts, by row and column of the board from the top left; nothing where a cell cannot be
    /// played to, and none at all on a board without rows and columns.
    fn counts(&self, _game: &G, _state: &G::State) -> Option<Vec<Vec<Option<i32>>>> {
        None
    }
}

#[deny(clippy::missing_trait_methods)] // An adaptor hands on everything.
impl<G: Game, H: Heuristic<G> + ?Sized> Heuristic<G> for Box<H> {
    fn weigh(&self, game: &G, state: &G::State, mv: G::Move) -> f64 {
        (**self).weigh(game, state, mv)
    }

    fn counts(&self, game: &G, state: &G::State) -> Option<Vec<Vec<Option<i32>>>> {
        (**self).counts(game, state)
    }
}

impl<G: Game> dyn Heuristic<G> + '_ {
    /// The first of the moves with the largest weight.
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

/// Knows nothing but how games end, which every search sees without being told: for searches to the end of a game, and
/// for games about which nothing is known yet.
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

/// The points won so far: with two players the lead of the first and its negation, with more the
/// points of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PointsEvaluator;

impl<G: Game> Evaluator<G> for PointsEvaluator {
    fn values(&self, game: &G, state: &G::State, _context: Context) -> Values {
        let points = game.points(state);
        if game.players() > 2 { points } else { zero_sum(points[0] - points[1]) }
    }

    /// Points stay what they are.
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
