//! The tables behind the project's texts.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use ninefold_core::{Game, Notation};
use ninefold_games::morris::{Morris, State};

use super::tables::{Tables, Value, Verdict};
use crate::{Exact, ExactError, Request, Sign, Solver, Source};

/// Looks morris positions up in the tables of the data folder.
pub struct MorrisSolver;

/// The longest line of best play that is told.
const LONGEST_LINE: usize = 300;

impl Solver for MorrisSolver {
    fn family(&self) -> &'static str {
        "morris"
    }

    fn source(&self) -> Source {
        Source::Table
    }

    fn solve(&self, request: &Request, _watch: &mut dyn FnMut(Sign)) -> Result<Exact, ExactError> {
        let start = Instant::now();
        let refused = |error: &dyn std::fmt::Display| ExactError::Refused(error.to_string());
        for variant in ["flying=off", "protect=off"] {
            if request.game.contains(variant) {
                return Err(ExactError::Missing {
                    what: "an exact value under other rules of moving or taking",
                    game: request.game.clone(),
                });
            }
        }
        let game = Morris::default();
        let state = game.parse_position(&request.position).map_err(|error| refused(&error))?;
        let mut exact = Exact::unknown();
        exact.note = (!request.game.contains("draws=off")).then(|| PURE.to_owned());
        let Some(data) = &request.data else {
            return Ok(Exact { missing: Some("no data folder is known".into()), ..exact });
        };
        let tables = opened(data).map_err(|error| refused(&error))?;
        let known = match &tables {
            Some(tables) => tables.probe(&state).map_err(|error| refused(&error))?,
            None => None,
        };
        let (Some(tables), Some(verdict)) = (tables, known) else {
            return Ok(Exact { missing: Some(command(&state)), ..exact });
        };
        let moves = tables.moves(&state).map_err(|error| refused(&error))?.unwrap_or_default();
        exact.nodes = 1 + moves.len() as u64;
        exact.value = Some(verdict.value.number());
        exact.plies = verdict.plies;
        let text = |(mv, verdict): &(_, Verdict)| (game.move_text(*mv), verdict.value.number());
        exact.moves = moves.iter().map(text).collect();
        if verdict.plies.is_some() && verdict.value != Value::Draw {
            exact.line = line(&game, &tables, state).map_err(|error| refused(&error))?;
        }
        exact.elapsed = start.elapsed();
        Ok(exact)
    }
}

/// What is said beside a value when a countdown is in force.
const PURE: &str = "the value of the pure game, without countdowns and repetition";

/// The command that builds a table for a position.
fn command(state: &State) -> String {
    use ninefold_core::Player;
    let men = [Player::FIRST, Player::SECOND].map(|player| state.men_left(player));
    let placing = state.hand(Player::FIRST) + state.hand(Player::SECOND) > 0;
    let options = match men[0].max(men[1]) {
        _ if placing => "--full".to_owned(),
        0..=6 => "--men 6".to_owned(),
        _ => "--full".to_owned(),
    };
    format!("no table covers this position; build one with: ninefold tables build morris {options}")
}

/// Best play from a decided position, whose distances are known, to the end.
fn line(game: &Morris, tables: &Tables, state: State) -> Result<Vec<String>, super::TableError> {
    let (mut line, mut state) = (Vec::new(), state);
    while line.len() < LONGEST_LINE {
        let Some(moves) = tables.moves(&state)? else { break };
        let key = |(_, verdict): &(_, Verdict)| {
            let plies = i64::from(verdict.plies.unwrap_or(0));
            (verdict.value, if verdict.value == Value::Win { -plies } else { plies })
        };
        // The first of the best in the order of generation.
        let Some(best) = moves.iter().map(key).max() else { break };
        let Some(&(mv, _)) = moves.iter().find(|judged| key(judged) == best) else { break };
        line.push(game.move_text(mv));
        game.play(&mut state, mv);
    }
    Ok(line)
}

/// The tables of a data folder, kept open between questions.
fn opened(data: &PathBuf) -> Result<Option<Arc<Tables>>, super::TableError> {
    static LAST: Mutex<Option<(PathBuf, Arc<Tables>)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(|error| error.into_inner());
    if let Some((folder, tables)) = &*last
        && folder == data
    {
        return Ok(Some(tables.clone()));
    }
    let Some(tables) = Tables::open(data)?.map(Arc::new) else { return Ok(None) };
    *last = Some((data.clone(), tables.clone()));
    Ok(Some(tables))
}
