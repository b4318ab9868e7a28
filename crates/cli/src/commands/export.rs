//! The games of a run for other programs: JSON lines, records, a table.

use std::fmt;

use ninefold_arena::{EntrantPlan, GameResult, SetResult};
use ninefold_session::game_record;
use serde_json::json;

use crate::args::arena::ExportFormat;

/// The games of a run in one of the forms. Nothing in it depends on when or how fast they were played.
pub(super) struct Export<'a> {
    /// The form.
    pub(super) format: ExportFormat,
    /// The game's specification.
    pub(super) game: &'a str,
    /// Who an entrant is, by its number.
    pub(super) entrant: &'a dyn Fn(usize) -> EntrantPlan,
    /// The finished sets in order.
    pub(super) results: &'a [SetResult],
}

impl fmt::Display for Export<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if matches!(self.format, ExportFormat::Csv) {
            writeln!(f, "set,rotation,seed,seats,points,plies,reason,note,moves")?;
        }
        for result in self.results {
            for (rotation, game) in result.games.iter().enumerate() {
                match self.format {
                    ExportFormat::Jsonl => self.json(f, result.set, rotation, game)?,
                    ExportFormat::Records => {
                        let player = |entrant| (self.entrant)(entrant).player;
                        writeln!(f, "{}", game_record(self.game, &player, game))?;
                    }
                    ExportFormat::Csv => self.row(f, result.set, rotation, game)?,
                }
            }
        }
        Ok(())
    }
}

impl Export<'_> {
    fn names(&self, game: &GameResult) -> Vec<String> {
        game.seats.iter().map(|&entrant| (self.entrant)(entrant).name).collect()
    }

    fn json(
        &self,
        f: &mut fmt::Formatter<'_>,
        set: u64,
        rotation: usize,
        game: &GameResult,
    ) -> fmt::Result {
        let object = json!({
            "set": set,
            "rotation": rotation,
            "game": self.game,
            "seed": game.seed,
            "position": game.position,
            "seats": self.names(game),
            "points": game.points,
            "result": game.result,
            "reason": game.reason,
            "note": game.note,
            "opening": game.opening,
            "moves": game.moves,
        });
        writeln!(f, "{object}")
    }

    fn row(
        &self,
        f: &mut fmt::Formatter<'_>,
        set: u64,
        rotation: usize,
        game: &GameResult,
    ) -> fmt::Result {
        let points: Vec<String> = game.points.iter().map(f64::to_string).collect();
        let cells = [
            set.to_string(),
            rotation.to_string(),
            game.seed.to_string(),
            self.names(game).join("|"),
            points.join("|"),
            game.moves.len().to_string(),
            game.reason.clone(),
            game.note.clone().unwrap_or_default(),
            game.moves.join(" "),
        ];
        let quoted = cells.map(|cell| match cell.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell,
        });
        writeln!(f, "{}", quoted.join(","))
    }
}
