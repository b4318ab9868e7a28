//! The best replies to every move.

use std::time::{Duration, Instant};

use ninefold_core::{Path, View};
use serde::{Deserialize, Serialize};

use crate::best::GameContext;
use crate::judgement::{Effort, Judge};

/// A move and the best reply to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The move's text.
    #[serde(rename = "move")]
    pub text: String,
    /// The reply's text.
    pub reply: String,
    /// The reply as shown in a move list, if that is more than its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// Whether it is proved that no reply is better.
    pub exact: bool,
}

/// The node limit for proving one reply.
const PROOF: u64 = 20_000;
/// The time limit for all of them together.
const LONGEST: Duration = Duration::from_secs(2);

/// Replies to legal moves, best moves first: proved ones, otherwise those the judgement of the
/// position has stored. Moves without either and moves that end the game are left out.
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
    // These small proofs must not be stored as the judgement of a position.
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
