//! The list of games, one line per game.

use ninefold_core::{FamilyInfo, Host, Registry, View};

/// Registers every game of the project, for any host.
pub fn registry<H: Host>() -> Registry<H> {
    Registry::new()
        .with::<crate::morris::MorrisFamily>()
        .with::<crate::mnk::MnkFamily>()
        .with::<crate::three_six_nine::ThreeSixNineFamily>()
        .with::<crate::ninetka::NinetkaFamily>()
        .with::<crate::connect4::ConnectFourFamily>()
}

/// The descriptions of all games.
///
/// ```
/// let ids: Vec<&str> = ninefold_games::families().map(|family| family.id).collect();
/// assert!(ids.contains(&"morris"));
/// ```
pub fn families() -> impl Iterator<Item = &'static FamilyInfo> {
    let all: Vec<&FamilyInfo> = registry::<Nobody>().families().collect();
    all.into_iter()
}

/// The specifications on which evaluators, searches and judgements are tested.
pub fn searched_specs() -> impl Iterator<Item = &'static str> {
    families()
        .flat_map(|family| family.trials)
        .filter(|trial| trial.searched)
        .map(|trial| trial.spec)
}

/// A host that never opens a game.
struct Nobody;

impl Host for Nobody {
    type Output = ();

    fn receive<G: View>(self, _game: G, _spec: String) {}
}
