//! Morris vectors as the project's texts.

/// The names of the points 0 to 23, in reading order.
pub const NAMES: [&str; 24] = [
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4", "e4", "f4", "g4", "c3",
    "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1",
];

/// The board of a position text from 24 digits.
pub fn board(digits: &str) -> String {
    let mut symbols = digits.chars().map(|digit| match digit {
        '0' => '.',
        '1' => 'w',
        '2' => 'b',
        other => panic!("{other} is no man"),
    });
    let rows =
        [3, 3, 3, 6, 3, 3, 3].map(|length| symbols.by_ref().take(length).collect::<String>());
    assert_eq!(symbols.next(), None, "{digits} has more than 24 points");
    rows.join("/")
}

/// The letter of a side from its number.
pub fn side(number: &str) -> &'static str {
    match number {
        "1" => "w",
        "2" => "b",
        other => panic!("{other} is no side"),
    }
}
