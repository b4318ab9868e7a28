//! The driver: libFuzzer changes inputs and keeps those that reach something new. `scripts/fuzz` builds and starts it.

#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use ninefold_fuzz::{TARGETS, Target};

/// The target that the environment names: libFuzzer keeps the arguments for itself.
fn target() -> &'static Target {
    static CHOSEN: OnceLock<&Target> = OnceLock::new();
    CHOSEN.get_or_init(|| {
        let wanted = std::env::var("NINEFOLD_TARGET").unwrap_or_default();
        let found = TARGETS.iter().find(|target| target.name == wanted);
        found.unwrap_or_else(|| {
            panic!("NINEFOLD_TARGET is {wanted:?}, wanted a target of ninefold-fuzz")
        })
    })
}

fuzz_target!(
    // What a target has to prepare is no part of the time that an input may take.
    init: (target().run)(b""),
    |input: &[u8]| (target().run)(input)
);
