//! Nine Men's Morris in five variants.

use std::collections::BTreeSet;

use ninefold_core::Random;
use ninefold_games::morris::{LINES, Point, in_reading_order, neighbours};

use crate::common::{Setup, Table, table, table_at};
use crate::reference::Reference;
use crate::reference::morris::{Morris, Options};
use crate::{Pair, Style};

const STYLES: [Style; 3] = [Style::Even, Style::Eager, Style::Shuttling];

/// The rules by both names, and reasons by which random games end.
fn variants() -> [(&'static str, Options, &'static [&'static str]); 5] {
    let full = Options::default();
    let limits =
        |mill_limit, fly_limit, repetitions| Options { mill_limit, fly_limit, repetitions, ..full };
    let all = &["draw_10", "draw_50", "draw_repetition", "two_pieces"];
    [
        ("morris", full, all),
        ("morris:draws=off", limits(None, None, None), &["two_pieces"]),
        ("morris:draws=8/4/2", limits(Some(8), Some(4), Some(2)), &["draw_50", "draw_repetition"]),
        ("morris:flying=off", Options { flying: false, ..full }, &all[1..]),
        ("morris:protect=off", Options { protect: false, ..full }, all),
    ]
}

#[test]
fn games_agree() {
    for (spec, options, reasons) in variants() {
        let mut ends = BTreeSet::new();
        for seed in 0..200 {
            let mut pair = Pair {
                table: &mut *table(spec),
                slow: &mut Morris::new(options),
                random: &mut Random::stream(seed, 1),
                style: STYLES[seed as usize % STYLES.len()],
            };
            ends.extend(pair.follow(250));
        }
        for reason in reasons {
            assert!(ends.contains(reason), "no game of {spec} ended by {reason}: {ends:?}");
        }
    }
}

/// The whole tree below the middle of a game, for the repetitions that no single game meets.
#[test]
fn trees_agree() {
    for (spec, options, _) in variants() {
        for seed in 0..4 {
            let mut table = table(spec);
            let mut slow = Morris::new(options);
            let mut random = Random::stream(seed, 2);
            let style = Style::Shuttling;
            Pair { table: &mut *table, slow: &mut slow, random: &mut random, style }.follow(30);
            assert_eq!(table.perft(3), slow.perft(3), "{spec} at {}", slow.position());
        }
    }
}

/// A game taken up in the middle, with the positions before it counting for repetition.
#[test]
fn recalled_games_agree() {
    let mut repeated = 0;
    for seed in 0..200 {
        let mut random = Random::stream(seed, 3);
        let mut first = table("morris");
        let mut earlier = Vec::new();
        for _ in 0..60 {
            let moves = first.moves();
            if moves.is_empty() {
                break;
            }
            earlier.push(first.position());
            first.play(&moves[random.below(moves.len())]);
        }
        let position = first.position();
        let setup = Setup { position: Some(&position), earlier: &earlier, ..Setup::default() };
        let mut slow = Morris::from_text(Options::default(), &position).with_history(&earlier);
        let mut pair = Pair {
            table: &mut *setup.open("morris").expect("a position of a game"),
            slow: &mut slow,
            random: &mut random,
            style: Style::Even,
        };
        repeated += usize::from(pair.follow(60) == Some("draw_repetition"));
    }
    assert!(repeated > 0, "no game was drawn by repetition");
}

#[test]
fn positions_agree() {
    for (spec, options, _) in variants() {
        let mut random = Random::new(9);
        let (mut ends, mut milled) = (BTreeSet::new(), 0);
        for _ in 0..3000 {
            let position = random_position(&mut random, &options);
            let mut table = table_at(spec, &position);
            milled += usize::from(takes_from_mills_only(&*table));
            let mut pair = Pair {
                table: &mut *table,
                slow: &mut Morris::from_text(options, &position),
                random: &mut random,
                style: Style::Eager,
            };
            ends.extend(pair.follow(6));
        }
        assert!(milled > 100, "only {milled} positions of {spec} take a man out of a mill");
        assert!(ends.contains("blocked"), "no position of {spec} is blocked: {ends:?}");
    }
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

/// Men on random points, with their numbers: in half of the cases anywhere, else with all of Black's
/// in mills or with White's shut in.
fn random_men(random: &mut Random) -> ([usize; 2], [char; 24]) {
    let mut points: Vec<usize> = (0..24).collect();
    for index in (1..points.len()).rev() {
        points.swap(index, random.below(index + 1));
    }
    let mut men = ['.'; 24];
    let mut white = 3 + random.below(7);
    match random.below(4) {
        0 => {
            for _ in 0..1 + random.below(3) {
                let line = LINES[random.below(LINES.len())];
                in_reading_order(line).for_each(|point| men[point.index()] = 'b');
            }
        }
        1 => {
            white = 4;
            let inside =
                points[..white].iter().fold(0, |all, &point| all | Point::new(point).set());
            let around = in_reading_order(neighbours(inside) & !inside).take(9);
            around.for_each(|point| men[point.index()] = 'b');
        }
        _ => {
            let black = 3 + random.below(7);
            points[24 - black..].iter().for_each(|&point| men[point] = 'b');
        }
    }
    points.retain(|&point| men[point] == '.');
    points[..white].iter().for_each(|&point| men[point] = 'w');
    let black = men.iter().filter(|&&man| man == 'b').count();
    ([white, black], men)
}

/// Whether White can take a man while every black man stands in a mill.
fn takes_from_mills_only(table: &dyn Table) -> bool {
    let men = table.position().replace('/', "");
    let full = |line| in_reading_order(line).all(|point| men[point.index()..].starts_with('b'));
    let mills = LINES.into_iter().filter(|&line| full(line)).fold(0, |all, line| all | line);
    let black = men[..24].matches('b').count();
    table.to_move() == 1
        && mills.count_ones() as usize == black
        && table.moves().iter().any(|mv| mv.contains('x'))
}
