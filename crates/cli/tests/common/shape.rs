//! The shape of JSON answers: which members there are and of which types, whatever their values.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// Objects whose members are named by data, such as moves.
const MAPS: [&str; 3] = ["divide", "moves", "weights"];

/// Members whose texts are words that programs compare with, so that the words are part of the shape.
const WORDS: [&str; 13] = [
    "action", "bound", "by", "colour", "kind", "letter", "mark", "phase", "piece", "reason",
    "source", "unit", "verdict",
];

/// What was seen in all answers of one kind.
#[derive(Default)]
pub struct Shape {
    places: BTreeMap<String, Place>,
}

#[derive(Default)]
struct Place {
    /// How often something stood here.
    seen: usize,
    /// How often that was an object.
    objects: usize,
    /// The place of the object around it.
    around: Option<String>,
    types: BTreeSet<&'static str>,
    words: BTreeSet<String>,
}

impl Shape {
    /// Takes in one more answer.
    pub fn add(&mut self, answer: &Value) {
        self.visit("", None, answer);
    }

    fn visit(&mut self, path: &str, around: Option<&str>, value: &Value) {
        let name = path.rsplit('.').next().unwrap_or(path).trim_end_matches("[]");
        let place = self.places.entry(path.to_owned()).or_default();
        place.seen += 1;
        place.around = around.map(str::to_owned);
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "bool",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        place.types.insert(kind);
        match value {
            Value::String(word) if WORDS.contains(&name) => {
                place.words.insert(word.clone());
            }
            Value::Array(items) => {
                for item in items {
                    self.visit(&format!("{path}[]"), None, item);
                }
            }
            Value::Object(members) if MAPS.contains(&name) && !path.ends_with("[]") => {
                for value in members.values() {
                    self.visit(&format!("{path}.{{}}"), None, value);
                }
            }
            Value::Object(members) => {
                place.objects += 1;
                for (member, value) in members {
                    let dot = if path.is_empty() { "" } else { "." };
                    self.visit(&format!("{path}{dot}{member}"), Some(path), value);
                }
            }
            _ => {}
        }
    }

    /// One line a place, in order: its types, its words, and whether it is missing in some answers.
    pub fn lines(&self) -> String {
        let line = |(path, place): (&String, &Place)| {
            let path = if path.is_empty() { "(answer)" } else { path };
            let types = Vec::from_iter(place.types.iter().copied()).join(" | ");
            let words = match place.words.is_empty() {
                true => String::new(),
                false => format!(" = {}", Vec::from_iter(place.words.iter().cloned()).join(", ")),
            };
            let around = place.around.as_ref().map(|around| &self.places[around]);
            let is_optional = around.is_some_and(|around| place.seen < around.objects);
            let optional = if is_optional { " (optional)" } else { "" };
            format!("{path}: {types}{words}{optional}\n")
        };
        self.places.iter().map(line).collect()
    }
}

/// Every text of an answer with its place, without the prose that people read.
pub fn texts(answer: &Value) -> String {
    fn visit(path: &str, value: &Value, lines: &mut String) {
        const PROSE: [&str; 9] = [
            "summary", "wanted", "rules", "blurb", "accent", "variants", "sample", "examples",
            "study",
        ];
        match value {
            Value::String(text) => *lines += &format!("{path}: {text}\n"),
            Value::Array(items) => items.iter().for_each(|item| visit(path, item, lines)),
            Value::Object(members) => {
                for (name, value) in members.iter().filter(|(name, _)| !PROSE.contains(&&***name)) {
                    visit(&format!("{path}.{name}"), value, lines);
                }
            }
            _ => {}
        }
    }
    let mut lines = String::new();
    visit("", answer, &mut lines);
    lines
}
