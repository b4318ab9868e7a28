//! The position that a request refers to: a moment of a stored game, or any other.

use ninefold_core::{Phrase, Record};
use ninefold_session::{MOST_MOVES, Origin, Session, Setup};

use crate::app::App;
use crate::input::Params;
use crate::problem::Problem;
use crate::refusals::{LATE_PLY, MANY_MOVES};

/// Converts a position from another program's notation to ours.
fn translated(app: &App, game: &str, fen: &str) -> Result<String, Problem> {
    let setup = Setup { origin: Origin::Fen(fen.to_owned()), ..Setup::default() };
    Ok(app.games.open(game, &setup)?.status().position)
}

/// A position and the moves that led to it.
pub(crate) struct PositionQuery {
    /// The game up to it, without a result.
    pub(crate) record: Record,
    /// The game with the moves after it, if any.
    pub(crate) later: Option<Record>,
}

impl PositionQuery {
    /// The spot of a query: `id=` and `ply=`, or `game=`, `seed=`, `position=` (or `fen=`) and `moves=`; with `then=`, the
    /// position after these moves.
    pub(crate) fn read(app: &App, params: &Params) -> Result<PositionQuery, Problem> {
        let mut record = match params.text("id") {
            Some(id) => app.current(id)?.lock().kept.record.clone(),
            None => Record {
                game: params.needed("game")?.to_owned(),
                seed: params.number("seed")?.unwrap_or_default(),
                position: match params.text("fen") {
                    Some(fen) => Some(translated(app, params.needed("game")?, fen)?),
                    None => params.text("position").map(str::to_owned),
                },
                moves: params.text("moves").map_or(Vec::new(), |moves| {
                    moves.split_whitespace().map(str::to_owned).collect()
                }),
                ..Record::default()
            },
        };
        let plies = record.moves.len();
        let ply = params.number::<usize>("ply")?.unwrap_or(plies);
        if ply > plies {
            return Err(Problem::bad(Phrase::of(LATE_PLY).with(ply).with(plies)));
        }
        if plies > MOST_MOVES {
            return Err(Problem::bad(Phrase::of(MANY_MOVES).with(plies).with(MOST_MOVES)));
        }
        record.result = None;
        record.reason = None;
        let mut later = (ply < plies).then(|| record.clone());
        record.moves.truncate(ply);
        if let Some(then) = params.text("then") {
            record.moves.extend(then.split_whitespace().map(str::to_owned));
            later = None;
            let plies = record.moves.len();
            if plies > MOST_MOVES {
                return Err(Problem::bad(Phrase::of(MANY_MOVES).with(plies).with(MOST_MOVES)));
            }
        }
        Ok(PositionQuery { record, later })
    }

    /// The session at the position.
    pub(crate) fn session(&self, app: &App) -> Result<Box<dyn Session>, Problem> {
        app.open(&self.record)
    }
}
