//! Themes of puzzles.

use ninefold_session::{Games, OpenError, Origin, Session, Setup};

use crate::double_mill::{runs, step};

/// All themes, as they are named in puzzles.
pub const THEMES: [&str; 13] = [
    WIN_BY_FORCE,
    ONLY_DEFENCE,
    MOST_POINTS,
    LAST_MOVES,
    TWO_THREATS,
    DOUBLE_MILL,
    SHUT_IN,
    CHOOSING_THE_MAN,
    FLYING,
    PLACING,
    MOVING,
    NEAR_WIN,
    FAR_WIN,
];

const WIN_BY_FORCE: &str = "win by force";
const ONLY_DEFENCE: &str = "only defence";
const MOST_POINTS: &str = "most points";
const LAST_MOVES: &str = "last moves";
const TWO_THREATS: &str = "two threats";
const DOUBLE_MILL: &str = "double mill";
const SHUT_IN: &str = "shut in";
const CHOOSING_THE_MAN: &str = "choosing the man";
const FLYING: &str = "flying";
const PLACING: &str = "placing";
const MOVING: &str = "moving";
const NEAR_WIN: &str = "win within 8 moves";
const FAR_WIN: &str = "win in 9 moves or more";

/// The longest win, in moves of the winner, that counts as near.
const NEAR: u32 = 8;

/// Whether a theme follows from the rest of a puzzle and is not stored with it.
pub(crate) fn is_derived(theme: &str) -> bool {
    [MOVING, NEAR_WIN, FAR_WIN].contains(&theme)
}

/// The derived themes: the phase of morris between placing and flying, and the length of the win. They follow from
/// the other themes and from `win`, the plies of a win if there is one.
pub(crate) fn derived(game: &str, themes: &[String], win: Option<u32>) -> Vec<String> {
    let family = game.split(':').next().unwrap_or_default();
    let is_about = |theme: &str| themes.iter().any(|other| other == theme);
    let moving = family == "morris" && !is_about(PLACING) && !is_about(FLYING);
    let distance = win.map(|plies| if plies.div_ceil(2) <= NEAR { NEAR_WIN } else { FAR_WIN });
    moving.then_some(MOVING).into_iter().chain(distance).map(str::to_owned).collect()
}

/// The themes of a puzzle, most characteristic first.
///
/// `values` are those of the legal moves in order; `line` is best play as far as it is known.
pub(crate) fn themes(
    games: &Games,
    session: &dyn Session,
    values: &[i32],
    line: &[String],
) -> Result<Vec<String>, OpenError> {
    let best = values.iter().copied().max().unwrap_or_default();
    let family = session.spec().split(':').next().unwrap_or_default();
    let found = match family {
        "369" => vec![MOST_POINTS],
        "9tka" => vec![LAST_MOVES],
        "morris" => morris(games, session, values, best, line)?,
        _ if best > 0 => vec![WIN_BY_FORCE],
        _ => vec![ONLY_DEFENCE],
    };
    Ok(found.into_iter().map(str::to_owned).collect())
}

fn morris(
    games: &Games,
    session: &dyn Session,
    values: &[i32],
    best: i32,
    line: &[String],
) -> Result<Vec<&'static str>, OpenError> {
    let mut found = Vec::new();
    if best == 0 {
        found.push(ONLY_DEFENCE);
    }
    let moves = session.moves();
    let solution = values.iter().position(|&value| value == best).map(|at| &moves[at]);
    if solution.is_some_and(|solution| has_another_man_to_take(solution, &moves)) {
        found.push(CHOOSING_THE_MAN);
    }
    let mut after = games.open(
        session.spec(),
        &Setup { origin: Origin::Position(session.status().position), ..Setup::default() },
    )?;
    let mover = after.status().to_move;
    let before = runs(games, session, mover);
    let solved = solution.is_some_and(|solution| after.play(solution).is_ok());
    if solved && threats(games, &*after, mover) >= 2 {
        found.push(TWO_THREATS);
    }
    // The right move makes a double mill, or is a step of one.
    let is_run = solution.and_then(|mv| step(mv)).is_some_and(|step| before.contains(&step));
    if best > 0 && (is_run || before.is_empty() && !runs(games, &*after, mover).is_empty()) {
        found.push(DOUBLE_MILL);
    }
    // The line starts with the solution.
    let ended = line.iter().skip(1).all(|mv| after.play(mv).is_ok());
    if best > 0 && ended && after.status().reason.as_deref() == Some("blocked") {
        found.push(SHUT_IN);
    }
    match session.status().phase.as_str() {
        "placing" => found.push(PLACING),
        "flying" => found.push(FLYING),
        _ => {}
    }
    if best > 0 {
        found.push(WIN_BY_FORCE);
    }
    Ok(found)
}

/// Whether a move takes a man and could have taken a different one.
fn has_another_man_to_take(solution: &str, moves: &[String]) -> bool {
    let Some((way, _)) = solution.split_once('x') else { return false };
    moves.iter().filter(|mv| mv.split_once('x').is_some_and(|(other, _)| other == way)).count() > 1
}

/// The number of points on which a player could close a mill if it were that player's turn.
fn threats(games: &Games, session: &dyn Session, player: usize) -> usize {
    let Some(turned) = with_turn(games, session, player) else { return 0 };
    let mut points: Vec<String> = turned
        .moves()
        .iter()
        .filter_map(|mv| mv.split_once('x'))
        .map(|(way, _)| way.rsplit('-').next().unwrap_or(way).to_owned())
        .collect();
    points.sort();
    points.dedup();
    points.len()
}

/// The morris position as if it were this player's turn; `None` if that is impossible, for example because that
/// side is blocked or the opponent still has the last man to place.
pub(crate) fn with_turn(
    games: &Games,
    session: &dyn Session,
    player: usize,
) -> Option<Box<dyn Session>> {
    let position = session.status().position;
    let mut words: Vec<&str> = position.split(' ').collect();
    words[1] = if player == 1 { "w" } else { "b" };
    let origin = Origin::Position(words.join(" "));
    games.open(session.spec(), &Setup { origin, ..Setup::default() }).ok()
}
