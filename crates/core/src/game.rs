//! The one trait that states the rules of a game.

use std::fmt::Debug;

use crate::{DrawnRanges, EvaluatorEntry, HeuristicEntry, MAX_PLAYERS, Outcome, Player};

/// One of a game's board symmetries; 0 is always the identity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Symmetry(pub u8);

/// A named rule by which a random player narrows its choice, such as a paper's placement rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habit {
    /// The word in a player specification.
    pub id: &'static str,
    /// One line for a reader.
    pub summary: &'static str,
}

/// The rules of a game for two to four players.
///
/// The implementing type is the *rules object*: board size, player count, variant, tables. The
/// state is plain bits without history, copied rather than undone. A move is a whole turn: sliding a
/// man and taking another is one move, so search depth counts turns.
///
/// # Laws
/// - [`moves`](Game::moves) gives nothing exactly when [`outcome`](Game::outcome) gives something.
/// - Moves come in strictly ascending order.
/// - `map` is a group action: `map(play(s, m)) = play(map(s), map_move(m))`.
/// - Equal states have equal keys; points already won ([`banked`](Game::banked)) and draw
///   countdowns are not part of the key.
pub trait Game: Clone + Send + Sync + 'static {
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
    /// that let players pass. A game without passing keeps the turn where it is.
    fn with_turn(&self, state: &Self::State, player: Player) -> Option<Self::State> {
        (self.outcome(state).is_none() && self.to_move(state) == player).then_some(*state)
    }

    /// Appends every legal move in ascending order, nothing once the game is over.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Plays a move. Trusts the caller: the move must come from [`moves`](Game::moves).
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// How the game ended, if it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// A well-mixed 64-bit key of everything that decides the rest of the game.
    ///
    /// A game in which positions can come again must give different positions different keys.
    fn key(&self, state: &Self::State) -> u64;

    /// A number that no other move of the game has.
    fn code(&self, mv: Self::Move) -> u16;

    /// The fewest turns after which something that is not part of the key can end the game.
    fn horizon(&self, _state: &Self::State) -> u32 {
        u32::MAX
    }

    /// A number of turns that no game from here exceeds.
    fn most_turns(&self, _state: &Self::State) -> u32 {
        u32::MAX
    }

    /// Points already won, which no longer depend on what follows.
    fn banked(&self, _state: &Self::State) -> [i32; MAX_PLAYERS] {
        [0; MAX_PLAYERS]
    }

    /// The size of the group of board symmetries.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a position under a symmetry.
    fn map(&self, state: &Self::State, _symmetry: Symmetry) -> Self::State {
        *state
    }

    /// The image of a move under a symmetry.
    fn map_move(&self, mv: Self::Move, _symmetry: Symmetry) -> Self::Move {
        mv
    }

    /// The representative of all images of a position: the smallest.
    fn canonical(&self, state: &Self::State) -> Self::State {
        (1..self.symmetries())
            .map(|index| self.map(state, Symmetry(index as u8)))
            .fold(*state, Ord::min)
    }

    /// Whether no position before this move can come again after it.
    fn irreversible(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        true
    }

    /// Whether a move is what the players strive for on the way, such as closing a mill.
    fn is_progress(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        false
    }

    /// Whether a position, met without its history, shows that the last turn made progress.
    fn shows_progress(&self, _state: &Self::State) -> bool {
        false
    }

    /// How often a position must occur for the game to be drawn, if there is such a rule.
    fn repetitions_to_draw(&self) -> Option<u32> {
        None
    }

    /// The evaluators of this game, the default first.
    fn evaluators(&self) -> Vec<EvaluatorEntry<Self>> {
        Vec::new()
    }

    /// The evaluator with which this game is played best, if it is not the default.
    fn strongest_evaluator(&self) -> Option<&'static str> {
        None
    }

    /// Ranges that an evolution of this game's evaluators may begin with, the usual first. Other evaluators
    /// begin around their defaults.
    fn drawn_ranges(&self) -> &'static [DrawnRanges] {
        &[]
    }

    /// The move heuristics of this game.
    fn heuristics(&self) -> Vec<HeuristicEntry<Self>> {
        Vec::new()
    }

    /// The named rules by which a random player of this game may narrow its choice.
    fn habits(&self) -> &'static [Habit] {
        &[]
    }

    /// Whether a position is one that habits are about, so that a player may leave it to one.
    fn habit_decides(&self, _state: &Self::State) -> bool {
        false
    }

    /// Appends the moves among which a player with the habit of this index chooses evenly.
    fn habit_moves(&self, _habit: usize, state: &Self::State, moves: &mut Vec<Self::Move>) {
        self.moves(state, moves);
    }
}
