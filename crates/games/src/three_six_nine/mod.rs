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

use ninefold_core::{Arguments, Family, FamilyInfo, Host, Kind, Parameter, Preset, Value};

pub use lines::{Cells, LARGEST, SMALLEST};
pub use rules::{Cell, State, ThreeSixNine};

/// 3-6-9 on boards of every size.
pub struct ThreeSixNineFamily;

impl Family for ThreeSixNineFamily {
    const INFO: FamilyInfo = FamilyInfo {
        id: "369",
        title: "3-6-9",
        summary: "drop shared stones; the third, sixth and ninth on a line score 1, 2 and 3",
        aliases: &[],
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
        presets: &[
            Preset { title: "Heuristic h1", player: "heuristic:eval=h1" },
            Preset { title: "Heuristic h2", player: "heuristic:eval=h2" },
            Preset { title: "Heuristic h3", player: "heuristic:eval=h3" },
        ],
        rules: include_str!("README.md"),
        perft: include_str!("perft.txt"),
    };

    fn open<H: Host>(arguments: &Arguments, spec: String, host: H) -> H::Output {
        let Value::Numbers(points) = arguments.value("points") else {
            unreachable!("points are described as numbers")
        };
        let points = [points[0], points[1], points[2]].map(|points| points as u16);
        host.receive(ThreeSixNine::new(arguments.number("size") as usize, points), spec)
    }
}
