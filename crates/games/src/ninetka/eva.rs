//! The evaluation `eva` of "Modelling and implementation of 9tka game with Max^N algorithm".

use ninefold_core::{
    Account, Arguments, Context, Evaluator, EvaluatorEntry, EvaluatorInfo, Explanation, Guide,
    Kind, MAX_PLAYERS, Parameter, Phrase, Player, Rules, Term, Values,
};

use super::eva_guide::EvaGuide;
use super::geometry::{SECTIONS, Slots, Square, Squares};
use super::{Ninetka, State, words};

const fn weight(name: &'static str, summary: &'static str, default: &'static str) -> Parameter {
    Parameter { name, summary, kind: Kind::Number(-10_000..=10_000), default, positional: false }
}

const EVA: EvaluatorInfo = EvaluatorInfo {
    id: "eva",
    summary: "sections held, counters blocked and how a player's own counters are spread",
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

/// The registry entry.
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

    /// The paper's formula does not mention the end of the game: it is the same up to the last move.
    fn judges_ends(&self) -> bool {
        true
    }

    fn explain(&self, game: &Ninetka, state: &State, _context: Context) -> Explanation {
        let account = |player: Player| {
            let sections = (0..SECTIONS.len()).flat_map(|section| {
                let group = Phrase::of(words::SECTION).with(section + 1);
                let terms = self.section(game, state, player, section);
                terms.map(|term| term.within(group.clone()))
            });
            Account::of(sections)
        };
        Explanation::of_sums(Player::all(game.players()).map(account))
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
    /// The bonus of the sections by the number of the player's counters in them.
    fn spread(&self, state: &State, player: Player) -> i32 {
        let count =
            |section: &Squares| (state.squares[player.index()] & section).count_ones() as i32;
        SECTIONS.iter().map(|section| self.worth(count(section))).sum()
    }

    /// The five parts of the formula for one section.
    fn section(&self, game: &Ninetka, state: &State, player: Player, section: usize) -> [Term; 5] {
        let squares = state.squares[player.index()] & SECTIONS[section];
        let [others, own_blocked] = blocked(state, player, squares);
        let held = i32::from(game.holder(state, section) == Some(player));
        let (base, counters) = match squares.count_ones() as i32 {
            5.. if self.printed_tail => (0, 1),
            own => (1, own.min(4)),
        };
        [
            Term::new(words::HELD, held, self.c3),
            Term::new(words::OTHERS_BLOCKED, others, self.c4),
            Term::new(words::OWN_BLOCKED, own_blocked, -self.c4),
            Term::new(words::BASE, base, self.c1),
            Term::new(words::OWN_COUNTERS, counters, -self.c2),
        ]
    }

    /// The bonus of a section with this number of the player's counters.
    pub(super) fn worth(&self, own: i32) -> i32 {
        match own {
            5.. if self.printed_tail => -self.c2,
            _ => self.c1 - self.c2 * own.min(4),
        }
    }
}

/// The number of others' counters that the player's counters block, minus the player's own blocked ones.
fn blocked_lead(state: &State, player: Player) -> i32 {
    let [others, own] = blocked(state, player, state.squares[player.index()]);
    others - own
}

/// The counters of others and of the player that the player's counters on these squares block.
fn blocked(state: &State, player: Player, squares: Squares) -> [i32; 2] {
    let shut = Square::each(squares).fold(0, |all: Slots, square| all | square.shuts());
    let own = state.slots[player.index()];
    let others = state.taken_slots() & !own;
    [(shut & others).count_ones() as i32, (shut & own).count_ones() as i32]
}
