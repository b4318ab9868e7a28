//! The puzzles that come with the program, asked of the exact solvers again.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use ninefold_core::StopFlag;
use ninefold_puzzles::{
    Collection, Finder, Numbered, Problem, Puzzle, PuzzleError, SEEDS, THEMES, Wanted, verify,
};
use ninefold_session::{Games, Limits, Origin, PlayerSpec, Setup, games};
use ninefold_solve::morris::{BuildPlan, Cpu, build};

/// The names of those that solvers know nothing about; all others are right.
fn unknown(games: &Games, puzzles: &[&Numbered], data: Option<&Path>) -> Vec<String> {
    let (mut unknown, mut wrong) = (Vec::new(), Vec::new());
    for puzzle in puzzles {
        match verify(games, puzzle, data.map(Path::to_owned)) {
            Ok(Some(())) => {}
            Ok(None) => unknown.push(puzzle.id.clone()),
            Err(problem) => wrong.push(format!("{}: {problem}", puzzle.id)),
        }
    }
    assert_eq!(wrong, [""; 0]);
    unknown
}

fn of(family: &str) -> Vec<&Numbered> {
    Collection::shipped().of(family).collect()
}

#[test]
fn every_line_is_a_puzzle() {
    for family in games().families() {
        for line in family.puzzles.lines() {
            let puzzle: Puzzle = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(puzzle.to_string(), line);
            assert!(puzzle.themes.iter().all(|theme| THEMES.contains(&&**theme)), "{line}");
            assert!(puzzle.choices.len() >= 4, "{line}");
        }
    }
}

#[test]
fn there_are_enough_of_every_kind() {
    let counts: HashMap<&str, usize> =
        ["morris", "mnk", "369", "9tka"].map(|family| (family, of(family).len())).into();
    assert!(counts["morris"] >= 200 && counts["mnk"] >= 100, "{counts:?}");
    assert!(counts["369"] >= 100 && counts["9tka"] >= 100, "{counts:?}");
    assert!(of("mnk").iter().filter(|puzzle| puzzle.game == "mnk:3,3,3").count() <= 10);
    let morris = of("morris");
    for theme in THEMES.iter().filter(|theme| !["most points", "last moves"].contains(theme)) {
        let about = morris.iter().filter(|puzzle| puzzle.themes.iter().any(|other| other == theme));
        assert!(about.count() >= 20, "{theme}");
    }
}

/// The phase is that of the position, and a win is as far off as the solution says: both are asked of others than the themes.
#[test]
fn themes_that_follow_from_the_rest_are_right() {
    let games = games();
    for puzzle in of("morris") {
        let has = |theme: &str| puzzle.themes.iter().any(|other| other == theme);
        let origin = Origin::Position(puzzle.position.clone());
        let session = games.open(&puzzle.game, &Setup { origin, ..Setup::default() }).unwrap();
        assert_eq!(has("moving"), session.status().phase == "moving", "{}", puzzle.id);
        let best = puzzle.best();
        let win = best.plies.filter(|_| best.value > 0);
        // The eighth move of the winner is the fifteenth of both.
        assert_eq!(
            has("win within 8 moves"),
            win.is_some_and(|plies| plies <= 15),
            "{}",
            puzzle.id
        );
        assert_eq!(
            has("win in 9 moves or more"),
            win.is_some_and(|plies| plies > 15),
            "{}",
            puzzle.id
        );
    }
    let line = of("morris")[0].to_string();
    assert_eq!(line.parse::<Puzzle>().unwrap(), of("morris")[0].puzzle);
}

/// The points of a board of morris in the order of a position's text.
const POINTS: [&str; 24] = [
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4", "e4", "f4", "g4", "c3",
    "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1",
];

/// Its lines: eight that one reads off the text, and eight across.
fn lines() -> Vec<[&'static str; 3]> {
    let across = [
        "a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2",
        "g7 g4 g1",
    ];
    let across = across.map(|line| line.split(' ').collect::<Vec<_>>().try_into().unwrap());
    POINTS.chunks(3).map(|line| line.try_into().unwrap()).chain(across).collect()
}

/// After the right move of a double mill a man of a mill can step to where it closes another one, looked up on the board.
#[test]
fn a_double_mill_runs_between_two_mills() {
    let games = games();
    let is_about = |puzzle: &&&Numbered| puzzle.themes.iter().any(|theme| theme == "double mill");
    for puzzle in of("morris").iter().filter(is_about) {
        let origin = Origin::Position(puzzle.position.clone());
        let mut session = games.open(&puzzle.game, &Setup { origin, ..Setup::default() }).unwrap();
        let man = if session.status().to_move == 1 { 'w' } else { 'b' };
        let right = session.moves().swap_remove(puzzle.solution());
        session.play(&right).unwrap();
        let position = session.status().position;
        let board: String = position.split(' ').next().unwrap().replace('/', "");
        let at = |point: &str| {
            let place = POINTS.iter().position(|&other| other == point).unwrap();
            board.chars().nth(place).unwrap()
        };
        let lines = lines();
        let is_closed_without = |from: &str, to: &str, closed: &str| {
            lines.iter().filter(|line| line.contains(&closed)).any(|line| {
                !(line.contains(&from) && line.contains(&to))
                    && line.iter().all(|&point| point == closed || at(point) == man)
            })
        };
        let steps = lines.iter().flat_map(|&[first, middle, last]| {
            [(first, middle), (middle, first), (middle, last), (last, middle)]
        });
        let runs = steps.filter(|&(from, to)| {
            at(from) == man
                && at(to) == '.'
                && is_closed_without(from, to, from)
                && is_closed_without(from, to, to)
        });
        assert!(runs.count() > 0, "{}: {position}", puzzle.id);
        assert_eq!(puzzle.best().value, 1, "{}", puzzle.id);
    }
}

/// One of each game, in the middle of its file, asked of level 2 again: it fails in at least half of its tries.
#[test]
fn a_beginner_fails_at_least_every_second_time() {
    let games = games();
    let beginner = PlayerSpec::parse("level:2").unwrap();
    for family in ["morris", "mnk", "369", "9tka"] {
        let all = of(family);
        let puzzle = all[all.len() / 2];
        let found = (0..SEEDS).filter(|&seed| {
            let origin = Origin::Position(puzzle.position.clone());
            let setup = Setup { seed, origin, ..Setup::default() };
            let session = games.open(&puzzle.game, &setup).unwrap();
            let stop = StopFlag::default();
            let advice = session.consider(&beginner, Limits::default(), &stop).unwrap();
            advice.best == Some(session.moves()[puzzle.solution()].clone())
        });
        assert!(2 * found.count() as u64 <= SEEDS, "{}", puzzle.id);
    }
}

#[test]
fn no_two_are_images_of_each_other() {
    let games = games();
    let mut seen = HashSet::new();
    for puzzle in Collection::shipped().all() {
        let origin = Origin::Position(puzzle.position.clone());
        let session = games.open(&puzzle.game, &Setup { origin, ..Setup::default() }).unwrap();
        let family = puzzle.game.split(',').next().unwrap().to_owned();
        assert!(seen.insert((family, session.canonical_position())), "{}", puzzle.id);
    }
}

#[test]
fn solvers_agree_about_lines_points_and_sections() {
    let games = games();
    let puzzles = ["mnk", "369", "9tka"].map(of).concat();
    assert_eq!(unknown(&games, &puzzles, None), [""; 0]);
}

/// Values of at most six men a side, made anew: what is beyond them needs all tables.
#[test]
fn tables_agree_about_small_endings() {
    let data = tempfile::TempDir::new().unwrap();
    let plan = BuildPlan { men: 6, distance: false, threads: 2, cpu: Cpu::detect() };
    build(data.path(), plan, &StopFlag::default(), &mut |_| {}).unwrap();
    let puzzles = of("morris");
    let unknown = unknown(&games(), &puzzles, Some(data.path()));
    assert!(puzzles.len() - unknown.len() >= 40, "{}", unknown.len());
}

#[test]
fn a_wrong_puzzle_is_told() {
    let games = games();
    let wrong = |line: &str| verify(&games, &line.parse().unwrap(), None).unwrap_err();
    // Crosses complete their row. 2,1 stops that of the noughts and loses nothing, whatever this line says.
    let careless = "mnk:3,3,3 | 110/022/000 1 | win by force | 0 | 1 -1r0 -1r0 -1r0 -1r0";
    assert!(matches!(wrong(careless), Problem::Value { mv, given: -1, .. } if mv == "2,1"));
    let few = "mnk:3,3,3 | 110/022/000 1 | win by force | 0 | 1 -1r0";
    assert!(matches!(wrong(few), Problem::Moves { given: 2, legal: 5 }));
    let read = |line: &str| line.parse::<Puzzle>().unwrap_err();
    assert_eq!(read("mnk:3,3,3 | 1"), PuzzleError::Parts(2));
    assert_eq!(read("a | b | c | 101 | 1 0"), PuzzleError::Grade("101".into()));
    assert_eq!(read("a | b | c | 1 | 1 0 x"), PuzzleError::Choice("x".into()));
    assert_eq!(read("a | b | c | 1 | 1 0 1"), PuzzleError::Ambiguous);
}

#[test]
fn the_same_seed_finds_the_same_puzzles() {
    let games = games();
    let find = || {
        let wanted = Wanted { game: "mnk:4,4,4".into(), theme: None, seed: 3, data: None };
        let mut finder = Finder::new(&games, wanted, StopFlag::default());
        [(); 2].map(|()| finder.next_puzzle().unwrap().unwrap())
    };
    let (first, again) = (find(), find());
    assert_eq!(first, again);
    for puzzle in &first {
        assert!(matches!(verify(&games, puzzle, None), Ok(Some(()))), "{puzzle}");
    }
    let stop = StopFlag::default();
    stop.raise();
    let wanted = Wanted { game: "mnk:4,4,4".into(), theme: None, seed: 3, data: None };
    assert!(Finder::new(&games, wanted, stop).next_puzzle().unwrap().is_none());
}
