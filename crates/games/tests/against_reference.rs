//! Random games, ply by ply beside the slow references.

mod common;
mod reference;

use std::collections::BTreeSet;

use common::{Setup, Table, table, table_at};
use ninefold_core::Random;
use ninefold_games::morris::{LINES, in_reading_order};
use reference::morris::Options;
use reference::{Reference, mnk, morris, ninetka, three_six_nine};

/// The rules of morris by both names.
fn variants() -> [(&'static str, Options); 5] {
    let full = Options::default();
    let limits =
        |mill, fly, repetitions| Options { mill_limit: mill, fly_limit: fly, repetitions, ..full };
    [
        ("morris", full),
        ("morris:draws=off", limits(None, None, None)),
        ("morris:draws=8/4/2", limits(Some(8), Some(4), Some(2))),
        ("morris:flying=off", Options { flying: false, ..full }),
        ("morris:protect=off", Options { protect: false, ..full }),
    ]
}

/// Plays the same random moves on both sides and compares everything before each.
///
/// An eager player takes a man whenever it can. Gives the reason if the game ended within `plies`.
fn follow(
    table: &mut dyn Table,
    slow: &mut dyn Reference,
    random: &mut Random,
    eager: bool,
    plies: usize,
) -> Option<&'static str> {
    for _ in 0..plies {
        let here = slow.position();
        assert_eq!(table.position(), here);
        assert_eq!(table.to_move(), slow.to_move(), "{here}");
        let end = slow.outcome().map(|(payoffs, reason)| {
            let payoffs: Vec<i64> = payoffs.into_iter().map(i64::from).collect();
            (payoffs, reason)
        });
        assert_eq!(table.outcome(), end, "{here}");
        let moves = slow.moves();
        assert_eq!(table.moves(), moves, "{here}");
        if let Some((_, reason)) = end {
            return Some(reason);
        }
        let captures: Vec<&String> = moves.iter().filter(|mv| mv.contains('x')).collect();
        let mv = if eager && !captures.is_empty() {
            random.pick(&captures)
        } else {
            &moves[random.below(moves.len())]
        };
        table.play(mv);
        slow.play(mv);
    }
    None
}

#[test]
fn morris_games_agree() {
    for (spec, options) in variants() {
        let mut ends = BTreeSet::new();
        for seed in 0..200 {
            let mut random = Random::stream(seed, 1);
            let mut slow = morris::Morris::new(options);
            let eager = seed % 2 == 1;
            ends.extend(follow(&mut *table(spec), &mut slow, &mut random, eager, 250));
        }
        let expected: &[&str] = match spec {
            "morris" | "morris:protect=off" => {
                &["draw_10", "draw_50", "draw_repetition", "two_pieces"]
            }
            "morris:draws=off" => &["two_pieces"],
            "morris:draws=8/4/2" => &["draw_50", "draw_repetition"],
            _ => &["draw_50", "draw_repetition", "two_pieces"],
        };
        for reason in expected {
            assert!(ends.contains(reason), "no game of {spec} ended by {reason}: {ends:?}");
        }
    }
}

/// White and Black men on random points; half of the time all of Black's stand in mills.
fn random_men(random: &mut Random) -> ([usize; 2], [char; 24]) {
    let mut points: Vec<usize> = (0..24).collect();
    for index in (1..points.len()).rev() {
        points.swap(index, random.below(index + 1));
    }
    let mut men = ['.'; 24];
    if random.below(2) == 0 {
        for _ in 0..1 + random.below(3) {
            let line = LINES[random.below(LINES.len())];
            in_reading_order(line).for_each(|point| men[point.index()] = 'b');
        }
    } else {
        let black = 3 + random.below(7);
        points[..black].iter().for_each(|&point| men[point] = 'b');
    }
    let free: Vec<usize> = points.into_iter().filter(|&point| men[point] == '.').collect();
    let white = 3 + random.below(7);
    free[..white].iter().for_each(|&point| men[point] = 'w');
    let black = men.iter().filter(|&&man| man == 'b').count();
    ([white, black], men)
}

/// A position that the rules can mean: men in hand fit the turn, nobody has more than nine.
fn random_position(random: &mut Random, options: &Options) -> String {
    let ([white, black], men) = random_men(random);
    let side = random.below(2);
    let room = (9 - white).min((9 - black).saturating_sub(side));
    let hand = if random.below(2) == 0 { random.below(room + 1) } else { 0 };
    let late = usize::from(hand > 0) * side;
    let rows = [0..3, 3..6, 6..9, 9..15, 15..18, 18..21, 21..24];
    let rows = rows.map(|row| men[row].iter().collect::<String>());
    let countdowns = match (options.mill_limit, options.fly_limit) {
        (Some(mill), Some(fly)) => {
            let [mill, fly] = [mill, fly].map(|limit| random.below(limit as usize + 1));
            format!(" {mill},{fly}")
        }
        _ => String::new(),
    };
    let side = ["w", "b"][side];
    format!("{} {side} {hand},{}{countdowns}", rows.join("/"), hand + late)
}

#[test]
fn morris_positions_agree() {
    for (spec, options) in variants() {
        let mut random = Random::new(9);
        let (mut ends, mut milled) = (BTreeSet::new(), 0);
        for _ in 0..3000 {
            let position = random_position(&mut random, &options);
            let mut slow = morris::Morris::from_text(options, &position);
            let mut table = table_at(spec, &position);
            milled += usize::from(takes_from_mills_only(&*table));
            ends.extend(follow(&mut *table, &mut slow, &mut random, true, 6));
        }
        assert!(milled > 100, "only {milled} positions of {spec} take a man out of a mill");
        assert!(ends.contains("blocked"), "no position of {spec} is blocked: {ends:?}");
    }
}

/// Whether White can take a man while every black man stands in a mill.
fn takes_from_mills_only(table: &dyn Table) -> bool {
    let position = table.position();
    let black: Vec<usize> = position
        .replace('/', "")
        .char_indices()
        .take(24)
        .filter_map(|(point, man)| (man == 'b').then_some(point))
        .collect();
    let safe = |point: &usize| {
        let full = |line| in_reading_order(line).all(|other| black.contains(&other.index()));
        let through = |line| in_reading_order(line).any(|other| other.index() == *point);
        LINES.into_iter().any(|line| through(line) && full(line))
    };
    table.to_move() == 1
        && black.iter().all(safe)
        && table.moves().iter().any(|mv| mv.contains('x'))
}

#[test]
fn mnk_games_agree() {
    let sizes = [
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
    let mut ends = BTreeSet::new();
    for (rows, columns, k, games) in sizes {
        let spec = format!("mnk:{rows},{columns},{k}");
        for seed in 0..games {
            let mut random = Random::stream(seed, 2);
            let mut slow = mnk::Mnk::new(rows, columns, k);
            let end = follow(&mut *table(&spec), &mut slow, &mut random, false, 362);
            ends.insert((spec.clone(), end));
        }
        let can_win = k <= rows.max(columns);
        assert_eq!(ends.contains(&(spec.clone(), Some("line"))), can_win, "{spec}");
        assert!(!ends.contains(&(spec.clone(), None)), "a game of {spec} has no end");
    }
    assert!(ends.contains(&("mnk:3,3,3".into(), Some("full"))));
}

#[test]
fn three_six_nine_games_agree() {
    for size in 3..=9 {
        for (suffix, points) in [("", [1, 2, 3]), (",points=2/0/5", [2, 0, 5])] {
            let spec = format!("369:{size}{suffix}");
            for seed in 0..if size < 7 { 150 } else { 50 } {
                let mut random = Random::stream(seed, 3);
                let mut slow = three_six_nine::ThreeSixNine::new(size, points);
                let end = follow(&mut *table(&spec), &mut slow, &mut random, false, 82);
                assert_eq!(end, Some("full"), "{spec}");
            }
        }
    }
}

#[test]
fn ninetka_games_agree() {
    for players in 2..=4 {
        let spec = format!("9tka:{players}");
        let mut ends = BTreeSet::new();
        for seed in 0..150 {
            let setup = Setup { seed, ..Setup::default() };
            let mut table = setup.open(&spec).expect("a start");
            let mut slow = ninetka::Ninetka::from_text(players, &table.position());
            let mut random = Random::stream(seed, 4);
            ends.insert(follow(&mut *table, &mut slow, &mut random, false, 73));
            let scores: Vec<i64> = slow.scores().into_iter().map(i64::from).collect();
            assert_eq!(table.scores(), scores, "{}", slow.position());
        }
        assert_eq!(ends, BTreeSet::from([Some("sections"), Some("tie_latest_seat")]));
    }
}

/// The slots of the paper's random placement, along games that keep to one reading each.
#[test]
fn ninetka_placements_agree() {
    use ninetka::Reading;
    let readings =
        [("literal", Reading::Literal), ("own", Reading::Own), ("own-clear", Reading::OwnClear)];
    for seed in 0..90 {
        let players = 2 + seed as usize % 3;
        let setup = Setup { seed, ..Setup::default() };
        let mut table = setup.open(&format!("9tka:{players}")).expect("a start");
        let mut slow = ninetka::Ninetka::from_text(players, &table.position());
        let mut random = Random::stream(seed, 5);
        for _ in 0..36 {
            let choices = readings.map(|(habit, reading)| {
                let slots = slow.ai_choices(reading);
                let slots: Vec<String> = slots.iter().map(|(i, j)| format!("{i},{j}")).collect();
                assert_eq!(table.habit_moves(habit), slots, "{} {habit}", slow.position());
                slots
            });
            let own = &choices[(seed / 3) as usize % 3];
            let mv = &own[random.below(own.len())];
            table.play(mv);
            slow.play(mv);
        }
    }
}
