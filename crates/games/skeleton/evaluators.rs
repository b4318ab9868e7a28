//! What a position is worth.

use ninefold_core::{
    Account, Context, Evaluator, EvaluatorEntry, EvaluatorInfo, Explanation, Player, Term, Values,
    zero_sum,
};

use super::{Skeleton, State, words};

const TEMPO: EvaluatorInfo = EvaluatorInfo {
    id: "tempo",
    summary: "whether the player on turn will fill the last cell",
    parameters: &[],
};

/// The evaluators of the game, the default first.
pub(super) fn all() -> Vec<EvaluatorEntry<Skeleton>> {
    vec![EvaluatorEntry { info: &TEMPO, build: Box::new(|_, _, _| Box::new(Tempo)) }]
}

struct Tempo;

impl Tempo {
    /// Who will fill the last cell.
    fn last(game: &Skeleton, state: &State) -> Player {
        if game.empty(state).count() % 2 == 1 { state.mover } else { state.mover.other() }
    }
}

impl Evaluator<Skeleton> for Tempo {
    fn values(&self, game: &Skeleton, state: &State, _context: Context) -> Values {
        zero_sum(if Tempo::last(game, state) == Player::FIRST { 100 } else { -100 })
    }

    fn explain(&self, game: &Skeleton, state: &State, _context: Context) -> Explanation {
        let account = |player| {
            let count = i32::from(Tempo::last(game, state) == player);
            Account::of([Term::new(words::TEMPO, count, 100)])
        };
        Explanation::of_lead(account(Player::FIRST), account(Player::SECOND))
    }
}
