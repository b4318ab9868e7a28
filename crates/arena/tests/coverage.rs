//! A small run of the count that `ninefold measure coverage` makes, with a seed of its own.

use ninefold_arena::coverage;

/// The seed of this run; the slow one has another by default.
const SEED: u64 = 7919;
const RUNS: u64 = 250;

/// Every interval holds the truth about as often as it says, and misses on neither side alone; both errors of the test
/// are near 5 %. With 250 runs the deviation of 95 % is 1.4 %, so three of them are 4 %. Intervals by the plain share
/// after a stop are known to hold too little, and are here to be told so.
#[test]
fn intervals_hold_what_they_promise() {
    for found in coverage(RUNS, SEED) {
        let told = format!(
            "seed {SEED}, {}, {}: {:.3} held, {:.3} below, {:.3} above of {}",
            found.setting,
            found.what,
            found.held(),
            found.missed_below(),
            found.missed_above(),
            found.count
        );
        println!("{told}");
        if found.is_error() {
            assert!(found.missed_below() < 0.10, "{told}");
        } else if found.what.contains("after the stop") {
            assert!(found.held() > 0.80, "{told}");
        } else {
            assert!(found.held() > 0.91, "{told}");
            assert!(found.missed_below() < 0.06 && found.missed_above() < 0.06, "{told}");
        }
    }
}
