//! Explanations, previews and refusals of moves and clicks.

use ninefold_core::{
    Mark, MarkKind, Phrase, Player, Rules, Standing, Step, StepAction, Wanted, Word, listed,
    plain_refusal, quiet, standing, wanted,
};

use super::rules::Side;
use super::sets::{LINES, closers, in_mills, in_reading_order, neighbours};
use super::view::sites;
use super::{Morris, Move, Point, Points, State, words};

/// The maximum number of clauses per move.
const CLAUSES: usize = 4;

/// The clauses of a move, most important first.
pub(super) fn why(game: &Morris, state: &State, mv: Move) -> Vec<Phrase> {
    let mut after = *state;
    game.play(&mut after, mv);
    let turn = Turn { game, mv, before: *state, after };
    let mut clauses = turn.mills();
    match game.outcome(&after) {
        Some(outcome) => clauses.push(turn.wins(outcome.reason)),
        None => {
            clauses.extend(turn.defence());
            clauses.extend(turn.attack());
            clauses.extend(turn.room());
        }
    }
    if clauses.is_empty() {
        clauses.push(turn.nothing_else());
    }
    clauses.truncate(CLAUSES);
    clauses
}

/// The new mills, the broken ones, and where the next turn would close one.
pub(super) fn preview(game: &Morris, state: &State, mv: Move) -> Vec<Mark> {
    let mut after = *state;
    game.play(&mut after, mv);
    let mut marks = Vec::new();
    for player in Player::all(2) {
        let (men, then) = (state.men(player), after.men(player));
        for line in LINES {
            let kind = match (men & line == line, then & line == line) {
                (false, true) => MarkKind::Mill,
                (true, false) => MarkKind::BrokenMill,
                _ => continue,
            };
            marks.push(Mark::new(kind, sites(line)).owned(player));
        }
    }
    let threats = game.closing(&after, after.other);
    if threats != 0 && game.outcome(&after).is_none() {
        marks.push(Mark::new(MarkKind::Threat, sites(threats)).owned(state.to_move()));
    }
    marks
}

/// Why a click is not a valid next step.
pub(super) fn refuse(game: &Morris, state: &State, steps: &[Step], site: u16) -> Phrase {
    let (Wanted::Next(action), true) =
        (wanted(game, state, steps), usize::from(site) < Point::COUNT)
    else {
        return plain_refusal(game, state, steps, site);
    };
    let form = match (action, standing(game, state, steps, site)) {
        (StepAction::Put, Standing::Own) => return Phrase::of(words::PLACE_FIRST),
        (StepAction::Lift | StepAction::Take, Standing::Free | Standing::Lifted) => words::NO_MAN,
        (StepAction::Lift, Standing::Own) => words::SHUT_IN,
        (StepAction::Lift, Standing::Other) => words::NOT_YOURS,
        (StepAction::Take, Standing::Own) => words::OWN_MAN,
        (StepAction::Take, Standing::Other) => words::IN_MILL,
        (StepAction::Drop, Standing::Free) => {
            let lifted = steps.iter().map(|step| name(step.site)).next_back();
            return Phrase::of(words::NOT_BESIDE).with(name(site)).with(lifted.unwrap_or_default());
        }
        (StepAction::Put | StepAction::Drop, _) => {
            return plain_refusal(game, state, steps, site);
        }
    };
    Phrase::of(form).with(name(site))
}

fn name(site: u16) -> String {
    Point::new(site.into()).to_string()
}

/// A move with the positions around it.
struct Turn<'a> {
    game: &'a Morris,
    mv: Move,
    before: State,
    /// From the view of the opponent, who is to move.
    after: State,
}

impl Turn<'_> {
    fn opponent(&self) -> Phrase {
        Phrase::of([words::WHITE, words::BLACK][self.after.to_move().index()])
    }

    fn wins(&self, reason: &str) -> Phrase {
        let form = match reason {
            "blocked" => words::WINS_BY_BLOCKING,
            _ => words::WINS_BY_MEN,
        };
        Phrase::of(form).with(self.opponent())
    }

    /// Mills that the move closes, with the man it takes, and mills that it opens.
    fn mills(&self) -> Vec<Phrase> {
        let (men, then) = (self.before.own.men(), self.after.other.men());
        let changed = |from: Points, to: Points| {
            let full = move |line: &Points| from & line != *line && to & line == *line;
            LINES.into_iter().filter(full).map(line).collect::<Vec<Phrase>>()
        };
        let mut clauses = Vec::new();
        if let Some(taken) = self.mv.taken() {
            let closed = changed(men, then);
            let form = if closed.len() > 1 { words::CLOSES_TWO } else { words::CLOSES };
            clauses.push(Phrase::of(form).with(listed(closed)).with(taken.to_string()));
        }
        let opened = changed(then, men);
        if let (false, Some(from)) = (opened.is_empty(), self.mv.from()) {
            let again = self.game.closing(&self.after, self.after.other) & from.set() != 0;
            let clause = Phrase::of(if again { words::SWINGS } else { words::OPENS });
            let clause = clause.with(listed(opened));
            clauses.push(if again { clause.with(from.to_string()) } else { clause });
        }
        clauses
    }

    /// The opponent's potential mills that are stopped, and those that are not.
    fn defence(&self) -> Vec<Phrase> {
        let could = self.game.closing(&self.before, self.before.other);
        let can = self.game.closing(&self.after, self.after.own);
        let clause = |form, set| Phrase::of(form).with(self.opponent()).with(points(set));
        let stopped = (could & !can != 0).then(|| clause(words::STOPS, could & !can));
        let left = (can != 0).then(|| clause(words::LEAVES, can));
        stopped.into_iter().chain(left).collect()
    }

    /// Mills that the player's next turn would close, if there are new ones besides one just opened.
    fn attack(&self) -> Option<Phrase> {
        let could = self.game.closing(&self.before, self.before.own);
        let can = self.game.closing(&self.after, self.after.other);
        let left = Point::optional_set(self.mv.from()) & in_mills(self.before.own.men());
        let fresh = can & !could & !left;
        match (fresh.count_ones(), can.count_ones()) {
            (1.., 2..) => Some(Phrase::of(words::THREATENS_MORE).with(points(can))),
            (1.., _) => Some(Phrase::of(words::THREATENS).with(points(can))),
            _ => None,
        }
    }

    /// Men that can move now, and opposing men that no longer can.
    fn room(&self) -> Vec<Phrase> {
        let stuck = |side: Side, state: &State| match self.game.steps_only(side) {
            true => side.men() & !neighbours(state.empty()),
            false => 0,
        };
        let freed = stuck(self.before.own, &self.before)
            & self.after.other.men()
            & !stuck(self.after.other, &self.after);
        let shut = stuck(self.after.own, &self.after) & !stuck(self.before.other, &self.before);
        let frees = (freed != 0).then(|| Phrase::of(words::FREES).with(points(freed)));
        let form = if shut.count_ones() > 1 { words::HEMS_IN_MORE } else { words::HEMS_IN };
        let shuts = (shut != 0).then(|| Phrase::of(form).with(points(shut)));
        frees.into_iter().chain(shuts).collect()
    }

    fn nothing_else(&self) -> Phrase {
        match self.mv.from() {
            None => {
                let ways = neighbours(self.mv.to().set()).count_ones();
                Phrase::of(words::WAYS).with(ways)
            }
            Some(_) => quiet(),
        }
    }
}

impl Morris {
    /// Whether a side's men can only step to neighbours.
    fn steps_only(&self, side: Side) -> bool {
        side.hand() == 0 && !(self.flying && side.left() == 3)
    }

    /// The points where a turn of this side would close a mill, whichever side is to move.
    fn closing(&self, state: &State, side: Side) -> Points {
        let (men, empty) = (side.men(), state.empty());
        if side.hand() > 0 {
            return closers(men) & empty;
        }
        let reach = |man: Point| if self.steps_only(side) { neighbours(man.set()) } else { empty };
        let by = |man: Point| reach(man) & empty & closers(men & !man.set());
        in_reading_order(men).fold(0, |all, man| all | by(man))
    }
}

fn points(set: Points) -> Word {
    listed(in_reading_order(set).map(|point| point.to_string()))
}

fn line(set: Points) -> Phrase {
    let names = in_reading_order(set).map(|point| point.to_string());
    names.fold(Phrase::of(words::LINE), Phrase::with)
}

/// The messages of the game.
pub(super) fn forms() -> Vec<&'static str> {
    ninefold_core::plain_forms().into_iter().chain(words::FORMS.iter().copied()).collect()
}
