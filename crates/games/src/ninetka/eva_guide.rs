//! Incremental evaluation for `eva`.

use ninefold_core::{Context, Guide, Player, Rules, Values};

use super::eva::Eva;
use super::geometry::{Slot, Square};
use super::tally::Tally;
use super::{Ninetka, State};

/// One more than the maximum number of counters in a section.
const COUNTS: usize = 10;

/// The values of the current position, and the data needed to update them.
pub(super) struct EvaGuide<'a> {
    eva: &'a Eva,
    tally: Tally,
    values: Values,
    /// The change of the bonus when a section with this many own counters gets one more.
    spread_steps: [i32; COUNTS],
    /// The maximum gain of a player's value in one of that player's own turns.
    most_gain: i32,
    undo: Vec<Undo>,
}

/// What a move changed.
struct Undo {
    values: Values,
    /// The section and the player who got a counter there, and its previous holder.
    landed: Option<(usize, Player, Option<Player>)>,
}

/// The effect of a slide on the values.
struct Slide {
    section: usize,
    /// On the mover's value.
    own: i32,
    /// The player who loses the section.
    robbed: Option<Player>,
}

impl<'a> EvaGuide<'a> {
    pub(super) fn new(eva: &'a Eva, values: Values, state: &State) -> EvaGuide<'a> {
        let spread_steps =
            std::array::from_fn(|count| eva.worth(count as i32 + 1) - eva.worth(count as i32));
        let most_step = spread_steps.into_iter().max().unwrap_or_default();
        // At most, a section is won and a counter on a corner square shuts two slots.
        let most_gain = (eva.c3 + 2 * eva.c4.abs() + most_step).max(0);
        let tally = Tally::of(state);
        EvaGuide { eva, tally, values, spread_steps, most_gain, undo: Vec::new() }
    }

    /// The effect on the values of sliding in from a slot.
    fn slide(&self, state: &State, mover: Player, mv: Slot, stop: Square) -> Slide {
        let section = stop.section();
        let holder = self.tally.holder(section);
        let after = self.tally.holder_after(section, mover);
        let own_slots = state.slots[mover.index()];
        let (shut, others) = (stop.shuts(), state.taken_slots() & !own_slots);
        let lead = (shut & others).count_ones() as i32
            - (shut & own_slots & !mv.set()).count_ones() as i32;
        let won = after == Some(mover) && holder != Some(mover);
        Slide {
            section,
            own: self.eva.c4 * lead
                + self.spread_steps[usize::from(self.tally.count(section, mover))]
                + if won { self.eva.c3 } else { 0 },
            robbed: holder.filter(|&holder| holder != mover && after != Some(holder)),
        }
    }

    /// A counter placed on a slot is blocked immediately if a player's counter stands in front of it.
    fn place(&mut self, state: &State, mover: Player, mv: Slot) {
        let entry = mv.lane().entry().set();
        let blocker = state.squares.iter().position(|own| own & entry != 0);
        if let Some(blocker) = blocker {
            let sign = if blocker == mover.index() { -1 } else { 1 };
            self.values[blocker] += sign * self.eva.c4;
        }
    }
}

impl Guide<Ninetka> for EvaGuide<'_> {
    fn play(&mut self, game: &Ninetka, before: &State, mv: Slot, _after: &State) {
        let mover = game.to_move(before);
        let mut undo = Undo { values: self.values, landed: None };
        if before.placing() {
            self.place(before, mover, mv);
        } else {
            let slide = self.slide(before, mover, mv, game.destination(before, mv));
            undo.landed = Some((slide.section, mover, self.tally.holder(slide.section)));
            self.values[mover.index()] += slide.own;
            if let Some(robbed) = slide.robbed {
                self.values[robbed.index()] -= self.eva.c3;
            }
            self.tally.add(slide.section, mover);
        }
        self.undo.push(undo);
    }

    fn undo(&mut self) {
        let Some(Undo { values, landed }) = self.undo.pop() else { return };
        self.values = values;
        if let Some((section, player, holder)) = landed {
            self.tally.remove(section, player, holder);
        }
    }

    fn values(&self, _game: &Ninetka, _state: &State, _context: Context) -> Values {
        self.values
    }

    /// The mover's gain plus the loss of the player who loses a section.
    fn promise(&self, game: &Ninetka, state: &State, mv: Slot) -> i32 {
        if state.placing() {
            return 0;
        }
        let slide = self.slide(state, game.to_move(state), mv, game.destination(state, mv));
        slide.own + if slide.robbed.is_some() { self.eva.c3 } else { 0 }
    }

    /// Turns of others never increase a player's value: counters on slots that the player's counters shut cannot
    /// leave, and sections can only be lost. So the ceiling is the value after the move plus what further own turns
    /// may add.
    fn ceiling(&self, game: &Ninetka, state: &State, mv: Slot, turns: u32) -> i32 {
        if state.placing() || self.eva.c3 < 0 {
            return i32::MAX;
        }
        let mover = game.to_move(state);
        let slide = self.slide(state, mover, mv, game.destination(state, mv));
        let further = own_turns(game, state, turns) as i32;
        self.values[mover.index()] + slide.own + further * self.most_gain
    }
}

/// The maximum number of turns of the player to move among the `turns` after this one.
///
/// One per round, unless a player may be skipped. A turn can remove at most three counters from those that can
/// move: the one that moves and two whose slots a corner shuts. So a player with enough of them is not skipped.
fn own_turns(game: &Ninetka, state: &State, turns: u32) -> u32 {
    let mover = game.to_move(state);
    let able = |player: Player| state.movable(player).count_ones();
    let players = game.players() as u32;
    let mut player = mover;
    let mut nobody_skipped = true;
    for away in 1..players {
        player = player.next(game.players());
        // The turns before this player's last turn, and how many of them are the player's own.
        let (before, own) = match turns {
            _ if turns < away => break,
            _ if turns < players => (away, 0),
            _ => (turns, turns / players),
        };
        nobody_skipped &= able(player) > 2 * before + own;
    }
    let rounds = if nobody_skipped { turns / players } else { turns };
    rounds.min(able(mover).saturating_sub(1))
}
