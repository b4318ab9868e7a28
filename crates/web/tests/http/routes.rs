//! Which addresses there are and how each is asked.

use std::fs;
use std::path::Path;

use crate::common::{agent, serve};

/// How an address could be asked.
const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/// The paths of all routes, as the sources of this crate spell them.
pub fn paths() -> Vec<String> {
    fn visit(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(path).unwrap();
                let after = text.split(".route(").skip(1);
                let quoted = after.filter_map(|rest| rest.split('"').nth(1));
                found.extend(quoted.map(str::to_owned));
            }
        }
    }
    let mut found = Vec::new();
    visit(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    found.sort();
    found
}

/// Whether a server answers an address asked like this; what is asked for does not exist.
fn is_answered(url: &str, method: &str) -> bool {
    let request = ureq::http::Request::builder().method(method).uri(url).body("{").unwrap();
    agent().run(request).unwrap().status() != 405
}

/// Every route, found in the sources and asked for over a socket.
pub fn routes() -> Vec<String> {
    let server = serve();
    let mut found = Vec::new();
    for path in paths() {
        let url = server
            .url(&path.replace("{number}", "9").replace("{men}", "9").replace(['{', '}'], ""));
        let methods: Vec<&str> =
            METHODS.into_iter().filter(|method| is_answered(&url, method)).collect();
        assert!(!methods.is_empty() && methods.len() < METHODS.len(), "{path}: {methods:?}");
        found.extend(methods.iter().map(|method| format!("{method} {path}")));
    }
    found
}

#[test]
fn all_addresses() {
    insta::assert_snapshot!(routes().join("\n"));
}

#[test]
fn every_address_is_in_the_documentation() {
    let text = include_str!("../../../../docs/api.md");
    for path in paths() {
        let named =
            path.replace("{id}", "ID").replace("{game}", "FAMILY").replace("{number}", "NUMBER");
        let named = named.replace("{language}", "LANGUAGE").replace("{men}", "MEN");
        assert!(text.contains(&named), "{named} is not in docs/api.md");
    }
}
