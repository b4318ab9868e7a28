//! Reports players who lost games by a fault, with the first fault of each.

use std::collections::BTreeMap;

use anyhow::Result;
use ninefold_arena::SetResult;
use ninefold_core::Fault;

use crate::Console;
use crate::printable::plain;

/// The faults of one player.
pub(super) struct Faults {
    /// The player.
    pub(super) name: String,
    /// The number of games lost this way.
    pub(super) games: u64,
    /// The same by kind of fault.
    pub(super) kinds: BTreeMap<String, u64>,
    /// The message about the first.
    pub(super) first: String,
    /// The last lines of the program on standard error then.
    pub(super) said: Vec<String>,
}

/// The faults in these games, by player.
pub(super) fn of(results: &[SetResult], name: &dyn Fn(usize) -> String) -> Vec<Faults> {
    let mut found: BTreeMap<usize, Faults> = BTreeMap::new();
    for game in results.iter().flat_map(|result| &result.games) {
        let (Some(seat), Some(kind)) = (game.at_fault(), game.fault_kind()) else { continue };
        let entrant = game.seats[seat];
        let faults = found.entry(entrant).or_insert_with(|| {
            let note = game.note.as_deref().unwrap_or_default();
            Faults {
                name: name(entrant),
                games: 0,
                kinds: BTreeMap::new(),
                first: note.split_once(": ").map_or(note, |(_, why)| why).to_owned(),
                said: game
                    .said()
                    .map(|said| said.lines().map(str::to_owned).collect())
                    .unwrap_or_default(),
            }
        });
        faults.games += 1;
        *faults.kinds.entry(kind.to_owned()).or_default() += 1;
    }
    found.into_values().collect()
}

/// Prints them on standard error.
pub(super) fn tell(
    results: &[SetResult],
    name: &dyn Fn(usize) -> String,
    console: &mut Console<'_>,
) -> Result<()> {
    for faults in of(results, name) {
        writeln!(console.err, "ninefold: {}", plain(&faults.sentence()))?;
        for line in &faults.said {
            writeln!(console.err, "    {}", plain(line))?;
        }
    }
    Ok(())
}

impl Faults {
    /// The player, the number of lost games, and the first fault.
    pub(super) fn sentence(&self) -> String {
        let games = match self.games {
            1 => "1 game".to_owned(),
            games => format!("{games} games"),
        };
        format!("{} lost {games} by a fault; the first: {}", self.name, self.first)
    }

    /// The number of each kind, in words.
    pub(super) fn kinds(&self) -> String {
        let kinds: Vec<String> =
            self.kinds.iter().map(|(kind, count)| Fault::words(kind, *count)).collect();
        kinds.join(", ")
    }
}
