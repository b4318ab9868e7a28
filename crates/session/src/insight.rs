//! Explains what a move does, what it will look like, and why a click does nothing.

use ninefold_core::{
    Mark, MoveError, Outcome, Path, Phrase, Step, View, find_move, over, repeats, sentence,
};
use serde::{Deserialize, Serialize};

/// An explanation of a move or a click.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Why {
    /// One English sentence.
    pub sentence: String,
    /// The same in parts, for translation.
    pub reasons: Vec<Phrase>,
}

impl Why {
    fn new(clauses: Vec<Phrase>) -> Why {
        Why { sentence: sentence(&clauses), reasons: clauses }
    }
}

/// What a legal move will look like.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Preview {
    /// The move's text.
    #[serde(rename = "move")]
    pub text: String,
    /// The marks on the board.
    pub marks: Vec<Mark>,
}

/// Explains what a legal move does, including repetition.
pub(crate) fn why<G: View>(path: &Path<G>, mv: G::Move) -> Why {
    let mut after = path.clone();
    after.play(mv);
    let repeated = after.outcome().is_some_and(|end| end.reason == Outcome::REPETITION);
    let said = path.game().why(path.state(), mv);
    Why::new(repeated.then(repeats).into_iter().chain(said).collect())
}

/// The same for the legal move with this text.
pub(crate) fn why_text<G: View>(path: &Path<G>, text: &str) -> Result<Why, MoveError> {
    Ok(why(path, find_move(path, text)?))
}

/// The previews of all legal moves, in the promised order.
pub(crate) fn previews<G: View>(path: &Path<G>) -> Vec<Preview> {
    let game = path.game();
    let mut moves = Vec::new();
    path.moves(&mut moves);
    let preview = |mv| Preview { text: game.move_text(mv), marks: game.preview(path.state(), mv) };
    moves.into_iter().map(preview).collect()
}

/// Explains why a click is not a valid next step; `None` if it is one.
pub(crate) fn refuse<G: View>(path: &Path<G>, steps: &[Step], site: u16) -> Option<Why> {
    let game = path.game();
    let mut moves = Vec::new();
    path.moves(&mut moves);
    if moves.is_empty() {
        return Some(Why::new(vec![over()]));
    }
    let continues = |turn: Vec<Step>| {
        turn.starts_with(steps) && turn.get(steps.len()).is_some_and(|next| next.site == site)
    };
    let legal = moves.into_iter().any(|mv| continues(game.steps(path.state(), mv)));
    (!legal).then(|| Why::new(vec![game.refuse(path.state(), steps, site)]))
}
