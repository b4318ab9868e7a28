//! Judgements in words for people, never in an evaluator's units.

use ninefold_session::{Advice, SessionView};

/// The text if nothing is known.
pub(crate) const UNKNOWN: &str = "nothing is known of its worth";

/// What a position is worth to whoever is on turn: won, drawn or lost, by so many points where the game counts them, or a
/// chance; nothing where that is not known.
pub(crate) fn known_worth(advice: &Advice, view: &SessionView, name: &str) -> Option<String> {
    let mover = view.to_move.saturating_sub(1);
    // What is proved of a game of points is the lead at its end.
    let lead = advice.values.get(mover).filter(|_| counts_points(view));
    let by = lead.map_or(String::new(), |lead| format!(" by {}", points_text(*lead)));
    let share = advice.share.as_ref().and_then(|shares| shares.get(mover)).copied();
    Some(match (advice.decided, share) {
        (Some(turns @ 1..), _) => format!("{name} wins in {}", turns_text(turns)),
        (Some(turns), _) => format!("{name} loses in {}", turns_text(-turns)),
        (None, None) => return None,
        (None, Some(share)) if advice.exact => match share {
            share if share > 0.99 => format!("{name} wins{by} with best play, exact"),
            share if share < 0.01 => format!("{name} loses{by} against best play, exact"),
            _ => String::from("a draw with best play, exact"),
        },
        // A certain result without a value.
        (None, Some(1.0)) if advice.note.is_some() => format!("{name} wins for certain"),
        (None, Some(0.0)) if advice.note.is_some() => format!("{name} loses against best play"),
        (None, Some(share)) => format!("about {:.0} % for {name}", 100.0 * share),
    })
}

/// Whether a game is won by points.
pub(crate) fn counts_points(view: &SessionView) -> bool {
    view.scene.score_name == "points"
}

/// So many points, whoever has them.
pub(crate) fn points_text(points: i32) -> String {
    match points.abs() {
        1 => String::from("1 point"),
        points => format!("{points} points"),
    }
}

fn turns_text(turns: i32) -> String {
    match turns {
        1 => String::from("1 turn"),
        turns => format!("{turns} turns"),
    }
}
