//! The card of a data set, which explains its numbers to later readers.

use serde_json::{Value, json};

use super::{DataPlan, DataSource, Label};

/// The contents, rules and program version of a set.
///
/// ```
/// use ninefold_session::{DataPlan, StopFlag, data_card, data_source};
///
/// let plan = DataPlan { positions: Some(1), ..DataPlan::usual("tictactoe") };
/// let card = data_card(&plan, &*data_source(&plan, None, StopFlag::default())?);
/// assert!(card["values"].as_str().is_some_and(|told| told.starts_with("for the player on turn")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn data_card(plan: &DataPlan, source: &dyn DataSource) -> Value {
    let (values, with_it) = match plan.label {
        Label::Exact => (
            "for the player on turn: 1 a win, 0 a draw, -1 a loss, or points still to be won more; of the game without draw rules",
            ("plies", "how long the game lasts with best play, where that is known"),
        ),
        Label::Search => (
            "for the player on turn, in the unit of the game's strongest evaluator, as a search finds it; empty where the result is certain, which share tells; of the game with its draw rules",
            (
                "share",
                "the part of the point that the player on turn may expect; 0, 0.5 and 1 beside no value are certain",
            ),
        ),
        Label::Result => (
            "for the player on turn: what the game that the position is from brought",
            ("result", "1 a win, 0 a draw, -1 a loss; with more than two players 1 or 0"),
        ),
    };
    let mut told = json!({
        "plan": plan,
        "positions": source.len(),
        "columns": source.columns(),
        "numbers": source.width(),
        "values": values,
        with_it.0: with_it.1,
        "features": "with two players what the first has more, otherwise what each has",
        "program": concat!("ninefold ", env!("CARGO_PKG_VERSION")),
    });
    if source.is_sample() {
        told["order"] = "drawn by the seed, no position twice".into();
    }
    if plan.label == Label::Exact {
        told["tables"] = source.tables().into();
    }
    told
}
