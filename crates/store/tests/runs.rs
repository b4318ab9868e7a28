//! Runs: the same plan is the same run, sets are kept once, a finished run has no more than it counted.

use std::sync::Arc;

use ninefold_arena::{ChunkResult, GameResult, Keeper};
use ninefold_store::{RunKeeper, Store, StoreError};
use tempfile::TempDir;

fn result(chunk: u64, reason: &str) -> ChunkResult {
    let game = |seats: [usize; 2]| GameResult {
        seats: seats.to_vec(),
        points: vec![0.5, 0.5],
        result: Some(vec![0, 0]),
        reason: reason.into(),
        note: None,
        seed: u64::MAX,
        opening: 2,
        moves: vec!["1,1".into(), "2,2".into()],
        times: Vec::new(),
    };
    ChunkResult { run: 1, chunk, games: vec![game([0, 1]), game([1, 0])] }
}

#[test]
fn a_run_is_kept_and_found_again() {
    let folder = TempDir::new().expect("a folder");
    let store = Arc::new(Store::open(folder.path()).expect("a store"));
    let run = store.begin_run("tournament", "a run", "{1}").expect("kept");
    assert_eq!(store.begin_run("tournament", "other name", "{1}").expect("found"), run);
    let other = store.begin_run("tournament", "another", "{2}").expect("kept");
    assert_ne!(run.id, other.id);
    let mut keeper = RunKeeper::new(store.clone(), run.id);
    keeper.keep(&[result(2, "full"), result(0, "full")]).expect("kept");
    keeper.keep(&[result(1, "full")]).expect("kept");
    // Somebody else played the same set: the first result stays.
    keeper.keep(&[result(1, "line")]).expect("kept");
    drop(store);
    let store = Store::open(folder.path()).expect("the store again");
    let kept = store.run_results(run.id).expect("readable");
    assert_eq!(kept, [0, 1, 2].map(|chunk| result(chunk, "full")));
    assert_eq!(store.run(run.id).expect("kept").games, 6);
    assert_eq!(store.run_results(other.id).expect("readable"), []);
}

#[test]
fn a_finished_run_forgets_what_did_not_count() {
    let folder = TempDir::new().expect("a folder");
    let store = Arc::new(Store::open(folder.path()).expect("a store"));
    let run = store.begin_run("tournament", "a run", "{}").expect("kept").id;
    let mut keeper = RunKeeper::new(store.clone(), run);
    keeper.keep(&[0, 1, 2, 3].map(|chunk| result(chunk, "full"))).expect("kept");
    keeper.close(2, "decided").expect("closed");
    keeper.close(2, "decided again").expect("closed");
    let kept = store.run(run).expect("kept");
    assert_eq!((kept.games, kept.end.as_deref()), (4, Some("decided")));
    store.delete_run(run).expect("deleted");
    assert!(matches!(store.run(run), Err(StoreError::NoRun { .. })));
    assert!(matches!(store.delete_run(run), Err(StoreError::NoRun { .. })));
    assert_eq!(store.run_results(run).expect("empty"), []);
}
