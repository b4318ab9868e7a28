//! The guide for `sections`: it knows which moves turn a section or block other counters.

use ninefold_core::{Context, Evaluator, Guide, Player, Rules, Values};

use super::geometry::Slot;
use super::sections::{Sections, WON};
use super::tally::Tally;
use super::{Ninetka, State};

/// The promise of a move for winning a section, for taking one from another player, and for each blocked counter of
/// others; a blocked counter of the player's own subtracts the same.
const WINS: i32 = 100;
const ROBS: i32 = 80;
const BLOCKS: i32 = 90;
/// The deduction for each own counter already in the section.
const CROWDS: i32 = 15;

/// The sections of the current position.
pub(super) struct SectionsGuide<'a> {
    sections: &'a Sections,
    tally: Tally,
    /// Where counters landed: the section, the player and the previous holder; `None` for a placement.
    landed: Vec<Option<(usize, Player, Option<Player>)>>,
}

impl<'a> SectionsGuide<'a> {
    pub(super) fn new(sections: &'a Sections, state: &State) -> SectionsGuide<'a> {
        SectionsGuide { sections, tally: Tally::of(state), landed: Vec::new() }
    }
}

impl Guide<Ninetka> for SectionsGuide<'_> {
    fn play(&mut self, game: &Ninetka, before: &State, mv: Slot, _after: &State) {
        if before.placing() {
            return self.landed.push(None);
        }
        let mover = game.to_move(before);
        let section = game.destination(before, mv).section();
        self.landed.push(Some((section, mover, self.tally.holder(section))));
        self.tally.add(section, mover);
    }

    fn undo(&mut self) {
        if let Some(Some((section, player, holder))) = self.landed.pop() {
            self.tally.remove(section, player, holder);
        }
    }

    fn values(&self, game: &Ninetka, state: &State, context: Context) -> Values {
        self.sections.values(game, state, context)
    }

    fn promise(&self, game: &Ninetka, state: &State, mv: Slot) -> i32 {
        if state.placing() {
            return 0;
        }
        let mover = game.to_move(state);
        let stop = game.destination(state, mv);
        let section = stop.section();
        let (holder, after) = (self.tally.holder(section), self.tally.holder_after(section, mover));
        let shut = stop.shuts() & !mv.set();
        let own = state.slots[mover.index()];
        let blocked = (shut & state.taken_slots() & !own).count_ones() as i32
            - (shut & own).count_ones() as i32;
        let wins = after == Some(mover) && holder != Some(mover);
        let robs = holder.is_some_and(|holder| holder != mover && after != Some(holder));
        BLOCKS * blocked - CROWDS * i32::from(self.tally.count(section, mover))
            + if wins { WINS } else { 0 }
            + if robs { ROBS } else { 0 }
    }

    /// No value exceeds that of a won game.
    fn ceiling(&self, _game: &Ninetka, _state: &State, _mv: Slot, _turns: u32) -> i32 {
        WON
    }
}
