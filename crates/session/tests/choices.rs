//! Choices beside what is proved of every move, and numbers fitted to what is proved.

use ninefold_session::measure::{
    ChoicesRequest, MistakesRequest, ReviewCheckRequest, Seats, check_reviews, choices,
    count_mistakes,
};
use ninefold_session::{DataPlan, DrawnFrom, Label, PlayerSpec, example_source, fit_evaluator};
use ninefold_solve::{Request, solver};

fn request(game: &str, players: &[&str]) -> ChoicesRequest {
    ChoicesRequest {
        game: game.to_owned(),
        data: None,
        players: players.iter().map(|player| PlayerSpec::parse(player).unwrap()).collect(),
        phase: None,
        seed: 4,
        stop: Default::default(),
    }
}

/// Whoever plays perfectly gives nothing away, whoever plays by chance does, and the solver says the same of each position.
#[test]
fn only_what_is_worse_counts() {
    let request = request("tictactoe", &["best", "random"]);
    let (mut perfect, mut random) = (0, 0);
    for number in 0..40 {
        let found = choices(&request, number).unwrap().expect("nobody stopped it");
        let asked = Request::new("mnk:3,3,3".to_owned(), found.position.clone());
        let exact = solver("mnk:3,3,3").unwrap().solve(&asked, &mut |_| {}).unwrap();
        assert_eq!(found.moves[0], found.position.matches('0').count(), "{found:?}");
        let best = exact.moves.iter().filter(|(_, value)| Some(*value) == exact.value).count();
        assert_eq!(found.moves, [exact.moves.len(), best], "{found:?}");
        perfect += found.lost[0];
        random += i32::from(found.lost[1] > 0);
    }
    assert_eq!(perfect, 0);
    assert!((10..40).contains(&random), "{random}");
}

/// The same position comes of the same number, whoever else chooses.
#[test]
fn a_position_depends_on_its_number_alone() {
    let [one, two] = [&["random"][..], &["level:3", "random"]].map(|players| {
        let request = request("369:3", players);
        choices(&request, 5).unwrap().unwrap()
    });
    assert_eq!((one.position, one.moves), (two.position, two.moves));
}

/// Tables that are not there are named before a game is played, even if none was asked for.
#[test]
fn nothing_is_held_against_tables_that_are_not_there() {
    let nowhere = tempfile::tempdir().unwrap();
    let review = ReviewCheckRequest {
        game: "morris".into(),
        data: nowhere.path().to_owned(),
        tables_open: false,
        moves: 0,
        seats: Seats::Levels(1, 1),
        nodes: 1,
        seed: 1,
        stop: Default::default(),
    };
    let player = PlayerSpec::parse("random").unwrap();
    let mistakes = MistakesRequest {
        game: "morris".into(),
        data: nowhere.path().to_owned(),
        player: player.clone(),
        opponent: player,
        games: 0,
        seed: 1,
        stop: Default::default(),
    };
    let refused = [
        check_reviews(&review, &mut |_| {}).unwrap_err(),
        count_mistakes(&mistakes, &mut |_| {}).unwrap_err(),
    ];
    for error in refused {
        assert!(error.to_string().contains("ninefold tables build morris --full"), "{error}");
    }
}

/// Against the exact values of all positions of tic-tac-toe whole numbers foretell nearly as well as any would.
#[test]
fn fitted_numbers_foretell_what_is_proved() {
    let plan = DataPlan {
        from: DrawnFrom::All,
        label: Label::Exact,
        positions: None,
        ..DataPlan::usual("tictactoe")
    };
    let source = example_source(&plan, "threats", None, Default::default()).unwrap();
    let examples = source.examples(0..source.len()).unwrap();
    assert_eq!(examples.len(), 4520);
    let fitted = fit_evaluator(&*source, &examples, 1.0).unwrap();
    let [new, _, blind] = fitted.losses;
    let (_, _, best) = fitted.curve[fitted.curve.len() - 1];
    assert!((new - best).abs() < 0.005 && new < blind - 0.3, "{:?} {best}", fitted.losses);
    let held_out: Vec<f64> = fitted.curve.iter().map(|point| point.2).collect();
    assert!(held_out[held_out.len() - 1] < held_out[0], "{held_out:?}");
}
