//! What the program depends on: licences, duplicates and sources by `deny.toml`, and no crate that wants a newer Rust.
//!
//! `cargo deny check` looks at the same file and at the published advisories besides; this needs no network.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cargo_metadata::{CargoOpt, MetadataCommand, Package};

/// Every package that is compiled for any system, for the program or for its tests.
fn packages() -> Vec<Package> {
    let mut command = MetadataCommand::new();
    let command = command.features(CargoOpt::AllFeatures).other_options(vec!["--locked".into()]);
    command.exec().expect("cargo knows the packages").packages
}

/// A table of `deny.toml`.
fn table(name: &str) -> toml::Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deny.toml");
    let text = std::fs::read_to_string(path).expect("deny.toml is there");
    let file: toml::Table = text.parse().expect("deny.toml is TOML");
    file[name].as_table().expect("a table").clone()
}

/// Whether one licence of every choice in an expression is allowed: `(MIT OR Apache-2.0) AND Unicode-3.0`. Brackets
/// are not read: where they matter otherwise, it is too strict rather than too lenient.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let expression = expression.replace('/', " OR ");
    expression
        .replace(['(', ')'], "")
        .split(" AND ")
        .all(|part| part.split(" OR ").any(|licence| allowed.contains(licence.trim())))
}

#[test]
fn licences_are_read() {
    let allowed: BTreeSet<String> = ["MIT", "Unicode-3.0"].map(String::from).into();
    for expression in ["MIT", "MIT OR GPL-3.0", "GPL-3.0/MIT", "(MIT OR GPL-3.0) AND Unicode-3.0"] {
        assert!(is_allowed(expression, &allowed), "{expression}");
    }
    for expression in ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR GPL-3.0) AND Zlib", ""] {
        assert!(!is_allowed(expression, &allowed), "{expression}");
    }
}

#[test]
fn every_licence_is_allowed_and_every_allowed_one_is_needed() {
    let licences = table("licenses");
    let allowed = licences["allow"].as_array().expect("a list").iter();
    let allowed: BTreeSet<String> =
        allowed.map(|licence| licence.as_str().expect("a name").to_owned()).collect();
    let packages = packages();
    assert!(packages.len() > 100, "only {} packages were seen", packages.len());
    let licence = |package: &Package| package.license.clone().unwrap_or_default();
    for package in &packages {
        let (name, licence) = (&package.name, licence(package));
        assert!(is_allowed(&licence, &allowed), "{name} is under {licence:?}; see deny.toml");
    }
    for one in &allowed {
        let mentions = |package: &Package| licence(package).contains(one.as_str());
        assert!(packages.iter().any(mentions), "nothing is under {one}: drop it from deny.toml");
    }
}

#[test]
fn no_crate_comes_twice_but_those_we_know_of() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        let name = package.name.to_string();
        versions.entry(name).or_default().insert(package.version.to_string());
    }
    let twice: BTreeSet<String> =
        versions.into_iter().filter(|(_, all)| all.len() > 1).map(|(name, _)| name).collect();
    let bans = table("bans");
    let known = bans["skip"].as_array().expect("a list").iter();
    let known: BTreeSet<String> =
        known.map(|skip| skip["crate"].as_str().expect("a name").to_owned()).collect();
    assert_eq!(twice, known, "crates in two versions, and those deny.toml knows of");
}

#[test]
fn everything_comes_from_the_registry() {
    for package in packages() {
        let source = package.source.as_ref().map_or("", |source| source.repr.as_str());
        let is_known =
            source.is_empty() || source.starts_with("registry+https://github.com/rust-lang/");
        assert!(is_known, "{} comes from {source}", package.name);
    }
}

/// The version that Cargo.toml promises is enough for every dependency too.
#[test]
fn nothing_needs_a_newer_rust() {
    let packages = packages();
    let own = packages.iter().find(|package| package.name == "ninefold-cli").expect("the program");
    let promised = own.rust_version.clone().expect("a rust-version");
    for package in &packages {
        if let Some(wanted) = &package.rust_version {
            assert!(*wanted <= promised, "{} needs Rust {wanted}", package.name);
        }
    }
}
