//! Records as text: whatever is written can be read, and what cannot be read is named.

use ninefold_core::{Record, RecordError};
use proptest::prelude::*;

fn record() -> impl Strategy<Value = Record> {
    let text = "[^\r]{0,12}";
    let word = "[a-z0-9,x-]{1,8}";
    (
        "[^\r]{1,12}",
        any::<u64>(),
        proptest::option::of(text),
        proptest::collection::vec(text, 0..=4),
        proptest::collection::btree_map("Tag[A-Za-z]{1,4}", text, 0..3),
        proptest::collection::vec(word, 0..30),
        proptest::option::of(proptest::collection::vec(any::<i16>(), 1..=4)),
        proptest::option::of(text),
    )
        .prop_map(|(game, seed, position, seats, tags, moves, result, reason)| Record {
            game,
            seed,
            position,
            seats,
            tags: tags.into_iter().collect(),
            moves,
            result,
            reason,
        })
}

proptest! {
    #[test]
    fn what_is_written_can_be_read(record in record()) {
        let text = record.to_string();
        prop_assert_eq!(Record::parse(&text), Ok(record), "{}", text);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>()) {
        let _ = Record::parse(&text);
    }
}

#[test]
fn a_record_reads_as_its_documentation_says() {
    let text = "[Game \"mnk:3,3,3\"]\n[Event \"a \\\"tag\\\" of mine\"]\n\n1. 2,2 1,2\n2. 1,1\n";
    let record = Record::parse(text).unwrap();
    assert_eq!(record.game, "mnk:3,3,3");
    assert_eq!(record.tag("Event"), Some("a \"tag\" of mine"));
    assert_eq!(record.moves, ["2,2", "1,2", "1,1"]);
    assert_eq!((record.result, record.seed), (None, 0));
}

#[test]
fn mistakes_are_named_with_their_line() {
    let problem = |text: &str| Record::parse(text).unwrap_err();
    assert_eq!(problem("1. d6"), RecordError::NoGame);
    let tag = problem("[Game \"morris\"]\n[Seed 7]");
    assert_eq!(tag, RecordError::Tag { line: 2, text: "[Seed 7]".into() });
    let late = problem("[Game \"morris\"]\n1. d6\n[Seed \"7\"]");
    assert_eq!(late, RecordError::LateTag { line: 3 });
    let twice = problem("[Game \"morris\"]\n[Game \"morris\"]");
    assert_eq!(twice, RecordError::Twice { line: 2, name: "Game".into() });
    assert!(matches!(
        problem("[Game \"morris\"]\n[Seed \"-1\"]"),
        RecordError::Value { line: 2, .. }
    ));
}
