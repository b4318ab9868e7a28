//! What all positions of a small game are worth, found by one pass, beside the solver asked position by position.

use std::collections::HashMap;

use ninefold_core::{Notation, Rules};
use ninefold_games::mnk::Mnk;
use ninefold_session::{Cell, DataPlan, DataRow, DrawnFrom, data_source};
use ninefold_solve::{Request, solver};

/// The positions of a game with their values and distances.
fn listed(game: &str) -> Vec<(String, Cell, Cell)> {
    let plan = DataPlan { from: DrawnFrom::All, positions: None, ..DataPlan::usual(game) };
    let source = data_source(&plan, None, Default::default()).expect("a small game");
    assert_eq!(source.columns()[3..], ["value", "plies"]);
    let rows = source.rows(0..source.len()).expect("rows").into_iter();
    let row = |cells: Vec<Cell>| match &cells[..] {
        [Cell::Text(position), _, _, value, plies] => {
            (position.clone(), value.clone(), plies.clone())
        }
        other => panic!("{other:?}"),
    };
    rows.map(|made| row(made.cells)).collect()
}

#[test]
fn the_solver_says_the_same() {
    for (game, every) in [("mnk:3,3,3", 40), ("mnk:2,5,3", 40), ("mnk:3,4,3", 700), ("369:3", 20)] {
        let rows = listed(game);
        let mut kinds = std::collections::BTreeSet::new();
        for (position, value, _) in rows.iter().step_by(every) {
            let asked = Request::new(game, position.clone());
            let exact = solver(game).unwrap().solve(&asked, &mut |_| {}).unwrap();
            let exact = i64::from(exact.value.expect("small enough"));
            assert_eq!(*value, Cell::Number(exact), "{game} {position}");
            kinds.insert(exact.signum());
        }
        assert_eq!(kinds.len(), 3, "{game}");
    }
}

/// Some of all positions: drawn by the seed, none twice, from all turns; as many as there are stay in order.
#[test]
fn some_of_all_are_drawn_by_the_seed() {
    let set = |positions: Option<u64>, seed: u64| {
        let plan =
            DataPlan { from: DrawnFrom::All, positions, seed, ..DataPlan::usual("tictactoe") };
        let source = data_source(&plan, None, Default::default()).expect("a small game");
        let rows = source.rows(0..source.len()).expect("rows");
        (rows, source)
    };
    let (all, _) = set(None, 0);
    for (positions, seed) in [(4520, 0), (5000, 3)] {
        let (same, source) = set(Some(positions), seed);
        assert!(same == all && !source.is_sample(), "{positions}");
    }
    let (some, source) = set(Some(500), 1);
    assert!(source.is_sample() && some.len() == 500);
    // Row by row it is the same, and the values are those of the whole set.
    assert_eq!(source.rows(250..251).unwrap()[0], some[250]);
    let known: HashMap<String, &DataRow> =
        all.iter().map(|row| (format!("{:?}", row.cells[0]), row)).collect();
    let mut seen = std::collections::HashSet::new();
    let mut stones = [0; 10];
    for row in &some {
        let position = format!("{:?}", row.cells[0]);
        assert_eq!(known[&position], row);
        stones[position
            .chars()
            .take_while(|&letter| letter != ' ')
            .filter(|letter| "12".contains(*letter))
            .count()] += 1;
        assert!(seen.insert(position), "{row:?}");
    }
    // Seven in ten of all have five to seven stones.
    assert!(stones[5] > 50 && stones[6] > 50 && stones[7] > 50, "{stones:?}");
    assert_ne!(set(Some(500), 2).0, some);
    let (more, _) = set(Some(600), 1);
    assert_eq!(more[..500], some, "a row depends on the seed and its number");
}

type Board = Mnk<1>;

/// A result for the player on turn and how long it takes, by the definition: whoever wins hurries, whoever loses delays.
fn slowly(
    game: &Board,
    state: &<Board as Rules>::State,
    seen: &mut HashMap<u64, (i32, u32)>,
) -> (i32, u32) {
    if let Some(outcome) = game.outcome(state) {
        return (outcome.payoffs.of(game.to_move(state)).into(), 0);
    }
    if let Some(&found) = seen.get(&game.key(state)) {
        return found;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut after = Vec::new();
    for mv in moves {
        let mut next = *state;
        game.play(&mut next, mv);
        let (value, plies) = slowly(game, &next, seen);
        after.push((-value, plies + 1));
    }
    let best = after.iter().map(|(value, _)| *value).max().expect("a move");
    let lengths = after.iter().filter(|(value, _)| *value == best).map(|(_, plies)| *plies);
    let plies = if best > 0 { lengths.min() } else { lengths.max() };
    seen.insert(game.key(state), (best, plies.expect("a best move")));
    seen[&game.key(state)]
}

#[test]
fn distances_are_those_of_the_definition() {
    for (spec, game) in [("mnk:3,3,3", Board::new(3, 3, 3)), ("mnk:3,4,3", Board::new(3, 4, 3))] {
        let (rows, mut seen) = (listed(spec), HashMap::new());
        for (position, value, plies) in rows {
            let state = game.parse_position(&position).expect("a position");
            let (best, length) = slowly(&game, &state, &mut seen);
            assert_eq!(value, Cell::Number(best.into()), "{position}");
            let length = if best == 0 { Cell::Nothing } else { Cell::Number(length.into()) };
            assert_eq!(plies, length, "{position}");
        }
    }
}

/// 3-6-9 ends when the board is full.
#[test]
fn points_take_all_empty_cells() {
    for (position, _, plies) in listed("369:3") {
        let board = position.split(' ').next().unwrap();
        let empty = board.matches('.').count() as i64;
        assert_eq!(plies, Cell::Number(empty), "{position}");
    }
}
