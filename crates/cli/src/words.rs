//! Judgements in words for people, never in an evaluator's units.

use ninefold_session::Advice;

/// The text if nothing is known.
pub(crate) const UNKNOWN: &str = "nothing is known of its worth";

/// The worth of a position to the player to move: won, drawn or lost, or a chance; `None` if
/// unknown.
pub(crate) fn known_worth(advice: &Advice, name: &str, mover: usize) -> Option<String> {
    let share = advice.share.as_ref().and_then(|shares| shares.get(mover)).copied();
    Some(match (advice.decided, share) {
        (Some(turns @ 1..), _) => format!("{name} wins in {}", turns_text(turns)),
        (Some(turns), _) => format!("{name} loses in {}", turns_text(-turns)),
        (None, None) => return None,
        (None, Some(share)) if advice.exact => match share {
            share if share > 0.99 => format!("{name} wins with best play, exact"),
            share if share < 0.01 => format!("{name} loses against best play, exact"),
            _ => String::from("a draw with best play, exact"),
        },
        // A certain result without a value.
        (None, Some(1.0)) if advice.note.is_some() => format!("{name} wins for certain"),
        (None, Some(0.0)) if advice.note.is_some() => format!("{name} loses against best play"),
        (None, Some(share)) => format!("about {:.0} % for {name}", 100.0 * share),
    })
}

fn turns_text(turns: i32) -> String {
    match turns {
        1 => String::from("1 turn"),
        turns => format!("{turns} turns"),
    }
}
