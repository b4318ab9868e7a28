//! Parameters of games, players and evaluators: described once, and parsed, listed and printed from that description.

use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

use crate::{nearest, quote};

/// The type of a parameter.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A whole number.
    Number(RangeInclusive<i64>),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any word; the code that uses it checks the meaning.
    Word,
    /// A time such as `1s`, `200ms` or `2m`, stored in milliseconds.
    Time,
    /// Several numbers joined by `/`, or optionally the word `off`.
    Numbers {
        /// The range of each number.
        ranges: &'static [RangeInclusive<i64>],
        /// Whether the word `off` is allowed instead.
        off: bool,
    },
}

/// The description of a parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name: `rows`.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// The type of its value.
    pub kind: Kind,
    /// The default value; empty if the parameter is optional.
    pub default: &'static str,
    /// Whether it is positional, that is written without its name.
    pub positional: bool,
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
    /// Several numbers.
    Numbers(Vec<i64>),
    /// Not given, and without a default.
    Absent,
}

/// Why parameters were rejected. The message continues a sentence that names the whole specification.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParameterError {
    /// There is no parameter of this name.
    #[error("unknown parameter {}{}", quote(.name), suggestion(.nearest, .known))]
    Unknown {
        /// The name given.
        name: String,
        /// The most similar name.
        nearest: Option<&'static str>,
        /// All valid names.
        known: Vec<&'static str>,
    },
    /// More positional values than positional parameters.
    #[error("{} is one value too many, wanted at most {wanted}", quote(.text))]
    TooMany {
        /// The first surplus value.
        text: String,
        /// The number of positional parameters.
        wanted: usize,
    },
    /// Some positional values, but not all.
    #[error("{found} of {} values are given, wanted {}", .wanted.len(), .wanted.join(","))]
    TooFew {
        /// The number of positional values given.
        found: usize,
        /// The positional parameters expected.
        wanted: Vec<&'static str>,
    },
    /// A positional value after a named one.
    #[error("{} stands after a named value, so it needs a name too", quote(.text))]
    Unnamed {
        /// The value.
        text: String,
    },
    /// A parameter given twice.
    #[error("{name} is given twice")]
    Twice {
        /// Its name.
        name: &'static str,
    },
    /// An invalid value.
    #[error("{name} is {}, wanted {wanted}", quote(.text))]
    Value {
        /// The parameter's name.
        name: &'static str,
        /// The value given.
        text: String,
        /// What was expected.
        wanted: String,
    },
}

fn suggestion(nearest: &Option<&'static str>, known: &[&'static str]) -> String {
    match (nearest, known) {
        (Some(name), _) => format!(", did you mean {name}?"),
        (None, []) => ", there are none".into(),
        (None, known) => format!(", wanted one of {}", known.join(", ")),
    }
}

/// The values of a list of parameters, given or default.
#[derive(Clone, Debug)]
pub struct Arguments {
    parameters: &'static [Parameter],
    values: Vec<Value>,
}

impl Arguments {
    /// Parses `3,3,k=3`: positional values, then named ones.
    pub fn parse(
        parameters: &'static [Parameter],
        text: &str,
    ) -> Result<Arguments, ParameterError> {
        let mut given: Vec<Option<Value>> = vec![None; parameters.len()];
        let items = split(text).map(str::trim).filter(|_| !text.trim().is_empty());
        let (mut placed, mut named) = (0, false);
        for item in items {
            let (index, text) = match item.split_once('=') {
                Some((name, value)) => {
                    named = true;
                    (find(parameters, name.trim())?, value.trim())
                }
                None if named => return Err(ParameterError::Unnamed { text: item.to_owned() }),
                None => {
                    placed += 1;
                    (by_place(parameters, placed - 1, item)?, item)
                }
            };
            let parameter = &parameters[index];
            if given[index].replace(parameter.read(text)?).is_some() {
                return Err(ParameterError::Twice { name: parameter.name });
            }
        }
        let wanted: Vec<&'static str> = positional(parameters).collect();
        if (1..wanted.len()).contains(&placed) {
            return Err(ParameterError::TooFew { found: placed, wanted });
        }
        let values = given.into_iter().zip(parameters);
        let values: Result<Vec<Value>, ParameterError> = values
            .map(|(value, parameter)| value.map_or_else(|| parameter.default_value(), Ok))
            .collect();
        Ok(Arguments { parameters, values: values? })
    }

    /// The value of a parameter. Panics if there is no parameter of this name.
    pub fn value(&self, name: &str) -> &Value {
        let index = self.parameters.iter().position(|parameter| parameter.name == name);
        &self.values[index.unwrap_or_else(|| panic!("no parameter is described as {name}"))]
    }

    /// Sets the value of a parameter. Panics if there is no parameter of this name.
    pub fn set(&mut self, name: &str, value: Value) {
        let index = self.parameters.iter().position(|parameter| parameter.name == name);
        self.values[index.unwrap_or_else(|| panic!("no parameter is described as {name}"))] = value;
    }

    /// Resets a parameter to its default. Panics if there is no parameter of this name.
    pub fn reset(&mut self, name: &str) {
        let parameter = self.parameters.iter().find(|parameter| parameter.name == name);
        let usual = parameter.and_then(|parameter| parameter.default_value().ok());
        self.set(name, usual.unwrap_or(Value::Absent));
    }

    /// The value of a number. Panics if the parameter has another type.
    pub fn number(&self, name: &str) -> i64 {
        match self.value(name) {
            Value::Number(number) => *number,
            other => panic!("{name} is described as {other:?}, not as a number"),
        }
    }

    /// The value of an optional number or time. Panics if the parameter has another type.
    pub fn optional_number(&self, name: &str) -> Option<i64> {
        match self.value(name) {
            Value::Absent => None,
            _ => Some(self.number(name)),
        }
    }

    /// The value of an optional word. Panics if the parameter has another type.
    pub fn optional_word(&self, name: &str) -> Option<&str> {
        match self.value(name) {
            Value::Absent => None,
            _ => Some(self.word(name)),
        }
    }

    /// The value of a word. Panics if the parameter has another type.
    pub fn word(&self, name: &str) -> &str {
        match self.value(name) {
            Value::Word(word) => word,
            other => panic!("{name} is described as {other:?}, not as a word"),
        }
    }
}

/// All positional parameters, then those that differ from their default.
impl fmt::Display for Arguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            if parameter.positional {
                write!(f, "{separator}{value}")?;
            } else if value.to_string() != parameter.default {
                let unit = if matches!(parameter.kind, Kind::Time) { "ms" } else { "" };
                write!(f, "{separator}{}={value}{unit}", parameter.name)?;
            } else {
                continue;
            }
            separator = ",";
        }
        Ok(())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Word(word) => f.write_str(word),
            Value::Absent => Ok(()),
            Value::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                f.write_str(&numbers.join("/"))
            }
        }
    }
}

impl Parameter {
    fn default_value(&self) -> Result<Value, ParameterError> {
        if self.default.is_empty() { Ok(Value::Absent) } else { self.read(self.default) }
    }

    fn read(&self, text: &str) -> Result<Value, ParameterError> {
        let value = match &self.kind {
            Kind::Number(range) => number(text, range).map(Value::Number),
            Kind::Choice(words) => words.contains(&text).then(|| Value::Word(text.to_owned())),
            Kind::Word => (!text.is_empty()).then(|| Value::Word(text.to_owned())),
            Kind::Time => milliseconds(text).map(Value::Number),
            Kind::Numbers { off: true, .. } if text == "off" => Some(Value::Word(text.to_owned())),
            Kind::Numbers { ranges, .. } => {
                let texts: Vec<&str> = text.split('/').collect();
                let numbers = texts.iter().zip(*ranges).map(|(text, range)| number(text, range));
                let numbers: Option<Vec<i64>> = numbers.collect();
                numbers.filter(|_| texts.len() == ranges.len()).map(Value::Numbers)
            }
        };
        value.ok_or_else(|| ParameterError::Value {
            name: self.name,
            text: text.to_owned(),
            wanted: self.kind.to_string(),
        })
    }
}

/// The expected value, for use in a message.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Number(range) => write!(f, "a number from {} to {}", range.start(), range.end()),
            Kind::Choice(words) => f.write_str(&words.join(" or ")),
            Kind::Word => f.write_str("a word"),
            Kind::Time => f.write_str("a time such as 1s, 200ms or 2m"),
            Kind::Numbers { ranges, off } => {
                let span =
                    |range: &RangeInclusive<i64>| format!("{} to {}", range.start(), range.end());
                let mut spans: Vec<String> = ranges.iter().map(span).collect();
                spans.dedup();
                let (count, spans) = (ranges.len(), spans.join(", then "));
                write!(f, "{count} numbers joined by / (from {spans})")?;
                if *off { f.write_str(", or off") } else { Ok(()) }
            }
        }
    }
}

/// The comma-separated items, ignoring commas inside brackets.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    text.split(move |letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        letter == ',' && depth <= 0
    })
}

/// The longest time that a parameter may have: one day.
const LONGEST: f64 = 86_400_000.0;

/// The milliseconds of a time such as `1s`, `200ms` or `2m`, from one to those of a day.
pub fn milliseconds(text: &str) -> Option<i64> {
    let (number, unit) = [("ms", 1.0), ("s", 1000.0), ("m", 60_000.0)]
        .into_iter()
        .find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, factor)))?;
    let plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let time = number.parse::<f64>().ok().filter(|_| plain)? * unit;
    (1.0..=LONGEST).contains(&time).then_some(time.round() as i64)
}

fn number(text: &str, range: &RangeInclusive<i64>) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| plain && range.contains(number))
}

/// The names of the positional parameters.
fn positional(parameters: &'static [Parameter]) -> impl Iterator<Item = &'static str> {
    parameters.iter().filter(|parameter| parameter.positional).map(|parameter| parameter.name)
}

fn find(parameters: &'static [Parameter], name: &str) -> Result<usize, ParameterError> {
    let index = parameters.iter().position(|parameter| parameter.name == name);
    index.ok_or_else(|| {
        let known: Vec<&'static str> = parameters.iter().map(|parameter| parameter.name).collect();
        let nearest = nearest(name, known.iter().copied());
        ParameterError::Unknown { name: name.to_owned(), nearest, known }
    })
}

fn by_place(
    parameters: &'static [Parameter],
    place: usize,
    text: &str,
) -> Result<usize, ParameterError> {
    let wanted = positional(parameters).count();
    if place < wanted && parameters[place].positional {
        return Ok(place);
    }
    if wanted == 0 {
        return find(parameters, text);
    }
    Err(ParameterError::TooMany { text: text.to_owned(), wanted })
}
