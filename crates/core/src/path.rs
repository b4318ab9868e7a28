//! A position and its history.

use thiserror::Error;

use crate::{Context, Game, MoveError, Notation, Outcome, Player, find_move};

/// A game in progress: the states since the start and the moves between them.
///
/// States have no history, so repetition is tracked here. Playing a move pushes a copy of the state; undoing pops it.
#[derive(Clone, Debug)]
pub struct Path<G: Game> {
    game: G,
    repetitions_to_draw: Option<u32>,
    nodes: Vec<Node<G::State>>,
    moves: Vec<G::Move>,
}

/// A state on the path, with what repetition needs to know about it.
#[derive(Clone, Copy, Debug)]
struct Node<S> {
    state: S,
    /// The key, or 0 in a game without a repetition rule.
    key: u64,
    /// The index of the first node whose position can still recur.
    fence: u32,
    /// How often the position has occurred since the fence, including this time.
    occurrences: u16,
    /// Whether any position since the fence has recurred.
    repeats: bool,
    /// Whether the turn that led here made progress.
    progress: bool,
}

impl<G: Game> Path<G> {
    /// Creates a path that starts at `state`.
    pub fn new(game: G, state: G::State) -> Path<G> {
        Path::recalling(game, [], state)
    }

    /// Creates a path at the start of the game. A random setup is drawn from seed 0.
    pub fn from_start(game: G) -> Path<G> {
        let start = game.start(0);
        Path::new(game, start)
    }

    /// Creates a path that starts at `state` when the earlier positions are known, but not the moves between them.
    /// They count for repetition, but cannot be reached by undoing.
    pub fn recalling(
        game: G,
        earlier: impl IntoIterator<Item = G::State>,
        state: G::State,
    ) -> Path<G> {
        let repetitions_to_draw = game.repetitions_to_draw();
        let mut path = Path { game, repetitions_to_draw, nodes: Vec::new(), moves: Vec::new() };
        for state in earlier.into_iter().chain([state]) {
            let progress = path.game.shows_progress(&state);
            path.push(state, 0, progress);
        }
        path
    }

    /// Pushes a state that can repeat the states from `fence` on.
    #[inline]
    fn push(&mut self, state: G::State, fence: u32, progress: bool) {
        let mut node = Node { state, key: 0, fence, occurrences: 1, repeats: false, progress };
        if self.repetitions_to_draw.is_some() {
            node.key = self.game.key(&state);
            let earlier = &self.nodes[fence as usize..];
            let same = earlier.iter().filter(|earlier| earlier.key == node.key).count();
            node.occurrences += same as u16;
            node.repeats = same > 0 || earlier.last().is_some_and(|last| last.repeats);
        }
        self.nodes.push(node);
    }

    /// The rules.
    #[inline]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position at the end of the path.
    #[inline]
    pub fn state(&self) -> &G::State {
        &self.top().state
    }

    /// The position at which the path starts.
    pub fn origin(&self) -> &G::State {
        &self.nodes[self.nodes.len() - 1 - self.moves.len()].state
    }

    /// The moves played since the start of the path.
    pub fn played(&self) -> &[G::Move] {
        &self.moves
    }

    /// The last move and the position it was played in.
    pub fn last(&self) -> Option<(&G::State, G::Move)> {
        let mv = *self.moves.last()?;
        Some((&self.nodes[self.nodes.len() - 2].state, mv))
    }

    /// The earlier positions that can still recur, latest first. In a game without a repetition rule these are all
    /// earlier positions.
    pub fn earlier(&self) -> impl Iterator<Item = &G::State> {
        let first = self.top().fence as usize;
        self.nodes[first..self.nodes.len() - 1].iter().rev().map(|node| &node.state)
    }

    /// The player to move, or `None` once the game is over.
    #[inline]
    pub fn to_move(&self) -> Option<Player> {
        self.outcome().is_none().then(|| self.game.to_move(self.state()))
    }

    /// Gives the turn to a player, as if the others passed, if that player can move. The change lasts until the
    /// next undo.
    pub fn give_turn(&mut self, player: Player) -> bool {
        let given = self.game.with_turn(self.state(), player).filter(|_| !self.repeated());
        if let (Some(state), Some(top)) = (given, self.nodes.last_mut()) {
            top.state = state;
        }
        given.is_some()
    }

    /// Plays a legal move without checking it. For untrusted moves use [`try_play`](Path::try_play) or
    /// [`play_text`](Path::play_text).
    #[inline]
    pub fn play(&mut self, mv: G::Move) {
        let top = *self.top();
        let fence = match self.repetitions_to_draw {
            Some(_) if self.game.irreversible(&top.state, mv) => self.nodes.len() as u32,
            _ => top.fence,
        };
        let progress = self.game.is_progress(&top.state, mv);
        let mut state = top.state;
        self.game.play(&mut state, mv);
        self.push(state, fence, progress);
        self.moves.push(mv);
    }

    /// Plays a move if it is legal here. Otherwise returns an error and leaves the path unchanged.
    ///
    /// ```
    /// use ninefold_core::{Game, IllegalMove, Path};
    ///
    /// /// Plays the same move twice in a row.
    /// fn twice<G: Game>(path: &mut Path<G>, mv: G::Move) -> Result<(), IllegalMove> {
    ///     path.try_play(mv)?;
    ///     path.try_play(mv)
    /// }
    /// ```
    pub fn try_play(&mut self, mv: G::Move) -> Result<(), IllegalMove> {
        let text = || format!("{mv:?}");
        if let Some(outcome) = self.outcome() {
            return Err(IllegalMove::Over { text: text(), reason: outcome.reason });
        }
        let legal = self.legal_moves();
        if !legal.contains(&mv) {
            return Err(IllegalMove::NotLegal { text: text(), count: legal.len() });
        }
        self.play(mv);
        Ok(())
    }

    /// Undoes the last move and returns it.
    #[inline]
    pub fn undo(&mut self) -> Option<G::Move> {
        let mv = self.moves.pop()?;
        self.nodes.pop();
        Some(mv)
    }

    /// Appends all legal moves; none once the game is over.
    #[inline]
    pub fn moves(&self, moves: &mut Vec<G::Move>) {
        if !self.repeated() {
            self.game.moves(self.state(), moves);
        }
    }

    /// All legal moves in ascending order; none once the game is over. In hot loops, reuse one vector with
    /// [`moves`](Path::moves).
    pub fn legal_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves
    }

    /// How the game ended, if it has. A rule of the game itself takes precedence over repetition.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        let by_rules = self.game.outcome(self.state());
        by_rules.or_else(|| self.repeated().then_some(Outcome::draw(Outcome::REPETITION)))
    }

    /// What an evaluator may use about the current position besides its state.
    #[inline]
    pub fn context(&self) -> Context {
        Context { outcome: self.outcome(), progress: self.top().progress }
    }

    /// How often the current position has occurred, including this time.
    #[inline]
    pub fn occurrences(&self) -> u32 {
        self.top().occurrences.into()
    }

    /// Whether any position that can still recur has occurred more than once.
    pub fn repeats(&self) -> bool {
        self.top().repeats
    }

    /// The number of earlier positions that can still recur; 0 in a game without a repetition rule.
    pub fn recallable(&self) -> usize {
        match self.repetitions_to_draw {
            Some(_) => self.nodes.len() - 1 - self.top().fence as usize,
            None => 0,
        }
    }

    /// The keys of the positions that can still recur, the current one last. Meaningless in a game without a
    /// repetition rule.
    pub(crate) fn keys(&self) -> impl Iterator<Item = u64> {
        self.nodes[self.top().fence as usize..].iter().map(|node| node.key)
    }

    /// Frees memory that only a longer path needs.
    pub fn shrink(&mut self) {
        self.nodes.shrink_to_fit();
        self.moves.shrink_to_fit();
    }

    #[inline]
    fn repeated(&self) -> bool {
        self.repetitions_to_draw.is_some_and(|limit| self.occurrences() >= limit)
    }

    #[inline]
    fn top(&self) -> &Node<G::State> {
        &self.nodes[self.nodes.len() - 1]
    }
}

impl<G: Notation> Path<G> {
    /// Plays the legal move with this text, or returns an error if there is none.
    ///
    /// ```
    /// use ninefold_core::{MoveError, Notation, Path};
    ///
    /// /// The position after some moves from the start.
    /// fn after<G: Notation>(game: G, moves: &[&str]) -> Result<String, MoveError> {
    ///     let mut path = Path::from_start(game);
    ///     moves.iter().try_for_each(|text| path.play_text(text).map(|_| ()))?;
    ///     Ok(path.game().position_text(path.state()))
    /// }
    /// ```
    pub fn play_text(&mut self, text: &str) -> Result<G::Move, MoveError> {
        let mv = find_move(self, text)?;
        self.play(mv);
        Ok(mv)
    }
}

/// Why a move was not played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum IllegalMove {
    /// The game is over.
    #[error("{text} cannot be played: the game is over ({reason})")]
    Over {
        /// The move in its `Debug` form.
        text: String,
        /// The rule that ended the game.
        reason: &'static str,
    },
    /// The rules do not allow it here.
    #[error("{text} is none of the {count} legal moves")]
    NotLegal {
        /// The move in its `Debug` form.
        text: String,
        /// The number of legal moves.
        count: usize,
    },
}
