//! Ratings against numbers that somebody else computed.

use ninefold_arena::{ChunkResult, GameResult, Ratings, plackett_luce};

const ELO: f64 = 400.0 / std::f64::consts::LN_10;

fn game(seats: &[usize], points: &[f64]) -> GameResult {
    GameResult {
        seats: seats.to_vec(),
        points: points.to_vec(),
        result: None,
        reason: "line".into(),
        note: None,
        seed: 0,
        opening: 0,
        moves: Vec::new(),
    }
}

/// Games of two, each a set of its own.
fn games(list: &[(usize, usize, f64, usize)]) -> Vec<ChunkResult> {
    let mut results = Vec::new();
    for &(a, b, points, count) in list {
        for _ in 0..count {
            let chunk = results.len() as u64;
            let games = vec![game(&[a, b], &[points, 1.0 - points])];
            results.push(ChunkResult { run: 0, chunk, games });
        }
    }
    results
}

/// Citations between four journals (Stigler 1994), the example of the R package BradleyTerry2 (Turner and
/// Firth, its vignette, section 2.1): Communications in Statistics −2.94907 ± 0.10255, JASA −0.47957 ±
/// 0.06059, JRSS-B 0.26895 ± 0.07083 relative to Biometrika, in natural units with standard errors.
///
/// With every citation a set of its own the sandwich differs from the inverse information only by sampling
/// error, so the errors agree to a few per cent.
#[test]
fn journals_are_rated_as_in_the_literature() {
    let cited = [
        (0, 1, 730, 33),
        (0, 2, 498, 320),
        (0, 3, 221, 284),
        (1, 2, 68, 813),
        (1, 3, 17, 276),
        (2, 3, 142, 325),
    ];
    let list: Vec<(usize, usize, f64, usize)> = cited
        .iter()
        .flat_map(|&(a, b, of_a, of_b)| [(a, b, 1.0, of_a), (a, b, 0.0, of_b)])
        .collect();
    let ratings = Ratings::fit(&games(&list), 4, 0).expect("results");
    assert!(!ratings.prior);
    assert_eq!(ratings.draws, 0.0);
    for (journal, ability, error) in
        [(1, -2.94907, 0.10255), (2, -0.47957, 0.06059), (3, 0.26895, 0.07083)]
    {
        let rated = ratings.elo[journal];
        assert!((rated.value / ELO - ability).abs() < 1e-5, "{journal}: {}", rated.value / ELO);
        let found = (rated.high - rated.low) / 2.0 / 1.959_964 / ELO;
        assert!((found / error - 1.0).abs() < 0.05, "{journal}: {found}, wanted {error}");
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
    let pair = |chunk: u64, second: f64| ChunkResult {
        run: 0,
        chunk,
        games: vec![game(&[0, 1], &[1.0, 0.0]), game(&[1, 0], &[second, 1.0 - second])],
    };
    let results: Vec<ChunkResult> =
        (0..100).map(|chunk| pair(chunk, if chunk == 0 { 0.0 } else { 1.0 })).collect();
    let by_pairs = Ratings::fit(&results, 2, 1).expect("results").elo[0];
    let singles: Vec<ChunkResult> = results
        .iter()
        .flat_map(|result| result.games.clone())
        .enumerate()
        .map(|(chunk, game)| ChunkResult { run: 0, chunk: chunk as u64, games: vec![game] })
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

/// One table of three: with all strengths free the shares of wins are the shares of strength: 5 : 3 : 2.
#[test]
fn a_single_table_is_rated_by_its_shares() {
    let wins = [(0, 50), (1, 30), (2, 20)];
    let mut results = Vec::new();
    for (winner, count) in wins {
        for _ in 0..count {
            let mut points = [0.0; 3];
            points[winner] = 1.0;
            let chunk = results.len() as u64;
            results.push(ChunkResult { run: 0, chunk, games: vec![game(&[0, 1, 2], &points)] });
        }
    }
    let rated = plackett_luce(&results, 3, 2, 7);
    assert!((rated[0].value - 400.0 * 2.5_f64.log10()).abs() < 1.0, "{:?}", rated[0]);
    assert!((rated[1].value - 400.0 * 1.5_f64.log10()).abs() < 1.0, "{:?}", rated[1]);
    assert_eq!(rated[2].value, 0.0);
    // The error of ln(a / c) of multinomial counts is √(1/a + 1/c).
    let error = 1.96 * ELO * (1.0_f64 / 50.0 + 1.0 / 20.0).sqrt();
    let found = (rated[0].high - rated[0].low) / 2.0;
    assert!((found / error - 1.0).abs() < 0.15, "{found}, wanted {error}");
}

/// With two seats and no draws the model is that of Bradley and Terry.
#[test]
fn with_two_seats_both_models_agree() {
    let results = games(&[(0, 1, 1.0, 70), (0, 1, 0.0, 30), (1, 2, 1.0, 55), (1, 2, 0.0, 45)]);
    let one = Ratings::fit(&results, 3, 2).expect("results");
    let other = plackett_luce(&results, 3, 2, 7);
    for (one, other) in one.elo.iter().zip(other) {
        assert!((one.value - other.value).abs() < 1.0, "{one:?} {other:?}");
    }
}
