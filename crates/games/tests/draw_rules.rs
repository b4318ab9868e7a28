//! Draw rules change what they are about and nothing else: the pure game and the game under draw rules answer
//! every question alike, but for those listed in `ninefold_core`'s module `draws`.

use std::collections::BTreeSet;

use ninefold_core::{
    Arguments, Clocks, Context, DrawRules, Evaluator, Evenly, Game, Guide, Host, Knowledge, Path,
    Player, Random, Recurring, Rules, Symmetric, Symmetry, View, WithDraws,
};
use ninefold_games::morris::Morris;
use ninefold_games::registry;

use crate::common::parameters::drawn;

/// How many games are played with each set of parameters.
const GAMES: u64 = 4;
/// The longest of them.
const LONGEST: usize = 120;
/// How many sets of parameters are drawn besides the default.
const DRAWN: u64 = 2;

/// What was compared.
#[derive(Default, Debug)]
struct Tally {
    positions: usize,
    finished: usize,
    evaluators: usize,
    moves: usize,
}

/// A pure game beside the same under draw rules.
struct Pair<G: Clocks> {
    pure: G,
    drawn: WithDraws<G>,
    tally: Tally,
}

impl<G: Clocks + View> Pair<G> {
    fn new(pure: G, rules: DrawRules) -> Pair<G> {
        Pair { drawn: WithDraws::new(pure.clone(), rules), pure, tally: Tally::default() }
    }

    /// Compares everything along random games.
    fn compare(mut self) -> Tally {
        for seed in 0..GAMES {
            assert_eq!(self.drawn.start(seed).inner, self.pure.start(seed));
            self.along(seed, |pair, path| pair.rules(path));
        }
        self.knowledge();
        self.evaluators();
        self.tally
    }

    /// A random game, looked at position by position.
    fn along(&mut self, seed: u64, mut look: impl FnMut(&mut Self, &Path<WithDraws<G>>)) {
        let mut random = Random::stream(seed, 9);
        let mut path = Path::new(self.drawn.clone(), self.drawn.start(seed));
        let mut moves = Vec::new();
        loop {
            look(self, &path);
            self.tally.positions += 1;
            moves.clear();
            path.moves(&mut moves);
            if moves.is_empty() || path.played().len() >= LONGEST {
                self.tally.finished += usize::from(moves.is_empty());
                break;
            }
            path.play(random.pick(&moves));
        }
    }

    /// The rules, the symmetries and what repeats.
    fn rules(&mut self, path: &Path<WithDraws<G>>) {
        let (pure, drawn, state) = (&self.pure, &self.drawn, path.state());
        let inner = &state.inner;
        assert_eq!(drawn.players(), pure.players());
        assert_eq!(drawn.to_move(state), pure.to_move(inner));
        assert_eq!(drawn.key(state), pure.key(inner));
        assert_eq!(drawn.most_turns(state), pure.most_turns(inner));
        assert_eq!(drawn.points(state), pure.points(inner));
        assert_eq!(drawn.symmetries(), pure.symmetries());
        assert_eq!(drawn.canonical(state).inner, pure.canonical(inner));
        let symmetries = (0..pure.symmetries()).map(|index| Symmetry(index as u8));
        for symmetry in symmetries.clone() {
            let image = drawn.map(state, symmetry);
            assert_eq!((image.inner, image.left), (pure.map(inner, symmetry), state.left));
        }
        assert_eq!(drawn.actions(), pure.actions());
        for evenly in [Evenly::Turns, Evenly::Steps] {
            let has_run_out = state.left.contains(&0);
            let drawn_move = drawn.draw(state, evenly, &mut Random::new(1), &mut Vec::new());
            let pure_move = pure.draw(inner, evenly, &mut Random::new(1), &mut Vec::new());
            assert_eq!(drawn_move, pure_move.filter(|_| !has_run_out));
        }
        if state.left.contains(&0) {
            return;
        }
        assert_eq!(drawn.outcome(state), pure.outcome(inner));
        for player in Player::all(pure.players()) {
            let turn = drawn.with_turn(state, player).map(|state| state.inner);
            assert_eq!(turn, pure.with_turn(inner, player));
        }
        let [mut moves, mut pure_moves] = [Vec::new(), Vec::new()];
        drawn.moves(state, &mut moves);
        pure.moves(inner, &mut pure_moves);
        assert_eq!(moves, pure_moves);
        for mv in moves {
            assert_eq!(drawn.move_index(mv), pure.move_index(mv));
            assert_eq!(drawn.action(mv), pure.action(mv));
            assert_eq!(drawn.steps_of(mv), pure.steps_of(mv));
            assert_eq!(drawn.irreversible(state, mv), pure.irreversible(inner, mv));
            assert_eq!(drawn.is_progress(state, mv), pure.is_progress(inner, mv));
            let (mut after, mut pure_after) = (*state, *inner);
            drawn.play(&mut after, mv);
            pure.play(&mut pure_after, mv);
            assert_eq!(after.inner, pure_after);
            for symmetry in symmetries.clone() {
                assert_eq!(drawn.map_move(mv, symmetry), pure.map_move(mv, symmetry));
            }
            self.tally.moves += 1;
        }
    }

    /// Names, ranges, heuristics and move rules.
    fn knowledge(&mut self) {
        let Knowledge {
            evaluators,
            strongest_evaluator,
            level_evaluator,
            drawn_ranges,
            heuristics,
            move_rules,
        } = self.pure.knowledge();
        let drawn = self.drawn.knowledge();
        let ids = |ids: &mut dyn Iterator<Item = &'static str>| ids.collect::<Vec<_>>();
        assert_eq!(
            ids(&mut drawn.evaluators.iter().map(|entry| entry.info.id)),
            ids(&mut evaluators.iter().map(|entry| entry.info.id))
        );
        assert_eq!(drawn.strongest_evaluator, strongest_evaluator);
        assert_eq!(drawn.level_evaluator, level_evaluator);
        assert!(std::ptr::eq(drawn.drawn_ranges, drawn_ranges));
        assert_eq!(
            (drawn.heuristics.len(), drawn.move_rules.len()),
            (heuristics.len(), move_rules.len())
        );
        let heuristics: Vec<_> = heuristics.iter().zip(&drawn.heuristics).collect();
        let move_rules: Vec<_> = move_rules.iter().zip(&drawn.move_rules).collect();
        for (pure, drawn) in &heuristics {
            assert_eq!((pure.info.id, pure.fractional), (drawn.info.id, drawn.fractional));
        }
        for (pure, drawn) in &move_rules {
            assert_eq!((pure.id, pure.summary), (drawn.id, drawn.summary));
        }
        self.along(0, |pair, path| {
            let (state, inner) = (path.state(), &path.state().inner);
            if state.left.contains(&0) {
                return;
            }
            let mut moves = Vec::new();
            pair.pure.moves(inner, &mut moves);
            for (pure, drawn) in &heuristics {
                let usual = usual(pure.info.parameters);
                let weighing = (pure.build)(&pair.pure, &usual);
                let under_draws = (drawn.build)(&pair.drawn, &usual);
                let counts = weighing.counts(&pair.pure, inner);
                assert_eq!(under_draws.counts(&pair.drawn, state), counts);
                for &mv in &moves {
                    let weight = weighing.weigh(&pair.pure, inner, mv);
                    assert_eq!(under_draws.weigh(&pair.drawn, state, mv), weight);
                }
            }
            for (pure, drawn) in &move_rules {
                assert_eq!((drawn.decides)(&pair.drawn, state), (pure.decides)(&pair.pure, inner));
                let [mut chosen, mut pure_chosen] = [Vec::new(), Vec::new()];
                (drawn.moves)(&pair.drawn, state, &mut chosen);
                (pure.moves)(&pair.pure, inner, &mut pure_chosen);
                assert_eq!(chosen, pure_chosen);
            }
        });
    }

    /// Every evaluator and its guide.
    fn evaluators(&mut self) {
        let entries = self.pure.knowledge().evaluators;
        for (pure, entry) in entries.iter().zip(self.drawn.knowledge().evaluators) {
            for set in 0..=DRAWN {
                let text = if set == 0 { String::new() } else { drawn(pure.info, set) };
                let arguments = Arguments::parse(pure.info.parameters, &text).expect("in range");
                let one = (pure.build)(&self.pure, &arguments, set);
                let other = (entry.build)(&self.drawn, &arguments, set);
                assert_eq!(one.is_zero_sum(), other.is_zero_sum());
                assert_eq!(one.is_symmetric(), other.is_symmetric());
                assert_eq!(one.judges_ends(), other.judges_ends());
                assert_eq!(one.terms(&self.pure), other.terms(&self.drawn));
                for seed in 0..GAMES {
                    self.follow(&*one, &*other, seed + GAMES * set);
                }
                self.tally.evaluators += 1;
            }
        }
    }

    /// A random game with both guides along.
    fn follow(&mut self, one: &dyn Evaluator<G>, other: &dyn Evaluator<WithDraws<G>>, seed: u64) {
        let (pure, drawn) = (self.pure.clone(), self.drawn.clone());
        let start = drawn.start(seed);
        let mut pure_guide = one.guide(&pure, &start.inner);
        let mut guide = other.guide(&drawn, &start);
        let mut before = start;
        self.along(seed, |_, path| {
            if let Some(&mv) = path.played().last() {
                pure_guide.play(&pure, &before.inner, mv, &path.state().inner);
                guide.play(&drawn, &before, mv, path.state());
            }
            before = *path.state();
            compare_guides(&pure, &drawn, &*pure_guide, &*guide, path);
            let (state, inner, context) = (path.state(), &path.state().inner, path.context());
            assert_eq!(other.odds(&drawn, state), one.odds(&pure, inner));
            for context in [context, Context { progress: !context.progress, ..context }] {
                let values = one.values(&pure, inner, context);
                assert_eq!(other.values(&drawn, state, context), values);
                let explanation = one.explain(&pure, inner, context);
                assert_eq!(other.explain(&drawn, state, context), explanation);
            }
            assert_eq!(guide.forced_win(&drawn, state, 100).win, None);
            assert_eq!(guide.forced_win_if_new(&drawn, state, 100).win, None);
        });
    }
}

fn compare_guides<G: Clocks>(
    pure: &G,
    drawn: &WithDraws<G>,
    pure_guide: &dyn Guide<G>,
    guide: &dyn Guide<WithDraws<G>>,
    path: &Path<WithDraws<G>>,
) {
    let (state, inner, context) = (path.state(), &path.state().inner, path.context());
    assert_eq!(guide.values(drawn, state, context), pure_guide.values(pure, inner, context));
    assert_eq!(guide.tension(drawn, state), pure_guide.tension(pure, inner));
    assert_eq!((guide.habits(), guide.tempo()), (pure_guide.habits(), pure_guide.tempo()));
    let mut moves = Vec::new();
    path.moves(&mut moves);
    for &mv in &moves {
        assert_eq!(guide.promise(drawn, state, mv), pure_guide.promise(pure, inner, mv));
        for turns in 0..3 {
            let ceiling = pure_guide.ceiling(pure, inner, mv, turns);
            assert_eq!(guide.ceiling(drawn, state, mv, turns), ceiling);
        }
    }
    if !moves.is_empty() {
        let mut narrowed = moves.clone();
        guide.narrow(drawn, state, &mut narrowed, 0);
        pure_guide.narrow(pure, inner, &mut moves, 0);
        assert_eq!(narrowed, moves);
    }
}

fn usual(parameters: &'static [ninefold_core::Parameter]) -> Arguments {
    Arguments::parse(parameters, "").expect("defaults are in range")
}

/// The families of the registry that have draw rules, by what they do when nothing is said.
struct HasDrawRules;

impl Host for HasDrawRules {
    type Output = bool;

    fn receive<G: View>(self, game: G, _spec: String) -> bool {
        game.repetitions_to_draw().is_some()
    }
}

#[test]
fn every_family_with_draw_rules_is_compared_here() {
    let registry = registry::<HasDrawRules>();
    let ids: Vec<&str> = registry.families().map(|info| info.id).collect();
    let drawn = ids.into_iter().filter(|id| registry.open(id, HasDrawRules).expect("a known game"));
    assert_eq!(drawn.collect::<BTreeSet<_>>(), BTreeSet::from(["morris"]));
}

#[test]
fn draw_rules_change_nothing_else() {
    for limits in [[50, 10], [8, 4]] {
        for (flying, protect) in [(true, true), (false, false)] {
            let rules = DrawRules { limits, repetitions: 3 };
            let tally = Pair::new(Morris { flying, protect }, rules).compare();
            assert!(tally.positions > 1000 && tally.moves > 500, "{tally:?}");
            assert!(tally.evaluators > 20 && tally.finished > 10, "{tally:?}");
        }
    }
}
