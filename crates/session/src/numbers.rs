//! The numbers of an evaluator: where each stands, what it is, what it may be.

use std::ops::RangeInclusive;

use ninefold_core::{Arguments, Game, Kind, Value};

use crate::evaluation::{EvaluatorError, evaluator_entry};

/// An evaluator whose numbers can be others.
#[derive(Clone, Debug)]
pub(crate) struct EvaluatorNumbers {
    /// Its name: `est`.
    pub(crate) name: &'static str,
    arguments: Arguments,
    /// The numbers, in the order of its parameters.
    pub(crate) places: Vec<NumberPlace>,
}

/// One number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NumberPlace {
    /// The parameter it belongs to.
    pub(crate) parameter: &'static str,
    /// Which of the parameter's numbers it is, and how many there are.
    index: usize,
    of: usize,
    /// What it is.
    pub(crate) value: i64,
    /// What it may be.
    pub(crate) allowed: RangeInclusive<i64>,
}

impl NumberPlace {
    /// Its name for a reader: `coefs 3`, or the parameter's alone where that is one number.
    pub(crate) fn name(&self) -> String {
        match self.of {
            1 => self.parameter.to_owned(),
            _ => format!("{} {}", self.parameter, self.index + 1),
        }
    }
}

impl EvaluatorNumbers {
    /// Those of an evaluator such as `mills` or `est(double=shuttle)`.
    pub(crate) fn of<G: Game>(game: &G, spec: &str) -> Result<EvaluatorNumbers, EvaluatorError> {
        let (entry, arguments) = evaluator_entry(game, spec)?;
        let mut places = Vec::new();
        for parameter in entry.info.parameters {
            let (numbers, allowed) = match (arguments.value(parameter.name), &parameter.kind) {
                (Value::Number(number), Kind::Number(range)) => {
                    (vec![*number], vec![range.clone()])
                }
                (Value::Numbers(numbers), Kind::Numbers { ranges, .. }) => {
                    (numbers.clone(), ranges.to_vec())
                }
                _ => continue,
            };
            let of = numbers.len();
            places.extend(numbers.into_iter().zip(allowed).enumerate().map(
                |(index, (value, allowed))| NumberPlace {
                    parameter: parameter.name,
                    index,
                    of,
                    value,
                    allowed,
                },
            ));
        }
        Ok(EvaluatorNumbers { name: entry.info.id, arguments, places })
    }

    /// What the numbers are.
    pub(crate) fn values(&self) -> Vec<i64> {
        self.places.iter().map(|place| place.value).collect()
    }

    /// Its parameters that are no numbers and not as usual: `double=shuttle`.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words = self.arguments.clone();
        for place in &self.places {
            words.reset(place.parameter);
        }
        let words = words.to_string();
        words.split(',').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    /// The evaluator with other numbers: those that are as usual are left out.
    pub(crate) fn spec(&self, numbers: &[i64]) -> String {
        let arguments = self.with(numbers).to_string();
        if arguments.is_empty() {
            self.name.to_owned()
        } else {
            format!("{}({arguments})", self.name)
        }
    }

    fn with(&self, numbers: &[i64]) -> Arguments {
        let mut arguments = self.arguments.clone();
        let numbered = self.places.iter().zip(numbers).collect::<Vec<_>>();
        for one in numbered.chunk_by(|(a, _), (b, _)| a.parameter == b.parameter) {
            let numbers: Vec<i64> = one.iter().map(|(_, number)| **number).collect();
            let parameter = one[0].0.parameter;
            let value = match self.arguments.value(parameter) {
                Value::Number(_) => Value::Number(numbers[0]),
                _ => Value::Numbers(numbers),
            };
            arguments.set(parameter, value);
        }
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold_games::morris::Morris;

    #[test]
    fn numbers_stand_where_they_belong() {
        let game = Morris::default();
        let numbers = EvaluatorNumbers::of(&game, "fav1(step=7)").unwrap();
        let names: Vec<String> = numbers.places.iter().map(NumberPlace::name).collect();
        assert_eq!(names, ["noise", "step", "neighbour", "man", "win", "draw"]);
        assert_eq!(numbers.values()[..4], [0, 7, 50, 1000]);
        assert_eq!(numbers.spec(&[0, 1, 50, 900, 50_000, 25_000]), "fav1(step=1,man=900)");
        let mills = EvaluatorNumbers::of(&game, "mills").unwrap();
        assert_eq!(mills.places.len(), 30);
        assert_eq!(mills.places[10].name(), "moving 1");
        assert_eq!(mills.spec(&mills.values()), "mills");
        assert!(EvaluatorNumbers::of(&game, "nothing").is_err());
        let shuttle = EvaluatorNumbers::of(&game, "est(double=shuttle)").unwrap();
        assert_eq!(shuttle.words(), ["double=shuttle"]);
        assert!(mills.words().is_empty());
    }
}
