//! Draw countdowns, as an adaptor around a game that knows nothing of them.

use crate::insight::{draws, over};
use crate::{
    Arguments, Context, Countdown, DrawnRanges, Evaluator, EvaluatorEntry, Game, Guide, Habit,
    Layout, MAX_PLAYERS, Mark, Notation, Outcome, Phrase, Player, PositionError, Scene, Seat, Step,
    Symmetry, Values, View, parse_number,
};

/// The number of countdowns a game may have.
const CLOCKS: usize = 2;
/// The form that says that a game was drawn by repetition.
const REPEATED: &str = "the same position occurred {0} times";

/// What a turn does to a countdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tick {
    /// Leaves it as it is.
    Keep,
    /// Lowers it by one; at 0 the game is drawn.
    Down,
    /// Sets it back to its limit.
    Reset,
}

/// The fixed description of a countdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What a reader calls it.
    pub name: &'static str,
    /// The reason of a game it ends.
    pub reason: &'static str,
    /// The form that says that it ran out, with its limit: "{0} plies without a mill".
    pub ran_out: &'static str,
}

/// A game whose turns can be counted towards a draw.
pub trait Clocks: Game {
    /// The countdowns, the one that any progress resets first.
    const CLOCKS: [Clock; CLOCKS];
    /// How many space-separated fields a position text has without countdowns.
    const POSITION_FIELDS: usize;

    /// What playing `mv` in `before` does to each countdown.
    fn ticks(&self, before: &Self::State, mv: Self::Move) -> [Tick; CLOCKS];

    /// The fewest turns before each countdown can begin to go down.
    fn stand_still(&self, _state: &Self::State) -> [u32; CLOCKS] {
        [0; CLOCKS]
    }
}

/// The limits of the countdowns and of repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRules {
    /// Turns until each countdown draws the game.
    pub limits: [u16; CLOCKS],
    /// How often a position must occur to draw the game.
    pub repetitions: u32,
}

/// A game with countdowns and repetition. Solvers look at the pure game inside.
///
/// A win is tested before a countdown: the turn that exhausts one may still win.
#[derive(Clone, Debug)]
pub struct WithDraws<G> {
    game: G,
    rules: DrawRules,
}

/// A position of the pure game and what is left of the countdowns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Counted<S> {
    /// The position of the pure game.
    pub inner: S,
    /// Turns left of each countdown.
    pub left: [u16; CLOCKS],
}

impl<G: Clocks> WithDraws<G> {
    /// The game under these draw rules.
    pub fn new(game: G, rules: DrawRules) -> WithDraws<G> {
        WithDraws { game, rules }
    }

    /// The pure game inside.
    pub fn pure(&self) -> &G {
        &self.game
    }

    /// The draw rules.
    pub fn rules(&self) -> DrawRules {
        self.rules
    }

    /// A position of the pure game with full countdowns.
    pub fn fresh(&self, inner: G::State) -> Counted<G::State> {
        Counted { inner, left: self.rules.limits }
    }

    fn run_out(&self, state: &Counted<G::State>) -> Option<usize> {
        state.left.iter().position(|&left| left == 0)
    }
}

impl<G: Clocks> Game for WithDraws<G> {
    type State = Counted<G::State>;
    type Move = G::Move;

    fn players(&self) -> usize {
        self.game.players()
    }

    fn start(&self, seed: u64) -> Self::State {
        self.fresh(self.game.start(seed))
    }

    fn to_move(&self, state: &Self::State) -> Player {
        self.game.to_move(&state.inner)
    }

    fn with_turn(&self, state: &Self::State, player: Player) -> Option<Self::State> {
        let inner = self.game.with_turn(&state.inner, player)?;
        self.run_out(state).is_none().then_some(Counted { inner, ..*state })
    }

    fn moves(&self, state: &Self::State, moves: &mut Vec<G::Move>) {
        if self.run_out(state).is_none() {
            self.game.moves(&state.inner, moves);
        }
    }

    fn play(&self, state: &mut Self::State, mv: G::Move) {
        let ticks = self.game.ticks(&state.inner, mv);
        self.game.play(&mut state.inner, mv);
        for (index, tick) in ticks.into_iter().enumerate() {
            state.left[index] = match tick {
                Tick::Keep => state.left[index],
                Tick::Down => state.left[index] - 1,
                Tick::Reset => self.rules.limits[index],
            };
        }
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        let drawn = || self.run_out(state).map(|clock| Outcome::draw(G::CLOCKS[clock].reason));
        self.game.outcome(&state.inner).or_else(drawn)
    }

    fn key(&self, state: &Self::State) -> u64 {
        self.game.key(&state.inner)
    }

    fn code(&self, mv: G::Move) -> u16 {
        self.game.code(mv)
    }

    /// Until the first countdown can be exhausted.
    fn horizon(&self, state: &Self::State) -> u32 {
        let still = self.game.stand_still(&state.inner);
        state
            .left
            .into_iter()
            .zip(still)
            .fold(u32::MAX, |all, (left, still)| all.min(u32::from(left) + still))
    }

    fn most_turns(&self, state: &Self::State) -> u32 {
        self.game.most_turns(&state.inner)
    }

    fn banked(&self, state: &Self::State) -> [i32; MAX_PLAYERS] {
        self.game.banked(&state.inner)
    }

    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    fn map(&self, state: &Self::State, symmetry: Symmetry) -> Self::State {
        Counted { inner: self.game.map(&state.inner, symmetry), ..*state }
    }

    fn map_move(&self, mv: G::Move, symmetry: Symmetry) -> G::Move {
        self.game.map_move(mv, symmetry)
    }

    fn canonical(&self, state: &Self::State) -> Self::State {
        Counted { inner: self.game.canonical(&state.inner), ..*state }
    }

    fn irreversible(&self, state: &Self::State, mv: G::Move) -> bool {
        self.game.irreversible(&state.inner, mv)
    }

    fn is_progress(&self, state: &Self::State, mv: G::Move) -> bool {
        self.game.is_progress(&state.inner, mv)
    }

    /// Only progress leaves the first countdown full.
    fn shows_progress(&self, state: &Self::State) -> bool {
        state.left[0] == self.rules.limits[0]
    }

    fn repetitions_to_draw(&self) -> Option<u32> {
        Some(self.rules.repetitions)
    }

    fn evaluators(&self) -> Vec<EvaluatorEntry<Self>> {
        let lift = |entry: EvaluatorEntry<G>| EvaluatorEntry {
            info: entry.info,
            build: Box::new(move |game: &Self, arguments: &Arguments, seed| {
                Box::new(Lifted((entry.build)(&game.game, arguments, seed)))
                    as Box<dyn Evaluator<Self>>
            }),
        };
        self.game.evaluators().into_iter().map(lift).collect()
    }

    fn strongest_evaluator(&self) -> Option<&'static str> {
        self.game.strongest_evaluator()
    }

    fn drawn_ranges(&self) -> &'static [DrawnRanges] {
        self.game.drawn_ranges()
    }

    fn habits(&self) -> &'static [Habit] {
        self.game.habits()
    }

    fn habit_decides(&self, state: &Self::State) -> bool {
        self.game.habit_decides(&state.inner)
    }

    fn habit_moves(&self, habit: usize, state: &Self::State, moves: &mut Vec<G::Move>) {
        if self.run_out(state).is_none() {
            self.game.habit_moves(habit, &state.inner, moves);
        }
    }
}

/// An evaluator of the pure game, which sees the draws of the whole in its context.
struct Lifted<G>(Box<dyn Evaluator<G>>);

impl<G: Clocks> Evaluator<WithDraws<G>> for Lifted<G> {
    fn values(&self, game: &WithDraws<G>, state: &Counted<G::State>, context: Context) -> Values {
        self.0.values(&game.game, &state.inner, context)
    }

    fn is_zero_sum(&self) -> bool {
        self.0.is_zero_sum()
    }

    fn is_symmetric(&self) -> bool {
        self.0.is_symmetric()
    }

    fn guide<'a>(
        &'a self,
        game: &WithDraws<G>,
        state: &Counted<G::State>,
    ) -> Box<dyn Guide<WithDraws<G>> + 'a> {
        Box::new(LiftedGuide(self.0.guide(&game.game, &state.inner)))
    }
}

/// A guide through the pure game, which sees the draws of the whole in its context. What it proves is
/// not passed on: a countdown may spoil a win of the pure game.
struct LiftedGuide<'a, G>(Box<dyn Guide<G> + 'a>);

impl<G: Clocks> Guide<WithDraws<G>> for LiftedGuide<'_, G> {
    fn play(
        &mut self,
        game: &WithDraws<G>,
        before: &Counted<G::State>,
        mv: G::Move,
        after: &Counted<G::State>,
    ) {
        self.0.play(&game.game, &before.inner, mv, &after.inner);
    }

    fn undo(&mut self) {
        self.0.undo();
    }

    fn values(&self, game: &WithDraws<G>, state: &Counted<G::State>, context: Context) -> Values {
        self.0.values(&game.game, &state.inner, context)
    }

    fn promise(&self, game: &WithDraws<G>, state: &Counted<G::State>, mv: G::Move) -> i32 {
        self.0.promise(&game.game, &state.inner, mv)
    }

    fn ceiling(
        &self,
        game: &WithDraws<G>,
        state: &Counted<G::State>,
        mv: G::Move,
        turns: u32,
    ) -> i32 {
        self.0.ceiling(&game.game, &state.inner, mv, turns)
    }

    fn narrow(
        &self,
        game: &WithDraws<G>,
        state: &Counted<G::State>,
        moves: &mut Vec<G::Move>,
        first: usize,
    ) {
        self.0.narrow(&game.game, &state.inner, moves, first);
    }
}

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

    /// A countdown may end what the pure game would go on with.
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
