//! Exports a run's games for other programs: JSON lines, records, tables.

use std::fmt;

use ninefold_arena::{EntrantPlan, GameResult, SetResult, opening_numbers};
use ninefold_session::game_record;
use serde_json::json;

use crate::args::arena::ExportFormat;

/// The games of a run in one of the formats. The output does not depend on when or how fast they
/// were played, unless times were recorded.
pub(super) struct Export<'a> {
    /// The run's number.
    pub(super) run: u64,
    /// The format.
    pub(super) format: ExportFormat,
    /// The game's specification.
    pub(super) game: &'a str,
    /// The entrant with a number.
    pub(super) entrant: &'a dyn Fn(usize) -> EntrantPlan,
    /// The finished sets in order.
    pub(super) results: &'a [SetResult],
}

/// A game with its position in the run.
struct Place<'a> {
    /// Its number in the run, from 0.
    number: usize,
    set: u64,
    rotation: usize,
    /// The number of its opening, from 0.
    opening: usize,
    game: &'a GameResult,
}

/// The columns of the tidy table.
const TIDY: &str = "run,game_number,set,rotation,opening,opening_plies,game,seat,player,specification,points,result,reason,\
                    plies,moves_timed,time_ms,seed,fault,note,version";

impl fmt::Display for Export<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.format {
            ExportFormat::Csv => {
                writeln!(f, "set,rotation,seed,seats,points,plies,reason,note,moves,fault,times")?;
            }
            ExportFormat::Tidy => writeln!(f, "{TIDY}")?,
            ExportFormat::Jsonl | ExportFormat::Records => {}
        }
        let mut number = 0;
        for (result, opening) in self.results.iter().zip(opening_numbers(self.results)) {
            for (rotation, game) in result.games.iter().enumerate() {
                let place = Place { number, set: result.set, rotation, opening, game };
                match self.format {
                    ExportFormat::Jsonl => self.json(f, &place)?,
                    ExportFormat::Records => self.record(f, game)?,
                    ExportFormat::Csv => self.row(f, &place)?,
                    ExportFormat::Tidy => self.tidy(f, &place)?,
                }
                number += 1;
            }
        }
        Ok(())
    }
}

/// A line of cells, quoted where necessary. A text that a spreadsheet would treat as a formula gets
/// a leading quote.
fn csv_line(cells: impl IntoIterator<Item = String>) -> String {
    let quoted = cells.into_iter().map(|mut cell| {
        if cell.starts_with(['=', '+', '-', '@', '\t']) && cell.parse::<f64>().is_err() {
            cell.insert(0, '\'');
        }
        match cell.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell,
        }
    });
    quoted.collect::<Vec<_>>().join(",")
}

impl Export<'_> {
    fn names(&self, game: &GameResult) -> Vec<String> {
        game.seats.iter().map(|&entrant| (self.entrant)(entrant).name).collect()
    }

    fn json(&self, f: &mut fmt::Formatter<'_>, place: &Place<'_>) -> fmt::Result {
        let game = place.game;
        let players: Vec<String> =
            game.seats.iter().map(|&entrant| (self.entrant)(entrant).player).collect();
        let mut object = json!({
            "set": place.set,
            "rotation": place.rotation,
            "game": self.game,
            "seed": game.seed,
            // Many programs read numbers as floats, which are exact only up to 2^53.
            "seed_text": game.seed.to_string(),
            "position": game.position,
            "seats": self.names(game),
            "players": players,
            "points": game.points,
            "result": game.result,
            "reason": game.reason,
            "note": game.note,
            "fault": game.fault_kind(),
            "stderr": game.said(),
            "opening": game.opening,
            "opening_number": place.opening,
            "plies": game.moves.len(),
            "moves": game.moves,
            "version": game.version,
        });
        if !game.times.is_empty() {
            object["times"] = json!(game.times);
        }
        writeln!(f, "{object}")
    }

    /// A record with the players' names, if they differ from their specifications, and the times of
    /// the moves.
    fn record(&self, f: &mut fmt::Formatter<'_>, game: &GameResult) -> fmt::Result {
        let player = |entrant| (self.entrant)(entrant).player;
        let mut record = game_record(self.game, &player, game);
        for (seat, &entrant) in (1..).zip(&game.seats) {
            let EntrantPlan { name, player } = (self.entrant)(entrant);
            if name != player {
                record.tags.push((format!("Name{seat}"), name));
            }
        }
        if !game.times.is_empty() {
            let times: Vec<String> =
                game.times.iter().map(|(_, micros)| milliseconds(*micros)).collect();
            record.tags.push(("Milliseconds".to_owned(), times.join(" ")));
        }
        if let Some(said) = game.said() {
            record.tags.push(("Stderr".to_owned(), said.replace('\n', " | ")));
        }
        record.tags.extend(game.version.clone().map(|version| ("Version".to_owned(), version)));
        writeln!(f, "{record}")
    }

    fn row(&self, f: &mut fmt::Formatter<'_>, place: &Place<'_>) -> fmt::Result {
        let game = place.game;
        let points: Vec<String> = game.points.iter().map(f64::to_string).collect();
        let times: Vec<String> =
            game.times.iter().map(|(_, micros)| milliseconds(*micros)).collect();
        let cells = [
            place.set.to_string(),
            place.rotation.to_string(),
            game.seed.to_string(),
            self.names(game).join("|"),
            points.join("|"),
            game.moves.len().to_string(),
            game.reason.clone(),
            game.note.clone().unwrap_or_default(),
            game.moves.join(" "),
            game.fault_kind().unwrap_or_default().to_owned(),
            times.join(" "),
        ];
        writeln!(f, "{}", csv_line(cells))
    }

    /// One row per seat.
    fn tidy(&self, f: &mut fmt::Formatter<'_>, place: &Place<'_>) -> fmt::Result {
        let game = place.game;
        for (seat, (&entrant, points)) in game.seats.iter().zip(&game.points).enumerate() {
            let EntrantPlan { name, player } = (self.entrant)(entrant);
            let own: Vec<u64> = game
                .times
                .iter()
                .filter(|(by, _)| usize::from(*by) == seat)
                .map(|(_, micros)| u64::from(*micros))
                .collect();
            let timed = !game.times.is_empty();
            let at_fault = game.at_fault() == Some(seat);
            let result = game.result.as_ref().map(|result| result[seat].to_string());
            let cells = [
                self.run.to_string(),
                place.number.to_string(),
                place.set.to_string(),
                place.rotation.to_string(),
                place.opening.to_string(),
                game.opening.to_string(),
                self.game.to_owned(),
                (seat + 1).to_string(),
                name,
                player,
                points.to_string(),
                result.unwrap_or_default(),
                game.reason.clone(),
                game.moves.len().to_string(),
                if timed { own.len().to_string() } else { String::new() },
                if timed {
                    (own.iter().sum::<u64>() as f64 / 1000.0).to_string()
                } else {
                    String::new()
                },
                game.seed.to_string(),
                game.fault_kind().filter(|_| at_fault).unwrap_or_default().to_owned(),
                game.note.clone().unwrap_or_default(),
                game.version.clone().unwrap_or_default(),
            ];
            writeln!(f, "{}", csv_line(cells))?;
        }
        Ok(())
    }
}

fn milliseconds(micros: u32) -> String {
    (f64::from(micros) / 1000.0).to_string()
}
