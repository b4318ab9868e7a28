//! Incremental state that a strong search carries along.

use crate::{Context, Evaluator, Game, Values};

/// A companion of a search: it follows every move played and undone, evaluates the current position, and knows
/// which moves are worth searching.
///
/// An evaluator with incremental sums provides its own guide; any other is called again at each position (see
/// [`Evaluator::guide`]). Whatever else a guide offers, its values are those of its evaluator.
pub trait Guide<G: Game> {
    /// Updates the guide for a move from one position to the next.
    fn play(&mut self, _game: &G, _before: &G::State, _mv: G::Move, _after: &G::State) {}

    /// Reverts the last move.
    fn undo(&mut self) {}

    /// The value of the current position for each player.
    fn values(&self, game: &G, state: &G::State, context: Context) -> Values;

    /// How good a move looks before it is searched; 0 for an ordinary move.
    fn promise(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        i32::from(game.is_progress(state, mv))
    }

    /// An upper bound, for the player to move, on the value of any position reached by `mv` and at most `turns`
    /// further turns. It includes games that end there: at the evaluator's own values if it judges ends, otherwise
    /// at up to [`WON`](crate::WON). A search prunes moves that cannot improve the result.
    fn ceiling(&self, _game: &G, _state: &G::State, _mv: G::Move, _turns: u32) -> i32 {
        i32::MAX
    }

    /// Of the legal moves from index `first` on, keeps those worth searching: at least one, in the same order.
    fn narrow(&self, _game: &G, _state: &G::State, _moves: &mut Vec<G::Move>, _first: usize) {}

    /// How critical the next turn is. A selective search reduces late moves in calm positions and extends forced
    /// ones. Where the guide does not know, the search is not selective.
    fn tension(&self, _game: &G, _state: &G::State) -> Tension {
        Tension::Unknown
    }

    /// The parameters of a selective search; constant throughout a search.
    fn habits(&self) -> Habits {
        Habits::PLAIN
    }

    /// The worth of being on turn beyond what the values contain. A search adds it when it compares positions after
    /// odd and even numbers of turns.
    fn tempo(&self) -> i32 {
        0
    }

    /// Searches at most `effort` positions for a win that the player to move can force.
    fn forced_win(&mut self, _game: &G, _state: &G::State, _effort: u64) -> Forcing<G::Move> {
        Forcing { win: None, positions: 0 }
    }

    /// Like [`forced_win`](Guide::forced_win), for a selective search: it may return nothing if an earlier attempt
    /// here failed and `effort` is not much larger now.
    fn forced_win_if_new(&mut self, game: &G, state: &G::State, effort: u64) -> Forcing<G::Move> {
        self.forced_win(game, state, effort)
    }
}

/// The parameters of a selective search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits {
    /// The maximum number of positions searched for a forced win at the leaves, one turn above them, and so on.
    /// Beyond the last entry the last one applies.
    pub efforts: [u64; 6],
    /// Whether to skip the search for a forced win where the static value is already good enough.
    pub glance_first: bool,
    /// The bonus of a killer move, that is a move that caused a cutoff in a sibling position, in units of
    /// [promise](Guide::promise).
    pub killer: i32,
    /// The divisor of a move's history score.
    pub history_share: i32,
}

impl Habits {
    /// The default habits, which a full-width search uses.
    pub const PLAIN: Habits = Habits {
        efforts: [1, 4, 16, 64, 256, 1024],
        glance_first: false,
        killer: 40,
        history_share: 1_000,
    };

    /// The maximum number of positions searched for a forced win at this many turns above the leaves.
    pub fn effort(&self, depth: u32) -> u64 {
        self.efforts[(depth as usize).min(self.efforts.len() - 1)]
    }
}

/// How critical a turn is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tension {
    /// The guide does not know.
    Unknown,
    /// Nothing needs an immediate answer, and moves that [`Guide::narrow`] drops may still matter.
    Calm {
        /// The typical change of the value in one turn.
        swing: i32,
    },
    /// All but a few moves lose, and [`Guide::narrow`] keeps every move that does not.
    Pressed,
    /// At most one move avoids an immediate loss, and [`Guide::narrow`] keeps it.
    Forced,
}

/// The result of a search for a forced win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forcing<M> {
    /// The win, if one was found.
    pub win: Option<ForcedWin<M>>,
    /// The number of positions searched.
    pub positions: u64,
}

/// A win that the opponent cannot prevent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForcedWin<M> {
    /// The first move of the win.
    pub mv: M,
    /// The maximum number of turns, counting both sides, until the game is won; 1 if the move wins immediately.
    pub turns: u32,
}

/// The guide of an evaluator without incremental state: it stores nothing and proves nothing.
#[derive(Clone, Copy, Debug)]
pub struct Afresh<'a, E: ?Sized>(pub &'a E);

impl<G: Game, E: Evaluator<G> + ?Sized> Guide<G> for Afresh<'_, E> {
    fn values(&self, game: &G, state: &G::State, context: Context) -> Values {
        self.0.values(game, state, context)
    }
}
