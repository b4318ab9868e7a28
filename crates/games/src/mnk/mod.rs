//! m,n,k-games: K or more in a row on a board of any size, from tic-tac-toe to gomoku.

mod bits;
mod lines;
mod notation;
mod rules;
mod threats;
mod view;
mod why;
mod words;

use ninefold_core::{
    Accent, Arguments, EvaluatorEntry, Example, Family, FamilyInfo, Host, Kind, Parameter, Preset,
    Spot, Trial, Variant, Words,
};

pub use bits::Bits;
pub use rules::{Cell, Mnk, State};
pub use threats::learnt;

/// m,n,k-games of every size.
pub struct MnkFamily;

/// The evaluators of the game, the default first and the strongest last.
fn evaluators<const W: usize>(game: &Mnk<W>) -> Vec<EvaluatorEntry<Mnk<W>>> {
    let learnt = learnt::holds(game).then(threats::learnt_entry);
    [lines::entry(), threats::entry()].into_iter().chain(learnt).collect()
}

/// The longest side of a board.
pub const LONGEST_SIDE: usize = 20;

const fn side(name: &'static str, summary: &'static str) -> Parameter {
    let kind = Kind::Number(1..=LONGEST_SIDE as i64);
    Parameter { name, summary, kind, default: "3", positional: true }
}

const fn trial(spec: &'static str, positions: u32, images: usize, searched: bool) -> Trial {
    Trial { spec, positions, images, searched }
}

impl Family for MnkFamily {
    const INFO: FamilyInfo = FamilyInfo {
        id: "mnk",
        title: "m,n,k-games",
        summary: "put stones on a grid; K or more in a row win",
        blurb: "From tic-tac-toe to gomoku.",
        aliases: &[("tictactoe", "mnk:3,3,3"), ("gomoku", "mnk:15,15,5")],
        parameters: &[
            side("rows", "how many rows the board has"),
            side("columns", "how many columns the board has"),
            Parameter {
                name: "k",
                summary: "how many stones in a row win; if more than fit, nobody can win",
                kind: Kind::Number(1..=(LONGEST_SIDE * LONGEST_SIDE) as i64),
                default: "3",
                positional: true,
            },
        ],
        variants: &[
            Variant { spec: Some("mnk:3,3,3"), title: "Tic-tac-toe" },
            Variant { spec: Some("mnk:15,15,5"), title: "Gomoku, {0} × {1}, {2} in a row" },
            Variant { spec: None, title: "Three to five in a row, {0} × {1}, {2} in a row" },
        ],
        presets: &[
            Preset { title: "The exact solver", player: "best" },
            Preset { title: "Alpha-beta to the end", player: "alphabeta:depth=99,time=10s" },
        ],
        accent: Accent { light: "#9a2f33", dark: "#f0988f" },
        sample: Some(Spot { game: "mnk:15,15,5", position: include_str!("sample.txt") }),
        examples: &[
            Example { title: "The whole 2 × 2 game", game: "mnk:2,2,2", position: "", depth: 4 },
            Example {
                title: "Three in a row, near the end",
                game: "mnk:3,3,3",
                position: "101/200/012 2",
                depth: 3,
            },
        ],
        rules: include_str!("README.md"),
        translated_rules: &[("de", include_str!("README.de.md"))],
        lesson: include_str!("lesson.json"),
        perft: include_str!("perft.txt"),
        puzzles: include_str!("puzzles.txt"),
        balanced: &[("mnk:15,15,5", include_str!("balanced.txt"))],
        trials: &[
            trial("mnk:1,1,1", 10, 1, false),
            trial("mnk:1,9,3", 1000, 2, false),
            trial("mnk:2,2,2", 100, 8, false),
            trial("mnk:3,3,3", 6000, 8, true),
            trial("mnk:3,3,9", 1000, 8, false),
            trial("mnk:4,7,4", 800, 4, false),
            trial("mnk:5,5,4", 600, 8, true),
            trial("mnk:7,7,5", 400, 8, false),
            trial("mnk:9,9,5", 200, 8, true),
            trial("mnk:15,15,5", 20, 8, false),
            trial("mnk:19,19,5", 20, 8, false),
            trial("mnk:20,20,5", 20, 8, false),
        ],
        words: &[
            Words { language: "en", table: include_str!("words.en.json") },
            Words { language: "de", table: include_str!("words.de.json") },
        ],
        ..FamilyInfo::PLAIN
    };

    /// The board determines how many words a set of cells needs; each width is a separate type.
    fn open<H: Host>(arguments: &Arguments, spec: String, host: H) -> H::Output {
        let [rows, columns, k] =
            ["rows", "columns", "k"].map(|name| arguments.number(name) as usize);
        match Bits::<1>::words_for(rows, columns) {
            1 => host.receive(Mnk::<1>::new(rows, columns, k), spec),
            2 => host.receive(Mnk::<2>::new(rows, columns, k), spec),
            3..=5 => host.receive(Mnk::<5>::new(rows, columns, k), spec),
            _ => host.receive(Mnk::<8>::new(rows, columns, k), spec),
        }
    }
}
