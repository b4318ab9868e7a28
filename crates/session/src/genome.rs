//! The numbers of an evaluator as a genome.

use ninefold_arena::Gene;
use ninefold_core::{Game, Knowledge};

use crate::evaluation::EvaluatorError;
use crate::numbers::EvaluatorNumbers;

/// An evaluator whose numbers can evolve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenomeForm {
    /// The evaluator with `{}` for each number: `est(coefs={}/{}/…)`.
    pub evaluator: String,
    /// The numbers.
    pub genes: Vec<Gene>,
    /// The names of all ranges for initial values.
    pub ranges: Vec<&'static str>,
}

/// The genome of an evaluator, or of the game's default one, with initial values from the named
/// range: one the game declares, or `default`, from 0 to twice the default of each number.
pub(crate) fn genome<G: Game>(
    game: &G,
    evaluator: Option<&str>,
    ranges: Option<&str>,
) -> Result<GenomeForm, EvaluatorError> {
    let Knowledge { evaluators: entries, strongest_evaluator, drawn_ranges: declared, .. } =
        game.knowledge();
    let usual = declared.first().map(|ranges| ranges.evaluator);
    let usual = usual.or(strongest_evaluator).or(entries.first().map(|entry| entry.info.id));
    let name = evaluator.or(usual).ok_or(EvaluatorError::None { what: "evaluators" })?;
    let numbers = EvaluatorNumbers::of(game, name)?;
    let wrong = |problem: String| EvaluatorError::Parameter { spec: name.to_owned(), problem };
    let (mut genes, mut parts) = (Vec::new(), numbers.words());
    for of_one in numbers.places.chunk_by(|a, b| a.parameter == b.parameter) {
        parts.push(format!("{}={}", of_one[0].parameter, vec!["{}"; of_one.len()].join("/")));
        genes.extend(of_one.iter().enumerate().map(|(index, place)| {
            // A number with a default of 0 still gets some range.
            let away = place.value.abs().max(10);
            Gene {
                name: format!("{} {}", place.parameter, index + 1),
                low: (place.value - away).max(*place.allowed.start()),
                high: (place.value + away).min(*place.allowed.end()),
            }
        }));
    }
    if genes.is_empty() {
        return Err(wrong("it has no numbers that could evolve".into()));
    }
    let of_evaluator = || declared.iter().filter(|ranges| ranges.evaluator == numbers.name);
    let known: Vec<&str> = of_evaluator().map(|ranges| ranges.id).chain(["default"]).collect();
    let drawn = match ranges {
        Some("default") => None,
        None => of_evaluator().next(),
        Some(id) => Some(of_evaluator().find(|ranges| ranges.id == id).ok_or_else(|| {
            wrong(format!("ranges are \"{}\", wanted {}", id.escape_debug(), known.join(" or ")))
        })?),
    };
    for (gene, range) in genes.iter_mut().zip(drawn.map_or(&[][..], |drawn| drawn.ranges)) {
        (gene.low, gene.high) = (*range.start(), *range.end());
    }
    Ok(GenomeForm {
        evaluator: format!("{}({})", numbers.name, parts.join(",")),
        genes,
        ranges: known,
    })
}
