//! The [`Game`] trait: rules and everything known about playing well.

use crate::{Knowledge, Recurring, Rules, Symmetric};

/// A game as searches and front ends use it: the [`Rules`], the images of its positions ([`Symmetric`]), which
/// positions can recur ([`Recurring`]), and what is known about playing it well.
///
/// This is the one bound that generic code needs. A game implements its rules and overrides what it has of the rest:
///
/// ```
/// use ninefold_core::{Game, Outcome, Player, Recurring, Rules, Symmetric};
///
/// /// The player who takes the last match wins. A turn takes one or two.
/// #[derive(Clone)]
/// struct Matches;
///
/// impl Rules for Matches {
///     type State = (u8, Player);
///     type Move = u8;
///     fn players(&self) -> usize { 2 }
///     fn start(&self, _seed: u64) -> (u8, Player) { (7, Player::FIRST) }
///     fn to_move(&self, state: &(u8, Player)) -> Player { state.1 }
///     fn moves(&self, state: &(u8, Player), moves: &mut Vec<u8>) { moves.extend(1..=state.0.min(2)) }
///     fn play(&self, state: &mut (u8, Player), mv: u8) { *state = (state.0 - mv, state.1.other()) }
///     fn outcome(&self, state: &(u8, Player)) -> Option<Outcome> {
///         (state.0 == 0).then(|| Outcome::win(state.1.other(), "last"))
///     }
///     fn key(&self, state: &(u8, Player)) -> u64 { u64::from(state.0) << 1 | state.1.index() as u64 }
///     fn move_index(&self, mv: u8) -> u16 { mv.into() }
/// }
///
/// impl Symmetric for Matches {}
/// impl Recurring for Matches {}
/// impl Game for Matches {}
///
/// fn moves_at_the_start<G: Game>(game: &G) -> usize {
///     let mut moves = Vec::new();
///     game.moves(&game.start(0), &mut moves);
///     moves.len()
/// }
/// assert_eq!(moves_at_the_start(&Matches), 2);
/// ```
pub trait Game: Rules + Symmetric + Recurring {
    /// What is known about playing this game. Called when players are created, never during a search.
    fn knowledge(&self) -> Knowledge<Self> {
        Knowledge::default()
    }
}
