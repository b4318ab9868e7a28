//! Checks `docs/reproduction.md`, and the table of `docs/mnk.md`, against the program: claims of
//! machine-independent results that are cheap to check are measured again.

use std::collections::BTreeMap;

use ninefold_core::{Player, StopFlag};
use ninefold_session::games;
use ninefold_solve::mnk::{Budget, Question, solve};
use tempfile::TempDir;

use super::lab::{Lab, Progress};
use super::notebook::Notebook;
use super::{Paper, Reproduction, maxn, mnk, morris};

const DOCUMENT: &str = include_str!("../../../../docs/reproduction.md");
const MNK: &str = include_str!("../../../../docs/mnk.md");

/// The chapter with this title, without the line about its time.
fn chapter(text: &str, title: &str) -> String {
    let head = format!("\n## {title}\n");
    let (_, rest) = text.split_once(&head).unwrap_or_else(|| panic!("there is no {title}"));
    let chapter = rest.split("\n## ").next().unwrap_or_default();
    chapter
        .lines()
        .filter(|line| !line.starts_with("This chapter took"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The rows of all tables of a text.
fn table(text: &str) -> Vec<Vec<String>> {
    let cells =
        |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    text.lines().filter(|line| line.starts_with('|')).map(cells).collect()
}

/// The rows of all tables of a chapter.
fn rows(title: &str) -> Vec<Vec<String>> {
    table(&chapter(DOCUMENT, title))
}

/// Runs something in a laboratory like that of a full run, with an empty notebook.
fn in_lab<T>(ask: impl FnOnce(&Lab<'_>) -> anyhow::Result<T>) -> T {
    let folder = TempDir::new().expect("a folder for the notebook");
    let (games, mut silent) = (games(), Vec::new());
    let lab = Lab {
        games: &games,
        quick: false,
        most: None,
        threads: 2,
        notebook: Notebook::new(folder.path().to_owned(), false),
        data: folder.path().to_owned(),
        stop: StopFlag::default(),
        diary: Progress::new(&mut silent, false),
    };
    ask(&lab).expect("a measurement")
}

/// All of 3-6-9 takes a second: every word, figure and rating.
#[test]
fn the_chapter_about_369_is_what_the_program_prints() {
    let folder = TempDir::new().expect("a folder for the notebook");
    let mut silent = Vec::new();
    let reproduction = Reproduction {
        games: &games(),
        paper: Paper::Heuristics369,
        quick: false,
        most: None,
        threads: 2,
        data: folder.path().to_owned(),
        fresh: false,
        stop: StopFlag::default(),
        progress: &mut silent,
        live: false,
    };
    let report = reproduction.run().expect("a report").expect("nobody stopped it");
    let title = "The heuristics of 3-6-9";
    let (printed, found) = (chapter(DOCUMENT, title), chapter(&report.text, title));
    for (printed, found) in printed.lines().zip(found.lines()) {
        assert_eq!(printed, found);
    }
    assert_eq!(printed.lines().count(), found.lines().count());
}

#[test]
fn the_nodes_of_maxn_are_the_printed_ones() {
    let rows = rows("9tka with Max^N");
    for players in 2..=4_usize {
        let steps = in_lab(|lab| maxn::steps(lab, players, "maxn", 10));
        for (step, found) in (1..).zip(&steps) {
            let of_step = |row: &&Vec<String>| {
                row[..2] == [players.to_string(), format!("{step}")] && row.len() == 6
            };
            let row = rows.iter().find(of_step).expect("a row of this step");
            assert_eq!(row[5], format!("{:.0}", found.nodes), "{players} players, step {step}");
        }
    }
}

/// The recursion of the literature finds the moves of `maxn`, which therefore plays the first
/// steps, whose trees are large.
#[test]
fn the_nodes_of_plain_maxn_are_the_printed_ones() {
    let (rows, catalogue) = (rows("9tka with Max^N"), games());
    for (players, from) in [(2_usize, 5), (3, 3), (4, 2)] {
        let search = |step: usize| if step < from { "maxn" } else { "plainmaxn" };
        let mut steps: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for seed in 0..10 {
            let found = maxn::game(&catalogue, players, &search, seed).expect("a game");
            for (step, _, nodes) in found.into_iter().filter(|(step, ..)| *step >= from) {
                let sum = steps.entry(step).or_default();
                *sum = (sum.0 + 1.0, sum.1 + nodes);
            }
        }
        for (step, (moves, nodes)) in steps {
            let of_step = |row: &&Vec<String>| {
                row[..2] == [players.to_string(), (step + 1).to_string()] && row.len() == 6
            };
            let row = rows.iter().find(of_step).expect("a row of this step");
            let mean = nodes / moves;
            assert_eq!(row[3], format!("{mean:.0}"), "{players} players, step {}", step + 1);
        }
    }
}

#[test]
fn the_branching_of_morris_is_the_printed_one() {
    let rows = rows("Minimax and alpha-beta in Nine Men's Morris");
    for depth in 1..=4 {
        let (cells, _) = in_lab(|lab| morris::branching_row(lab, depth, 10));
        assert!(rows.contains(&cells), "{cells:?} is not in the document");
    }
}

/// Every solver that needs no more than four million nodes, which is all but one, and the empty
/// boards.
#[test]
fn the_nodes_of_mnk_are_the_printed_ones() {
    let rows = rows("The m,n,k solver");
    let mut checked = 0;
    for (at, (game, position)) in mnk::SMALL.iter().enumerate() {
        let found = mnk::small(&StopFlag::default(), at, 4_000_000).expect("values");
        checked += found.len();
        for (name, _, nodes, _) in found {
            let wanted = [format!("`{game}`"), format!("`{position}`"), name];
            let row = rows.iter().find(|row| row[..3] == wanted).expect("a row of this solver");
            assert_eq!(row[4], nodes.to_string(), "{wanted:?}");
        }
    }
    assert_eq!(checked, 15);
    for (at, (game, _)) in mnk::LARGE.iter().enumerate() {
        let (_, nodes, _) = mnk::large(&games(), &StopFlag::default(), at).expect("a value");
        let row = rows.iter().find(|row| row.len() == 5 && row[0] == format!("`{game}`"));
        assert_eq!(row.expect("a row of this board")[3], nodes.to_string(), "{game}");
    }
}

/// Runs the bench that prints the other document's table, for the boards that take some seconds at
/// most.
#[test]
fn the_positions_of_empty_boards_are_the_printed_ones() {
    let rows = table(&chapter(MNK, "From the empty board"));
    let mut checked = 0;
    for row in &rows {
        let size: Vec<usize> = row[0].split(',').filter_map(|part| part.parse().ok()).collect();
        let (&[rows, columns, k], Ok(printed @ ..6_000_000)) = (&size[..], row[3].parse::<u64>())
        else {
            continue;
        };
        let board = vec![0; rows * columns];
        let question = Question { rows, columns, k, board: &board, mover: Player::FIRST };
        let budget = Budget { memory: 256 << 20, ..Budget::default() };
        let found = solve(&question, &budget, &mut |_| {}).expect("a board that fits");
        assert_eq!(found.nodes, printed, "{}", row[0]);
        checked += 1;
    }
    assert!(checked > 20, "{checked} boards");
}
