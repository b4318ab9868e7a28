//! Connect Four: drop discs into columns; four in a row win.

mod evaluators;
mod notation;
mod rules;
#[cfg(test)]
mod tests;
mod view;
mod why;
mod windows;
mod words;

use ninefold_core::{
    Accent, Arguments, Family, FamilyInfo, Host, Kind, Parameter, Spot, Trial, Variant, Words,
};

pub use rules::{Cells, Column, ConnectFour, MOST_COLUMNS, MOST_ROWS, State};

/// Connect Four on boards of every size that fits into a 64-bit word.
pub struct ConnectFourFamily;

const fn trial(spec: &'static str, positions: u32, searched: bool) -> Trial {
    Trial { spec, positions, images: 2, searched }
}

impl Family for ConnectFourFamily {
    const INFO: FamilyInfo = FamilyInfo {
        id: "connect4",
        title: "Connect Four",
        summary: "drop discs into columns; four or more in a row win",
        blurb: "Drop a disc, line up four.",
        parameters: &[
            Parameter {
                name: "columns",
                summary: "how many columns the board has",
                kind: Kind::Number(2..=MOST_COLUMNS as i64),
                default: "7",
                positional: true,
            },
            Parameter {
                name: "rows",
                summary: "how many discs a column holds",
                kind: Kind::Number(2..=MOST_ROWS as i64),
                default: "6",
                positional: true,
            },
            Parameter {
                name: "line",
                summary: "how many discs in a row win; if more than fit, nobody can win",
                kind: Kind::Number(2..=MOST_COLUMNS as i64),
                default: "4",
                positional: true,
            },
        ],
        variants: &[
            Variant { spec: Some("connect4:7,6,4"), title: "Connect Four" },
            Variant { spec: None, title: "Connect Four, {0} × {1}, {2} in a row" },
        ],
        accent: Accent { light: "#8a4b08", dark: "#f0b67a" },
        sample: Some(Spot {
            game: "connect4:7,6,4",
            position: "0002000/0001000/0002220/0001210/0122110/2111212 1",
        }),
        rules: include_str!("README.md"),
        translated_rules: &[("de", include_str!("README.de.md"))],
        lesson: include_str!("lesson.json"),
        perft: include_str!("perft.txt"),
        trials: &[
            trial("connect4:7,6,4", 600, true),
            trial("connect4:4,4,3", 1500, true),
            trial("connect4:2,2,2", 100, false),
            trial("connect4:8,7,5", 400, false),
            trial("connect4:3,5,8", 800, false),
        ],
        words: &[
            Words { language: "en", table: include_str!("words.en.json") },
            Words { language: "de", table: include_str!("words.de.json") },
        ],
        ..FamilyInfo::PLAIN
    };

    fn open<H: Host>(arguments: &Arguments, spec: String, host: H) -> H::Output {
        let [columns, rows, line] =
            ["columns", "rows", "line"].map(|name| arguments.number(name) as u32);
        host.receive(ConnectFour::new(columns, rows, line), spec)
    }
}
