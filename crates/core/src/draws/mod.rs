//! Draw countdowns, as an adaptor around a game that does not know about them.
//!
//! The adaptor forwards everything to the pure game unchanged, except where draw rules matter:
//!
//! | what | under draw rules | because |
//! |---|---|---|
//! | `start`, `play` | countdowns start full and are updated every turn | they are part of the state |
//! | `outcome` | a draw once a countdown has run out, after checking for a win | the rules say so |
//! | `moves`, `draw`, `with_turn`, a move rule's `decides` and `moves` | nothing once a countdown has run out | the game is over |
//! | `horizon` | the turns until a countdown can run out | countdowns are not part of the key |
//! | `shows_progress` | whether the first countdown is full | it is full only after progress |
//! | `repetitions_to_draw` | the limit of the rules | the rules say so |
//! | a guide's `forced_win` and `forced_win_if_new` | never claimed | a countdown or a repetition may spoil a win of the pure game |
//! | texts, pictures, words | countdowns are written, drawn and named | they are visible |
//!
//! The lint in front of every implementation ensures that nothing else is left to a default, and
//! `crates/games/tests/draw_rules.rs` checks that nothing else differs.

mod front;
mod knowledge;

pub use knowledge::UnderDraws;

use crate::{
    Evenly, Game, Knowledge, MAX_PLAYERS, Outcome, Player, Random, Recurring, Rules, Symmetric,
    Symmetry,
};

/// The number of countdowns of a game.
const CLOCKS: usize = 2;

/// How a turn changes a countdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tick {
    /// Leaves it unchanged.
    Keep,
    /// Decrements it; at 0 the game is drawn.
    Down,
    /// Resets it to its limit.
    Reset,
}

/// The static description of a countdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The name shown to users.
    pub name: &'static str,
    /// The outcome reason of a game drawn by this countdown.
    pub reason: &'static str,
    /// The message that it ran out, with its limit: "{0} plies without a mill".
    pub ran_out: &'static str,
}

/// A game whose turns can count towards a draw.
pub trait Clocks: Game {
    /// The countdowns. The first one is reset by any progress.
    const CLOCKS: [Clock; CLOCKS];
    /// The number of space-separated fields in a position text without countdowns.
    const POSITION_FIELDS: usize;

    /// How playing `mv` in `before` changes each countdown.
    fn ticks(&self, before: &Self::State, mv: Self::Move) -> [Tick; CLOCKS];

    /// The fewest turns before each countdown can start to decrease.
    fn stand_still(&self, _state: &Self::State) -> [u32; CLOCKS] {
        [0; CLOCKS]
    }
}

/// The limits of countdowns and repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRules {
    /// The turns until each countdown draws the game.
    pub limits: [u16; CLOCKS],
    /// The number of occurrences of a position that draws the game.
    pub repetitions: u32,
}

/// A game with countdowns and repetition. Solvers use the pure game inside.
///
/// A win is tested before a countdown, so the turn that exhausts a countdown may still win.
///
/// ```
/// use ninefold_core::{DrawRules, Path, WithDraws};
/// use ninefold_games::morris::Morris;
///
/// // Drawn after 50 plies without a mill, 10 with three men each, or at the third repetition.
/// let rules = DrawRules { limits: [50, 10], repetitions: 3 };
/// let mut path = Path::from_start(WithDraws::new(Morris::default(), rules));
/// path.play_text("d6")?;
/// assert_eq!(path.state().inner.to_move(), ninefold_core::Player::SECOND);
/// assert_eq!(path.state().left, [49, 10]); // no mill was closed, and nobody is down to three men
/// # Ok::<(), ninefold_core::MoveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WithDraws<G> {
    game: G,
    rules: DrawRules,
}

/// A position of the pure game and the remaining countdowns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Counted<S> {
    /// The position of the pure game.
    pub inner: S,
    /// The turns left on each countdown.
    pub left: [u16; CLOCKS],
}

impl<G: Clocks> WithDraws<G> {
    /// Wraps a game in these draw rules.
    pub fn new(game: G, rules: DrawRules) -> WithDraws<G> {
        WithDraws { game, rules }
    }

    /// The pure game inside.
    pub fn pure(&self) -> &G {
        &self.game
    }

    /// The draw rules.
    pub fn rules(&self) -> DrawRules {
        self.rules
    }

    /// A position of the pure game with full countdowns.
    pub fn fresh(&self, inner: G::State) -> Counted<G::State> {
        Counted { inner, left: self.rules.limits }
    }

    #[inline]
    fn run_out(&self, state: &Counted<G::State>) -> Option<usize> {
        state.left.iter().position(|&left| left == 0)
    }
}

#[deny(clippy::missing_trait_methods)] // The adaptor forwards every method.
impl<G: Clocks> Rules for WithDraws<G> {
    type State = Counted<G::State>;
    type Move = G::Move;

    fn players(&self) -> usize {
        self.game.players()
    }

    fn start(&self, seed: u64) -> Self::State {
        self.fresh(self.game.start(seed))
    }

    #[inline]
    fn to_move(&self, state: &Self::State) -> Player {
        self.game.to_move(&state.inner)
    }

    fn with_turn(&self, state: &Self::State, player: Player) -> Option<Self::State> {
        let inner = self.game.with_turn(&state.inner, player)?;
        self.run_out(state).is_none().then_some(Counted { inner, ..*state })
    }

    #[inline]
    fn moves(&self, state: &Self::State, moves: &mut Vec<G::Move>) {
        if self.run_out(state).is_none() {
            self.game.moves(&state.inner, moves);
        }
    }

    #[inline]
    fn draw(
        &self,
        state: &Self::State,
        evenly: Evenly,
        random: &mut Random,
        moves: &mut Vec<G::Move>,
    ) -> Option<G::Move> {
        match self.run_out(state) {
            None => self.game.draw(&state.inner, evenly, random, moves),
            Some(_) => None,
        }
    }

    #[inline]
    fn steps_of(&self, mv: G::Move) -> u32 {
        self.game.steps_of(mv)
    }

    #[inline]
    fn play(&self, state: &mut Self::State, mv: G::Move) {
        let ticks = self.game.ticks(&state.inner, mv);
        self.game.play(&mut state.inner, mv);
        for (index, tick) in ticks.into_iter().enumerate() {
            state.left[index] = match tick {
                Tick::Keep => state.left[index],
                Tick::Down => state.left[index] - 1,
                Tick::Reset => self.rules.limits[index],
            };
        }
    }

    #[inline]
    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        let drawn = || self.run_out(state).map(|clock| Outcome::draw(G::CLOCKS[clock].reason));
        self.game.outcome(&state.inner).or_else(drawn)
    }

    #[inline]
    fn key(&self, state: &Self::State) -> u64 {
        self.game.key(&state.inner)
    }

    #[inline]
    fn move_index(&self, mv: G::Move) -> u16 {
        self.game.move_index(mv)
    }

    fn action(&self, mv: G::Move) -> u16 {
        self.game.action(mv)
    }

    fn actions(&self) -> usize {
        self.game.actions()
    }

    fn most_turns(&self, state: &Self::State) -> u32 {
        self.game.most_turns(&state.inner)
    }

    fn points(&self, state: &Self::State) -> [i32; MAX_PLAYERS] {
        self.game.points(&state.inner)
    }
}

#[deny(clippy::missing_trait_methods)] // The adaptor forwards every method.
impl<G: Clocks> Symmetric for WithDraws<G> {
    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    fn map(&self, state: &Self::State, symmetry: Symmetry) -> Self::State {
        Counted { inner: self.game.map(&state.inner, symmetry), ..*state }
    }

    fn map_move(&self, mv: G::Move, symmetry: Symmetry) -> G::Move {
        self.game.map_move(mv, symmetry)
    }

    fn canonical(&self, state: &Self::State) -> Self::State {
        Counted { inner: self.game.canonical(&state.inner), ..*state }
    }
}

#[deny(clippy::missing_trait_methods)] // The adaptor forwards every method.
impl<G: Clocks> Recurring for WithDraws<G> {
    #[inline]
    fn irreversible(&self, state: &Self::State, mv: G::Move) -> bool {
        self.game.irreversible(&state.inner, mv)
    }

    #[inline]
    fn is_progress(&self, state: &Self::State, mv: G::Move) -> bool {
        self.game.is_progress(&state.inner, mv)
    }

    /// The first countdown is full only after progress.
    fn shows_progress(&self, state: &Self::State) -> bool {
        state.left[0] == self.rules.limits[0]
    }

    fn repetitions_to_draw(&self) -> Option<u32> {
        Some(self.rules.repetitions)
    }

    /// The number of turns until a countdown can run out.
    fn horizon(&self, state: &Self::State) -> u32 {
        let still = self.game.stand_still(&state.inner);
        state
            .left
            .into_iter()
            .zip(still)
            .fold(u32::MAX, |all, (left, still)| all.min(u32::from(left) + still))
    }
}

#[deny(clippy::missing_trait_methods)] // The adaptor forwards every method.
impl<G: Clocks> Game for WithDraws<G> {
    fn knowledge(&self) -> Knowledge<Self> {
        knowledge::under_draws(self.game.knowledge())
    }
}
