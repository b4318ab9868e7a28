//! Skeleton: fill a row cell by cell; whoever fills the last cell wins.

mod evaluators;
mod notation;
mod rules;
#[cfg(test)]
mod tests;
mod view;
mod words;

use ninefold_core::{
    Accent, Arguments, Family, FamilyInfo, Host, Kind, Parameter, Spot, Trial, Variant, Words,
};

pub use rules::{Cell, LONGEST, Skeleton, State};

/// Skeleton on rows of every length.
pub struct SkeletonFamily;

const fn trial(spec: &'static str, searched: bool) -> Trial {
    Trial { spec, positions: 300, images: 1, searched }
}

impl Family for SkeletonFamily {
    const INFO: FamilyInfo = FamilyInfo {
        id: "skeleton",
        title: "Skeleton",
        summary: "fill a row cell by cell; whoever fills the last cell wins",
        blurb: "Fill the last cell.",
        parameters: &[Parameter {
            name: "cells",
            summary: "how many cells the row has",
            kind: Kind::Number(2..=LONGEST as i64),
            default: "9",
            positional: true,
        }],
        variants: &[Variant { spec: None, title: "Skeleton, {0} cells" }],
        accent: Accent { light: "#4b5354", dark: "#b9bfc0" },
        sample: Some(Spot { game: "skeleton:9", position: "012001200 1" }),
        rules: include_str!("README.md"),
        translated_rules: &[("de", include_str!("README.de.md"))],
        lesson: include_str!("lesson.json"),
        perft: include_str!("perft.txt"),
        trials: &[
            trial("skeleton:9", true),
            trial("skeleton:3", false),
            trial("skeleton:12", false),
        ],
        words: &[
            Words { language: "en", table: include_str!("words.en.json") },
            Words { language: "de", table: include_str!("words.de.json") },
        ],
        ..FamilyInfo::PLAIN
    };

    fn open<H: Host>(arguments: &Arguments, spec: String, host: H) -> H::Output {
        host.receive(Skeleton::new(arguments.number("cells") as u32), spec)
    }
}
