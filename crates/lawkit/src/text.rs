//! Positions as text and as keys.

use std::collections::HashMap;

use ninefold_core::View;

use crate::case::{Case, Subject};
use crate::law::Verdict;
use crate::{Law, Report};

/// Checks the laws of keys and position texts.
///
/// The position parsed from its text has no history, so its key is computed from scratch.
pub(crate) fn check<G: View>(case: &Case<G>, report: &mut Report) -> Verdict {
    let Case { game, state, .. } = case;
    let text = game.position_text(state);
    let read = game.parse_position(&text);
    case.require(report, Law::PositionText, read.is_ok(), || match &read {
        Err(error) => format!("its own text is refused: {error}"),
        Ok(_) => String::new(),
    })?;
    let Ok(read) = read else { return Ok(()) };
    let (kept, scratch) = (game.key(state), game.key(&read));
    case.require(report, Law::Key, kept == scratch, || {
        format!("the key kept through play is {kept:#x}, the one from scratch {scratch:#x}")
    })?;
    case.require(report, Law::PositionText, read == *state, || {
        format!("{state:?} reads back as {read:?}")
    })?;
    let spoilt = format!("{text}?");
    case.require(report, Law::PositionText, game.parse_position(&spoilt).is_err(), || {
        format!("{spoilt:?} is read as a position")
    })?;
    check_fen(case, report)
}

/// The second notation describes the same game, though not its points and countdowns.
fn check_fen<G: View>(case: &Case<G>, report: &mut Report) -> Verdict {
    let Case { game, state, .. } = case;
    let Some(fen) = game.fen(state, 0).filter(|_| case.outcome.is_none()) else {
        return Ok(());
    };
    let read = game.parse_fen(&fen);
    let key = read.as_ref().map(|(state, _)| game.key(state));
    case.require(report, Law::PositionText, key == Ok(game.key(state)), || {
        format!("its FEN {fen:?} reads back as {read:?}")
    })
}

/// Checks what is known about a game's position form without any position.
pub(crate) fn check_form<G: View>(
    subject: &Subject<G>,
    start: &G::State,
    report: &mut Report,
) -> Verdict {
    let form = subject.game.position_form();
    let read = subject.game.parse_position(&form);
    subject.require(report, Law::PositionText, start, read.is_ok(), || {
        format!("the example {form:?} is refused: {read:?}")
    })?;
    let empty = subject.game.parse_position("");
    subject.require(report, Law::PositionText, start, empty.is_err(), || {
        format!("the empty text is read as {empty:?}")
    })
}

/// Positions by key: two positions with the same key have the same turn and the same moves, unless a countdown has
/// ended the game in one of them.
pub(crate) struct Keys<S>(HashMap<u64, S>);

impl<S: Copy> Keys<S> {
    pub fn new() -> Keys<S> {
        Keys(HashMap::new())
    }

    pub fn check<G>(&mut self, case: &Case<G>, report: &mut Report) -> Verdict
    where
        G: View<State = S>,
    {
        if case.outcome.is_some() {
            return Ok(());
        }
        let other = *self.0.entry(case.game.key(&case.state)).or_insert(case.state);
        let mut moves = Vec::new();
        case.game.moves(&other, &mut moves);
        let alike =
            moves == case.moves && case.game.to_move(&other) == case.game.to_move(&case.state);
        case.require(report, Law::Key, alike, || {
            let other = case.game.position_text(&other);
            format!(
                "the key is that of {other:?}, where other moves are legal or another is to move"
            )
        })
    }
}
