//! What best play answers to every move.

use std::time::{Duration, Instant};

use ninefold_core::{Path, View};
use serde::{Deserialize, Serialize};

use crate::best::GameContext;
use crate::judgement::{Effort, Judge};

/// A move and the best answer to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The move's text.
    #[serde(rename = "move")]
    pub text: String,
    /// The answer's text.
    pub reply: String,
    /// The answer as a list of moves shows it, where that is more than its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// Whether no answer is better: it is proved.
    pub exact: bool,
}

/// The positions that a proof of one answer may look at.
const PROOF: u64 = 20_000;
/// How long all of them may take together.
const LONGEST: Duration = Duration::from_secs(2);

/// Answers to legal moves, the best moves first: those that a proof knows, otherwise those that the judgement of the position has
/// thought of. Moves without either are left out, and so are moves that end the game.
pub(crate) fn answers<G: View>(
    path: &Path<G>,
    context: GameContext<'_>,
    effort: &Effort,
) -> Vec<Answer> {
    let game = path.game();
    let begun = Instant::now();
    let mut knowing = Judge::new(game, context, effort);
    let thought_of = knowing.replies(path);
    let moves = knowing.ranked(path);
    // What little these proofs may look at must not stand for what is known of a position.
    let few = Effort { proof: Some(PROOF), kept: None, ..effort.clone() };
    let mut judge = Judge::new(game, context, &few);
    let mut answers = Vec::new();
    for mv in moves {
        if few.stop.is_raised() || begun.elapsed() > LONGEST {
            break;
        }
        let mut after = path.clone();
        after.play(mv);
        if after.outcome().is_some() {
            continue;
        }
        let proved = judge.proved_move(&after);
        let reply = proved.or_else(|| {
            let line = thought_of.iter().find(|(first, _)| *first == mv);
            line.map(|&(_, reply)| reply)
        });
        let Some(reply) = reply else { continue };
        let (text, turn) = (game.move_text(reply), game.turn_text(after.state(), reply));
        answers.push(Answer {
            text: game.move_text(mv),
            shown: Some(turn).filter(|turn| *turn != text),
            reply: text,
            exact: proved.is_some(),
        });
    }
    answers
}
