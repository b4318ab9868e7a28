//! The numbers of an evaluator: their places, values and ranges.

use std::ops::RangeInclusive;

use ninefold_core::{Arguments, Game, Kind, Value};

use crate::evaluation::{EvaluatorError, evaluator_entry};

/// An evaluator with adjustable numbers.
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
    /// Its index within the parameter, and the number of values there.
    index: usize,
    of: usize,
    /// Its value.
    pub(crate) value: i64,
    /// Its permitted range.
    pub(crate) allowed: RangeInclusive<i64>,
}

impl NumberPlace {
    /// Its display name: `coefs 3`, or the parameter's alone if that is a single number.
    pub(crate) fn name(&self) -> String {
        match self.of {
            1 => self.parameter.to_owned(),
            _ => format!("{} {}", self.parameter, self.index + 1),
        }
    }
}

impl EvaluatorNumbers {
    /// The numbers of an evaluator such as `mills` or `est(double=shuttle)`.
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

    /// The values.
    pub(crate) fn values(&self) -> Vec<i64> {
        self.places.iter().map(|place| place.value).collect()
    }

    /// Its non-numeric parameters that differ from the defaults: `double=shuttle`.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words = self.arguments.clone();
        for place in &self.places {
            words.reset(place.parameter);
        }
        let words = words.to_string();
        words.split(',').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    /// The evaluator with other numbers; defaults are left out.
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
