//! The inputs of the assignment's published tests. The expected output is what [`run`](super::run)
//! answers, as `tests/assignment.rs` verifies word by word.

/// The name and the input of each test.
pub const PUBLISHED: &[(&str, &[u8])] = &[
    ("0", include_bytes!("../../tests/data/mnk-assignment/0.in")),
    ("1", include_bytes!("../../tests/data/mnk-assignment/1.in")),
    ("2", include_bytes!("../../tests/data/mnk-assignment/2.in")),
    ("4", include_bytes!("../../tests/data/mnk-assignment/4.in")),
    ("6", include_bytes!("../../tests/data/mnk-assignment/6.in")),
    ("7", include_bytes!("../../tests/data/mnk-assignment/7.in")),
    ("8", include_bytes!("../../tests/data/mnk-assignment/8.in")),
    ("10", include_bytes!("../../tests/data/mnk-assignment/10.in")),
    ("12", include_bytes!("../../tests/data/mnk-assignment/12.in")),
    ("13", include_bytes!("../../tests/data/mnk-assignment/13.in")),
    ("14", include_bytes!("../../tests/data/mnk-assignment/14.in")),
    ("17", include_bytes!("../../tests/data/mnk-assignment/17.in")),
];
