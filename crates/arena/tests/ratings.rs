//! Ratings against numbers that somebody else computed.

use ninefold_arena::{GameResult, Ratings, SetResult, plackett_luce};

const ELO: f64 = 400.0 / std::f64::consts::LN_10;

fn game(seats: &[usize], points: &[f64]) -> GameResult {
    GameResult {
        seats: seats.to_vec(),
        points: points.to_vec(),
        result: None,
        reason: "line".into(),
        note: None,
        fault: None,
        seed: 0,
        position: None,
        opening: 0,
        moves: Vec::new(),
        times: Vec::new(),
    }
}

/// Games of two, each a set of its own.
fn games(list: &[(usize, usize, f64, usize)]) -> Vec<SetResult> {
    let mut results = Vec::new();
    for &(a, b, points, count) in list {
        for _ in 0..count {
            let set = results.len() as u64;
            let games = vec![game(&[a, b], &[points, 1.0 - points])];
            results.push(SetResult { run: 0, set, games });
        }
    }
    results
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

/// The logarithm of the likelihood of [`MET`], written down as the model is: strengths and the width of the draw.
fn likelihood(strengths: &[f64; 5]) -> f64 {
    MET.iter()
        .map(|&(a, b, counts)| {
            let (first, second) = (strengths[a].exp(), strengths[b].exp());
            let draw = strengths[4].exp() * (first * second).sqrt();
            let odds = [first, draw, second].map(|part| (part / (first + draw + second)).ln());
            counts.iter().zip(odds).map(|(&count, odds)| count as f64 * odds).sum::<f64>()
        })
        .sum()
}

/// The strengths that make it largest, found by trying: one after the other is moved to its best place between two
/// bounds by thirds, until nothing moves. The first player's stays 0. No derivative is used.
fn by_trying() -> [f64; 5] {
    let mut strengths = [0.0; 5];
    loop {
        let before = strengths;
        for index in 1..5 {
            let at = |value: f64| {
                let mut moved = strengths;
                moved[index] = value;
                likelihood(&moved)
            };
            let (mut low, mut high) = (-8.0, 8.0);
            while high - low > 1e-9 {
                let third = (high - low) / 3.0;
                if at(low + third) < at(high - third) { low += third } else { high -= third }
            }
            strengths[index] = (low + high) / 2.0;
        }
        if strengths.iter().zip(before).all(|(now, then)| (now - then).abs() < 1e-8) {
            return strengths;
        }
    }
}

/// The standard error of one strength, by the curve along it: all others are free to follow. How far the strength
/// must be moved for the best likelihood of the others to fall by a half is the error, for a likelihood that is
/// nearly normal.
fn error_by_profile(best: &[f64; 5], index: usize) -> f64 {
    let profile = |shift: f64| {
        let mut strengths = *best;
        strengths[index] += shift;
        for _ in 0..60 {
            for other in (1..5).filter(|&other| other != index) {
                let at = |value: f64| {
                    let mut moved = strengths;
                    moved[other] = value;
                    likelihood(&moved)
                };
                let (mut low, mut high) = (strengths[other] - 1.0, strengths[other] + 1.0);
                while high - low > 1e-7 {
                    let third = (high - low) / 3.0;
                    if at(low + third) < at(high - third) { low += third } else { high -= third }
                }
                strengths[other] = (low + high) / 2.0;
            }
        }
        likelihood(best) - likelihood(&strengths)
    };
    let (mut low, mut high) = (0.0, 2.0);
    while high - low > 1e-4 {
        let middle = (low + high) / 2.0;
        if (profile(middle) + profile(-middle)) / 2.0 < 0.5 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// The fit finds what trying finds. With every game a set of its own the errors between sets differ from those of
/// the likelihood's curve only by chance, so they agree to some per cent.
#[test]
fn the_fit_is_the_likeliest_by_another_route() {
    let list: Vec<(usize, usize, f64, usize)> = MET
        .iter()
        .flat_map(|&(a, b, [won, drawn, lost])| {
            [(a, b, 1.0, won), (a, b, 0.5, drawn), (a, b, 0.0, lost)]
        })
        .collect();
    let ratings = Ratings::fit(&games(&list), 4, 0).expect("results");
    assert!(!ratings.prior);
    let wanted = by_trying();
    let width = wanted[4].exp();
    assert!((ratings.draws - width / (2.0 + width)).abs() < 1e-6, "{}", ratings.draws);
    for (player, &strength) in wanted[..4].iter().enumerate() {
        let rated = ratings.elo[player];
        assert!((rated.value / ELO - strength).abs() < 1e-6, "{player}: {}", rated.value / ELO);
        if player > 0 {
            let found = (rated.high - rated.low) / 2.0 / 1.959_964 / ELO;
            let error = error_by_profile(&wanted, player);
            assert!((found / error - 1.0).abs() < 0.1, "{player}: {found}, wanted {error}");
        }
    }
}

/// Two players: the share of points is the model's expected share, so the difference is the logistic Elo of
/// it, and Davidson's ν is d / √(w l). 60 wins, 25 draws, 15 losses: share 0.725, ν = 25 / 30.
#[test]
fn two_players_with_draws_are_rated_in_closed_form() {
    let results = games(&[(0, 1, 1.0, 60), (0, 1, 0.5, 25), (0, 1, 0.0, 15)]);
    let ratings = Ratings::fit(&results, 2, 1).expect("results");
    // w / l = e^d.
    assert!((ratings.elo[0].value / ELO - 4_f64.ln()).abs() < 1e-9, "{}", ratings.elo[0].value);
    assert!((ratings.draws - (5.0 / 6.0) / (2.0 + 5.0 / 6.0)).abs() < 1e-9, "{}", ratings.draws);
    assert_eq!(ratings.elo[1].value, 0.0);
    assert_eq!(ratings.difference(0, 1), ratings.elo[0]);
    assert!((ratings.difference(1, 0).value + ratings.elo[0].value).abs() < 1e-12);
}

/// The textbook likelihood of superiority is Φ((W − L) / √(W + L)) near equality: 110 to 90 gives 0.9214.
/// (The same figure: chessprogramming wiki, "Match Statistics".)
#[test]
fn superiority_is_the_textbook_one() {
    let results = games(&[(0, 1, 1.0, 110), (0, 1, 0.0, 90)]);
    let ratings = Ratings::fit(&results, 2, 1).expect("results");
    let superiority = ratings.superiority(0, 1);
    assert!((superiority - 0.9214).abs() < 0.002, "{superiority}");
    assert!((superiority + ratings.superiority(1, 0) - 1.0).abs() < 1e-12);
}

/// Pairs in which each wins with the first move say that nobody is better, with certainty; taken as single
/// games they would leave much doubt.
#[test]
fn the_spread_is_that_between_sets() {
    let pair = |set: u64, second: f64| SetResult {
        run: 0,
        set,
        games: vec![game(&[0, 1], &[1.0, 0.0]), game(&[1, 0], &[second, 1.0 - second])],
    };
    let results: Vec<SetResult> =
        (0..100).map(|set| pair(set, if set == 0 { 0.0 } else { 1.0 })).collect();
    let by_pairs = Ratings::fit(&results, 2, 1).expect("results").elo[0];
    let singles: Vec<SetResult> = results
        .iter()
        .flat_map(|result| result.games.clone())
        .enumerate()
        .map(|(set, game)| SetResult { run: 0, set: set as u64, games: vec![game] })
        .collect();
    let by_games = Ratings::fit(&singles, 2, 1).expect("results").elo[0];
    assert!((by_pairs.value - by_games.value).abs() < 1e-9);
    assert!(by_games.high - by_games.low > 5.0 * (by_pairs.high - by_pairs.low));
}

/// Whoever won every game has no finite rating by the results alone.
#[test]
fn a_clean_sweep_is_rated_with_a_prior_and_says_so() {
    let results = games(&[(0, 1, 1.0, 50), (1, 2, 1.0, 5), (1, 2, 0.0, 5)]);
    let ratings = Ratings::fit(&results, 3, 2).expect("results");
    assert!(ratings.prior);
    assert!(ratings.elo[0].value.is_finite() && ratings.elo[0].value > 300.0);
}

/// Ten wins of ten: the interval is that of the curve of likelihood and prior at their top, found here by halving
/// and differences. One loss more makes it narrower, not wider.
#[test]
fn a_clean_sweep_claims_less_than_a_near_one() {
    let spread = 500.0 / ELO;
    let curve =
        |theta: f64| -10.0 * (-theta).exp().ln_1p() - theta * theta / (2.0 * spread * spread);
    let (mut low, mut high) = (0.0, 10.0);
    while high - low > 1e-6 {
        let third = (high - low) / 3.0;
        if curve(low + third) < curve(high - third) { low += third } else { high -= third }
    }
    let step = 1e-3;
    let bend = (2.0 * curve(low) - curve(low - step) - curve(low + step)) / (step * step);
    let error = 1.959_964 * ELO / bend.sqrt();
    let rated = |list| Ratings::fit(&games(list), 2, 1).expect("results").elo[0];
    let sweep = rated(&[(0, 1, 1.0, 10)]);
    assert!((sweep.value / ELO - low).abs() < 1e-5, "{sweep:?}, wanted {}", low * ELO);
    assert!((sweep.high - sweep.value - error).abs() < 0.1, "{sweep:?}, wanted {error}");
    let near = rated(&[(0, 1, 1.0, 10), (0, 1, 0.0, 1)]);
    assert!(near.high - near.low < sweep.high - sweep.low, "{near:?} {sweep:?}");
}

/// One table of three: with all strengths free the shares of wins are the shares of strength: 5 : 3 : 2.
#[test]
fn a_single_table_is_rated_by_its_shares() {
    let wins = [(0, 50), (1, 30), (2, 20)];
    let mut results = Vec::new();
    for (winner, count) in wins {
        for _ in 0..count {
            let mut points = [0.0; 3];
            points[winner] = 1.0;
            let set = results.len() as u64;
            results.push(SetResult { run: 0, set, games: vec![game(&[0, 1, 2], &points)] });
        }
    }
    let rated = plackett_luce(&results, 3, 2, 7).expect("results");
    assert!((rated[0].value - 400.0 * 2.5_f64.log10()).abs() < 1.0, "{:?}", rated[0]);
    assert!((rated[1].value - 400.0 * 1.5_f64.log10()).abs() < 1.0, "{:?}", rated[1]);
    assert_eq!(rated[2].value, 0.0);
    assert_eq!(plackett_luce(&[], 3, 2, 7), None);
    // The error of ln(a / c) of multinomial counts is √(1/a + 1/c).
    let error = 1.96 * ELO * (1.0_f64 / 50.0 + 1.0 / 20.0).sqrt();
    let found = (rated[0].high - rated[0].low) / 2.0;
    assert!((found / error - 1.0).abs() < 0.15, "{found}, wanted {error}");
}

/// Sets that all say the same claim no certainty. Were one more set won by the last player, it would have as many
/// wins as the first after one set, and a tenth of them after ten.
#[test]
fn equal_sets_leave_room_for_another() {
    for (sets, low) in [(1, 0.0), (10, 400.0)] {
        let won = game(&[0, 1, 2], &[1.0, 0.0, 0.0]);
        let set = |set| SetResult { run: 0, set, games: vec![won.clone(); 3] };
        let results: Vec<SetResult> = (0..sets).map(set).collect();
        let rated = plackett_luce(&results, 3, 2, 7).expect("results")[0];
        assert!((rated.low - low).abs() < 10.0, "{rated:?}, wanted {low}");
        assert!(rated.low < rated.value && rated.value < rated.high, "{rated:?}");
    }
}

/// With two seats and no draws the model is that of Bradley and Terry.
#[test]
fn with_two_seats_both_models_agree() {
    let results = games(&[(0, 1, 1.0, 70), (0, 1, 0.0, 30), (1, 2, 1.0, 55), (1, 2, 0.0, 45)]);
    let one = Ratings::fit(&results, 3, 2).expect("results");
    let other = plackett_luce(&results, 3, 2, 7).expect("results");
    for (one, other) in one.elo.iter().zip(other) {
        assert!((one.value - other.value).abs() < 1.0, "{one:?} {other:?}");
    }
}
