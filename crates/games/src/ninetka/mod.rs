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

use ninefold_core::{Arguments, Family, FamilyInfo, Host, Kind, Parameter, Preset};

pub use geometry::{SECTIONS, SLOTS, Slot, Slots, Square, Squares};
pub use placement::Reading;
pub use rules::{Ninetka, State};

/// 9tka for two to four players.
pub struct NinetkaFamily;

impl Family for NinetkaFamily {
    const INFO: FamilyInfo = FamilyInfo {
        id: "9tka",
        title: "9tka",
        summary: "slide counters in from the edge and hold the most of nine sections",
        aliases: &[],
        parameters: &[Parameter {
            name: "players",
            summary: "how many play",
            kind: Kind::Number(2..=4),
            default: "2",
            positional: true,
        }],
        presets: &[Preset {
            title: "Max^N, placing by the paper's rules",
            player: "maxn:place=literal",
        }],
        rules: include_str!("README.md"),
        perft: include_str!("perft.txt"),
    };

    fn open<H: Host>(arguments: &Arguments, spec: String, host: H) -> H::Output {
        host.receive(Ninetka::new(arguments.number("players") as usize), spec)
    }
}
