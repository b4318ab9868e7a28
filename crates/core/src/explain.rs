//! Explanations of moves and clicks of any game, derived from its rules and its view alone.

use crate::{Mark, Phrase, Player, Step, StepAction, View};

/// The messages that every game can use.
mod words {
    crate::forms! {
        WINS = "wins the game";
        LOSES = "loses the game";
        DRAWS = "ends the game in a draw";
        QUIET = "quiet move";
        OVER = "the game is over";
        NO_SITE = "there is no such place on the board";
        COMPLETE = "the turn is complete";
        ASTRAY = "the turn cannot go on like this";
        TAKEN = "{0} is taken";
        NO_PUT = "nothing can be put on {0}";
        EMPTY = "there is no piece on {0}";
        NOT_YOURS = "the piece on {0} is not yours";
        STUCK = "the piece on {0} cannot move";
        LIFTED = "the piece on {0} has to move";
        OUT_OF_REACH = "the piece cannot go to {0}";
        OWN = "the piece on {0} is your own";
        SAFE = "the piece on {0} cannot be taken";
        REPEATS = "brings the same position for the last time allowed: a draw";
    }
}

/// The messages of this module.
pub fn plain_forms() -> Vec<&'static str> {
    let explained = crate::explanation::EXPLANATION_FORMS;
    words::FORMS.iter().copied().chain(crate::phrase::LIST_FORMS).chain(explained).collect()
}

/// The phrase for a move with nothing else to say about it.
pub fn quiet() -> Phrase {
    Phrase::of(words::QUIET)
}

/// The clause for a move that ends the game by repetition.
pub fn repeats() -> Phrase {
    Phrase::of(words::REPEATS)
}

/// The clause for a click after the game is over.
pub fn over() -> Phrase {
    Phrase::of(words::OVER)
}

/// The clause for a move that draws the game.
pub(crate) fn draws() -> Phrase {
    Phrase::of(words::DRAWS)
}

/// The effects of a move that follow from the outcome.
pub fn plain_why<G: View>(game: &G, state: &G::State, mv: G::Move) -> Vec<Phrase> {
    let mover = game.to_move(state);
    let mut after = *state;
    game.play(&mut after, mv);
    let Some(outcome) = game.outcome(&after) else { return vec![quiet()] };
    let form = match outcome.payoffs.sole_winner(game.players()) {
        Some(winner) if winner == mover => words::WINS,
        Some(_) => words::LOSES,
        None => words::DRAWS,
    };
    vec![Phrase::of(form)]
}

/// The marks that a move adds.
pub fn new_marks<G: View>(game: &G, state: &G::State, mv: G::Move) -> Vec<Mark> {
    let mut after = *state;
    game.play(&mut after, mv);
    let before = game.scene(state).marks;
    game.scene(&after).marks.into_iter().filter(|mark| !before.contains(mark)).collect()
}

/// The click that the turn expects after the clicks made so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Nothing: the game is over.
    Over,
    /// Nothing: no legal move starts this way.
    Astray,
    /// Nothing: the turn is complete.
    Complete,
    /// A click with this action.
    Next(StepAction),
}

/// What the turn expects after these steps.
pub fn wanted<G: View>(game: &G, state: &G::State, steps: &[Step]) -> Wanted {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    if moves.is_empty() {
        return Wanted::Over;
    }
    let turns = moves.into_iter().map(|mv| game.steps(state, mv));
    let begun = turns.filter(|turn| turn.starts_with(steps)).max_by_key(Vec::len);
    match begun.as_ref().map(|turn| turn.get(steps.len())) {
        None => Wanted::Astray,
        Some(None) => Wanted::Complete,
        Some(Some(next)) => Wanted::Next(next.action),
    }
}

/// Why a click is not a valid next step, derived from the rules and the view alone.
pub fn plain_refusal<G: View>(game: &G, state: &G::State, steps: &[Step], site: u16) -> Phrase {
    let Some(place) = game.layout().sites.into_iter().nth(site.into()) else {
        return Phrase::of(words::NO_SITE);
    };
    let action = match wanted(game, state, steps) {
        Wanted::Over => return over(),
        Wanted::Astray => return Phrase::of(words::ASTRAY),
        Wanted::Complete => return Phrase::of(words::COMPLETE),
        Wanted::Next(action) => action,
    };
    let form = match (action, standing(game, state, steps, site)) {
        (StepAction::Put, Standing::Free) => words::NO_PUT,
        (StepAction::Drop, Standing::Free) => words::OUT_OF_REACH,
        (StepAction::Drop, Standing::Lifted) => words::LIFTED,
        (StepAction::Put | StepAction::Drop, _) => words::TAKEN,
        (_, Standing::Free | Standing::Lifted) => words::EMPTY,
        (StepAction::Lift, Standing::Own) => words::STUCK,
        (StepAction::Lift, Standing::Other) => words::NOT_YOURS,
        (StepAction::Take, Standing::Own) => words::OWN,
        (StepAction::Take, Standing::Other) => words::SAFE,
    };
    Phrase::of(form).with(place.name)
}

/// What occupies a site in the middle of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Nothing.
    Free,
    /// Nothing: its piece was lifted during this turn.
    Lifted,
    /// A piece of the player to move.
    Own,
    /// A piece of another player or of no player.
    Other,
}

/// What occupies a site after these steps of a turn.
pub fn standing<G: View>(game: &G, state: &G::State, steps: &[Step], site: u16) -> Standing {
    let mover: Option<Player> = Some(game.to_move(state));
    if let Some(step) = steps.iter().rev().find(|step| step.site == site) {
        return match step.action {
            StepAction::Put | StepAction::Drop => Standing::Own,
            StepAction::Lift => Standing::Lifted,
            StepAction::Take => Standing::Free,
        };
    }
    let piece = game.scene(state).pieces.into_iter().find(|piece| piece.site == site);
    match piece {
        None => Standing::Free,
        Some(piece) if piece.owner == mover => Standing::Own,
        Some(_) => Standing::Other,
    }
}
