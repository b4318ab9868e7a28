//! Explanations, previews and refusals of moves and clicks.

use ninefold_core::{
    Mark, MarkKind, Notation, Phrase, Player, Rules, Standing, Step, StepAction, Wanted, listed,
    plain_refusal, standing, wanted,
};

use super::geometry::{SECTIONS, SLOT_COUNT, Slot, Slots, Square};
use super::view::{square_site, square_sites, tallies};
use super::{Ninetka, State, words};

impl Ninetka {
    /// The clauses of a move, starting with where the counter goes.
    pub(super) fn clauses(&self, state: &State, mv: Slot) -> Vec<Phrase> {
        if state.placing() { self.placement(state, mv) } else { self.slide(state, mv) }
    }

    fn slide(&self, state: &State, mv: Slot) -> Vec<Phrase> {
        let mut after = *state;
        self.play(&mut after, mv);
        let stop = self.destination(state, mv);
        let slides = Phrase::of(words::SLIDES).with(name(stop.place())).with(stop.section() + 1);
        let mut clauses = vec![slides, self.section_clause(state, &after, stop.section())];
        clauses.extend(self.blocking(state, mv, stop));
        let stranded = Player::all(self.players())
            .filter(|&player| state.movable(player) & !mv.set() != 0 && after.movable(player) == 0);
        let stranded: Vec<Phrase> = stranded.map(colour).collect();
        match self.outcome(&after) {
            Some(_) => clauses.push(self.ending(&after, self.to_move(state))),
            None if !stranded.is_empty() => {
                clauses.push(Phrase::of(words::OUT).with(listed(stranded)));
            }
            None => {}
        }
        clauses
    }

    fn section_clause(&self, before: &State, after: &State, section: usize) -> Phrase {
        let mover = self.to_move(before);
        let count =
            |player: Player| (after.squares[player.index()] & SECTIONS[section]).count_ones();
        let most_besides = |player: Player| {
            let others = Player::all(self.players()).filter(|&other| other != player);
            others.map(count).max().unwrap_or_default()
        };
        let number = section + 1;
        match (self.holder(before, section), self.holder(after, section)) {
            (was, Some(is)) if is == mover => {
                let form = if was == Some(mover) { words::HOLDS } else { words::TAKES };
                Phrase::of(form).with(number).with(count(mover)).with(most_besides(mover))
            }
            (_, Some(is)) => Phrase::of(words::TRAILS)
                .with(colour(is))
                .with(number)
                .with(count(is))
                .with(most_besides(is)),
            (Some(was), None) => {
                Phrase::of(words::TIES).with(colour(was)).with(number).with(count(was))
            }
            (None, None) => Phrase::of(words::NOBODY).with(number),
        }
    }

    /// Counters that can never move once the one from this slot is on this square.
    fn blocking(&self, state: &State, mv: Slot, stop: Square) -> Vec<Phrase> {
        let shut = |player: Player| state.movable(player) & stop.shuts() & !mv.set();
        let mover = self.to_move(state);
        let others = Player::all(self.players()).filter(|&player| player != mover);
        let others: Vec<Phrase> =
            others.flat_map(|player| counters(player, shut(player))).collect();
        let own: Vec<String> = Slot::each(shut(mover)).map(|slot| name(slot.place())).collect();
        let blocks = (!others.is_empty()).then(|| Phrase::of(words::BLOCKS).with(listed(others)));
        let own = (!own.is_empty()).then(|| Phrase::of(words::BLOCKS_OWN).with(listed(own)));
        blocks.into_iter().chain(own).collect()
    }

    fn ending(&self, after: &State, mover: Player) -> Phrase {
        let sections = self.sections(after);
        let winner = self.outcome(after).and_then(|end| end.payoffs.sole_winner(self.players()));
        match winner {
            Some(winner) if winner != mover => {
                Phrase::of(words::ENDS).with(colour(winner)).with(sections[winner.index()])
            }
            _ => Phrase::of(words::WINS).with(sections[mover.index()]),
        }
    }

    fn placement(&self, state: &State, mv: Slot) -> Vec<Phrase> {
        let stop = self.destination(state, mv);
        let ready = Phrase::of(words::READY).with(name(stop.place())).with(stop.section() + 1);
        let (mover, opposite) = (self.to_move(state), mv.opposite());
        let facing = Player::all(self.players())
            .find(|player| state.slots[player.index()] & opposite.set() != 0);
        let faces = facing.map(|player| match player == mover {
            true => Phrase::of(words::FACES_OWN).with(name(opposite.place())),
            false => Phrase::of(words::FACES).with(counter(player, opposite)),
        });
        [ready].into_iter().chain(faces).collect()
    }

    /// Where the counter stops, what that changes in its section, and which counters it blocks.
    pub(super) fn marks_of(&self, state: &State, mv: Slot) -> Vec<Mark> {
        let (mover, stop) = (self.to_move(state), self.destination(state, mv));
        let rest = Mark::new(MarkKind::Stop, vec![square_site(stop)]).owned(mover);
        if state.placing() {
            return vec![rest];
        }
        let mut after = *state;
        self.play(&mut after, mv);
        let section = stop.section();
        let mark = |kind| Mark::new(kind, square_sites(SECTIONS[section]));
        let mut marks = vec![rest];
        marks.extend(tallies(self, &after, section));
        let (was, is) = (self.holder(state, section), self.holder(&after, section));
        if was != is {
            marks.extend(is.map(|holder| mark(MarkKind::WonSection).owned(holder)));
            marks.extend(was.map(|holder| mark(MarkKind::LostSection).owned(holder)));
        }
        for player in Player::all(self.players()) {
            let shut = after.blocked(player) & !state.blocked(player);
            let sites: Vec<u16> = Slot::each(shut).map(|slot| slot.index() as u16).collect();
            if !sites.is_empty() {
                marks.push(Mark::new(MarkKind::Blocked, sites).owned(player));
            }
        }
        marks
    }

    /// Why a click is not a valid next step.
    pub(super) fn refusal(&self, state: &State, steps: &[Step], site: u16) -> Phrase {
        let slot = (usize::from(site) < SLOT_COUNT).then(|| Slot::new(site.into()));
        let Wanted::Next(action) = wanted(self, state, steps) else {
            return plain_refusal(self, state, steps, site);
        };
        let on = standing(self, state, steps, site);
        match (action, slot, steps.last()) {
            (StepAction::Put, None, _) => Phrase::of(words::SLOTS_ONLY),
            (StepAction::Lift, None, _) => Phrase::of(words::STAYS),
            (StepAction::Lift, Some(slot), _) => {
                let form = match on {
                    Standing::Own => words::BLOCKED,
                    Standing::Other => words::NOT_YOURS,
                    Standing::Free | Standing::Lifted => words::NO_COUNTER,
                };
                let phrase = Phrase::of(form).with(self.move_text(slot));
                let entry = name(slot.lane().entry().place());
                if on == Standing::Own { phrase.with(entry) } else { phrase }
            }
            (StepAction::Drop, _, Some(lifted)) => {
                let lifted = Slot::new(lifted.site.into());
                let stop = self.destination(state, lifted);
                Phrase::of(words::STOPS_AT).with(self.move_text(lifted)).with(name(stop.place()))
            }
            _ => plain_refusal(self, state, steps, site),
        }
    }
}

fn name((i, j): (usize, usize)) -> String {
    format!("{i},{j}")
}

fn colour(player: Player) -> Phrase {
    let colours = [words::YELLOW, words::BLUE, words::ORANGE, words::GREEN];
    Phrase::of(colours[player.index()])
}

fn counter(player: Player, slot: Slot) -> Phrase {
    Phrase::of(words::COUNTER).with(colour(player)).with(name(slot.place()))
}

fn counters(player: Player, slots: Slots) -> impl Iterator<Item = Phrase> {
    Slot::each(slots).map(move |slot| counter(player, slot))
}
