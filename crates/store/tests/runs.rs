//! Runs: the same plan is the same run, sets are kept once, a finished run has no more than it counted.

use std::sync::Arc;

use ninefold_arena::{EntrantPlan, GameResult, Plan, ResultSink, RunPlan, SetResult};
use ninefold_store::{KeptRun, RunSink, Store, StoreError};
use tempfile::TempDir;

fn result(set: u64, reason: &str) -> SetResult {
    let game = |seats: [usize; 2]| GameResult {
        seats: seats.to_vec(),
        points: vec![0.5, 0.5],
        result: Some(vec![0, 0]),
        reason: reason.into(),
        seed: u64::MAX,
        opening: 2,
        moves: vec!["1,1".into(), "2,2".into()],
        ..GameResult::default()
    };
    SetResult { run: 1, set, games: vec![game([0, 1]), game([1, 0])] }
}

#[test]
fn a_run_is_kept_and_found_again() {
    let folder = TempDir::new().expect("a folder");
    let store = Arc::new(Store::open(folder.path()).expect("a store"));
    let run = store.begin_run("tournament", Some("a run"), "{1}").expect("kept");
    assert_eq!(store.begin_run("tournament", Some("other name"), "{1}").expect("found"), run);
    let other = store.begin_run("tournament", Some("another"), "{2}").expect("kept");
    assert_eq!(other.id, run.id + 1, "whoever goes on with a run uses up no number");
    let mut keeper = RunSink::open(store.clone(), run.id).expect("nobody has it");
    keeper.keep(&[result(2, "full"), result(0, "full")]).expect("kept");
    keeper.keep(&[result(1, "full")]).expect("kept");
    // Somebody else played the same set: the first result stays.
    keeper.keep(&[result(1, "line")]).expect("kept");
    drop(store);
    let store = Store::open(folder.path()).expect("the store again");
    let kept = store.run_results(run.id).expect("readable");
    assert_eq!(kept, [0, 1, 2].map(|set| result(set, "full")));
    assert_eq!(store.run(run.id).expect("kept").games, 6);
    assert_eq!(store.run_results(other.id).expect("readable"), []);
}

#[test]
fn a_finished_run_forgets_what_did_not_count() {
    let folder = TempDir::new().expect("a folder");
    let store = Arc::new(Store::open(folder.path()).expect("a store"));
    let run = store.begin_run("tournament", Some("a run"), "{}").expect("kept").id;
    let mut keeper = RunSink::open(store.clone(), run).expect("nobody has it");
    keeper.keep(&[0, 1, 2, 3].map(|set| result(set, "full"))).expect("kept");
    keeper.close(2, "decided").expect("closed");
    // Whoever ends it again, or comes late, changes nothing.
    keeper.close(1, "decided again").expect("closed");
    assert!(keeper.keep(&[result(2, "full")]).is_err());
    let kept = store.run(run).expect("kept");
    assert_eq!((kept.games, kept.end.as_deref()), (4, Some("decided")));
    store.delete_run(run).expect("deleted");
    let late = store.keep_results(run, &[result(0, "full")]);
    assert!(matches!(late, Err(StoreError::RunOver { .. })), "{late:?}");
    assert!(matches!(store.run(run), Err(StoreError::NoRun { .. })));
    assert!(matches!(store.delete_run(run), Err(StoreError::NoRun { .. })));
    assert_eq!(store.run_results(run).expect("empty"), []);
}

/// Two stores of one folder stand for two processes: only one of them may play a run, until it is done with it.
#[test]
fn a_run_has_one_keeper_at_a_time() {
    let folder = TempDir::new().expect("a folder");
    let open = || Arc::new(Store::open(folder.path()).expect("a store"));
    let (one, other) = (open(), open());
    let run = one.begin_run("tournament", Some("a run"), "{}").expect("kept").id;
    let another = one.begin_run("tournament", Some("another"), "{2}").expect("kept").id;
    let keeper = RunSink::open(one.clone(), run).expect("nobody has it");
    for store in [&one, &other] {
        let refused = RunSink::open(store.clone(), run);
        assert!(matches!(refused, Err(StoreError::Playing { .. })), "{refused:?}");
    }
    RunSink::open(other.clone(), another).expect("another run");
    drop(keeper);
    let mut keeper = RunSink::open(other, run).expect("it was given back");
    keeper.close(0, "nothing to play").expect("closed");
    let files = std::fs::read_dir(folder.path()).expect("a folder");
    let names = files.map(|file| file.expect("a file").file_name().into_string().expect("text"));
    assert!(!names.into_iter().any(|name| name == format!("run-{run}.lock")));
}

/// The file as the fourth layout has it: without the tables that came later.
fn make_earlier(file: &rusqlite::Connection) {
    let back = "DROP INDEX study_by_class; DROP INDEX study_by_participant; DROP TABLE game_name; ALTER TABLE game DROP COLUMN birth; ALTER TABLE study DROP COLUMN class;
        ALTER TABLE study DROP COLUMN participant; DROP TABLE class; DROP TABLE league_cup; DROP TABLE league_member; DROP TABLE league_entrant; DROP TABLE league;
        DROP INDEX game_by_league; ALTER TABLE game DROP COLUMN league; DROP TABLE place; DROP TABLE placed_game; DROP TABLE note; DROP TABLE shown_to;
        DROP TABLE invitation; DROP TABLE participant; PRAGMA user_version = 4";
    file.execute_batch(back).expect("an earlier layout");
}

/// Earlier versions wrote a name that they made of the plan, in two crates in two ways.
#[test]
fn a_run_has_a_name_only_if_somebody_gave_it_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let players = ["a", "b", "c", "d", "e"].map(str::to_owned);
    let plan = Plan::usual("mnk:3,3,3", 2, EntrantPlan::numbered(players));
    let seeded = |seed| RunPlan::Tournament(Plan { seed, ..plan.clone() });
    let title = "mnk:3,3,3 between a, b, c, d and 1 more";
    let begin = |name: Option<&str>, seed| {
        let plan = seeded(seed);
        store.begin_run(plan.kind(), name, &plan.to_string()).expect("kept")
    };
    let names = [
        Some(title),
        Some("mnk:3,3,3 between a, b, c, d, e"),
        Some("the champion of run 1 tested"),
        Some("between friends"),
        None,
    ];
    let runs: Vec<KeptRun> = names.iter().zip(0..).map(|(name, seed)| begin(*name, seed)).collect();
    assert_eq!(runs[4].title(), title);
    let file = rusqlite::Connection::open(store.file()).expect("a store");
    make_earlier(&file);
    let store = Store::open(folder.path()).expect("a store");
    let found = |id| store.run(id).expect("kept").name;
    let named: Vec<Option<String>> = runs.iter().map(|run| found(run.id)).collect();
    let named: Vec<Option<&str>> = named.iter().map(Option::as_deref).collect();
    assert_eq!(named, [None, None, names[2], names[3], None]);
    assert_eq!(store.run(runs[0].id).expect("kept").title(), title);
    let broken = store.begin_run("tournament", None, "{not json").expect("kept");
    make_earlier(&file);
    let store = Store::open(folder.path()).expect("a plan that is none stops nobody");
    assert_eq!(store.run(broken.id).expect("kept").title(), format!("tournament {}", broken.id));
}
