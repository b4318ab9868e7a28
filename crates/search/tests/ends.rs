//! What an evaluator does not say of finished games, searches see all the same.

use ninefold_core::{
    Arguments, Context, Evaluator, Game, Host, Notation, Path, Rules, Values, View, WON, zero_sum,
};
use ninefold_games::mnk::Mnk;
use ninefold_games::ninetka::Ninetka;
use ninefold_search::Algorithm;

use crate::common::{find, to_depth};

/// Knows nothing, and says of finished games that too if it is asked to.
struct Blank {
    judges_ends: bool,
}

impl<G: Game> Evaluator<G> for Blank {
    fn values(&self, _game: &G, _state: &G::State, _context: Context) -> Values {
        Values::default()
    }

    fn judges_ends(&self) -> bool {
        self.judges_ends
    }
}

const SILENT: Blank = Blank { judges_ends: false };

#[test]
fn a_win_is_seen_by_an_evaluator_that_knows_nothing() {
    let game = Mnk::<1>::new(3, 3, 3);
    // X wins at 3,3 only; 1,3 and 2,1 come before it in the order of moves.
    let path = Path::new(game, game.parse_position("120/012/000 1").unwrap());
    for algorithm in [
        Algorithm::Minimax,
        Algorithm::AlphaBeta,
        Algorithm::MinimalWindow,
        Algorithm::PlainMaxN,
        Algorithm::MaxN,
        Algorithm::Paranoid,
        Algorithm::BestReply,
    ] {
        let found = find(&path, &SILENT, algorithm, to_depth(1));
        assert_eq!(found.values, zero_sum(WON), "{algorithm:?}");
        assert_eq!(game.move_text(found.line[0]), "3,3", "{algorithm:?}");
        // An evaluator that answers for itself is taken at its word.
        let own = find(&path, &Blank { judges_ends: true }, algorithm, to_depth(1));
        assert_eq!(own.values, Values::default(), "{algorithm:?}");
    }
}

#[test]
fn with_more_players_one_wins_and_the_others_lose() {
    let game = Ninetka::new(3);
    let mut path = Path::new(game, game.start(1));
    let mut moves = Vec::new();
    loop {
        moves.clear();
        path.moves(&mut moves);
        let Some(&mv) = moves.first() else { break };
        path.play(mv);
    }
    let winner = path.outcome().and_then(|end| end.payoffs.sole_winner(3)).expect("a winner");
    let mut wanted = [-WON, -WON, -WON, 0];
    wanted[winner.index()] = WON;
    path.undo();
    // The last move is forced.
    for algorithm in [Algorithm::PlainMaxN, Algorithm::MaxN] {
        assert_eq!(find(&path, &SILENT, algorithm, to_depth(2)).values, wanted, "{algorithm:?}");
    }
}

/// Asks every evaluator of a game whether it answers for finished games itself.
struct Asked;

impl Host for Asked {
    type Output = usize;

    fn receive<G: View>(self, game: G, spec: String) -> usize {
        let entries = game.knowledge().evaluators;
        for entry in &entries {
            let usual = Arguments::parse(entry.info.parameters, "").unwrap();
            let judges = (entry.build)(&game, &usual, 0).judges_ends();
            assert!(judges, "{} of {spec}", entry.info.id);
        }
        entries.len()
    }
}

/// The papers' formulas stay what they are: in games that papers describe players of, each evaluator says itself what a
/// finished game is worth.
#[test]
fn the_evaluators_of_the_papers_games_judge_ends_themselves() {
    let registry = ninefold_games::registry::<Asked>();
    let mut seen = 0;
    for family in registry.families().filter(|family| !family.presets.is_empty()) {
        let asked = registry.open(family.id, Asked).expect("a known game");
        assert!(asked > 1, "{}", family.id);
        seen += 1;
    }
    assert!(seen >= 4, "{seen} games have players of papers");
}
