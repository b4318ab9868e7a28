//! Copies of games are no evidence, whatever counts them.

use ninefold_arena::{
    EntrantPlan, GameResult, Note, Pentanomial, Plan, Ratings, SetResult, Sprt, Standings, rows,
};

/// A pair of games of two from a line, with a text that tells it from others of the line.
fn pair(line: usize, told: usize, points: [f64; 2]) -> SetResult {
    let game = |seats: [usize; 2], first: f64| GameResult {
        seats: seats.to_vec(),
        points: vec![first, 1.0 - first],
        reason: "line".into(),
        opening: 1,
        moves: vec![format!("line {line}"), format!("game {told}")],
        ..GameResult::default()
    };
    let games = vec![game([0, 1], points[0]), game([1, 0], 1.0 - points[1])];
    SetResult { run: 0, set: 0, games }
}

/// Sets under the numbers and seeds that they have in a run.
fn run(sets: impl IntoIterator<Item = SetResult>) -> Vec<SetResult> {
    let numbered = |(number, mut set): (u64, SetResult)| {
        set.set = number;
        set.games.iter_mut().for_each(|game| game.seed = number);
        set
    };
    (0..).zip(sets).map(numbered).collect()
}

fn plan(sprt: Option<Sprt>) -> Plan {
    let entrants = EntrantPlan::numbered(["level:2".to_owned(), "random".to_owned()]);
    Plan { sprt, ..Plan::usual("mnk:5,5,4", 2, entrants) }
}

const LINES: [[f64; 2]; 4] = [[1.0, 0.5], [1.0, 1.0], [0.5, 0.5], [1.0, 0.0]];

fn book() -> impl Iterator<Item = SetResult> + Clone {
    LINES.into_iter().enumerate().map(|(line, points)| pair(line, line, points))
}

/// A book played a hundred times over by players who repeat themselves says what it says once.
#[test]
fn a_book_says_no_more_when_it_is_played_again() {
    let (once, often) = (run(book()), run(book().cycle().take(400)));
    let [few, many] = [&once, &often].map(|results| rows(results, 2, 2));
    for (few, many) in few.iter().zip(&many) {
        assert_eq!((many.total.games(), many.different, few.different), (800, 8, 8));
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(near(few.share.value, many.share.value), "{few:?} {many:?}");
        assert!(near(few.share.low, many.share.low) && near(few.share.high, many.share.high));
    }
    let [few, many] = [&once, &often].map(|results| Ratings::fit(results, 2, 1).expect("games"));
    let [few, many] = [few.elo[0], many.elo[0]];
    assert!(
        (few.low - many.low).abs() < 1e-6 && (few.high - many.high).abs() < 1e-6,
        "{few:?} {many:?}"
    );
    let notes = Standings::new(&plan(None), &often, true).notes();
    assert!(notes.contains(&Note::Repeated { different: 8, games: 800 }), "{notes:?}");
    assert_eq!(Standings::new(&plan(None), &once, true).notes(), []);
}

/// From one opening players by chance are as well known as from an opening of its own for every set.
#[test]
fn one_opening_by_chance_has_sets_for_units() {
    let results = |of_one: bool| {
        run((0..60).map(|set| pair(if of_one { 0 } else { set }, set, LINES[set * 7 % 4])))
    };
    let [one, many] = [true, false].map(|of_one| rows(&results(of_one), 2, 2)[0].share);
    assert_eq!(one, many);
    assert!(one.high - one.low < 0.25, "{one:?}");
    assert_eq!(Standings::new(&plan(None), &results(true), true).notes(), []);
}

/// Players of two kinds at once: games by chance between them keep their weight, copies lose theirs.
#[test]
fn a_test_counts_what_differs() {
    let test = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
    let often = run(book().cycle().take(2000));
    assert_eq!(Pentanomial::of(&often), Pentanomial([0, 0, 2, 1, 1]));
    let standings = Standings::new(&plan(Some(test)), &often, true);
    assert!(standings.notes().iter().all(|note| note.kind() != "stopped_test"));
    let different = run((0..2000).map(|set| pair(set, set, LINES[set % 4])));
    assert_eq!(Pentanomial::of(&different).pairs(), 2000);
    let standings = Standings::new(&plan(Some(test)), &different, true);
    assert!(standings.notes().iter().any(|note| note.kind() == "stopped_test"));
}

/// What runs that were stopped say together, and games of two versions.
#[test]
fn further_notes() {
    let mut results = run(book());
    let of = |results: &[SetResult]| Standings::new(&plan(None), results, true);
    assert_eq!(of(&results).of_stopped_runs(2).notes(), [Note::StoppedParts { runs: 2 }]);
    results[1].games[0].version = Some("0.2.0".into());
    let unknown = Note::Versions { versions: vec!["0.2.0".into()], unknown: true };
    assert_eq!(of(&results).notes(), std::slice::from_ref(&unknown));
    assert!(unknown.text().contains("an earlier one and 0.2.0"), "{}", unknown.text());
    assert_eq!(Note::on_versions(&[], true), None);
    assert!(Note::on_versions(&run(book()), true).is_some(), "this version would go on");
}
