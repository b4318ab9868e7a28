//! What a strong search carries with it through a game.

use crate::{Context, Evaluator, Game, Values};

/// A companion of a search: it follows every move played and taken back, judges the position it
/// stands at, and knows which moves are worth a look.
///
/// An evaluator that keeps running sums gives a guide of its own; every other one is asked afresh
/// (see [`Evaluator::guide`]). Whatever a guide adds, its values are those of its evaluator.
pub trait Guide<G: Game> {
    /// Follows a move from one position to the next.
    fn play(&mut self, _game: &G, _before: &G::State, _mv: G::Move, _after: &G::State) {}

    /// Follows the last move back.
    fn undo(&mut self) {}

    /// The value of the present position for each player.
    fn values(&self, game: &G, state: &G::State, context: Context) -> Values;

    /// How good a move looks before it is searched; 0 for a move like any other.
    fn promise(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        i32::from(game.is_progress(state, mv))
    }

    /// A value for the player on turn that no position reached by `mv` and at most `turns` further turns
    /// exceeds, however a game may end there: by the evaluator's own values if it judges ends, else up to
    /// [`WON`](crate::WON). A search leaves out what cannot be better.
    fn ceiling(&self, _game: &G, _state: &G::State, _mv: G::Move, _turns: u32) -> i32 {
        i32::MAX
    }

    /// Keeps, of the legal moves from index `first` on, those worth a look, in their order and at
    /// least one.
    fn narrow(&self, _game: &G, _state: &G::State, _moves: &mut Vec<G::Move>, _first: usize) {}

    /// How much hangs on the next turn. A search that is allowed to guess looks less deeply at late moves of calm positions
    /// and deeper where there is no choice; where this is not known it guesses nothing.
    fn tension(&self, _game: &G, _state: &G::State) -> Tension {
        Tension::Unknown
    }

    /// How a search that is allowed to guess does so; the same throughout a search.
    fn habits(&self) -> Habits {
        Habits::PLAIN
    }

    /// What it is worth to be on turn beyond what the values say. A search that compares positions after an odd number of
    /// turns with others after an even one adds it.
    fn tempo(&self) -> i32 {
        0
    }

    /// A win that the player on turn can force, looked for in at most `effort` positions.
    fn forced_win(&mut self, _game: &G, _state: &G::State, _effort: u64) -> Forcing<G::Move> {
        Forcing { win: None, positions: 0 }
    }

    /// The same for a search that guesses: it may give none where one was looked for in vain before and the effort is
    /// not much larger now.
    fn forced_win_if_new(&mut self, game: &G, state: &G::State, effort: u64) -> Forcing<G::Move> {
        self.forced_win(game, state, effort)
    }
}

/// How a search guesses that is allowed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits {
    /// In how many positions at most a forced win is looked for, at the leaves, one turn above them, and so on; further up as in the
    /// last.
    pub efforts: [u64; 6],
    /// Whether none is looked for where a glance says that the position is good enough.
    pub glance_first: bool,
    /// How many [promises](Guide::promise) it is worth that a move has cut off a sister position.
    pub killer: i32,
    /// How much of a move's history is worth a thousandth of one.
    pub history_share: i32,
}

impl Habits {
    /// Those of a guide that has none of its own: what a search in full does.
    pub const PLAIN: Habits = Habits {
        efforts: [1, 4, 16, 64, 256, 1024],
        glance_first: false,
        killer: 40,
        history_share: 1_000,
    };

    /// In how many positions a forced win is looked for so many turns above the leaves.
    pub fn effort(&self, depth: u32) -> u64 {
        self.efforts[(depth as usize).min(self.efforts.len() - 1)]
    }
}

/// How much hangs on a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tension {
    /// The guide does not know.
    Unknown,
    /// Nothing has to be done at once, and what [`Guide::narrow`] leaves out may matter after all.
    Calm {
        /// By how much the value usually changes with one turn.
        swing: i32,
    },
    /// All but a few moves lose, and [`Guide::narrow`] keeps every one that does not.
    Pressed,
    /// At most one move does not lose at once, and [`Guide::narrow`] keeps it.
    Forced,
}

/// What came out of looking for a forced win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forcing<M> {
    /// The win, if one was found.
    pub win: Option<ForcedWin<M>>,
    /// How many positions were looked at.
    pub positions: u64,
}

/// A win that the other side cannot prevent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForcedWin<M> {
    /// The move it begins with.
    pub mv: M,
    /// After how many turns of both sides the game is won at the latest; 1 when the move wins at once.
    pub turns: u32,
}

/// The guide of an evaluator that judges every position afresh: it keeps nothing and proves nothing.
#[derive(Clone, Copy, Debug)]
pub struct Afresh<'a, E: ?Sized>(pub &'a E);

impl<G: Game, E: Evaluator<G> + ?Sized> Guide<G> for Afresh<'_, E> {
    fn values(&self, game: &G, state: &G::State, context: Context) -> Values {
        self.0.values(game, state, context)
    }
}
