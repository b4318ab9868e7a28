//! The evaluation `eva` of "Modelling and implementation of 9tka game with Max^N algorithm".

use ninefold_core::{
    Arguments, Context, Evaluator, EvaluatorEntry, EvaluatorInfo, Game, Guide, Kind, MAX_PLAYERS,
    Parameter, Player, Values,
};

use super::eva_guide::EvaGuide;
use super::geometry::{SECTIONS, Slots, Square, Squares};
use super::{Ninetka, State};

const fn weight(name: &'static str, summary: &'static str, default: &'static str) -> Parameter {
    Parameter { name, summary, kind: Kind::Number(-10_000..=10_000), default, positional: false }
}

const EVA: EvaluatorInfo = EvaluatorInfo {
    id: "eva",
    summary: "sections held, counters blocked and how the own counters are spread",
    parameters: &[
        Parameter {
            name: "tail",
            summary: "what a section with five own counters gets: -c2 as printed, or as for four",
            kind: Kind::Choice(&["printed", "code"]),
            default: "printed",
            positional: false,
        },
        weight("c1", "for a section without own counters", "30"),
        weight("c2", "less for each own counter there", "15"),
        weight("c3", "for a section held", "100"),
        weight("c4", "for a counter of another player blocked; the same less for an own one", "90"),
    ],
};

/// The entry of the registry.
pub(super) fn entry() -> EvaluatorEntry<Ninetka> {
    let build = |_: &Ninetka, arguments: &Arguments, _| {
        let number = |name| arguments.number(name) as i32;
        Box::new(Eva {
            printed_tail: arguments.word("tail") == "printed",
            c1: number("c1"),
            c2: number("c2"),
            c3: number("c3"),
            c4: number("c4"),
        }) as Box<dyn Evaluator<Ninetka>>
    };
    EvaluatorEntry { info: &EVA, build: Box::new(build) }
}

/// The formula with its constants.
pub(super) struct Eva {
    pub(super) printed_tail: bool,
    pub(super) c1: i32,
    pub(super) c2: i32,
    pub(super) c3: i32,
    pub(super) c4: i32,
}

impl Evaluator<Ninetka> for Eva {
    fn values(&self, game: &Ninetka, state: &State, _context: Context) -> Values {
        let held = game.sections(state);
        let mut values = [0; MAX_PLAYERS];
        for player in Player::all(game.players()) {
            values[player.index()] = self.c3 * held[player.index()] as i32
                + self.c4 * blocked_lead(state, player)
                + self.spread(state, player);
        }
        values
    }

    fn is_zero_sum(&self) -> bool {
        false
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn guide<'a>(&'a self, game: &Ninetka, state: &State) -> Box<dyn Guide<Ninetka> + 'a> {
        let values = self.values(game, state, Context::default());
        Box::new(EvaGuide::new(self, values, state))
    }
}

impl Eva {
    /// What the sections get by the number of own counters in them.
    fn spread(&self, state: &State, player: Player) -> i32 {
        let count =
            |section: &Squares| (state.squares[player.index()] & section).count_ones() as i32;
        SECTIONS.iter().map(|section| self.worth(count(section))).sum()
    }

    /// What a section with this number of own counters gets.
    pub(super) fn worth(&self, own: i32) -> i32 {
        match own {
            5.. if self.printed_tail => -self.c2,
            _ => self.c1 - self.c2 * own.min(4),
        }
    }
}

/// Counters of others that the player's counters block, less own ones.
fn blocked_lead(state: &State, player: Player) -> i32 {
    let own_squares = Square::each(state.squares[player.index()]);
    let shut = own_squares.fold(0, |all: Slots, square| all | square.shuts());
    let own = state.slots[player.index()];
    let others = state.taken_slots() & !own;
    (shut & others).count_ones() as i32 - (shut & own).count_ones() as i32
}
