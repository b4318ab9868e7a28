//! Best-reply search (Schadd and Winands 2011): the player at the root moves, then only one of the opponents, the
//! one whose move hurts most, while the others pass; and so on.
//!
//! One turn instead of one per opponent lies between two moves of the player at the root, so the search sees more
//! of its own moves within the same depth. The price is positions after a pass, which cannot arise in the game.
//! With two players no player is passed over and the search is alpha-beta.

use ninefold_core::{Evaluator, Game, Player, Values};

use crate::alpha_beta::{Window, is_better};
use crate::{Search, Stopped};

/// The value of the current position for the player to move. With two players the other's is its negation; with
/// more the others' are unknown and 0.
pub(crate) fn best_reply<G: Game, E: Evaluator<G> + ?Sized>(
    search: &mut Search<'_, G, E>,
    depth: u32,
) -> Result<Values, Stopped> {
    let hero = search.path.game().to_move(search.path.state());
    let turn = Turn { hero, of_hero: true };
    let value = turn.value(search, depth, Window::FULL)?;
    search.keep_legal_line();
    Ok(search.values_of(hero, value))
}

/// Which side is to move: the player at the root or its opponents.
#[derive(Clone, Copy)]
struct Turn {
    hero: Player,
    of_hero: bool,
}

impl Turn {
    /// The value of the current position for the hero, within the contract of alpha-beta.
    fn value<G: Game, E: Evaluator<G> + ?Sized>(
        mut self,
        search: &mut Search<'_, G, E>,
        depth: u32,
        mut window: Window,
    ) -> Result<i32, Stopped> {
        let context = search.enter()?;
        if depth == 0 || context.outcome.is_some() {
            return Ok(search.evaluate_for(self.hero, context));
        }
        if !self.can_move(search) {
            self.of_hero = !self.of_hero;
        }
        let mut best = None;
        'players: for player in self.players(search) {
            if !search.path.give_turn(player) {
                continue;
            }
            let frame = search.open();
            for index in search.moves(frame) {
                let mv = search.play(index);
                let next = Turn { of_hero: !self.of_hero, ..self };
                let value = next.value(search, depth - 1, window)?;
                search.undo();
                if is_better(value, best, self.of_hero) {
                    best = Some(value);
                    search.note_best(mv);
                    window = window.narrowed(value, self.of_hero);
                }
                if window.is_closed() {
                    search.cut(frame, index);
                    search.close(frame);
                    break 'players;
                }
            }
            search.close(frame);
        }
        Ok(best.unwrap_or_default())
    }

    fn can_move<G: Game, E: Evaluator<G> + ?Sized>(self, search: &Search<'_, G, E>) -> bool {
        let (game, state) = (search.path.game(), search.path.state());
        self.players(search).any(|player| game.with_turn(state, player).is_some())
    }

    /// The players of the side to move, starting with the one whose turn it is or comes next.
    fn players<G: Game, E: Evaluator<G> + ?Sized>(
        self,
        search: &Search<'_, G, E>,
    ) -> impl Iterator<Item = Player> + use<G, E> {
        let players = search.path.game().players();
        let first = search.path.game().to_move(search.path.state());
        let round = std::iter::successors(Some(first), move |player| Some(player.next(players)));
        round.take(players).filter(move |&player| (player == self.hero) == self.of_hero)
    }
}
