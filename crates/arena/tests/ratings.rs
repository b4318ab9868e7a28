//! Ratings against numbers found by another route: a program of its own, with another language's library for the
//! minimum of a function (BFGS), and derivatives by differences. It knows the model and the prior as they are written
//! down, and nothing of the code here.

use ninefold_arena::{Estimate, GameResult, Ratings, SetResult};

const ELO: f64 = 400.0 / std::f64::consts::LN_10;

fn game(seed: u64, seats: &[usize], points: &[f64]) -> GameResult {
    GameResult {
        seats: seats.to_vec(),
        points: points.to_vec(),
        reason: "line".into(),
        seed,
        ..GameResult::default()
    }
}

/// Games of two, each a set and an opening of its own: wins, draws and losses of the first, who has the second seat in
/// every second game.
fn games(met: &[(usize, usize, [usize; 3])]) -> Vec<SetResult> {
    let mut results = Vec::new();
    for &(a, b, counts) in met {
        let all = [1.0, 0.5, 0.0].into_iter().zip(counts);
        let all = all.flat_map(|(points, count)| std::iter::repeat_n(points, count));
        for (index, points) in all.enumerate() {
            let set = results.len() as u64;
            let played = match index % 2 {
                0 => game(set, &[a, b], &[points, 1.0 - points]),
                _ => game(set, &[b, a], &[1.0 - points, points]),
            };
            results.push(SetResult { run: 0, set, games: vec![played] });
        }
    }
    results
}

/// Whether an estimate is the wanted one to a hundredth part of the interval.
fn assert_near(found: Estimate, wanted: [f64; 3], what: &str) {
    let close = 0.01 * (wanted[2] - wanted[1]) / 2.0;
    let numbers = [found.value, found.low, found.high];
    for (number, wanted) in numbers.iter().zip(wanted) {
        assert!((number - wanted).abs() < close, "{what}: {found:?}, wanted {wanted}");
    }
}

/// Four players with draws: who against whom, wins, draws and losses of the first.
const MET: [(usize, usize, [usize; 3]); 6] = [
    (0, 1, [73, 20, 33]),
    (0, 2, [49, 31, 32]),
    (0, 3, [22, 17, 28]),
    (1, 2, [18, 9, 81]),
    (1, 3, [7, 12, 27]),
    (2, 3, [34, 25, 39]),
];

#[test]
fn the_fit_is_the_likeliest_by_another_route() {
    let ratings = Ratings::fit(&games(&MET), 4, 0).expect("results");
    assert!(!ratings.prior);
    let elo =
        [[-160.681, -207.878, -113.485], [-0.442, -42.592, 41.709], [18.951, -29.967, 67.869]];
    let strength =
        [[-207.441, -270.475, -144.407], [-0.566, -54.593, 53.461], [24.293, -38.412, 86.999]];
    for player in 1..4 {
        assert_near(ratings.elo[player], elo[player - 1], "elo");
        assert_near(ratings.strength[player], strength[player - 1], "strength");
    }
    assert_eq!(ratings.elo[0], Estimate { value: 0.0, low: 0.0, high: 0.0 });
    assert_near(ratings.draws.expect("two seats"), [0.21965, 0.18569, 0.25786], "draws");
    assert_near(ratings.first_seat().expect("two seats"), [4.922, -22.122, 31.966], "seat");
}

/// Whoever draws and never loses, whoever won or drew everything, groups that never met, somebody who did not play:
/// finite numbers with honest intervals. 28 won and 12 drawn of 40 is 85 %, which is 301 Elo by itself.
#[test]
fn results_without_a_finite_likeliest_rating_have_honest_ones() {
    let of = |won, drawn, lost| {
        let ratings = Ratings::fit(&games(&[(0, 1, [won, drawn, lost])]), 2, 1).expect("results");
        assert!(ratings.prior);
        ratings
    };
    let never_lost = of(28, 12, 0);
    assert_near(never_lost.elo[0], [298.167, 196.643, 399.692], "28/12/0");
    assert!(never_lost.superiority(0, 1) > 0.999);
    assert_near(of(10, 0, 0).elo[0], [679.578, 59.315, 1299.841], "10/0/0");
    assert_near(of(0, 40, 0).elo[0], [0.0, -17.144, 17.144], "0/40/0");
    let apart = games(&[(0, 1, [6, 2, 4]), (2, 3, [4, 4, 4])]);
    let ratings = Ratings::fit(&apart, 5, 3).expect("results");
    assert!(ratings.prior);
    assert_near(ratings.elo[0], [28.636, -848.099, 905.37], "of another group");
    assert_near(ratings.elo[2], [0.0, -175.045, 175.045], "of the same group");
    assert_near(ratings.elo[4], [0.0, -1064.755, 1064.755], "without a game");
}

/// The Elo of two players is that of the points they shared, draws and all: with 60 wins, 25 draws and 15 losses of
/// 100 that is 400 log10(0.725 / 0.275) = 168.4, and the prior takes one of them away.
#[test]
fn elo_is_what_the_share_says() {
    let ratings = Ratings::fit(&games(&[(0, 1, [60, 25, 15])]), 2, 1).expect("results");
    let elo = ratings.elo[0].value;
    assert!(elo < 168.4 && elo > 167.0, "{elo}");
    assert!((ratings.difference(1, 0).value + elo).abs() < 1e-9);
    // The strength is the odds of wins to losses, 4 : 1.
    let strength = ratings.strength[0].value;
    assert!((strength - ELO * 4_f64.ln()).abs() < 5.0, "{strength}");
}

/// Two whom somebody beat alike are rated alike, whoever is the anchor; another anchor shifts the strengths.
#[test]
fn an_anchor_only_shifts() {
    let results = games(&[(0, 1, [10, 0, 0]), (0, 2, [10, 0, 0])]);
    let anchored = |anchor| Ratings::fit(&results, 3, anchor).expect("results");
    let by = [anchored(0), anchored(1), anchored(2)];
    assert!(by[1].elo[2].value.abs() < 1e-9 && by[2].elo[1].value.abs() < 1e-9);
    assert!((by[0].elo[1].value - by[0].elo[2].value).abs() < 1e-9);
    for anchor in 1..3 {
        let shift = by[anchor].strength[0].value - by[0].strength[0].value;
        for player in 0..3 {
            let shifted = by[0].strength[player].value + shift;
            assert!((by[anchor].strength[player].value - shifted).abs() < 1e-9);
        }
        let (here, there) = (by[0].difference(1, 2), by[anchor].difference(1, 2));
        assert!((here.low - there.low).abs() < 1e-9 && (here.high - there.high).abs() < 1e-9);
    }
}

/// The textbook likelihood of superiority is Φ((W − L) / √(W + L)) near equality: 110 to 90 gives 0.9214.
/// (The same figure: chessprogramming wiki, "Match Statistics".)
#[test]
fn superiority_is_the_textbook_one() {
    let ratings = Ratings::fit(&games(&[(0, 1, [110, 0, 90])]), 2, 1).expect("results");
    let superiority = ratings.superiority(0, 1);
    assert!((superiority - 0.9214).abs() < 0.002, "{superiority}");
    assert!((superiority + ratings.superiority(1, 0) - 1.0).abs() < 1e-12);
}

/// Pairs in which each wins with the first move say that nobody is better, and much about the seat.
#[test]
fn the_spread_is_that_between_sets() {
    let pair = |set: u64, second: f64| SetResult {
        run: 0,
        set,
        games: vec![game(set, &[0, 1], &[1.0, 0.0]), game(set, &[1, 0], &[second, 1.0 - second])],
    };
    let results: Vec<SetResult> =
        (0..100).map(|set| pair(set, if set == 0 { 0.0 } else { 1.0 })).collect();
    let ratings = Ratings::fit(&results, 2, 1).expect("results");
    assert_near(ratings.elo[0], [3.242, -3.655, 10.139], "elo");
    assert_near(ratings.first_seat().expect("two seats"), [957.102, 742.661, 1171.544], "seat");
}

/// Three players whose pairings share eight openings; the results follow a fixed rule.
#[test]
fn sets_of_one_opening_belong_together() {
    const POINTS: [f64; 11] = [1.0, 0.5, 0.0, 1.0, 1.0, 0.0, 0.5, 0.5, 1.0, 0.0, 0.0];
    let (mut results, mut game_number) = (Vec::new(), 0);
    for opening in 0..8 {
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            let mut played = Vec::new();
            for seats in [[a, b], [b, a]] {
                let points = POINTS[(game_number * game_number + opening) % 11];
                game_number += 1;
                played.push(game(opening as u64, &seats, &[points, 1.0 - points]));
            }
            results.push(SetResult { run: 0, set: results.len() as u64, games: played });
        }
    }
    let ratings = Ratings::fit(&results, 3, 2).expect("results");
    assert_near(ratings.elo[0], [81.237, -49.093, 211.566], "first");
    assert_near(ratings.elo[1], [-36.959, -169.879, 95.962], "second");
    assert_near(ratings.first_seat().expect("two seats"), [30.661, -77.352, 138.675], "seat");
}

/// Six sets of three, two an opening, with these winners.
#[test]
fn three_seats_are_rated_by_who_wins() {
    const WINNERS: [usize; 18] = [0, 0, 1, 2, 0, 0, 1, 1, 0, 2, 2, 0, 0, 1, 0, 2, 1, 1];
    let set = |set: usize| {
        let rotation = |rotation: usize| {
            let seats: Vec<usize> = (0..3).map(|seat| (seat + 3 - rotation) % 3).collect();
            let won = |&who: &usize| f64::from(u8::from(who == WINNERS[3 * set + rotation]));
            let points: Vec<f64> = seats.iter().map(won).collect();
            game(set as u64 / 2, &seats, &points)
        };
        SetResult { run: 0, set: set as u64, games: (0..3).map(rotation).collect() }
    };
    let results: Vec<SetResult> = (0..6).map(set).collect();
    let ratings = Ratings::fit(&results, 3, 2).expect("results");
    assert!(!ratings.prior && ratings.draws.is_none() && ratings.first_seat().is_none());
    assert_near(ratings.elo[0], [132.655, -145.659, 410.969], "first");
    assert_near(ratings.elo[1], [76.205, -241.328, 393.737], "second");
    assert_near(ratings.seats[0], [0.27402, 0.09323, 0.58084], "seat 1");
    assert_near(ratings.seats[2], [0.55983, 0.28753, 0.80032], "seat 3");
    assert_eq!(Ratings::fit(&[], 3, 2), None);
}

/// One table of three, one seating: with all strengths free the shares of wins are the shares of strength, 5 : 3 : 2,
/// which the prior draws together by little. The error of ln(a / c) of multinomial counts is √(1/a + 1/c).
#[test]
fn a_single_table_is_rated_by_its_shares() {
    let mut results = Vec::new();
    for (winner, count) in [(0, 50), (1, 30), (2, 20)] {
        for index in 0..3 * count {
            let seats: Vec<usize> = (0..3).map(|seat| (seat + index) % 3).collect();
            let won = |&who: &usize| f64::from(u8::from(who == winner));
            let points: Vec<f64> = seats.iter().map(won).collect();
            let set = results.len() as u64;
            results.push(SetResult { run: 0, set, games: vec![game(set, &seats, &points)] });
        }
    }
    let rated = Ratings::fit(&results, 3, 2).expect("results").elo;
    assert!((rated[0].value - 400.0 * 2.5_f64.log10()).abs() < 2.0, "{:?}", rated[0]);
    assert!((rated[1].value - 400.0 * 1.5_f64.log10()).abs() < 2.0, "{:?}", rated[1]);
    let error = 1.96 * ELO * (1.0_f64 / 150.0 + 1.0 / 60.0).sqrt();
    let found = (rated[0].high - rated[0].low) / 2.0;
    assert!((found / error - 1.0).abs() < 0.05, "{found}, wanted {error}");
}
