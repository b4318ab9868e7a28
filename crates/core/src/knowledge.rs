//! What is known about playing a game, as one value.

use std::fmt;
use std::sync::Arc;

use crate::{DrawnRanges, EvaluatorEntry, Game, HeuristicEntry};

/// Everything a game tells about playing it well, by name.
///
/// It is one value, so that a game that wraps another hands it on as a whole: an adaptor takes it apart
/// without `..`, and a field added here does not compile until every adaptor has an answer.
///
/// ```
/// use ninefold_core::{EvaluatorEntry, Game, Knowledge};
///
/// fn names<G: Game>(game: &G) -> Vec<&'static str> {
///     game.knowledge().evaluators.iter().map(|entry| entry.info.id).collect()
/// }
/// ```
pub struct Knowledge<G: Game> {
    /// The evaluators, the default first.
    pub evaluators: Vec<EvaluatorEntry<G>>,
    /// The evaluator with which the game is played best, if it is not the default.
    pub strongest_evaluator: Option<&'static str>,
    /// The evaluator that levels of play judge by, if it is not the strongest: they are to stay as strong as they are.
    pub level_evaluator: Option<&'static str>,
    /// Ranges that an evolution of the evaluators may begin with, the usual first. Other evaluators begin
    /// around their defaults.
    pub drawn_ranges: &'static [DrawnRanges],
    /// The move heuristics.
    pub heuristics: Vec<HeuristicEntry<G>>,
    /// The named rules by which a random player may narrow its choice.
    pub move_rules: Vec<MoveRule<G>>,
}

/// Nothing is known.
impl<G: Game> Default for Knowledge<G> {
    fn default() -> Knowledge<G> {
        Knowledge {
            evaluators: Vec::new(),
            strongest_evaluator: None,
            level_evaluator: None,
            drawn_ranges: &[],
            heuristics: Vec::new(),
            move_rules: Vec::new(),
        }
    }
}

/// A named rule by which a random player narrows its choice, such as a paper's placement rule.
#[derive(Clone)]
pub struct MoveRule<G: Game> {
    /// The word in a player specification.
    pub id: &'static str,
    /// One line for a reader.
    pub summary: &'static str,
    /// Whether a position is one that the move rule is about, so that a player may leave it to the move rule.
    pub decides: Arc<Decides<G>>,
    /// Appends the moves among which a player with this move rule chooses evenly.
    pub moves: Arc<Narrows<G>>,
}

/// Says whether a position is one that a move rule is about.
pub type Decides<G> = dyn Fn(&G, &<G as crate::Rules>::State) -> bool + Send + Sync;

/// Appends the moves that a move rule leaves.
pub type Narrows<G> =
    dyn Fn(&G, &<G as crate::Rules>::State, &mut Vec<<G as crate::Rules>::Move>) + Send + Sync;

impl<G: Game> fmt::Debug for MoveRule<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MoveRule").field("id", &self.id).field("summary", &self.summary).finish()
    }
}
