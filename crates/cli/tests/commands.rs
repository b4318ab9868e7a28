//! Commands about the program itself: games, rules, record check, completions, help, version.

use crate::common;

use common::Sandbox;
use ninefold_core::FamilyInfo;
use ninefold_session::games;
use serde_json::{Value, json};

/// Every command of the binary.
const COMMANDS: [&str; 10] = [
    "games",
    "rules",
    "moves",
    "status",
    "perft",
    "show",
    "play",
    "record",
    "bench",
    "completions",
];

#[test]
fn games_lists_every_specification_with_its_parameters() {
    let text = Sandbox::new().answer(&["games"]);
    let heads: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let forms: Vec<String> = games().families().map(FamilyInfo::form).collect();
    assert_eq!(heads, forms);
    assert_eq!(heads[1], "mnk:ROWS,COLUMNS,K");
    for detail in ["tictactoe = mnk:3,3,3", "gomoku = mnk:15,15,5", "draws=", "[50/10/3]"] {
        assert!(text.contains(detail), "{detail} is missing in\n{text}");
    }
}

#[test]
fn games_as_json_describes_what_a_menu_needs() {
    let answer = Sandbox::new().json(&["games"]);
    let listed = answer["games"].as_array().expect("a list of games");
    let ids: Vec<&Value> = listed.iter().map(|game| &game["id"]).collect();
    assert_eq!(ids, games().families().map(|family| family.id).collect::<Vec<_>>());
    assert_eq!(listed[1]["form"], "mnk:ROWS,COLUMNS,K");
    assert_eq!(listed[1]["aliases"][0], json!({ "name": "tictactoe", "spec": "mnk:3,3,3" }));
    let draws = &listed[0]["parameters"][0];
    assert_eq!((&draws["name"], &draws["default"]), (&json!("draws"), &json!("50/10/3")));
    assert_eq!(draws["positional"], false);
    assert_eq!(listed[3]["parameters"][0]["wanted"], "a number from 2 to 4");
}

#[test]
fn rules_are_the_page_of_the_family_however_it_is_named() {
    let sandbox = Sandbox::new();
    for FamilyInfo { id: game, title, .. } in games().families() {
        let page = sandbox.answer(&["rules", game]);
        assert!(page.starts_with(&format!("# {title}")), "{page}");
        assert!(page.lines().count() > 20, "{page}");
        let answer = sandbox.json(&["rules", game]);
        assert_eq!(answer["game"], *game);
        assert_eq!(answer["rules"].as_str().map(str::trim_end), Some(page.trim_end()));
    }
    let page = sandbox.answer(&["rules", "mnk"]);
    assert_eq!(sandbox.answer(&["rules", "tictactoe"]), page);
    assert_eq!(sandbox.answer(&["rules", "mnk:4,4,4"]), page);
}

/// Won by the first player, in the top row.
const WON: &str = "\
[Game \"tictactoe\"]
[Seat1 \"human\"]
[Seat2 \"random\"]
[Event \"A tag nobody knows\"]
[Result \"1 -1\"]
[Reason \"line\"]

1. 1,1 2,1
2. 1,2 2,2
3. 1,3
";

#[test]
fn a_true_record_is_found_true() {
    let sandbox = Sandbox::new();
    sandbox.write("won.record", WON);
    let said = sandbox.answer(&["record", "check", "won.record"]);
    assert_eq!(said, "tictactoe: all 5 moves are legal; X wins: 3 in a row\n");
    assert_eq!(
        sandbox.json(&["record", "check", "won.record"]),
        json!({ "ok": true, "game": "tictactoe", "moves": 5, "problem": null })
    );
    let piped = sandbox.feed(&["record", "check", "-"], WON);
    assert_eq!((piped.code, piped.out), (0, said));
}

#[test]
fn an_untrue_record_is_an_answer_too() {
    let sandbox = Sandbox::new();
    sandbox.write("lost.record", WON.replace("1 -1", "-1 1"));
    let run = sandbox.run(&["record", "check", "lost.record", "--json"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let answer: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&answer["ok"], &answer["moves"]), (&json!(false), &json!(5)));
    let problem = answer["problem"].as_str().expect("a sentence");
    assert_eq!(problem, "the record says -1 1 (line), but its moves give 1 -1 (line)");
}

#[test]
fn records_may_be_written_by_hand() {
    let sandbox = Sandbox::new();
    let plain = "[Game \"mnk:3,3,3\"]\n\n1,1 2,1 1,2\n";
    let windows = WON.replace('\n', "\r\n");
    let from_a_position = "[Position \"110/220/000 1\"]\n[Game \"tictactoe\"]\n\n1. 3,3";
    for record in [plain, &windows, from_a_position] {
        assert_eq!(sandbox.feed(&["record", "check", "-"], record).code, 0, "{record}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let sandbox = Sandbox::new();
    let said = sandbox.answer(&["man", "pages"]);
    let pages = std::fs::read_dir(sandbox.path("pages")).expect("the folder").count();
    assert!(
        pages > COMMANDS.len() && said.starts_with(&format!("{pages} pages are in ")),
        "{said}"
    );
    for command in COMMANDS.into_iter().chain(["runs-export", "tables-build"]) {
        let page = sandbox.read(&format!("pages/ninefold-{command}.1"));
        assert!(
            page.contains(".SH NAME")
                && page.contains(&format!("ninefold\\-{}", command.replace('-', "\\-"))),
            "{page}"
        );
    }
    // What is hidden in the help has no page.
    assert!(!sandbox.path("pages/ninefold-man.1").exists());
}

#[test]
fn completions_know_every_command() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = sandbox.answer(&["completions", shell]);
        assert!(script.contains("ninefold"));
        for command in COMMANDS {
            assert!(script.contains(command), "{command} is missing for {shell}");
        }
    }
}

#[test]
fn help_and_version_are_answers() {
    let sandbox = Sandbox::new();
    let help = sandbox.answer(&["--help"]);
    assert!(COMMANDS.iter().all(|command| help.contains(command)), "{help}");
    assert!(help.contains("Exit codes: 0; 1"), "{help}");
    assert_eq!(sandbox.answer(&["help"]), help);
    for command in COMMANDS {
        let help = sandbox.answer(&[command, "--help"]);
        assert!(help.contains(&format!("Usage: ninefold {command}")), "{help}");
        assert_eq!(sandbox.answer(&["help", command]), help);
    }
    let version = concat!("ninefold ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(sandbox.answer(&["--version"]), version);
    assert_eq!(sandbox.answer(&["-V"]), version);
}
