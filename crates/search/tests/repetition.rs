//! Draw rules inside the tree: repetition and countdowns change what a search finds as they should.

use crate::common;

use std::collections::BTreeMap;

use common::{find, to_depth};
use ninefold_core::{
    Context, DrawRules, Evaluator, Notation, Outcome, Path, Payoffs, Player, Random, Rules, Values,
    WithDraws, find_move, playout, zero_sum,
};
use ninefold_games::morris::{Morris, State};
use ninefold_lawkit::PseudoRandom;
use ninefold_search::Algorithm;

/// Every search for two players that is told apart by what it leaves out.
const SEARCHES: [Algorithm; 5] = [
    Algorithm::Minimax,
    Algorithm::AlphaBeta,
    Algorithm::MinimalWindow,
    Algorithm::PlainMaxN,
    Algorithm::MaxN,
];

type Drawn = WithDraws<Morris>;

/// Draws are worth nothing, wins more than anything else.
struct Judge {
    seed: u64,
}

impl Evaluator<Drawn> for Judge {
    fn judges_ends(&self) -> bool {
        true
    }

    fn values(&self, game: &Drawn, state: &<Drawn as Rules>::State, context: Context) -> Values {
        match context.outcome {
            Some(outcome) => zero_sum(1000 * i32::from(outcome.payoffs.of(Player::FIRST))),
            None => PseudoRandom { seed: self.seed }.values(game, state, context),
        }
    }
}

/// Minimax that keeps its own list of positions and counts in it how often one has occurred.
struct Slow<'a> {
    game: &'a Drawn,
    judge: Judge,
    /// The leaves where the game ends, by reason.
    ends: BTreeMap<&'static str, usize>,
}

impl Slow<'_> {
    fn search(
        &mut self,
        history: &[<Drawn as Rules>::State],
        depth: u32,
    ) -> (i32, Vec<<Drawn as Rules>::Move>) {
        let state = history.last().expect("the present position");
        let same = history.iter().filter(|earlier| earlier.inner == state.inner).count();
        let repeated = same as u32 >= self.game.rules().repetitions;
        let drawn = repeated.then_some(Outcome::draw(Outcome::REPETITION));
        let outcome = self.game.outcome(state).or(drawn);
        if let Some(outcome) = outcome {
            *self.ends.entry(outcome.reason).or_default() += 1;
        }
        if depth == 0 || outcome.is_some() {
            let context = Context { outcome, progress: false };
            return (self.judge.values(self.game, state, context)[0], Vec::new());
        }
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let mut best: Option<(i32, Vec<_>)> = None;
        for mv in moves {
            let mut after = *state;
            self.game.play(&mut after, mv);
            let longer: Vec<_> = history.iter().copied().chain([after]).collect();
            let (value, line) = self.search(&longer, depth - 1);
            let better = match (&best, self.game.to_move(state)) {
                (None, _) => true,
                (Some((best, _)), Player::FIRST) => value > *best,
                (Some((best, _)), _) => value < *best,
            };
            if better {
                best = Some((value, [mv].into_iter().chain(line).collect()));
            }
        }
        best.expect("a game that goes on has moves")
    }
}

/// Positions of random games in which all men are placed and at most `most` moves are legal.
fn sliding(count: usize, most: usize) -> Vec<State> {
    let game = Morris::default();
    let mut found = Vec::new();
    for seed in 0.. {
        let mut random = Random::new(seed);
        let plies = 18 + random.below(60) as u32;
        let mut moves = Vec::new();
        let state = playout(&game, game.start(0), plies, &mut random, &mut moves).state;
        moves.clear();
        game.moves(&state, &mut moves);
        let placed = Player::all(2).all(|player| state.hand(player) == 0);
        if placed && (1..=most).contains(&moves.len()) {
            found.push(state);
        }
        if found.len() == count {
            break;
        }
    }
    found
}

/// Both sides move to and fro: the position after it has occurred once more. Nothing when no pair of
/// moves can be taken back.
fn to_and_fro(path: &Path<Drawn>) -> Option<Path<Drawn>> {
    let game = path.game().clone();
    let texts = |path: &Path<Drawn>| {
        let mut moves = Vec::new();
        path.moves(&mut moves);
        let texts = moves.into_iter().map(|mv| game.move_text(mv));
        texts.filter(|text| !text.contains('x')).collect::<Vec<String>>()
    };
    for to in texts(path) {
        let mut after = path.clone();
        after.play(find_move(&after, &to).ok()?);
        for answer in texts(&after) {
            let mut round = after.clone();
            round.play(find_move(&round, &answer).ok()?);
            let back = [&to, &answer].map(|text| {
                let (start, target) = text.split_once('-').expect("a slide");
                format!("{target}-{start}")
            });
            let legal = back.iter().all(|text| {
                let mv = find_move(&round, text);
                mv.is_ok_and(|mv| {
                    round.play(mv);
                    true
                })
            });
            if legal && round.state().inner == path.state().inner {
                return Some(round);
            }
        }
    }
    None
}

/// The positions of a path.
fn history(path: &Path<Drawn>) -> Vec<<Drawn as Rules>::State> {
    let mut states = vec![*path.origin()];
    for &mv in path.played() {
        let mut state = states[states.len() - 1];
        path.game().play(&mut state, mv);
        states.push(state);
    }
    states
}

/// Compares all searches with the slow one and returns where its leaves ended.
fn compare(path: &Path<Drawn>, depth: u32, seed: u64) -> BTreeMap<&'static str, usize> {
    let game = path.game();
    let mut slow = Slow { game, judge: Judge { seed }, ends: BTreeMap::new() };
    let (value, line) = slow.search(&history(path), depth);
    let place = game.position_text(path.state());
    for algorithm in SEARCHES {
        let found = find(path, &Judge { seed }, algorithm, to_depth(depth));
        let place = format!("{algorithm:?} to depth {depth} at {place}");
        assert_eq!((found.values, &found.line), (zero_sum(value), &line), "{place}");
    }
    slow.ends
}

/// Compares searches under some draw rules, after moves to and fro or not.
fn check(
    rules: DrawRules,
    states: &[State],
    depth: u32,
    again: bool,
) -> BTreeMap<&'static str, usize> {
    let mut ends = BTreeMap::new();
    for (seed, &state) in states.iter().enumerate() {
        let game = WithDraws::new(Morris::default(), rules);
        let start = game.fresh(state);
        let mut path = Path::new(game, start);
        if again {
            let Some(round) = to_and_fro(&path) else { continue };
            path = round;
            assert_eq!(path.occurrences(), 2);
        }
        for depth in 1..=depth {
            for (reason, count) in compare(&path, depth, seed as u64) {
                *ends.entry(reason).or_default() += count;
            }
        }
    }
    ends
}

fn rules(mill: u16, three: u16, repetitions: u32) -> DrawRules {
    DrawRules { limits: [mill, three], repetitions }
}

#[test]
fn a_second_occurrence_draws_inside_the_tree() {
    let ends = check(rules(50, 10, 2), &sliding(20, 8), 5, false);
    assert!(ends["draw_repetition"] > 100, "{ends:?}");
}

#[test]
fn a_third_occurrence_counts_those_before_the_root() {
    let ends = check(rules(50, 10, 3), &sliding(20, 8), 5, true);
    assert!(ends["draw_repetition"] > 100, "{ends:?}");
}

#[test]
fn short_countdowns_draw_inside_the_tree() {
    let ends = check(rules(4, 2, 2), &sliding(20, 8), 5, false);
    assert!(ends["draw_50"] > 1000, "{ends:?}");
    let game = Morris::default();
    let flying = ["w.w/.../.../w...b./.../b../..b w 0,0", "..w/.b./.../w...b./..w/b../... b 0,0"];
    let flying = flying.map(|text| game.parse_position(text).unwrap());
    let ends = check(rules(4, 2, 2), &flying, 3, false);
    assert!(ends["draw_10"] > 1000 && ends["two_pieces"] > 0, "{ends:?}");
}

/// Everything but a draw is bad for the second player.
struct Hopeless;

impl Evaluator<Drawn> for Hopeless {
    fn judges_ends(&self) -> bool {
        true
    }

    fn values(&self, _: &Drawn, _: &<Drawn as Rules>::State, context: Context) -> Values {
        let drawn = context.outcome.is_some_and(|outcome| outcome.payoffs == Payoffs::DRAW);
        zero_sum(if drawn { 0 } else { 100 })
    }
}

/// The second player has one move that brings an earlier position again and takes it.
#[test]
fn whoever_stands_worse_repeats() {
    let mut tried = 0;
    for state in sliding(40, 12) {
        let game = |repetitions| WithDraws::new(Morris::default(), rules(50, 10, repetitions));
        let start = game(3).fresh(state);
        let Some(round) = to_and_fro(&Path::new(game(3), start)) else { continue };
        if state.to_move() == Player::SECOND {
            continue;
        }
        let [there @ .., back] = round.played() else { panic!("four moves were played") };
        for (repetitions, depth) in [(2, 1), (2, 3), (3, 1), (3, 3)] {
            let mut path = Path::new(game(repetitions), start);
            there.iter().for_each(|&mv| path.play(mv));
            for algorithm in SEARCHES {
                let found = find(&path, &Hopeless, algorithm, to_depth(depth));
                let drawn = repetitions == 2;
                assert_eq!(found.values, zero_sum(if drawn { 0 } else { 100 }), "{algorithm:?}");
                assert!(!drawn || found.line == [*back], "{algorithm:?} plays {:?}", found.line);
            }
        }
        tried += 1;
    }
    assert!(tried > 5, "only {tried} positions");
}
