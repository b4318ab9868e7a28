//! Whoever chooses moves.

use crate::{Game, Heuristic, MoveRule, Path, Random};

/// A player that is not a person: given the path so far, it chooses a legal move.
///
/// ```
/// use ninefold_core::{Agent, Game, Path};
///
/// /// Always plays the first move.
/// struct First;
///
/// impl<G: Game> Agent<G> for First {
///     fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
///         path.legal_moves().first().copied()
///     }
/// }
/// ```
pub trait Agent<G: Game>: Send {
    /// A legal move of the position at the end of `path`, or nothing when the game is over.
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move>;

    /// What went wrong when it chose nothing although the game is not over.
    fn fault(&self) -> Option<String> {
        None
    }
}

/// Chooses evenly among the legal moves, or among those a [`MoveRule`] leaves.
#[derive(Clone, Debug)]
pub struct RandomAgent<G: Game> {
    random: Random,
    move_rule: Option<MoveRule<G>>,
    moves: Vec<G::Move>,
}

impl<G: Game> RandomAgent<G> {
    /// A random player with its own generator and, if given, this move rule.
    pub fn new(random: Random, move_rule: Option<MoveRule<G>>) -> RandomAgent<G> {
        RandomAgent { random, move_rule, moves: Vec::new() }
    }

    /// Whether the position at the end of `path` is one that the player's move rule is about.
    pub fn follows_move_rule(&self, path: &Path<G>) -> bool {
        let decides = |move_rule: &MoveRule<G>| (move_rule.decides)(path.game(), path.state());
        self.move_rule.as_ref().is_some_and(decides)
    }
}

impl<G: Game> Agent<G> for RandomAgent<G> {
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
        self.moves.clear();
        match &self.move_rule {
            Some(move_rule) if path.outcome().is_none() => {
                (move_rule.moves)(path.game(), path.state(), &mut self.moves);
            }
            _ => path.moves(&mut self.moves),
        }
        (!self.moves.is_empty()).then(|| self.random.pick(&self.moves))
    }
}

/// Plays the move a heuristic weighs most.
pub struct HeuristicAgent<G: Game> {
    /// The heuristic.
    pub heuristic: Box<dyn Heuristic<G>>,
}

impl<G: Game> Agent<G> for HeuristicAgent<G> {
    fn choose(&mut self, path: &Path<G>) -> Option<G::Move> {
        let mut moves = Vec::new();
        path.moves(&mut moves);
        self.heuristic.choose(path.game(), path.state(), &moves)
    }
}
