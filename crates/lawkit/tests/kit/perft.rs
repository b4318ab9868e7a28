//! Known leaf counts.

use ninefold_core::{Family, Registry};
use ninefold_lawkit::{Law, Perft, known_perft};

use crate::row::{Row, Rows};

#[test]
fn the_counts_of_a_family_are_checked() {
    let registry = Registry::new().with::<Rows>();
    let lines = known_perft(Rows::INFO.perft).unwrap();
    assert_eq!(lines.len(), 3);
    for line in lines {
        let report = registry.open(&line.spec, line.host()).unwrap().unwrap();
        assert_eq!(report.checks(Law::Perft), 2 * line.counts.len() as u64);
    }
}

#[test]
fn a_wrong_count_is_caught() {
    let perft = Perft { position: None, counts: vec![4, 7] };
    let violation = perft.check(&Row { cells: 5, players: 2 }, "row:5").unwrap_err();
    let message = "row:5 breaks the law \"perft\" at \"..... 1 0-0\": \
                   6 leaves counted at depth 2, wanted 7";
    assert_eq!(violation.to_string(), message);
}

#[test]
fn a_wrong_position_is_caught() {
    let perft = Perft { position: Some("x 1 0-0".into()), counts: vec![1] };
    assert_eq!(perft.check(&Row::PAIR, "row").unwrap_err().law, Law::PositionText);
}

#[test]
fn lines_can_be_cut_at_a_number_of_leaves() {
    let line = known_perft("row ; start ; 4 6 100 3").unwrap().remove(0);
    assert_eq!(line.within(10).counts, [4, 6]);
}

#[test]
fn what_is_no_line_is_named() {
    for wrong in ["row ; start", "row ; start ;", "row ; start ; 4 six", "; start ; 4", "row ;; 4"]
    {
        let error = known_perft(&format!("# counts\n{wrong}\n")).unwrap_err();
        assert_eq!((error.line, error.text.as_str()), (2, wrong));
        assert!(error.to_string().contains("wanted"), "{error}");
    }
}
