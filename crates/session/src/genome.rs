//! The numbers of an evaluator as a genome.

use ninefold_arena::Gene;
use ninefold_core::{Arguments, Game, Kind, Knowledge, Value};

use crate::evaluation::EvaluatorError;

/// An evaluator whose numbers can evolve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenomeForm {
    /// The evaluator with `{}` for each number: `est(coefs={}/{}/…)`.
    pub evaluator: String,
    /// The numbers.
    pub genes: Vec<Gene>,
}

/// The genome of an evaluator, or of the game's usual one, drawn from the ranges of this name: those the game
/// declares, or `default`, from nothing to twice the default of each number.
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
    let Some(entry) = entries.iter().find(|entry| entry.info.id == name) else {
        let known: Vec<&str> = entries.iter().map(|entry| entry.info.id).collect();
        let wanted = format!("wanted one of {}", known.join(", "));
        return Err(EvaluatorError::Unknown { name: name.to_owned(), wanted });
    };
    let wrong = |problem: String| EvaluatorError::Parameter { spec: name.to_owned(), problem };
    let defaults = Arguments::parse(entry.info.parameters, "")
        .map_err(|problem| wrong(problem.to_string()))?;
    let (mut genes, mut parts) = (Vec::new(), Vec::new());
    for parameter in entry.info.parameters {
        let (numbers, allowed) = match (defaults.value(parameter.name), &parameter.kind) {
            (Value::Number(number), Kind::Number(range)) => (vec![*number], vec![range.clone()]),
            (Value::Numbers(numbers), Kind::Numbers { ranges, .. }) => {
                (numbers.clone(), ranges.to_vec())
            }
            _ => continue,
        };
        parts.push(format!("{}={}", parameter.name, vec!["{}"; numbers.len()].join("/")));
        for (index, (number, allowed)) in numbers.iter().zip(allowed).enumerate() {
            // A number that is usually nothing still gets some room.
            let away = number.abs().max(10);
            genes.push(Gene {
                name: format!("{} {}", parameter.name, index + 1),
                low: (number - away).max(*allowed.start()),
                high: (number + away).min(*allowed.end()),
            });
        }
    }
    if genes.is_empty() {
        return Err(wrong("it has no numbers that could evolve".into()));
    }
    let of_evaluator = || declared.iter().filter(|ranges| ranges.evaluator == name);
    let drawn = match ranges {
        Some("default") => None,
        None => of_evaluator().next(),
        Some(id) => Some(of_evaluator().find(|ranges| ranges.id == id).ok_or_else(|| {
            let known: Vec<&str> = of_evaluator().map(|r| r.id).chain(["default"]).collect();
            wrong(format!("ranges are \"{}\", wanted {}", id.escape_debug(), known.join(" or ")))
        })?),
    };
    for (gene, range) in genes.iter_mut().zip(drawn.map_or(&[][..], |drawn| drawn.ranges)) {
        (gene.low, gene.high) = (*range.start(), *range.end());
    }
    Ok(GenomeForm { evaluator: format!("{name}({})", parts.join(",")), genes })
}
