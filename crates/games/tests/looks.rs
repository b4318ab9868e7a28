//! What games say about how they are shown: positions that open, colours that can be read, names that fit.

use ninefold_core::{Host, View};
use ninefold_games::{families, registry};

/// The specification in full, and whether the game is going on at a position.
struct Look<'a>(&'a str);

impl Host for Look<'_> {
    type Output = (String, bool);

    fn receive<G: View>(self, game: G, spec: String) -> (String, bool) {
        let state = match self.0 {
            "" => game.start(0),
            text => game.parse_position(text).unwrap_or_else(|error| panic!("{spec}: {error}")),
        };
        (spec, game.outcome(&state).is_none())
    }
}

/// A sample may show a finished game, whose winning line is worth a look; a tree needs a game in progress.
#[test]
fn samples_and_examples_can_be_opened() {
    for family in families() {
        let sample = family.sample.iter().map(|sample| (sample.game, sample.position, false));
        let examples = family.examples.iter().map(|example| (example.game, example.position, true));
        for (spec, position, has_tree) in sample.chain(examples) {
            let (_, going) = registry().open(spec, Look(position)).expect("a known game");
            assert!(going || !has_tree, "{spec} is over at {position:?}");
            assert_eq!(registry::<Look>().family(spec).expect("a known game").id, family.id);
        }
    }
}

#[test]
fn variants_name_games_as_they_are_written_in_full() {
    for family in families() {
        for variant in family.variants {
            let places = family.parameters.iter().filter(|parameter| parameter.positional).count();
            for place in 0..9 {
                let used = variant.title.contains(&format!("{{{place}}}"));
                assert!(!used || place < places, "{}: {:?}", family.id, variant.title);
            }
            if let Some(spec) = variant.spec {
                assert_eq!(registry().open(spec, Look("")).expect("a known game").0, spec);
            }
        }
        let last = family.variants.iter().position(|variant| variant.spec.is_none());
        assert!(last.is_none_or(|at| at + 1 == family.variants.len()), "{}", family.id);
    }
}

/// The contrast of two colours by the formula of WCAG 2.2.
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |colour: &str| {
        let channel = |at: usize| {
            let value = u8::from_str_radix(&colour[at..at + 2], 16).expect("#rrggbb");
            let part = f64::from(value) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        assert!(colour.len() == 7 && colour.starts_with('#'), "{colour}");
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    };
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// Accents are colours of text, on the page and on the sheets that lie on it.
#[test]
fn accents_can_be_read() {
    for family in families() {
        let accent = family.accent;
        for (colour, grounds) in
            [(accent.light, ["#fbfbf8", "#f1f2ed"]), (accent.dark, ["#15181a", "#1e2326"])]
        {
            for ground in grounds {
                let ratio = contrast(colour, ground);
                assert!(ratio >= 4.5, "{}: {colour} on {ground} is {ratio:.2} to 1", family.id);
            }
        }
    }
}
