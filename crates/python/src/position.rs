//! A game in progress behind one virtual call.

use std::sync::Arc;

use ninefold_core::{MoveError, Path, Payoffs, View, find_move, quote};

use crate::typed_game::{AnyGame, TypedGame};

/// A game in progress, independent of its type.
pub(crate) trait Position: Send + Sync {
    /// The game.
    fn game(&self) -> Arc<dyn AnyGame>;

    /// The seed of the start and of random parts.
    fn seed(&self) -> u64;

    /// The numbers of the legal moves, in the promised order.
    fn legal(&mut self) -> &[u16];

    /// Plays the legal move with this number.
    fn apply(&mut self, action: i64) -> Result<(), String>;

    /// The number of the legal move with this text.
    fn find(&mut self, text: &str) -> Result<u16, MoveError>;

    /// The text of the legal move with this number.
    fn text_of(&mut self, action: i64) -> Result<String, String>;

    /// Takes the last move back, and returns its number.
    fn undo(&mut self) -> Option<u16>;

    /// A copy.
    fn copy(&self) -> Box<dyn Position>;

    /// The index of the player to move; `None` once the game is over.
    fn to_move(&mut self) -> Option<usize>;

    /// Whether the game is over, that is, without legal moves: they are generated once and cached
    /// for the next caller.
    fn is_over(&mut self) -> bool;

    /// Each player's payoff once the game is over, and the rule that ended it.
    fn outcome(&self) -> Option<(Payoffs, &'static str)>;

    /// The numbers of the moves so far.
    fn history(&self) -> Vec<u16>;

    /// The player of each move so far.
    fn movers(&self) -> Vec<usize>;

    /// The texts of the moves so far.
    fn played(&self) -> Vec<String>;

    /// The position as text.
    fn text(&self) -> String;

    /// The text of the start position, unless it is the start for its seed.
    fn origin(&self) -> Option<String>;

    /// The planes of the position.
    fn planes(&mut self) -> Vec<f32>;

    /// The position as a row of numbers.
    fn row(&self) -> Vec<i16>;
}

/// A game in progress of one type.
pub(crate) struct TypedPosition<G: View> {
    game: Arc<TypedGame<G>>,
    seed: u64,
    path: Path<G>,
    /// The legal moves and their numbers, while they are current.
    moves: Vec<G::Move>,
    actions: Vec<u16>,
    is_fresh: bool,
}

impl<G: View> TypedPosition<G> {
    pub(crate) fn new(game: Arc<TypedGame<G>>, path: Path<G>, seed: u64) -> TypedPosition<G> {
        TypedPosition { game, seed, path, moves: Vec::new(), actions: Vec::new(), is_fresh: false }
    }

    fn refresh(&mut self) {
        if !self.is_fresh {
            self.moves.clear();
            self.path.moves(&mut self.moves);
            self.actions.clear();
            let game = self.path.game();
            self.actions.extend(self.moves.iter().map(|&mv| game.action(mv)));
            self.is_fresh = true;
        }
    }

    /// The legal move with this number.
    fn legal_move(&mut self, action: i64) -> Result<G::Move, String> {
        self.refresh();
        let found = self.actions.iter().position(|&legal| i64::from(legal) == action);
        found.map(|index| self.moves[index]).ok_or_else(|| match self.path.outcome() {
            Some(outcome) => {
                format!("action {action} cannot be played: the game is over ({})", outcome.reason)
            }
            None => format!(
                "action {action} is not legal here; legal actions: {}, for example {}",
                self.actions.len(),
                self.actions[0]
            ),
        })
    }
}

impl<G: View> Position for TypedPosition<G> {
    fn game(&self) -> Arc<dyn AnyGame> {
        Arc::clone(&self.game) as Arc<dyn AnyGame>
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn legal(&mut self) -> &[u16] {
        self.refresh();
        &self.actions
    }

    fn apply(&mut self, action: i64) -> Result<(), String> {
        let mv = self.legal_move(action)?;
        self.path.play(mv);
        self.is_fresh = false;
        Ok(())
    }

    fn find(&mut self, text: &str) -> Result<u16, MoveError> {
        Ok(self.path.game().action(find_move(&self.path, text)?))
    }

    fn text_of(&mut self, action: i64) -> Result<String, String> {
        let mv = self.legal_move(action)?;
        Ok(self.path.game().move_text(mv))
    }

    fn undo(&mut self) -> Option<u16> {
        let mv = self.path.undo()?;
        self.is_fresh = false;
        Some(self.path.game().action(mv))
    }

    fn copy(&self) -> Box<dyn Position> {
        let path = self.path.clone();
        Box::new(TypedPosition::new(Arc::clone(&self.game), path, self.seed))
    }

    fn to_move(&mut self) -> Option<usize> {
        let over = self.is_over();
        (!over).then(|| self.path.game().to_move(self.path.state()).index())
    }

    fn is_over(&mut self) -> bool {
        self.refresh();
        self.moves.is_empty()
    }

    fn outcome(&self) -> Option<(Payoffs, &'static str)> {
        self.path.outcome().map(|outcome| (outcome.payoffs, outcome.reason))
    }

    fn history(&self) -> Vec<u16> {
        self.path.played().iter().map(|&mv| self.path.game().action(mv)).collect()
    }

    fn movers(&self) -> Vec<usize> {
        let (game, mut state) = (self.path.game(), *self.path.origin());
        let mover = |&mv: &G::Move| {
            let mover = game.to_move(&state).index();
            game.play(&mut state, mv);
            mover
        };
        self.path.played().iter().map(mover).collect()
    }

    fn played(&self) -> Vec<String> {
        self.path.played().iter().map(|&mv| self.path.game().move_text(mv)).collect()
    }

    fn text(&self) -> String {
        self.path.game().position_text(self.path.state())
    }

    fn origin(&self) -> Option<String> {
        let (game, origin) = (self.path.game(), self.path.origin());
        (*origin != game.start(self.seed)).then(|| game.position_text(origin))
    }

    fn planes(&mut self) -> Vec<f32> {
        let (row, over) = (self.row(), self.is_over());
        let form = &self.game.form;
        let mut planes = vec![0.0; form.shape().iter().product()];
        form.planes(&row, over, &mut planes);
        planes
    }

    fn row(&self) -> Vec<i16> {
        self.game.form.row(&self.text())
    }
}

/// An invalid move for an error message.
pub(crate) fn shown(text: &str) -> String {
    quote(text)
}
