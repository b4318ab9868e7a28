//! Incremental counts of every player's counters in each section.

use ninefold_core::{MAX_PLAYERS, Player};

use super::State;
use super::geometry::SECTIONS;

/// The counters of every player in every section, and its holder.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    counts: [[u8; MAX_PLAYERS]; SECTIONS.len()],
    holders: [Option<Player>; SECTIONS.len()],
}

impl Tally {
    /// Counts a position.
    pub(super) fn of(state: &State) -> Tally {
        let mut tally = Tally { counts: Default::default(), holders: Default::default() };
        for (section, squares) in SECTIONS.iter().enumerate() {
            let counters = |player: usize| (state.squares[player] & squares).count_ones();
            for player in Player::all(MAX_PLAYERS) {
                for _ in 0..counters(player.index()) {
                    tally.add(section, player);
                }
            }
        }
        tally
    }

    /// The number of a player's counters in a section.
    pub(super) fn count(&self, section: usize, player: Player) -> u8 {
        self.counts[section][player.index()]
    }

    /// The player who holds a section, with strictly more counters than every other.
    pub(super) fn holder(&self, section: usize) -> Option<Player> {
        self.holders[section]
    }

    /// The player who would hold a section if `player` had one more counter in it.
    pub(super) fn holder_after(&self, section: usize, player: Player) -> Option<Player> {
        let own = self.counts[section][player.index()] + 1;
        let others = self.counts[section].iter().enumerate();
        let others = others.filter(|&(other, _)| other != player.index());
        match others.map(|(_, &count)| count).max() {
            Some(most) if own < most => self.holders[section],
            Some(most) if own == most => None,
            _ => Some(player),
        }
    }

    /// Adds a counter of a player to a section.
    pub(super) fn add(&mut self, section: usize, player: Player) {
        self.holders[section] = self.holder_after(section, player);
        self.counts[section][player.index()] += 1;
    }

    /// Undoes the last addition; `holder` is the holder before it.
    pub(super) fn remove(&mut self, section: usize, player: Player, holder: Option<Player>) {
        self.counts[section][player.index()] -= 1;
        self.holders[section] = holder;
    }
}
