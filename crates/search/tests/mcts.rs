//! Monte-Carlo tree search: its proofs are true, its limits are kept, and a seed says it all.

use crate::common;

use common::{find, positions, to_depth, to_nodes};
use ninefold_core::{
    Context, Evaluator, Game, Host, Notation, Outcome, Path, Player, Rules, Values, View, find_move,
};
use ninefold_games::mnk::Mnk;
use ninefold_games::ninetka::Ninetka;
use ninefold_games::searched_specs;
use ninefold_lawkit::PseudoRandom;
use ninefold_search::{Algorithm, Limits, Mcts, MctsOptions, Simulated, StopFlag};

fn simulate<G: Game>(path: &Path<G>, limits: Limits, options: MctsOptions) -> Simulated<G::Move> {
    let evaluator = PseudoRandom { seed: 1 };
    Mcts::new(path, &evaluator, limits, options, StopFlag::default()).run()
}

/// What each player gets at the end, and nothing before.
struct Payoff;

impl<G: Game> Evaluator<G> for Payoff {
    fn judges_ends(&self) -> bool {
        true
    }

    fn values(&self, _game: &G, _state: &G::State, context: Context) -> Values {
        let payoffs = context.outcome.map(|outcome| outcome.payoffs.0.map(i32::from));
        payoffs.unwrap_or_default()
    }
}

/// Every first move of tic-tac-toe draws, and that is proved.
#[test]
fn tic_tac_toe_is_solved() {
    let game = Mnk::<1>::new(3, 3, 3);
    let path = Path::new(game, game.start(0));
    let solved = simulate(&path, to_nodes(1_000_000), MctsOptions::default());
    assert!(solved.proved);
    assert_eq!((solved.found.values, solved.tried.len()), ([0; 4], 9));
    for tried in &solved.tried {
        assert_eq!((tried.proved, tried.share), (true, Some(0.5)), "{tried:?}");
    }
}

/// What is proved is what a search to the end of the game finds: with two players minimax, with more
/// Max^N with the first of equals.
#[test]
fn proofs_are_true() {
    fn check<G: View>(game: &G, count: u64, last: u32) -> usize {
        let mut proved = 0;
        for path in positions(game, count) {
            if game.most_turns(path.state()) > last {
                continue;
            }
            let found = simulate(&path, to_nodes(20_000), MctsOptions::default());
            let truth = find(&path, &Payoff, Algorithm::PlainMaxN, to_depth(99)).values;
            if found.proved {
                let lead = truth[0] - truth[1];
                let wanted = match game.players() {
                    2 => [1000 * lead.signum(), -1000 * lead.signum(), 0, 0],
                    _ => truth.map(|payoff| 1000 * payoff),
                };
                let place = game.position_text(path.state());
                assert_eq!(found.found.values, wanted, "{place}");
                proved += 1;
            }
        }
        proved
    }
    assert!(check(&Mnk::<1>::new(3, 3, 3), 60, 8) > 20);
    assert!(check(&Mnk::<1>::new(3, 4, 3), 60, 7) > 10);
    assert!(check(&Ninetka::new(2), 150, 8) > 10);
    assert!(check(&Ninetka::new(3), 150, 8) > 10);
    assert!(check(&Ninetka::new(4), 150, 8) > 10);
}

/// A check of one position; returns whether it said anything.
type Check = fn(&mut dyn FnMut(Limits, MctsOptions) -> Outline, &Place) -> bool;

struct Trial(Check);

/// A position without its type.
struct Place {
    text: String,
    legal: Vec<String>,
    /// The moves that win at once.
    winning: Vec<String>,
    mover: usize,
    players: usize,
}

/// What was found, without types.
#[derive(Clone, PartialEq, Debug)]
struct Outline {
    best: Option<String>,
    values: Values,
    nodes: u64,
    proved: bool,
    tree: usize,
}

impl Host for Trial {
    type Output = usize;

    fn receive<G: View>(self, game: G, _spec: String) -> usize {
        let mut said = 0;
        for mut path in positions(&game, 40) {
            // Half of the positions are near an end, where games are won.
            if path.played().len() % 2 == 0 {
                path = near_the_end(&path);
            }
            let mut moves = Vec::new();
            path.moves(&mut moves);
            let mover = path.to_move().expect("a move to make");
            let wins = |&mv: &G::Move| {
                let mut after = path.clone();
                after.play(mv);
                let winner = |outcome: Outcome| outcome.payoffs.sole_winner(game.players());
                after.outcome().and_then(winner) == Some(mover)
            };
            let text = |mv: G::Move| game.move_text(mv);
            let winning = moves.iter().copied().filter(wins).map(text).collect();
            let place = Place {
                text: game.position_text(path.state()),
                legal: moves.iter().copied().map(text).collect(),
                winning,
                mover: mover.index(),
                players: game.players(),
            };
            let mut search = |limits, options| {
                let simulated = simulate(&path, limits, options);
                Outline {
                    best: simulated.found.line.first().copied().map(text),
                    values: simulated.found.values,
                    nodes: simulated.found.nodes,
                    proved: simulated.proved,
                    tree: simulated.tree,
                }
            };
            said += usize::from((self.0)(&mut search, &place));
        }
        said
    }
}

/// The same game played on at random to its last turn.
fn near_the_end<G: Game>(path: &Path<G>) -> Path<G> {
    let mut path = path.clone();
    let mut random = ninefold_core::Random::new(path.played().len() as u64);
    let mut moves = Vec::new();
    loop {
        moves.clear();
        path.moves(&mut moves);
        if moves.is_empty() {
            path.undo();
            return path;
        }
        path.play(random.pick(&moves));
    }
}

fn run(spec: &str, check: Check) -> usize {
    ninefold_games::registry().open(spec, Trial(check)).expect("a known game")
}

/// One simulation is enough to see a win.
#[test]
fn a_win_in_one_is_found_in_every_game() {
    for spec in searched_specs() {
        let found = run(spec, |search, place| {
            if place.winning.is_empty() {
                return false;
            }
            let outline = search(to_nodes(1), MctsOptions::default());
            let best = outline.best.as_ref().expect("a move");
            assert!(place.winning.contains(best), "{best} at {}", place.text);
            assert!(outline.proved, "{}", place.text);
            assert_eq!(outline.values[place.mover], 1000, "{}", place.text);
            true
        });
        // Under such short countdowns random games are all drawn.
        assert!(
            found > 2 || spec == "morris:draws=8/4/2",
            "{spec}: only {found} positions with a win in one"
        );
    }
}

#[test]
fn nodes_are_kept_exactly() {
    for spec in searched_specs() {
        run(spec, |search, place| {
            for nodes in [1, 2, 3, 10, 57, 200] {
                let outline = search(to_nodes(nodes), MctsOptions::default());
                let kept = outline.nodes == nodes || (outline.proved && outline.nodes < nodes);
                assert!(kept, "{} of {nodes} at {}", outline.nodes, place.text);
                assert!(outline.best.is_some_and(|best| place.legal.contains(&best)));
                let shares: i32 = outline.values.iter().sum();
                let whole = if place.players == 2 { 0 } else { 1000 };
                assert!((shares - whole).abs() <= 2, "{:?}", outline.values);
            }
            true
        });
    }
}

#[test]
fn a_seed_says_it_all() {
    let mut differ = 0;
    for spec in searched_specs() {
        differ += run(spec, |search, _| {
            let with = |seed| MctsOptions { seed, playout: 30, ..MctsOptions::default() };
            let first = search(to_nodes(150), with(3));
            assert_eq!(first, search(to_nodes(150), with(3)));
            first.values != search(to_nodes(150), with(4)).values
        });
    }
    assert!(differ > 20, "only {differ} positions in which the seed matters");
}

#[test]
fn the_tree_stays_within_its_bound() {
    let mut full = 0;
    for spec in searched_specs() {
        full += run(spec, |search, place| {
            let options = MctsOptions { tree: 120, ..MctsOptions::default() };
            let outline = search(to_nodes(400), options);
            assert!(outline.tree <= 120, "{} at {}", outline.tree, place.text);
            assert!(outline.best.is_some_and(|best| place.legal.contains(&best)));
            outline.tree > 80
        });
    }
    assert!(full > 50, "only {full} trees came near their bound");
}

/// A move that ends the game by repetition or by a countdown is a proved draw, whoever stands better.
#[test]
fn draw_rules_are_seen() {
    struct Sliding(&'static str, &'static [&'static str], &'static str);

    impl Host for Sliding {
        type Output = ();

        fn receive<G: View>(self, game: G, _spec: String) {
            let Sliding(position, moves, last) = self;
            let state = game.parse_position(position).expect("a position");
            let mut path = Path::new(game, state);
            for mv in moves {
                path.play(find_move(&path, mv).expect("a legal move"));
            }
            let simulated = simulate(&path, to_nodes(200), MctsOptions::default());
            let last = find_move(&path, last).expect("a legal move");
            let tried = simulated.tried.iter().find(|tried| tried.mv == last).expect("tried");
            assert_eq!((tried.proved, tried.share), (true, Some(0.5)));
        }
    }

    let open = |spec, host| ninefold_games::registry().open(spec, host).expect("a known game");
    let start = "w.w/.../.b./w...b./..b/.b./w.. w 0,0";
    open("morris:draws=50/10/2", Sliding(start, &["g7-d7", "d5-c5", "d7-g7"], "c5-d5"));
    let counted = "w.w/.../.b./w...b./..b/.b./w.. w 0,0 1,10";
    open("morris", Sliding(counted, &[], "g7-g4"));
}

#[test]
fn a_finished_game_has_a_value_and_no_move() {
    let game = Mnk::<1>::new(1, 1, 1);
    let mut path = Path::new(game, game.start(0));
    path.play(find_move(&path, "1,1").expect("a legal move"));
    let simulated = simulate(&path, to_nodes(10), MctsOptions::default());
    assert_eq!((simulated.found.values, simulated.found.nodes), ([1000, -1000, 0, 0], 0));
    assert!(simulated.found.line.is_empty() && simulated.tried.is_empty());
    assert_eq!(game.position_text(path.state()), "1 2");
    assert_eq!(path.outcome().and_then(|end| end.payoffs.sole_winner(2)), Some(Player::FIRST));
}
