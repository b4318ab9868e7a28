//! Nine Men's Morris.

mod chance;
mod estimator;
mod evaluators;
mod evolution;
mod fen;
pub mod learnt;
mod mills;
mod notation;
mod point;
mod rules;
mod sets;
mod setup;
mod view;
mod why;
mod words;

use ninefold_core::{
    Accent, Arguments, DrawRules, Family, FamilyInfo, Host, Kind, Parameter, Preset, Spot, Trial,
    Value, WithDraws, Words,
};

pub use point::Point;
pub use rules::{Morris, Move, State};
pub use sets::{ALL, LINES, Points, closers, in_mills, in_reading_order, mapped, neighbours};

/// Nine Men's Morris in all its variants.
pub struct MorrisFamily;

/// The board has 16 symmetries: eight of the square, each also with the outer and the inner ring exchanged.
const fn trial(spec: &'static str, positions: u32, searched: bool) -> Trial {
    Trial { spec, positions, images: 16, searched }
}

impl Family for MorrisFamily {
    const INFO: FamilyInfo = FamilyInfo {
        id: "morris",
        title: "Nine Men's Morris",
        summary: "place nine men, slide them into mills of three, take the other side's men",
        blurb: "Close three in a row, take a man.",
        parameters: &[
            Parameter {
                name: "draws",
                summary: "plies without a mill / plies with three men each / repetitions until a draw",
                kind: Kind::Numbers { ranges: &[1..=999, 1..=999, 2..=999], off: true },
                default: "50/10/3",
                positional: false,
            },
            Parameter {
                name: "flying",
                summary: "whether a side with three men may move to any point",
                kind: Kind::Choice(&["on", "off"]),
                default: "on",
                positional: false,
            },
            Parameter {
                name: "protect",
                summary: "whether men in mills are safe while another man can be taken",
                kind: Kind::Choice(&["on", "off"]),
                default: "on",
                positional: false,
            },
        ],
        presets: &[
            Preset { title: "Alpha-beta, full utility", player: "alphabeta:depth=4,eval=fav1" },
            Preset { title: "Alpha-beta, simple utility", player: "alphabeta:depth=4,eval=fav2" },
            Preset { title: "Minimax, full utility", player: "minimax:depth=3,eval=fav1" },
            Preset { title: "Minimal window, best evolved set", player: "mws:depth=4,eval=E32" },
            Preset { title: "Alpha-beta, offence", player: "alphabeta:depth=4,eval=offence" },
            Preset { title: "Alpha-beta, defence", player: "alphabeta:depth=4,eval=defence" },
        ],
        accent: Accent { light: "#1f4e79", dark: "#8fbae8" },
        sample: Some(Spot { game: "morris", position: "..b/www/..b/b..w.w/bbb/.w./w.b w 0,0" }),
        rules: include_str!("README.md"),
        translated_rules: &[("de", include_str!("README.de.md"))],
        lesson: include_str!("lesson.json"),
        perft: include_str!("perft.txt"),
        puzzles: include_str!("puzzles.txt"),
        trials: &[
            trial("morris", 1500, true),
            trial("morris:draws=off", 1500, true),
            trial("morris:draws=8/4/2", 1500, true),
            trial("morris:flying=off", 800, false),
            trial("morris:protect=off", 800, false),
            trial("morris:draws=off,flying=off,protect=off", 800, false),
        ],
        words: &[
            Words { language: "en", table: include_str!("words.en.json") },
            Words { language: "de", table: include_str!("words.de.json") },
        ],
        ..FamilyInfo::PLAIN
    };

    fn open<H: Host>(arguments: &Arguments, spec: String, host: H) -> H::Output {
        let morris = Morris {
            flying: arguments.word("flying") == "on",
            protect: arguments.word("protect") == "on",
        };
        match arguments.value("draws") {
            Value::Numbers(draws) => {
                let limits = [draws[0] as u16, draws[1] as u16];
                let rules = DrawRules { limits, repetitions: draws[2] as u32 };
                host.receive(WithDraws::new(morris, rules), spec)
            }
            _ => host.receive(morris, spec),
        }
    }
}
