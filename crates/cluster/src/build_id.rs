//! Identifies builds: only identical ones play the same job alike.

use std::fmt;

use ninefold_core::mix;
use serde::{Deserialize, Serialize};

/// A version of the program with the fingerprint of its rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BuildId {
    /// The version.
    pub version: String,
    /// A fingerprint of its rules and players, in hexadecimal.
    pub rules: String,
}

impl BuildId {
    /// The build with this version and fingerprint.
    pub fn new(version: &str, rules: u64) -> BuildId {
        BuildId { version: version.to_owned(), rules: format!("{rules:016x}") }
    }

    /// Its word in the names of subjects, so that the server itself gives a job only to workers of
    /// the same build.
    pub(crate) fn token(&self) -> String {
        format!("{:016x}", digest(self.to_string().as_bytes()))
    }
}

impl fmt::Display for BuildId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (rules {})", self.version, self.rules)
    }
}

/// A hash of a text's length and bytes.
pub(crate) fn digest(bytes: &[u8]) -> u64 {
    ninefold_core::digest(mix(bytes.len() as u64), bytes.iter().copied())
}
