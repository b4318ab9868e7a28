//! Lessons: every position opens, every wanted move is legal there, and every task can be done.
//!
//! A lesson is a list of steps. A step has a `title`, a `text` and, unless it is the last, `turns` at a `position` (the start
//! where none is given) of a `game` (the usual one): each turn has `tasks`, one for the whole turn or one a click, the `moves`
//! that do it (any where none are given; `*` stands for whatever follows), what is said `else`, and the other side's `reply`.
//! `rule` is what the rules page says in place of a `text` in the lesson's voice. `done` is said when all turns are made. The last step is a game against the player of `play`.

use ninefold_core::{FamilyInfo, Host, Path, View, find_move};
use ninefold_games::{families, registry};
use serde_json::Value;

fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    value.get(name).map(|field| field.as_str().expect("a text"))
}

fn list<'a>(value: &'a Value, name: &str) -> Vec<&'a Value> {
    value
        .get(name)
        .map(|field| field.as_array().expect("a list").iter().collect())
        .unwrap_or_default()
}

/// Plays the turns of a step by its first wanted moves.
struct Step<'a>(&'a Value);

impl Host for Step<'_> {
    type Output = ();

    fn receive<G: View>(self, game: G, spec: String) {
        let step = self.0;
        let seed = step.get("seed").and_then(Value::as_u64).unwrap_or(0);
        let start = match text(step, "position") {
            Some(position) => game
                .parse_position(position)
                .unwrap_or_else(|error| panic!("{spec}: {position}: {error}")),
            None => game.start(seed),
        };
        let mut path = Path::new(game, start);
        for turn in list(step, "turns") {
            let mut moves = Vec::new();
            path.game().moves(path.state(), &mut moves);
            let texts: Vec<String> = moves.iter().map(|mv| path.game().move_text(*mv)).collect();
            let wanted: Vec<&str> =
                list(turn, "moves").iter().filter_map(|one| one.as_str()).collect();
            let fits = |text: &str| {
                wanted.is_empty()
                    || wanted.iter().any(|want| match want.strip_suffix('*') {
                        Some(start) => text.starts_with(start),
                        None => text == *want,
                    })
            };
            let chosen = texts.iter().find(|text| fits(text));
            let chosen =
                chosen.unwrap_or_else(|| panic!("{spec}: none of {wanted:?} in {texts:?}"));
            for want in wanted.iter().filter(|want| !want.ends_with('*')) {
                assert!(
                    texts.iter().any(|text| text == want),
                    "{spec}: {want} is not legal: {texts:?}"
                );
            }
            assert!(
                wanted.is_empty() || text(turn, "else").is_some(),
                "{spec}: nothing is said about other moves"
            );
            let clicks =
                path.game().steps(path.state(), find_move(&path, chosen).expect("legal")).len();
            let tasks = list(turn, "tasks").len();
            assert!(
                tasks == 1 || tasks == clicks,
                "{spec}: {tasks} tasks for {clicks} clicks of {chosen}"
            );
            for played in [Some(chosen.as_str()), text(turn, "reply")].into_iter().flatten() {
                path.play_text(played).unwrap_or_else(|error| panic!("{spec}: {played}: {error}"));
            }
        }
    }
}

fn steps(family: &FamilyInfo) -> Vec<Value> {
    serde_json::from_str(family.lesson).unwrap_or_else(|error| panic!("{}: {error}", family.id))
}

#[test]
fn every_game_has_a_lesson_that_can_be_done() {
    for family in families() {
        let steps = steps(family);
        assert!((6..=10).contains(&steps.len()), "{}: {} steps", family.id, steps.len());
        for (at, step) in steps.iter().enumerate() {
            let last = at + 1 == steps.len();
            assert_eq!(
                text(step, "play").is_some(),
                last,
                "{}: the last step is a game",
                family.id
            );
            assert_eq!(list(step, "turns").is_empty(), last, "{}: step {}", family.id, at + 1);
            assert!(text(step, "title").is_some() && text(step, "text").is_some());
            registry()
                .open(text(step, "game").unwrap_or(family.id), Step(step))
                .expect("a known game");
        }
    }
}
