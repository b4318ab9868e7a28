//! Searches under draw rules: an evaluator of the pure game judges there too, but what its guide proves of the
//! pure game is not believed.

use ninefold_core::{
    Arguments, Context, DrawRules, Evaluator, ForcedWin, Forcing, Game, Guide, Notation, Path,
    Rules, UnderDraws, Values, WithDraws, zero_sum,
};
use ninefold_games::morris::{Morris, Move, State};
use ninefold_search::{Algorithm, Engine, EngineOptions, Line, StopFlag};

use crate::common::{find, to_depth};

const RULES: DrawRules = DrawRules { limits: [50, 10], repetitions: 3 };

/// White forks with e3-a7: g7 and a1 would each close a mill, Black can stop one of them, and whoever
/// has two men left has lost. So White wins with the third turn.
const FORK: &str = ".w./b../.../w...b./..w/.b./... w 0,0";

/// Nothing but the end of the game, and a guide that finds wins of the pure game by trying everything.
struct Prover;

impl Evaluator<Morris> for Prover {
    fn judges_ends(&self) -> bool {
        true
    }

    fn values(&self, _game: &Morris, _state: &State, context: Context) -> Values {
        zero_sum(context.outcome.map_or(0, |outcome| 100 * i32::from(outcome.payoffs.0[0])))
    }

    fn guide<'a>(&'a self, _game: &Morris, _state: &State) -> Box<dyn Guide<Morris> + 'a> {
        Box::new(Proving)
    }
}

struct Proving;

impl Guide<Morris> for Proving {
    fn values(&self, game: &Morris, state: &State, context: Context) -> Values {
        Prover.values(game, state, context)
    }

    fn forced_win(&mut self, game: &Morris, state: &State, _effort: u64) -> Forcing<Move> {
        let win = [1, 3]
            .into_iter()
            .find_map(|turns| winning(game, state, turns).map(|mv| ForcedWin { mv, turns }));
        Forcing { win, positions: 1 }
    }
}

/// A move after which the mover wins in so many turns, whatever the other side does.
fn winning(game: &Morris, state: &State, turns: u32) -> Option<Move> {
    let mover = game.to_move(state);
    moves(game, state).into_iter().find(|&mv| {
        let after = played(game, state, mv);
        let won = |state: &State| {
            game.outcome(state).is_some_and(|outcome| outcome.payoffs.of(mover) > 0)
        };
        let replies = moves(game, &after);
        won(&after)
            || turns > 2
                && !replies.is_empty()
                && replies
                    .into_iter()
                    .all(|reply| winning(game, &played(game, &after, reply), turns - 2).is_some())
    })
}

fn moves(game: &Morris, state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

fn played(game: &Morris, state: &State, mv: Move) -> State {
    let mut after = *state;
    game.play(&mut after, mv);
    after
}

fn thought<G: Game>(evaluator: Box<dyn Evaluator<G>>, path: &Path<G>, depth: u32) -> Line<G::Move> {
    let mut engine = Engine::new(evaluator, EngineOptions::default());
    let report = engine.think(path, to_depth(depth), 1, StopFlag::default(), &mut |_| {});
    report.lines.into_iter().next().expect("a line")
}

#[test]
fn a_countdown_spoils_a_forced_win_of_the_pure_game() {
    let morris = Morris::default();
    let fork = Path::new(morris, morris.parse_position(FORK).unwrap());
    let win = Proving.forced_win(&morris, fork.state(), 1).win.expect("a fork");
    assert_eq!((morris.move_text(win.mv).as_str(), win.turns), ("e3-a7", 3));
    // In the pure game the last turn of the win is claimed and need not be searched.
    let claimed = thought(Box::new(Prover), &fork, 2);
    assert!(claimed.values[0] > 0, "the pure game is won at a glance: {claimed:?}");

    let drawn = WithDraws::new(morris, RULES);
    for (left, value) in [(2, 0), (3, 100)] {
        let text = format!("{FORK} 50,{left}");
        let path = Path::new(drawn.clone(), drawn.parse_position(&text).unwrap());
        let own = UnderDraws(Prover);
        let mut guide = own.guide(&drawn, path.state());
        assert_eq!(guide.forced_win(&drawn, path.state(), 1).win, None, "{left} turns left");
        let searched = find(&path, &own, Algorithm::Minimax, to_depth(4));
        assert_eq!(searched.values, zero_sum(value), "{left} turns left");
        for depth in 1..=4 {
            let found = thought::<WithDraws<Morris>>(Box::new(UnderDraws(Prover)), &path, depth);
            let won = value > 0 && depth >= 3;
            assert_eq!(found.values[0] > 0, won, "{left} turns left, depth {depth}: {found:?}");
        }
    }
}

/// Away from countdowns and repetitions, default morris and the pure game are judged alike.
#[test]
fn far_from_countdowns_draw_rules_change_no_value_and_no_odds() {
    let morris = Morris::default();
    let drawn = WithDraws::new(morris, RULES);
    let positions = [
        ".../.../.../....../.../.../... w 9,9",
        "w../.b./.../...w../.b./.../... w 7,7",
        "wbw/.../b.w/....b./.w./.../..b w 5,5",
        "ww./bb./..w/b..w.b/w.b/.../w.b w 0,0",
        "w.b/.w./..w/.b..../.b./.../w.b b 0,0",
    ];
    for text in positions {
        let pure_path = Path::new(morris, morris.parse_position(text).unwrap());
        let path = Path::new(drawn.clone(), drawn.parse_position(text).unwrap());
        let names = morris.knowledge().evaluators;
        for (pure, entry) in names.iter().zip(drawn.knowledge().evaluators) {
            let usual = Arguments::parse(pure.info.parameters, "").unwrap();
            let [one, again] = [0, 1].map(|_| (pure.build)(&morris, &usual, 0));
            let [other, twin] = [0, 1].map(|_| (entry.build)(&drawn, &usual, 0));
            let place = format!("{} at {text}", pure.info.id);
            let (odds, wanted) =
                (other.odds(&drawn, path.state()), one.odds(&morris, pure_path.state()));
            assert_eq!(odds, wanted, "{place}");
            let depth = 2;
            for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
                let wanted = find(&pure_path, &*one, algorithm, to_depth(depth));
                let found = find(&path, &*other, algorithm, to_depth(depth));
                assert_eq!((found.values, found.line), (wanted.values, wanted.line), "{place}");
            }
            let wanted = thought(again, &pure_path, 3);
            let found = thought(twin, &path, 3);
            assert_eq!((found.values, &found.moves), (wanted.values, &wanted.moves), "{place}");
        }
    }
}
