//! m,n,k-games and 3-6-9.

use std::collections::BTreeSet;

use ninefold_core::Random;

use crate::common::{Setup, table, table_at};
use crate::reference::Reference;
use crate::reference::mnk::Mnk;
use crate::reference::three_six_nine::ThreeSixNine;
use crate::{Pair, Style};

/// Rows, columns, K and how many games.
const BOARDS: [(usize, usize, usize, u64); 9] = [
    (1, 1, 1, 20),
    (2, 2, 2, 100),
    (3, 3, 3, 300),
    (3, 3, 9, 100),
    (4, 7, 4, 200),
    (6, 6, 5, 200),
    (7, 7, 5, 200),
    (9, 9, 5, 100),
    (19, 19, 5, 20),
];

#[test]
fn mnk_games_agree() {
    for (rows, columns, k, games) in BOARDS {
        let spec = format!("mnk:{rows},{columns},{k}");
        let mut ends = BTreeSet::new();
        for seed in 0..games {
            let mut pair = Pair {
                table: &mut *table(&spec),
                slow: &mut Mnk::new(rows, columns, k),
                random: &mut Random::stream(seed, 1),
                style: Style::Even,
            };
            ends.insert(pair.follow(rows * columns + 1));
        }
        assert!(!ends.contains(&None), "a game of {spec} has no end");
        assert_eq!(ends.contains(&Some("line")), k <= rows.max(columns), "{spec}: {ends:?}");
    }
}

/// Stones of both players anywhere; refused when both have a line.
#[test]
fn mnk_positions_agree() {
    for (rows, columns, k, _) in BOARDS {
        let spec = format!("mnk:{rows},{columns},{k}");
        let mut random = Random::stream(7, rows as u64);
        let mut compared = 0;
        for _ in 0..if rows > 9 { 10 } else { 300 } {
            let density = 3 + random.below(12);
            let symbol = |random: &mut Random| ["1", "2", "0"][random.below(density).min(2)];
            let row = |random: &mut Random| (0..columns).map(|_| symbol(random)).collect();
            let board: Vec<String> = (0..rows).map(|_| row(&mut random)).collect();
            let board = board.join("/");
            let [mut slow, swapped] = [board.clone(), swap(&board)].map(|board| {
                let text = format!("{board} {}", 1 + random.below(2));
                Mnk::from_text(rows, columns, k, &text)
            });
            // The reference names the first player who has a line.
            let first_wins = |game: &Mnk| game.outcome().is_some_and(|(pay, _)| pay == [1, -1]);
            let position = slow.position();
            let setup = Setup { position: Some(&position), ..Setup::default() };
            let opened = setup.open(&spec);
            assert_eq!(opened.is_err(), first_wins(&slow) && first_wins(&swapped), "{position}");
            let Ok(mut table) = opened else { continue };
            compared += 1;
            let random = &mut random;
            Pair { table: &mut *table, slow: &mut slow, random, style: Style::Even }.follow(4);
        }
        assert!(compared >= 8, "{spec}: only {compared} positions compared");
    }
}

/// The board with the players' stones exchanged.
fn swap(board: &str) -> String {
    let exchanged = board.chars().map(|stone| match stone {
        '1' => '2',
        '2' => '1',
        other => other,
    });
    exchanged.collect()
}

#[test]
fn three_six_nine_games_agree() {
    for size in 3..=9 {
        for (suffix, points) in [("", [1, 2, 3]), (",points=2/0/5", [2, 0, 5])] {
            let spec = format!("369:{size}{suffix}");
            for seed in 0..if size < 7 { 150 } else { 50 } {
                let mut pair = Pair {
                    table: &mut *table(&spec),
                    slow: &mut ThreeSixNine::new(size, points),
                    random: &mut Random::stream(seed, 2),
                    style: Style::Even,
                };
                assert_eq!(pair.follow(size * size + 1), Some("full"), "{spec}");
            }
        }
    }
}

/// Any stones, any points, any player.
#[test]
fn three_six_nine_positions_agree() {
    let mut random = Random::new(3);
    for round in 0..700 {
        let size = 3 + round % 7;
        let density = 1 + random.below(9);
        let mut cell = || if random.below(10) < density { 'x' } else { '.' };
        let mut rows = || (0..size).map(|_| cell()).collect::<String>();
        let board: Vec<String> = (0..size).map(|_| rows()).collect();
        let [first, second] = [random.below(200), random.below(200)];
        let text = format!("{} {first}-{second} {}", board.join("/"), 1 + random.below(2));
        let mut pair = Pair {
            table: &mut *table_at(&format!("369:{size}"), &text),
            slow: &mut ThreeSixNine::from_text(size, [1, 2, 3], &text),
            random: &mut random,
            style: Style::Even,
        };
        pair.follow(6);
    }
}
