//! The numbers of moves: one for each move text and the other way round, whatever the position, and as
//! `docs/python.md` says.

use std::collections::BTreeMap;

use ninefold_core::{Host, Path, Random, View};
use ninefold_games::{families, registry};

use crate::common::morris_text::NAMES;

/// How many random games of each form are looked at, and how many moves of each.
const GAMES: u64 = 40;
const PLIES: u32 = 200;

/// Every action met in random games, with the text of its move.
struct Actions;

impl Host for Actions {
    type Output = (usize, BTreeMap<u16, String>);

    fn receive<G: View>(self, game: G, spec: String) -> Self::Output {
        let mut texts: BTreeMap<u16, String> = BTreeMap::new();
        let mut actions: BTreeMap<String, u16> = BTreeMap::new();
        for seed in 0..GAMES {
            let mut random = Random::new(seed);
            let mut path = Path::new(game.clone(), game.start(seed));
            for _ in 0..PLIES {
                let moves = path.legal_moves();
                for &mv in &moves {
                    let (action, text) = (game.action(mv), game.move_text(mv));
                    let known = texts.entry(action).or_insert_with(|| text.clone());
                    assert_eq!(*known, text, "{spec}: two moves have the action {action}");
                    let known = *actions.entry(text).or_insert(action);
                    assert_eq!(known, action, "{spec}: {} has two actions", texts[&action]);
                }
                let Some(&first) = moves.first() else { break };
                path.play(if moves.len() == 1 { first } else { random.pick(&moves) });
            }
        }
        (game.actions(), texts)
    }
}

fn actions(spec: &str) -> (usize, BTreeMap<u16, String>) {
    registry::<Actions>().open(spec, Actions).expect("a game")
}

#[test]
fn a_move_has_one_action_in_every_position() {
    for trial in families().flat_map(|family| family.trials) {
        let (count, met) = actions(trial.spec);
        assert!(!met.is_empty() && usize::from(*met.keys().last().expect("some")) < count);
    }
}

#[test]
fn cells_are_counted_row_by_row() {
    for (spec, columns) in [("mnk:4,7,4", 7), ("mnk:15,15,5", 15), ("369:6", 6)] {
        let (count, met) = actions(spec);
        assert_eq!(met.len(), count, "{spec}: every cell can be played to");
        for (action, text) in met {
            let (row, column) = (action / columns + 1, action % columns + 1);
            assert_eq!(text, format!("{row},{column}"), "{spec}");
        }
    }
}

#[test]
fn columns_are_counted_from_the_left() {
    let (count, met) = actions("connect4");
    assert_eq!((count, met.len()), (7, 7));
    assert!(met.iter().all(|(action, text)| *text == (action + 1).to_string()));
}

#[test]
fn slots_are_counted_row_by_row() {
    let (count, met) = actions("9tka:3");
    assert_eq!(count, 36);
    let place = |text: &String| {
        let (i, j) = text.split_once(',').expect("two numbers");
        (i.parse::<u32>().expect("a row"), j.parse::<u32>().expect("a column"))
    };
    let places: Vec<(u32, u32)> = met.values().map(place).collect();
    assert_eq!(places.len(), 36);
    assert!(places.is_sorted(), "{places:?}");
}

/// `625 × from + 25 × to + taken`, points counted from 1 in reading order, 0 for none.
#[test]
fn morris_actions_are_three_points() {
    let (count, met) = actions("morris");
    assert_eq!(count, 25 * 25 * 25);
    let name = |point: u16| NAMES[usize::from(point) - 1];
    for (action, text) in met {
        let [from, to, taken] = [action / 625, action / 25 % 25, action % 25];
        let start = if from > 0 { format!("{}-", name(from)) } else { String::new() };
        let end = if taken > 0 { format!("x{}", name(taken)) } else { String::new() };
        assert_eq!(text, format!("{start}{}{end}", name(to)));
    }
}
