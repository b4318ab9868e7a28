//! Notation and view of a game under draw rules.

use super::{CLOCKS, Clocks, Counted, WithDraws};
use crate::explain::{draws, over};
use crate::{
    Countdown, Layout, Mark, Notation, Outcome, Phrase, PositionError, Rules, Scene, Seat, Step,
    View, parse_number,
};

/// The message for a game drawn by repetition.
const REPEATED: &str = "the same position occurred {0} times";

#[deny(clippy::missing_trait_methods)] // The adaptor forwards every method.
impl<G: Clocks + Notation> Notation for WithDraws<G> {
    fn move_text(&self, mv: G::Move) -> String {
        self.game.move_text(mv)
    }

    fn position_form(&self) -> String {
        let [first, second] = self.rules.limits;
        format!("{} {first},{second}", self.game.position_form())
    }

    fn position_text(&self, state: &Self::State) -> String {
        let [first, second] = state.left;
        format!("{} {first},{second}", self.game.position_text(&state.inner))
    }

    fn parse_position(&self, text: &str) -> Result<Self::State, PositionError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        if fields.len() != G::POSITION_FIELDS + 1 {
            return Ok(self.fresh(self.game.parse_position(text)?));
        }
        let (clocks, rest) = fields.split_last().unwrap_or((&"", &[]));
        let inner = self.game.parse_position(&rest.join(" "))?;
        let left: Vec<&str> = clocks.split(',').collect();
        let &[first, second] = left.as_slice() else {
            let wanted =
                format!("two numbers such as {},{}", self.rules.limits[0], self.rules.limits[1]);
            return Err(PositionError::field("countdowns", clocks, wanted));
        };
        let clock = |index: usize, text: &str| {
            let name = G::CLOCKS[index].name;
            parse_number(name, text, 0..=u32::from(self.rules.limits[index]))
                .map(|left| left as u16)
        };
        Ok(Counted { inner, left: [clock(0, first)?, clock(1, second)?] })
    }

    fn fen(&self, state: &Self::State, _quiet: u32) -> Option<String> {
        self.game.fen(&state.inner, u32::from(self.rules.limits[0] - state.left[0]))
    }

    fn parse_fen(&self, text: &str) -> Result<(Self::State, u32), PositionError> {
        let (inner, quiet) = self.game.parse_fen(text)?;
        let mut state = self.fresh(inner);
        state.left[0] = state.left[0].saturating_sub(quiet.min(u32::from(u16::MAX)) as u16);
        Ok((state, quiet))
    }
}

#[deny(clippy::missing_trait_methods)] // The adaptor forwards every method.
impl<G: Clocks + View> View for WithDraws<G> {
    fn seats(&self) -> Vec<Seat> {
        self.game.seats()
    }

    fn layout(&self) -> Layout {
        self.game.layout()
    }

    fn scene(&self, state: &Self::State) -> Scene {
        let countdown = |index: usize| Countdown {
            name: G::CLOCKS[index].name.to_owned(),
            left: u32::from(state.left[index]),
            of: u32::from(self.rules.limits[index]),
        };
        let countdowns = (0..CLOCKS).map(countdown).collect();
        Scene { countdowns, ..self.game.scene(&state.inner) }
    }

    fn steps(&self, state: &Self::State, mv: G::Move) -> Vec<Step> {
        self.game.steps(&state.inner, mv)
    }

    fn explain(&self, state: &Self::State, outcome: &Outcome) -> Phrase {
        if outcome.reason == Outcome::REPETITION {
            return Phrase::of(REPEATED).with(self.rules.repetitions);
        }
        match G::CLOCKS.iter().position(|clock| clock.reason == outcome.reason) {
            Some(index) => Phrase::of(G::CLOCKS[index].ran_out).with(self.rules.limits[index]),
            None => self.game.explain(&state.inner, outcome),
        }
    }

    fn turn_text(&self, state: &Self::State, mv: G::Move) -> String {
        self.game.turn_text(&state.inner, mv)
    }

    /// A countdown may end a game that the pure rules would continue.
    fn why(&self, state: &Self::State, mv: G::Move) -> Vec<Phrase> {
        let mut after = *state;
        self.play(&mut after, mv);
        let decided = self.game.outcome(&after.inner).is_some();
        let drawn = (!decided && self.run_out(&after).is_some()).then(draws);
        drawn.into_iter().chain(self.game.why(&state.inner, mv)).collect()
    }

    fn preview(&self, state: &Self::State, mv: G::Move) -> Vec<Mark> {
        self.game.preview(&state.inner, mv)
    }

    fn refuse(&self, state: &Self::State, steps: &[Step], site: u16) -> Phrase {
        match self.outcome(state) {
            Some(_) => over(),
            None => self.game.refuse(&state.inner, steps, site),
        }
    }

    fn forms(&self) -> Vec<&'static str> {
        let ends = G::CLOCKS.iter().map(|clock| clock.ran_out).chain([REPEATED]);
        self.game.forms().into_iter().chain(ends).collect()
    }
}
