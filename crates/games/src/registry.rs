//! The list of games: one line each.

use ninefold_core::{Host, Registry};

/// Every game of the project, for any host.
pub fn registry<H: Host>() -> Registry<H> {
    Registry::new()
        .with::<crate::morris::MorrisFamily>()
        .with::<crate::mnk::MnkFamily>()
        .with::<crate::three_six_nine::ThreeSixNineFamily>()
        .with::<crate::ninetka::NinetkaFamily>()
}
