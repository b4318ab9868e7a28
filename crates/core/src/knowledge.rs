//! What is known about playing a game, in one value.

use std::fmt;
use std::sync::Arc;

use crate::{DrawnRanges, EvaluatorEntry, Game, HeuristicEntry};

/// Everything a game knows about playing it well, by name.
///
/// It is one value so that a wrapping game passes it on as a whole: an adaptor destructures it without `..`, so a
/// new field does not compile until every adaptor handles it.
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
    /// The evaluator that plays best, if it is not the default.
    pub strongest_evaluator: Option<&'static str>,
    /// The evaluator that the levels of play use, if it is not the strongest. It is fixed so that the strength of
    /// the levels does not change.
    pub level_evaluator: Option<&'static str>,
    /// Ranges from which an evolution of evaluators may start, the usual ones first. Other evaluators start around
    /// their defaults.
    pub drawn_ranges: &'static [DrawnRanges],
    /// The move heuristics.
    pub heuristics: Vec<HeuristicEntry<G>>,
    /// The named rules that may restrict the choice of a random player.
    pub move_rules: Vec<MoveRule<G>>,
}

/// Knows nothing.
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

/// A named rule that restricts the choice of a random player, such as a paper's placement rule.
#[derive(Clone)]
pub struct MoveRule<G: Game> {
    /// The name in a player specification.
    pub id: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// Whether the rule covers a position, so that a player may leave the choice to it.
    pub decides: Arc<Decides<G>>,
    /// Appends the moves among which a player with this rule chooses uniformly.
    pub moves: Arc<Narrows<G>>,
}

/// Whether a move rule covers a position.
pub type Decides<G> = dyn Fn(&G, &<G as crate::Rules>::State) -> bool + Send + Sync;

/// Appends the moves that a move rule allows.
pub type Narrows<G> =
    dyn Fn(&G, &<G as crate::Rules>::State, &mut Vec<<G as crate::Rules>::Move>) + Send + Sync;

impl<G: Game> fmt::Debug for MoveRule<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MoveRule").field("id", &self.id).field("summary", &self.summary).finish()
    }
}
