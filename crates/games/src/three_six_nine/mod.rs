//! 3-6-9: stones of one colour, points for the third, sixth and ninth stone on a line.

mod evaluators;
mod heuristics;
mod lines;
mod notation;
mod rules;
mod tally;
mod view;
mod why;
mod words;

use ninefold_core::{
    Accent, Arguments, Family, FamilyInfo, Host, Kind, Parameter, Preset, Spot, Trial, Value,
    Variant, Words,
};

pub use lines::{Cells, LARGEST, SMALLEST};
pub use rules::{Cell, State, ThreeSixNine};

/// 3-6-9 on boards of every size.
pub struct ThreeSixNineFamily;

const fn trial(spec: &'static str, positions: u32, searched: bool) -> Trial {
    Trial { spec, positions, images: 8, searched }
}

impl Family for ThreeSixNineFamily {
    const INFO: FamilyInfo = FamilyInfo {
        id: "369",
        title: "3-6-9",
        summary: "drop shared stones; the third, sixth and ninth on a line score 1, 2 and 3",
        blurb: "Nobody owns a stone. Lines score.",
        parameters: &[
            Parameter {
                name: "size",
                summary: "how many rows and columns the board has",
                kind: Kind::Number(SMALLEST as i64..=LARGEST as i64),
                default: "6",
                positional: true,
            },
            Parameter {
                name: "points",
                summary: "what the third / sixth / ninth stone on a line scores",
                kind: Kind::Numbers { ranges: &[0..=99, 0..=99, 0..=99], off: false },
                default: "1/2/3",
                positional: false,
            },
        ],
        variants: &[Variant { spec: None, title: "3-6-9, {0} × {0}" }],
        presets: &[
            Preset { title: "Heuristic h1", player: "heuristic:eval=h1" },
            Preset { title: "Heuristic h2", player: "heuristic:eval=h2" },
            Preset { title: "Heuristic h3", player: "heuristic:eval=h3" },
        ],
        accent: Accent { light: "#1d654e", dark: "#7ecfac" },
        sample: Some(Spot {
            game: "369:6",
            position: "xxxx../xxx.../xxx.../..xxx./....../...... 7-5 2",
        }),
        rules: include_str!("README.md"),
        translated_rules: &[("de", include_str!("README.de.md"))],
        lesson: include_str!("lesson.json"),
        perft: include_str!("perft.txt"),
        puzzles: include_str!("puzzles.txt"),
        trials: &[
            trial("369:3", 2000, true),
            trial("369:4", 800, false),
            trial("369:5,points=2/0/5", 800, false),
            trial("369:6", 600, true),
            trial("369:9", 200, false),
        ],
        words: &[
            Words { language: "en", table: include_str!("words.en.json") },
            Words { language: "de", table: include_str!("words.de.json") },
        ],
        ..FamilyInfo::PLAIN
    };

    fn open<H: Host>(arguments: &Arguments, spec: String, host: H) -> H::Output {
        let Value::Numbers(points) = arguments.value("points") else {
            unreachable!("points are described as numbers")
        };
        let points = [points[0], points[1], points[2]].map(|points| points as u16);
        host.receive(ThreeSixNine::new(arguments.number("size") as usize, points), spec)
    }
}
