//! Labels by search: an estimate, or a certain part of the point; never one in the unit of the other.

use ninefold_session::{Cell, DataPlan, Label, data_source};

/// More than any evaluator of these games tells of a position that is not over.
const RANGE: i64 = 1_000_000;

/// The values and shares of a game's positions from random games.
fn labels(game: &str, nodes: u64, positions: u64) -> Vec<(Cell, f32)> {
    let plan = DataPlan {
        label: Label::Search,
        nodes,
        positions: Some(positions),
        ..DataPlan::usual(game)
    };
    let source = data_source(&plan, None, Default::default()).expect("a game");
    assert_eq!(
        (&source.columns()[3..], source.label()),
        (&["value", "share"].map(String::from)[..], "share")
    );
    let rows = source.rows(0..source.len()).expect("rows");
    assert!(rows.iter().all(|row| source.is_known(row)), "{game}");
    let label = |cells: &[Cell]| match &cells[3..] {
        [value, Cell::Fraction(share)] => (value.clone(), *share),
        other => panic!("{other:?}"),
    };
    rows.iter().map(|row| label(&row.cells)).collect()
}

#[test]
fn a_certain_result_has_no_value_beside_its_share() {
    for (game, nodes, positions) in
        [("gomoku", 400, 60), ("morris", 2000, 60), ("tictactoe", 20_000, 60), ("369:3", 2000, 40)]
    {
        let (mut certain, mut estimated) = (0, 0);
        for (value, share) in labels(game, nodes, positions) {
            match value {
                Cell::Nothing => certain += 1,
                Cell::Number(value) => {
                    estimated += 1;
                    assert!(value.abs() < RANGE, "{game}: {value} beside {share}");
                    assert!(share > 0.0 && share < 1.0, "{game}: {value} beside {share}");
                }
                other => panic!("{game}: {other:?}"),
            }
            if matches!(value, Cell::Nothing) {
                assert!([0.0, 0.5, 1.0].contains(&share), "{game}: {share}");
            }
        }
        assert!(certain > 0, "{game}: {certain} {estimated}");
        assert!(estimated > 0 || game == "tictactoe", "{game}: {certain} {estimated}");
    }
}
