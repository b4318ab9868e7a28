//! Queries about the position of a session.

use ninefold_core::{MoveError, Step, View, perft};
use ninefold_search::{Limits, SearchResult, StopFlag};
use ninefold_solve::Reasons;

use crate::analysis::{self, Analysis, AnalysisRequest};
use crate::answers::{self, Answer};
use crate::evaluation::{self, Evaluation, EvaluatorError};
use crate::insight::{self, Preview, Why};
use crate::judgement::{Effort, Judge, Known};
use crate::reasons;
use crate::review::{self, Review, ReviewRequest};
use crate::session::TypedSession;
use crate::thinker::Thought;
use crate::threat::{self, Threat};
use crate::tree::{self, TreeError, TreeRequest, TreeView};
use crate::values::MoveValues;
use crate::view::Advice;
use crate::visits::{self, Place, Visit};
use crate::{PlayerError, PlayerSpec};

/// Queries about a position; none of them changes it.
///
/// ```
/// use ninefold_session::{Effort, Setup, games};
///
/// let moves = ["1,1", "2,2", "1,2"].map(String::from).to_vec();
/// let session = games().open("tictactoe", &Setup { moves, ..Setup::default() })?;
/// let hint = session.hint(&Effort::default());
/// assert_eq!(hint.best.as_deref(), Some("1,3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Ask {
    /// Explains what the legal move with this text does.
    fn why(&self, text: &str) -> Result<Why, MoveError>;

    /// Shows what every legal move will look like, in the promised order.
    fn previews(&self) -> Vec<Preview>;

    /// Explains why a click on a site does nothing after these steps of a turn; `None` if it is a
    /// valid next step.
    fn refuse(&self, steps: &[Step], site: u16) -> Option<Why>;

    /// The tree that an algorithm searches here.
    fn tree(&self, request: &TreeRequest, stop: &StopFlag) -> Result<TreeView, TreeError>;

    /// The number of move sequences of exactly `depth` turns from here.
    fn perft(&self, depth: u32) -> u64;

    /// Evaluates the position with an evaluator or a heuristic.
    fn evaluate(&self, spec: &str) -> Result<Evaluation, EvaluatorError>;

    /// The same, with an explanation.
    fn explain(&self, spec: &str) -> Result<Evaluation, EvaluatorError>;

    /// Asks a computer for a move here.
    fn advise(&self, player: &PlayerSpec) -> Result<Advice, PlayerError> {
        self.consider(player, Limits::default(), &StopFlag::default())
    }

    /// Asks a computer for a move within its own limits and these, until the flag is raised; a
    /// stopped search of fixed depth may then return no move. The answer is what the same computer
    /// plays in a match.
    fn consider(
        &self,
        player: &PlayerSpec,
        limits: Limits,
        stop: &StopFlag,
    ) -> Result<Advice, PlayerError> {
        self.consider_aloud(player, limits, stop, &mut |_| {})
    }

    /// The same, with a report after every depth from players that deepen.
    fn consider_aloud(
        &self,
        player: &PlayerSpec,
        limits: Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&Advice),
    ) -> Result<Advice, PlayerError>;

    /// Advice from the shared judgement of the position, which is used when no player is named.
    fn hint(&self, effort: &Effort) -> Advice;

    /// The value of every legal move according to the same judgement.
    fn values(&self, effort: &Effort) -> MoveValues;

    /// The best replies to every legal move, as far as they are proved or the search has found
    /// them.
    fn answers(&self, effort: &Effort) -> Vec<Answer>;

    /// What the next player would do if the one to move passed; `None` if they could do nothing.
    fn threat(&self, stop: &StopFlag) -> Option<Threat>;

    /// Why players cannot win, where that can be shown on the board; who certainly cannot be held that way, and
    /// for whom two seconds were too short to tell.
    fn reasons(&self, stop: &StopFlag) -> Reasons;

    /// The position in a form that identifies it across games.
    fn place(&self) -> Place;

    /// The positions of the game so far, each with the move played in it.
    fn visits(&self) -> Vec<Visit>;

    /// The value of every legal move by a player's own search; `None` for a player without a search
    /// that looks further than one turn here.
    fn values_by(
        &self,
        player: &PlayerSpec,
        stop: &StopFlag,
    ) -> Result<Option<MoveValues>, PlayerError>;

    /// Analyses with the strong search and reports after every depth.
    fn analyse(
        &self,
        request: &AnalysisRequest,
        watch: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EvaluatorError>;

    /// Reviews the whole game and reports progress after every move.
    fn review(&self, request: &ReviewRequest, watch: &mut dyn FnMut(usize)) -> Review;
}

impl<G: View> Ask for TypedSession<G> {
    fn why(&self, text: &str) -> Result<Why, MoveError> {
        insight::why_text(&self.path, text)
    }

    fn previews(&self) -> Vec<Preview> {
        insight::previews(&self.path)
    }

    fn refuse(&self, steps: &[Step], site: u16) -> Option<Why> {
        insight::refuse(&self.path, steps, site)
    }

    fn tree(&self, request: &TreeRequest, stop: &StopFlag) -> Result<TreeView, TreeError> {
        tree::tree(&self.path, request, self.seed, stop)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&mut self.path.clone(), depth)
    }

    fn evaluate(&self, spec: &str) -> Result<Evaluation, EvaluatorError> {
        evaluation::evaluate(&self.path, spec, self.seed, false)
    }

    fn explain(&self, spec: &str) -> Result<Evaluation, EvaluatorError> {
        evaluation::evaluate(&self.path, spec, self.seed, true)
    }

    fn consider_aloud(
        &self,
        player: &PlayerSpec,
        limits: Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&Advice),
    ) -> Result<Advice, PlayerError> {
        let mut tell = |thought| watch(&self.advice(thought));
        let mut thinker = self.thinker(player)?;
        Ok(self.advice(thinker.consider_aloud(&self.path, limits, stop, &mut tell)))
    }

    fn hint(&self, effort: &Effort) -> Advice {
        let known = Judge::new(self.path.game(), self.context(), effort).best(&self.path);
        let Known { line, values, share, decided, exact, caveat, depth, nodes, choosing, .. } =
            known;
        let found = SearchResult { values, line, depth, nodes: nodes + choosing, cuts: 0 };
        self.advice(Thought { found, share: Some(share), decided, exact, caveat })
    }

    fn values(&self, effort: &Effort) -> MoveValues {
        let mut judge = Judge::new(self.path.game(), self.context(), effort);
        judge.every_move(&self.path).move_values(&self.path)
    }

    fn answers(&self, effort: &Effort) -> Vec<Answer> {
        answers::answers(&self.path, self.context(), effort)
    }

    fn threat(&self, stop: &StopFlag) -> Option<Threat> {
        threat::threat(&self.path, stop)
    }

    fn reasons(&self, stop: &StopFlag) -> Reasons {
        reasons::reasons(&self.path, self.context(), stop)
    }

    fn place(&self) -> Place {
        visits::place(&self.path, self.context().spec)
    }

    fn visits(&self) -> Vec<Visit> {
        visits::visits(&self.path, self.context().spec)
    }

    fn values_by(
        &self,
        player: &PlayerSpec,
        stop: &StopFlag,
    ) -> Result<Option<MoveValues>, PlayerError> {
        let mut thinker = self.thinker(player)?;
        let found = thinker.value_moves(&self.path, Limits::default(), stop);
        Ok(found.map(|values| MoveValues { player: Some(player.to_string()), ..values }))
    }

    fn analyse(
        &self,
        request: &AnalysisRequest,
        watch: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, EvaluatorError> {
        analysis::analyse(&self.path, self.context(), request, self.seed, watch)
    }

    fn review(&self, request: &ReviewRequest, watch: &mut dyn FnMut(usize)) -> Review {
        review::review(&self.path, self.context(), request, watch)
    }
}
