//! The rules of a game.

use std::fmt::Debug;

use crate::{Evenly, MAX_PLAYERS, Outcome, Player, Random};

/// The rules of a game for two to four players.
///
/// The implementing type is the *rules object*: board size, player count, variant, tables. The
/// state is plain bits without history, copied rather than undone. A move is a whole turn: sliding a
/// man and taking another is one move, so search depth counts turns.
///
/// # Laws
/// - [`moves`](Rules::moves) gives nothing exactly when [`outcome`](Rules::outcome) gives something.
/// - Moves come in strictly ascending order.
/// - Equal states have equal keys; points already won ([`points`](Rules::points)) and draw
///   countdowns are not part of the key.
pub trait Rules: Clone + Send + Sync + 'static {
    /// A position, as plain bits.
    type State: Copy + Ord + Debug + Send + Sync + 'static;
    /// A whole turn. The order is the order of generation.
    type Move: Copy + Ord + Debug + Send + Sync + 'static;

    /// How many players sit at the table, 2 to [`MAX_PLAYERS`].
    fn players(&self) -> usize;

    /// The first position. Games with a random setup draw it from `seed`; the others ignore it.
    fn start(&self, seed: u64) -> Self::State;

    /// The player whose turn it is; any player once the game is over.
    fn to_move(&self, state: &Self::State) -> Player;

    /// The same position with the turn given to `player`, if that player could move in it; for searches
    /// that let players pass, and to see what somebody threatens. A game that does not say keeps the turn where it is.
    ///
    /// ```
    /// use ninefold_core::{Player, Rules};
    /// use ninefold_games::mnk::Mnk;
    ///
    /// // What if the first player put two stones in a row?
    /// let game = Mnk::<1>::new(3, 3, 3);
    /// let start = game.start(0);
    /// assert_eq!(game.with_turn(&start, Player::FIRST), Some(start));
    /// let second = game.with_turn(&start, Player::SECOND);
    /// assert_eq!(second.map(|state| game.to_move(&state)), Some(Player::SECOND));
    /// ```
    fn with_turn(&self, state: &Self::State, player: Player) -> Option<Self::State> {
        (self.outcome(state).is_none() && self.to_move(state) == player).then_some(*state)
    }

    /// Appends every legal move in ascending order, nothing once the game is over.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// A legal move drawn at random, nothing once the game is over. Over turns it is what
    /// [`pick`](Random::pick) would draw from [`moves`](Rules::moves); a game in which a move can be more than one
    /// step says what evenly over steps is. `moves` is scratch space.
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

    /// How many steps a move is to programs that take one at a time: one, or two where something is chosen to be taken.
    #[inline]
    fn steps_of(&self, _mv: Self::Move) -> u32 {
        1
    }

    /// Plays a move. Trusts the caller: the move must come from [`moves`](Rules::moves).
    /// [`Path::try_play`](crate::Path::try_play) is the checked twin.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// How the game ended, if it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// A well-mixed 64-bit key of everything that decides the rest of the game.
    ///
    /// A game in which positions can come again must give different positions different keys.
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

    /// A number that no other move of the game has.
    fn move_index(&self, mv: Self::Move) -> u16;

    /// The number under which programs that learn know a move: fixed for a game and its parameters, whatever the
    /// position, so that what was learnt with one version can be used with the next. `docs/python.md` lists them.
    ///
    /// ```
    /// use ninefold_core::{Path, Rules};
    /// use ninefold_games::mnk::Mnk;
    ///
    /// // Cells are counted row by row.
    /// let path = Path::from_start(Mnk::<1>::new(3, 4, 3));
    /// let actions = path.legal_moves().into_iter().map(|mv| path.game().action(mv));
    /// assert!(actions.eq(0..12));
    /// assert_eq!(path.game().actions(), 12);
    /// ```
    fn action(&self, mv: Self::Move) -> u16 {
        self.move_index(mv)
    }

    /// How many numbers of moves there are: every [`action`](Rules::action) is below.
    fn actions(&self) -> usize {
        1 << u16::BITS
    }

    /// A number of turns that no game from here exceeds.
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

    /// Points already won, which no longer depend on what follows.
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
