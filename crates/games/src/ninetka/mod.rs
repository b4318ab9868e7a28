//! 9tka ("dziewiątka", nine): slide counters in from the edge and hold the most sections.

mod eva;
mod eva_guide;
mod geometry;
mod notation;
mod placement;
mod rules;
mod sections;
mod sections_guide;
mod tally;
mod view;
mod why;
mod words;

use ninefold_core::{
    Accent, Arguments, Family, FamilyInfo, Host, Kind, Parameter, Preset, Spot, StudyGames, Trial,
    Variant, Words,
};

pub use geometry::{SECTIONS, SLOTS, Slot, Slots, Square, Squares};
pub use placement::Reading;
pub use rules::{Ninetka, State};

/// 9tka for two to four players.
pub struct NinetkaFamily;

const fn trial(spec: &'static str) -> Trial {
    Trial { spec, positions: 300, images: 8, searched: true }
}

/// Five games per number of players, as in the paper.
const fn studied(game: &'static str) -> StudyGames {
    StudyGames { game, games: 5, opponent: "maxn" }
}

impl Family for NinetkaFamily {
    const INFO: FamilyInfo = FamilyInfo {
        id: "9tka",
        title: "9tka",
        summary: "slide counters in from the edge and hold the most of nine sections",
        blurb: "Slide in, hold the most sections.",
        parameters: &[Parameter {
            name: "players",
            summary: "how many players",
            kind: Kind::Number(2..=4),
            default: "2",
            positional: true,
        }],
        variants: &[Variant { spec: None, title: "9tka, {0} players" }],
        presets: &[Preset {
            title: "Max^N, placing by the paper's rules",
            player: "maxn:place=literal",
        }],
        accent: Accent { light: "#6a3c7b", dark: "#cda6e2" },
        sample: Some(Spot { game: "9tka:4", position: include_str!("sample.txt") }),
        study: &[studied("9tka:2"), studied("9tka:3"), studied("9tka:4")],
        rules: include_str!("README.md"),
        translated_rules: &[("de", include_str!("README.de.md"))],
        lesson: include_str!("lesson.json"),
        perft: include_str!("perft.txt"),
        puzzles: include_str!("puzzles.txt"),
        trials: &[trial("9tka:2"), trial("9tka:3"), trial("9tka:4")],
        words: &[
            Words { language: "en", table: include_str!("words.en.json") },
            Words { language: "de", table: include_str!("words.de.json") },
        ],
        ..FamilyInfo::PLAIN
    };

    fn open<H: Host>(arguments: &Arguments, spec: String, host: H) -> H::Output {
        host.receive(Ninetka::new(arguments.number("players") as usize), spec)
    }
}
