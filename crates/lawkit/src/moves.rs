//! Legal moves: when there are any, their order, and their texts.

use std::collections::BTreeSet;

use ninefold_core::{Path, Player, View, find_move};

use crate::case::Case;
use crate::law::Verdict;
use crate::{Law, Report};

/// The number of moves per position that are looked up by text; each lookup formats all texts.
const LOOKED_UP: usize = 12;

/// The number of illegal move texts tried per position.
const STRANGERS: usize = 2;

/// Checks the laws of table, ending and order.
pub(crate) fn check<G: View>(case: &Case<G>, report: &mut Report) -> Verdict {
    let Case { game, state, moves, outcome, .. } = case;
    let to_move = game.to_move(state);
    case.require(report, Law::Table, to_move.index() < game.players(), || {
        format!("{to_move:?} is to move at a table of {}", game.players())
    })?;
    case.require(report, Law::Ending, moves.is_empty() == outcome.is_some(), || {
        format!("{} moves are legal, but the outcome is {outcome:?}", moves.len())
    })?;
    appends(case, report)?;
    turns(case, report)?;
    for pair in moves.windows(2) {
        case.require(report, Law::Order, pair[0] < pair[1], || {
            let text = |mv| game.move_text(mv);
            format!("move {} comes before move {}", text(pair[0]), text(pair[1]))
        })?;
    }
    let mut codes: Vec<u16> = moves.iter().map(|&mv| game.move_index(mv)).collect();
    codes.sort_unstable();
    let twice = codes.windows(2).find(|pair| pair[0] == pair[1]);
    case.require(report, Law::Code, twice.is_none(), || {
        format!("two moves have the code {}", twice.map_or(0, |pair| pair[0]))
    })?;
    let mut actions: Vec<u16> = moves.iter().map(|&mv| game.action(mv)).collect();
    actions.sort_unstable();
    let twice = actions.windows(2).find(|pair| pair[0] == pair[1]);
    case.require(report, Law::Code, twice.is_none(), || {
        format!("two moves have the action {}", twice.map_or(0, |pair| pair[0]))
    })?;
    let last = actions.last().map_or(0, |&action| usize::from(action));
    case.require(report, Law::Code, last < game.actions(), || {
        format!("a move has the action {last}, but there are {}", game.actions())
    })
}

/// Giving the turn to the player to move changes nothing; others can get it only if they can move. Every turn
/// lowers the bound on the number of turns.
fn turns<G: View>(case: &Case<G>, report: &mut Report) -> Verdict {
    let Case { game, state, moves, outcome, .. } = case;
    for player in Player::all(game.players()) {
        let given = game.with_turn(state, player);
        let own = player == game.to_move(state) && outcome.is_none();
        case.require(report, Law::Table, !own || given == Some(*state), || {
            format!("{player:?} is on turn and cannot be given the turn")
        })?;
        let able = given.is_none_or(|given| {
            let mut moves = Vec::new();
            game.moves(&given, &mut moves);
            game.to_move(&given) == player && !moves.is_empty() && outcome.is_none()
        });
        case.require(report, Law::Table, able, || {
            format!("{player:?} is given the turn and cannot move")
        })?;
    }
    let most = game.most_turns(state);
    let fewer = |&mv: &G::Move| game.most_turns(&case.after(mv)) < most;
    let lower = most == u32::MAX || moves.iter().all(fewer);
    case.require(report, Law::Ending, lower, || {
        format!("a turn does not lower the number of turns there can be, {most}")
    })
}

/// Generating moves leaves the existing contents of the list unchanged.
fn appends<G: View>(case: &Case<G>, report: &mut Report) -> Verdict {
    let Some(&last) = case.moves.last() else {
        return Ok(());
    };
    let mut moves = vec![last];
    case.game.moves(&case.state, &mut moves);
    let appended = moves.first() == Some(&last) && moves[1..] == case.moves;
    case.require(report, Law::Ending, appended, || {
        "generating moves into a list that is not empty gives other moves".into()
    })
}

/// Checks the law of move texts.
pub(crate) fn check_texts<G: View>(case: &Case<G>, report: &mut Report) -> Verdict {
    let texts: Vec<String> = case.moves.iter().map(|&mv| case.game.move_text(mv)).collect();
    let mut seen = BTreeSet::new();
    for text in &texts {
        case.require(report, Law::MoveText, is_word(text), || {
            format!("move text {text:?} is not a word in small letters that a record can hold")
        })?;
        case.require(report, Law::MoveText, seen.insert(text.as_str()), || {
            format!("two moves have the text {text:?}")
        })?;
    }
    let path = Path::new(case.game.clone(), case.state);
    for index in case.sample(LOOKED_UP) {
        let (text, mv) = (&texts[index], case.moves[index]);
        let found = find_move(&path, text);
        case.require(report, Law::MoveText, found.as_ref() == Ok(&mv), || {
            format!("looking up {text:?}, the text of {mv:?}, gives {found:?}")
        })?;
    }
    let strangers = case.subject.openings.iter().filter(|text| !seen.contains(text.as_str()));
    let nonsense = [String::new(), "?".into()];
    for text in strangers.take(STRANGERS).chain(&nonsense) {
        let found = find_move(&path, text);
        case.require(report, Law::MoveText, found.is_err(), || {
            format!("{text:?} is the text of no legal move, but is taken as {found:?}")
        })?;
    }
    Ok(())
}

/// Whether a text survives a record, which separates moves by spaces, numbers rounds as `12.`, starts tags with a
/// bracket and looks moves up in lower case.
fn is_word(text: &str) -> bool {
    let shape = |letter: char| !letter.is_whitespace() && !letter.is_ascii_uppercase();
    !text.is_empty() && text.chars().all(shape) && !text.starts_with('[') && !text.ends_with('.')
}
