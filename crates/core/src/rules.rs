//! The rules of a game.

use std::fmt::Debug;

use crate::{Evenly, MAX_PLAYERS, Outcome, Player, Random};

/// The rules of a game for two to four players.
///
/// The implementing type is the *rules object*: board size, player count, variant, tables. The state is plain bits
/// without history; it is copied instead of undone. A move is a whole turn: sliding a man and taking another is one
/// move, so search depth counts turns.
///
/// # Laws
/// - [`moves`](Rules::moves) returns no moves exactly if [`outcome`](Rules::outcome) returns `Some`.
/// - Moves are generated in strictly ascending order.
/// - Equal states have equal keys; points already won ([`points`](Rules::points)) and draw
///   countdowns are not part of the key.
pub trait Rules: Clone + Send + Sync + 'static {
    /// A position, as plain bits.
    type State: Copy + Ord + Debug + Send + Sync + 'static;
    /// A whole turn. Its order is the order of generation.
    type Move: Copy + Ord + Debug + Send + Sync + 'static;

    /// The number of players, 2 to [`MAX_PLAYERS`].
    fn players(&self) -> usize;

    /// The first position. Games with a random setup draw it from `seed`; the others ignore it.
    fn start(&self, seed: u64) -> Self::State;

    /// The player to move; any player once the game is over.
    fn to_move(&self, state: &Self::State) -> Player;

    /// The same position with `player` to move, if that player could move in it. Used by searches with null moves
    /// and to find threats. The default supports only the player already on turn.
    ///
    /// ```
    /// use ninefold_core::{Player, Rules};
    /// use ninefold_games::mnk::Mnk;
    ///
    /// // What if the first player placed two stones in a row?
    /// let game = Mnk::<1>::new(3, 3, 3);
    /// let start = game.start(0);
    /// assert_eq!(game.with_turn(&start, Player::FIRST), Some(start));
    /// let second = game.with_turn(&start, Player::SECOND);
    /// assert_eq!(second.map(|state| game.to_move(&state)), Some(Player::SECOND));
    /// ```
    fn with_turn(&self, state: &Self::State, player: Player) -> Option<Self::State> {
        (self.outcome(state).is_none() && self.to_move(state) == player).then_some(*state)
    }

    /// Appends all legal moves in ascending order; none once the game is over.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Draws a random legal move; `None` once the game is over. Over turns the result is what
    /// [`pick`](Random::pick) would draw from [`moves`](Rules::moves). A game whose moves can have several steps
    /// defines the distribution over steps. `moves` is scratch space.
    ///
    /// ```
    /// use ninefold_core::{Evenly, Random, Rules};
    /// use ninefold_games::mnk::Mnk;
    ///
    /// let game = Mnk::<1>::new(3, 3, 3);
    /// let (start, mut moves) = (game.start(0), Vec::new());
    /// let drawn = game.draw(&start, Evenly::Turns, &mut Random::new(7), &mut moves);
    /// moves.clear();
    /// game.moves(&start, &mut moves);
    /// assert_eq!(drawn, Some(Random::new(7).pick(&moves)));
    /// ```
    #[inline]
    fn draw(
        &self,
        state: &Self::State,
        _evenly: Evenly,
        random: &mut Random,
        moves: &mut Vec<Self::Move>,
    ) -> Option<Self::Move> {
        moves.clear();
        self.moves(state, moves);
        (!moves.is_empty()).then(|| random.pick(moves))
    }

    /// The number of steps of a move in programs that play one step at a time: one, or two if the move includes a
    /// choice of what to take.
    #[inline]
    fn steps_of(&self, _mv: Self::Move) -> u32 {
        1
    }

    /// Plays a move without checking it: it must come from [`moves`](Rules::moves).
    /// [`Path::try_play`](crate::Path::try_play) is the checked counterpart.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// How the game ended, if it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// A well-mixed 64-bit key of everything that determines the rest of the game.
    ///
    /// In a game with recurring positions, different positions must have different keys.
    ///
    /// ```
    /// use ninefold_core::{Path, Rules};
    /// use ninefold_games::mnk::Mnk;
    ///
    /// // The same stones in another order are the same position.
    /// let game = Mnk::<1>::new(3, 3, 3);
    /// let after = |moves: [&str; 3]| {
    ///     let mut path = Path::from_start(game);
    ///     moves.iter().try_for_each(|text| path.play_text(text).map(|_| ())).map(|()| *path.state())
    /// };
    /// assert_eq!(game.key(&after(["1,1", "2,2", "3,3"])?), game.key(&after(["3,3", "2,2", "1,1"])?));
    /// # Ok::<(), ninefold_core::MoveError>(())
    /// ```
    fn key(&self, state: &Self::State) -> u64;

    /// A number unique to this move within the game.
    fn move_index(&self, mv: Self::Move) -> u16;

    /// The number of a move for programs that learn. It is fixed for a game and its parameters, independent of the
    /// position, so that what was learnt with one version works with the next. `docs/python.md` lists the numbers.
    ///
    /// ```
    /// use ninefold_core::{Path, Rules};
    /// use ninefold_games::mnk::Mnk;
    ///
    /// // Cells are numbered row by row.
    /// let path = Path::from_start(Mnk::<1>::new(3, 4, 3));
    /// let actions = path.legal_moves().into_iter().map(|mv| path.game().action(mv));
    /// assert!(actions.eq(0..12));
    /// assert_eq!(path.game().actions(), 12);
    /// ```
    fn action(&self, mv: Self::Move) -> u16 {
        self.move_index(mv)
    }

    /// The size of the action space: every [`action`](Rules::action) is smaller.
    fn actions(&self) -> usize {
        1 << u16::BITS
    }

    /// An upper bound on the number of turns of any game from here.
    ///
    /// ```
    /// use ninefold_core::Rules;
    /// use ninefold_games::mnk::Mnk;
    ///
    /// let game = Mnk::<1>::new(3, 4, 3);
    /// assert_eq!(game.most_turns(&game.start(0)), 12);
    /// ```
    fn most_turns(&self, _state: &Self::State) -> u32 {
        u32::MAX
    }

    /// Points already won, which no longer depend on the rest of the game.
    ///
    /// ```
    /// use ninefold_core::{Path, Rules};
    /// use ninefold_games::three_six_nine::ThreeSixNine;
    ///
    /// // The third stone in a row of three scores three points.
    /// let mut path = Path::from_start(ThreeSixNine::new(3, [3, 6, 9]));
    /// for text in ["1,1", "1,2", "1,3"] {
    ///     path.play_text(text)?;
    /// }
    /// assert_eq!(path.game().points(path.state())[..2], [3, 0]);
    /// # Ok::<(), ninefold_core::MoveError>(())
    /// ```
    fn points(&self, _state: &Self::State) -> [i32; MAX_PLAYERS] {
        [0; MAX_PLAYERS]
    }
}
