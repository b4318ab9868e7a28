//! `ninefold store`: check, backup, export, import, repair.

use crate::common::{REFUSED, Sandbox, refusals};

#[test]
fn a_store_goes_elsewhere_and_comes_back() {
    let sandbox = Sandbox::new();
    sandbox.write("game", "[Game \"tictactoe\"]\n\n2,2 1,1\n");
    sandbox.answer(&["record", "import", "game"]);
    let checked = sandbox.json(&["store", "check"]);
    assert_eq!((&checked["whole"], &checked["games"]), (&true.into(), &1.into()), "{checked}");
    sandbox.answer(&["store", "backup", "copy.sqlite"]);
    assert!(sandbox.path("copy.sqlite").exists());
    let exported = sandbox.json(&["store", "export", "all.jsonl"]);
    assert!(exported["rows"].as_u64() >= Some(1), "{exported}");
    assert_eq!(sandbox.answer(&["store", "export"]), sandbox.read("all.jsonl"));
    let imported = sandbox.json(&["store", "import", "all.jsonl", "--data", "elsewhere"]);
    assert_eq!((&imported["new"], &imported["renamed"]), (&exported["rows"], &0.into()));
    let list = |data: &[&str]| sandbox.answer(&[&["record", "list"], data].concat());
    assert_eq!(list(&["--data", "elsewhere"]), list(&[]));
    let repaired = sandbox.json(&["store", "repair"]);
    assert_eq!(repaired["kept"], exported["rows"]);
    assert_eq!(list(&["--data", "elsewhere"]), list(&[]));
}

#[test]
fn a_game_that_nobody_can_read_is_kept_and_named() {
    let sandbox = Sandbox::new();
    sandbox.write("game", "[Game \"tictactoe\"]\n\n2,2 1,1\n");
    sandbox.answer(&["record", "import", "game"]);
    let whole = sandbox.answer(&["store", "export"]);
    let game = whole.lines().find(|line| line.starts_with("{\"table\":\"game\"")).unwrap();
    let mut damaged: serde_json::Value = serde_json::from_str(game).unwrap();
    damaged["row"]["record"] = "nothing of the kind".into();
    damaged["row"]["id"] = "damaged".into();
    sandbox.write("damaged.jsonl", format!("{whole}{damaged}\n"));
    let import = ["store", "import", "damaged.jsonl", "--data", "elsewhere"];
    let imported = sandbox.json(&import);
    let named = imported["unreadable"].as_array().unwrap();
    assert!(
        matches!(&named[..], [one] if one.as_str().unwrap().starts_with("game \"damaged\": ")),
        "{imported}"
    );
    assert_eq!(
        sandbox.json(&import)["unreadable"],
        serde_json::json!([]),
        "what is known is not told again"
    );
    let again = sandbox.answer(&["store", "export", "--data", "elsewhere"]);
    assert!(again.contains("nothing of the kind"));
}

#[test]
fn what_cannot_be_done_with_a_store() {
    let sandbox = Sandbox::new();
    sandbox.write("words", "nothing of the kind\n");
    let refused = refusals(
        &sandbox,
        REFUSED,
        &[
            "store check --data nowhere",
            "store import words",
            "store import nothing",
            "store repair --data nowhere",
        ],
    );
    insta::assert_snapshot!(refused);
}

#[test]
fn a_check_of_a_damaged_store_says_what_is_damaged() {
    const PAGE: usize = 4096;
    let sandbox = Sandbox::new();
    sandbox.write("game", "[Game \"tictactoe\"]\n\n2,2 1,1\n");
    sandbox.answer(&["record", "import", "game"]);
    sandbox.answer(&["store", "backup", "whole.sqlite"]);
    let whole = std::fs::read(sandbox.path("whole.sqlite")).unwrap();
    for page in 0..whole.len() / PAGE {
        let data = format!("damaged-{page}");
        let mut content = whole.clone();
        content[page * PAGE..(page + 1) * PAGE].fill(0xa5);
        std::fs::create_dir(sandbox.path(&data)).unwrap();
        sandbox.write(&format!("{data}/ninefold.sqlite"), content);
        let checked = sandbox.run(&["store", "check", "--data", &data]);
        assert_eq!(checked.code, 1, "page {page}: {checked:?}");
        assert!(checked.out.contains("ninefold store repair keeps"), "page {page}: {checked:?}");
        assert!(!format!("{checked:?}").contains("store check says"), "page {page}: {checked:?}");
    }
}
