//! 9tka for two, three and four players.

use std::collections::BTreeSet;

use ninefold_core::Random;

use crate::common::{Setup, Table};
use crate::reference::Reference;
use crate::reference::ninetka::{Ninetka, Reading};
use crate::{Pair, Style};

/// Both implementations with the neutral counters of a seed.
fn start(players: usize, seed: u64) -> (Box<dyn Table>, Ninetka) {
    let setup = Setup { seed, ..Setup::default() };
    let table = setup.open(&format!("9tka:{players}")).expect("a start");
    let slow = Ninetka::from_text(players, &table.position());
    (table, slow)
}

#[test]
fn games_agree() {
    for players in 2..=4 {
        let mut ends = BTreeSet::new();
        for seed in 0..150 {
            let (mut table, mut slow) = start(players, seed);
            let random = &mut Random::stream(seed, 1);
            let mut pair = Pair { table: &mut *table, slow: &mut slow, random, style: Style::Even };
            ends.insert(pair.follow(73));
            let scores: Vec<i64> = slow.scores().into_iter().map(i64::from).collect();
            assert_eq!(table.scores(), scores, "{}", slow.position());
        }
        assert_eq!(ends, BTreeSet::from([Some("sections"), Some("tie_latest_seat")]));
    }
}

/// The slots of the paper's random placement, in games that follow one reading each.
#[test]
fn placements_agree() {
    let readings =
        [("literal", Reading::Literal), ("own", Reading::Own), ("own-clear", Reading::OwnClear)];
    for seed in 0..90 {
        let (mut table, mut slow) = start(2 + seed as usize % 3, seed);
        let mut random = Random::stream(seed, 2);
        for _ in 0..36 {
            let choices = readings.map(|(move_rule, reading)| {
                let slots = slow.ai_choices(reading);
                let slots: Vec<String> = slots.iter().map(|(i, j)| format!("{i},{j}")).collect();
                assert_eq!(
                    table.rule_moves(move_rule),
                    slots,
                    "{move_rule} at {}",
                    slow.position()
                );
                slots
            });
            let own = &choices[seed as usize / 3 % 3];
            let mv = &own[random.below(own.len())];
            table.play(mv);
            slow.play(mv);
        }
    }
}
