//! Parameters are read, checked and printed from their description.

use ninefold_core::{Arguments, Kind, Parameter, ParameterError, Value};

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "size",
        summary: "how large",
        kind: Kind::Number(3..=9),
        default: "6",
        positional: true,
    },
    Parameter {
        name: "limits",
        summary: "how long",
        kind: Kind::Numbers { ranges: &[1..=99, 2..=99], off: true },
        default: "50/10",
        positional: false,
    },
    Parameter {
        name: "flying",
        summary: "how freely",
        kind: Kind::Choice(&["on", "off"]),
        default: "on",
        positional: false,
    },
];

fn read(text: &str) -> Result<Arguments, ParameterError> {
    Arguments::parse(PARAMETERS, text)
}

#[test]
fn defaults_stand_in_and_are_not_printed() {
    assert_eq!(read("").unwrap().to_string(), "6");
    assert_eq!(read("4,flying=on").unwrap().to_string(), "4");
    assert_eq!(read("flying=off,limits=off").unwrap().to_string(), "6,limits=off,flying=off");
}

#[test]
fn values_have_the_type_of_their_kind() {
    let arguments = read("5,limits=7/8").unwrap();
    assert_eq!(arguments.number("size"), 5);
    assert_eq!(arguments.value("limits"), &Value::Numbers(vec![7, 8]));
    assert_eq!(arguments.word("flying"), "on");
    assert_eq!(read("limits=off").unwrap().value("limits"), &Value::Word("off".into()));
}

#[test]
fn each_mistake_is_one_sentence() {
    let sentence = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(sentence("2"), "size is \"2\", wanted a number from 3 to 9");
    assert_eq!(sentence("+4"), "size is \"+4\", wanted a number from 3 to 9");
    assert_eq!(sentence("4,5"), "\"5\" is one value too many, wanted at most 1");
    assert_eq!(sentence("4,size=5"), "size is given twice");
    assert_eq!(sentence("fliyng=on"), "unknown parameter \"fliyng\", did you mean flying?");
    assert_eq!(
        sentence("colour=red"),
        "unknown parameter \"colour\", wanted one of size, limits, flying"
    );
    assert_eq!(sentence("flying=maybe"), "flying is \"maybe\", wanted on or off");
    let limits = "wanted 2 numbers joined by / (from 1 to 99, then 2 to 99), or off";
    assert_eq!(sentence("limits=1"), format!("limits is \"1\", {limits}"));
    assert_eq!(sentence("limits=1/100"), format!("limits is \"1/100\", {limits}"));
    assert_eq!(sentence("limits=1/2/3"), format!("limits is \"1/2/3\", {limits}"));
    assert_eq!(
        sentence("flying=off,4"),
        "\"4\" stands after a named value, so it needs a name too"
    );
}
