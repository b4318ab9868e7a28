//! Sets of parameters to try evaluators with.

use ninefold_core::{EvaluatorInfo, Kind, Random};

/// A set of parameters: each number small and of either sign, as far as its range goes.
pub fn drawn(info: &EvaluatorInfo, set: u64) -> String {
    let mut random = Random::stream(set, 5);
    let mut texts = Vec::new();
    for parameter in info.parameters {
        let value = match &parameter.kind {
            Kind::Number(range) => {
                let number = random.below(200) as i64 - if set.is_multiple_of(2) { 60 } else { 0 };
                number.clamp(*range.start(), *range.end()).to_string()
            }
            Kind::Choice(words) => random.pick(words).to_owned(),
            _ => continue,
        };
        texts.push(format!("{}={value}", parameter.name));
    }
    texts.join(",")
}
