//! Double mills: men that move back and forth between two mills.

use std::collections::BTreeSet;

use ninefold_session::{Games, Session};

use crate::themes::with_turn;

/// The steps, from and to, by which a player closes a mill now and could close another one by moving back, if it
/// were that player's turn. Each such step takes a man, again and again.
///
/// Of the rules of morris this needs only which steps take a man.
pub(crate) fn runs(
    games: &Games,
    session: &dyn Session,
    player: usize,
) -> BTreeSet<(String, String)> {
    let Some(mut turned) = with_turn(games, session, player) else { return BTreeSet::new() };
    if turned.status().phase != "moving" {
        return BTreeSet::new(); // A flying man can return from anywhere.
    }
    let closing: Vec<String> = turned.moves().into_iter().filter(|mv| mv.contains('x')).collect();
    let mut found = BTreeSet::new();
    for mv in closing {
        let Some(step) = step(&mv) else { continue };
        let back = (step.1.clone(), step.0.clone());
        if found.contains(&step) || turned.play(&mv).is_err() {
            continue;
        }
        let returns = with_turn(games, &*turned, player).is_some_and(|again| {
            again
                .moves()
                .iter()
                .any(|mv| mv.contains('x') && self::step(mv).as_ref() == Some(&back))
        });
        if returns {
            found.extend([step]);
        }
        turned.undo();
    }
    found
}

/// From where to where a man steps; `None` if the move places one.
pub(crate) fn step(mv: &str) -> Option<(String, String)> {
    let way = mv.split_once('x').map_or(mv, |(way, _)| way);
    way.split_once('-').map(|(from, to)| (from.to_owned(), to.to_owned()))
}
