//! What games say in other languages: whole, readable, and without contradictions.

use std::collections::{BTreeMap, BTreeSet};

use ninefold_core::{FamilyInfo, Host, Parameter, View, plain_forms};
use ninefold_games::{families, registry};

type Table = BTreeMap<String, String>;

/// Every table of a game, by language.
fn tables(family: &FamilyInfo) -> BTreeMap<&'static str, Table> {
    let read = |table| {
        serde_json::from_str(table).unwrap_or_else(|error| panic!("{}: {error}", family.id))
    };
    family.words.iter().map(|words| (words.language, read(words.table))).collect()
}

/// Everything readers see of a game that is not the same in every language.
struct Sayings;

impl Host for Sayings {
    type Output = Vec<String>;

    fn receive<G: View>(self, game: G, _spec: String) -> Vec<String> {
        let mut found = Vec::new();
        let parameters = |of: &[Parameter]| {
            of.iter().map(|parameter| parameter.summary.to_owned()).collect::<Vec<String>>()
        };
        let knowledge = game.knowledge();
        let evaluators = knowledge.evaluators.iter().map(|entry| entry.info);
        for info in evaluators.chain(knowledge.heuristics.iter().map(|entry| entry.info)) {
            found.push(info.summary.to_owned());
            found.extend(parameters(info.parameters));
        }
        let plain: BTreeSet<&str> = plain_forms().into_iter().collect();
        let own = game.forms().into_iter().filter(|form| !plain.contains(form));
        found.extend(own.map(str::to_owned));
        for seat in game.seats() {
            let noun = |piece: &str| piece.rsplit(' ').next().unwrap_or_default().to_owned();
            found.extend([noun(&seat.piece), noun(&seat.look.piece)]);
            found.extend([seat.name, seat.piece, seat.look.name, seat.look.piece]);
        }
        found.push(game.scene(&game.start(0)).score_name);
        found.retain(|text| !text.is_empty());
        found
    }
}

fn sayings(family: &FamilyInfo) -> BTreeSet<String> {
    let specs = family.trials.iter().map(|trial| trial.spec);
    let opened = specs.flat_map(|spec| registry().open(spec, Sayings).expect("a known game"));
    let own = [family.title, family.summary, family.blurb].into_iter();
    let own = own.chain(family.parameters.iter().map(|parameter| parameter.summary));
    let own = own.chain(family.presets.iter().map(|preset| preset.title));
    let own = own.chain(family.variants.iter().map(|variant| variant.title));
    let own = own.chain(family.examples.iter().map(|example| example.title));
    let own = own.chain(family.aliases.iter().map(|(name, _)| *name)).map(str::to_owned);
    let labels = family.parameters.iter().map(|parameter| format!("{}=", parameter.name));
    opened.chain(own).chain(labels).chain(lesson(family)).collect()
}

/// Every sentence of a game's lesson.
fn lesson(family: &FamilyInfo) -> Vec<String> {
    fn sentences(value: &serde_json::Value, found: &mut Vec<String>) {
        match value {
            serde_json::Value::Array(all) => all.iter().for_each(|one| sentences(one, found)),
            serde_json::Value::Object(fields) => {
                for (name, field) in fields {
                    match (name.as_str(), field.as_str()) {
                        ("title" | "text" | "rule" | "done" | "else", Some(text)) => {
                            found.push(text.into())
                        }
                        ("tasks", _) => {
                            let tasks = field.as_array().into_iter().flatten();
                            found.extend(tasks.filter_map(|task| task.as_str()).map(str::to_owned));
                        }
                        _ => sentences(field, found),
                    }
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    if !family.lesson.is_empty() {
        sentences(&serde_json::from_str(family.lesson).expect("a lesson"), &mut found);
    }
    found
}

/// The languages in which some game speaks, English aside.
fn languages() -> BTreeSet<&'static str> {
    let all = families().flat_map(|family| family.words).map(|words| words.language);
    all.filter(|&language| language != "en").collect()
}

#[test]
fn every_game_can_be_told_in_every_language() {
    assert!(languages().contains("de"));
    // What every game can say is the page's to translate.
    let shared = "the same position occurred {0} times";
    for family in families() {
        let tables = tables(family);
        for language in languages() {
            let table = tables.get(language).cloned().unwrap_or_default();
            let missing: Vec<String> = sayings(family)
                .into_iter()
                .filter(|text| text != shared && !table.contains_key(text))
                .collect();
            assert!(
                missing.is_empty(),
                "{} has no words in {language} for {missing:#?}",
                family.id
            );
        }
    }
}

/// A translation fills the same places as the form.
#[test]
fn translations_have_the_same_places() {
    let places = |text: &str| {
        let found = (0..9).filter(|place| text.contains(&format!("{{{place}}}")));
        found.collect::<Vec<u32>>()
    };
    let mut compared = 0;
    for family in families() {
        for (language, table) in tables(family) {
            for (form, said) in table {
                assert_eq!(places(&form), places(&said), "{} in {language}: {form}", family.id);
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

/// The tables of all games are put together, so what two games say alike they translate alike.
#[test]
fn no_two_games_contradict_each_other() {
    let mut all: BTreeMap<(&str, String), (String, &str)> = BTreeMap::new();
    for family in families() {
        for (language, table) in tables(family) {
            for (text, said) in table {
                let (before, by) = all
                    .entry((language, text.clone()))
                    .or_insert_with(|| (said.clone(), family.id))
                    .clone();
                assert_eq!(said, before, "{text:?} in {language}, {} and {by}", family.id);
            }
        }
    }
}

/// What nobody says any more is not kept.
#[test]
fn nothing_is_translated_that_nobody_says() {
    // Labels of parameters and their values, ways to count, and whole tasks whose words depend on the piece.
    let composed = |text: &str| {
        let begins = ["1 ", "{0} ", "put a "].iter().any(|start| text.starts_with(start));
        let label =
            text.split_once('=').is_some_and(|(name, _)| name.chars().all(char::is_alphabetic));
        begins || label
    };
    for family in families() {
        let known = sayings(family);
        for (language, table) in tables(family) {
            let idle = |text: &&String| !known.contains(*text) && !composed(text);
            let idle: Vec<&String> = table.keys().filter(idle).collect();
            assert!(idle.is_empty(), "{} in {language}: nobody says {idle:#?}", family.id);
        }
    }
}
