//! Records of `tests/data`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// One record of a file of vectors. Asking for a field that is missing or of another kind panics.
pub struct Vector(Value);

/// Every record of a file, which must be `count` different ones.
pub fn vectors(file: &str, count: usize) -> Vec<Vector> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let text = fs::read_to_string(folder.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    let read = |line| Vector(serde_json::from_str(line).unwrap_or_else(|e| panic!("{file}: {e}")));
    let vectors: Vec<Vector> = text.lines().map(read).collect();
    let ids: BTreeSet<&str> = vectors.iter().map(Vector::id).collect();
    assert_eq!((vectors.len(), ids.len()), (count, count), "records of {file}");
    vectors
}

impl Vector {
    /// The name for messages.
    pub fn id(&self) -> &str {
        self.text("id")
    }

    /// Whether the record has a field that is not null.
    pub fn has(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|value| !value.is_null())
    }

    /// A number.
    pub fn number(&self, name: &str) -> i64 {
        number(self.field(name))
    }

    /// A number that counts or names something.
    pub fn size(&self, name: &str) -> usize {
        usize::try_from(self.number(name)).expect("a number from 0")
    }

    /// A number in a group of named ones.
    pub fn number_in(&self, group: &str, name: &str) -> i64 {
        number(&self.field(group)[name])
    }

    /// Yes or no.
    pub fn flag(&self, name: &str) -> bool {
        self.field(name).as_bool().expect("true or false")
    }

    /// A text.
    pub fn text(&self, name: &str) -> &str {
        text(self.field(name))
    }

    /// A list of texts.
    pub fn texts(&self, name: &str) -> Vec<&str> {
        list(self.field(name)).iter().map(text).collect()
    }

    /// A list of numbers.
    pub fn numbers(&self, name: &str) -> Vec<i64> {
        list(self.field(name)).iter().map(number).collect()
    }

    /// A list of lists of numbers, such as moves.
    pub fn lists(&self, name: &str) -> Vec<Vec<i64>> {
        list(self.field(name)).iter().map(numbers).collect()
    }

    /// A list of lists of lists of numbers, such as moves by player.
    pub fn nested(&self, name: &str) -> Vec<Vec<Vec<i64>>> {
        let lists = |value| list(value).iter().map(numbers).collect();
        list(self.field(name)).iter().map(lists).collect()
    }

    /// A number for each cell of a board, in reading order. It may be a fraction in text; cells
    /// without one are left out. The place is counted from 1.
    pub fn matrix(&self, name: &str) -> Vec<((usize, usize), f64)> {
        let rows = list(self.field(name)).iter().zip(1..);
        let cells = rows.flat_map(|(cells, row)| {
            list(cells).iter().zip(1..).map(move |(cell, column)| ((row, column), cell))
        });
        let numbers = cells.filter(|(_, cell)| !cell.is_null());
        numbers.map(|(place, cell)| (place, fraction(cell))).collect()
    }

    fn field(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or_else(|| panic!("{} has no {name}", self.0["id"]))
    }
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is no whole number"))
}

fn numbers(value: &Value) -> Vec<i64> {
    list(value).iter().map(number).collect()
}

fn fraction(value: &Value) -> f64 {
    let Some(text) = value.as_str() else {
        return value.as_f64().unwrap_or_else(|| panic!("{value} is no number"));
    };
    let whole = |part: &str| part.parse::<f64>().unwrap_or_else(|e| panic!("{text}: {e}"));
    match text.split_once('/') {
        Some((above, below)) => whole(above) / whole(below),
        None => whole(text),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}
