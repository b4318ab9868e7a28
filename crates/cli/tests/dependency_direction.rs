//! Dependencies between the crates of the workspace point one way.

use cargo_metadata::{DependencyKind, MetadataCommand, Package};

/// The crate of laws, which only tests may use.
const LAWKIT: &str = "ninefold-lawkit";

/// What the tests of any crate may see: the laws, and games to try things on.
const TESTS_MAY_SEE: &[&str] = &[LAWKIT, "ninefold-games"];

/// Every crate and the crates of the workspace it may depend on. Each line names only crates of
/// lines above it, so there is no way round.
///
/// The games know no search and the searches know no game; solvers are made for games; the session
/// layer sees them all; front ends see it, and for long jobs the arena and the solvers. The binary
/// holds them together. `docs/architecture.md` says why.
const MAY_SEE: &[(&str, &[&str])] = &[
    ("ninefold-core", &[]),
    (LAWKIT, &["ninefold-core"]),
    ("ninefold-games", &["ninefold-core"]),
    ("ninefold-search", &["ninefold-core"]),
    ("ninefold-arena", &["ninefold-core"]),
    ("ninefold-solve", &["ninefold-core", "ninefold-games"]),
    (
        "ninefold-session",
        &["ninefold-core", "ninefold-games", "ninefold-search", "ninefold-arena", "ninefold-solve"],
    ),
    (
        "ninefold",
        &[
            "ninefold-core",
            "ninefold-games",
            "ninefold-search",
            "ninefold-arena",
            "ninefold-solve",
            "ninefold-session",
        ],
    ),
    (
        "ninefold-python",
        &[
            "ninefold-core",
            "ninefold-games",
            "ninefold-search",
            "ninefold-arena",
            "ninefold-solve",
            "ninefold-session",
        ],
    ),
    ("ninefold-papers", &["ninefold-core", "ninefold-arena", "ninefold-solve", "ninefold-session"]),
    ("ninefold-puzzles", &["ninefold-core", "ninefold-solve", "ninefold-session"]),
    ("ninefold-store", &["ninefold-core", "ninefold-arena"]),
    ("ninefold-cluster", &["ninefold-core", "ninefold-arena"]),
    (
        "ninefold-web",
        &[
            "ninefold-core",
            "ninefold-session",
            "ninefold-arena",
            "ninefold-solve",
            "ninefold-puzzles",
            "ninefold-store",
        ],
    ),
    (
        "ninefold-cli",
        &[
            "ninefold-core",
            "ninefold-session",
            "ninefold-arena",
            "ninefold-solve",
            "ninefold-papers",
            "ninefold-puzzles",
            "ninefold-store",
            "ninefold-cluster",
            "ninefold-web",
        ],
    ),
    (
        "ninefold-fuzz",
        &[
            "ninefold-core",
            "ninefold-games",
            "ninefold-session",
            "ninefold-solve",
            "ninefold-papers",
            "ninefold-store",
            "ninefold-cli",
        ],
    ),
];

fn workspace() -> Vec<Package> {
    let metadata = MetadataCommand::new().no_deps().exec().expect("cargo knows the workspace");
    metadata.workspace_packages().into_iter().cloned().collect()
}

fn may_see(name: &str) -> &'static [&'static str] {
    let line = MAY_SEE.iter().find(|(known, _)| *known == name);
    line.unwrap_or_else(|| panic!("{name} is not in the table: say there what it may depend on")).1
}

#[test]
fn every_edge_is_allowed() {
    let packages = workspace();
    let is_ours = |name: &str| packages.iter().any(|package| package.name == name);
    let mut seen = 0;
    for package in &packages {
        let allowed = may_see(&package.name);
        for dependency in package.dependencies.iter().filter(|found| is_ours(&found.name)) {
            let in_tests = dependency.kind == DependencyKind::Development;
            let to = dependency.name.as_str();
            let is_allowed = allowed.contains(&to) || (TESTS_MAY_SEE.contains(&to) && in_tests);
            assert!(is_allowed, "{} must not depend on {to}", package.name);
            seen += 1;
        }
    }
    assert!(seen > 0, "the workspace was read");
}

#[test]
fn the_law_kit_is_for_tests_and_nobody_depends_on_the_binary() {
    // What tries every reader tries those of the binary too; it is no part of any program.
    let programs = MAY_SEE.iter().filter(|(name, _)| *name != "ninefold-fuzz");
    let columns = programs.flat_map(|(_, allowed)| allowed.iter());
    assert!(columns.clone().all(|to| *to != LAWKIT));
    assert!(columns.clone().all(|to| *to != "ninefold-cli"));
}

#[test]
fn the_table_has_no_way_round() {
    for (index, (name, allowed)) in MAY_SEE.iter().enumerate() {
        let above: Vec<&str> = MAY_SEE[..index].iter().map(|(name, _)| *name).collect();
        assert!(allowed.iter().all(|to| above.contains(to)), "{name} looks down");
    }
}

#[test]
fn the_engine_never_reaches_a_front_end() {
    let front = ["ninefold-session", "ninefold-web", "ninefold-cli"];
    for engine in ["core", "games", "search", "arena", "solve", "lawkit"] {
        let allowed = may_see(&format!("ninefold-{engine}"));
        assert!(front.iter().all(|to| !allowed.contains(to)), "{engine} sees a front end");
    }
    assert!(
        ["search", "arena"]
            .iter()
            .all(|name| { !may_see(&format!("ninefold-{name}")).contains(&"ninefold-games") })
    );
}

/// A crate whose tests are one binary lists them in `tests/main.rs`; a file that is not listed never runs.
#[test]
fn no_file_of_tests_is_forgotten() {
    let mut seen = 0;
    for package in workspace() {
        let folder = package.manifest_path.parent().expect("a folder").join("tests");
        let Ok(main) = std::fs::read_to_string(folder.join("main.rs")) else { continue };
        for file in std::fs::read_dir(&folder).expect("it can be read") {
            let name = file.expect("it can be read").file_name().into_string().expect("a name");
            let Some(module) = name.strip_suffix(".rs").filter(|module| *module != "main") else {
                continue;
            };
            let is_own_binary = package.targets.iter().any(|target| target.name == module);
            let is_listed = main.lines().any(|line| line == format!("mod {module};"));
            assert!(is_listed || is_own_binary, "{folder}/{name} is in no test binary");
            seen += 1;
        }
    }
    assert!(seen > 40, "only {seen} files of tests were seen");
}
